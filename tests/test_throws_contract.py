"""What every source of throws has to do alike, over the world's side of it. What cannot happen is skipped, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.errors import DeviceError
from hardware.ports import DieTrouble, ThrowReport
from hardware.throws.simulated import NoThrows
from tests.throw_rigs import RIGS, Rig

SKEW_S = 0.01
"""Lines that change one after the other are steady so much later."""


@pytest.fixture(params=RIGS)
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    with RIGS[request.param](tmp_path) as made:
        yield made
        made.source.close()


def possible(rig: Rig, act: Callable[..., None] | None) -> Callable[..., None]:
    """What the world can do to this source; skips the test, with the reason, where it cannot."""
    if act is None:
        pytest.skip(rig.because)
    return act


def troubles(rig: Rig) -> list[DieTrouble]:
    """What the source has had to say."""
    return [notice.trouble for notice in getattr(rig.source, "notices", tuple)()]


def test_throws_come_once_in_order_and_not_before_their_time(rig: Rig) -> None:
    rig.source.open()
    rig.throw(4, 1.0)
    rig.throw(6, 3.0)
    assert rig.source.poll(0.9 + rig.delay_s) == ()
    throws = (*rig.source.poll(2.5), *rig.source.poll(4.5))
    assert [throw.time_s for throw in throws] == pytest.approx([1.0 + rig.delay_s, 3.0 + rig.delay_s], abs=SKEW_S)
    assert all(throw.value in range(1, 7) and throw.source == rig.record for throw in throws)
    assert rig.source.poll(9.0) == ()


def test_the_value_is_the_one_thrown(rig: Rig) -> None:
    if not rig.chosen:
        pytest.skip("chance or a file gives the value, not the world")
    rig.source.open()
    seen: list[ThrowReport] = []
    for value in range(1, 7):
        rig.throw(value, 2.0 * value)
        seen += rig.source.poll(2.0 * value + 1.5)
    assert [throw.value for throw in seen] == [1, 2, 3, 4, 5, 6]


def test_a_source_that_is_not_open_gives_none_and_opens_once(rig: Rig) -> None:
    with pytest.raises(DeviceError, match="not open"):
        rig.source.poll(1.0)
    rig.source.open()
    with pytest.raises(DeviceError, match="already open"):
        rig.source.open()
    rig.source.close()
    rig.source.close()
    with pytest.raises(DeviceError, match="not open"):
        rig.source.poll(1.0)


def test_what_was_closed_opens_again_and_remembers_nothing(rig: Rig) -> None:
    rig.source.open()
    rig.throw(4, 0.2)
    rig.source.close()
    rig.source.open()
    rig.throw(5, 1.0)
    assert len(rig.source.poll(2.5)) == 1
    assert rig.source.poll(9.0) == () or rig.record == "recorded"


def test_bounces_and_double_reports_are_one_throw(rig: Rig) -> None:
    wobbly_throw = possible(rig, rig.wobbly_throw)
    rig.source.open()
    wobbly_throw(5, 1.0)
    throws = rig.source.poll(5.0)
    assert len(throws) == 1
    assert not rig.chosen or throws[0].value == 5
    assert troubles(rig) == []


def test_holding_is_not_throwing(rig: Rig) -> None:
    hold = possible(rig, rig.hold)
    rig.source.open()
    hold(1.0)
    first = len(rig.source.poll(5.0))
    assert first == (0 if rig.record in ("godice", "pixels") else 1)
    assert rig.source.poll(60.0) == ()


def test_what_is_held_from_the_start_is_no_throw(rig: Rig) -> None:
    hold = possible(rig, rig.hold)
    rig.source.open()
    hold(1.0)
    rig.source.close()
    rig.source.open()
    assert rig.source.poll(60.0) == ()


def test_two_throws_within_half_a_second_are_one(rig: Rig) -> None:
    if not rig.rests:
        pytest.skip(rig.because)
    rig.source.open()
    rig.throw(2, 1.0)
    rig.throw(3, 1.4)
    rig.throw(4, 3.0)
    throws = rig.source.poll(9.0)
    assert len(throws) == 2
    assert not rig.chosen or [throw.value for throw in throws] == [2, 4]


def test_what_is_no_value_is_told_and_never_a_throw(rig: Rig) -> None:
    unreadable = possible(rig, rig.unreadable)
    rig.source.open()
    unreadable(1.0)
    assert rig.source.poll(5.0) == ()
    told = troubles(rig)
    assert len(told) == 1
    assert told[0].asks_again
    assert troubles(rig) == []
    rig.throw(2, 6.0)
    assert [throw.value for throw in rig.source.poll(9.0)] == [2]


def test_a_die_lost_in_mid_roll_asks_for_another_throw_and_goes_on(rig: Rig) -> None:
    die_mid_roll = possible(rig, rig.die_mid_roll)
    rig.source.open()
    die_mid_roll(1.0)
    assert rig.source.poll(5.0) == ()
    assert troubles(rig) == [DieTrouble.AGAIN_CUT_OFF, DieTrouble.BACK]
    rig.throw(3, 6.0)
    assert [throw.value for throw in rig.source.poll(9.0)] == [3]


def test_no_throws_never_gives_any() -> None:
    none = NoThrows()
    none.open()
    assert none.poll(5.0) == ()
    none.close()
