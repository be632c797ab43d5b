"""Throws read by the camera: whoever watches the die under it pushes the values in."""

from __future__ import annotations

from hardware.ports import DieNotice, DieTrouble
from hardware.throws.pushed import PushedThrows


class CameraThrows(PushedThrows):
    """`camera`: the die lies beside the board; who sees it come to rest calls `push`, who cannot read it `trouble`."""

    def __init__(self) -> None:
        super().__init__("camera", "camera")
        self._notices: list[DieNotice] = []

    def trouble(self, trouble: DieTrouble, time_s: float) -> None:
        """The die lies there, but what it shows is no throw."""
        self._notices.append(DieNotice(trouble, "camera", time_s))

    def notices(self) -> tuple[DieNotice, ...]:
        """What was said since the last call."""
        told, self._notices = tuple(self._notices), []
        return told
