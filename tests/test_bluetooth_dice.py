"""Bluetooth dice: what their bytes mean, which of it is a throw, and connections that come and go."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.main import main
from companion.paired_dice import dice_path, paired
from hardware.bluetooth import godice, pixels
from hardware.bluetooth.godice import GODICE
from hardware.bluetooth.messages import Battery, DieMessage, Held, NotRolled, PutDown, Rolled, Rolling
from hardware.bluetooth.pixels import PIXELS
from hardware.bluetooth.throws import RETRIES_S, BluetoothThrows
from hardware.bluetooth.tracker import RollTracker
from hardware.errors import DeviceError, InputError
from hardware.ports import DieTrouble, ThrowReport
from tests.device_doubles import ManualClock
from tests.dice_doubles import MODELS, FakeDie, bluetooth_throws, fake_bleak, rolled

CROOKED, HANDLED, UNREADABLE = DieTrouble.AGAIN_CROOKED, DieTrouble.AGAIN_HANDLED, DieTrouble.AGAIN_UNREADABLE


@contextmanager
def within_reach(*dice: FakeDie) -> Iterator[Any]:
    """This computer's Bluetooth with these dice near it."""
    module = fake_bleak(dice)
    with patch.dict(sys.modules, {"bleak": module}):
        yield module


GODICE_BYTES: list[tuple[bytes, DieMessage | None]] = [
    (b"R", Rolling()),
    (b"S\xc0\x00\x00", Rolled(1)),
    (b"S\x00\x00\x40", Rolled(2)),
    (b"S\x00\x40\x00", Rolled(3)),
    (b"S\x00\xc0\x00", Rolled(4)),
    (b"S\x00\x00\xc0", Rolled(5)),
    (b"S\x40\x00\x00", Rolled(6)),
    (b"S\x3c\x08\xf9", Rolled(6)),
    (b"S\x2d\x2d\x00", NotRolled(CROOKED)),
    (b"S\x00\x00\x00", NotRolled(CROOKED)),
    (b"FS\x40\x00\x00", NotRolled(HANDLED)),
    (b"TS\x40\x00\x00", NotRolled(CROOKED)),
    (b"MS\x40\x00\x00", NotRolled(HANDLED)),
    (b"Bat\x5f", Battery(95)),
    (b"Bat\xff", Battery(100)),
    (b"Col\x02", None),
    (b"", None),
    (b"S", None),
    (b"S\x40\x00", None),
    (b"S\x40\x00\x00\x00", None),
    (b"FS\x40", None),
    (b"Ba", None),
    (b"Bat", None),
    (b"RR", None),
    (b"XS\x40\x00\x00", None),
]

PIXELS_BYTES: list[tuple[bytes, DieMessage | None]] = [
    *((bytes([3, 1, face]), Rolled(face + 1)) for face in range(6)),
    (bytes([3, 1, 6]), NotRolled(UNREADABLE)),
    (bytes([3, 1, 19]), NotRolled(UNREADABLE)),
    (bytes([3, 2, 0]), Held()),
    (bytes([3, 3, 0]), Rolling()),
    (bytes([3, 4, 0]), NotRolled(CROOKED)),
    (bytes([3, 5, 0]), PutDown()),
    (bytes([3, 0, 0]), None),
    (bytes([3, 6, 0]), None),
    (bytes([34, 80, 0]), Battery(80)),
    (b"", None),
    (bytes([3]), None),
    (bytes([3, 1]), None),
    (bytes([3, 1, 2, 3]), None),
    (bytes([34, 80]), None),
    (bytes([2, 22, 9]), None),
    (bytes([99, 1, 2]), None),
]


@pytest.mark.parametrize(("data", "message"), GODICE_BYTES, ids=lambda value: repr(value))
def test_what_a_godice_says(data: bytes, message: DieMessage | None) -> None:
    assert godice.parse(data) == message


