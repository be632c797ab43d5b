"""A Bluetooth die as a source of throws. The connection lives in a thread of its own; asking for throws never waits for it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

from hardware.bluetooth.messages import DieModel
from hardware.bluetooth.radio import BleakRadio, Connection, FoundDie, Radio
from hardware.bluetooth.tracker import Heard, RollTracker
from hardware.errors import DeviceError
from hardware.ports import DieNotice, ThrowReport

SEARCH_S = 8.0
"""Both makes advertise several times a second while they are awake."""

RETRIES_S = (0.5, 1.0, 2.0, 5.0, 10.0)
"""Pauses between attempts to reconnect, the last one for ever: a die that sleeps comes back when it is shaken."""

STOPS_S = 10.0
"""A die is let go within moments; a radio that hangs must not keep the game from ending."""

Pause = Callable[[float], Awaitable[None]]


class BluetoothThrows:
    """`godice` or `pixels`. Without an `address` the only die in reach is taken.

    `opened_s` limits how long `open` waits for the die.
    """

    def __init__(
        self,
        model: DieModel,
        address: str | None = None,
        *,
        radio: Radio | None = None,
        clock: Callable[[], float] = time.monotonic,
        pause: Pause = asyncio.sleep,
        opened_s: float = 40.0,
    ) -> None:
        self._model, self._address = model, address
        self._radio: Radio = radio or BleakRadio()
        self._clock, self._pause, self._opened_s = clock, pause, opened_s
        self._lock = threading.Lock()
        self._tracker = RollTracker(model.name)
        self._throws: list[ThrowReport] = []
        self._notices: list[DieNotice] = []
        self._link: _Link | None = None

    @property
    def name(self) -> str:
        """`godice` or `pixels`."""
        return self._model.name

    @property
    def battery(self) -> int | None:
        """How full the die is, in percent, once it has said so."""
        return self._tracker.battery

    def open(self) -> None:
        """Connects. Raises `DeviceError` when there is no Bluetooth, no die or more than one, or it does not answer."""
        if self._link is not None:
            raise DeviceError(f"throws {self.name} are already open")
        self._tracker, self._throws, self._notices = RollTracker(self.name), [], []
        link = _Link(self._live)
        link.start()
        problem = link.opened(self._opened_s)
        if problem is not None:
            link.stop()
            raise DeviceError(f"throws {self.name}: {problem}")
        self._link = link

    def poll(self, time_s: float) -> tuple[ThrowReport, ...]:
        """The throws since the last call and not after `time_s`, oldest first."""
        if self._link is None:
            raise DeviceError(f"throws {self.name} are not open")
        self._link.check()
        with self._lock:
            ready = tuple(throw for throw in self._throws if throw.time_s <= time_s)
            self._throws = [throw for throw in self._throws if throw.time_s > time_s]
        return ready

    def notices(self) -> tuple[DieNotice, ...]:
        """What else the die had to say since the last call."""
        with self._lock:
            told, self._notices = tuple(self._notices), []
        return told

    def close(self) -> None:
        """Lets the die go and waits for the thread; harmless when not open."""
        link, self._link = self._link, None
        if link is not None:
            link.stop()

    def _heard(self, data: bytes) -> None:
        message = self._model.parse(data)
        if message is not None:
            with self._lock:
                self._keep(self._tracker.hear(message, self._clock()))

    def _keep(self, heard: Heard) -> None:
        if isinstance(heard, ThrowReport):
            self._throws.append(heard)
        elif heard is not None:
            self._notices.append(heard)

    async def _live(self, link: _Link) -> None:
        """Finds the die, and holds the connection until told to stop."""
        address = self._address or only_one(self._model, await self._radio.find(self._model, SEARCH_S))
        failures = 0
        while True:
            lost = asyncio.Event()
            try:
                connection = await self._radio.connect(self._model, address, self._heard, lost.set)
            except DeviceError:
                if not link.is_open:
                    raise
                await self._pause(RETRIES_S[min(failures, len(RETRIES_S) - 1)])
                failures += 1
                continue
            failures = 0
            await self._hold(connection, lost, link)
            await self._pause(RETRIES_S[0])

    async def _hold(self, connection: Connection, lost: asyncio.Event, link: _Link) -> None:
        with self._lock:
            self._keep(self._tracker.back(self._clock()))
        link.connected()
        try:
            await lost.wait()
        finally:
            await connection.close()
        with self._lock:
            self._keep(self._tracker.lost(self._clock()))


class _Link:
    """A thread with an event loop that lives one coroutine; `opened` waits for its first success or failure."""

    def __init__(self, live: Callable[[_Link], Awaitable[None]]) -> None:
        self._live = live
        self._thread = threading.Thread(target=self._run, name="bluetooth die", daemon=True)
        self._told = threading.Event()
        self._problem: Exception | None = None
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self.is_open = False

    def start(self) -> None:
        """Begins to connect."""
        self._thread.start()

    def connected(self) -> None:
        """To be called in the thread when the die answers."""
        self.is_open = True
        self._told.set()

    def opened(self, seconds: float) -> str | None:
        """Waits; None when connected, else what is wrong. Raises what nobody has thought of."""
        if not self._told.wait(seconds):
            return f"expected an answer within {seconds:.0f} seconds, got none; switch Bluetooth off and on"
        if isinstance(self._problem, DeviceError):
            return str(self._problem)
        self.check()
        return None

    def check(self) -> None:
        """Raises what has ended the thread, if anything has."""
        if self._problem is not None:
            raise self._problem

    def stop(self) -> None:
        """Ends the coroutine and waits until the thread has gone."""
        self._stopping = True
        # A loop that has just ended by itself takes no more calls.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._cancel)
        self._thread.join(STOPS_S)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._until_stopped())
        finally:
            self._loop.close()
            self._told.set()

    async def _until_stopped(self) -> None:
        self._task = asyncio.ensure_future(self._live(self))
        # Told to stop before there was anything to cancel.
        if self._stopping:
            self._task.cancel()
        try:
            await self._task
        except asyncio.CancelledError:
            return
        except Exception as error:
            # Whatever ends the thread has to reach whoever waits for the die, or asks it for throws.
            self._problem = error


def only_one(model: DieModel, found: tuple[FoundDie, ...]) -> str:
    """The address of the only die found. Raises `DeviceError` when there is none, or more than one and none was chosen."""
    if not found:
        raise DeviceError(f"expected a {model.label} die within reach, found none: {model.wake_up}")
    if len(found) > 1:
        names = ", ".join(f"{die.name} ({die.address})" for die in found)
        raise DeviceError(
            f"expected one {model.label} die, found {len(found)}: {names}; choose with `companion dice pair {model.name} ADDRESS`"
        )
    return found[0].address
