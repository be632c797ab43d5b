"""Throws under the camera: told once, when the die lies still and flat, wherever hands move meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.drawing_die import DieAt
from companion.vision.die import SeenDie
from companion.vision.die_network import CLASSES, CROOKED, FloatArray
from companion.vision.die_table import DieTable
from companion.vision.die_votes import Read, Votes
from companion.vision.die_watch import LEFT_S, DieRest, DieWatch, Outcome
from hardware.cameras.recorded import VideoCamera
from hardware.ports import BgrImage, Frame
from tests.test_die import camera_above, table

FPS = 10
ROLLING = Path(__file__).parents[2] / "shared" / "photos" / "video" / "rolling.mp4"

FOUR, FIVE, TWO = (DieAt(x, y, v, turn_deg=t, edge_mm=16) for x, y, v, t in ((50, 20, 4, 25), (-60, -30, 5, 60), (55, -40, 2, 5)))


def rolling(seconds: float, ends: DieAt) -> list[BgrImage]:
    """A die that tumbles towards where it ends: every frame elsewhere, with another value."""
    count = round(seconds * FPS)
    ways = [(k, (count - k) / count) for k in range(count)]
    return [table(DieAt(ends.x_mm - 90 * way, ends.y_mm, k % 6 + 1, turn_deg=71.0 * k, edge_mm=16)) for k, way in ways]


def lying(seconds: float, *dice: DieAt) -> list[BgrImage]:
    """Still frames, each with its own noise."""
    quiet, count = table(*dice), round(seconds * FPS)
    return [np.asarray(cv2.add(quiet, noises()[k % len(noises())], dtype=cv2.CV_8U), np.uint8) for k in range(count)]


@cache
def noises() -> list[NDArray[np.int16]]:
    """What the camera adds to the frames of a picture at rest."""
    rng = np.random.default_rng(3)
    return [rng.normal(0, 2, (480, 640, 3)).astype(np.int16) for _ in range(4)]


def hand(seconds: float, at_x: int, *dice: DieAt) -> list[BgrImage]:
    """A hand that moves over the table around that pixel column, coming from below."""
    frames = []
    for k, bgr in enumerate(lying(seconds, *dice)):
        frame = bgr.copy()
        cv2.ellipse(frame, (at_x + 9 * (k % 4), 420), (70, 300), 0, 0, 360, (120, 150, 210), -1, cv2.LINE_AA)
        frames.append(frame)
    return frames


def told(pictures: Sequence[BgrImage], watch: DieWatch | None = None, start_s: float = 0.0) -> list[DieRest]:
    """What is told over these frames."""
    watch = watch or DieWatch()
    rests = [watch.update(Frame(bgr, start_s + k / FPS, k)) for k, bgr in enumerate(pictures)]
    return [rest for rest in rests if rest is not None]


def as_found(_bgr: BgrImage, die: SeenDie, _table: DieTable | None) -> FloatArray:
    """A closer look that says the same as the first one."""
    chances = np.zeros(CLASSES)
    chances[CROOKED if die.value is None else die.value], chances[0] = 0.95, 0.05
    return chances


def outcomes(rests: Sequence[DieRest]) -> list[tuple[Outcome, tuple[int | None, ...]]]:
    """Outcome and sorted values of each."""
    return [(rest.outcome, tuple(sorted(rest.values, key=str))) for rest in rests]


def test_a_throw_is_told_once_when_the_die_has_come_to_rest() -> None:
    rests = told([*lying(0.3), *rolling(1.0, FOUR), *lying(1.5, FOUR)])
    assert outcomes(rests) == [(Outcome.VALUE, (4,))]
    assert rests[0].value == 4
    assert 1.5 < rests[0].time_s < 2.2


def test_nothing_is_told_while_it_rolls() -> None:
    assert told([*lying(0.3), *rolling(2.0, FOUR)]) == []


def test_a_die_that_lay_there_is_no_throw_but_known() -> None:
    watch = DieWatch()
    assert told(lying(1.0, FOUR), watch) == []
    assert [die.value for die in watch.dice] == [4]


def test_each_throw_is_told() -> None:
    frames = [*lying(0.3, FIVE), *rolling(0.5, FOUR), *lying(0.8, FOUR), *rolling(0.5, TWO), *lying(0.8, TWO)]
    assert outcomes(told(frames)) == [(Outcome.VALUE, (4,)), (Outcome.VALUE, (2,))]


def test_a_hand_beside_the_die_delays_nothing() -> None:
    frames = [*lying(0.3), *rolling(0.5, FOUR), *hand(1.5, 90, FOUR)]
    assert outcomes(told(frames)) == [(Outcome.VALUE, (4,))]


def test_a_die_that_was_only_covered_is_no_throw() -> None:
    over = hand(0.4, 420, FOUR)
    still = [over[-1]] * (3 * FPS)
    assert told([*lying(0.5, FOUR), *over, *still, *lying(1.5, FOUR)]) == []


def held(x_mm: float, y_mm: float, die: DieAt | None) -> BgrImage:
    """A hand whose fingers are at that place of the table, coming from below, and the die between them, if there is one."""
    frame = (table(die) if die else table()).copy()
    x, y = (round(v) for v in camera_above(10.0).project(np.array([[x_mm, y_mm, 8.0]]))[0])
    cv2.line(frame, (x + 25, y + 15), (x + 60, 700), (120, 150, 210), 70, cv2.LINE_AA)
    cv2.line(frame, (x, y + 4), (x + 25, y + 30), (120, 150, 210), 24, cv2.LINE_AA)
    return frame


def carried(begins: DieAt, ends: DieAt, steps: int = 6) -> list[BgrImage]:
    """A hand takes hold of the die, takes it along, and goes down out of the picture."""
    frames = [held(begins.x_mm, begins.y_mm + away, begins) for away in (120, 60, 0)]
    for k in range(1, steps + 1):
        x, y = (a + (b - a) * k / steps for a, b in ((begins.x_mm, ends.x_mm), (begins.y_mm, ends.y_mm)))
        frames.append(held(x, y, replace(ends, x_mm=x, y_mm=y)))
    return [*frames, *(held(ends.x_mm, ends.y_mm + away, ends) for away in (50, 100, 160))]


def test_a_die_that_is_pushed_by_hand_is_no_throw_and_nobody_is_asked() -> None:
    aside = replace(FOUR, x_mm=-40, y_mm=-10, turn_deg=40)
    assert told([*lying(1.0, FOUR), *carried(FOUR, aside), *lying(6.0, aside)]) == []


def test_a_die_that_is_put_down_is_no_throw_and_is_asked_for_when_it_is_left_there() -> None:
    turned = replace(FOUR, x_mm=-40, y_mm=-10, value=2)
    rests = told([*lying(1.0, FOUR), *carried(FOUR, turned), *lying(6.0, turned)])
    assert [(rest.outcome, rest.value) for rest in rests] == [(Outcome.BY_HAND, None)]
    assert rests[0].time_s > 1.0 + 1.2 + LEFT_S


def test_a_die_that_is_taken_away_is_no_throw_nor_is_the_next_one_missed() -> None:
    taken = [held(FOUR.x_mm, FOUR.y_mm + away, FOUR if away else None) for away in (120, 60, 0, 60, 120)]
    frames = [*lying(1.0, FOUR), *taken[:3], *(held(FOUR.x_mm, FOUR.y_mm + away, None) for away in (60, 120, 160)), *lying(1.0)]
    assert outcomes(told([*frames, *rolling(0.6, TWO), *lying(1.2, TWO)])) == [(Outcome.VALUE, (2,))]


def votes(*looks: tuple[float, ...]) -> Votes:
    """The votes of these looks."""
    made = Votes()
    for look in looks:
        made.add(np.array(look))
    return made


FLAT = (0.05, 0.0, 0.0, 0.93, 0.0, 0.0, 0.0, 0.02)
OTHER = (0.05, 0.0, 0.0, 0.0, 0.0, 0.9, 0.0, 0.05)
LEANING = (0.1, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.8)
NONE = (0.9, 0.0, 0.0, 0.1, 0.0, 0.0, 0.0, 0.0)
VOTES: list[tuple[list[tuple[float, ...]], Read | None, int | None]] = [
    ([], None, None),
    ([FLAT] * 2, None, None),
    ([FLAT] * 3, Read.FLAT, 3),
    ([FLAT, OTHER, FLAT], None, None),
    ([OTHER, *[FLAT] * 6], None, None),
    ([OTHER, *[FLAT] * 12], Read.FLAT, 3),
    ([FLAT, OTHER] * 4, Read.UNSURE, None),
    ([LEANING] * 7, None, None),
    ([LEANING] * 8, Read.LEANS, None),
    ([NONE] * 3, Read.NOTHING, None),
    ([NONE, FLAT, FLAT], Read.FLAT, 3),
]


@pytest.mark.parametrize(("looks", "read", "value"), VOTES)
def test_a_value_is_sure_when_the_looks_agree(looks: list[tuple[float, ...]], read: Read | None, value: int | None) -> None:
    assert votes(*looks).read() is read
    assert votes(*looks).value == value


def test_looks_that_do_not_agree_ask_for_another_throw_and_never_tell_a_value() -> None:
    flips = iter(range(99))

    def look(bgr: BgrImage, die: SeenDie, board: DieTable | None) -> FloatArray:
        return as_found(bgr, replace(die, value=2 + next(flips) % 2), board)

    rests = told([*lying(0.3), *rolling(0.5, FOUR), *lying(1.8, FOUR)], DieWatch(look=look))
    assert [(rest.outcome, rest.value) for rest in rests] == [(Outcome.UNREADABLE, None)]


def test_a_second_die_is_told_as_several() -> None:
    frames = [*lying(0.3), *rolling(0.5, FOUR), *lying(0.8, FOUR), *lying(0.8, FOUR, FIVE)]
    assert outcomes(told(frames)) == [(Outcome.VALUE, (4,)), (Outcome.SEVERAL, (4, 5))]


def test_only_the_tray_counts() -> None:
    tray = [(360.0, 40.0), (620.0, 40.0), (620.0, 440.0), (360.0, 440.0)]
    outside = [*lying(0.3), *lying(1.0, FIVE)]
    assert told(outside, DieWatch(tray_px=tray)) == []
    inside = [*lying(0.3), *lying(1.0, FOUR)]
    assert outcomes(told(inside, DieWatch(tray_px=tray))) == [(Outcome.VALUE, (4,))]


def test_darker_light_is_no_throw() -> None:
    bright = lying(0.6, FOUR)
    dark = [np.asarray(bgr * 0.6, np.uint8) for bgr in lying(3.0, FOUR)]
    assert told([*bright, *dark]) == []


def test_a_die_that_leans_asks_for_another_throw() -> None:
    leaning = SeenDie(None, (437.0, 200.0), 32.0, 0.9, True)

    def find(bgr: BgrImage, region: object, board: DieTable | None) -> tuple[SeenDie, ...]:
        assert region is not None
        assert board is None
        return (leaning,) if float(bgr[200, 437].mean()) > 150 else ()

    rests = told([*lying(0.3), *lying(1.6, DieAt(58.5, -20, 4, edge_mm=16))], DieWatch(find=find, look=as_found))
    assert [(rest.outcome, rest.value, rest.values) for rest in rests] == [(Outcome.CROOKED, None, (None,))]


def test_where_everything_moved_nothing_is_a_throw() -> None:
    watch = DieWatch()
    told(lying(0.5, FIVE), watch)
    watch.place(None, None)
    assert told(lying(1.0, FOUR), watch, start_s=5.0) == []


def _video(path: Path) -> Iterator[Frame]:
    camera = VideoCamera(path)
    camera.open()
    while (frame := camera.read()) is not None:
        yield frame


@pytest.mark.skipif(not ROLLING.exists(), reason="the video of a rolled die is not here")
def test_of_a_rolled_die_the_throw_that_is_seen_is_told() -> None:
    watch = DieWatch()
    rests = [rest for frame in _video(ROLLING) if (rest := watch.update(frame)) is not None]
    assert outcomes(rests) == [(Outcome.VALUE, (1,))]
