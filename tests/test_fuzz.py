"""Whatever comes from outside is a value or an error for people; `make fuzz` tries longer."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from calibration.picture_file import read_picture
from companion.measuring import fuzz
from companion.measuring.fuzz import MOST_MB, FuzzError, damaged, try_once
from companion.measuring.fuzz_targets import Target, targets
from hardware.errors import InputError
from hardware.picture_limits import MOST_CHUNKS

INPUT = st.one_of(st.binary(max_size=200), st.integers(0, 2**32))
READ = [name for name, target in targets().items() if not target.acts]
CARRIED_OUT = [name for name, target in targets().items() if target.acts]


def feed(name: str, what: bytes | int, folder: Path) -> None:
    data = what if isinstance(what, bytes) else damaged(targets()[name].seeds[0], Random(what))
    try_once(name, data, folder)


@pytest.mark.parametrize("name", READ)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(INPUT)
def test_no_input_falls(tmp_path: Path, name: str, what: bytes | int) -> None:
    feed(name, what, tmp_path)


@pytest.mark.parametrize("name", CARRIED_OUT)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(INPUT)
def test_nothing_falls_that_is_carried_out(tmp_path: Path, name: str, what: bytes | int) -> None:
    feed(name, what, tmp_path)


@pytest.mark.parametrize("name", targets())
def test_good_input_is_taken(tmp_path: Path, name: str) -> None:
    """Damaged copies of something that is refused from its first byte would try little."""
    # The first pictures are only what one begins with.
    for seed in targets()[name].seeds[-2 if name == "pictures" else 0 :]:
        targets()[name].parse(seed, tmp_path)


def test_what_falls_is_told_with_its_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes, _: Path) -> object:
        return data.decode("ascii")

    monkeypatch.setattr(fuzz, "targets", lambda: {"text": Target(broken, (b"good",))})
    try_once("text", b"good", tmp_path)
    with pytest.raises(FuzzError, match=r"text: UnicodeDecodeError: .* from 1 bytes") as caught:
        try_once("text", b"\xff", tmp_path)
    assert caught.value.data == b"\xff"


def test_a_picture_with_a_wrong_length_takes_no_memory(tmp_path: Path) -> None:
    """One byte fewer before the pixels, and the length of them is 1.2 GB."""
    good = targets()["pictures"].seeds[-1]
    at = good.index(b"IDAT") - 4
    path = tmp_path / "picture.png"
    path.write_bytes(good[:at] + good[at + 1 :])
    with pytest.raises(InputError, match="is cut off or damaged: it says that a part of it is larger than the whole file"):
        read_picture(path)
    path.write_bytes(good)
    assert read_picture(path).shape == (4, 4, 3)


def test_a_picture_of_empty_parts_without_number_is_refused_before_all_are_read(tmp_path: Path) -> None:
    good = targets()["pictures"].seeds[-1]
    at = good.index(b"IDAT") - 4
    path = tmp_path / "picture.png"
    path.write_bytes(good[:at] + (bytes(4) + b"teSt" + bytes(4)) * MOST_CHUNKS + good[at:])
    with pytest.raises(InputError, match="too many parts"):
        read_picture(path)


def test_too_much_memory_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    peaks = iter([200.0, MOST_MB + 1.0])
    monkeypatch.setattr(fuzz, "peak_mb", lambda: next(peaks))
    with pytest.raises(FuzzError, match=r"settings: 501 MB"):
        try_once("settings", b"", tmp_path)


def test_what_other_tests_have_left_in_the_process_is_not_laid_to_an_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    peaks = iter([846.0, 850.0])
    monkeypatch.setattr(fuzz, "peak_mb", lambda: next(peaks))
    try_once("settings", b"", tmp_path)
    assert next(peaks, None) is None
