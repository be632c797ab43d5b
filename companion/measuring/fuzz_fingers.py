"""Fingers on the screen of a game, drawn from bytes: signs and fields that are there, some that are not, throws in between.

The camera sees the board as it begins all the while, whatever people say has happened: every screen of a game that went astray.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random

import numpy as np

from calibration.profile import BoardProfile, load_profile
from calibration.registration import Registration
from companion.app.eyes import make_eyes
from companion.evening.setup import Setup, agreed, offered, picked
from companion.evening.setup_scenes import setup_scene
from companion.history import begin
from companion.pipeline import Pipeline, Table
from companion.places import rules_board
from companion.record import ListLog
from companion.referee import Referee
from companion.rules import DEFAULT_PRESET, Color, parse_game
from companion.scene import Scene
from companion.sight import Eyes
from companion.simulation.painter import quiet_view
from companion.simulation.table import SimulatedTable
from companion.vision.observation import Observation
from companion.wish import Pick, Wish
from companion.wishing import wish_of_button, wishes_of_field
from companion.words import Language
from hardware.ports import BgrImage, Frame, ThrowReport

FINGERS = (bytes([5, 130, 7, 8, 2, 140, 6, 9]), b"\xfadifferent\n\x06\x07\x00\x81", bytes(range(0, 250, 7)))
ANSWERS = (bytes([3, 4, 0, 2, 1, 5, 0]), bytes(range(40)), bytes([6, 6, 6, 1, 2, 3, 9, 9, 9, 4]))
MOST = 60
"""Touches of one input."""
THROWS, SIGNS, FIELDS = 6, 120, 250
"""Bytes below these are a throw, one of the signs that are shown, a field of the board; from there on a name follows."""
STEP_S = 0.4
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class SameBoard:
    """Eyes that see the same still board in every picture."""

    def __init__(self, registration: Registration, observation: Observation) -> None:
        self._registration, self._observation = registration, observation

    def __call__(self, bgr: BgrImage, board: BoardProfile) -> Registration:  # noqa: ARG002 - the protocol names them
        """The board lies where it lies."""
        return self._registration

    def read(self, _frame: Frame, _registration: Registration) -> Observation:
        """As it was read once."""
        return self._observation

    def update(self, _frame: Frame, _area_px: object) -> bool:
        """Nothing moves."""
        return True

    def eyes(self) -> Eyes:
        """For a pipeline."""
        return Eyes(self, self, self)


@cache
def _same_board() -> SameBoard:
    board = load_profile("schmidt-4")
    game = parse_game(DEFAULT_PRESET, board.id, None, None, boards={board.id: rules_board(board)})
    table = SimulatedTable(board, game, begin(game, Color("yellow")).now.state, Random(1))
    frame, real = Frame(quiet_view(table).paint(0.0), 0.0, 0), make_eyes(board)
    registration = real.find(frame.bgr, board)
    return SameBoard(registration, real.reader.read(frame, registration))


def _signs(scene: Scene) -> list[str]:
    return [one.id for kind in (scene.buttons, scene.choices, scene.letters, scene.rows, scene.tabs) for one in kind]


def touched(data: bytes) -> Scene:
    """The scene after all these touches."""
    board = load_profile("schmidt-4")
    game = parse_game(DEFAULT_PRESET, board.id, None, None, boards={board.id: rules_board(board)})
    pipeline = Pipeline(
        Table(board, {}, Language.GERMAN),
        _same_board().eyes(),
        Referee(begin(game, Color("yellow"))),
        ListLog(lambda t: NOON + timedelta(seconds=t)),
        check_start=True,
        one_at_a_time=True,
        asks=True,
    )
    picture, scene, rest = np.zeros((4, 4, 3), np.uint8), pipeline.scene(), data
    for number in range(MOST):
        if not rest:
            break
        byte, rest = rest[0], rest[1:]
        frame = Frame(picture, number * STEP_S, number)
        throws = (ThrowReport(byte + 1, "button", frame.time_s),) if byte < THROWS else ()
        name = None
        if THROWS <= byte < SIGNS and (signs := _signs(scene)):
            name = signs[byte % len(signs)]
        elif byte >= FIELDS:
            word, _, rest = rest.partition(b"\n")
            name = word.decode("utf-8", "replace")
        wish = None if name is None else wish_of_button(scene, name)
        wishes: tuple[Wish, ...] = () if wish is None else (wish,)
        if SIGNS <= byte < FIELDS:
            wishes = wishes_of_field(scene, board.field_names[byte % len(board.field_names)])
        scene = pipeline.step(frame, throws, wishes=wishes).scene
    return scene


def set_up(data: bytes) -> Setup:
    """Who plays by which rules after all these answers: each byte touches one of the signs that are shown."""
    board = load_profile("schmidt-4")
    setup = offered(board, (), {}, {}, Language.GERMAN)
    for byte in data[:MOST]:
        scene = setup_scene(setup, board, Language.GERMAN)
        signs = [*_signs(scene), "settings"]
        wish = wish_of_button(scene, signs[byte % len(signs)])
        if isinstance(wish, Pick):
            setup = picked(setup, wish.answer, board, Language.GERMAN)
    if setup.first is not None:
        # What was asked to the end can be played.
        agreed(setup, board)
    return setup
