"""Named sample scenes as PNG files: `python -m companion.app.screenshots OUTDIR [SCENE…]`.

They show every screen with a believable position, for the manual and to look at after a change.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

from calibration.drawing import RenderedScene, pawns_on, render
from calibration.drawing_look import Light, plain_look
from calibration.drawing_painter import BoardScene, TablePainter
from calibration.drawing_view import Pose
from calibration.profile import BoardProfile, load_profile
from companion.app.evening_samples import beside_samples, evening_samples
from companion.app.live_scene import live_picture
from companion.app.looking import Look
from companion.display import save_live_picture, save_live_view, save_picture
from companion.live_marks import LiveShot
from companion.live_picture import LivePicture
from companion.look_page import LookPage, page_scene
from companion.scene import (
    MarkKind,
    Mode,
    Scene,
    SceneButton,
    SceneCount,
    SceneMark,
    SceneMove,
    ScenePiece,
    ScenePlayer,
    WrongWay,
)
from companion.screen_look import ScreenLook
from companion.words import Facts, Label, Language, Lines, color_name, label, lines, verdict
from companion.words import messages as m
from companion.words.helping import CountTogether

SIZES = ((1280, 720), (800, 480), (480, 800))
_POSITION = {
    "yellow": ("T3", "T11", "yellow:B1", "yellow:B3"),
    "green": ("T27", "green:d", "green:B2", "green:B4"),
    "red": ("T16", "T34", "red:d", "red:B2"),
    "black": ("T5", "T22", "black:B1", "black:B4"),
}
_HOME = {"green": 1, "red": 1}


def _pieces(position: Mapping[str, Sequence[str]]) -> tuple[ScenePiece, ...]:
    return tuple(ScenePiece(color, field) for color, fields in position.items() for field in fields)


class Samples:
    """The sample scenes in one language, on the Schmidt board."""

    def __init__(self, language: Language, night: bool = False) -> None:
        self._language, self._night = language, night
        self._board: BoardProfile = load_profile("schmidt-4")
        colors = self._board.colors
        self._players = tuple(ScenePlayer(color, color_name(language, color), _HOME.get(color, 0)) for color in colors)

    def all(self) -> dict[str, Scene]:
        """Every sample by its name."""
        make: dict[str, Callable[[], Scene]] = {
            "turn": self.turn,
            "throw": self.throw,
            "many": self.many,
            "six_again": self.six_again,
            "no_move": self.no_move,
            "wrong": self.wrong,
            "open": self.open_move,
            "count": self.count,
            "count_begins": self.count_begins,
            "hand": self.hand,
            "lost": self.lost,
            "looking": self.looking,
            "start_check": self.start_check,
            "end": self.end,
            "settings": partial(self.settings, 0),
            "settings_more": partial(self.settings, 1),
        }
        scenes = {name: build() for name, build in make.items()}
        return scenes | beside_samples(scenes, self._language) | evening_samples(self._language, self._night)

    def _scene(self, mode: Mode, words: Lines, on: str | None, position: Mapping[str, Sequence[str]] | None = None) -> Scene:
        return Scene(
            board=self._board,
            mode=mode,
            players=self._players,
            pieces=_pieces(_POSITION if position is None else position),
            on=on,
            title=words.title,
            sentence=words.sentence,
            night=self._night,
            settings=True,
        )

    def _lines(self, message: m.Message) -> Lines:
        return lines(self._language, message)

    def _button(self, name: str, words: Label, icon: str | None, main: bool = False) -> SceneButton:
        return SceneButton(name, label(self._language, words), icon, main)

    def turn(self) -> Scene:
        """Green is to throw."""
        return replace(self._scene(Mode.TURN, self._lines(m.Turn("green")), "green"), correctable=True)

    def throw(self) -> Scene:
        """A five with two moves, one of which captures."""
        moves = (SceneMove("yellow", "T3", "T8"), SceneMove("yellow", "T11", "T16", "red"))
        scene = self._scene(Mode.THROW, self._lines(m.Thrown(5)), "yellow")
        return replace(scene, throw=5, moves=moves, correctable=True)

    def many(self) -> Scene:
        """A two with four moves: no arcs."""
        position = {**_POSITION, "yellow": ("T3", "T11", "T24", "T31")}
        moves = tuple(SceneMove("yellow", f"T{k}", f"T{k + 2}") for k in (3, 11, 24, 31))
        return replace(self._scene(Mode.THROW, self._lines(m.Thrown(2)), "yellow", position), throw=2, moves=moves)

    def six_again(self) -> Scene:
        """Black has thrown a six."""
        return replace(self._scene(Mode.SIX_AGAIN, self._lines(m.SixAgain()), "black"), throw=6)

    def no_move(self) -> Scene:
        """A three, and all pieces in the house."""
        position = {**_POSITION, "yellow": tuple(f"yellow:B{k}" for k in range(1, 5))}
        return replace(self._scene(Mode.NO_MOVE, self._lines(m.NoMove("green")), "yellow", position), throw=3)

    def wrong(self) -> Scene:
        """Four fields walked, five thrown."""
        position = {
            **_POSITION,
            "yellow": ("T7", "T11", "yellow:B1", "yellow:B3"),
            "black": ("T36", "T22", "black:B1", "black:B4"),
        }
        words = self._lines(verdict("wrong_count", Facts("yellow", thrown=5, walked=4)))
        buttons = (
            self._button("count", Label.COUNT_TOGETHER, "count", True),
            self._button("different", Label.WAS_DIFFERENT, None),
        )
        way = WrongWay("yellow", ("T3", "T4", "T5", "T6", "T7"), "T8", 5, 4)
        scene = self._scene(Mode.WRONG, words, "yellow", position)
        return replace(scene, throw=5, reason="wrong_count", wrong=way, buttons=buttons, settings=False)

    def open_move(self) -> Scene:
        """A piece of another colour was moved."""
        words = self._lines(verdict("wrong_colour", Facts("red", moved="green")))
        buttons = (self._button("different", Label.WAS_DIFFERENT, None),)
        marks = (SceneMark("T27", MarkKind.EXTRA), SceneMark("T24", MarkKind.MISSING, "green"))
        scene = self._scene(Mode.WRONG, words, "red")
        return replace(scene, reason="wrong_colour", marks=marks, buttons=buttons, settings=False)

    def count(self) -> Scene:
        """The third of five steps is counted."""
        return self._counted(3, self._lines(m.CountingStep(3)))

    def count_begins(self) -> Scene:
        """After a wrong count it is counted together, from the beginning."""
        return self._counted(0, self._lines(CountTogether(5, 4)))

    def _counted(self, steps: int, words: Lines) -> Scene:
        position = {**_POSITION, "yellow": ("T11", "yellow:B1", "yellow:B3")}
        way = SceneCount("yellow", tuple(f"T{k}" for k in range(3, 9)), steps)
        buttons = (self._button("from_start", Label.FROM_START, "again"),)
        return replace(self._scene(Mode.COUNT, words, "yellow", position), throw=5, count=way, buttons=buttons)

    def hand(self) -> Scene:
        """A hand is over the board."""
        return replace(self._scene(Mode.HAND, self._lines(m.HandOver()), "red"), settings=False)

    def lost(self) -> Scene:
        """The camera is gone."""
        buttons = (self._button("again", Label.TRY_AGAIN, "again"),)
        return replace(self._scene(Mode.LOST, self._lines(m.CameraLost()), "red"), buttons=buttons, settings=False)

    def looking(self) -> Scene:
        """The board has not been found yet."""
        return replace(self._scene(Mode.LOOKING, self._lines(m.BoardNotFound()), None, {}), settings=False)

    def start_check(self) -> Scene:
        """Before the game: one yellow piece is missing, a red one stands on the track."""
        position = {color: tuple(f"{color}:B{k}" for k in range(1, 5)) for color in self._board.colors}
        position["yellow"], position["red"] = position["yellow"][:3], (*position["red"][:3], "T31")
        marks = (
            SceneMark("yellow:B4", MarkKind.MISSING, "yellow"),
            SceneMark("red:B4", MarkKind.MISSING, "red"),
            SceneMark("T31", MarkKind.EXTRA),
        )
        words = self._lines(m.StartMissing("yellow", 1))
        buttons = (self._button("start", Label.START, "next", True),)
        scene = self._scene(Mode.START_CHECK, words, None, position)
        return replace(scene, marks=marks, buttons=buttons)

    def settings(self, page: int) -> Scene:
        """How the screen looks and sounds."""
        look = ScreenLook(self._language, night=self._night, effects=0)
        return page_scene(LookPage(look, self._language, page), self.turn())

    def end(self) -> Scene:
        """Yellow has won; black has two pieces home."""
        buttons = (
            self._button("new", Label.NEW_GAME, "again", True),
            self._button("evening", Label.EVENING, "evening"),
        )
        places = {"yellow": (1, 4), "green": (2, 4), "red": (3, 4), "black": (None, 2)}
        players = tuple(replace(p, place=places[p.color][0], home=places[p.color][1] or 0) for p in self._players)
        title = self._lines(m.Win("yellow")).title
        scene = self._scene(Mode.END, Lines(title), None, {})
        return replace(scene, players=players, buttons=buttons, settings=False)


NAMES: Mapping[str, str] = {"no_move": "nomove"}
"""Where a mock-up is called otherwise than the sample."""
CALIBRATE, LIVE = "calibrate", "live"
"""Screens that show the camera's picture."""
MANUAL_POSE = Pose(tilt_deg=18, tilt_towards_deg=80, turn_deg=3, board_share=0.86)
"""As on a stand at the side of the table."""


