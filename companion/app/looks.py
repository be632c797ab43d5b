"""One game on the screen, in the main thread: the newest scene out, fingers and keys in, until the game is left for another."""

from __future__ import annotations

import time
from dataclasses import dataclass

from companion.app.die_on_screen import DieOnScreen
from companion.app.hands import Hands
from companion.app.score_book import ScoreBook
from companion.app.worker import Worker, waiting
from companion.display import KeyPressed, Quit, Screen, UiEvent
from companion.evening.beside import Beside, Over, heard, shown, standing_position
from companion.journal import Level, say
from companion.rules import Game, Position
from companion.scene import Scene
from companion.wish import AsItStands, Back, NewGame, NewPlayers, Pick, ShowEvening, Wish
from companion.words import Language
from hardware.errors import DeviceError
from hardware.ports import ThrowSource
from hardware.throws.keyboard import KeyboardThrows

FACES = ("1", "2", "3", "4", "5", "6")
POLL_S = 0.03
"""The screen looks for fingers and scenes this often; faster is not seen."""

Leaving = NewGame | NewPlayers | AsItStands


@dataclass(frozen=True, slots=True)
class Left:
    """Why a game was left; None: the program ends. `stands`: the position on the board, to be gone on from."""

    wish: Leaving | None = None
    stands: Position | None = None


class Looks:
    """`left` is set once the game is left. `resumed`: it was broken off, and its board may look otherwise now."""

    def __init__(
        self,
        screen: Screen,
        hands: Hands,
        throws: ThrowSource,
        worker: Worker,
        game: Game,
        language: Language,
        score: ScoreBook,
        resumed: bool,
    ) -> None:
        self._screen, self._hands, self._throws, self._worker = screen, hands, throws, worker
        self._game, self._language, self._score = game, language, score
        self._die = DieOnScreen(throws)
        self._beside = Beside(resumed=resumed)
        self._scene: Scene | None = None
        self.left: Left | None = None

    @property
    def begun(self) -> bool:
        """Whether the first picture has been thought about."""
        return self._scene is not None

    def once(self) -> bool:
        """Shows the newest scene and hands on what fingers and keys did; False when the game was left."""
        self._scene = self._die.newest(list(waiting(self._worker.scenes)), time.monotonic())
        self._show()
        for press in waiting(self._worker.presses) if self._worker.presses is not None else ():
            self._wanted(self._hands.pressed(press))
        for event in self._screen.poll(POLL_S):
            self._took(event)
        return self.left is None

    def _show(self) -> None:
        if self._scene is None:
            return
        asked = self._beside.over is Over.OTHERWISE
        stands = standing_position(self._game, self._scene) if asked else None
        try:
            self._hands.show(shown(self._beside, self._scene, self._language, self._score.scene, stands))
        except DeviceError as error:
            if self._beside.over is not Over.SCORE:
                raise
            # The game can do without its score.
            say(f"There is no score: {error}", Level.WARNING)
            self._beside = Beside()

    def _took(self, event: UiEvent) -> None:
        match event:
            case Quit():
                self.left = Left()
            case KeyPressed(key) if key in FACES and isinstance(self._throws, KeyboardThrows):
                self._throws.press(int(key), time.monotonic())
            case _:
                self._wanted(self._hands.heard(event))

    def _wanted(self, wishes: tuple[Wish, ...]) -> None:
        """What is wanted of the game before, whose screen is still there, nobody grants: a finger that touches twice."""
        for wish in wishes if self._scene is not None else ():
            self._granted(wish)

    def _granted(self, wish: Wish) -> None:
        """Does what is wanted beside the game; the rest is the game's own."""
        if isinstance(wish, NewGame | NewPlayers):
            self.left = Left(wish)
        elif isinstance(wish, AsItStands) and self._scene is not None:
            if (stands := standing_position(self._game, self._scene)) is not None:
                self.left = Left(wish, stands)
        elif isinstance(wish, Pick):
            self._score.picked(wish.answer)
        elif isinstance(wish, ShowEvening):
            self._score.close()
        elif not isinstance(wish, Back):
            self._worker.wishes.put(wish)
        self._beside = heard(self._beside, wish)
        # The next press is about the page to which this one has led.
        self._show()
