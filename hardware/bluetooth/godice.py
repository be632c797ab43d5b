"""GoDice of Particula, with the six-sided shell.

Source: the maker's published interfaces (github.com/ParticulaCode/GoDicePythonAPI, GoDiceJavaScriptAPI). The Nordic UART
service; in: `R` rolling, `S` + x, y, z (signed bytes) stable, `FS`, `TS`, `MS` + x, y, z: stable after a fake roll, tilted, only
moved; `Bat` + percent, `Col` + colour; out: 3 asks for the battery.
"""

from __future__ import annotations

import struct

from hardware.bluetooth.messages import Battery, DieMessage, DieModel, NotRolled, Rolled, Rolling
from hardware.ports import DieTrouble

VECTORS = {1: (-64, 0, 0), 2: (0, 0, 64), 3: (0, 64, 0), 4: (0, -64, 0), 5: (0, 0, -64), 6: (64, 0, 0)}
"""Which way gravity points in the die when a face is up."""

MOST_OFF = 36
"""A die that lies flat is within some counts of its vector; one that leans by 32 degrees or more is this far away from all."""

TROUBLES = {
    b"FS": DieTrouble.AGAIN_HANDLED,
    b"TS": DieTrouble.AGAIN_CROOKED,
    b"MS": DieTrouble.AGAIN_HANDLED,
}


def parse(data: bytes) -> DieMessage | None:
    """What a notification says; None when it is cut short or unknown."""
    if data == b"R":
        return Rolling()
    if data[:3] == b"Bat" and len(data) >= 4:
        return Battery(min(100, data[3]))
    if data[:1] == b"S" and len(data) == 4:
        return _stable(data[1:4])
    if data[:2] in TROUBLES and len(data) == 5:
        return NotRolled(TROUBLES[data[:2]])
    return None


def _stable(xyz: bytes) -> DieMessage:
    x, y, z = struct.unpack("bbb", xyz)
    off = {value: (x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2 for value, (a, b, c) in VECTORS.items()}
    value = min(off, key=off.__getitem__)
    return Rolled(value) if off[value] <= MOST_OFF**2 else NotRolled(DieTrouble.AGAIN_CROOKED)


UART = "6e400001-b5a3-f393-e0a9-e50e24dcca9e"

GODICE = DieModel(
    name="godice",
    label="GoDice",
    wake_up="shake it, and close the maker's app on phones nearby",
    name_prefix="GoDice",
    service=UART,
    channels=(("6e400003-b5a3-f393-e0a9-e50e24dcca9e", "6e400002-b5a3-f393-e0a9-e50e24dcca9e"),),
    greeting=(bytes([3]),),
    parse=parse,
)