@pytest.mark.parametrize(("data", "message"), PIXELS_BYTES, ids=lambda value: repr(value))
def test_what_a_pixel_says(data: bytes, message: DieMessage | None) -> None:
    assert pixels.parse(data) == message


@given(st.sampled_from([godice.parse, pixels.parse]), st.binary(max_size=24))
def test_no_bytes_are_too_strange(parse: Callable[[bytes], DieMessage | None], data: bytes) -> None:
    message = parse(data)
    assert not isinstance(message, Rolled) or message.value in range(1, 7)


MESSAGES = st.one_of(
    st.just(Rolling()),
    st.just(Held()),
    st.just(PutDown()),
    st.builds(Rolled, st.integers(1, 6)),
    st.builds(NotRolled, st.sampled_from([CROOKED, HANDLED])),
    st.builds(Battery, st.integers(0, 100)),
)


@given(st.lists(MESSAGES, max_size=60))
def test_no_roll_gives_two_throws_and_no_throw_comes_without_a_roll(messages: list[DieMessage]) -> None:
    tracker, rolls, throws = RollTracker("godice"), 0, 0
    for second, message in enumerate(messages):
        rolls += isinstance(message, Rolling)
        heard = tracker.hear(message, float(second))
        throws += isinstance(heard, ThrowReport)
        assert throws <= rolls
        assert not isinstance(heard, ThrowReport) or isinstance(message, Rolled)


ROLL, SIX = Rolling(), Rolled(6)

STORIES: list[tuple[str, list[DieMessage], list[int | DieTrouble]]] = [
    ("a throw", [Held(), ROLL, SIX], [6]),
    ("it lies there when it is connected", [PutDown()], []),
    ("it tells its face again", [ROLL, SIX, SIX, SIX], [6]),
    ("a value without a roll", [SIX], []),
    ("a roll that never ends", [ROLL], []),
    ("a roll that never ends, and the next", [ROLL, ROLL, Rolled(2)], [2]),
    ("it leans, is nudged and falls", [ROLL, NotRolled(CROOKED), SIX], [CROOKED]),
    ("it leans and is thrown again", [ROLL, NotRolled(CROOKED), Held(), ROLL, Rolled(1)], [CROOKED, 1]),
    ("it leans and says so for long", [ROLL, *[NotRolled(CROOKED)] * 5], [CROOKED]),
    ("it is carried and put down", [Held(), PutDown(), PutDown()], [HANDLED]),
    ("it is caught in mid-roll and put down", [ROLL, Held(), PutDown()], [HANDLED]),
    ("it reports while it is held", [Held(), SIX, Held(), SIX], []),
    ("its battery is low", [Battery(40), Battery(9), Battery(8)], [DieTrouble.BATTERY_LOW]),
]


@pytest.mark.parametrize(("messages", "heard"), [story[1:] for story in STORIES], ids=[story[0] for story in STORIES])
def test_which_of_it_is_a_throw(messages: list[DieMessage], heard: list[int | DieTrouble]) -> None:
    tracker = RollTracker("pixels")
    told = [tracker.hear(message, 10.0 * second) for second, message in enumerate(messages)]
    assert [each.value if isinstance(each, ThrowReport) else each.trouble for each in told if each is not None] == heard


@pytest.mark.parametrize("make", MODELS)
def test_it_is_greeted_and_says_how_full_it_is(make: str) -> None:
    die = FakeDie(MODELS[make])
    with within_reach(die):
        source = bluetooth_throws(make, ManualClock())
        source.open()
        assert die.written == [(MODELS[make].channels[0][1], MODELS[make].greeting[0])]
        die.say(b"Bat\x55" if make == "godice" else bytes([34, 85, 0]))
        assert source.battery == 85
        source.close()
    assert die.client is None


