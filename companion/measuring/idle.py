"""What the live program costs while nothing happens: `python -m companion.measuring.idle --minutes 5`, in a real window.

Nobody throws, nobody touches anything. The camera is a simulated one, which draws its table, or, with `--picture FILE`, a
recording of that picture at a camera's rate, each frame with noise of its own; reading those is what the thread `camera` does
then. Without a display it is started under a virtual one: `xvfb-run -a python -m companion.measuring.idle`. Times are those of
/proc (Linux), in percent of one core; memory is what is resident. Exit status 1 above `--limit`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from hardware.cameras.recorded import decode_picture
from hardware.cameras.simulated import FPS
from hardware.errors import CompanionError, DeviceError

SETTLE_S = 25.0
"""So long the program opens its devices, finds the board and looks at its pieces."""
LIMIT_PERCENT = 10.0
NOISE_LEVELS, NOISY = 3.0, 8
"""Of a sensor in a lit room; so many frames differ before the first one comes again."""


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
    """Processor time of each thread since it began, by the system's number for it."""
    found: dict[str, float] = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        fields = (task / "stat").read_text("utf-8").rpartition(")")[2].split()
        found[task.name] = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def resident_mib(pid: int) -> float:
    """Memory that is resident."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def measured(pid: int, seconds: float, names: Mapping[str, str] | None = None) -> Cost:
    """Waits so long and tells what it cost; `names` of threads by their numbers.

    Raises `DeviceError` when the program has ended.
    """
    names = {str(pid): "MainThread"} if names is None else names
    try:
        pids = processes_of(pid)
        begin, before = time.monotonic(), {one: thread_seconds(one) for one in pids}
        time.sleep(seconds)
        after, took = {one: thread_seconds(one) for one in pids}, time.monotonic() - begin
        spent: dict[str, float] = {}
        for one in pids:
            for number, now in after[one].items():
                name = names.get(number, "of a library") if one == pid else "sound"
                spent[name] = spent.get(name, 0.0) + 100 * (now - before[one].get(number, 0.0)) / took
        return Cost(took, spent, sum(resident_mib(one) for one in pids))
    except (FileNotFoundError, ProcessLookupError):
        raise DeviceError("the program has ended while it was measured; start it by hand to see why") from None


def still_recording(picture: Path, board: str, seconds: float, folder: Path) -> None:
    """Writes a recording of so many seconds in which nothing happens. Raises `InputError`.

    As BMP files: what decoding costs is a matter of the camera, and these cost next to nothing.
    """
    bgr, chance = decode_picture(picture, "--picture"), np.random.default_rng(1)
    folder.mkdir()
    for number in range(NOISY):
        noise = np.rint(chance.standard_normal(bgr.shape, dtype=np.float32) * NOISE_LEVELS).astype(np.int16)
        cv2.imwrite(str(folder / f"{number}.bmp"), np.clip(bgr + noise, 0, 255).astype(np.uint8))
    frames = ({"file": f"{k % NOISY}.bmp", "t": round(k / FPS, 3)} for k in range(round(seconds * FPS)))
    (folder / "frames.jsonl").write_text("".join(json.dumps(frame) + "\n" for frame in frames), "ascii")
    session = {"board": board, "rules": "schmidt-2016", "first": "yellow", "fps": FPS}
    (folder / "session.json").write_text(json.dumps(session), "ascii")


def idle(seconds: float, size: str, picture: Path | None = None, board: str = "schmidt-4") -> Cost:
    """Starts the program at a table where nothing happens, measures it, and ends it. Raises `DeviceError`, `InputError`."""
    with tempfile.TemporaryDirectory() as folder:
        camera, names = "simulated", Path(folder, "names.json")
        if picture is not None:
            still_recording(picture, board, 2 * SETTLE_S + seconds, Path(folder, "still"))
            camera = f"folder:{folder}/still"
        command = [sys.executable, "-m", "companion.measuring.idle_program", str(names), "play", "--camera", camera]
        command += ["--throws", "keyboard", "--board", board, "--quick", "--data", folder, "--size", size]
        program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(SETTLE_S)
            if program.poll() is not None:
                raise DeviceError("the program did not begin: start `companion play` by hand to see why; is there a display?")
            return measured(program.pid, seconds, json.loads(names.read_text("ascii")))
        finally:
            program.terminate()
            program.wait(30)


def main(argv: Sequence[str] | None = None) -> int:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--size", default="800x480", metavar="WxH")
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="of a board, which the camera sees; default: a simulated one"
    )
    parser.add_argument("--board", default="schmidt-4", metavar="ID")
    parser.add_argument("--limit", type=float, default=LIMIT_PERCENT, metavar="PERCENT")
    args = parser.parse_args(argv)
    try:
        cost = idle(60 * args.minutes, args.size, args.picture, args.board)
    except CompanionError as error:
        print(f"idle: {error}", file=sys.stderr)
        return 2
    for name, percent in sorted(cost.threads.items(), key=lambda one: -one[1]):
        if percent >= 0.1:
            print(f"  {name:28s} {percent:5.1f} %")
    print(f"{cost.percent:.1f} % of one core, {cost.mib:.0f} MiB resident, over {cost.seconds:.0f} s at {args.size}")
    return 1 if cost.percent > args.limit else 0


if __name__ == "__main__":
    sys.exit(main())
