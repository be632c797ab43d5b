"""How a die that is only lights and pixels rolls: faces that change ever more slowly, and come to rest on the value."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from random import Random

PACES_S = (0.05, 0.05, 0.06, 0.07, 0.09, 0.11, 0.14, 0.18)
"""How long each face is shown before the last one."""

ENDS_S = tuple(accumulate(PACES_S))
ROLL_S = ENDS_S[-1]
"""0.75 s: long enough to be seen as rolling, short enough for nobody to wait."""


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll begun at `begin_s`; `faces` are shown one after the other, the last one is the value."""

    begin_s: float
    faces: tuple[int, ...]

    @property
    def value(self) -> int:
        """What was thrown."""
        return self.faces[-1]

    @property
    def end_s(self) -> float:
        """When it has come to rest."""
        return self.begin_s + ROLL_S

    def face(self, time_s: float) -> int:
        """The face to be seen at `time_s`."""
        passed_s = time_s - self.begin_s
        return self.faces[sum(passed_s >= end_s for end_s in ENDS_S)]


def roll(value: int, begin_s: float, looks: Random) -> Roll:
    """A roll that ends with `value`; no face follows itself. `looks` only chooses what is shown meanwhile."""
    faces = [value]
    while len(faces) <= len(PACES_S):
        faces.append(looks.choice([face for face in range(1, 7) if face != faces[-1]]))
    return Roll(begin_s, tuple(reversed(faces)))
