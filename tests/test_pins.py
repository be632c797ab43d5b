"""Pins in the settings, the lights of the die, and an electronic die whose lines say strange things."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from random import Random

import pytest
from gpiozero import BadPinFactory, Device
from gpiozero.pins.mock import MockFactory

from companion.cli.main import main
from companion.settings import load_settings
from hardware.buttons import SimulatedButton
from hardware.errors import DeviceError, InputError
from hardware.lights import COLOURS, PIP_LIGHTS, DieLights, PipLights, RgbLights
from hardware.pins import WIRED, Encoding, Pins, parse_pins, with_electronic_die
from hardware.ports import DieNotice, ThrowReport
from hardware.throws.electronic import LineReader
from hardware.throws.gpio import ButtonThrows
from hardware.throws.rolling import PACES_S, ROLL_S, roll
from hardware.throws.steady import Pattern, SteadyLines
from tests.throw_rigs import mock_pins


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    with mock_pins() as made:
        yield made


def test_without_a_table_only_the_button_that_rolls_is_wired() -> None:
    assert dict(parse_pins(None, "settings").used()) == {"roll": 17}


def test_pins_are_read_from_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('[pins]\nroll = 4\nbuzzer = 21\nleds = [5, 6, 13, 19, 26, 16, 20]\nelectronic = "one-of-six"\n', "utf-8")
    found = load_settings(path).pins
    assert (found.roll, found.buzzer, found.leds[2], found.electronic) == (4, 21, 13, Encoding.ONE_OF_SIX)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (5, "pins is 5; expected a table"),
        ({"rol": 4}, "unknown key 'rol'; known are .*roll"),
        ({"roll": 28}, "pins.roll is 28; expected a GPIO number from 2 to 27"),
        ({"roll": 1}, "pins.roll is 1"),
        ({"roll": True}, "pins.roll is True"),
        ({"roll": "17"}, "pins.roll is '17'"),
        ({"leds": [5, 6]}, r"pins.leds is \[5, 6\]; expected a list of 7"),
        ({"rgb": 5}, "pins.rgb is 5; expected a list of 3"),
        ({"rgb": [5, 6, 40]}, r"pins.rgb\[2\] is 40"),
        ({"electronic": "morse"}, "pins.electronic is 'morse'; expected one of binary, one-of-six"),
        ({"electronic_active_low": 1}, "pins.electronic_active_low is 1; expected true or false"),
        ({"electronic_lines": [9, 10, 11]}, "pins.electronic_ready is missing"),
        ({"electronic": "one-of-six", "electronic_lines": [2, 3, 4, 5, 6, 7], "electronic_ready": 8}, "expected none"),
        ({"buzzer": 17}, "pins.buzzer and pins.roll are both GPIO 17"),
        ({"leds": [5, 6, 13, 19, 26, 16, 5]}, r"pins.leds\[6\] and pins.leds\[0\] are both GPIO 5"),
        ({"light": 12, "rgb": [23, 12, 25]}, r"pins.rgb\[1\] and pins.light are both GPIO 12"),
    ],
)
def test_pins_that_cannot_be_are_told_by_their_names(table: object, told: str) -> None:
    with pytest.raises(InputError, match=f"settings: .*{told}"):
        parse_pins(table, "settings")


@pytest.mark.parametrize("wired", [WIRED, with_electronic_die(Pins(electronic=Encoding.ONE_OF_SIX))])
def test_the_plan_has_a_pin_of_its_own_for_everything(wired: Pins) -> None:
    numbers = [number for _, number in wired.used()]
    assert len(set(numbers)) == len(numbers)
    assert not set(numbers) & {0, 1, 2, 3, 14, 15}


def test_an_electronic_die_wired_as_planned_must_not_meet_another_part() -> None:
    with pytest.raises(InputError, match=r"pins.electronic_lines\[1\] and pins.roll are both GPIO 7"):
        with_electronic_die(Pins(roll=7))


BINARY = [
    (0b000, "expected 1 to 6 on the binary lines, got 0"),
    (0b111, "expected 1 to 6 on the binary lines, got 7"),
    *((value, value) for value in range(1, 7)),
]


@pytest.mark.parametrize(("bits", "read"), BINARY)
def test_what_the_binary_lines_say(bits: int, read: int | str) -> None:
    levels = (*(bool(bits >> bit & 1) for bit in range(3)), True)
    heard = LineReader(Encoding.BINARY).read(Pattern(levels, 1.0))
    assert heard is not None
    assert (heard.value if isinstance(heard, ThrowReport) else heard.detail) == read


@pytest.mark.parametrize("on", [(1, 2), (1, 6), (2, 3, 4), (1, 2, 3, 4, 5, 6)])
def test_two_of_six_lines_are_no_value(on: tuple[int, ...]) -> None:
    heard = LineReader(Encoding.ONE_OF_SIX).read(Pattern(tuple(face in on for face in range(1, 7)), 1.0))
    assert isinstance(heard, DieNotice)
    assert heard.detail == f"expected one of six lines to be on, got {', '.join(map(str, on))}"


def test_a_value_that_changes_while_it_is_shown_counts_once() -> None:
    reader = LineReader(Encoding.ONE_OF_SIX)
    five = Pattern((False, False, False, False, True, False), 1.0)
    two = Pattern((False, True, False, False, False, False), 2.0)
    nothing = Pattern((False,) * 6, 3.0)
    heard = [reader.read(pattern) for pattern in (five, two, nothing, two)]
    assert [each.value if isinstance(each, ThrowReport) else each for each in heard] == [5, None, None, 2]


def test_lines_that_never_rest_say_nothing() -> None:
    lines = SteadyLines((False, False), settle_s=0.02)
    for step in range(100):
        lines.edge(step % 2, step % 4 < 2, 1.0 + 0.019 * step)
        assert lines.poll(1.0 + 0.019 * step) == ()


@pytest.mark.parametrize(("face", "count"), [(face, face) for face in range(1, 7)])
def test_as_many_lights_are_on_as_the_die_has_pips(pins: MockFactory, face: int, count: int) -> None:
    lights = PipLights(WIRED.leds)
    lights.open()
    lights.show(face)
    on = tuple(bool(pins.pin(number).state) for number in WIRED.leds)
    assert on == PIP_LIGHTS[face]
    assert sum(on) == count
    # A die looks the same from the other side of the table.
    assert on == on[::-1]
    lights.show(None)
    assert not any(pins.pin(number).state for number in WIRED.leds)
    lights.close()


def test_the_coloured_light_has_a_colour_for_each_value(pins: MockFactory) -> None:
    lights = RgbLights(WIRED.rgb)
    lights.open()
    seen = set()
    for face in range(1, 7):
        lights.show(face)
        colour = tuple(int(bool(pins.pin(number).state)) for number in WIRED.rgb)
        assert colour == COLOURS[face]
        seen.add(colour)
    assert len(seen) == 6
    lights.show(3, rolling=True)
    assert all(pins.pin(number).state for number in WIRED.rgb)
    lights.show(None)
    assert not any(pins.pin(number).state for number in WIRED.rgb)
    lights.close()


@pytest.mark.parametrize("lights", [PipLights(WIRED.leds), RgbLights(WIRED.rgb)], ids=["seven", "rgb"])
def test_lights_are_opened_once_and_give_all_their_pins_back(pins: MockFactory, lights: DieLights) -> None:
    with pytest.raises(DeviceError, match="not open"):
        lights.show(1)
    lights.open()
    with pytest.raises(DeviceError, match="already open"):
        lights.open()
    lights.close()
    lights.close()
    lights.open()
    lights.close()
    assert isinstance(pins, MockFactory)


@pytest.mark.parametrize("lights", [PipLights((5, 6, 13, 19, 26, 16, 17)), RgbLights((5, 6, 17))], ids=["seven", "rgb"])
def test_a_light_at_a_taken_pin_leaves_the_button_and_the_other_pins_free(pins: MockFactory, lights: DieLights) -> None:
    assert isinstance(pins, MockFactory)
    taken = PipLights((17,))
    taken.open()
    source = ButtonThrows(SimulatedButton(), Random(1), lights)
    with pytest.raises(DeviceError, match=r"light of the die at pin.* cannot be used"):
        source.open()
    taken.close()
    source.open()
    source.close()


def test_a_roll_slows_down_and_ends_on_its_value() -> None:
    rolled = roll(4, 10.0, Random(5))
    assert list(PACES_S) == sorted(PACES_S)
    assert [rolled.face(10.0 + ROLL_S), rolled.face(99.0), rolled.value] == [4, 4, 4]
    assert all(a != b for a, b in zip(rolled.faces, rolled.faces[1:], strict=False))
    assert set(rolled.faces) <= set(range(1, 7))


def test_the_button_shows_its_die_rolling_and_ignores_presses_meanwhile() -> None:
    button = SimulatedButton(settle_s=0.0)
    source = ButtonThrows(button, Random(3), rolls=True)
    source.open()
    assert source.face(0.5) is None
    button.push(1.0)
    button.let_go(1.1)
    assert source.poll(1.1) == ()
    assert source.face(1.1) in range(1, 7)
    button.push(1.6)
    button.let_go(1.7)
    assert source.poll(1.0 + ROLL_S - 0.01) == ()
    (throw,) = source.poll(1.0 + ROLL_S)
    assert (throw.time_s, throw.source) == (1.0 + ROLL_S, "button")
    assert source.face(2.0) is None
    assert source.poll(9.0) == ()


@pytest.mark.parametrize("throws", ["gpio", "electronic"])
def test_without_pins_there_is_one_sentence(
    throws: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_pins() -> None:
        raise BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(Device, "_default_pin_factory", no_pins)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    command = ["play", "--camera", "simulated", "--headless", "--data", str(tmp_path), "--throws", throws]
    assert main(command) == 2
    said = capsys.readouterr().err
    assert "expected the pins of a Raspberry Pi, this computer has none" in said
    assert said.count("\n") == 1
    assert not list(tmp_path.rglob("*.jsonl"))


def test_the_manual_names_every_key_and_the_readme_wires_what_can_be_wired() -> None:
    root = Path(__file__).parents[1]
    manual = (root / "companion" / "manual" / "hardware.md").read_text("utf-8")
    assert [key.name for key in fields(Pins) if f"`{key.name}`" not in manual] == []
    settings = (root / "README.md").read_text("utf-8").partition("[pins]")[2].partition("```")[0].partition("\n")[2]
    assert parse_pins(tomllib.loads(settings), "README.md") == replace(WIRED, rgb=())
