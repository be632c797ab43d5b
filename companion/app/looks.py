"""One game on the screen, in the main thread: the newest scene out, fingers and keys in, until the game is left for another."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from calibration.lens import Lens
from companion.app.die_on_screen import DieOnScreen
from companion.app.games_book import GamesBook
from companion.app.hands import Hands
from companion.app.score_book import ScoreBook
from companion.app.worker import Worker, waiting
from companion.display import KeyPressed, Quit, Screen, UiEvent
from companion.evening.beside import Beside, Over, heard, settled, shown, standing_position
from companion.journal import Level, say
from companion.live_marks import LiveShot
from companion.rules import Game, Position
from companion.scene import Scene
from companion.wish import AsItStands, Back, NewGame, NewPlayers, Pick, ShowEvening, ShowGames, Wish
from companion.words import Language
from hardware.errors import DeviceError
from hardware.ports import ThrowSource
from hardware.throws.keyboard import KeyboardThrows

FACES = ("1", "2", "3", "4", "5", "6")
POLL_S = 0.03
"""The screen looks for fingers and scenes this often; faster is not seen."""


class _NothingToShowError(DeviceError):
    """The records cannot be read, while the screen itself is there."""


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
        games: GamesBook,
        resumed: bool,
    ) -> None:
        self._screen, self._hands, self._throws, self._worker = screen, hands, throws, worker
        self._game, self._language, self._score, self._games = game, language, score, games
        self._die = DieOnScreen(throws)
        self._beside = Beside(resumed=resumed)
        self._scene: Scene | None = None
        self.left: Left | None = None

    @property
    def begun(self) -> bool:
        """Whether the first picture has been thought about."""
        return self._scene is not None

    def live_shot(self, lens: Lens | None) -> LiveShot | None:
        """The table as the camera sees it; None while another game is looked at."""
        return None if self._beside.over is Over.GAMES else self._worker.live_shot(lens)

    def once(self) -> bool:
        """Shows the newest scene and hands on what fingers and keys did; False when the game was left."""
        self._scene = self._die.newest(list(waiting(self._worker.scenes)), time.monotonic())
        if self._scene is not None:
            self._lies(settled(self._beside, self._scene))
        self._show()
        for press in waiting(self._worker.presses) if self._worker.presses is not None else ():
            self._wanted(self._hands.pressed(press))
        for event in self._screen.poll(POLL_S):
            if self.left is None:
                self._took(event)
        return self.left is None

    def _show(self) -> None:
        if self._scene is None:
            return
        asked = self._beside.over is Over.OTHERWISE
        stands = standing_position(self._game, self._scene) if asked else None
        try:
            self._hands.show(shown(self._beside, self._scene, self._language, self._page, stands))
        except _NothingToShowError as error:
            # The game can do without its score, and without the others.
            say(f"There is no score and no list of games: {error}", Level.WARNING)
            self._lies(replace(self._beside, over=None))

    def _page(self) -> Scene:
        """What lies over the end of the game."""
        book = self._games if self._beside.over is Over.GAMES else self._score
        try:
            return book.scene()
        except DeviceError as error:
            raise _NothingToShowError(str(error)) from None

    def _took(self, event: UiEvent) -> None:
        match event:
            case Quit():
                self.left = Left()
            case KeyPressed(key) if key in FACES and isinstance(self._throws, KeyboardThrows):
                self._throws.press(int(key), time.monotonic())
            case _ if self._beside.over is Over.GAMES and self._games.took(event):
                pass
            case _:
                self._wanted(self._hands.heard(event))

    def _wanted(self, wishes: tuple[Wish, ...]) -> None:
        """What is wanted of the game before, whose screen is still there, nobody grants: a finger that touches twice."""
        for wish in wishes if self._scene is not None else ():
            self._granted(wish)

    def _granted(self, wish: Wish) -> None:
        """Does what is wanted beside the game; the rest is the game's own."""
        following = heard(self._beside, wish)
        if self._beside.over is Over.GAMES:
            following = replace(self._beside, over=Over.GAMES if self._games.granted(wish) else Over.SCORE)
        elif isinstance(wish, NewGame | NewPlayers):
            self.left = Left(wish)
        elif isinstance(wish, AsItStands) and self._scene is not None:
            if (stands := standing_position(self._game, self._scene)) is not None:
                self.left = Left(wish, stands)
        elif isinstance(wish, Pick):
            self._score.picked(wish.answer)
        elif not isinstance(wish, Back | ShowEvening | ShowGames):
            self._worker.wishes.put(wish)
        self._lies(following)
        # The next press is about the page to which this one has led.
        self._show()

    def _lies(self, beside: Beside) -> None:
        """That lies over the game now. What is opened is read anew: games are deleted, and put right."""
        if beside.over is not self._beside.over:
            self._score.close()
            self._games.close()
        self._beside = beside
