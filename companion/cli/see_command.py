"""`companion see IMAGE…`: reads single pictures, without any knowledge of a game."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.status import UNUSABLE
from hardware.errors import BoardNotFoundError, CompanionError, InputError

if TYPE_CHECKING:
    from calibration.profile import BoardProfile
    from companion.vision.single import Reading
    from hardware.ports import BgrImage

    Read = Callable[[BgrImage], tuple[Reading, BoardProfile]]
    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_see_parser(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("see", help="read which pieces stand where in single pictures")
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="a picture file of a board seen from above")
    parser.add_argument("--board", default="schmidt-4", metavar="ID or FILE", help="the board, or auto (default schmidt-4)")
    parser.add_argument("--calibration", type=Path, metavar="FILE", help="where the board lies, instead of searching it")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture instead of text")
    parser.set_defaults(func=_see)


def _see(args: argparse.Namespace) -> int:
    from calibration.auto import AUTO  # seeing is loaded only when it is used
    from calibration.picture_file import read_picture
    from calibration.profile import load_profile

    if args.board == AUTO and args.calibration is not None:
        raise InputError("--calibration says where one board lies; expected its name after --board, not auto")
    read = _any_reader() if args.board == AUTO else _reader(load_profile(args.board), args.calibration)
    status = 0
    for image in args.images:
        try:
            reading, board = _read_colours(read, read_picture(Path(image)), args.board)
            line = _line(image, reading, board, args.json, args.board == AUTO)
        except CompanionError as error:
            status = UNUSABLE
            line = json.dumps({"error": _about(image, error)}, ensure_ascii=False) if args.json else ""
            if not args.json:
                print(f"companion: {_about(image, error)}", file=sys.stderr)
        if line:
            print(line, flush=True)
    return status


def _read_colours(read: Read, bgr: BgrImage, name: str) -> tuple[Reading, BoardProfile]:
    """Raises `InputError` where pieces would be made up, `BoardNotFoundError` with what may help."""
    from calibration.auto import AUTO
    from calibration.quality import is_colourless

    colourless = is_colourless(bgr)
    try:
        reading, board = read(bgr)
    except BoardNotFoundError as error:
        grey = "; the picture has no colours" if colourless else ""
        other = "" if name == AUTO else "; --board auto tries every known board"
        raise BoardNotFoundError(f"{error}{grey}{other}") from None
    if colourless:
        raise InputError(f"a {board.id} board lies there, but the picture has no colours, by which pawns are told apart")
    return reading, board


def _reader(board: BoardProfile, calibration: Path | None) -> Read:
    from calibration.edge import find_board_or_part
    from calibration.following import LOST_BELOW
    from calibration.matching import print_correlation
    from calibration.stored import load_calibration
    from companion.vision.reader import BoardReader
    from companion.vision.single import as_seen, read_freely, with_dice
    from hardware.ports import Frame

    reader = BoardReader(board, views=6)

    def read(bgr: BgrImage) -> tuple[Reading, BoardProfile]:
        if calibration is None:
            registration = find_board_or_part(bgr, board)
            reading = read_freely(reader.read(Frame(bgr, 0.0, 0), registration), board, registration)
            return with_dice(reading, bgr, board, registration), board
        stored = load_calibration(calibration, board.id, (bgr.shape[1], bgr.shape[0]))
        straight = bgr if stored.lens is None else stored.lens.straighten(bgr)
        registration = stored.registration(board)
        if print_correlation(straight, board, registration.board_to_px) < LOST_BELOW:
            raise InputError(f"no {board.id} board lies where {calibration} says; leave --calibration out to search for it")
        reading = read_freely(reader.read(Frame(straight, 0.0, 0), registration), board, registration)
        return as_seen(with_dice(reading, straight, board, registration), stored.lens), board

    return read


def _any_reader() -> Read:
    """Reads whichever known board lies there."""
    from calibration.auto import recognise_board
    from companion.vision.reader import BoardReader
    from companion.vision.single import read_freely, with_dice
    from hardware.ports import Frame

    readers: dict[str, BoardReader] = {}

    def read(bgr: BgrImage) -> tuple[Reading, BoardProfile]:
        board, registration = recognise_board(bgr)
        reader = readers.setdefault(board.id, BoardReader(board, views=6))
        reading = read_freely(reader.read(Frame(bgr, 0.0, 0), registration), board, registration)
        return with_dice(reading, bgr, board, registration), board

    return read


def _about(image: str, error: CompanionError) -> str:
    text = str(error)
    return text if str(Path(image)) in text else f"{image}: {text}"


def _line(image: str, reading: Reading, board: BoardProfile, as_json: bool, name_board: bool) -> str:
    from companion.vision.die_telling import die_line
    from companion.vision.single import reading_json

    if as_json:
        return json.dumps(reading_json(image, reading, board), ensure_ascii=False)
    rows = [f"{image}: {board.id + ', ' if name_board else ''}{len(reading.pieces)} pieces{_unseen(reading, board)}"]
    for color in board.colors:
        own = [f"{piece.field} ({piece.confidence:.0%})" for piece in reading.pieces if piece.color == color]
        rows.append(f"  {color:8s}{', '.join(own) or '–'}")
    line = die_line(reading.dice)
    rows += [f"  {line}"] if line else []
    return "\n".join(rows)


def _unseen(reading: Reading, board: BoardProfile) -> str:
    """What of the board is not seen, and why."""
    seen = [", something covers the board"] if reading.covered else []
    if reading.outside:
        seen.append(f", the board is cut off: {reading.outside} of {len(board.fields)} fields are not in the picture")
    return "".join(seen)
