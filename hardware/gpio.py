"""The pins of a Raspberry Pi through gpiozero, which is imported only when a pin is opened."""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from typing import Any

from hardware.errors import DeviceError


def open_pins(what: str, make: Callable[[Any], Any]) -> Any:
    """What `make` makes of the module gpiozero. Raises `DeviceError` naming `what` when there are no pins or they are taken."""
    try:
        gpiozero = importlib.import_module("gpiozero")
    except ImportError:
        raise DeviceError("gpiozero is not installed: pip install gpiozero") from None
    try:
        with warnings.catch_warnings():
            # gpiozero warns of every pin library it tries; what counts is whether one of them works.
            warnings.simplefilter("ignore")
            return make(gpiozero)
    except gpiozero.BadPinFactory:
        raise DeviceError(f"{what}: expected the pins of a Raspberry Pi, this computer has none") from None
    except gpiozero.GPIOZeroError as error:
        raise DeviceError(f"{what} cannot be used: {error}") from None
