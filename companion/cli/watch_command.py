"""`companion watch RECORDING`: a recorded game through the same pipeline as a live one."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.argument_types import number
from companion.cli.json_arguments import json_or_name
from companion.cli.status import DONE
from companion.rules import RulesError
from companion.words import Language
from hardware.errors import CompanionError

if TYPE_CHECKING:
    from companion.app.recording import Recording
    from companion.sight import Eyes

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_watch_parser(subparsers: Subparsers) -> None:
    """Adds the command."""
    parser = subparsers.add_parser("watch", help="play a recorded game and tell what happens in it")
    parser.add_argument("recording", type=_recording, metavar="RECORDING", help="a folder with frames.jsonl, or a video")
    parser.add_argument("--board", metavar="ID", help="the board, or auto; a video needs it")
    parser.add_argument("--rules", metavar="RULES", help="a preset's name, or a JSON object of options")
    parser.add_argument(
        "--throws",
        type=Path,
        metavar="FILE",
        help='lines {"t": seconds, "throw": 1 … 6}; or camera: read from the pictures',
    )
    parser.add_argument("--first", metavar="COLOUR", help="who begins, where the recording does not say")
    parser.add_argument("--json", action="store_true", help="the game record's lines instead of text")
    parser.add_argument("--show", action="store_true", help="in a window; without a screen pictures of it are written to --out")
    parser.add_argument("--out", type=Path, default=Path("out/run"), metavar="DIR", help="where --show writes (default out/run)")
    parser.add_argument("--speed", type=_speed, default=4.0, metavar="N", help="of --show: times the recording's own (default 4)")
    parser.add_argument("--lang", choices=[str(language) for language in Language], default="de", help="language of --show")
    parser.set_defaults(func=_watch)


def _watch(args: argparse.Namespace) -> int:
    try:
        return _played(args)
    except (CompanionError, RulesError, OSError) as error:
        if args.json and not isinstance(error, BrokenPipeError):
            print(json.dumps({"error": str(error)}, ensure_ascii=False), flush=True)
        raise


def _played(args: argparse.Namespace) -> int:
    from companion.app.eyes import make_eyes  # seeing is loaded only when it is used
    from companion.app.recording import open_recording

    recording = open_recording(
        args.recording, _board(args.board, args.recording), json_or_name(args.rules, "--rules"), args.throws, args.first
    )
    if args.show:
        from companion.app.show import show_recording

        return show_recording(recording, make_eyes(recording.board), args.out, args.speed, Language(args.lang))
    return _tell(recording, make_eyes(recording.board), args.json)


def _board(name: str | None, recording: Path) -> str | None:
    """The name of the board; `auto` looks at the recording."""
    from calibration.auto import AUTO, recognise_board_of
    from companion.app.recording import RECORD_ENDING
    from hardware.registry import make_camera

    # Of what is not there, or is none, another sentence tells.
    if name != AUTO or not recording.exists() or recording.suffix == RECORD_ENDING:
        return name
    kind = "folder" if recording.is_dir() else "video"
    return recognise_board_of(make_camera(f"{kind}:{recording}")).id


def _tell(recording: Recording, eyes: Eyes, as_json: bool) -> int:
    from companion.app.tell import tell
    from companion.app.watch import Playback

    for entry in Playback(recording, eyes).events():
        line = json.dumps(entry.to_json(), ensure_ascii=False) if as_json else tell(entry, recording.board.track)
        print(line, flush=True)
    return DONE


def _recording(text: str) -> Path:
    if not text:  # a path of nothing is the folder one stands in
        raise argparse.ArgumentTypeError("the name is empty; expected a folder with frames.jsonl, or a video")
    return Path(text)


def _speed(text: str) -> float:
    value = number(text)
    if not 0 < value <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r} is no speed; expected a number above 0")
    return value
