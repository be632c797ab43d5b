"""The game record: nothing that was shown is ever lost, whatever the file went through."""

from __future__ import annotations

import errno
import json
import os
from itertools import accumulate
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.events import (
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
from companion.record import RecordFile, header_of, history_of, parse_record, read_record
from companion.referee import Referee, Refusal, on_sighting, on_throw
from companion.resume import games_folder, last_unfinished, new_record, resume
from companion.rules import Color, Move, Position, Reason, Sighting, apply_move, legal_moves
from hardware.errors import DeviceError, InputError
from tests.fake_table import schmidt_game
from tests.wall_time import noon

YELLOW, GREEN, RED, BLACK = (Color(name) for name in ("yellow", "green", "red", "black"))
GAME = schmidt_game()
BOARDS = {"schmidt-4": GAME.board}
HEADER = header_of(GAME, begin(GAME, YELLOW), "schmidt-4", "test", {"yellow": "Anna"})

EVENTS: tuple[Event, ...] = (
    HEADER,
    ThrowEvent(YELLOW, 5, "button"),
    MoveEvent(Move(YELLOW, 0, 5, None)),
    MoveEvent(Move(YELLOW, 0, 5, GREEN)),
    PassEvent(BLACK),
    IllegalEvent(RED, (Reason.WRONG_COUNT, Reason.UNEXPLAINED)),
    TakebackEvent(3),
    MissedCaptureEvent(Move(RED, 3, 6, None), ((RED, 5), (RED, 9))),
    PenaltyEvent("return_capturer", RED, 5),
    PenaltyEvent("huff_any", RED, None),
    CorrectionEvent(4, MoveEvent(Move(YELLOW, 0, 4, None))),
    QuestionEvent("How far?"),
    AnswerEvent("Three"),
    FinishEvent(YELLOW, 1),
    EndEvent((YELLOW, GREEN)),
    UnknownEvent("weather", {"sun": [1, 2]}),
)

SCRIPT: tuple[Event, ...] = (
    ThrowEvent(YELLOW, 5, "button"),
    MoveEvent(Move(YELLOW, 0, 5, None)),
    ThrowEvent(GREEN, 6, "button"),
    IllegalEvent(GREEN, (Reason.MUST_CLEAR_START,)),
    TakebackEvent(3),
    MoveEvent(Move(GREEN, 0, 6, None)),
    ThrowEvent(GREEN, 6, "button"),
)


def record(path: Path, events: tuple[Event, ...] = SCRIPT) -> RecordFile:
    file = RecordFile.create(path, HEADER, noon)
    for number, event in enumerate(events):
        file.append(event, number * 0.5)
    return file


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_events_survive_json(event: Event) -> None:
    line = json.loads(json.dumps(to_json(event, 7, "2026-02-03T12:00:00+01:00", 1.5)))
    entry = entry_from_json(line)
    assert entry.event == event
    assert entry.to_json() == line
    assert not entry.extra


def test_keys_of_a_later_version_are_written_back() -> None:
    line = {"n": 1, "at": "x", "t": 0, "kind": "throw", "color": "red", "value": 2, "source": "gpio", "mood": {"red": "good"}}
    assert entry_from_json(line).to_json() == line


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ({"kind": "throw", "color": "red", "value": 7, "source": "gpio"}, "7"),
        ({"kind": "throw", "color": "red", "value": True, "source": "gpio"}, "value"),
        ({"kind": "move", "color": "red", "from": "1", "to": 2, "captures": None}, "from"),
        ({"kind": "illegal", "color": "red", "reasons": ["ugly"]}, "ugly"),
        ({"kind": "takeback"}, "to"),
        ({}, "kind"),
    ],
)
def test_a_line_that_is_wrong_is_told_by_its_key(line: dict[str, object], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        entry_from_json({"n": 1, "at": "x", "t": 0, **line})


def test_lines_count_and_time_never_goes_back(tmp_path: Path) -> None:
    file = record(tmp_path / "game.jsonl", ())
    times = [file.append(QuestionEvent("?"), t).t for t in (1.0, 3.0, 2.0, 4.0)]
    file.close()
    assert times == [1.0, 3.0, 3.0, 4.0]
    assert [entry.n for entry in read_record(file.path)] == [0, 1, 2, 3, 4]


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    record(tmp_path / "game.jsonl").close()
    with pytest.raises(DeviceError, match=r"game\.jsonl"):
        RecordFile.create(tmp_path / "game.jsonl", HEADER, noon)
    assert [path.name for path in tmp_path.iterdir()] == ["game.jsonl"]


@pytest.mark.parametrize("resumed", [False, True])
def test_two_companions_never_write_one_record(tmp_path: Path, resumed: bool) -> None:
    file = record(tmp_path / "game.jsonl")
    if resumed:
        file.close()
        file, _ = RecordFile.resume(file.path, noon)
    whole = file.path.read_bytes()
    with pytest.raises(DeviceError, match=r"game\.jsonl is being played by another companion"):
        RecordFile.resume(file.path, noon)
    assert file.path.read_bytes() == whole
    file.close()
    again, torn = RecordFile.resume(file.path, noon)
    again.close()
    assert torn == 0


def test_a_record_that_cannot_be_resumed_is_let_go(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("{}\n", "utf-8")
    for _ in range(2):
        with pytest.raises(InputError):
            RecordFile.resume(path, noon)


def test_a_closed_record_takes_nothing_more(tmp_path: Path) -> None:
    """Least of all into another file that was given its number meanwhile."""
    file = record(tmp_path / "game.jsonl")
    file.close()
    other = (tmp_path / "other").open("wb")
    with other, pytest.raises(DeviceError, match=r"game\.jsonl: it is closed"):
        file.append(PassEvent(RED), 9.0)
    assert (tmp_path / "other").read_bytes() == b""
    file.close()


def test_a_full_disk_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = record(tmp_path / "game.jsonl")
    whole = file.path.read_bytes()
    really = os.write

    def half(descriptor: int, line: bytes) -> int:
        really(descriptor, line[:9])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", half)
        with pytest.raises(DeviceError, match="No space left"):
            file.append(PassEvent(RED), 9.0)
    assert file.path.read_bytes() == whole
    assert file.append(PassEvent(RED), 9.0).n == len(SCRIPT) + 1


WHOLE = b"".join(
    json.dumps(to_json(event, n, "2026-02-03T12:00:00+01:00", n / 2)).encode() + b"\n"
    for n, event in enumerate((HEADER, *SCRIPT))
)


@given(st.integers(WHOLE.index(b"\n") + 1, len(WHOLE)), st.sampled_from([b"", b"\0" * 40, b"\xff\xfe{"]))
def test_a_record_torn_at_any_byte_keeps_its_whole_lines(cut: int, rubbish: bytes) -> None:
    entries, taken = parse_record(WHOLE[:cut] + rubbish, "game")
    assert taken == WHOLE[:cut].rfind(b"\n") + 1
    assert len(entries) == WHOLE[:cut].count(b"\n")
    assert history_of(entries, BOARDS).next_n == len(entries)


def test_a_torn_record_is_cut_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(WHOLE + b'{"n": 8, "at": "20')
    file, torn = RecordFile.resume(path, noon)
    file.append(MoveEvent(Move(GREEN, -1, 0, None)), 9.0)
    file.close()
    assert torn == 18
    assert [entry.n for entry in read_record(path)] == list(range(9))


@pytest.mark.parametrize("cut", [0, 1, WHOLE.index(b"\n")])
def test_without_a_whole_header_there_is_no_game(cut: int) -> None:
    with pytest.raises(InputError, match="header"):
        parse_record(WHOLE[:cut], "game")


def test_a_broken_line_in_the_middle_is_told_by_its_number() -> None:
    lines = WHOLE.split(b"\n")
    lines[3] = b"{oops"
    with pytest.raises(InputError, match="line 4"):
        parse_record(b"\n".join(lines), "game")


def test_replay_says_at_which_line_it_cannot_go_on() -> None:
    entries, _ = parse_record(WHOLE, "game")
    without_throw = [entry for entry in entries if entry.n != 3]
    with pytest.raises(InputError, match="line 6"):
        history_of(without_throw, BOARDS)


def test_the_position_turn_and_waiting_throw_are_rebuilt() -> None:
    history = history_of(parse_record(WHOLE, "game")[0], BOARDS)
    assert history.now.throw == 6
    assert history.now.state.turn == GREEN
    wanted = {"yellow": [-1, -1, -1, 5], "green": [-1, -1, -1, 6], "red": [-1, -1, -1, 0], "black": [-1, -1, -1, 0]}
    assert history.now.state.position == Position.of(GAME, wanted)


def test_a_takeback_gives_back_what_held_then() -> None:
    history = begin(GAME, YELLOW)
    for event in (*SCRIPT[:2], TakebackEvent(1)):
        history = history.after(event)
    assert history.now.throw == 5
    assert history.now.state.position.pieces(YELLOW) == (-1, -1, -1, 0)
    assert history.next_n == 4


def test_a_correction_puts_an_earlier_line_right() -> None:
    history = begin(GAME, YELLOW).after(SCRIPT[0])
    corrected = history.after(CorrectionEvent(1, ThrowEvent(YELLOW, 4, "keyboard")))
    assert corrected.now.throw == 4
    assert corrected.next_n == 3


def test_a_correction_that_makes_the_rest_impossible_is_refused() -> None:
    history = begin(GAME, YELLOW).after(SCRIPT[0]).after(SCRIPT[1])
    with pytest.raises(InputError, match="legal"):
        history.after(CorrectionEvent(1, ThrowEvent(YELLOW, 4, "keyboard")))


@pytest.mark.parametrize(
    "event", [TakebackEvent(9), CorrectionEvent(0, SCRIPT[0]), PassEvent(YELLOW), PenaltyEvent("none", RED, 3)]
)
def test_what_cannot_follow_is_refused(event: Event) -> None:
    with pytest.raises(InputError):
        begin(GAME, YELLOW).after(event)


def test_the_last_unfinished_game_is_gone_on_with(tmp_path: Path) -> None:
    folder = games_folder(tmp_path)
    assert last_unfinished(folder) is None
    first = new_record(folder, HEADER, noon)
    second = new_record(folder, HEADER, noon)
    for number, event in enumerate(SCRIPT):
        second.append(event, number)
    second.close()
    assert first.path != second.path
    second.path.write_bytes(second.path.read_bytes() + b"{")
    found = last_unfinished(folder)
    assert found == second.path
    resumed = resume(found, noon)
    assert resumed.torn_bytes == 1
    assert resumed.board.id == "schmidt-4"
    assert resumed.history.now.throw == 6
    assert resumed.file.append(MoveEvent(Move(GREEN, -1, 0, None)), 0.0).t == len(SCRIPT) - 1


def test_a_finished_game_is_not_gone_on_with(tmp_path: Path) -> None:
    home = [40, 41, 42, 43]
    nearly = {"yellow": [39, 41, 42, 43], "green": home, "red": home, "black": [-1, -1, -1, 5]}
    start = begin(GAME, YELLOW, Position.of(GAME, nearly))
    file = new_record(games_folder(tmp_path), header_of(GAME, start, "schmidt-4", "test", {}), noon)
    file.append(ThrowEvent(YELLOW, 1, "button"), 1.0)
    file.append_all((MoveEvent(Move(YELLOW, 39, 40, None)), FinishEvent(YELLOW, 3), EndEvent((GREEN, RED, YELLOW))), 2.0)
    assert last_unfinished(games_folder(tmp_path)) is None


NEARLY = {"yellow": [38, 41, 42, 43], "green": [39, 41, 42, 43], "red": [-1, 41, 42, 43], "black": [-1, -1, -1, 39]}


def to_the_end(seed: int) -> tuple[History, list[tuple[Event, ...]]]:
    """A game from `NEARLY` to its end: how it begins and what each of its steps writes."""
    start = begin(GAME, YELLOW, Position.of(GAME, NEARLY))
    referee, steps, random = Referee(start), list[tuple[Event, ...]](), Random(seed)
    while not referee.history.over:
        taken = on_throw(referee, random.randint(1, 6), "recorded")
        assert not isinstance(taken, Refusal)
        referee, events = taken
        steps.append(events)
        now = referee.history.now
        if now.throw is not None and now.state.turn is not None:
            move = random.choice(legal_moves(GAME, now.state.position, now.state.turn, now.throw))
            after = apply_move(GAME, now.state.position, move)
            referee, events = on_sighting(referee, Sighting.of_position(after))
            steps.append(events)
    return start, steps


@pytest.mark.parametrize("seed", [1, 2])
def test_a_record_cut_after_any_line_is_gone_on_with_to_the_same_end(tmp_path: Path, seed: int) -> None:
    start, steps = to_the_end(seed)
    kinds = {type(event) for events in steps for event in events}
    assert kinds == {ThrowEvent, PassEvent, MoveEvent, FinishEvent, EndEvent}
    events = [event for step in steps for event in step]
    whole = [header_of(GAME, start, "schmidt-4", "test", {}), *events]
    ends = list(accumulate((len(step) for step in steps), initial=1))
    lines = [json.dumps(to_json(event, n, "2026-02-03T12:00:00+01:00", n / 2)) + "\n" for n, event in enumerate(whole)]
    for cut in range(1, len(lines) + 1):
        path = tmp_path / f"{cut:03}.jsonl"
        path.write_text("".join(lines[:cut]), "utf-8")
        assert (last_unfinished(tmp_path) is None) == (cut == len(lines))
        resumed = resume(path, noon)
        kept = next(end for end in ends if end >= cut)
        assert [entry.event for entry in resumed.file.entries] == whole[:kept]
        assert resumed.history == history_of(resumed.file.entries, BOARDS)
        resumed.file.append_all(whole[kept:], 1000.0)
        resumed.file.close()
        assert [entry.event for entry in read_record(path)] == whole


def test_a_step_of_many_lines_is_written_and_synced_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = record(tmp_path / "game.jsonl", ())
    with monkeypatch.context() as patch:
        write, sync = Mock(wraps=os.write), Mock(wraps=os.fsync)
        patch.setattr(os, "write", write)
        patch.setattr(os, "fsync", sync)
        entries = file.append_all((ThrowEvent(YELLOW, 1, "button"), PassEvent(YELLOW)), 1.0)
    file.close()
    assert (write.call_count, sync.call_count) == (1, 1)
    assert read_record(file.path)[1:] == entries


def test_a_finish_that_was_taken_back_is_not_written_again(tmp_path: Path) -> None:
    start = begin(GAME, YELLOW, Position.of(GAME, {**NEARLY, "yellow": [39, 41, 42, 43]}))
    file = RecordFile.create(tmp_path / "game.jsonl", header_of(GAME, start, "schmidt-4", "test", {}), noon)
    home = (ThrowEvent(YELLOW, 1, "button"), MoveEvent(Move(YELLOW, 39, 40, None)), FinishEvent(YELLOW, 1), TakebackEvent(1))
    file.append_all(home, 1.0)
    file.close()
    resumed = resume(file.path, noon)
    assert resumed.completed == ()
    assert resumed.history.now.throw == 1


def test_a_throw_that_waited_for_its_pass_in_vain_is_passed_whatever_came_after_it(tmp_path: Path) -> None:
    """Earlier versions could leave such records, and went on telling what was open on the board."""
    start = begin(GAME, YELLOW, Position.of(GAME, {**NEARLY, "yellow": [-1, 41, 42, 43]}))
    file = RecordFile.create(tmp_path / "game.jsonl", header_of(GAME, start, "schmidt-4", "test", {}), noon)
    file.append(ThrowEvent(YELLOW, 5, "button"), 1.0)
    file.append(IllegalEvent(YELLOW, (Reason.UNEXPLAINED,)), 2.0)
    file.close()
    resumed = resume(file.path, noon)
    assert [entry.event for entry in resumed.completed] == [PassEvent(YELLOW)]
    assert not isinstance(on_throw(Referee(resumed.history), 3, "button"), Refusal)
