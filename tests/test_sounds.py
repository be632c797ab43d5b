"""The sounds, as LOOK section 8 describes them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.sounds import PEAK_DBFS, SAMPLE_RATE_HZ, Cue, CueKind, decibels, rendered, seconds
from companion.sounds.cues import PLAYER_NOTES, STEPS, notes

LENGTHS_MS = (
    (Cue(CueKind.TURN, "yellow"), 120 + 180),
    (Cue(CueKind.THROW), 60),
    (Cue(CueKind.THROW, count=6), 5 * 180 + 60),
    (Cue(CueKind.STEP), 160),
    (Cue(CueKind.RIGHT), 90 + 140),
    (Cue(CueKind.LOOK), 160 + 90 + 160),
    (Cue(CueKind.CAPTURE), 180),
    (Cue(CueKind.HOME), 3 * 120),
    (Cue(CueKind.QUESTION), 120 + 160),
    (Cue(CueKind.CAMERA_LOST), 400),
    (Cue(CueKind.WIN), 1400),
)
CUES = tuple(cue for cue, _ in LENGTHS_MS)
any_cue = st.builds(Cue, st.sampled_from(CueKind), st.sampled_from([None, "pink", *PLAYER_NOTES]), st.integers(-3, 20))


def pitch_hz(samples: NDArray[np.int16]) -> float:
    """The strongest frequency."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), 2**17))
    return float(np.argmax(spectrum) * SAMPLE_RATE_HZ / 2**17)


def bands(samples: NDArray[np.int16]) -> NDArray[np.float64]:
    """Level in half tones of pitch by pieces of 50 ms, as one vector of length 1: what an ear would compare."""
    edges = 110 * 2 ** (np.arange(0, 61) / 12)
    pieces = np.zeros((32, len(edges) - 1))
    for k, start in enumerate(range(0, len(samples), 2205)):
        piece = samples[start : start + 2205].astype(np.float64)
        power = np.abs(np.fft.rfft(piece, 2**14)) ** 2
        pieces[k] = np.histogram(np.fft.rfftfreq(2**14, 1 / SAMPLE_RATE_HZ), edges, weights=power)[0]
    vector = np.sqrt(pieces.ravel())
    return np.asarray(vector / np.linalg.norm(vector), dtype=np.float64)


@pytest.mark.parametrize(("cue", "length_ms"), LENGTHS_MS, ids=lambda x: x.kind if isinstance(x, Cue) else "")
def test_lengths(cue: Cue, length_ms: int) -> None:
    assert seconds(cue) * 1000 == pytest.approx(length_ms)
    assert len(rendered(cue)) == pytest.approx(length_ms / 1000 * SAMPLE_RATE_HZ, abs=1)


def test_every_kind_is_tried_here() -> None:
    assert {cue.kind for cue in CUES} == set(CueKind)


@settings(deadline=None, max_examples=60)
@given(any_cue)
def test_level_and_edges_of_any_sound(cue: Cue) -> None:
    samples = rendered(cue)
    assert samples.dtype == np.int16 and samples.ndim == 1
    assert np.max(np.abs(samples.astype(int))) == pytest.approx(decibels(PEAK_DBFS) * 32767, abs=1)
    first_ms, last_ms = samples[: SAMPLE_RATE_HZ // 2000], samples[-SAMPLE_RATE_HZ // 2000 :]
    for edge in (first_ms, last_ms):
        assert np.max(np.abs(edge.astype(int))) < 0.35 * np.max(np.abs(samples.astype(int))), "it begins or ends with a click"
    assert samples[0] == 0
    assert np.array_equal(samples, rendered(cue))


@pytest.mark.parametrize("cue", CUES, ids=lambda cue: cue.kind)
def test_loudest_after_the_attack(cue: Cue) -> None:
    """Half of the highest level is not reached within the first two milliseconds."""
    samples = np.abs(rendered(cue).astype(int))
    assert np.argmax(samples > samples.max() / 2) >= 0.001 * SAMPLE_RATE_HZ


@pytest.mark.parametrize("color", PLAYER_NOTES)
def test_each_player_has_a_note_of_its_own(color: str) -> None:
    second_knock = rendered(Cue(CueKind.TURN, color))[round(0.12 * SAMPLE_RATE_HZ) :]
    assert pitch_hz(second_knock) == pytest.approx(PLAYER_NOTES[color], rel=0.02)


def test_counting_rises() -> None:
    heard = [pitch_hz(rendered(Cue(CueKind.STEP, count=k))) for k in range(1, 7)]
    assert heard == sorted(heard)
    assert heard == [pytest.approx(hz, rel=0.01) for hz in STEPS]


def test_as_many_tocks_as_pips() -> None:
    for pips in range(1, 7):
        samples = np.abs(rendered(Cue(CueKind.THROW, count=pips)).astype(int))
        starts = np.flatnonzero(samples > samples.max() / 3)
        assert 1 + np.sum(np.diff(starts) > 0.1 * SAMPLE_RATE_HZ) == pips


def test_what_is_open_never_falls() -> None:
    """Two equal notes: falling ones would sound like a mistake."""
    first, second = notes(Cue(CueKind.LOOK))
    assert first.hz == second.hz and first.end_hz is None and second.end_hz is None


def test_no_two_sounds_are_alike() -> None:
    heard = {cue: bands(rendered(cue)) for cue in CUES}
    for (a, one), (b, two) in combinations(heard.items(), 2):
        assert float(one @ two) < 0.8, f"{a.kind} and {b.kind}"


def test_nothing_changes_a_sound_that_is_kept() -> None:
    with pytest.raises(ValueError, match="read-only"):
        rendered(Cue(CueKind.WIN))[0] = 1
