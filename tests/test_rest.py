"""Two inputs within half a second are one: fingers slip, nobody throws that fast."""

from __future__ import annotations

from random import Random

import pytest

from hardware.buttons import SimulatedButton
from hardware.throws.gpio import ButtonThrows
from hardware.throws.keyboard import KeyboardThrows

PRESSES = [
    ([0.0, 0.3], [0.0]),
    ([0.0, 0.5], [0.0, 0.5]),
    ([0.0, 0.3, 0.6], [0.0, 0.6]),
    ([0.0, 0.1, 0.2, 0.3, 0.4], [0.0]),
]


@pytest.mark.parametrize(("pressed", "counted"), PRESSES)
def test_keys(pressed: list[float], counted: list[float]) -> None:
    keys = KeyboardThrows()
    keys.open()
    for time_s in pressed:
        keys.press(4, time_s)
    assert [throw.time_s for throw in keys.poll(10.0)] == counted


@pytest.mark.parametrize(("pressed", "counted"), PRESSES[:3])
def test_button(pressed: list[float], counted: list[float]) -> None:
    button = SimulatedButton(settle_s=0.0)
    throws = ButtonThrows(button, Random(1))
    throws.open()
    for time_s in pressed:
        button.push(time_s)
        button.let_go(time_s + 0.05)
    assert [throw.time_s for throw in throws.poll(10.0)] == counted
