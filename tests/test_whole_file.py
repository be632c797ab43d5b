"""A small file is there whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from hardware.whole_file import write_whole


def test_it_makes_the_folder_and_leaves_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "für alle.json"
    for data in (b"one", b"two"):
        write_whole(path, data)
        assert path.read_bytes() == data
    assert list(path.parent.iterdir()) == [path]


def test_on_a_full_disk_what_was_there_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "kept.json"
    write_whole(path, b"before")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"after")
    assert path.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [path]
