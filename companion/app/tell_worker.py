"""What a live game prints while it is played."""

from __future__ import annotations

from companion.app.headless import say_line
from companion.app.tell import NOT_TAKEN, die_line
from companion.app.worker import Worker, waiting
from companion.journal import Level, say


def print_lines(worker: Worker, track: int) -> None:
    """Prints what has happened since the last time; `track` is the number of fields of the ring."""
    for entry in waiting(worker.told):
        say_line(entry, track)
    for sentence in waiting(worker.camera_said):
        # Also that it is good again: whoever lists the warnings sees how long each held.
        say(f"           {sentence}", Level.WARNING)
    for refusal in waiting(worker.refused):
        say(f"           {NOT_TAKEN[refusal]}")
    for notice in waiting(worker.die_said):
        say(f"           {die_line(notice)}")
