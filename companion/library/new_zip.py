"""A zip file that is whole or not there at all, and never takes the place of another."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hardware.errors import DeviceError


@contextmanager
def new_zip(out: Path, what: str) -> Iterator[zipfile.ZipFile]:
    """Packs beside `out`, which is there once everything is in it; `what` it is, for messages.

    Raises `DeviceError`: there is such a file already, or it cannot be written.
    """
    try:
        if out.exists():
            raise _taken(out, what)
        out.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=out.parent, prefix=f".{what}.") as folder:
            partial = Path(folder) / "partial.zip"
            # A Raspberry Pi has no clock of its own: what it wrote before it knew the time is of 1970, which no zip can say.
            with zipfile.ZipFile(partial, "x", zipfile.ZIP_DEFLATED, strict_timestamps=False) as file:
                yield file
            _put(partial, out, what)
    except DeviceError:
        raise
    except FileExistsError:
        raise DeviceError(f"cannot write the {what} {out}: {out.parent} is no folder") from None
    except OSError as error:
        raise DeviceError(f"cannot write the {what} {out}: {error.strerror or error}") from None


def name_in_zip(name: str) -> str:
    """The file's name; bytes of it that are no UTF-8, as on disks written elsewhere, are spelt out: zips have no others."""
    return name.encode("utf-8", "backslashreplace").decode("utf-8").replace("\\", "_")


def _put(partial: Path, out: Path, what: str) -> None:
    """The name is taken first: memory sticks know no links, and a plain move would go over a file that came meanwhile."""
    try:
        out.open("xb").close()
    except FileExistsError:
        raise _taken(out, what) from None
    partial.replace(out)


def _taken(out: Path, what: str) -> DeviceError:
    return DeviceError(f"{out} is there already; expected a new name for the {what}")
