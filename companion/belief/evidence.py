"""What a picture says, arranged so that arrangements can be scored by looking numbers up."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from calibration.profile import HOUSE_FIELDS
from companion.belief.arrangement import Arrangement, Where, colours_by_place
from companion.places import Places, Spot
from companion.rules import PIECES, Color
from companion.vision.observation import FloatArray, Observation

HABIT_LIMIT_NATS = 5.0
"""How much of a field's known misreading is forgiven. Above it a piece put down unseen would be forgiven too."""

TOLD_LIMIT_NATS = 8.0
"""… where people said what stands there: all that one field can say (7.8). With less a move they told was taken back at once."""


NO_GUEST = 0
IMPOSSIBLE_NATS = -1000.0
"""Four pieces on three fields."""


@dataclass(frozen=True)
class Columns:
    """The columns of the evidence: empty, each colour of the board, each pair of two colours on one field."""

    colors: tuple[Color, ...]

    @property
    def pairs(self) -> tuple[tuple[Color, Color], ...]:
        """Two colours on one field (a wall of partners, a capture half done), in order of the columns."""
        return tuple(combinations(self.colors, 2))

    def of(self, colors: tuple[Color, ...]) -> int:
        """The column for the pieces on one field."""
        return _column(self, colors)

    def _find(self, colors: tuple[Color, ...]) -> int:
        different = tuple(sorted(set(colors), key=self.colors.index))
        if len(different) < 2:
            return 1 + self.colors.index(different[0]) if different else 0
        return 1 + len(self.colors) + self.pairs.index((different[0], different[1]))


@lru_cache(maxsize=1024)
def _column(columns: Columns, colors: tuple[Color, ...]) -> int:
    return columns._find(colors)


@dataclass(frozen=True, eq=False)
class Evidence:
    """`fields` (F, columns) nats, 0 throughout a covered field; `houses` (colours, 25), see `house_column`.

    `houses` holds the best score for 0 … 4 own pieces in a house, relative to an empty one: which of the four fields a piece
    stands on never matters, only that a guest of another colour takes one of them.
    """

    places: Places
    columns: Columns
    fields: FloatArray
    houses: FloatArray
    covered: NDArray[np.bool_]


def read_evidence(observation: Observation, places: Places, habits: FloatArray | None = None) -> Evidence:
    """Evidence in the order of the board's profile; `habits` (see `habits_of`) is subtracted."""
    colors = tuple(Color(color) for color in places.profile.colors)
    order = _order(observation, places)
    columns = [0] + [1 + observation.colors.index(color) for color in colors]
    scores = np.asarray(observation.log_evidence, dtype=np.float64)[np.ix_(order, columns)]
    covered = np.asarray(observation.covered, dtype=np.bool_)[order]
    if habits is not None:
        scores = scores - habits
    scores = np.where(covered[:, None], 0.0, scores)
    layout = Columns(colors)
    pairs = [np.maximum(scores[:, layout.of((a,))], scores[:, layout.of((b,))]) for a, b in layout.pairs]
    fields = np.column_stack([scores, *pairs]) if pairs else scores
    return Evidence(places, layout, fields, _houses(scores, places, colors), covered)


def _order(observation: Observation, places: Places) -> list[int]:
    index = {name: number for number, name in enumerate(observation.fields)}
    return [index[name] for name in places.profile.field_names]


def _houses(scores: FloatArray, places: Places, colors: tuple[Color, ...]) -> FloatArray:
    table = np.zeros((len(colors), 1 + HOUSE_FIELDS, 1 + PIECES))
    for number, color in enumerate(colors):
        house = scores[list(places.house(color))]
        gain = house[:, 1 + number] - house[:, 0]
        table[number, NO_GUEST, 1:] = np.cumsum(np.sort(gain)[::-1])
        for guest in range(1, 1 + HOUSE_FIELDS):
            table[number, guest, 1:-1] = np.cumsum(np.sort(np.delete(gain, guest - 1))[::-1])
            table[number, guest, -1] = IMPOSSIBLE_NATS
    return table.reshape(len(colors), -1)


def house_column(count: int, guest: int) -> int:
    """Column for `count` own pieces in a house, where a piece of another colour takes field `guest` (1 … 4, or `NO_GUEST`)."""
    return guest * (1 + PIECES) + count


def habits_of(
    observation: Observation, places: Places, arrangement: Arrangement, limit_nats: float = HABIT_LIMIT_NATS
) -> FloatArray:
    """(F, 1 + colours) how far each field is misread though we know what stands there: "errors persist over still frames".

    What was misread before the move is no sign of a move. Nothing is learned of covered fields.
    """
    evidence = read_evidence(observation, places)
    scores = evidence.fields[:, : 1 + len(evidence.columns.colors)]
    truth = np.zeros(len(scores), dtype=np.intp)
    for place, colors in colours_by_place(arrangement).items():
        for spot in _spots(evidence, place, len(colors)):
            truth[spot] = 1 + evidence.columns.colors.index(colors[0])
    excess = scores - scores[np.arange(len(scores)), truth][:, None]
    return np.asarray(np.clip(excess, 0.0, limit_nats), dtype=np.float64)


def _spots(evidence: Evidence, place: Where, count: int) -> list[Spot]:
    """The field itself; for a house the `count` fields that look most like holding a piece."""
    if not isinstance(place, tuple):
        return [place]
    column = evidence.columns.of((place[0],))
    house = list(evidence.places.house(place[0]))
    gain = evidence.fields[house, column] - evidence.fields[house, 0]
    return [house[number] for number in np.argsort(-gain, kind="stable")[:count]]
