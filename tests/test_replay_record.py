"""A record is what it says: whatever was written comes back, whatever is cut off is told, whatever is no record is refused."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.events import (
    FORMAT,
    AnswerEvent,
    CorrectionEvent,
    EndEvent,
    Event,
    FinishEvent,
    IllegalEvent,
    MissedCaptureEvent,
    MoveEvent,
    PassEvent,
    PenaltyEvent,
    QuestionEvent,
    TakebackEvent,
    ThrowEvent,
    UnknownEvent,
    entry_from_json,
    to_json,
)
from companion.history import History, begin
from companion.library.loading import load_game
from companion.record import LARGEST_BYTES, RecordFile, header_of, history_of, parse_record, read_torn
from companion.rules import Color, Game, Move, Reason, RulesError, choices
from hardware.errors import InputError
from tests.rules_play import games
from tests.simulated_games import agreed, play_through, write_game
from tests.wall_time import noon

AT = "2026-02-03T12:00:00.000+01:00"
GAME = agreed("schmidt-family")
"""With a duty to capture, so that there are missed captures and penalties."""
YELLOW, GREEN = Color("yellow"), Color("green")


def written(game: Game, start: History, events: Sequence[Event]) -> bytes:
    whole = [header_of(game, start, "board", "test", {}), *events]
    lines = (json.dumps(to_json(event, n, AT, float(n)), ensure_ascii=False) for n, event in enumerate(whole))
    return "".join(f"{line}\n" for line in lines).encode()


@settings(max_examples=25, deadline=None)
@given(games(), st.integers(0, 2**32), st.integers(1, 60), st.sampled_from([0.0, 0.3]))
def test_any_game_by_any_rules_comes_back(game: Game, seed: int, plies: int, slips: float) -> None:
    played = play_through(game, Random(seed), plies=plies, slips=slips)
    entries, _ = parse_record(written(game, played.start, played.events), "game")
    assert history_of(entries, {"board": game.board}) == played.end


@st.composite
def any_events(draw: st.DrawFn) -> tuple[list[Event], History]:
    """Any kinds in any order: what cannot follow is left out, as no writer would have written it."""
    history, events = begin(GAME, YELLOW), list[Event]()
    for _ in range(draw(st.integers(0, 25))):
        event = draw(_an_event(history))
        try:
            history = history.after(event)
        except (InputError, RulesError):
            continue
        events.append(event)
    return events, history


def _an_event(history: History) -> st.SearchStrategy[Event]:
    now = history.now
    turn = now.state.turn or YELLOW
    lines = st.integers(0, history.next_n)
    throw: st.SearchStrategy[Event] = st.builds(lambda v: ThrowEvent(turn, v, "button"), st.sampled_from([1, 2, 3, 4, 5, 6, 6]))
    found = choices(GAME, now.state.position, turn, now.throw or 6)
    moves: list[Event] = [MoveEvent(move) for move in found.legal]
    moves += [MissedCaptureEvent(move, ()) for move in found.missed]
    if now.owed is not None:
        moves = [PenaltyEvent(str(now.owed.choice.rule), paid.color, paid.source) for paid in now.owed.choice.pieces]
        moves += [PenaltyEvent(str(now.owed.choice.rule), turn, None)]
    made: st.SearchStrategy[Event] = st.sampled_from(moves or [PassEvent(turn)])
    other: st.SearchStrategy[Event] = st.sampled_from(
        [
            QuestionEvent("?"),
            AnswerEvent("!"),
            IllegalEvent(turn, (Reason.WRONG_COUNT,)),
            FinishEvent(turn, 1),
            EndEvent((turn,)),
            UnknownEvent("weather", {"sun": 1}),
        ]
    )
    back: st.SearchStrategy[Event] = st.builds(TakebackEvent, lines)
    right: st.SearchStrategy[Event] = st.builds(CorrectionEvent, lines, st.one_of(throw, made, other))
    return st.one_of(throw, made, throw, made, other, back, right)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_events())
def test_any_sequence_of_events_comes_back(drawn: tuple[list[Event], History]) -> None:
    events, history = drawn
    entries, _ = parse_record(written(GAME, begin(GAME, YELLOW), events), "game")
    again = history_of(entries, {"board": GAME.board})
    assert [entry.event for entry in entries[1:]] == events
    assert again == history
    assert again.now.state.position == history.now.state.position


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    played = play_through(agreed(), Random(2), plies=40, slips=0.2)
    return write_game(tmp_path_factory.mktemp("record") / "game.jsonl", played, {"yellow": "Mïa"})


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_cut_at_any_byte_it_loses_at_most_the_last_event_and_says_so(record: Path, tmp_path: Path, data: st.DataObject) -> None:
    whole = record.read_bytes()
    cut = data.draw(st.integers(whole.index(b"\n") + 1, len(whole)))
    path = tmp_path / "cut.jsonl"
    path.write_bytes(whole[:cut])
    loaded = load_game(path)
    lines = whole[:cut].count(b"\n")
    assert loaded.problem is None
    assert len(loaded.entries) == lines
    assert loaded.torn_bytes == cut - whole[:cut].rfind(b"\n") - 1
    assert (loaded.torn_bytes > 0) == (whole[cut - 1 : cut] != b"\n")


@pytest.mark.parametrize(("version", "advice"), [(FORMAT + 1, "newer program"), (99, "newer program"), (0, "format 1")])
def test_another_format_is_refused_with_a_sentence(record: Path, tmp_path: Path, version: int, advice: str) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(record.read_bytes().replace(b'"format": 1', b'"format": %d' % version, 1))
    with pytest.raises(InputError, match=advice) as told:
        load_game(path)
    assert f'"format" is {version}' in str(told.value)
    assert "\n" not in str(told.value)


later = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
KNOWN_LINES: tuple[dict[str, object], ...] = (
    {"kind": "throw", "color": "red", "value": 2, "source": "gpio"},
    {"kind": "move", "color": "red", "from": -1, "to": 0, "captures": None},
    {
        "kind": "header",
        "format": FORMAT,
        "program": "p",
        "rules": {},
        "board": "b",
        "colors": ["red"],
        "seats": {},
        "players": {},
        "first": "red",
        "position": {},
    },
    {"kind": "pass", "color": "red"},
    {"kind": "illegal", "color": "red", "reasons": ["wrong_count"]},
    {"kind": "takeback", "to": 3},
    {"kind": "penalty", "rule": "return_capturer", "color": "red", "from": None},
    {"kind": "question", "question": "?"},
    {"kind": "answer", "answer": "!"},
    {"kind": "finish", "color": "red", "place": 1},
    {"kind": "end", "places": ["red"]},
    {"kind": "missed_capture", "move": {"color": "red", "from": 1, "to": 3, "captures": None}, "could_capture": []},
    {"kind": "correction", "of": 1, "event": {"kind": "throw", "color": "red", "value": 3, "source": "gpio"}},
    {"kind": "weather"},
)


@given(st.sampled_from(KNOWN_LINES), st.dictionaries(st.text(min_size=1, max_size=6), later, max_size=3), later)
def test_keys_and_kinds_of_a_later_version_survive(line: dict[str, object], keys: dict[str, object], within: object) -> None:
    """Also those inside of what this version knows: in a move, in a piece, in the event of a correction."""
    deeper = {key: {**value, "later": within} if isinstance(value, dict) else value for key, value in line.items()}
    whole = {"n": 1, "at": AT, "t": 2.5, **{f"later_{key}": value for key, value in keys.items()}, **deeper}
    if line["kind"] == "missed_capture":
        whole["could_capture"] = [{"color": "red", "from": 5, "later": within}]
    assert entry_from_json(whole).to_json() == whole


def test_a_name_that_is_half_a_sign_is_written_and_read(tmp_path: Path) -> None:
    """JSON can hold half of a surrogate pair, UTF-8 cannot."""
    start = begin(GAME, YELLOW)
    path = tmp_path / "game.jsonl"
    RecordFile.create(path, header_of(GAME, start, "schmidt-4", "test", {"yellow": "\ud83d"}), noon).close()
    assert load_game(path).header.players == {"yellow": "\ud83d"}
    assert load_game(path).names == {"yellow": "\N{REPLACEMENT CHARACTER}"}


HEAD = json.dumps(to_json(header_of(GAME, begin(GAME, YELLOW), "schmidt-4", "test", {}), 0, AT, 0.0))
HEADER = json.loads(HEAD)


def line(**values: object) -> bytes:
    return json.dumps(
        {"n": 1, "at": AT, "t": 1.0, "kind": "throw", "color": "yellow", "value": 3, "source": "x", **values}
    ).encode()


def header(**values: object) -> bytes:
    return json.dumps({**HEADER, **values}).encode()


MIDDLE = b'{"n": 2, "at": "x", "t": 1.0, "kind": "question", "question": "?"}\n'
HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40,
    "zero bytes": b"\0" * 5000,
    "no object": b"[1, 2]\n",
    "a number": b"7\n",
    "huge number": HEAD.encode() + b"\n" + line().replace(b'"value": 3', b'"value": ' + b"9" * 4000) + b"\n" + MIDDLE,
    "more digits than Python takes": HEAD.encode() + b"\n" + line().replace(b'"n": 1', b'"n": ' + b"9" * 9000) + b"\n" + MIDDLE,
    "huge exponent": HEAD.encode() + b"\n" + line().replace(b'"t": 1.0', b'"t": 1e999') + b"\n" + MIDDLE,
    "no number": HEAD.encode() + b"\n" + line().replace(b'"t": 1.0', b'"t": NaN') + b"\n" + MIDDLE,
    "whole seconds without end": HEAD.encode() + b"\n" + line().replace(b'"t": 1.0', b'"t": ' + b"9" * 400) + b"\n" + MIDDLE,
    "deep nesting": HEAD.encode() + b"\n" + line(x=1).replace(b'"x": 1', b'"x": ' + b"[" * 200_000) + b"\n" + MIDDLE,
    "deep header": b'{"a": ' * 100_000 + b"\n",
    "wrong types": header(colors={"a": 1}) + b"\n",
    "rules of another kind": header(rules=[1]) + b"\n",
    "unknown option": header(rules={"flying": True}) + b"\n",
    "a position that cannot be": header(position={"yellow": [0, 0, 0, 0]}) + b"\n",
    "colours without end": header(colors=["a" * 1_000_000]) + b"\n",
    "a file for a board": header(board="/etc/passwd") + b"\n",
    "a device for a board": header(board="/dev/zero") + b"\n",
    "a board with a zero byte": header(board="a\0b.toml") + b"\n",
    "a colour that drives the terminal": header() + b"\n" + line(color="\033[2J\n") + b"\n" + MIDDLE,
    "lines that are missing": HEAD.encode() + b"\n" + line(n=7) + b"\n",
    "time that goes back": HEAD.encode() + b"\n" + line(t=-1.0) + b"\n",
    "two headers": HEAD.encode() + b"\n" + header(n=1) + b"\n",
    "other bytes": HEAD.encode() + b"\n" + b"\xff\xfe{}\n" + MIDDLE,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_record_is_refused_with_one_sentence(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.jsonl"
    path.write_bytes(HOSTILE[name])
    with pytest.raises((InputError, LookupError), match=r"hostile\.jsonl|unknown board") as told:
        load_game(path)
    assert "\n" not in str(told.value)
    assert str(told.value).isprintable()
    assert len(str(told.value)) < 700


def test_a_hundred_megabytes_are_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    with pytest.raises(InputError, match=f"larger than {LARGEST_BYTES // 1_000_000} MB"):
        read_torn(path)


@pytest.mark.parametrize("folder", [True, False])
def test_what_is_no_file_is_told(tmp_path: Path, folder: bool) -> None:
    path = tmp_path / "x.jsonl"
    if folder:
        path.mkdir()
    with pytest.raises(InputError, match=r"cannot read the game record .*x\.jsonl"):
        read_torn(path)


def after(*events: Event) -> History:
    history = begin(GAME, YELLOW)
    for event in events:
        history = history.after(event)
    return history


FOUR = ThrowEvent(YELLOW, 4, "camera")
FIVE = ThrowEvent(YELLOW, 5, "keyboard")
BY_FOUR = MoveEvent(Move(YELLOW, 0, 4, None))
BY_FIVE = MoveEvent(Move(YELLOW, 0, 5, None))
WRONG = IllegalEvent(YELLOW, (Reason.WRONG_COUNT,))


@pytest.mark.parametrize(
    ("events", "yellow", "throw"),
    [
        ((FOUR, CorrectionEvent(1, FIVE), BY_FIVE), 5, None),
        ((FOUR, BY_FOUR, TakebackEvent(1), CorrectionEvent(1, FIVE), BY_FIVE), 5, None),
        ((FOUR, CorrectionEvent(1, FIVE), CorrectionEvent(1, FOUR)), 0, 4),
        ((FOUR, WRONG, CorrectionEvent(2, BY_FOUR)), 4, None),
        ((FOUR, BY_FOUR, QuestionEvent("?"), CorrectionEvent(3, AnswerEvent("!"))), 4, None),
    ],
    ids=["a throw", "a throw after its move", "twice", "called wrong but was right", "what does not count"],
)
def test_a_correction_replays_as_what_really_happened(events: tuple[Event, ...], yellow: int, throw: int | None) -> None:
    history = after(*events)
    assert history.now.state.position.pieces(YELLOW)[-1] == yellow
    assert history.now.throw == throw


@pytest.mark.parametrize(
    ("events", "complaint"),
    [
        ((FOUR, CorrectionEvent(2, FIVE)), "before line 2"),
        ((FOUR, CorrectionEvent(9, FIVE)), "before line 2"),
        ((FOUR, CorrectionEvent(0, FIVE)), "after the header"),
        ((FOUR, CorrectionEvent(-1, FIVE)), "after the header"),
        ((FOUR, BY_FOUR, TakebackEvent(1), CorrectionEvent(2, BY_FIVE)), "does not count"),
        ((FOUR, BY_FOUR, TakebackEvent(1), CorrectionEvent(3, BY_FIVE)), "does not count"),
        ((FOUR, CorrectionEvent(1, FIVE), CorrectionEvent(2, FOUR)), "does not count"),
        ((FOUR, CorrectionEvent(1, TakebackEvent(0))), "what happened instead"),
        ((FOUR, BY_FOUR, CorrectionEvent(1, FIVE)), "no legal move"),
    ],
)
def test_a_correction_of_what_does_not_count_is_refused(events: tuple[Event, ...], complaint: str) -> None:
    before = after(*events[:-1])
    with pytest.raises(InputError, match=complaint):
        before.after(events[-1])
