"""A whole evening and more at the simulated table, in minutes: does it stay as light as it began?  `make soak HOURS=8`.

Everything of a live game runs, in its own threads: camera, thinking, screen (SDL's dummy driver), record, ring of pictures,
database after each game. Only the clock is another one: while nothing moves at the table no frame is drawn, for looking at the
same picture again is what takes the hours. So every hour holds as many throws, moves and hands as one with people who think.

Numbers go to `soak.csv`, a plot to `soak.svg`; exit status 1 when a slope is above its limit (`soak_figures.LIMITS`).
"""

from __future__ import annotations

import argparse
import csv
import os
import queue
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import astuple, dataclass, field, fields
from pathlib import Path
from random import Random
from statistics import fmean

from companion.app.devices import Devices
from companion.app.eyes import make_eyes
from companion.app.game import LiveGame, choose_game
from companion.app.newest_frame import NewestFrame
from companion.app.worker import Worker, waiting
from companion.display import Screen
from companion.events import ThrowEvent
from companion.library.games import Library, pictures_beside
from companion.library.pictures import PictureRing
from companion.measuring.soak_figures import Sample, plot, sample_now, slopes, too_steep
from companion.pipeline import Pipeline, StepResult, Table
from companion.referee import Referee
from companion.resume import games_folder
from companion.simulation.painter import SimulatedPainter, quiet_view
from companion.simulation.players import SimulatedPlayers
from companion.simulation.table import Habits, SimulatedTable
from companion.wish import Wish
from companion.words import Language
from hardware.cameras.health import FrameHealth
from hardware.errors import CompanionError, DeviceError
from hardware.ports import Frame, ThrowReport
from hardware.throws.simulated import SimulatedThrows

FRAME_S = 0.3
STILL_FRAMES = 3
"""Frames of a table at which nothing moves that are looked at before the time until something does is left out."""
PEOPLE = Habits(mistakes=0.03, think_s=(2.0, 8.0), rest_s=(2.0, 8.0))
PAUSE_S = 4.0
"""Together a ply takes 15 seconds: people who talk."""
SAMPLE_S = 240.0
PICTURES_BYTES = 3_000_000
SCREEN = (800, 480)
LONG_S = 60.0
"""A frame that takes longer in the real world hangs."""


@dataclass
class Evening:
    """The clock of the simulated evening and what was counted in it."""

    now_s: float = 0.0
    samples: list[Sample] = field(default_factory=list)
    games: int = 0
    throws: int = 0
    frames: int = 0
    recorded: int = 0
    """Throws that came into a record."""
    spent_ms: list[float] = field(default_factory=list)
    """Processor time of each frame since the last sample."""
    tell: Callable[[str], None] = print

    def clock(self) -> float:
        """Seconds of the evening."""
        return self.now_s

    def sample(self) -> None:
        """Takes a sample when the time has come for one."""
        if self.spent_ms and self.now_s >= SAMPLE_S * (len(self.samples) + 1):
            self.samples.append(sample_now(self.now_s / 3600, fmean(self.spent_ms)))
            self.spent_ms.clear()
            self.tell(f"{self.now_s / 3600:.1f} h: {self.throws} throws, {self.recorded} recorded; {self.samples[-1]}")


class AskedCamera:
    """A camera that gives a picture whenever it is asked for one from outside."""

    name = "asked"

    def __init__(self, painter: SimulatedPainter, evening: Evening) -> None:
        self._painter, self._evening = painter, evening
        self._asked = threading.Semaphore(0)
        self._ended = False
        self._sequence = 0

    def ask(self) -> None:
        """One more picture, of the table as it is now."""
        self._asked.release()

    def end(self) -> None:
        """No more pictures."""
        self._ended = True
        self._asked.release()

    def open(self) -> None:
        """Nothing to take."""

    def read(self) -> Frame | None:
        """The next picture; None at the end."""
        self._asked.acquire()
        if self._ended:
            return None
        now_s = self._evening.now_s
        self._sequence += 1
        return Frame(self._painter.paint(now_s), now_s, self._sequence)

    def close(self) -> None:
        """Nothing to give back."""


class TimedPipeline(Pipeline):
    """Notes what each frame costs the thread that thinks."""

    evening: Evening

    def step(
        self,
        frame: Frame,
        throws: tuple[ThrowReport, ...] = (),
        *,
        undo: bool = False,
        go_on: bool = False,
        wishes: Sequence[Wish] = (),
    ) -> StepResult:
        """See `Pipeline.step`."""
        began_s = time.thread_time()
        result = super().step(frame, throws, undo=undo, go_on=go_on, wishes=wishes)
        self.evening.spent_ms.append(1000 * (time.thread_time() - began_s))
        return result


def soak(folder: Path, hours: float, chance: Random, tell: Callable[[str], None] = print) -> Evening:
    """Plays game after game below `folder` until so many hours of the evening have passed; `tell` gets a line a sample."""
    evening = Evening(tell=tell)
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    screen = Screen(SCREEN, clock=evening.clock)
    try:
        while evening.now_s < 3600 * hours:
            _play(folder, screen, evening, 3600 * hours, chance)
    finally:
        screen.close()
    return evening


