"""The die of a button rolls on the screen before its value is known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.scene import Mode, Scene
from hardware.ports import Rolls, ThrowSource

ROLLS_OVER = (Mode.TURN, Mode.SIX_AGAIN, Mode.NO_MOVE)
"""Screens on which a throw is awaited."""


class DieOnScreen:
    """Keeps the newest scene, and shows the faces of a rolling die over it."""

    def __init__(self, throws: ThrowSource) -> None:
        self._throws = throws
        self._scene: Scene | None = None

    def newest(self, scenes: Sequence[Scene], time_s: float) -> Scene | None:
        """What to show at `time_s`, after these scenes came; None as long as none has come."""
        self._scene = scenes[-1] if scenes else self._scene
        face = self._throws.face(time_s) if isinstance(self._throws, Rolls) else None
        if self._scene is None or face is None or self._scene.mode not in ROLLS_OVER:
            return self._scene
        return replace(self._scene, mode=Mode.THROW, throw=face, moves=())
