"""Throws typed in: whoever has the keys (the screen) pushes the values in."""

from __future__ import annotations

from hardware.throws.pushed import PushedThrows


class KeyboardThrows(PushedThrows):
    """`keyboard`: a real die lies on the table, somebody presses 1 to 6."""

    def __init__(self) -> None:
        super().__init__("keyboard", "keyboard")

    def press(self, value: int, time_s: float) -> None:
        """Key `value` was pressed. Raises `InputError` for anything but 1 to 6, `DeviceError` when not open."""
        self.push(value, time_s)
