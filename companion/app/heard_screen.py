"""A screen whose scenes are heard as well."""

from __future__ import annotations

from companion.app.sounding import Sounding
from companion.display import Screen
from companion.focus import Guide
from companion.scene import Scene


class HeardScreen(Screen):
    """Hands every scene on to `sounding` once that is set, also those that look like the one before: it knows what is new."""

    sounding: Sounding | None = None

    def show(self, scene: Scene, guide: Guide | None = None) -> None:
        """Shows the scene, and lets it be heard."""
        if self.sounding is not None:
            self.sounding.scene(scene, self._clock())
        super().show(scene, guide)
