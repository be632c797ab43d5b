"""One message at a time, the newest: turned into sound by a process of its own, then handed to whoever plays it.

came                                what is spoken then
──────────────────────────────────  ───────────────────────────────────────────────────────
a message                           it; the one before is cut, in the making or in the middle
an empty message                    nothing; the one before is cut
the program is done                 its sound, not before the time that was asked for
the program hangs, dies, is gone    nothing; three times in a row: never again, and `trouble` says why

Nothing here waits: `poll` looks how far things are, as often as somebody calls it.
"""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Protocol

from companion.speech.voices import Synthesizer
from companion.speech.wav import speech_of

TOO_LONG_S = 8.0
"""A sentence takes espeak-ng 0.2 s and Piper 1 to 3 s on a Raspberry Pi 4; after this the program hangs."""
TRIES = 3


class Player(Protocol):
    """Plays one voice."""

    def play_voice(self, wav: bytes, volume: float) -> None:
        """Begins to play; `volume` 0 … 1."""

    def stop_voice(self) -> None:
        """Cuts what is played."""

    def voice_plays(self) -> bool:
        """Whether something is still heard."""


@dataclass(frozen=True, slots=True)
class _Making:
    """A message that is being turned into sound."""

    process: subprocess.Popen[bytes]
    out: IO[bytes]
    began_s: float
    not_before_s: float
    volume: float


class Speaker:
    """Speaks with one synthesizer through one player; without a synthesizer it is silent."""

    def __init__(self, synthesizer: Synthesizer | None, player: Player) -> None:
        self._synthesizer, self._player = synthesizer, player
        self._making: _Making | None = None
        self._ready: tuple[bytes, float, float] | None = None
        self._failed = 0
        self.trouble: str | None = None
        """Why there is no voice any more."""

    @property
    def busy(self) -> bool:
        """Whether a message is being made, waits for its time, or is heard."""
        return self._making is not None or self._ready is not None or self._player.voice_plays()

    def say(self, text: str, now_s: float, not_before_s: float = 0.0, volume: float = 1.0) -> None:
        """Speaks the text in place of whatever was being spoken."""
        self.stop()
        if text and volume > 0 and self._synthesizer is not None and self.trouble is None:
            self._begin(self._synthesizer, text, now_s, not_before_s, volume)

    def stop(self) -> None:
        """Cuts what is being made or heard."""
        if self._making is not None:
            _kill(self._making)
        self._making = self._ready = None
        self._player.stop_voice()

    def poll(self, now_s: float) -> None:
        """Goes on with what is under way."""
        if self._making is not None:
            self._look(self._making, now_s)
        if self._ready is not None and now_s >= self._ready[1]:
            wav, _, volume = self._ready
            self._ready = None
            self._player.play_voice(wav, volume)

    def _begin(self, voice: Synthesizer, text: str, now_s: float, not_before_s: float, volume: float) -> None:
        out = tempfile.TemporaryFile()  # noqa: SIM115  (closed when the message is done or cut)
        with tempfile.TemporaryFile() as words:
            words.write(text.encode() + b"\n")
            words.seek(0)
            try:
                # A session of its own: what it starts in its turn is ended with it.
                process = subprocess.Popen(voice.argv, stdin=words, stdout=out, stderr=subprocess.DEVNULL, start_new_session=True)
            except OSError as error:
                out.close()
                self._fail(f"{voice.name} cannot be started: {error.strerror or error}")
                return
        self._making = _Making(process, out, now_s, not_before_s, volume)

    def _look(self, making: _Making, now_s: float) -> None:
        status = making.process.poll()
        if status is None:
            if now_s - making.began_s > TOO_LONG_S:
                _kill(making)
                self._making = None
                self._fail(f"it did not come to an end within {TOO_LONG_S:.0f} s")
            return
        making.out.seek(0)
        speech = speech_of(making.out.read())
        making.out.close()
        self._making = None
        if status != 0 or speech is None:
            self._fail(f"it ended with status {status}" if status else "it gave no sound")
            return
        self._failed = 0
        self._ready = (speech.wav, making.not_before_s, making.volume)

    def _fail(self, why: str) -> None:
        self._failed += 1
        if self._failed >= TRIES:
            name = "" if self._synthesizer is None else self._synthesizer.name
            self.trouble = f"the voice {name} is left out: {TRIES} times in a row {why}"


def _kill(making: _Making) -> None:
    """Ends the program and what it started; a process that is gone already is no matter."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(making.process.pid, signal.SIGKILL)
    making.process.wait()
    making.out.close()