def seen(board: BoardProfile, position: Mapping[str, Sequence[str]]) -> RenderedScene:
    """That position on a table in good light."""
    painter = TablePainter(board, plain_look(board), Light(), MANUAL_POSE)
    pawns = pawns_on(board, position, Random(3))
    return render(painter, BoardScene(tuple(pawns)), pawns)


def calibrate(language: Language, night: bool = False) -> LivePicture:
    """The camera is set up: the board is found, and its rings lie on the fields."""
    board = load_profile("schmidt-4")
    drawn = seen(board, {color: [f"{color}:B{k}" for k in range(1, 5)] for color in board.colors})
    return live_picture(drawn.bgr, Look(drawn.bgr, (), board, drawn.registration), None, language, night)


def live_throw(language: Language, night: bool = False) -> tuple[Scene, LiveShot]:
    """The throw, with the moves drawn onto the table."""
    scene = Samples(language, night).throw()
    drawn = seen(scene.board, _POSITION)
    return scene, LiveShot(drawn.bgr, drawn.registration)


def write(name: str, language: Language, night: bool, size: tuple[int, int], folder: Path) -> Path:
    """One screen as a file, named as the mock-ups are. Raises `DeviceError`."""
    w, h = size
    path = folder / f"{NAMES.get(name, name)}-{w}x{h}-{language}{'-night' if night else ''}.png"
    if name == CALIBRATE:
        save_live_picture(calibrate(language, night), size, path)
    elif name == LIVE:
        save_live_view(*live_throw(language, night), size, path)
    else:
        save_picture(Samples(language, night).all()[name], size, path)
    return path


def main(arguments: Sequence[str]) -> int:
    """Writes the pictures into the folder `arguments[0]`; further arguments name the scenes wanted."""
    if not arguments:
        print("usage: python -m companion.app.screenshots OUTDIR [SCENE…]", file=sys.stderr)
        return 2
    folder, wanted = Path(arguments[0]), set(arguments[1:])
    names = [
        name
        for name in (*Samples(Language.GERMAN).all(), CALIBRATE, LIVE)
        if not wanted or {name, NAMES.get(name, name)} & wanted
    ]
    for night in (False, True):
        for language in Language:
            for name in names:
                for size in SIZES:
                    write(name, language, night, size, folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
