"""The wiring plan, drawn from `hardware.pins`: `python -m hardware.wiring` writes `wiring.svg` beside this module."""

from __future__ import annotations

from pathlib import Path

from hardware.pins import PIPS, SIX_LINES, WIRED

FILE = Path(__file__).with_name("wiring.svg")

HEADER: tuple[int | str, ...] = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15),
    *(17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND"),
    *(6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
"""What header pins 1 to 40 are: a GPIO number (BCM), power or ground. Source: the Raspberry Pi documentation, 40-pin header."""

WIDTH, HEIGHT, TOP, PITCH = 1120, 850, 96, 36
ODD_X, EVEN_X = 542, 578
LABEL = 30
"""Pixels from a pin to its name."""
WIRE = 92
"""Pixels from a pin to where its wire begins."""

INK, PALE, PAPER = "#22201c", "#8d877b", "#fffdf7"
FILLS = {"3V3": "#f2a33a", "5V": "#d8442f", "GND": "#22201c"}
WIRES = {"button": "#2f6fb7", "led": "#c0392b", "buzzer": "#7a4fa3", "rgb": "#2e8b57", "light": "#b8860b", "die": "#00798c"}


def pin_of(gpio: int) -> int:
    """The header pin, 1 to 40, of a BCM number."""
    return HEADER.index(gpio) + 1


def wiring_svg() -> str:
    """The whole drawing."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="DejaVu Sans, Verdana, sans-serif" font-size="14">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        _text(ODD_X + 18, 34, "Raspberry Pi, 40-pin header", size=18, anchor="middle", bold=True),
        _text(ODD_X + 18, 56, "pin 1 is at the end of the memory card; every part is optional", anchor="middle", fill=PALE),
        *_buttons(),
        *_pips(),
        *_buzzer(),
        *_light(),
        *_rgb(),
        *_die(),
        *_header(),
        *_legend(),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _header() -> list[str]:
    bottom = _y(39) + 20
    drawn = [_box(ODD_X - 20, TOP - 20, EVEN_X + 20, bottom, "#e7e2d6")]
    for number, what in enumerate(HEADER, 1):
        x, side = (ODD_X, -1) if number % 2 else (EVEN_X, 1)
        y = _y(number)
        used = what in {gpio for _, gpio in WIRED.used()} | set(SIX_LINES)
        fill = FILLS.get(str(what), "#ffffff" if used else "#cfc9bb")
        drawn.append(f'<circle cx="{x}" cy="{y}" r="12" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>')
        drawn.append(_text(x, y + 4, str(number), size=11, anchor="middle", fill="#ffffff" if what in ("GND", "5V") else INK))
        name = f"GPIO {what}" if isinstance(what, int) else what
        drawn.append(_text(x + side * LABEL, y + 5, name, anchor=_outward(side), fill=INK if used else PALE, size=13))
    return drawn


def _buttons() -> list[str]:
    drawn = [_text(40, _y(9) + 4, "Push buttons, each between its pin and ground", bold=True)]
    assert WIRED.next is not None and WIRED.undo is not None
    for gpio, name in ((WIRED.roll, "roll"), (WIRED.next, "next"), (WIRED.undo, "undo")):
        y = _y(pin_of(gpio))
        drawn += [_wire(gpio, 300, "button"), *_switch(240, y), _line(240, y, 130, y, INK), _text(40, y + 5, name)]
    return [*drawn, *_ground(130, _y(pin_of(WIRED.roll)), _y(pin_of(WIRED.undo)))]


def _switch(x: int, y: int) -> list[str]:
    return [
        _line(300, y, 290, y, INK),
        f'<circle cx="286" cy="{y}" r="4" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>',
        f'<circle cx="{x + 4}" cy="{y}" r="4" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>',
        _line(x + 6, y - 8, 284, y - 8, INK),
        _line(x + 25, y - 8, x + 25, y - 15, INK),
    ]


def _pips() -> list[str]:
    first = _y(pin_of(WIRED.leds[0]))
    drawn = [_text(40, first - 26, "Seven LEDs, the pips of a die, 330 ohms each", bold=True)]
    for index, gpio in enumerate(WIRED.leds):
        y = _y(pin_of(gpio))
        drawn += [_wire(gpio, 360, "led"), *_resistor(310, y), *_led(230, y), _line(230, y, 180, y, INK)]
        drawn.append(_text(284, y - 8, str(index + 1), size=12, anchor="middle"))
    drawn += _ground(180, first, _y(pin_of(WIRED.leds[-1])))
    return [*drawn, *_pip_places(50, first + 36)]


def _pip_places(x: int, y: int) -> list[str]:
    """Where each of the seven stands."""
    drawn = [_box(x, y, x + 96, y + 96, "#ffffff", radius=14)]
    places = [(20, 20), (20, 48), (20, 76), (48, 48), (76, 20), (76, 48), (76, 76)]
    assert len(places) == PIPS
    for index, (dx, dy) in enumerate(places):
        drawn.append(f'<circle cx="{x + dx}" cy="{y + dy}" r="11" fill="{WIRES["led"]}"/>')
        drawn.append(_text(x + dx, y + dy + 4, str(index + 1), size=12, anchor="middle", fill="#ffffff"))
    return drawn


def _buzzer() -> list[str]:
    assert WIRED.buzzer is not None
    y = _y(pin_of(WIRED.buzzer)) + 30
    start = _y(pin_of(WIRED.buzzer))
    bend = [
        _wire(WIRED.buzzer, 400, "buzzer"),
        _line(400, start, 400, y, WIRES["buzzer"]),
        _line(400, y, 300, y, WIRES["buzzer"]),
    ]
    symbol = f'<circle cx="284" cy="{y}" r="16" fill="#ffffff" stroke="{INK}" stroke-width="2"/>'
    name = _text(40, y + 5, "Active buzzer, 3.3 V", bold=True)
    return [*bend, symbol, _text(284, y + 5, "+", anchor="middle"), _line(268, y, 240, y, INK), *_ground(240, y, y), name]


def _light() -> list[str]:
    assert WIRED.light is not None
    y = _y(pin_of(WIRED.light))
    return [
        _text(760, y - 30, "Light over the table: LED strip of 5 V, white", bold=True),
        _wire(WIRED.light, 760, "light"),
        _box(760, y - 16, 900, y + 16, "#ffffff"),
        _text(830, y + 5, "MOSFET module", anchor="middle", size=13),
        _line(900, y, 930, y, FILLS["5V"]),
        _box(930, y - 16, 1080, y + 16, "#fff3c4"),
        _text(1005, y + 5, "5 V and GND too", anchor="middle", size=13),
    ]


def _rgb() -> list[str]:
    first, last = _y(pin_of(WIRED.rgb[0])), _y(pin_of(WIRED.rgb[-1]))
    drawn = [_text(760, first - 22, "or an RGB LED, common cathode, 330 ohms", bold=True)]
    for gpio, name in zip(WIRED.rgb, ("red", "green", "blue"), strict=True):
        y = _y(pin_of(gpio))
        drawn += [_wire(gpio, 760, "rgb"), *_resistor(760, y), _line(810, y, 880, y, INK), _text(830, y - 6, name, size=12)]
    drawn.append(_box(880, first - 14, 940, last + 14, "#ffffff"))
    drawn.append(_text(910, (first + last) / 2 + 5, "LED", anchor="middle"))
    return [*drawn, _line(940, first, 990, first, INK), *_ground(990, first, first + 36)]


def _die() -> list[str]:
    first, last = _y(pin_of(SIX_LINES[0])), _y(pin_of(SIX_LINES[-1]))
    assert WIRED.electronic_ready is not None
    binary = {gpio: f"bit {bit}" for bit, gpio in enumerate(WIRED.electronic_lines)} | {WIRED.electronic_ready: "ready"}
    drawn = [
        _box(760, first - 16, 1080, last + 46, "#ffffff"),
        _text(920, first + 72, "Electronic die", anchor="middle", bold=True),
    ]
    for face, gpio in enumerate(SIX_LINES, 1):
        y = _y(pin_of(gpio))
        name = f"{binary[gpio]},  or six lines: {face}" if gpio in binary else f"only with six lines: {face}"
        drawn += [_wire(gpio, 760, "die"), _text(772, y + 5, name, size=13)]
    return [*drawn, _text(772, last + 34, "3.3 V levels only, its GND to GND", size=13, fill=PALE)]


def _legend() -> list[str]:
    y = HEIGHT - 20
    return [_text(40, y, "The ground sign stands for any of the black pins: 6, 9, 14, 20, 25, 30, 34, 39.", fill=PALE, size=13)]


def _y(pin: int) -> int:
    """The height at which a header pin is drawn."""
    return TOP + (pin - 1) // 2 * PITCH


def _wire(gpio: int, to_x: int, kind: str) -> str:
    """A wire from beside the pin's name straight out."""
    pin = pin_of(gpio)
    begin = ODD_X - WIRE if pin % 2 else EVEN_X + WIRE
    return _line(begin, _y(pin), to_x, _y(pin), WIRES[kind])


def _ground(x: int, first_y: int, last_y: int) -> list[str]:
    """A rail and, at its lower end, the sign for ground."""
    rail = [_line(x, first_y, x, last_y + 12, INK)]
    return rail + [_line(x - half, last_y + 12 + 4 * n, x + half, last_y + 12 + 4 * n, INK) for n, half in enumerate((12, 8, 4))]


def _resistor(x: int, y: int) -> list[str]:
    return [_box(x, y - 6, x + 50, y + 6, "#ffffff")]


def _led(x: int, y: int) -> list[str]:
    """Anode at the right."""
    return [
        _line(310, y, x, y, INK),
        f'<path d="M {x + 42} {y - 9} L {x + 42} {y + 9} L {x + 26} {y} Z" fill="{WIRES["led"]}" stroke="{INK}"/>',
        _line(x + 26, y - 9, x + 26, y + 9, INK),
    ]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="2.5" stroke-linecap="round"/>'


def _box(x1: float, y1: float, x2: float, y2: float, fill: str, radius: int = 5) -> str:
    place = f'x="{x1}" y="{y1}" width="{x2 - x1}" height="{y2 - y1}" rx="{radius}"'
    return f'<rect {place} fill="{fill}" stroke="{INK}" stroke-width="2"/>'


def _text(x: float, y: float, words: str, size: int = 14, anchor: str = "start", bold: bool = False, fill: str = INK) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}"{weight}>{words}</text>'


def _outward(side: int) -> str:
    return "end" if side < 0 else "start"


if __name__ == "__main__":
    FILE.write_text(wiring_svg(), "utf-8")
    print(f"The wiring plan is {FILE}")
