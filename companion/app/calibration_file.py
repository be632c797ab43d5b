"""Where a family's calibrations are kept: one file a camera, in the folder where programs keep their data."""

from __future__ import annotations

import re
from pathlib import Path

import platformdirs

from calibration.stored import Calibration, load_calibration
from hardware.errors import InputError
from hardware.program import PROGRAM

FOLDER = "calibration"


def calibration_path(camera: str, data: Path | None = None) -> Path:
    """The file of the camera of that name, below `data` or the usual folder."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", camera).strip("-").lower() or "camera"
    return (data or platformdirs.user_data_path(PROGRAM)) / FOLDER / f"{name}.json"


def stored_calibration(camera: str, data: Path | None = None) -> Calibration | None:
    """What is stored for that camera, for whichever board; None when there is nothing. Raises `InputError`."""
    path = calibration_path(camera, data)
    if not path.exists():
        return None
    try:
        return load_calibration(path)
    except InputError as error:
        raise InputError(f"{error}; calibrate again, or remove the file") from None
