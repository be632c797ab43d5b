"""All games and what is remembered of them, copied into one file while the program goes on."""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path

from companion.library.database import backup
from companion.library.games import DATABASE, Library, Progress
from companion.library.loading import records
from companion.library.new_zip import name_in_zip, new_zip


def save_copy(library: Library, out: Path, progress: Progress = iter) -> int:
    """Writes records, boards and pictures, and a copy of the database, into a new zip file; tells how many games are in it.

    A zip can be opened everywhere; unpacked into an empty data folder it is the library again. Raises `DeviceError`, also when
    there is such a file already.
    """
    found = records(library.folder)
    with new_zip(out, "backup") as file:
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".backup.") as folder:
            backup(library.connection, Path(folder) / DATABASE)
            file.write(Path(folder) / DATABASE, DATABASE)
        for record in progress(found):
            _pack(file, library, record)
    return len(found)


def _pack(file: zipfile.ZipFile, library: Library, record: Path) -> None:
    for path in library.belongings(record):
        if path.is_file():
            file.write(path, name_in_zip(f"{library.folder.name}/{path.relative_to(library.folder)}"))
