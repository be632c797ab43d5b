"""Everything that reads what comes from outside, fed with damaged copies of good files.  `make fuzz SECONDS=600`.

Each has to give a value or one of the errors for people, within a second and half a gigabyte.
"""

from __future__ import annotations

import argparse
import faulthandler
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import cv2

from companion.measuring.fuzz_targets import targets
from companion.rules import RulesError
from hardware.errors import CompanionError

SILENT = 0
"""OpenCV's LOG_LEVEL_SILENT."""
LONGEST_S = 1.0
MOST_MB = 500
HANGS_S = 60.0
TURN_S = 0.3
SHOWN = 300
FELL = Path("out/fuzz/fell")
ACTING_S = 10.0
"""For what is carried out as well: a script of many acts, sixty touches."""


class FuzzError(Exception):
    """A parser did what it must not with this input."""

    def __init__(self, told: str, data: bytes) -> None:
        super().__init__(f"{told} from {len(data)} bytes {data[:SHOWN]!r}")
        self.data = data


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
    """Feeds one target. Raises `FuzzError` for any other error than those for people, and for one that takes too long or too
    much memory. One that never comes back ends the process with a trace of where it is."""
    target, began_s, before_mb = targets()[name], time.process_time(), peak_mb()
    faulthandler.dump_traceback_later(HANGS_S, exit=True)
    try:
        target.parse(data, folder)
    except (CompanionError, RulesError):
        pass
    except Exception as error:
        raise FuzzError(f"{name}: {type(error).__name__}: {error}", data) from error
    finally:
        faulthandler.cancel_dump_traceback_later()
    if (took_s := time.process_time() - began_s) > (ACTING_S if target.acts else LONGEST_S):
        raise FuzzError(f"{name}: {took_s:.1f} s", data)
    # A process that had more before it was fed (other tests ran in it) is judged by what the input added.
    if (most := peak_mb()) > max(MOST_MB, before_mb + MOST_MB / 2):
        raise FuzzError(f"{name}: {most:.0f} MB", data)


def peak_mb() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def _silence_opencv() -> None:
    """Its words about damaged pictures would fill the screen; OpenCV 5 has the switch elsewhere than OpenCV 4."""
    silence = getattr(cv2, "setLogLevel", None) or cv2.utils.logging.setLogLevel
    silence(SILENT)


def fuzz(seconds: float, chance: Random, folder: Path) -> dict[str, int]:
    """Feeds all targets in turn; how often each was fed. Raises `FuzzError`."""
    tried, ends_s = dict.fromkeys(targets(), 0), time.monotonic() + seconds
    while time.monotonic() < ends_s:
        for name, target in targets().items():
            # What is carried out takes its time: the others get as much of it.
            turn_s = time.monotonic() + TURN_S
            while time.monotonic() < turn_s:
                try_once(name, damaged(chance.choice(target.seeds), chance), folder)
                tried[name] += 1
    return tried


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; exit status 1 when something fell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(argv)
    _silence_opencv()
    with tempfile.TemporaryDirectory() as folder:
        try:
            tried = fuzz(args.seconds, Random(args.seed), Path(folder))
        except FuzzError as error:
            FELL.parent.mkdir(parents=True, exist_ok=True)
            FELL.write_bytes(error.data)
            print(f"fuzz: {error}; the input is in {FELL}", file=sys.stderr)
            return 1
    for name, count in tried.items():
        print(f"{count:8} {name}")
    print(f"{sum(tried.values()):8} inputs, none fell; {peak_mb():.0f} MB at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
