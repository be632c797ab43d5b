"""Bluetooth dice that speak their published protocols byte for byte, behind a stand-in for the package bleak."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import SimpleNamespace
from typing import Any

from hardware.bluetooth.godice import GODICE, VECTORS
from hardware.bluetooth.messages import DieModel
from hardware.bluetooth.pixels import PIXELS
from hardware.bluetooth.throws import BluetoothThrows

LONG_S = 10.0
"""Longer than any of these tests should ever wait."""

SAYS: dict[str, dict[str, bytes]] = {
    "godice": {"rolling": b"R", "crooked": b"TS\x20\x20\x20", "handled": b"FS\x40\x00\x00", "low battery": b"Bat\x07"},
    "pixels": {
        "rolling": bytes([3, 3, 0]),
        "crooked": bytes([3, 4, 2]),
        "handled": bytes([3, 5, 2]),
        "low battery": bytes([34, 7, 0]),
    },
}
HELD = {"godice": b"MS\x00\x40\x00", "pixels": bytes([3, 2, 2])}
"""What a die says while somebody carries it about."""


def rolled(make: str, value: int) -> bytes:
    """The report of a die that has come to rest by itself."""
    if make == "pixels":
        return bytes([3, 1, value - 1])
    return b"S" + bytes(component % 256 for component in VECTORS[value])


class FakeBleakError(Exception):
    """`bleak.exc.BleakError`."""


@dataclass(eq=False)
class FakeDie:
    """A die on the table, driven from the world's side; refuses to speak while nobody is connected to it."""

    model: DieModel
    address: str = "AA:BB:CC:00:00:01"
    name: str = ""
    asleep: bool = False
    channel: int = 0
    """Which of the model's characteristics its firmware has."""
    rssi: int = -50
    written: list[tuple[str, bytes]] = field(default_factory=list)
    attempts: int = 0
    connections: int = 0
    client: FakeClient | None = None
    news: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        self.name = self.name or {"godice": "GoDice_1A2B3C_R_v04", "pixels": "Hot Dog"}[self.model.name]

    def say(self, *messages: bytes) -> None:
        """Notifies, and returns when the messages have been taken in."""
        for message in messages:
            self._there(partial(FakeClient.notified, data=message))

    def vanish(self) -> None:
        """Out of reach at once."""
        client = self.client
        self._there(lambda client: client.dropped())
        assert client is not None

    def wait_for(self, connections: int = 0, attempts: int = 0) -> None:
        """Waits until it was connected to (tried to be connected to) so often, and what follows from it has happened."""
        with self.news:
            assert self.news.wait_for(lambda: self.connections >= connections and self.attempts >= attempts, LONG_S)
        if connections and self.client is not None:
            self._there(lambda _: None)

    def count(self, **more: int) -> None:
        """Counts what happened, for those who wait."""
        with self.news:
            for name, number in more.items():
                setattr(self, name, getattr(self, name) + number)
            self.news.notify_all()

    def _there(self, do: Callable[[FakeClient], None]) -> None:
        client = self.client
        assert client is not None, "nobody is connected to this die"

        async def in_its_loop() -> None:
            do(client)

        asyncio.run_coroutine_threadsafe(in_its_loop(), client.loop).result(LONG_S)


class FakeClient:
    """`bleak.BleakClient` where the driver touches it."""

    def __init__(self, dice: Sequence[FakeDie], address: str, disconnected_callback: Callable[[Any], None]) -> None:
        self.address = address
        self.die = next((die for die in dice if die.address == address), None)
        self.loop = asyncio.get_running_loop()
        self.services = self
        self._lost = disconnected_callback
        self._callback: Callable[[Any, bytearray], None] | None = None

    async def connect(self) -> None:
        if self.die is not None:
            self.die.count(attempts=1)
        if self.die is None or self.die.asleep:
            raise FakeBleakError(f"Device with address {self.address} was not found.")

    def get_characteristic(self, uuid: str) -> object | None:
        assert self.die is not None
        return uuid if uuid in self.die.model.channels[self.die.channel] else None

    async def start_notify(self, uuid: str, callback: Callable[[Any, bytearray], None]) -> None:
        assert self.die is not None
        assert uuid == self.die.model.channels[self.die.channel][0]
        self._callback = callback

    async def write_gatt_char(self, uuid: str, data: bytes) -> None:
        assert self.die is not None
        assert uuid == self.die.model.channels[self.die.channel][1]
        self.die.written.append((uuid, data))
        self.die.client = self
        self.die.count(connections=1)

    async def disconnect(self) -> None:
        if self.die is not None and self.die.client is self:
            self.dropped()

    def notified(self, data: bytes) -> None:
        assert self._callback is not None, "the driver has not subscribed"
        self._callback(None, bytearray(data))

    def dropped(self) -> None:
        assert self.die is not None
        self.die.client = None
        self._lost(self)


def fake_bleak(dice: Sequence[FakeDie]) -> SimpleNamespace:
    """A module `bleak` with these dice within reach."""

    async def discover(timeout: float, return_adv: bool) -> dict[str, tuple[Any, Any]]:
        assert timeout > 0
        assert return_adv
        headset = (SimpleNamespace(address="00:11", name=None), SimpleNamespace(local_name=None, service_uuids=[], rssi=-20))
        return {"00:11": headset} | {die.address: _advertised(die) for die in dice if not die.asleep}

    def client(address: str, disconnected_callback: Callable[[Any], None], timeout: float) -> FakeClient:
        assert timeout > 0
        return FakeClient(dice, address, disconnected_callback)

    exc = SimpleNamespace(BleakError=FakeBleakError)
    return SimpleNamespace(BleakScanner=SimpleNamespace(discover=discover), BleakClient=client, exc=exc)


def _advertised(die: FakeDie) -> tuple[Any, Any]:
    device = SimpleNamespace(address=die.address, name=die.name)
    return device, SimpleNamespace(local_name=die.name, service_uuids=[die.model.service.upper()], rssi=die.rssi)


async def no_pause(_seconds: float) -> None:
    """Tries again at once, after everything else had its turn."""
    await asyncio.sleep(0)


MODELS = {"godice": GODICE, "pixels": PIXELS}


def bluetooth_throws(
    make: str, clock: Callable[[], float], pause: Callable[[float], Awaitable[None]] = no_pause, address: str | None = None
) -> BluetoothThrows:
    """The driver as the registry makes it, but that it never really waits."""
    return BluetoothThrows(MODELS[make], address, clock=clock, pause=pause, opened_s=LONG_S)
