"""A card as a power cut leaves it: only what was synced is sure to be there.

`Journal` stands in for the module `os` of `companion.record` in the program that is killed, and tells another one what is written
and synced; `Card` there knows what must have survived and what may have. Of what was not synced any part may be kept: some of the
writes, the last of them torn, or zero bytes in its place (a file system that wrote the size before the data).
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

Tell = Callable[[Mapping[str, Any]], None]


class Journal:
    """`os`, with every change of a file told: writes before they are begun, syncs once they are done."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def __getattr__(self, name: str) -> object:
        return getattr(os, name)

    def write(self, descriptor: int, data: bytes) -> int:
        """See `os.write`."""
        self._tell({"op": "write", "file": os.fstat(descriptor).st_ino, "data": data.hex()})
        return os.write(descriptor, data)

    def ftruncate(self, descriptor: int, length: int) -> None:
        """See `os.ftruncate`."""
        self._tell({"op": "cut", "file": os.fstat(descriptor).st_ino, "length": length})
        os.ftruncate(descriptor, length)

    def link(self, source: str, target: Path) -> None:
        """See `os.link`."""
        self._tell({"op": "link", "file": Path(source).stat().st_ino, "name": Path(target).name})
        os.link(source, target)

    def fsync(self, descriptor: int) -> None:
        """See `os.fsync`."""
        os.fsync(descriptor)
        status = os.fstat(descriptor)
        folder = stat.S_ISDIR(status.st_mode)
        self._tell({"op": "synced folder"} if folder else {"op": "synced", "file": status.st_ino})


@dataclass
class _File:
    """`synced` is sure; `waiting` are writes (bytes to append) and cuts (the new length) since."""

    synced: bytes = b""
    waiting: list[bytes | int] = field(default_factory=list)

    def with_first(self, count: int) -> bytes:
        """Its content when only so many of what waits was kept."""
        content = self.synced
        for change in self.waiting[:count]:
            content = content + change if isinstance(change, bytes) else content[:change]
        return content

    def after_cut(self, chance: Random) -> bytes:
        """Its content after a power cut."""
        kept = chance.randint(0, len(self.waiting))
        content = self.with_first(kept)
        if kept < len(self.waiting) and isinstance(torn := self.waiting[kept], bytes):
            part = chance.randint(0, len(torn))
            content += torn[:part] if chance.random() < 0.5 else b"\0" * part
        return content


class Card:
    """A folder of files, as far as a journal has told of it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        found = [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []
        self._files = {path.stat().st_ino: _File(path.read_bytes()) for path in found}
        self._names = {path.name: path.stat().st_ino for path in found}
        self._new_names: dict[str, int] = {}

    def hear(self, line: str) -> None:
        """Takes a line of the journal."""
        told = json.loads(line)
        operation = told["op"]
        if operation == "synced folder":
            self._names, self._new_names = self._names | self._new_names, {}
            return
        file = self._files.setdefault(told["file"], _File())
        if operation == "write":
            file.waiting.append(bytes.fromhex(told["data"]))
        elif operation == "cut":
            file.waiting.append(int(told["length"]))
        elif operation == "link":
            self._new_names[told["name"]] = told["file"]
        elif operation == "synced":
            file.synced, file.waiting = file.with_first(len(file.waiting)), []

    @property
    def unsynced(self) -> int:
        """Bytes that were written and may be gone."""
        return sum(len(change) for file in self._files.values() for change in file.waiting if isinstance(change, bytes))

    def cut_power(self, chance: Random) -> None:
        """Makes the folder what a power cut leaves of it."""
        names = self._names | {name: file for name, file in self._new_names.items() if chance.random() < 0.5}
        contents = {name: self._files[file].after_cut(chance) for name, file in names.items()}
        self._folder.mkdir(parents=True, exist_ok=True)
        for path in self._folder.iterdir():
            path.unlink()
        for name, content in contents.items():
            (self._folder / name).write_bytes(content)
