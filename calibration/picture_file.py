"""Reading a picture file."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from hardware.errors import InputError
from hardware.picture_limits import why_no_picture
from hardware.ports import BgrImage


def read_picture(path: Path, what: str = "a picture (JPEG, PNG, …)", advice: str = "") -> BgrImage:
    """(height, width, 3) uint8 BGR. Raises `InputError`: `what` was expected; `advice` ends the sentence."""
    try:
        refused = why_no_picture(path)
        data = b"" if refused else path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the path
        raise InputError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}{advice}") from None
    if refused is not None:
        raise InputError(f"{path}: expected {what}, but it {refused}{advice}")
    bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if bgr is None:
        raise InputError(f"{path}: expected {what}, but it cannot be decoded{advice}")
    return np.asarray(bgr, dtype=np.uint8)
