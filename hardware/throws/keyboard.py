"""Throws typed in: whoever has the keys (the screen) pushes the values in."""

from __future__ import annotations

from hardware.throws.pushed import PushedThrows
from hardware.throws.rest import Rest


class KeyboardThrows(PushedThrows):
    """`keyboard`: a real die lies on the table, somebody presses 1 to 6."""

    def __init__(self) -> None:
        super().__init__("keyboard", "keyboard")
        self._rest = Rest()

    def open(self) -> None:
        """Raises `DeviceError` when open already."""
        super().open()
        self._rest = Rest()

    def press(self, value: int, time_s: float) -> None:
        """Key `value` was pressed; a second press within half a second is a slip and does not count.

        Raises `InputError` for anything but 1 to 6, `DeviceError` when not open.
        """
        if self._rest.over(time_s):
            self.push(value, time_s)
