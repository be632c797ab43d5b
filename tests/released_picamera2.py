"""The released picamera2 without a Pi: its own code, imported beside empty stand-ins for what only a Pi has.

`make setup` puts the package, without what it needs, into `released` in the virtual environment: there it hides no picamera2
that Raspberry Pi OS brings, and nothing has to be compiled for it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock, patch

RELEASED = Path(sys.prefix) / "released"
ONLY_ON_A_PI = (
    "libcamera",
    "prctl",
    "piexif",
    "pidng",
    "pidng.camdefs",
    "pidng.core",
    "simplejpeg",
    "av",
    "videodev2",
    "kms",
    "pykms",
    "jsonschema",
    "PIL",
    "PIL.Image",
    "libarchive",
    "tqdm",
    "OpenEXR",
)


def why_not() -> str | None:
    """Why the package cannot be looked at; None when it can."""
    if not (RELEASED / "picamera2").is_dir():
        return f"the released picamera2 is not in {RELEASED}: make setup fetches it when a package index can be reached"
    return None


@contextmanager
def released_picamera2() -> Iterator[Any]:
    """The module, imported anew and forgotten afterwards."""
    stand_ins: dict[str, ModuleType] = {name: _Empty(name) for name in ONLY_ON_A_PI}
    stand_ins["videodev2"].__dict__["__all__"] = []
    with patch.dict(sys.modules, stand_ins), patch.object(sys, "path", [str(RELEASED), *sys.path]):
        for name in [name for name in sys.modules if name.partition(".")[0] == "picamera2"]:
            del sys.modules[name]
        yield importlib.import_module("picamera2")


class _Empty(ModuleType):
    """A module that has whatever is asked of it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        made = MagicMock(name=f"{self.__name__}.{name}")
        setattr(self, name, made)
        return made
