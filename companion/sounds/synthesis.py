"""From notes to samples: "sine + 2nd partial at -12 dB, attack 5 ms, exponential decay; peak -12 dBFS" (LOOK section 8)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from companion.sounds.cues import Cue, Note, notes

SAMPLE_RATE_HZ = 44_100
PEAK_DBFS = -12.0
PARTIAL_DB = -12.0
ATTACK_S = 0.005
RELEASE_S = 0.008
"""What is left of a note when its time is over fades out: a cut would click."""
DECAY_DB = -36.0
"""How far a note has died away when its time is over."""
KNOCK_S = 0.012
_SEED = 1910
"""The burst of noise in a knock is the same every time."""

Samples = NDArray[np.float64]


def decibels(db: float) -> float:
    """The factor of amplitude for so many decibels."""
    return float(10 ** (db / 20))


def seconds(cue: Cue) -> float:
    """How long the sound lasts."""
    return max(note.start_s + note.length_s for note in notes(cue))


@lru_cache(maxsize=64)
def rendered(cue: Cue) -> NDArray[np.int16]:
    """(N,) samples, mono, at `SAMPLE_RATE_HZ`; the highest one `PEAK_DBFS` below full scale. Read only, for it is shared."""
    mix = np.zeros(round(seconds(cue) * SAMPLE_RATE_HZ), dtype=np.float64)
    for note in notes(cue):
        start = round(note.start_s * SAMPLE_RATE_HZ)
        tone = _tone(note)[: len(mix) - start]
        mix[start : start + len(tone)] += tone
    peak = float(np.max(np.abs(mix)))
    samples = np.round(mix / peak * decibels(PEAK_DBFS) * 32767).astype(np.int16)
    samples.flags.writeable = False
    return samples


def _tone(note: Note) -> Samples:
    count = round(note.length_s * SAMPLE_RATE_HZ)
    time_s = np.arange(count) / SAMPLE_RATE_HZ
    phase = _phase(note, time_s)
    wave = np.sin(phase) + decibels(PARTIAL_DB) * np.sin(2 * phase)
    return note.loud * (wave * _decay(time_s, note.length_s) + note.knock * _burst(time_s)) * _edges(time_s, note.length_s)


def _phase(note: Note, time_s: Samples) -> Samples:
    """The sine's angle; gliding it goes evenly from pitch to pitch."""
    end_hz = note.hz if note.end_hz is None else note.end_hz
    return 2 * np.pi * (note.hz * time_s + (end_hz - note.hz) * time_s**2 / (2 * note.length_s))


def _decay(time_s: Samples, length_s: float) -> Samples:
    return np.asarray(10 ** (DECAY_DB / 20 * time_s / length_s), dtype=np.float64)


def _edges(time_s: Samples, length_s: float) -> Samples:
    """A soft beginning and a soft end."""
    return np.asarray(np.clip(time_s / ATTACK_S, 0, 1) * np.clip((length_s - time_s) / RELEASE_S, 0, 1), dtype=np.float64)


def _burst(time_s: Samples) -> Samples:
    """Noise without its highest part, gone after some milliseconds: what makes a tone sound like wood."""
    noise = np.random.default_rng(_SEED).uniform(-1, 1, len(time_s) + 7)
    soft = np.convolve(noise, np.ones(8) / 8, "valid")
    return np.asarray(soft * np.exp(-time_s / (KNOCK_S / 3)), dtype=np.float64)
