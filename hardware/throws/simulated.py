"""A die without a die: rolled from the world's side, by chance that is passed in."""

from __future__ import annotations

from random import Random

from hardware.ports import ThrowReport
from hardware.throws.pushed import PushedThrows


class SimulatedThrows(PushedThrows):
    """`simulated`: somebody at the simulated table rolls. In the record it counts as the button that rolls."""

    def __init__(self, chance: Random) -> None:
        super().__init__("simulated", "button")
        self._chance = chance

    def roll(self, time_s: float) -> int:
        """Rolls the die at `time_s`; the value shows up in `poll` and is returned. Raises `DeviceError` when not open."""
        value = self._chance.randint(1, 6)
        self.push(value, time_s)
        return value


class NoThrows:
    """`none`: nobody tells the throws, they are worked out from the moves."""

    @property
    def name(self) -> str:
        """`none`."""
        return "none"

    def open(self) -> None:
        """Nothing to take."""

    def poll(self, time_s: float) -> tuple[ThrowReport, ...]:  # noqa: ARG002
        """Never any throw."""
        return ()

    def close(self) -> None:
        """Nothing to give back."""
