"""Record lines as people read them: `12.5 s  Green throws five.`"""

from __future__ import annotations

from companion.events import (
    CorrectionEvent,
    EndEvent,
    Entry,
    Event,
    FinishEvent,
    Header,
    IllegalEvent,
    MissedCaptureEvent,
    MoveEvent,
    PassEvent,
    PenaltyEvent,
    TakebackEvent,
    ThrowEvent,
)
from companion.referee import Refusal
from companion.rules import GOAL_LETTERS, HOUSE, Color, Move
from hardware.ports import DieNotice, DieTrouble

NOT_TAKEN = {
    Refusal.OVER: "That throw was not taken: the game is over",
    Refusal.OPEN: "That throw was not taken: something on the board has to be put right first",
    Refusal.PENDING: "That throw was not taken: the one before it was not moved yet",
    Refusal.OWED: "That throw was not taken: a piece has to go home first",
    Refusal.CAN_MOVE: "That pass was not taken: every throw allows a move",
}

DIE_SAYS = {
    DieTrouble.AGAIN_CROOKED: "The die is crooked: throw again",
    DieTrouble.AGAIN_SEVERAL: "More than one die lies there: leave one and throw again",
    DieTrouble.AGAIN_HANDLED: "The die was put down by hand: throw again",
    DieTrouble.AGAIN_UNREADABLE: "The die cannot be read: throw again",
    DieTrouble.AGAIN_CUT_OFF: "The connection was lost while the die rolled: throw again once it is back",
    DieTrouble.LOST: "The die cannot be heard any more; trying to get it back",
    DieTrouble.BACK: "The die is back",
    DieTrouble.BATTERY_LOW: "The die is nearly empty",
}


def die_line(notice: DieNotice) -> str:
    """What a die had to say, in words."""
    return DIE_SAYS[notice.trouble] + (f" ({notice.detail})" if notice.detail else "")


def tell(entry: Entry, track: int) -> str:
    """One line; `track` is the number of fields of the ring."""
    return f"{entry.t:7.1f} s  {tell_event(entry.event, track)}"


def tell_event(event: Event, track: int) -> str:
    """What happened, in words."""
    match event:
        case Header():
            return f"A game on {event.board} with {', '.join(event.colors)}; {event.first} begins"
        case ThrowEvent():
            return f"{_name(event.color)} throws {event.value}"
        case MoveEvent():
            return _move(event.move, track)
        case MissedCaptureEvent():
            return f"{_move(event.move, track)}, but could have captured"
        case IllegalEvent():
            return f"{_name(event.color)} is on: something is open ({', '.join(event.reasons)})"
        case TakebackEvent():
            return f"Taken back (to line {event.to})"
    return _less_often(event)


def _less_often(event: Event) -> str:
    match event:
        case PassEvent():
            return f"{_name(event.color)} cannot move"
        case PenaltyEvent():
            return f"{_name(event.color)} " + ("is let off" if event.source is None else "sends a piece home for it")
        case FinishEvent():
            return f"{_name(event.color)} is home, place {event.place}"
        case EndEvent():
            return f"The game is over: {', '.join(event.places)}"
        case CorrectionEvent():
            return f"Line {event.of} is put right"
    return type(event).__name__.removesuffix("Event")


def _move(move: Move, track: int) -> str:
    way = f"from {_place(move.source, track)} to {_place(move.target, track)}"
    captures = "" if move.captures is None else f" and captures {move.captures}"
    return f"{_name(move.color)} moves {way}{captures}"


def _place(progress: int, track: int) -> str:
    if progress == HOUSE:
        return "the house"
    if progress >= track:
        return f"goal {GOAL_LETTERS[progress - track]}"
    return "the start" if progress == 0 else f"step {progress}"


def _name(color: Color) -> str:
    return color.capitalize()
