"""The radio through bleak, which is imported only when dice are looked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from hardware.bluetooth.messages import DieModel
from hardware.errors import DeviceError

OnBytes = Callable[[bytes], None]
OnLost = Callable[[], None]

CONNECT_S = 15.0


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A die within reach; `strength_dbm` nearer 0 is nearer."""

    address: str
    name: str
    strength_dbm: int


class Connection(Protocol):
    """A die that is connected."""

    async def close(self) -> None:
        """Let it go; harmless when it is gone."""


class Radio(Protocol):
    """Finds dice and connects to them. Both raise `DeviceError` with a sentence."""

    async def find(self, model: DieModel, seconds: float) -> tuple[FoundDie, ...]:
        """The dice of that make within reach, nearest first."""

    async def connect(self, model: DieModel, address: str, on_bytes: OnBytes, on_lost: OnLost) -> Connection:
        """Connects, subscribes and greets; `on_bytes` gets every notification, `on_lost` is called once when it is gone."""


class BleakRadio:
    """This computer's Bluetooth."""

    async def find(self, model: DieModel, seconds: float) -> tuple[FoundDie, ...]:
        """Raises `DeviceError`."""
        bleak = _bleak()
        try:
            seen = await bleak.BleakScanner.discover(timeout=seconds, return_adv=True)
        except (OSError, bleak.exc.BleakError) as error:
            raise _no_bluetooth(error) from None
        dice = [
            FoundDie(device.address, advert.local_name or device.name or device.address, advert.rssi)
            for device, advert in seen.values()
            if model.matches(advert.local_name or device.name, tuple(advert.service_uuids))
        ]
        return tuple(sorted(dice, key=lambda die: (-die.strength_dbm, die.address)))

    async def connect(self, model: DieModel, address: str, on_bytes: OnBytes, on_lost: OnLost) -> Connection:
        """Raises `DeviceError`."""
        bleak = _bleak()
        client = bleak.BleakClient(address, disconnected_callback=lambda _: on_lost(), timeout=CONNECT_S)
        try:
            await client.connect()
            notify, write = _channel(model, client)
            await client.start_notify(notify, lambda _, data: on_bytes(bytes(data)))
            for message in model.greeting:
                await client.write_gatt_char(write, message)
        except FileNotFoundError as error:
            raise _no_bluetooth(error) from None
        except (OSError, EOFError, bleak.exc.BleakError) as error:
            await _Connected(client, bleak).close()
            if isinstance(error, DeviceError):
                raise
            raise DeviceError(
                f"the {model.label} die {address} does not answer ({_short(error)}): {model.wake_up}, or pair another one with "
                f"`companion dice pair {model.name}`"
            ) from None
        return _Connected(client, bleak)


class _Connected:
    def __init__(self, client: Any, bleak: Any) -> None:
        self._client, self._bleak = client, bleak

    async def close(self) -> None:
        """Whatever goes wrong while letting go, it is gone afterwards."""
        try:
            await self._client.disconnect()
        except (OSError, EOFError, self._bleak.exc.BleakError):
            return


def _channel(model: DieModel, client: Any) -> tuple[str, str]:
    """The characteristics this firmware has."""
    for notify, write in model.channels:
        if client.services.get_characteristic(notify) is not None and client.services.get_characteristic(write) is not None:
            return notify, write
    raise DeviceError(f"{client.address} was expected to be a {model.label} die, but has none of its characteristics")


def _bleak() -> Any:
    try:
        return importlib.import_module("bleak")
    except ImportError:
        raise DeviceError("Bluetooth dice need the package bleak, which is not installed: pip install bleak") from None


def _no_bluetooth(error: Exception) -> DeviceError:
    """Without D-Bus bleak raises a plain FileNotFoundError."""
    got = "no system bus (D-Bus) to ask for it" if isinstance(error, FileNotFoundError) else _short(error)
    return DeviceError(
        f"expected Bluetooth to be there and switched on, got {got}: check `bluetoothctl show`, "
        "and `sudo systemctl start bluetooth`"
    )


def _short(error: Exception) -> str:
    """The first line of what a library said, or its name where it says nothing."""
    text = str(error).strip().splitlines()
    return text[0] if text else type(error).__name__
