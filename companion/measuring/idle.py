"""What the live program costs while nothing happens: `python -m companion.measuring.idle --minutes 5`, in a real window.

The simulated table is drawn at its camera's rate, so that its share is in the figure; nobody throws, nobody touches anything.
Without a display it is started under a virtual one: `xvfb-run -a python -m companion.measuring.idle`. Times are those of /proc
(Linux), in percent of one core; memory is what is resident. Exit status 1 above `--limit`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.errors import DeviceError

SETTLE_S = 25.0
"""So long the program opens its devices, finds the board and looks at its pieces."""
LIMIT_PERCENT = 10.0


@dataclass(frozen=True)
class Cost:
    """`percent` of one core, by thread and in all, over `seconds`; `mib` resident at the end, of the program and its children."""

    seconds: float
    threads: dict[str, float]
    mib: float

    @property
    def percent(self) -> float:
        """All threads together."""
        return sum(self.threads.values())


def processes_of(pid: int) -> list[int]:
    """The process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return [pid, *(child for one in children for child in processes_of(int(one)))]


def thread_seconds(pid: int) -> dict[str, float]:
    """Processor time of each thread since it began, by its name and number: the first is the one that draws."""
    found: dict[str, float] = {}
    for number, task in enumerate(sorted(Path(f"/proc/{pid}/task").iterdir(), key=lambda one: int(one.name))):
        name, _, rest = (task / "stat").read_text("utf-8").partition("(")[2].rpartition(")")
        fields = rest.split()
        found[f"{name} {number}"] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def resident_mib(pid: int) -> float:
    """Memory that is resident."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def measured(pid: int, seconds: float) -> Cost:
    """Waits so long and tells what it cost. Raises `DeviceError` when the program has ended meanwhile."""
    try:
        pids = processes_of(pid)
        begin, before = time.monotonic(), {one: thread_seconds(one) for one in pids}
        time.sleep(seconds)
        after, took = {one: thread_seconds(one) for one in pids}, time.monotonic() - begin
        spent = {
            f"process {number}, {name}": 100 * (now - before[one].get(name, 0.0)) / took
            for number, one in enumerate(pids)
            for name, now in after[one].items()
        }
        return Cost(took, spent, sum(resident_mib(one) for one in pids))
    except (FileNotFoundError, ProcessLookupError):
        raise DeviceError("the program has ended while it was measured; start it by hand to see why") from None


def idle(seconds: float, size: str, options: Sequence[str] = ()) -> Cost:
    """Starts the program at a table where nothing happens, measures it, and ends it. Raises `DeviceError`."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "companion.cli.main", "play", "--camera", "simulated", "--throws", "keyboard"]
        command += ["--quick", "--data", folder, "--size", size, *options]
        program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(SETTLE_S)
            if program.poll() is not None:
                raise DeviceError("the program did not begin: start `companion play` by hand to see why; is there a display?")
            return measured(program.pid, seconds)
        finally:
            program.terminate()
            program.wait(30)


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--size", default="800x480", metavar="WxH")
    parser.add_argument("--limit", type=float, default=LIMIT_PERCENT, metavar="PERCENT")
    args = parser.parse_args(argv)
    try:
        cost = idle(60 * args.minutes, args.size)
    except DeviceError as error:
        print(f"idle: {error}", file=sys.stderr)
        return 2
    for name, percent in sorted(cost.threads.items(), key=lambda one: -one[1]):
        if percent >= 0.1:
            print(f"  {name:28s} {percent:5.1f} %")
    print(f"{cost.percent:.1f} % of one core, {cost.mib:.0f} MiB resident, over {cost.seconds:.0f} s at {args.size}")
    return 1 if cost.percent > args.limit else 0


if __name__ == "__main__":
    sys.exit(main())
