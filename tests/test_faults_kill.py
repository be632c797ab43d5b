"""Games that are killed at random moments, on a card that forgets what was not synced."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from companion.measuring.kill import LostLineError, Moment, kill_games
from companion.measuring.power_cut import Card, Journal


def test_no_line_that_was_given_back_is_lost_to_a_power_cut(tmp_path: Path) -> None:
    count = kill_games(tmp_path, 25, Random(3))
    assert count.kills == 25
    assert count.confirmed > 100
    assert count.unsynced_bytes > 0


@pytest.mark.slow
@pytest.mark.parametrize("moment", [Moment.SET_UP, Moment.CORRECTION, Moment.REVENGE])
def test_no_line_is_lost_at_the_moments_of_an_evening(tmp_path: Path, moment: Moment) -> None:
    count = kill_games(tmp_path, 4, Random(7), moment)
    assert count.moments == {moment: 4}
    assert count.confirmed > 0
    assert count.games >= {Moment.SET_UP: 2, Moment.CORRECTION: 1, Moment.REVENGE: 2}[moment]


def test_a_record_that_is_not_synced_loses_lines(tmp_path: Path) -> None:
    """What is measured can fail: without its syncs the same game loses what it has shown."""

    class Careless(Journal):
        def fsync(self, descriptor: int) -> None:
            del descriptor

    with patch("companion.measuring.kill.Journal", Careless), pytest.raises(LostLineError, match="after the power cut"):
        kill_games(tmp_path, 25, Random(3))


def test_the_card_forgets_what_was_not_synced(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "old").write_bytes(b"old")
    card, heard = Card(folder), list[Mapping[str, Any]]()
    journal = Journal(heard.append)
    descriptor = os.open(folder / "old", os.O_WRONLY | os.O_APPEND)
    journal.write(descriptor, b" synced")
    journal.fsync(descriptor)
    journal.write(descriptor, b" lost")
    os.close(descriptor)
    assert [told["op"] for told in heard] == ["write", "synced", "write"]
    for told in heard:
        card.hear(json.dumps(told))
    assert card.unsynced == len(b" lost")
    seen = set()
    for seed in range(60):
        card.cut_power(Random(seed))
        seen.add((folder / "old").read_bytes())
    assert all(content.startswith(b"old synced") for content in seen)
    assert {b"old synced", b"old synced lost", b"old synced lo", b"old synced\0\0"} <= seen
