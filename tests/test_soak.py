"""An evening in minutes, and that what grows in it is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from companion.measuring import soak as soaking
from companion.measuring.soak_figures import FEWEST, LIMITS, Sample, plot, sample_now, slope, slopes, too_steep

FLAT = tuple(Sample(number / 10, 300.0, 6, 3, 20.0) for number in range(1, 81))


def test_what_stays_the_same_grows_by_nothing() -> None:
    assert set(slopes(FLAT).values()) == {0.0}
    assert too_steep(slopes(FLAT)) == ()


@pytest.mark.parametrize(
    ("figure", "an_hour", "told"),
    [
        ("memory_mb", 5.0, "memory grows by 5.00 MB an hour; 2 are allowed"),
        ("files", 2.0, "open files grows by 2.00 files an hour; 0.1 are allowed"),
        ("threads", 1.0, "threads grows by 1.00 threads an hour; 0.1 are allowed"),
        ("frame_ms", 1.0, "time a frame grows by"),
    ],
)
def test_what_grows_is_told_with_its_limit(figure: str, an_hour: float, told: str) -> None:
    leaking = [replace(sample, **{figure: getattr(sample, figure) + an_hour * sample.hour}) for sample in FLAT]
    (sentence,) = too_steep(slopes(leaking))
    assert sentence.startswith(told)


def test_a_warm_up_and_a_slow_frame_are_no_growth() -> None:
    warm = [replace(sample, memory_mb=100 + 400 * sample.hour) if sample.hour < 1 else sample for sample in FLAT]
    slow = [replace(sample, frame_ms=90.0) if number % 7 == 0 else sample for number, sample in enumerate(warm)]
    assert too_steep(slopes(slow)) == ()


def test_a_slope_needs_samples() -> None:
    with pytest.raises(ValueError, match=f"expected {FEWEST} samples"):
        slope(FLAT[:3], LIMITS[0])


def test_the_plot_is_an_svg_that_says_every_figure() -> None:
    said = "".join(ElementTree.fromstring(plot(FLAT)).itertext())
    assert all(limit.name in said for limit in LIMITS)


def test_files_are_counted(tmp_path: Path) -> None:
    before = sample_now(0.0, 1.0)
    with (tmp_path / "one").open("w"), (tmp_path / "two").open("w"):
        assert sample_now(0.0, 1.0).files == before.files + 2
    assert sample_now(0.0, 1.0).files == before.files


def test_a_few_minutes_of_an_evening_leave_nothing_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soaking, "SAMPLE_S", 15.0)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    before, told = sample_now(0.0, 0.0), list[str]()
    evening = soaking.soak(tmp_path, 1.5 / 60, Random(1), told.append)
    after = sample_now(0.0, 0.0)
    assert evening.recorded >= evening.throws - 1 > 3
    assert len(told) == len(evening.samples) >= FEWEST
    # SDL and OpenCV may keep a file of their own.
    assert after.files - before.files <= 2
    assert after.threads == before.threads
