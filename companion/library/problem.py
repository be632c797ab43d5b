"""A problem report: what somebody else needs to see why a game was read wrongly, in one zip file that a person sends."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.library.games import pictures_beside
from companion.library.new_zip import name_in_zip, new_zip
from companion.library.pictures import pictures_in
from companion.resume import board_beside, board_files
from hardware.errors import InputError

MOST_PICTURES = 30
"""The last ones: what went wrong is rarely older than a round."""
LIBRARIES = ("mensch-companion", "numpy", "opencv-python", "opencv-contrib-python", "pygame", "pillow", "gpiozero", "picamera2")
MODEL = Path("/proc/device-tree/model")
"""Where a Raspberry Pi says which one it is."""


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the report: its name there, what a person should know about it, and its content or where that is."""

    name: str
    about: str
    content: bytes | Path

    @property
    def size(self) -> int:
        """Bytes, before packing."""
        return self.content.stat().st_size if isinstance(self.content, Path) else len(self.content)


def parts_of(record: Path, settings: Path) -> tuple[Part, ...]:
    """What the report of a game would hold. Raises `InputError` without a record."""
    if not record.is_file():
        raise InputError(f"there is no game record {record}; companion games lists them")
    return tuple(_parts(record, settings))


def write_report(parts: Sequence[Part], out: Path) -> None:
    """Packs the parts into a new file. Raises `DeviceError`, also when there is such a file already."""
    with new_zip(out, "report") as file:
        for part in parts:
            if isinstance(part.content, Path):
                file.write(part.content, part.name)
            else:
                file.writestr(part.name, part.content)


def versions(model: Path = MODEL) -> str:
    """The machine and the programs on it, a line each; names nobody."""
    lines = [f"python {platform.python_version()}", f"system {platform.system()} {platform.release()} {platform.machine()}"]
    with suppress(OSError):
        lines.append(f"model {model.read_text('utf-8', 'replace').strip(chr(0))}")
    for library in LIBRARIES:
        with suppress(PackageNotFoundError):
            lines.append(f"{library} {version(library)}")
    return "\n".join(lines) + "\n"


def _parts(record: Path, settings: Path) -> Iterator[Part]:
    yield Part("record.jsonl", "the game: every throw and move, with times and the players' names", record)
    for path in board_files(record):
        if path == board_beside(record):
            yield Part("board.toml", "the board it was played on", path)
        else:
            yield Part(name_in_zip(path.name), "a picture of that board", path)
    if settings.is_file():
        yield Part("settings.toml", "the settings, with the players' names", settings)
    yield Part("versions.txt", "the machine and the programs on it", versions().encode())
    for picture in pictures_in(pictures_beside(record))[-MOST_PICTURES:]:
        yield Part(f"pictures/{name_in_zip(picture.name)}", "a picture of the table, with whatever else was in it", picture)
