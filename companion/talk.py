"""What is open on the screen beside the game: a correction, or a question. Frozen; every wish gives the next value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.belief.tie import Tie
from companion.wish import Close, Correct, More, Touch, Wish

PAGE = 3
"""So many answers are shown at once; the likeliest first."""


@dataclass(frozen=True, slots=True)
class Talk:
    """`at`: the number of the record's next line when it was opened: once the game has gone on, it is closed.

    `tie` is what is asked, or with `anew` whether a new game begins; else a correction is chosen: page number `page`, of the
    moves that touch `field`.
    """

    at: int | None = None
    tie: Tie | None = None
    page: int = 0
    field: str | None = None
    anew: bool = False

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self.tie is not None or self.anew

    def open_at(self, next_n: int) -> bool:
        """Whether it is open, with the record at that line."""
        return self.at == next_n


def heard(talk: Talk, wish: Wish, next_n: int) -> Talk:
    """What is open after the wish, with the record at line `next_n`; wishes that are about something else change nothing."""
    match wish:
        case Correct():
            return Talk(next_n)
        case Close():
            return Talk()
        case More() if talk.open_at(next_n) and not talk.asks:
            return replace(talk, page=talk.page + 1, field=None)
        case Touch(field) if talk.open_at(next_n) and not talk.asks:
            return replace(talk, page=0, field=field)
    return talk
