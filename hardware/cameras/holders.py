"""Which processes hold a device: a busy camera is told with whoever has it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

PROC = Path("/proc")


@dataclass(frozen=True, slots=True, order=True)
class Holder:
    """A process that has one of the devices open."""

    pid: int
    program: str

    def __str__(self) -> str:
        return f"{self.program} (process {self.pid})"


def pi_camera_files(devices: Path = Path("/dev")) -> tuple[Path, ...]:
    """The files through which libcamera takes a Raspberry Pi's camera: its media and video nodes."""
    return tuple(sorted((*devices.glob("media*"), *devices.glob("video*"))))


def holders(files: Iterable[Path], proc: Path = PROC, own_pid: int | None = None) -> tuple[Holder, ...]:
    """The other processes that have one of the files open, by number. Those of other users are seen only by root.

    Source: proc(5), `/proc/[pid]/fd` holds a link to each open file.
    """
    wanted = {str(path.resolve()) for path in files}
    own = os.getpid() if own_pid is None else own_pid
    found = (
        Holder(int(process.name), _program(process))
        for process in _processes(proc)
        if int(process.name) != own and wanted.intersection(_open_files(process))
    )
    return tuple(sorted(found))


def held_by(files: Iterable[Path], proc: Path = PROC) -> str:
    """The end of a sentence about a busy camera: who has it and what to do, or a guess when nobody is seen."""
    found = holders(files, proc)
    if not found:
        return "is another program using it? (sudo fuser -v /dev/video* tells which)"
    return f"{' and '.join(map(str, found))} has it open; end that first"


def _processes(proc: Path) -> Iterator[Path]:
    return (entry for entry in proc.iterdir() if entry.name.isdigit()) if proc.is_dir() else iter(())


def _open_files(process: Path) -> set[str]:
    found: set[str] = set()
    # Processes end while they are looked at, and those of others may not be looked at.
    with suppress(OSError):
        for link in (process / "fd").iterdir():
            with suppress(OSError):
                found.add(str(link.readlink()))
    return found


def _program(process: Path) -> str:
    try:
        return (process / "comm").read_text("utf-8", "replace").strip() or "a program"
    except OSError:
        return "a program"
