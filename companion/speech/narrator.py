"""What is heard of the scenes: which sounds, which words. Pure; nothing is told here that the screen does not show.

the scene                                            sounds                      words
───────────────────────────────────────────────────  ──────────────────────────  ────────────────────────────────────────
shown before, or only a hand has come between        none                        none
a hand is over the board                             none                        none: a sentence goes on, none begins
the throw is known                                   tock                        its own
somebody else is on                                  what came before, knocks    its own
a piece was captured, came home, moved               plop, arpeggio, light       its own
something is open                                    two soft notes              its own; the third time the same, none
counting along                                       rising step                 the number
a question; the camera is gone (again after 30 s)    rising; one low note        its own
another game is looked at                            none                        none
the game is won                                      six notes                   its own
the end again, before anybody has played on          none                        none: the score was looked at, or settings
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.scene import Mode, Scene
from companion.sounds import Cue, CueKind

SAID_AT_MOST = 2
""" "third time the voice stays silent and shows" (LOOK section 9)."""
LOST_AGAIN_S = 30.0
EVENING_DB = -6.0
""" "peak -12 dBFS, evening -18" (LOOK section 8)."""
NIGHT_HOURS = (22, 7)
_UNHEARD = (Mode.HAND,)
_LATER_ON = (Mode.TURN, Mode.SIX_AGAIN, Mode.NO_MOVE, Mode.END)
"""Screens that say that whatever was open is so no more."""
_PLAYED = (Mode.START_CHECK, Mode.TURN, Mode.THROW, Mode.SIX_AGAIN, Mode.NO_MOVE)
"""Screens that come when a game goes on, or the next one begins."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Sounds one after the other, then the words; `text` may be empty."""

    cues: tuple[Cue, ...] = ()
    text: str = ""


_OF_THE_SCREEN: Mapping[str, CueKind] = {
    "throw": CueKind.THROW,
    "wrong": CueKind.LOOK,
    "ask": CueKind.QUESTION,
    "lost": CueKind.CAMERA_LOST,
    "end": CueKind.WIN,
}
"""Screens with a sound of their own, whatever was before."""


def is_night(hour: int) -> bool:
    """Whether it is "between 22 and 7 o'clock"."""
    return hour >= NIGHT_HOURS[0] or hour < NIGHT_HOURS[1]


class Narrator:
    """Follows the scenes of one game."""

    def __init__(self) -> None:
        self._last: Scene | None = None
        self._open: str = ""
        self._times = 0
        self._lost_s: float | None = None
        self._won: str | None = None
        """What was said when the game was won, until somebody plays on."""

    def heard(self, scene: Scene, now_s: float) -> Heard | None:
        """What to play and say of a scene; None: nothing new, what is being said goes on."""
        if scene.mode in _UNHEARD or scene.past:
            return None
        before, self._last = self._last, scene
        if before is not None and (scene.mode, scene.spoken, scene.count) == (before.mode, before.spoken, before.count):
            return self._still(scene, now_s)
        if self._is_won_already(scene):
            return None
        self._lost_s = now_s if scene.mode is Mode.LOST else None
        if scene.mode in _LATER_ON:
            self._open, self._times = "", 0
        return Heard(_cues(before, scene), scene.spoken if self._is_said(scene) else "")

    def _still(self, scene: Scene, now_s: float) -> Heard | None:
        """The same screen as before: a camera that stays away is told once more, by its note alone."""
        if scene.mode is not Mode.LOST or self._lost_s is None or now_s - self._lost_s < LOST_AGAIN_S:
            return None
        self._lost_s = None
        return Heard((Cue(CueKind.CAMERA_LOST),))

    def _is_won_already(self, scene: Scene) -> bool:
        """Whether this is the end that was told before."""
        won = self._won
        if scene.mode is Mode.END:
            self._won = scene.spoken
        elif scene.mode in _PLAYED:
            self._won = None
        return scene.mode is Mode.END and won == scene.spoken

    def _is_said(self, scene: Scene) -> bool:
        """A verdict that comes back is said twice."""
        if scene.mode is not Mode.WRONG:
            return True
        self._times = self._times + 1 if scene.spoken == self._open else 1
        self._open = scene.spoken
        return self._times <= SAID_AT_MOST


def _cues(before: Scene | None, scene: Scene) -> tuple[Cue, ...]:
    if scene.mode is Mode.COUNT:
        steps = 0 if scene.count is None else scene.count.count
        return (Cue(CueKind.STEP, count=steps),) if steps else ()
    if scene.mode in _OF_THE_SCREEN:
        return (Cue(_OF_THE_SCREEN[scene.mode]),)
    if scene.mode not in _LATER_ON or before is None:
        return ()
    turned = (Cue(CueKind.TURN, scene.on),) if scene.on is not None and scene.on != before.on else ()
    return (*_happened(before, scene), *turned)


def _happened(before: Scene, scene: Scene) -> tuple[Cue, ...]:
    """What the piece has done that was moved, as far as the two screens tell."""
    if before.pieces == scene.pieces:
        return ()
    if any(now > was for was, now in zip(_homes(before), _homes(scene), strict=False)):
        return (Cue(CueKind.HOME),)
    if any(_in_house(scene, player.color) > _in_house(before, player.color) for player in scene.players):
        return (Cue(CueKind.CAPTURE),)
    return (Cue(CueKind.RIGHT),)


def _homes(scene: Scene) -> tuple[int, ...]:
    return tuple(player.home for player in scene.players)


def _in_house(scene: Scene, color: str) -> int:
    return sum(piece.color == color and ":B" in piece.field for piece in scene.pieces)
