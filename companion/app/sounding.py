"""The game's end of the sound: scenes in, orders out to the process that plays them. Never waits, whatever that process does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from companion.scene import Scene
from companion.sounds import decibels
from companion.speech.lines import Order
from companion.speech.narrator import EVENING_DB, Narrator, is_night
from companion.speech.settings import AtNight, SoundSettings
from companion.words import Language

FIRST_PAUSE_S, LONGEST_PAUSE_S = 5.0, 300.0
"""After so long a sound process that has ended is started again: twice as long each time, for a loudspeaker may be plugged in."""
GIVE_UP_FULL_S = 5.0
"""A process that has taken nothing for so long hangs, and makes room for another one."""


def sound_command(language: Language, settings: SoundSettings) -> tuple[str, ...]:
    """What is started to make sounds."""
    voices = () if settings.voices is None else (str(settings.voices),)
    return (sys.executable, "-m", "companion.app.sound_process", str(language), *voices)


class SoundProcess:
    """A process that takes orders on its standard input; started when the first one comes, and again after it has ended."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._pause_s = FIRST_PAUSE_S
        self._not_before_s = float("-inf")
        self._full_since_s: float | None = None

    def send(self, order: Order, now_s: float) -> bool:
        """Hands an order over; False when it was dropped: there is no process that would take it."""
        process = self._running(now_s)
        if process is None or process.stdin is None:
            return False
        try:
            # A short line goes into the pipe whole or not at all.
            os.write(process.stdin.fileno(), order.line())
            self._full_since_s = None
            return True
        except BlockingIOError:
            self._full(now_s)
        except OSError:
            self._end(now_s)
        return False

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None:
            _end(self._process)
            self._process = None

    def _running(self, now_s: float) -> subprocess.Popen[bytes] | None:
        if self._process is not None and self._process.poll() is not None:
            self._end(now_s)
        if self._process is None and now_s >= self._not_before_s:
            self._start(now_s)
        return self._process

    def _start(self, now_s: float) -> None:
        try:
            process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except OSError:
            self._later(now_s)
            return
        assert process.stdin is not None
        os.set_blocking(process.stdin.fileno(), False)
        self._process, self._full_since_s = process, None

    def _full(self, now_s: float) -> None:
        self._full_since_s = now_s if self._full_since_s is None else self._full_since_s
        if now_s - self._full_since_s >= GIVE_UP_FULL_S:
            self._end(now_s)

    def _end(self, now_s: float) -> None:
        self.close()
        self._later(now_s)

    def _later(self, now_s: float) -> None:
        self._not_before_s = now_s + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Its input ends, and so does it; if it hangs, it is ended at once. Nobody is waited for."""
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(timeout=0.1)
        return
    process.kill()
    process.wait()


class Sounding:
    """Lets the scenes of a game be heard. `hour` gives the hour of the day, 0 … 23."""

    def __init__(
        self, settings: SoundSettings, process: SoundProcess, hour: Callable[[], int] = lambda: datetime.now().hour
    ) -> None:
        self._settings, self._process, self._hour = settings, process, hour
        self._narrator = Narrator()

    def scene(self, scene: Scene, now_s: float) -> None:
        """Plays and says what is new in the scene."""
        heard = self._narrator.heard(scene, now_s)
        if heard is None:
            return
        level = self._level(scene)
        order = Order(heard.cues, heard.text, level * self._settings.effects / 100, level * self._settings.voice / 100)
        if level > 0 and not self._settings.silent:
            self._process.send(order, now_s)

    def volumes(self, voice: int, effects: int) -> None:
        """Other volumes from now on, in percent."""
        self._settings = replace(self._settings, voice=voice, effects=effects)

    def close(self) -> None:
        """Falls silent."""
        self._process.close()

    def _level(self, scene: Scene) -> float:
        """1 by day; in the evening quieter, or silent if that was set."""
        if not scene.night and not is_night(self._hour()):
            return 1.0
        return 0.0 if self._settings.night is AtNight.SILENT else decibels(EVENING_DB)
