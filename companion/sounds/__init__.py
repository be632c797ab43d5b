"""Short sounds of our own, worked out from sines (LOOK section 8). Pure: nothing here plays anything."""

from companion.sounds.cues import Cue, CueKind
from companion.sounds.synthesis import PEAK_DBFS, SAMPLE_RATE_HZ, decibels, rendered, seconds

__all__ = ["PEAK_DBFS", "SAMPLE_RATE_HZ", "Cue", "CueKind", "decibels", "rendered", "seconds"]
