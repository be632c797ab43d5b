"""Exit status of every command."""

from __future__ import annotations

DONE = 0
UNUSABLE = 2
"""Input or a device that cannot be used."""
INTERRUPTED = 130
"""After Ctrl-C."""
