"""All games and what is remembered of them, copied into one file while the program goes on."""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from companion.library.database import backup
from companion.library.games import DATABASE, Library
from companion.library.loading import records
from hardware.errors import DeviceError

Progress = Callable[[Sequence[Path]], Iterable[Path]]


def save_copy(library: Library, out: Path, progress: Progress = iter) -> int:
    """Writes records, boards and pictures, and a copy of the database, into a new zip file; tells how many games are in it.

    A zip can be opened everywhere; unpacked into an empty data folder it is the library again. Raises `DeviceError`, also when
    there is such a file already.
    """
    found = records(library.folder)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=".backup.") as folder:
            database, partial = Path(folder) / DATABASE, Path(folder) / "backup.zip"
            backup(library.connection, database)
            with zipfile.ZipFile(partial, "x", zipfile.ZIP_DEFLATED) as file:
                file.write(database, DATABASE)
                for record in progress(found):
                    _pack(file, library, record)
            os.link(partial, out)  # never over a backup that is there
    except FileExistsError:
        raise DeviceError(f"{out} is there already; expected a new name for the backup") from None
    except OSError as error:
        if isinstance(error, DeviceError):
            raise
        raise DeviceError(f"cannot write the backup {out}: {error.strerror or error}") from None
    return len(found)


def _pack(file: zipfile.ZipFile, library: Library, record: Path) -> None:
    for path in library.belongings(record):
        if path.is_file():
            file.write(path, f"{library.folder.name}/{path.relative_to(library.folder)}")
