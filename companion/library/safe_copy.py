"""All games and what is remembered of them, copied into one file while the program goes on."""

from __future__ import annotations

import tempfile
import zipfile
from pathlib import Path

from companion.library.database import backup
from companion.library.games import DATABASE, Library, Progress
from companion.library.loading import records
from companion.library.new_zip import name_in_zip, new_zip
from hardware.errors import DeviceError


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


def save_database(library: Library, out: Path) -> None:
    """Copies the database alone into a new file. Raises `DeviceError`, also when there is such a file already."""
    if out.exists():
        raise DeviceError(f"{out} is there already; expected a new name for the copy")
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".backup.") as folder:
            backup(library.connection, Path(folder) / DATABASE)
            (Path(folder) / DATABASE).replace(out)
    except DeviceError:
        raise
    except OSError as error:
        raise DeviceError(f"cannot copy the database to {out}: {error.strerror or error}") from None


def _pack(file: zipfile.ZipFile, library: Library, record: Path) -> None:
    for path in library.belongings(record):
        if path.is_file():
            file.write(path, name_in_zip(f"{library.folder.name}/{path.relative_to(library.folder)}"))
