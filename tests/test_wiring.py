"""The drawn wiring plan shows what the program uses."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from hardware.pins import SIX_LINES, WIRED
from hardware.wiring import FILE, HEADER, HEIGHT, WIDTH, pin_of, wiring_svg

ODD_OUT = {17: 11, 27: 13, 22: 15, 18: 12, 23: 16, 8: 24, 21: 40}
"""GPIO and header pin, from the Raspberry Pi documentation."""


def test_the_plan_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == wiring_svg(), "run `python -m hardware.wiring`"


@pytest.mark.parametrize(("gpio", "pin"), ODD_OUT.items())
def test_the_header_is_the_raspberry_pis(gpio: int, pin: int) -> None:
    assert pin_of(gpio) == pin


def test_the_header_has_28_gpio_eight_grounds_and_four_supplies() -> None:
    assert sorted(what for what in HEADER if isinstance(what, int)) == list(range(28))
    assert [HEADER.count(what) for what in ("GND", "3V3", "5V")] == [8, 2, 2]


def test_every_part_has_its_wire_and_nothing_is_drawn_outside() -> None:
    root = ElementTree.fromstring(wiring_svg())
    tags = "{http://www.w3.org/2000/svg}"
    lines = [{key: float(line.attrib[key]) for key in ("x1", "x2", "y1", "y2")} for line in root.iter(f"{tags}line")]
    begins = {(line["x1"], line["y1"]) for line in lines}
    wired = {gpio for _, gpio in WIRED.used()} | set(SIX_LINES)
    assert sum((x, y) in begins for x in (450.0, 670.0) for y in {line["y1"] for line in lines}) == len(wired)
    for line in lines:
        assert 0 <= line["x1"] <= WIDTH and 0 <= line["x2"] <= WIDTH
        assert 0 <= line["y1"] <= HEIGHT and 0 <= line["y2"] <= HEIGHT
    texts = [text.text or "" for text in root.iter(f"{tags}text")]
    assert all(f"GPIO {gpio}" in texts for gpio in wired)
