"""`companion calibrate`: sets the camera up, live or from pictures; works out the lens; makes the sheets to print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.status import DONE, UNUSABLE, WRONG
from companion.settings import load_settings, settings_path
from companion.words import Language
from hardware.errors import DeviceError, InputError

if TYPE_CHECKING:
    from calibration.lens import Lens
    from companion.app.looking import HowToLook
    from companion.settings import Settings

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]

DEFAULT_BOARD = "schmidt-4"


def add_calibrate_parser(subparsers: Subparsers) -> None:
    """Adds the command."""
    text = "set up the camera: what is wrong with its picture, and where the board lies"
    parser = subparsers.add_parser("calibrate", help=text, description=f"{text}. Exit status 1 when something is wrong.")
    parser.add_argument("files", nargs="*", type=Path, metavar="PICTURE or RECORDING", help="look at these instead of a camera")
    parser.add_argument("--camera", metavar="NAME", help="picamera2, usb:0, …; else the settings, else what is there")
    parser.add_argument("--board", metavar="ID or FILE", help="the board, or auto (default: the settings, else schmidt-4)")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="where to store (default: in the data folder, by camera; of files nothing is stored without it, "
        "a lens also for the camera that --camera names)",
    )
    parser.add_argument("--data", type=Path, metavar="DIR", help="the data folder")
    parser.add_argument("--json", action="store_true", help="one JSON object a picture")
    parser.add_argument("--corner-marks", action="store_true", help="printed marks lie round the board")
    parser.add_argument("--lens", action="store_true", help="work out the lens from several pictures, or live")
    parser.add_argument("--charuco", action="store_true", help="with --lens: of the printed sheet, not of the board")
    parser.add_argument("--sheet", type=Path, metavar="OUT.pdf", help="write the sheet for --charuco and end")
    parser.add_argument("--marks", type=Path, metavar="OUT.pdf", help="write the corner marks to cut out and end")
    parser.add_argument("--lang", choices=[str(language) for language in Language], help="language of the screen")
    parser.add_argument("--fullscreen", action="store_true", help="use the whole screen")
    parser.add_argument("--headless", action="store_true", help="without a screen: print what is wrong, store when it is good")
    parser.add_argument("--seconds", type=float, default=30.0, metavar="N", help="of --headless: give up after (default 30)")
    parser.set_defaults(func=_calibrate)


def _calibrate(args: argparse.Namespace) -> int:
    if args.sheet is not None or args.marks is not None:
        return _write_sheets(args.sheet, args.marks)
    if args.charuco and not args.lens:
        raise InputError("--charuco says how to work out the lens; expected --lens with it")
    settings = load_settings(settings_path())
    if args.lens:
        return _lens(args, settings)
    return _from_files(args, settings) if args.files else _live(args, settings)


def _write_sheets(sheet: Path | None, marks: Path | None) -> int:
    from calibration.sheets import lens_sheet, marks_sheet  # seeing is loaded only when it is used

    for path, make in ((sheet, lens_sheet), (marks, marks_sheet)):
        if path is None:
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(make())
        except OSError as error:
            raise DeviceError(f"cannot write {path}: {error.strerror or error}") from None
        print(f"Written: {path}; print it at 100 % and check the bar of 10 cm", flush=True)
    return DONE


def _how(args: argparse.Namespace, settings: Settings) -> HowToLook:
    """The lens that is stored already stays; files may come from any camera, so for them only what `--out` names counts."""
    from companion.app.looking import HowToLook

    path = args.out if args.files else _path(args, settings)
    known = None if path is None else _lens_in(path)
    return HowToLook(args.board or settings.board or DEFAULT_BOARD, known, args.corner_marks or settings.corner_marks)


def _lens_in(path: Path) -> Lens | None:
    """A file that cannot be read does not keep anybody from calibrating anew, which is what mends it."""
    from calibration.stored import load_calibration

    if not path.exists():
        return None
    try:
        return load_calibration(path).lens
    except InputError as error:
        _complain(f"companion: {error}; a good picture writes it anew")
        return None


def _path(args: argparse.Namespace, settings: Settings) -> Path:
    from companion.app.calibration_file import calibration_path

    if args.out is not None:
        return Path(args.out)
    return calibration_path(_camera(args, settings), args.data)


def _camera(args: argparse.Namespace, settings: Settings) -> str:
    from companion.app.devices import choose_camera

    return choose_camera(args.camera or settings.camera)


def _from_files(args: argparse.Namespace, settings: Settings) -> int:
    from calibration.stored import save_calibration
    from companion.app.calibrate_files import look_through

    look = look_through(args.files, _how(args, settings), args.json, _say, _complain)
    if look.found is not None and args.out is not None:
        save_calibration(args.out, look.found)
        if not args.json:
            print(f"Stored: {args.out}", flush=True)
    if look.unusable:
        return UNUSABLE
    return DONE if look.all_good else WRONG


def _lens(args: argparse.Namespace, settings: Settings) -> int:
    from calibration.stored import save_calibration
    from companion.app.calibrate_files import lens_of_pictures, with_lens

    # Files may come from any camera: what is stored for the table's own is changed only where it was named.
    path = None if args.files and args.out is None and args.camera is None else _path(args, settings)
    board = args.board or settings.board or DEFAULT_BOARD
    if args.files:
        fit, place = lens_of_pictures(args.files, board, args.charuco, _say)
    else:
        from companion.app.calibrate_live import lens_live

        fit, place = lens_live(_camera(args, settings), board, args.charuco, _language(args, settings), args.fullscreen)
    if path is not None:
        save_calibration(path, with_lens(path, fit, place))
    lens = fit.lens
    print(
        f"The lens: focal length {lens.focal_px[0]:.0f} px, k1 {lens.k1:+.4f}, k2 {lens.k2:+.4f}; "
        f"{fit.points} points in {fit.views} pictures fit to {fit.rms_px:.2f} px\n"
        + (f"Stored: {path}" if path is not None else "Nothing was stored: name its camera with --camera, or a file with --out"),
        flush=True,
    )
    return DONE


def _live(args: argparse.Namespace, settings: Settings) -> int:
    from companion.app.calibrate_live import calibrate_live

    how = _how(args, settings)
    stored = calibrate_live(
        _camera(args, settings),
        how,
        _path(args, settings),
        _language(args, settings),
        fullscreen=args.fullscreen,
        headless_s=args.seconds if args.headless else None,
    )
    return DONE if stored else WRONG


def _language(args: argparse.Namespace, settings: Settings) -> Language:
    return settings.lang if args.lang is None else Language(args.lang)


def _complain(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _say(line: str) -> None:
    print(line, flush=True)
