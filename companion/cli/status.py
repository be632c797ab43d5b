"""Exit status of every command."""

from __future__ import annotations

DONE = 0
WRONG = 1
"""Something is wrong with what was looked at: a replay that cannot go on."""
UNUSABLE = 2
"""Input or a device that cannot be used."""
INTERRUPTED = 130
"""After Ctrl-C."""
