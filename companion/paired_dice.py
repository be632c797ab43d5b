"""Which Bluetooth die belongs to this table: its address, kept in the data folder."""

from __future__ import annotations

import json
from pathlib import Path

import platformdirs

from hardware.errors import DeviceError, InputError
from hardware.program import PROGRAM

FILE = "dice.json"


def dice_path() -> Path:
    """Where they are kept."""
    return platformdirs.user_data_path(PROGRAM) / FILE


def paired(path: Path) -> dict[str, str]:
    """Addresses by make (`godice`, `pixels`). Raises `InputError` naming the file."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: the paired dice cannot be read: {error}; remove the file and pair them again") from None
    if not isinstance(data, dict) or not all(isinstance(address, str) for address in data.values()):
        raise InputError(f"{path}: expected an address for each make of dice, got {data!r}; remove the file and pair them again")
    return {str(make): str(address) for make, address in data.items()}


def keep_paired(path: Path, dice: dict[str, str]) -> None:
    """Writes them, whole or not at all. Raises `DeviceError`."""
    beside = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(dice, indent=2) + "\n", "utf-8")
        beside.replace(path)
    except OSError as error:
        raise DeviceError(f"cannot write {path}: {error.strerror or error}") from None