def test_a_pixel_with_an_older_firmware_is_understood() -> None:
    die = FakeDie(PIXELS, channel=1)
    with within_reach(die):
        source = bluetooth_throws("pixels", ManualClock(1.0))
        source.open()
        die.say(bytes([3, 3, 0]), rolled("pixels", 4))
        assert [throw.value for throw in source.poll(2.0)] == [4]
        source.close()


def test_a_die_that_sleeps_is_tried_again_ever_more_rarely_and_for_ever() -> None:
    die = FakeDie(GODICE)
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) > 8:
            die.asleep = False

    with within_reach(die):
        source = bluetooth_throws("godice", ManualClock(), pause)
        source.open()
        die.asleep = True
        die.vanish()
        die.wait_for(connections=2)
        assert [notice.trouble for notice in source.notices()] == [DieTrouble.LOST, DieTrouble.BACK]
        source.close()
    assert pauses == [RETRIES_S[0], *RETRIES_S, RETRIES_S[-1], RETRIES_S[-1], RETRIES_S[-1]]


def test_a_roll_from_before_the_loss_gives_no_throw_after_it() -> None:
    die, clock = FakeDie(GODICE), ManualClock(1.0)
    with within_reach(die):
        source = bluetooth_throws("godice", clock)
        source.open()
        die.say(b"R")
        die.vanish()
        die.wait_for(connections=2)
        die.say(rolled("godice", 6))
        assert source.poll(9.0) == ()
        die.say(b"R", rolled("godice", 2))
        assert [throw.value for throw in source.poll(9.0)] == [2]
        source.close()


def test_closing_while_the_die_is_away_ends_the_search() -> None:
    die = FakeDie(GODICE)
    with within_reach(die):
        source = bluetooth_throws("godice", ManualClock())
        source.open()
        die.asleep = True
        die.vanish()
        die.wait_for(attempts=3)
        source.close()
    with pytest.raises(DeviceError, match="not open"):
        source.poll(1.0)


def test_of_several_dice_one_has_to_be_chosen() -> None:
    near, far = FakeDie(GODICE, "AA:01", rssi=-40), FakeDie(GODICE, "AA:02", "GoDice_9_B_v04", rssi=-70)
    with within_reach(far, near):
        with pytest.raises(
            DeviceError, match=r"expected one GoDice die, found 2: .*AA:01.*, .*AA:02.*; .*dice pair godice ADDRESS"
        ):
            bluetooth_throws("godice", ManualClock()).open()
        source = bluetooth_throws("godice", ManualClock(1.0), address="AA:02")
        source.open()
        assert near.client is None
        far.say(b"R", rolled("godice", 5))
        assert [throw.value for throw in source.poll(2.0)] == [5]
        source.close()


def test_the_other_make_is_not_taken_for_it() -> None:
    with (
        within_reach(FakeDie(PIXELS)),
        pytest.raises(DeviceError, match="expected a GoDice die within reach, found none: shake it"),
    ):
        bluetooth_throws("godice", ManualClock()).open()


def test_a_paired_die_that_is_not_there_is_told() -> None:
    with within_reach(), pytest.raises(DeviceError, match=r"AA:77 does not answer .*was not found"):
        bluetooth_throws("pixels", ManualClock(), address="AA:77").open()


def test_something_else_under_the_address_is_told() -> None:
    with within_reach(FakeDie(PIXELS, "AA:01")), pytest.raises(DeviceError, match="AA:01 was expected to be a GoDice die"):
        bluetooth_throws("godice", ManualClock(), address="AA:01").open()


def no_bus() -> SimpleNamespace:
    """bleak where there is no D-Bus: a plain error of a missing file."""

    async def discover(**_asked: object) -> object:
        raise FileNotFoundError(2, "No such file or directory")

    module = fake_bleak([])
    module.BleakScanner = SimpleNamespace(discover=discover)
    return module


