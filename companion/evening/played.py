"""The games of an evening, from their records."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from companion.evening.score import Played
from companion.events import Entry, Header
from companion.history import History
from companion.record import read_record
from companion.resume import replay
from companion.rules import places
from hardware.errors import CompanionError

EVENING = timedelta(hours=12)
"""Games that began no longer ago belong to the same evening, also past midnight: a game takes an hour."""


def games_of_the_evening(folder: Path, now: datetime) -> tuple[Played, ...]:
    """The games in the folder that are over and began within the last hours, oldest first; what cannot be read is left out."""
    found: list[Played] = []
    for path in sorted(folder.glob("*.jsonl"), key=lambda path: path.stem, reverse=True):
        try:
            entries = read_record(path)
            if not _is_of_the_evening(entries[0], now):
                break
            history, _ = replay(entries, path)
        except CompanionError:
            continue
        if history.over:
            found.append(played(entries[0], history))
    return tuple(reversed(found))


def played(header: Entry, history: History) -> Played:
    """A game that is over. Who did not come home is last, with as many pieces home as the others left him."""
    state, game = history.now.state, history.game
    placed = [color for side in places(game, state) for color in side]
    home = {color: sum(piece >= game.track for piece in state.position.pieces(color)) for color in game.players}
    rest = sorted((color for color in game.players if color not in placed), key=lambda color: -home[color])
    names = header.event.players if isinstance(header.event, Header) else {}
    return Played((*placed, *rest), {color: str(name) for color, name in names.items()})


def _is_of_the_evening(header: Entry, now: datetime) -> bool:
    try:
        began = datetime.fromisoformat(header.at)
    except ValueError:
        return False
    if (began.tzinfo is None) != (now.tzinfo is None):
        return False
    return abs(now - began) <= EVENING
