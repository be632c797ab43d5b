"""Which of SDL's video drivers to use.

OpenCV and pygame live together in one process because each keeps to itself: opencv-python brings its own Qt and sets
`QT_QPA_PLATFORM_PLUGIN_PATH` and `QT_QPA_FONTDIR` when it is imported, which only windows of `cv2.imshow` read, and this
program opens none; pygame brings its own SDL, which reads the `SDL_…` variables only. Of pygame only display and font are
initialised, never the mixer: sound belongs to the voice's own process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path


def video_driver(environ: Mapping[str, str], dri: Path = Path("/dev/dri"), platform: str = sys.platform) -> str | None:
    """The value for `SDL_VIDEODRIVER`; None leaves the choice to SDL.

    A choice in the environment stands. On Linux without a desktop it is the bare screen (`kmsdrm`, the Raspberry Pi's
    console) when its device can be opened, else `dummy`: the program runs without showing anything.
    """
    if chosen := environ.get("SDL_VIDEODRIVER"):
        return chosen
    if not platform.startswith("linux") or environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        return None
    return "kmsdrm" if _has_screen(dri) else "dummy"


def _has_screen(dri: Path) -> bool:
    """Whether a graphics card that drives screens can be opened."""
    return dri.is_dir() and any(os.access(card, os.R_OK | os.W_OK) for card in dri.glob("card*"))
