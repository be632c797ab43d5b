"""Plays a script at the table: what hands, board, camera and light do, and what has to be recorded of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from calibration.profile import BoardProfile, load_profile
from companion.places import rules_board
from companion.rules import Color, Game, RulesError, State, initial_state, parse_game, parse_position_text
from companion.simulation import at_screen, disturbing, paying, playing, tidying
from companion.simulation.acts import Act
from companion.simulation.camera import MomentPainter, TableCamera, camera_of
from companion.simulation.expected import Expectation
from companion.simulation.script import Script
from companion.simulation.stage import Stage, Touch
from companion.simulation.timeline import Moment, Timeline
from hardware.errors import CompanionError, InputError
from hardware.ports import BgrImage

DO: Mapping[str, Callable[[Stage, Act], None]] = {
    "throw": playing.throw,
    "move": playing.move,
    "hesitate": playing.hesitate,
    "wrong": playing.wrong,
    "back": playing.back,
    "take_back": playing.take_back,
    "topple": playing.topple,
    "off_board": playing.off_board,
    "put_right": playing.put_right,
    "miss": paying.miss,
    "penalty": paying.penalty,
    "clear": tidying.clear,
    "set_up": tidying.set_up,
    "swap": tidying.swap,
    "swap_back": tidying.swap_back,
    "throw_after": at_screen.throw_after,
    "again": at_screen.again,
    "correct": at_screen.correct,
    "restart": at_screen.restart,
    "out_of_view": disturbing.out_of_view,
    "into_view": disturbing.into_view,
    "pause": disturbing.pause,
    "push": disturbing.push,
    "turn": disturbing.turn,
    "knock": disturbing.knock,
    "light": disturbing.light,
    "lamp": disturbing.lamp,
    "cloud": disturbing.cloud,
    "rest": disturbing.rest,
    "put": disturbing.put,
    "take": disturbing.take,
    "wait": disturbing.wait,
}

AFTER_S: Mapping[str, tuple[float, float]] = {
    "throw": (1.0, 2.0),
    "back": (2.5, 4.0),
    "throw_after": (2.0, 3.0),
    "put_right": (1.5, 4.0),
    "swap_back": (1.5, 4.0),
    "penalty": (1.0, 2.5),
    "again": (0.3, 0.8),
    "correct": (2.0, 3.0),
    "wait": (0.0, 0.0),
}
OTHER_AFTER_S = (0.5, 1.2)
"""Pauses before an act when the script does not tell them, drawn evenly."""
HURRY = {"after": 0.15}
LEAD_S = 0.8
"""The table lies untouched before the first act: a camera finds the board."""
TAIL_S = 4.0


@dataclass(frozen=True)
class Performance:
    """A script played to its end. `throws` are (seconds, value); `lines` the script as it was carried out."""

    script: Script
    board: BoardProfile
    game: Game
    begin: State
    camera: TableCamera
    timeline: Timeline
    truth: tuple[Expectation, ...]
    throws: tuple[tuple[float, int], ...]
    end_s: float
    slips: tuple[float, ...] = ()
    """When throws were told that must be refused."""
    touches: tuple[Touch, ...] = ()
    """What somebody says on the screen."""
    restarts: tuple[float, ...] = ()
    """When the companion is killed and started again."""

    def frames(self, fps: float) -> Iterator[tuple[float, Moment]]:
        """The moments a camera sees: seconds, and the table then."""
        for number in range(int(self.end_s * fps) + 1):
            yield number / fps, self.timeline.moment(number / fps)

    def pictures(self, fps: float) -> Iterator[tuple[float, BgrImage]]:
        """What the camera takes; the very same picture again as long as nothing changes."""
        return self.pictures_at(number / fps for number in range(int(self.end_s * fps) + 1))

    def pictures_at(self, times: Iterable[float]) -> Iterator[tuple[float, BgrImage]]:
        """What the camera takes at times that do not go back."""
        painter, shown, picture = MomentPainter(self.camera), None, None
        for time_s in times:
            moment = self.timeline.moment(time_s)
            if picture is None or moment != shown:
                shown, picture = moment, painter.paint(moment, time_s)
                picture.setflags(write=False)
            yield time_s, picture


class Director:
    """Carries out acts one by one; what comes next may depend on how the game stands."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.board = load_profile(script.board)
        self.game, self.begin = _game(script, self.board)
        self.camera = camera_of(script, self.board)
        stands = None if script.stands is None else parse_position_text(self.game, script.stands)[0]
        self.stage = Stage(self.board, self.game, self.begin, self.camera, Random(script.seed), script.die, stands)
        self.stage.begin_s = self.stage.end_s = LEAD_S
        self.done: list[Act] = []

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.stage.state.over

    def carry_out(self, act: Act) -> None:
        """One act. Raises `InputError` that begins with the act's place in the script; then chance and clock are as before."""
        self.done.append(act)
        if act.kind == "play":
            self._play(act)
            return
        stage = self.stage
        before = stage.begin_s, stage.end_s, stage.quiet_s, stage.pause_s
        chance = stage.rng.getstate()
        try:
            self._begin(act)
            DO[act.kind](stage, act)
        except (InputError, RulesError, ValueError) as error:
            stage.begin_s, stage.end_s, stage.quiet_s, stage.pause_s = before
            stage.rng.setstate(chance)
            text = str(error)
            raise InputError(text if text.startswith(act.where) else f"{act.where}: {act.kind}: {text}") from None

    def performance(self) -> Performance:
        """What has been carried out so far."""
        stage = self.stage
        end_s = max([stage.end_s, stage.quiet_s, *(gesture.end_s for gesture in stage.timeline.gestures)]) + TAIL_S
        return Performance(
            self.script,
            self.board,
            self.game,
            self.begin,
            self.camera,
            stage.timeline,
            tuple(stage.truth),
            tuple(stage.throws),
            end_s,
            tuple(stage.slips),
            tuple(stage.touches),
            tuple(stage.restarts),
        )

    def _begin(self, act: Act) -> None:
        stage = self.stage
        pause_s = act.number("after", stage.rng.uniform(*AFTER_S.get(act.kind, OTHER_AFTER_S)))
        stage.pause_s = pause_s
        stage.begin_s = (stage.begin_s if act.get("meanwhile") else stage.end_s) + pause_s
        stage.end_s = stage.begin_s

    def _play(self, act: Act) -> None:
        first = {key: act.given[key] for key in ("after", "meanwhile") if key in act.given}
        rest = HURRY if act.get("hurry") else {}
        for number in range(int(act.number("plies", 1))):
            if self.over:
                return
            self._one(Act("throw", first if number == 0 and first else rest, act.where))
            if self.stage.throw is not None:
                if self.stage.things() and not playing.movable(self.stage):
                    self._one(Act("take", {}, act.where))
                if not self.stage.in_view and not playing.movable(self.stage):
                    self._one(Act("into_view", {}, act.where))
                self._one(Act("move", rest, act.where))

    def _one(self, act: Act) -> None:
        self.carry_out(act)
        self.done.pop()


def perform(script: Script) -> Performance:
    """Plays a whole script. Raises `InputError` that names file, line and what was expected."""
    try:
        director = Director(script)
    except (CompanionError, RulesError) as error:
        raise InputError(f"{script.where}: {error}") from None
    for act in script.acts:
        director.carry_out(act)
    return director.performance()


def _game(script: Script, board: BoardProfile) -> tuple[Game, State]:
    game = parse_game(script.rules, script.board, script.colors, script.seats, {script.board: rules_board(board)})
    position, turn = (None, None) if script.position is None else parse_position_text(game, script.position)
    first = Color(script.first) if script.first is not None else turn or game.players[0]
    return game, initial_state(game, first, position)
