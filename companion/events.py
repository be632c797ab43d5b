"""What happens in a game, as it is written down: the kinds of the game record (docs: machine interfaces, "Game record").

An event says what happened; `Entry` adds when and as which line. Keys and kinds this version does not know are kept and written
back unchanged, so that an older program never loses what a newer one wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.rules import Color, Move, Reason
from hardware.errors import InputError
from hardware.json_text import is_number, quoted

Json = Mapping[str, object]

FORMAT = 1

LARGEST = 1_000_000_000
"""Nothing in a game is counted that far; larger numbers would fill a message."""

LONGEST_NAME = 40
"""Characters of a colour's name."""


@dataclass(frozen=True, slots=True)
class Header:
    """The first line: everything that is needed to play the rest again."""

    program: str
    rules: Json
    """All options, spelt out."""
    board: str
    """A profile's id."""
    colors: tuple[Color, ...]
    seats: Json
    players: Json
    """Names by colour; may be empty."""
    first: Color
    position: Json
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class ThrowEvent:
    """`color` threw `value` (1 … 6); `source` says which device told."""

    color: Color
    value: int
    source: str


@dataclass(frozen=True, slots=True)
class MoveEvent:
    """A legal move was made."""

    move: Move


@dataclass(frozen=True, slots=True)
class PassEvent:
    """The throw allowed `color` no move."""

    color: Color


@dataclass(frozen=True, slots=True)
class IllegalEvent:
    """What stands on the board is no legal move of `color`, who was on; most telling reason first."""

    color: Color
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class TakebackEvent:
    """An earlier position stands again; the line `to` is now the last valid one."""

    to: int


@dataclass(frozen=True, slots=True)
class MissedCaptureEvent:
    """A move that the duty to capture punishes; `could_capture` are the pieces (colour, progress before the move) that could."""

    move: Move
    could_capture: tuple[tuple[Color, int], ...]


@dataclass(frozen=True, slots=True)
class PenaltyEvent:
    """The price of a missed capture: the piece of `color` at progress `source` went home; None: let pass."""

    rule: str
    color: Color
    source: int | None


@dataclass(frozen=True, slots=True)
class CorrectionEvent:
    """The line `of` was wrong, `event` is right; lines are never rewritten."""

    of: int
    event: Event


@dataclass(frozen=True, slots=True)
class QuestionEvent:
    """The family was asked something."""

    question: str


@dataclass(frozen=True, slots=True)
class AnswerEvent:
    """The family answered."""

    answer: str


@dataclass(frozen=True, slots=True)
class FinishEvent:
    """All pieces of `color` are home; `place` 1 is the winner."""

    color: Color
    place: int


@dataclass(frozen=True, slots=True)
class EndEvent:
    """The game is over; the colours in the order of their places."""

    places: tuple[Color, ...]


@dataclass(frozen=True, slots=True)
class UnknownEvent:
    """A kind of a later version, kept as it was read."""

    kind: str
    data: Json = field(hash=False)