@pytest.mark.parametrize(
    ("module", "told"),
    [(None, "bleak, which is not installed: pip install bleak"), (no_bus(), "expected Bluetooth to be there and switched on")],
    ids=["no bleak", "no D-Bus"],
)
@pytest.mark.parametrize("command", [["play", "--camera", "simulated", "--headless", "--throws", "pixels"], ["dice", "list"]])
def test_without_bluetooth_there_is_one_sentence(
    module: Any, told: str, command: list[str], capsys: pytest.CaptureFixture[str], own_folders: Path
) -> None:
    assert own_folders.is_dir()
    with patch.dict(sys.modules, {"bleak": module}):
        assert main(command) == 2
    said = capsys.readouterr().err
    assert told in said
    assert said.count("\n") == 1


def test_what_nobody_has_thought_of_reaches_the_game() -> None:
    class Broken(FakeDie):
        pass

    die = Broken(GODICE)
    with within_reach(die) as module:
        source = bluetooth_throws("godice", ManualClock())
        source.open()
        module.BleakClient = None
        die.vanish()
        source._link._thread.join(10.0)  # type: ignore[union-attr]
        with pytest.raises(TypeError):
            source.poll(1.0)
        source.close()


@pytest.fixture
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings and data of this test alone."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def test_dice_are_listed_paired_tried_and_forgotten(own_folders: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert own_folders in dice_path().parents
    with within_reach(FakeDie(GODICE, "AA:01"), FakeDie(PIXELS, "BB:01"), FakeDie(PIXELS, "BB:02", rssi=-80)):
        assert main(["dice", "pair", "godice"]) == 0
        assert main(["dice", "pair", "pixels"]) == 2
        assert main(["dice", "pair", "pixels", "BB:03"]) == 2
        assert main(["dice", "pair", "pixels", "BB:02"]) == 0
        assert paired(dice_path()) == {"godice": "AA:01", "pixels": "BB:02"}
        capsys.readouterr()
        assert main(["dice", "list", "--json"]) == 0
        listed = capsys.readouterr().out.splitlines()
        assert listed[2] == '{"make": "pixels", "address": "BB:02", "name": "Hot Dog", "dbm": -80, "paired": true}'
        assert len(listed) == 3
        assert main(["dice", "test", "godice", "--seconds", "0"]) == 2
        assert "expected a throw" in capsys.readouterr().err
    assert main(["dice", "forget", "pixels"]) == 0
    assert main(["dice", "forget", "pixels"]) == 2
    assert paired(dice_path()) == {"godice": "AA:01"}


@pytest.mark.parametrize("text", ["", "[]", '{"godice": 5}', "{", pytest.param("[" * 100_000, id="deep")])
def test_a_broken_list_of_dice_names_its_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "dice.json"
    path.write_text(text)
    with pytest.raises(InputError, match=r"dice\.json.*remove the file and pair them again"):
        paired(path)


def test_a_die_is_made_with_this_computers_radio() -> None:
    with within_reach():
        source = BluetoothThrows(GODICE)
        assert source.name == "godice"
        with pytest.raises(DeviceError, match="found none"):
            source.open()


def test_the_released_bleak_can_be_used_as_the_stand_in_is() -> None:
    bleak = pytest.importorskip("bleak", reason="bleak is not installed")
    client = bleak.BleakClient
    signature(client.__init__).bind(None, "AA:01", disconnected_callback=print, timeout=1.0)
    signature(client.write_gatt_char).bind(None, GODICE.channels[0][1], b"\x03")
    signature(client.start_notify).bind(None, GODICE.channels[0][0], print)
    signature(bleak.BleakScanner.discover).bind(timeout=1.0, return_adv=True)
    assert {"connect", "disconnect", "services", "address"} <= set(dir(client))
    assert callable(bleak.backends.service.BleakGATTServiceCollection.get_characteristic)
    assert issubclass(bleak.exc.BleakError, Exception)
    advertised = importlib.import_module("bleak.backends.scanner").AdvertisementData
    assert {"local_name", "service_uuids", "rssi"} <= set(advertised._fields)
