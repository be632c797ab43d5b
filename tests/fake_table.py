"""A table without a camera: observations made from the true arrangement with seeded confusion, and games to play on it."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import numpy as np

from calibration.profile import BoardProfile, load_profile
from calibration.registration import Registration
from companion.belief.arrangement import Arrangement, arrangement_of
from companion.events import Event
from companion.history import begin
from companion.pipeline import Pipeline, StepResult, Table
from companion.places import HOME, Places, rules_board
from companion.record import ListLog
from companion.referee import Referee
from companion.rules import PIECES, Color, Game, Position, State, parse_game
from companion.sight import Eyes
from companion.vision.observation import FloatArray, Observation
from companion.wish import Wish
from companion.words import Language
from hardware.errors import BoardNotFoundError
from hardware.ports import BgrImage, Frame, ThrowReport
from tests.wall_time import noon_plus

FRAME_S = 0.2
DOUBT = 0.002
"""As the reader spreads it: no single field may outweigh a game."""


@dataclass
class Confusion:
    """How the reader errs: noise on every score (nats), and fields on which no piece is ever seen, by `wrong_by` nats."""

    random: Random
    sure_by: float = 7.0
    noise: float = 1.5
    wrong_fields: tuple[int, ...] = ()
    wrong_by: float = 3.0

    def evidence(self, truth: FloatArray) -> FloatArray:
        """(F, 1 + C) log probabilities; `truth` (F,) holds the true columns."""
        columns = truth.astype(int)
        scores = np.array([[self.random.gauss(0.0, self.noise) for _ in range(self.width)] for _ in columns])
        scores[np.arange(len(columns)), columns] += self.sure_by
        for number in self.wrong_fields:
            if columns[number]:
                scores[number, columns[number]] = scores[number, 0] - self.wrong_by
        chances = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
        return np.asarray(np.log(chances * (1 - DOUBT) + DOUBT / self.width))

    width: int = 5


@dataclass
class FakeTable:
    """What really stands on the board; the reader sees it through `confusion`."""

    profile: BoardProfile
    confusion: Confusion
    arrangement: Arrangement
    clear: bool = True
    covered: frozenset[int] = frozenset()
    there: bool = True
    places: Places = field(init=False)

    def __post_init__(self) -> None:
        self.places = Places(self.profile)
        self.confusion.width = 1 + len(self.profile.colors)

    def __call__(self, bgr: BgrImage, board: BoardProfile) -> Registration:
        """The finder."""
        del bgr, board
        if not self.there:
            raise BoardNotFoundError("no board in the picture")
        eye, zero = np.eye(3), np.zeros(3)
        return Registration(eye, eye, zero, zero, 0.0, 1.0)

    def follow(self, frame: Frame, registration: Registration) -> Registration | None:
        """The follower."""
        del frame
        return registration if self.there else None

    def read(self, frame: Frame, registration: Registration) -> Observation:
        """The reader."""
        del registration
        covered = np.array([number in self.covered for number in range(len(self.profile.fields))])
        return Observation(
            frame.time_s,
            self.profile.field_names,
            self.profile.colors,
            self.confusion.evidence(self._truth()),
            covered,
            self.clear,
        )

    def pieces_seen(self, arrangement: Arrangement) -> int:
        """How many of them stand on fields of their own: pieces at home stand anywhere in their house."""
        return int(np.count_nonzero(self._truth(arrangement)))

    def _truth(self, arrangement: Arrangement | None = None) -> FloatArray:
        truth = np.zeros(len(self.profile.fields))
        arrangement = self.arrangement if arrangement is None else arrangement
        somewhere = Random(str(arrangement))
        at_home: dict[str, int] = {}
        for color, spot in arrangement:
            if spot == HOME:
                nth = at_home.get(color, somewhere.randrange(PIECES))
                at_home[color] = nth + 1
                spot = self.places.house(color)[nth % PIECES]
            truth[spot] = 1 + self.profile.colors.index(color)
        return truth


class AlwaysStill:
    """A picture in which nothing moves."""

    def update(self, frame: Frame, area_px: object) -> bool:
        del frame, area_px
        return True


class Player:
    """Drives a pipeline from the side of the table: throws, puts pieces, waits, holds a hand over the board."""

    def __init__(
        self,
        game: Game,
        first: str,
        profile: BoardProfile,
        confusion: Confusion,
        position: Position | None = None,
        check_start: bool = False,
        infer: bool = False,
        one_at_a_time: bool = False,
        language: Language = Language.ENGLISH,
    ) -> None:
        self.game = game
        referee = Referee(begin(game, Color(first), position))
        state = referee.history.now.state
        self.table = FakeTable(profile, confusion, arrangement_of(game, state.position, Places(profile)))
        self.log = ListLog(noon_plus)
        eyes = Eyes(self.table, self.table, AlwaysStill(), self.table.follow)
        words = Table(profile, {}, language)
        self.pipeline = Pipeline(
            words, eyes, referee, self.log, check_start=check_start, infer=infer, one_at_a_time=one_at_a_time, asks=True
        )
        self.time_s = 0.0
        self._sequence = 0

    @property
    def state(self) -> State:
        """What the pipeline believes."""
        return self.pipeline.referee.history.now.state

    def frames(self, count: int, throw: int | None = None) -> tuple[Event, ...]:
        """So many frames of what stands on the table; the throw comes with the first one. Gives the events they brought."""
        seen: list[Event] = []
        for number in range(count):
            throws = (ThrowReport(throw, "recorded", self.time_s),) if number == 0 and throw is not None else ()
            result = self.step(throws)
            seen += [entry.event for entry in result.events]
        return tuple(seen)

    def step(self, throws: tuple[ThrowReport, ...] = (), wishes: tuple[Wish, ...] = ()) -> StepResult:
        """One frame, and what people want of the screen."""
        frame = Frame(np.zeros((1, 1, 3), dtype=np.uint8), self.time_s, self._sequence)
        self._sequence += 1
        self.time_s += FRAME_S
        return self.pipeline.step(frame, throws, wishes=wishes)

    def put(self, position: Position) -> None:
        """Pieces are put as in the position."""
        self.table.arrangement = arrangement_of(self.game, position, self.table.places)

    def put_places(self, places: dict[str, list[int]]) -> None:
        """Pieces are put anywhere, proven or not."""
        spots = [(Color(c), self.table.places.spot(Color(c), p)) for c, row in places.items() for p in row]
        self.table.arrangement = tuple(sorted(spots))


def schmidt() -> BoardProfile:
    """The board of most tests."""
    return load_profile("schmidt-4")


def schmidt_game(rules: object = "schmidt-2016", seats: object = None) -> Game:
    """Four players on it."""
    return parse_game(rules, "schmidt-4", None, seats, boards={"schmidt-4": rules_board(schmidt())})
