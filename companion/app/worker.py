"""The one thread that thinks: newest frame and throws in, scenes out. Everything it gives away is a frozen value."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

from calibration.lens import Lens
from companion.app.devices import Devices
from companion.app.die_eyes import DieEyes
from companion.app.heartbeat import Beat, unwatched
from companion.app.newest_frame import NewestFrame
from companion.app.short_notice import ShortNotice, refused, told_by
from companion.events import Entry, Event, IllegalEvent, MissedCaptureEvent, MoveEvent, ThrowEvent
from companion.library.pictures import PictureRing
from companion.live_marks import LiveShot
from companion.pipeline import Pipeline, StepResult
from companion.referee import Refusal
from companion.scene import Scene
from companion.sight import Status
from companion.simulation.table import SimulatedTable
from companion.wish import PutRight, Wish
from companion.words import Language
from companion.words.messages import Message
from hardware.cameras.health import ADVICE, FrameTrouble
from hardware.parts import Press, Tone
from hardware.ports import DieNotice, TellsTrouble

T = TypeVar("T")

FRAME_WAIT_S = 0.25
"""How long a missing frame is waited for before the screen is told how things stand."""
TONES: Mapping[type, Tone] = {MoveEvent: Tone.DONE, IllegalEvent: Tone.AGAIN, MissedCaptureEvent: Tone.AGAIN}
"""What the buzzer tells, where there is one."""
BLIND: Mapping[FrameTrouble | None, Status] = {FrameTrouble.DARK: Status.DARK, FrameTrouble.BRIGHT: Status.BRIGHT}
"""Pictures in which nothing is looked for."""


class Worker:
    """Runs the pipeline of a live game until stopped or until something cannot go on (`failed`).

    `told` gets each record line once it is on the disk, `refused` why a throw was not taken, `die_said` what the die had to say;
    scenes wait in `scenes`. What people want of the screen is put into `wishes`.
    """

    def __init__(
        self,
        pipeline: Pipeline,
        frames: NewestFrame,
        devices: Devices,
        clock: Callable[[], float],
        language: Language = Language.GERMAN,
        beat: Beat = unwatched,
    ) -> None:
        self._pipeline, self._frames, self._devices, self._clock = pipeline, frames, devices, clock
        self._short, self._beat = ShortNotice(language), beat
        self.pictures: PictureRing | None = None
        """Keeps pictures of the table, where that was asked for."""
        self.die_eyes: DieEyes | None = None
        """Reads the die under the camera, where the throws come from there."""
        self._pressed: frozenset[Press] = frozenset()
        self.presses: queue.SimpleQueue[Press] | None = None
        """Gets what the button "next" does, once it is handed over."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pipeline", daemon=True)
        self.wishes: queue.SimpleQueue[Wish] = queue.SimpleQueue()
        self.scenes: queue.SimpleQueue[Scene] = queue.SimpleQueue()
        self.told: queue.SimpleQueue[Entry] = queue.SimpleQueue()
        self.refused: queue.SimpleQueue[Refusal] = queue.SimpleQueue()
        self.die_said: queue.SimpleQueue[DieNotice] = queue.SimpleQueue()
        self.camera_said: queue.SimpleQueue[str] = queue.SimpleQueue()
        """Sentences about the camera: lost, back, dark, slow."""
        self._camera_state: str | None = None
        self.failed: Exception | None = None
        self.done = threading.Event()

    def hand_presses_over(self) -> None:
        """There is a screen: what the button "next" does is about what can be touched there, not about the game."""
        self.presses = queue.SimpleQueue()

    def live_shot(self, lens: Lens | None) -> LiveShot | None:
        """The newest picture and where the board lies in it, for another thread to draw; None while one of them is not there."""
        frame, registration = self._frames.newest, self._pipeline.registration
        if frame is None or registration is None or self._frames.lost is not None:
            return None
        return LiveShot(frame.bgr, registration, lens)

    def start(self) -> None:
        """Starts thinking."""
        self._thread.start()

    def stop(self) -> None:
        """Finishes the frame at hand, then ends."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10.0)

    def _run(self) -> None:
        try:
            while not self._stop.is_set() and self._once():
                pass
        except Exception as error:
            # A thread's exception ends nothing but the thread; the game has to end by it, with its sentence or its traceback.
            self.failed = error
        finally:
            self.done.set()

    def _once(self) -> bool:
        """Takes the newest frame; False when a recording has ended and its last frame has been taken."""
        self._beat()
        now_s = self._clock()
        if self._devices.players is not None:
            self._devices.players.live(now_s)
        # Also while there are no frames: a tone has to end.
        for press in self._devices.parts.poll(now_s):
            self._was_pressed(press)
        # Asked before the frame is taken: the last one may come in between.
        ended = self._frames.ended
        frame = self._frames.take(FRAME_WAIT_S)
        self._say_camera()
        if frame is None:
            if self._frames.lost is not None:
                self.scenes.put(self._pipeline.camera_blind())
            return not ended
        if (blind := BLIND.get(self._frames.trouble)) is not None:
            self.scenes.put(self._pipeline.camera_blind(blind))
            return True
        pressed, self._pressed = self._pressed, frozenset()
        if self.die_eyes is not None:
            self.die_eyes.saw(frame, self._clock())
        throws = self._devices.throws.poll(self._clock())
        wishes = tuple(waiting(self.wishes))
        go_on = not pressed.isdisjoint((Press.NEXT, Press.CHOOSE))
        result = self._pipeline.step(frame, throws, undo=Press.UNDO in pressed, go_on=go_on, wishes=wishes)
        if self.pictures is not None:
            self.pictures.saw(frame, result.events)
        for entry in result.events:
            self.told.put(entry)
            if (tone := TONES.get(type(entry.event))) is not None:
                self._devices.parts.sound(tone, self._clock())
        said = Press.UNDO in pressed or any(isinstance(wish, PutRight) for wish in wishes)
        self._heard_at_the_table(tuple(entry.event for entry in result.events), said)
        self._say_about_throws(result)
        self.scenes.put(self._short.over(result.scene, self._clock()))
        return True

    def _was_pressed(self, press: Press) -> None:
        if self.presses is not None and press is not Press.UNDO:
            self.presses.put(press)
        else:
            self._pressed |= {press}

    def _say_about_throws(self, result: StepResult) -> None:
        """Why a throw was not taken, and what the die had to say; what was said before ends with the next throw."""
        if any(isinstance(entry.event, ThrowEvent) for entry in result.events):
            self._short.end()
        if result.refused is not None:
            self.refused.put(result.refused)
            self._say_for_a_moment(refused(result.refused), again=True)
        throws = self._devices.throws
        for notice in throws.notices() if isinstance(throws, TellsTrouble) else ():
            # A die that is put away while its throw is being moved need not be thrown again.
            if notice.trouble.asks_again and self._pipeline.referee.history.now.throw is not None:
                continue
            self.die_said.put(notice)
            self._say_for_a_moment(told_by(notice), again=notice.trouble.asks_again)

    def _say_for_a_moment(self, message: Message, again: bool) -> None:
        self._short.say(message, self._clock())
        if again:
            self._devices.parts.sound(Tone.AGAIN, self._clock())

    def _say_camera(self) -> None:
        """What the camera's state is, once for every change."""
        trouble = self._frames.trouble
        state = self._frames.lost or (None if trouble is None else f"camera {self._devices.camera.name}: {ADVICE[trouble]}")
        if state != self._camera_state:
            self._camera_state = state
            self.camera_said.put(state or f"camera {self._devices.camera.name} gives good pictures again")

    def _heard_at_the_table(self, events: tuple[Event, ...], said: bool) -> None:
        """Simulated people move by the throws of others once those are taken, as everybody at a table does; what somebody `said`
        happened holds for them too."""
        table = self._devices.table
        if table is None or not events:
            return
        if said:
            self._put_as_recorded(table)
        elif self._devices.players is None:
            for event in events:
                if isinstance(event, ThrowEvent) and not table.state.over:
                    table.throw(event.value, self._clock())

    def _put_as_recorded(self, table: SimulatedTable) -> None:
        history, now_s = self._pipeline.referee.history, self._clock()
        table.set_up_anew(history.game, history.now.state, now_s)
        if history.now.throw is not None and not history.now.state.over:
            table.throw(history.now.throw, now_s)


def waiting(things: queue.SimpleQueue[T]) -> Iterator[T]:
    """Takes what waits in a queue, oldest first."""
    try:
        while True:
            yield things.get_nowait()
    except queue.Empty:
        return