Event = (
    Header
    | ThrowEvent
    | MoveEvent
    | PassEvent
    | IllegalEvent
    | TakebackEvent
    | MissedCaptureEvent
    | PenaltyEvent
    | CorrectionEvent
    | QuestionEvent
    | AnswerEvent
    | FinishEvent
    | EndEvent
    | UnknownEvent
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a record. `at` is wall time (ISO 8601 with offset), `t` seconds since the start of the game."""

    n: int
    at: str
    t: float
    event: Event
    extra: Json = field(default_factory=dict, hash=False)
    """What a later version wrote beyond what this one knows, by key: new keys, and known ones that hold more than was read."""

    def to_json(self) -> dict[str, object]:
        """The line as a JSON object."""
        return to_json(self.event, self.n, self.at, self.t) | dict(self.extra)


def to_json(event: Event, n: int, at: str, t: float) -> dict[str, object]:
    """The record line of an event."""
    return {"n": n, "at": at, "t": t, **event_json(event)}


def event_json(event: Event) -> dict[str, object]:
    """`kind` and what goes with it, without the line's number and times."""
    if isinstance(event, UnknownEvent):
        return {"kind": event.kind, **event.data}
    kind, write = next((kind, codec.write) for kind, codec in _CODECS.items() if isinstance(event, codec.type))
    return {"kind": kind, **write(event)}


def entry_from_json(line: object) -> Entry:
    """Reads a record line. Raises `InputError` that names the key, what came and what was expected."""
    data = _object(line, "a record line")
    n, at, t = _whole(data, "n"), _text(data, "at"), data.get("t")
    if not is_number(t):
        raise InputError(f'"t" is {quoted(t)}, expected seconds')
    rest = {key: value for key, value in data.items() if key not in ("n", "at", "t")}
    event = event_from_json(rest)
    known = event_json(event)
    beyond = {key: value for key, value in rest.items() if key not in known or known[key] != value}
    return Entry(n, at, float(t), event, beyond)


def event_from_json(value: object) -> Event:
    """Reads `kind` and what goes with it. Raises `InputError` that names the key, what came and what was expected."""
    data = _object(value, "an event")
    kind = _text(data, "kind")
    if kind not in _CODECS:
        return UnknownEvent(kind, {key: value for key, value in data.items() if key != "kind"})
    return _CODECS[kind].read(data)


@dataclass(frozen=True, slots=True)
class _Codec:
    type: type
    write: Callable[..., dict[str, object]]
    read: Callable[[Json], Event]


def _write_header(event: Header) -> dict[str, object]:
    return {
        "format": event.format,
        "program": event.program,
        "rules": dict(event.rules),
        "board": event.board,
        "colors": list(event.colors),
        "seats": dict(event.seats),
        "players": dict(event.players),
        "first": event.first,
        "position": dict(event.position),
    }


def _read_header(data: Json) -> Header:
    version = _whole(data, "format")
    if version != FORMAT:
        newer = version > FORMAT
        raise InputError(
            f'"format" is {quoted(version)}, but this program reads format {FORMAT}'
            + ("; a newer program wrote this record: update this one to read it" if newer else "")
        )
    rules, seats, players, position = (_object(data.get(key), key) for key in ("rules", "seats", "players", "position"))
    return Header(
        program=_text(data, "program"),
        rules=rules,
        board=_text(data, "board"),
        colors=_colors(data, "colors"),
        seats=seats,
        players=players,
        first=_named(_text(data, "first"), "first"),
        position=position,
    )


def _read_throw(data: Json) -> ThrowEvent:
    value = _whole(data, "value")
    if not 1 <= value <= 6:
        raise InputError(f'"value" is {quoted(value)}, expected a throw 1 … 6')
    return ThrowEvent(_color(data), value, _text(data, "source"))


def _read_move(value: object) -> Move:
    data = _object(value, "a move")
    captures = data.get("captures")
    if captures is not None and not isinstance(captures, str):
        raise InputError(f'"captures" is {quoted(captures)}, expected a colour or null')
    taken = None if captures is None else _named(captures, "captures")
    return Move(_color(data), _whole(data, "from"), _whole(data, "to"), taken)


def _read_illegal(data: Json) -> IllegalEvent:
    reasons = _texts(data, "reasons")
    try:
        return IllegalEvent(_color(data), tuple(Reason(reason) for reason in reasons))
    except ValueError:
        raise InputError(f'"reasons" is {quoted(list(reasons))}, expected words like "wrong_count"') from None


def _write_missed(event: MissedCaptureEvent) -> dict[str, object]:
    could = [{"color": color, "from": source} for color, source in event.could_capture]
    return {"move": event.move.to_dict(), "could_capture": could}


def _read_missed(data: Json) -> MissedCaptureEvent:
    pieces = [_object(piece, '"could_capture"') for piece in _list(data, "could_capture")]
    return MissedCaptureEvent(_read_move(data.get("move")), tuple((_color(piece), _whole(piece, "from")) for piece in pieces))


def _read_penalty(data: Json) -> PenaltyEvent:
    source = None if data.get("from") is None else _whole(data, "from")
    return PenaltyEvent(_text(data, "rule"), _color(data), source)


_CODECS: Mapping[str, _Codec] = {
    "header": _Codec(Header, _write_header, _read_header),
    "throw": _Codec(ThrowEvent, lambda e: {"color": e.color, "value": e.value, "source": e.source}, _read_throw),
    "move": _Codec(MoveEvent, lambda e: e.move.to_dict(), lambda data: MoveEvent(_read_move(data))),
    "pass": _Codec(PassEvent, lambda e: {"color": e.color}, lambda data: PassEvent(_color(data))),
    "illegal": _Codec(IllegalEvent, lambda e: {"color": e.color, "reasons": [str(r) for r in e.reasons]}, _read_illegal),
    "takeback": _Codec(TakebackEvent, lambda e: {"to": e.to}, lambda data: TakebackEvent(_whole(data, "to"))),
    "missed_capture": _Codec(MissedCaptureEvent, _write_missed, _read_missed),
    "penalty": _Codec(PenaltyEvent, lambda e: {"rule": e.rule, "color": e.color, "from": e.source}, _read_penalty),
    "correction": _Codec(
        CorrectionEvent,
        lambda e: {"of": e.of, "event": event_json(e.event)},
        lambda data: CorrectionEvent(_whole(data, "of"), event_from_json(data.get("event"))),
    ),
    "question": _Codec(QuestionEvent, lambda e: {"question": e.question}, lambda data: QuestionEvent(_text(data, "question"))),
    "answer": _Codec(AnswerEvent, lambda e: {"answer": e.answer}, lambda data: AnswerEvent(_text(data, "answer"))),
    "finish": _Codec(
        FinishEvent,
        lambda e: {"color": e.color, "place": e.place},
        lambda data: FinishEvent(_color(data), _whole(data, "place")),
    ),
    "end": _Codec(EndEvent, lambda e: {"places": list(e.places)}, lambda data: EndEvent(_colors(data, "places"))),
}


def _object(value: object, what: str) -> Json:
    if not isinstance(value, Mapping):
        raise InputError(f"{what} is {quoted(value)}, expected a JSON object")
    return value


def _whole(data: Json, key: str) -> int:
    value = data.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError(f'"{key}" is {quoted(value)}, expected a whole number')
    if abs(value) > LARGEST:
        raise InputError(f'"{key}" is {quoted(value)}, expected a smaller number')
    return value


def _text(data: Json, key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str):
        raise InputError(f'"{key}" is {quoted(value)}, expected text')
    return value


def _list(data: Json, key: str) -> list[object]:
    value = data.get(key)
    if not isinstance(value, list):
        raise InputError(f'"{key}" is {quoted(value)}, expected a list')
    return value


def _texts(data: Json, key: str) -> tuple[str, ...]:
    values = _list(data, key)
    texts = tuple(value for value in values if isinstance(value, str))
    if len(texts) != len(values):
        raise InputError(f'"{key}" is {quoted(values)}, expected a list of words')
    return texts


def _color(data: Json) -> Color:
    return _named(_text(data, "color"), "color")


def _colors(data: Json, key: str) -> tuple[Color, ...]:
    return tuple(_named(text, key) for text in _texts(data, key))


def _named(text: str, key: str) -> Color:
    """Colours are quoted in messages: what could not be a name is refused before it gets there."""
    if len(text) > LONGEST_NAME or not text.isprintable():
        raise InputError(f'"{key}" is {quoted(text)}, expected the name of a colour')
    return Color(text)
