"""Plays a recording through the pipeline, as fast as it goes; the same recording gives the same events every time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from importlib.metadata import version

from companion.app.die_eyes import DieEyes
from companion.app.eyes import Search
from companion.app.recording import Recording
from companion.events import Entry
from companion.pipeline import Pipeline, StepResult, Table
from companion.record import EventLog, ListLog, header_of
from companion.referee import Referee
from companion.sight import Eyes
from companion.words import Language
from hardware.errors import BoardNotFoundError
from hardware.program import PROGRAM
from hardware.throws.camera import CameraThrows

NOBODY_TELLS = "none"
"""Name of the throws that are worked out from the moves."""
NEVER_STILL = "the board was never looked for: expected a picture that keeps still for half a second, there was none"


def program() -> str:
    """Name and version, as the header of a record tells them."""
    return f"{PROGRAM} {version(PROGRAM)}"


class Playback:
    """One pass over a recording. The header is written at once; `steps` gives what each frame brings."""

    def __init__(
        self, recording: Recording, eyes: Eyes, language: Language = Language.ENGLISH, log: EventLog | None = None
    ) -> None:
        self.recording = recording
        self._log = log or ListLog(lambda t: recording.begun + timedelta(seconds=t))
        table = Table(recording.board, {}, language)
        self.header = self._log.append(header_of(recording.game, recording.history, recording.board.id, program(), {}), 0.0)
        infer = recording.throws.name == NOBODY_TELLS
        self._search = Search(eyes.find)
        eyes, throws = replace(eyes, find=self._search), recording.throws
        self._die_eyes = DieEyes(throws, eyes, recording.board, anywhere=True) if isinstance(throws, CameraThrows) else None
        eyes = eyes if self._die_eyes is None else self._die_eyes.eyes
        self.pipeline = Pipeline(table, eyes, Referee(recording.history), self._log, infer=infer)

    def steps(self) -> Iterator[tuple[float, StepResult]]:
        """For each frame its time in seconds and its result.

        Raises the errors of camera and throws, and at the end `BoardNotFoundError` when no frame showed a board,
        nor a throw.
        """
        camera, throws = self.recording.camera, self.recording.throws
        camera.open()
        try:
            throws.open()
            while (frame := camera.read()) is not None:
                if self._die_eyes is not None:
                    self._die_eyes.saw(frame, frame.time_s)
                yield frame.time_s, self.pipeline.step(frame, throws.poll(frame.time_s))
        finally:
            throws.close()
            camera.close()
        if not self._search.found and not (self._die_eyes is not None and self._die_eyes.told):
            raise BoardNotFoundError(f"{camera.name}: {self._search.missed or NEVER_STILL}{self._other_board()}")

    def _other_board(self) -> str:
        told = self.recording.told_board
        return "" if told is None else f"; the recording itself says that it is of {told}, leave the other board's name out"

    def events(self) -> Iterator[Entry]:
        """All lines of the record, as they are recognised, the header first."""
        yield self.header
        for _, result in self.steps():
            yield from result.events
