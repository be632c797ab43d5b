"""Which files are looked at as pictures at all: said from the file and its header, before anything large is decoded.

A picture of 400 million pixels takes 2.4 GB and many seconds; a named pipe is waited for without end.
"""

from __future__ import annotations

import stat
import warnings
from pathlib import Path

from PIL import Image

MOST_PIXELS = 60_000_000
"""Phones give 12 to 50 million; decoded and looked at, so many take 0.4 GB."""
MOST_BYTES = 250_000_000
"""So many pixels without any compression, three bytes each, and some more."""


def why_no_picture(path: Path) -> str | None:
    """What keeps the file from being read as a picture, for the end of a sentence about it; None when nothing does.

    Says nothing of what cannot be opened, or is no picture: reading and decoding tell. Raises `OSError` where there is no file.
    """
    about = path.stat()
    if not stat.S_ISREG(about.st_mode) and not stat.S_ISDIR(about.st_mode):
        return "is no regular file (a pipe, a socket or a device)"
    if about.st_size > MOST_BYTES:
        return f"has {about.st_size / 1e6:.0f} megabytes; expected at most {MOST_BYTES / 1e6:.0f}"
    if stat.S_ISREG(about.st_mode) and _has_too_many_pixels(path):
        return f"has more than {MOST_PIXELS / 1e6:.0f} million pixels; expected a smaller picture"
    return None


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
