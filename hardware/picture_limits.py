"""Which files are looked at as pictures at all: said from the file and its header, before anything large is decoded.

A picture of 400 million pixels takes 2.4 GB and many seconds; a named pipe is waited for without end; for a PNG of 79 bytes with
one wrong byte in a length OpenCV takes 1.2 GB.
"""

from __future__ import annotations

import os
import stat
import warnings
from pathlib import Path

from PIL import Image

PNG = b"\x89PNG\r\n\x1a\n"
MOST_PIXELS = 60_000_000
"""Phones give 12 to 50 million; decoded and looked at, so many take 0.4 GB."""
MOST_BYTES = 250_000_000
"""So many pixels without any compression, three bytes each, and some more."""

MOST_CHUNKS = 100_000
"""Of a PNG: the largest picture in libpng's chunks of 8192 bytes has 22,000. Two million empty ones took 16 seconds."""


def why_no_picture(path: Path) -> str | None:
    """What keeps the file from being read as a picture, for the end of a sentence about it; None when nothing does.

    Says nothing of what cannot be opened, or is no picture: reading and decoding tell. Raises `OSError` where there is no file.
    """
    about = path.stat()
    if not stat.S_ISREG(about.st_mode) and not stat.S_ISDIR(about.st_mode):
        return "is no regular file (a pipe, a socket or a device)"
    if about.st_size > MOST_BYTES:
        return f"has {about.st_size / 1e6:.0f} megabytes; expected at most {MOST_BYTES / 1e6:.0f}"
    # Chunks first: reading the header goes through all of them as well.
    if stat.S_ISREG(about.st_mode) and _says_more_than_it_holds(path, about.st_size):
        return "is cut off or damaged: it says that a part of it is larger than the whole file, or has too many parts"
    if stat.S_ISREG(about.st_mode) and _has_too_many_pixels(path):
        return f"has more than {MOST_PIXELS / 1e6:.0f} million pixels; expected a smaller picture"
    return None


def _says_more_than_it_holds(path: Path, size: int) -> bool:
    """Whether a PNG has a chunk that is longer than the file (PNG specification, 5.3: length, type, data, CRC; 4 bytes each but
    the data), or more of them than any picture."""
    with path.open("rb") as file:
        if file.read(len(PNG)) != PNG:
            return False
        for _ in range(MOST_CHUNKS):
            head = file.read(8)
            if len(head) < 8:
                return False
            length = int.from_bytes(head[:4], "big")
            if length > size:
                return True
            if head[4:] == b"IEND":
                return False
            file.seek(length + 4, os.SEEK_CUR)
    return True


def _has_too_many_pixels(path: Path) -> bool:
    """By its header; False where that cannot be read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path) as picture:
                return picture.width * picture.height > MOST_PIXELS
    except Image.DecompressionBombError:
        return True
    except Exception:  # a damaged header fails in as many ways as there are formats; the decoder says the rest
        return False
