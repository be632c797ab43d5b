"""Everything that reads what comes from outside, fed with damaged copies of good files.  `make fuzz SECONDS=600`.

Each has to give a value or one of the errors for people, within a second and half a gigabyte.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from random import Random

from calibration.picture_file import read_picture
from calibration.profile import load_profile
from calibration.stored import load_calibration
from companion.paired_dice import paired
from companion.record import parse_record
from companion.rules import RulesError
from companion.settings import load_settings
from hardware.bluetooth.godice import GODICE
from hardware.bluetooth.pixels import PIXELS
from hardware.cameras.recorded import read_frame_lines, read_session
from hardware.errors import CompanionError
from hardware.json_text import parse_json

LONGEST_S = 1.0
MOST_KILOBYTES = 500_000
Parser = Callable[[bytes, Path], object]
"""Takes the bytes, and a folder of its own."""


@dataclass(frozen=True, slots=True)
class Target:
    """A parser and good input for it."""

    parse: Parser
    seeds: tuple[bytes, ...]


def _file(name: str, read: Callable[[Path], object]) -> Parser:
    def parse(data: bytes, folder: Path) -> object:
        path = folder / name
        path.write_bytes(data)
        return read(path)

    return parse


_PROFILE = (resources.files("calibration") / "profiles" / "schmidt-4.toml").read_bytes()
_HEADER = (
    b'{"n": 0, "at": "x", "t": 0.0, "kind": "header", "format": 1, "program": "p", "rules": {}, "board": "schmidt-4", '
    b'"colors": ["yellow"], "seats": {}, "players": {}, "first": "yellow", "position": {}}\n'
    b'{"n": 1, "at": "x", "t": 1.0, "kind": "throw", "color": "yellow", "value": 6, "source": "button"}\n'
)
TARGETS: Mapping[str, Target] = {
    "settings": Target(_file("settings.toml", load_settings), (b'lang = "de"\nquarter_turns = 1\n[names]\nyellow = "Mia"\n',)),
    "profile": Target(_file("own.toml", lambda path: load_profile(str(path))), (_PROFILE,)),
    "record": Target(lambda data, _: parse_record(data, "game"), (_HEADER,)),
    "session": Target(
        _file("session.json", lambda path: read_session(path.parent)), (b'{"board": "schmidt-4", "first": "yellow", "fps": 5}',)
    ),
    "frames": Target(
        _file("frames.jsonl", lambda path: read_frame_lines(path.parent)), (b'{"file": "a.png", "t": 0.5, "throw": 6}\n',)
    ),
    "calibration": Target(
        _file("camera.json", load_calibration), (b'{"board": "schmidt-4", "size": [1280, 720], "corners": []}',)
    ),
    "paired dice": Target(_file("dice.json", paired), (b'{"godice": "AA:BB:CC:DD:EE:FF"}',)),
    "JSON commands": Target(
        lambda data, _: parse_json(data.decode("utf-8", "replace"), "the line", "an object"), (b'{"turn": "red"}',)
    ),
    "GoDice packets": Target(lambda data, _: GODICE.parse(data), (b"R", b"S\x40\x00\x00", b"Bat\x50")),
    "Pixels packets": Target(lambda data, _: PIXELS.parse(data), (b"\x03\x01\x05", b"\x22\x50\x00")),
    "pictures": Target(_file("picture", read_picture), (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"P6 2 2 255\n" + bytes(12))),
}


class FuzzError(Exception):
    """A parser did what it must not."""


def damaged(seed: bytes, chance: Random) -> bytes:
    """A copy with some bytes changed, dropped, doubled or blown up."""
    data = bytearray(seed)
    for _ in range(chance.randint(1, 6)):
        at = chance.randint(0, len(data))
        match chance.randrange(5):
            case 0:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[at : at + chance.randint(1, 40)]
            case 2:
                data[at:at] = data[at : at + chance.randint(1, 60)]
            case 3:
                data[at:at] = chance.choice(
                    [b"9" * 5000, b"[" * 5000, b'{"a":' * 3000, b"1e999", b"NaN", b"\0", b"\xff", b'"', b"-1"]
                )
            case _:
                del data[at:]
    return bytes(data)


def try_once(name: str, data: bytes, folder: Path) -> None:
    """Feeds one target. Raises `FuzzError` for any other error than those for people, and for one that takes too long."""
    began_s = time.process_time()
    try:
        TARGETS[name].parse(data, folder)
    except (CompanionError, RulesError):
        pass
    except Exception as error:
        raise FuzzError(f"{name}: {type(error).__name__}: {error} from {data[:300]!r}") from error
    if (took_s := time.process_time() - began_s) > LONGEST_S:
        raise FuzzError(f"{name}: {took_s:.1f} s for {data[:300]!r}")


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; exit status 1 when something fell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    chance, tried, ends_s = Random(args.seed), dict.fromkeys(TARGETS, 0), time.monotonic() + args.seconds
    with tempfile.TemporaryDirectory() as folder:
        try:
            while time.monotonic() < ends_s:
                for name, target in TARGETS.items():
                    try_once(name, damaged(chance.choice(target.seeds), chance), Path(folder))
                    tried[name] += 1
        except FuzzError as error:
            print(f"fuzz: {error}", file=sys.stderr)
            return 1
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(", ".join(f"{name} {count}" for name, count in tried.items()) + f": inputs without a fall; {most // 1000} MB at most")
    return 0 if most < MOST_KILOBYTES else 1


if __name__ == "__main__":
    sys.exit(main())
