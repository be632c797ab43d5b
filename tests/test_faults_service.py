"""What the service manager hears, and that a thread that hangs starves its watchdog."""

from __future__ import annotations

import io
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.app.heartbeat import SILENT_S, TIMES_WITHIN, Heartbeat
from companion.app.newest_frame import NewestFrame
from companion.journal import Level, goes_to_journal, say
from hardware.ports import Frame
from hardware.service import notifier, status, watchdog_s
from tests.device_doubles import ManualClock

LONG_S = 60.0
"""Longer than any of these tests should ever wait."""


@pytest.fixture(params=["a path", "an abstract name"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """The socket of a service manager, and its name as systemd gives it."""
    name = str(tmp_path / "notify") if request.param == "a path" else f"@companion-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(name.replace("@", "\0", 1))
        channel.settimeout(LONG_S)
        yield name, channel


def test_a_manager_hears_what_it_is_told(manager: tuple[str, socket.socket]) -> None:
    name, channel = manager
    notifier({"NOTIFY_SOCKET": name})("READY=1\n" + status("Wir spielen – auf\ndem Tisch"))
    assert channel.recv(1000).decode() == "READY=1\nSTATUS=Wir spielen – auf dem Tisch"


@pytest.mark.parametrize("environ", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1"}, {"NOTIFY_SOCKET": "/not/there"}])
def test_where_nobody_listens_nothing_happens(environ: dict[str, str]) -> None:
    notifier(environ)("READY=1")


@pytest.mark.parametrize(
    ("environ", "within_s"),
    [
        ({"WATCHDOG_USEC": "60000000"}, 60.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "7"}, 60.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_how_often_the_manager_wants_to_hear(environ: dict[str, str], within_s: float | None) -> None:
    assert watchdog_s(environ, 7) == within_s


class Listening:
    """A heart whose manager and people are lists."""

    def __init__(self, within_s: float | None = 60.0) -> None:
        self.clock = ManualClock()
        self.notified: list[str] = []
        self.told: list[str] = []
        self.heart = Heartbeat(self.notified.append, within_s, self.clock, self.told.append)

    def rounds(self, seconds: float, *beats: object) -> int:
        """The display thread goes round for so long, the parts beat; how often the watchdog was fed."""
        before = self.notified.count("WATCHDOG=1")
        for _ in range(round(seconds)):
            self.clock.wait(1.0)
            for beat in beats:
                assert callable(beat)
                beat()
            self.heart.tick()
        return self.notified.count("WATCHDOG=1") - before


def test_the_watchdog_is_fed_while_all_threads_go_round() -> None:
    at = Listening()
    camera, thinking = at.heart.part("camera"), at.heart.part("thinking")
    assert at.rounds(600, camera, thinking) == 600 / (60 / TIMES_WITHIN)
    assert not at.told


@pytest.mark.fault
@pytest.mark.parametrize("stuck", ["camera", "thinking"])
def test_a_thread_that_hangs_starves_the_watchdog_and_is_named_once(stuck: str) -> None:
    at = Listening()
    beats = {name: at.heart.part(name) for name in ("camera", "thinking")}
    alive = [beat for name, beat in beats.items() if name != stuck]
    assert at.rounds(SILENT_S, *alive) > 0
    assert at.rounds(600, *alive) <= 1
    assert len(at.told) == 1
    assert f"The {stuck} thread has shown no life for 30 s" in at.told[0]
    assert at.rounds(60, *beats.values()) > 0


@pytest.mark.fault
def test_a_display_thread_that_hangs_says_nothing() -> None:
    """It is the one that feeds: nothing else does."""
    at = Listening()
    beat = at.heart.part("camera")
    at.rounds(60, beat)
    fed = list(at.notified)
    for _ in range(100):
        at.clock.wait(1.0)
        beat()
    assert at.notified == fed


def test_without_a_watchdog_nothing_is_said() -> None:
    at = Listening(None)
    at.heart.part("camera")
    assert at.rounds(600) == 0
    assert not at.told


class HangingCamera:
    """Its driver never comes back from the third picture, until it is let go."""

    name = "hanging"

    def __init__(self) -> None:
        self.hangs, self.let_go, self.given = threading.Event(), threading.Event(), 0

    def open(self) -> None: ...

    def close(self) -> None: ...

    def read(self) -> Frame | None:
        if self.given == 2:
            self.hangs.set()
            assert self.let_go.wait(LONG_S)
            return None
        self.given += 1
        return Frame(np.zeros((1, 1, 3), np.uint8), self.given / 5, self.given)


@pytest.mark.fault
def test_a_camera_whose_driver_hangs_beats_no_more() -> None:
    camera, beats = HangingCamera(), list[None]()
    frames = NewestFrame(camera, beat=lambda: beats.append(None))
    frames.start()
    assert camera.hangs.wait(LONG_S)
    assert len(beats) == 3
    camera.let_go.set()
    frames.stop()
    assert len(beats) == 3


def test_the_journal_gets_levels_and_a_terminal_does_not(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "journal").open("w+", encoding="utf-8") as stream:
        say("on a terminal", Level.WARNING, stream)
        found = os.fstat(stream.fileno())
        monkeypatch.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino}")
        say("two\nlines", Level.ERROR, stream)
        say("as always", stream=stream)
        stream.seek(0)
        assert stream.read() == "on a terminal\n<3>two\n<3>lines\n<6>as always\n"


def test_a_stream_without_a_file_is_no_journal() -> None:
    assert not goes_to_journal(io.StringIO(), {"JOURNAL_STREAM": "1:2"})


@pytest.mark.slow
def test_the_whole_program_is_ready_alive_and_ends_as_a_service(tmp_path: Path) -> None:
    name = str(tmp_path / "notify")
    command = [sys.executable, "-m", "companion.cli.main", "play", "--camera", "simulated", "--headless"]
    command += ["--data", str(tmp_path), "--out", str(tmp_path / "out")]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
        channel.bind(name)
        channel.settimeout(LONG_S)
        environ = {**os.environ, "NOTIFY_SOCKET": name, "WATCHDOG_USEC": "2000000", "XDG_CONFIG_HOME": str(tmp_path)}
        root = Path(__file__).parents[1]
        with subprocess.Popen(command, env=environ, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            heard = [channel.recv(1000).decode()]
            while heard.count("WATCHDOG=1") < 3:
                heard.append(channel.recv(1000).decode())
            process.send_signal(signal.SIGTERM)
            while heard[-1] != "STOPPING=1":
                heard.append(channel.recv(1000).decode())
            assert process.wait(LONG_S) == 0
    assert heard[0].startswith("READY=1\nSTATUS=The camera simulated is open")
    assert any(state.startswith("READY=1\nSTATUS=Playing; the record is") for state in heard)