def _play(folder: Path, screen: Screen, evening: Evening, until_s: float, chance: Random) -> None:
    """One game from its first frame to its end, or to the end of the evening; then the figures of all games are brought up."""
    game = choose_game(folder, None, None, None, {}, new=True).begin()
    table = SimulatedTable(game.board, game.history.game, game.history.now.state, Random(chance.random()), PEOPLE, evening.now_s)
    throws = SimulatedThrows(Random(chance.random()))
    players = SimulatedPlayers(table, throws, PAUSE_S)
    with ExitStack() as opened:
        opened.callback(game.record.close)
        throws.open()
        camera = AskedCamera(quiet_view(table), evening)
        frames = NewestFrame(camera, clock=evening.clock, health=FrameHealth)
        opened.callback(frames.stop)
        opened.callback(camera.end)
        frames.start()
        worker = _worker(game, evening, Devices(camera, throws, None, recorded=False), frames)
        opened.callback(worker.stop)
        worker.start()
        for _ in _moments(table, players, evening, until_s):
            _see(camera, worker, screen, evening)
    evening.games += 1
    library = Library(games_folder(folder))
    library.refresh()
    library.players()
    library.close()


def _worker(game: LiveGame, evening: Evening, devices: Devices, frames: NewestFrame) -> Worker:
    pipeline = TimedPipeline(
        Table(game.board, game.names, Language.GERMAN),
        make_eyes(game.board),
        Referee(game.history),
        game.record,
        check_start=True,
        zero_s=None,
        asks=True,
    )
    pipeline.evening = evening
    worker = Worker(pipeline, frames, devices, evening.clock)
    worker.pictures = PictureRing(pictures_beside(game.record.path), PICTURES_BYTES, print)
    return worker


def _moments(table: SimulatedTable, players: SimulatedPlayers, evening: Evening, until_s: float) -> Iterator[None]:
    """Moves the clock to each moment that is worth a picture, until the game is over or the time has come."""
    before, still, over = None, 0, 0
    while evening.now_s < until_s and over < 2 * STILL_FRAMES:
        evening.now_s += FRAME_S
        evening.throws += players.live(evening.now_s) is not None
        now = table.moment(evening.now_s)
        before, still = now, still + 1 if now == before else 0
        if table.state.over and evening.now_s > table.busy_until_s:
            over += 1
        if still <= STILL_FRAMES or over:
            yield


def _see(camera: AskedCamera, worker: Worker, screen: Screen, evening: Evening) -> None:
    """One picture through camera and thinking thread onto the screen. Raises what the worker failed on."""
    camera.ask()
    try:
        scene = worker.scenes.get(timeout=LONG_S)
    except queue.Empty:
        raise worker.failed or DeviceError(f"nothing was thought for {LONG_S:.0f} s, expected a scene for every frame") from None
    screen.show(scene)
    screen.poll(0.0)
    evening.frames += 1
    evening.recorded += sum(isinstance(entry.event, ThrowEvent) for entry in waiting(worker.told))
    for told in (waiting(worker.refused), waiting(worker.camera_said), waiting(worker.die_said)):
        list(told)
    evening.sample()


def write(samples: Sequence[Sample], out: Path) -> None:
    """`soak.csv` and `soak.svg`. Raises `DeviceError` when they cannot be written."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        with (out / "soak.csv").open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(each.name for each in fields(Sample))
            rows.writerows([f"{value:.3f}" for value in astuple(sample)] for sample in samples)
        (out / "soak.svg").write_text(plot(samples), "utf-8")
    except OSError as error:
        raise DeviceError(f"cannot write to {out}: {error.strerror or error}") from None


def main(argv: Sequence[str] | None = None) -> int:
    """The command line; exit status 1 when something grows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=8.0, help="of the evening; 1 at least")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("out/soak"))
    args = parser.parse_args(argv)
    if not args.hours >= 1:
        parser.error(f"expected one hour at least, got {args.hours:g}")
    began_s = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as folder:
            evening = soak(Path(folder), args.hours, Random(args.seed))
        write(evening.samples, args.out)
    except CompanionError as error:
        print(f"soak: {error}", file=sys.stderr)
        return 2
    return _report(evening, time.monotonic() - began_s, args.out)


def _report(evening: Evening, took_s: float, out: Path) -> int:
    found, last = slopes(evening.samples), evening.samples[-1]
    print(
        f"{evening.now_s / 3600:.1f} hours of play in {took_s / 60:.1f} minutes: {evening.games} games, {evening.throws} throws "
        f"({evening.recorded} recorded), {evening.frames} frames; at the end {last.memory_mb:.0f} MB, {last.files} open files, "
        f"{last.threads} threads, {last.frame_ms:.1f} ms a frame"
    )
    print("growth an hour: " + ", ".join(f"{name} {growth:+.2f}" for name, growth in found.items()) + f"; see {out}")
    for sentence in too_steep(found):
        print(f"soak: {sentence}", file=sys.stderr)
    return 1 if too_steep(found) else 0


if __name__ == "__main__":
    sys.exit(main())
