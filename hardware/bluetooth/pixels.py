"""Pixels of Systemic Games, six-sided.

Source: the maker's published library (github.com/GameWithPixels/pixels-js, messages of pixels-core-connect). Every message begins
with its kind: 3 roll state (state, face counted from 0), 34 battery (percent, state); out: 33 asks for the battery.
"""

from __future__ import annotations

from hardware.bluetooth.messages import Battery, DieMessage, DieModel, Held, NotRolled, PutDown, Rolled, Rolling
from hardware.ports import DieTrouble

ROLL_STATE, ASK_BATTERY, BATTERY = 3, 33, 34
ROLLED, HANDLING, ROLLING, CROOKED, ON_FACE = 1, 2, 3, 4, 5


def parse(data: bytes) -> DieMessage | None:
    """What a notification says; None when it is cut short, unknown, or of a state that says nothing."""
    if data[:1] == bytes([ROLL_STATE]) and len(data) == 3:
        return _roll_state(data[1], data[2])
    if data[:1] == bytes([BATTERY]) and len(data) == 3:
        return Battery(min(100, data[1]))
    return None


def _roll_state(state: int, face: int) -> DieMessage | None:
    if state == ROLLED:
        return Rolled(face + 1) if face < 6 else NotRolled(DieTrouble.AGAIN_UNREADABLE)
    plain: dict[int, DieMessage] = {
        HANDLING: Held(),
        ROLLING: Rolling(),
        CROOKED: NotRolled(DieTrouble.AGAIN_CROOKED),
        ON_FACE: PutDown(),
    }
    return plain.get(state)


PIXELS = DieModel(
    name="pixels",
    label="Pixels",
    wake_up="lift it off its charger or away from magnets, and close the maker's app on phones nearby",
    name_prefix=None,
    service="a6b90001-7a5a-43f2-a962-350c8edc9b5b",
    channels=(
        ("a6b90002-7a5a-43f2-a962-350c8edc9b5b", "a6b90003-7a5a-43f2-a962-350c8edc9b5b"),
        ("6e400001-b5a3-f393-e0a9-e50e24dcca9e", "6e400002-b5a3-f393-e0a9-e50e24dcca9e"),
    ),
    greeting=(bytes([ASK_BATTERY]),),
    parse=parse,
)
