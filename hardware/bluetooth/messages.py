"""What dice of any make say, once their bytes are understood."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardware.ports import DieTrouble


@dataclass(frozen=True, slots=True)
class Rolling:
    """It has begun to roll."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """It has come to rest by itself and shows `value`, 1 to 6."""

    value: int


@dataclass(frozen=True, slots=True)
class NotRolled:
    """It has come to rest, but not by a proper throw."""

    trouble: DieTrouble


@dataclass(frozen=True, slots=True)
class Held:
    """It is in a hand."""


@dataclass(frozen=True, slots=True)
class PutDown:
    """It lies on a face, and the die itself does not say that it was rolled."""


@dataclass(frozen=True, slots=True)
class Battery:
    """How full it is, 0 to 100."""

    percent: int


DieMessage = Rolling | Rolled | NotRolled | Held | PutDown | Battery


@dataclass(frozen=True, slots=True)
class DieModel:
    """A make of dice: how to find, ask and understand it. UUIDs in lower case.

    Found by `name_prefix` or by the advertised `service`. `channels` are pairs of (notify, write) characteristics, the newest
    first: firmwares differ. `greeting` is written once connected. `parse` gives None for what is cut short or not understood.
    """

    name: str
    label: str
    wake_up: str
    """What a person does so that it can be found."""
    name_prefix: str | None
    service: str
    channels: tuple[tuple[str, str], ...]
    greeting: tuple[bytes, ...]
    parse: Callable[[bytes], DieMessage | None]

    def matches(self, name: str | None, services: tuple[str, ...]) -> bool:
        """Whether what is advertised is such a die."""
        if self.name_prefix is not None:
            return name is not None and name.startswith(self.name_prefix)
        return self.service in (service.lower() for service in services)
