"""Which Bluetooth die belongs to this table: its address, kept in the data folder."""

from __future__ import annotations

import json
from pathlib import Path

import platformdirs

from hardware.errors import DeviceError, InputError
from hardware.json_text import parse_object, quoted, read_text
from hardware.program import PROGRAM
from hardware.whole_file import write_whole

FILE = "dice.json"
ADVICE = "remove the file and pair them again"


def dice_path() -> Path:
    """Where they are kept."""
    return platformdirs.user_data_path(PROGRAM) / FILE


def paired(path: Path) -> dict[str, str]:
    """Addresses by make (`godice`, `pixels`). Raises `InputError` naming the file."""
    if not path.exists():
        return {}
    try:
        data = parse_object(read_text(path), str(path))
    except InputError as error:
        raise InputError(f"{error}; {ADVICE}") from None
    if not all(isinstance(address, str) for address in data.values()):
        raise InputError(f"{path}: expected an address for each make of dice, got {quoted(data)}; {ADVICE}")
    return data


def keep_paired(path: Path, dice: dict[str, str]) -> None:
    """Writes them, whole or not at all. Raises `DeviceError`."""
    try:
        write_whole(path, (json.dumps(dice, indent=2) + "\n").encode())
    except OSError as error:
        raise DeviceError(f"cannot write {path}: {error.strerror or error}") from None
