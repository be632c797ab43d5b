"""`companion teach`: a new board from one picture, in a window or from a file of marks."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.auto import AUTO
from calibration.picture_file import read_picture
from calibration.profile import FieldKind, known_boards
from calibration.taught import taught_folder
from calibration.teaching import Lesson
from calibration.teaching_colours import ArmColours, guess_colours, sample_inks
from calibration.teaching_file import read_marks
from calibration.teaching_fit import Misfit, misfits
from calibration.teaching_look import kind_of
from calibration.teaching_profile import BoardWishes, save_board, teach_board
from companion.display.driver import video_driver
from companion.words import Language
from hardware.errors import DeviceError, InputError, NoScreenError
from hardware.ports import BgrImage

SMALLEST_PICTURE_PX = 150


@dataclass(frozen=True, slots=True)
class TeachWishes:
    """What was asked on the command line. None: the usual."""

    picture: Path
    marks: Path | None = None
    out: Path | None = None
    id: str | None = None
    replace: bool = False
    language: Language = Language.GERMAN
    size: tuple[int, int] = (1280, 720)
    fullscreen: bool = False


def teach(wishes: TeachWishes) -> int:
    """Teaches the board and says where it is kept. Raises `InputError`, `DeviceError`."""
    bgr = read_picture(wishes.picture)
    if min(bgr.shape[:2]) < SMALLEST_PICTURE_PX:
        size = f"{bgr.shape[1]}x{bgr.shape[0]}"
        raise InputError(f"{wishes.picture}: a picture of {size}; expected {SMALLEST_PICTURE_PX} pixels and more each way")
    board_id = _free_id(wishes)
    path = _from_file(bgr, wishes, board_id) if wishes.marks is not None else _in_window(bgr, wishes, board_id)
    name = board_id if path is not None and path.parent == taught_folder() else path
    print(f"The board is kept in {path}; use it with --board {name}" if path else "Nothing was kept.", flush=True)
    return 0


def _free_id(wishes: TeachWishes) -> str:
    """The id that was asked for, or one made from the picture's name; not `auto`, a known board's or one that is there."""
    board_id = wishes.id or re.sub(r"[^a-z0-9]+", "-", wishes.picture.stem.lower()).strip("-") or "board"
    if board_id == AUTO:
        raise InputError(f"a board cannot be called {AUTO}, for --board {AUTO} means any board; name it otherwise with --id")
    if board_id in known_boards():
        raise InputError(f"--id {board_id} is a board the program knows already; expected another name")
    path = _folder(wishes) / f"{board_id}.toml"
    if path.exists() and not wishes.replace:
        raise InputError(f"{path} is there already; name the board otherwise with --id, or give --replace")
    return board_id


def _folder(wishes: TeachWishes) -> Path:
    return wishes.out or taught_folder()


def _from_file(bgr: BgrImage, wishes: TeachWishes, board_id: str) -> Path:
    assert wishes.marks is not None
    lesson, of = read_marks(wishes.marks, (bgr.shape[1], bgr.shape[0]), board_id)
    _check_fit(misfits(bgr, lesson), lesson, wishes.marks)
    if of.colors is None and (doubtful := colours_in(bgr, lesson)).doubtful:
        arms = ", ".join(f"{doubtful.colors[arm]} (arm {arm + 1})" for arm in sorted(doubtful.doubtful))
        raise InputError(
            f'{wishes.marks}: the colours {arms} are not clear in the picture; expected "colors" in the order of the marks'
        )
    return save_board(teach_board(bgr, lesson, of), _folder(wishes))[0]


def _check_fit(found: Sequence[Misfit], lesson: Lesson, marks: Path) -> None:
    """Raises `InputError` when fields miss the print; of a kind of which a place was given, the person knows better."""
    given = {kind_of(name) for name in lesson.moved}
    for misfit in found:
        if misfit.kind not in given:
            raise InputError(f"{marks}: {misfit}; expected them on their print: {_CURES[misfit.kind]}")
        print(f"companion: {marks}: {misfit}; they are kept as they were given", file=sys.stderr, flush=True)


_CURES: Mapping[FieldKind, str] = {
    "track": 'check "marks" and "kind"',
    "goal": 'check "marks" and "kind", or give "fields", as {"1:a": [x, y], …} for the first arm',
    "house": 'give "fields", as {"1:B1": [x, y], …} for the first arm',
}


def _in_window(bgr: BgrImage, wishes: TeachWishes, board_id: str) -> Path | None:
    if video_driver(os.environ) == "dummy":
        raise NoScreenError("there is no screen to teach a board on; expected --marks FILE, which does without")
    from companion.display.teach_window import TeachWindow  # the screen is loaded only when it is used
    from companion.teaching import Look, Teaching

    kept: list[Path] = []

    def keep(state: Teaching) -> bool:
        assert state.lesson is not None
        try:
            taught = teach_board(bgr, state.lesson, BoardWishes(board_id, colors=state.colors))
            kept.append(save_board(taught, _folder(wishes))[0])
        except DeviceError as error:
            print(f"companion: {error}", flush=True)
            return False
        return True

    look = Look(lambda lesson: colours_in(bgr, lesson), lambda lesson: misfits(bgr, lesson))
    try:
        window = TeachWindow(bgr, wishes.size, wishes.language, look, keep, wishes.fullscreen)
    except NoScreenError as error:
        raise NoScreenError(f"{error}; --marks FILE does without one") from None
    window.run()
    return kept[-1] if kept else None


def colours_in(bgr: BgrImage, lesson: Lesson) -> ArmColours:
    """The likeliest colours of the arms in the picture."""
    return guess_colours(sample_inks(bgr, lesson).arms)
