"""When people are people: what they do at the table, what the companion does then, and how the game goes on.

One table; its rows are the tests' (`tests/test_people_at_table.py` plays each of them, in both languages).

what people do                        what the companion does                     how the game goes on
────────────────────────────────────  ──────────────────────────────────────────  ─────────────────────────────────────────
move before throwing                  says so, rings the fields                   the throw comes and fits, or back it goes
throw twice                           keeps the first throw, says so              the move; or "undo", or a correction
throw two dice at once                likewise: the one that was told first       likewise
take a move back                      gives the throw back                        the same throw is moved again
take several moves back               all of them, to the first throw             likewise
let the neighbour move                says whose piece and whose turn it is       back it goes; or it was different
knock a pawn over                     after 3 s names it, rings where it stood    it is put up again
knock two over                        likewise, one after the other               likewise
knock the pawn over that is to move   waits 6 s longer: it may be in a hand       put up again or moved, nothing recorded
push a pawn off the board             as one that was knocked over                likewise
put a pawn into a wrong house         says whose field it is                      back it goes, or into its own house
lay the captured pawn aside           after 3 s reminds, rings the house          it goes home, only then the move counts
throw while it lies there             reminds at once, holds the throw            it goes home: move and throw
reach in with both hands              waits                                       the hands go: what stands is looked at
leave the board for an hour           nothing                                     nothing was asked, nothing recorded
tidy the board away                   wishes a good break, rings show all places  the pieces stand again
pack the pawns into the houses        likewise; one after the other, one verdict  likewise
play with the die in the break        takes no throw                              likewise
set up a new game instead             asks whether a new one begins               by touch, or the old position stands again
turn the board                        says that it is lost after 1.5 s            is found again, whichever way it lies
take a button for a lost pawn         reads it by the game: something stands      one start check or correction, then as any
                                      there, and it can only be that piece
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.events import (
    Event,
    IllegalEvent,
    MoveEvent,
    QuestionEvent,
    TakebackEvent,
    ThrowEvent,
)
from companion.referee import Refusal
from companion.scene import Mode
from companion.words import messages as say
from companion.words import verdicts
from companion.words.messages import Message
from companion.words.people import Break, NewGameQuestion


class Doing(StrEnum):
    """What people do, in the order of the table."""

    MOVE_FIRST = "move before throwing"
    THROW_TWICE = "throw twice"
    TWO_THROWS = "throw two dice at once"
    TAKE_BACK = "take a move back"
    TAKE_SEVERAL_BACK = "take several moves back"
    NEIGHBOUR = "let the neighbour move"
    KNOCKED_OVER = "knock a pawn over"
    TWO_KNOCKED_OVER = "knock two over"
    OWN_KNOCKED_OVER = "knock the pawn over that is to move"
    OFF_BOARD = "push a pawn off the board"
    WRONG_HOUSE = "put a pawn into a wrong house"
    LAID_ASIDE = "lay the captured pawn aside"
    THROWN_WHILE_ASIDE = "throw while it lies there"
    BOTH_HANDS = "reach in with both hands"
    UNTOUCHED = "leave the board for an hour"
    TIDIED_AWAY = "tidy the board away"
    PACKED = "pack the pawns into the houses"
    DIE_IN_BREAK = "play with the die in the break"
    SET_UP_ANEW = "set up a new game instead"
    BOARD_TURNED = "turn the board"
    BUTTON = "take a button for a lost pawn"


@dataclass(frozen=True, slots=True)
class Row:
    """What is recorded of it, what the screen shows and says, what is recorded once the game goes on as the table says.

    The messages are those of a table where yellow has to throw, or has thrown a four, and green is the neighbour.
    """

    records: tuple[type[Event], ...]
    mode: Mode
    says: Message
    recovers: tuple[type[Event], ...] = ()
    refuses: Refusal | None = None


FOUR = say.Thrown(4)
ROWS: dict[Doing, Row] = {
    Doing.MOVE_FIRST: Row((IllegalEvent,), Mode.WRONG, verdicts.NotThrown(), (ThrowEvent, MoveEvent)),
    Doing.THROW_TWICE: Row((), Mode.THROW, FOUR, (MoveEvent,), Refusal.PENDING),
    Doing.TWO_THROWS: Row((ThrowEvent,), Mode.THROW, FOUR, (MoveEvent,), Refusal.PENDING),
    Doing.TAKE_BACK: Row((TakebackEvent,), Mode.THROW, say.TakenBack(), (MoveEvent,)),
    Doing.TAKE_SEVERAL_BACK: Row((TakebackEvent,), Mode.THROW, say.TakenBack(), (MoveEvent,)),
    Doing.NEIGHBOUR: Row((IllegalEvent,), Mode.WRONG, verdicts.WrongColour("green", "yellow"), (TakebackEvent,)),
    Doing.KNOCKED_OVER: Row((IllegalEvent,), Mode.WRONG, verdicts.PieceMissing("green", 3), (TakebackEvent,)),
    Doing.TWO_KNOCKED_OVER: Row((IllegalEvent,), Mode.WRONG, verdicts.PieceMissing("black", 3), (TakebackEvent,)),
    Doing.OWN_KNOCKED_OVER: Row((), Mode.WRONG, verdicts.PieceMissing("yellow", 3)),
    Doing.OFF_BOARD: Row((IllegalEvent,), Mode.WRONG, verdicts.PieceMissing("red", 3), (TakebackEvent,)),
    Doing.WRONG_HOUSE: Row((IllegalEvent,), Mode.WRONG, verdicts.ForeignGoal("red"), (TakebackEvent,)),
    Doing.LAID_ASIDE: Row((), Mode.WRONG, verdicts.CapturedNotReturned("green"), (MoveEvent,)),
    Doing.THROWN_WHILE_ASIDE: Row((), Mode.WRONG, verdicts.CapturedNotReturned("green"), (MoveEvent, ThrowEvent)),
    Doing.BOTH_HANDS: Row((), Mode.HAND, say.HandOver(), (MoveEvent,)),
    Doing.UNTOUCHED: Row((), Mode.THROW, FOUR, (MoveEvent,)),
    Doing.TIDIED_AWAY: Row((), Mode.START_CHECK, Break()),
    Doing.PACKED: Row((IllegalEvent,), Mode.START_CHECK, Break(), (TakebackEvent,)),
    Doing.DIE_IN_BREAK: Row((), Mode.START_CHECK, Break(), (), Refusal.OPEN),
    Doing.SET_UP_ANEW: Row((QuestionEvent,), Mode.ASK, NewGameQuestion()),
    Doing.BOARD_TURNED: Row((), Mode.LOST, say.BoardLost(), (MoveEvent,)),
    Doing.BUTTON: Row((), Mode.THROW, FOUR, (MoveEvent,)),
}
