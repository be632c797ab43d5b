"""Which camera and which throws a live game uses, and a simulated table where there is no camera."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from calibration.profile import BoardProfile
from companion.history import History
from companion.paired_dice import dice_path, paired
from companion.simulation.painter import RestingPainter, quiet_view
from companion.simulation.players import DrawnDie, SimulatedPlayers
from companion.simulation.table import Habits, SimulatedTable
from hardware.buttons import PI_MODEL, pi_pins_present
from hardware.cameras.pi import pi_cameras_present
from hardware.parts import Parts, make_parts
from hardware.pins import Pins
from hardware.ports import Camera, ThrowSource
from hardware.registry import BLUETOOTH_DICE, RECORDED, make_camera, make_throws
from hardware.throws.camera import CameraThrows
from hardware.throws.simulated import SimulatedThrows

SIMULATED = "simulated"


@dataclass(frozen=True)
class Devices:
    """Opened by whoever uses them. `players` sit at the simulated `table` and roll, unless somebody types the throws in."""

    camera: Camera
    throws: ThrowSource
    players: SimulatedPlayers | None
    recorded: bool
    """The camera plays a recording, whose clock is its own."""
    table: SimulatedTable | None = None
    parts: Parts = field(default_factory=Parts)
    """Buttons, buzzer and light, where they are fitted."""


@dataclass(frozen=True, slots=True)
class Present:
    """Where to look for what is there: `pi_camera` asks the Raspberry Pi's connector, `usb_camera` and `model` are files."""

    pi_camera: Callable[[], bool] = pi_cameras_present
    usb_camera: Path = Path("/dev/video0")
    model: Path = PI_MODEL


PRESENT = Present()


def choose_camera(wanted: str | None, present: Present = PRESENT) -> str:
    """The camera asked for, else what is there, else a simulated one."""
    if wanted:
        return wanted
    if present.pi_camera():
        return "picamera2"
    return "usb:0" if present.usb_camera.exists() else SIMULATED


def simulated_told(wanted: str | None, camera: str) -> str | None:
    """What a person should know when the chosen camera is a simulated one, None for a real one."""
    if camera != SIMULATED:
        return None
    return "The table and its players are simulated" if wanted else "There is no camera: the table and its players are simulated"


def choose_throws(wanted: str | None, camera: str, present: Present = PRESENT) -> str:
    """The throws asked for, else those that go with the camera."""
    if wanted:
        return wanted
    if camera == SIMULATED:
        return SIMULATED
    return "gpio" if pi_pins_present(present.model) else "keyboard"


def make_devices(
    camera: str,
    throws: str,
    board: BoardProfile,
    history: History,
    chance: Random,
    now_s: float,
    pins: Pins | None = None,
) -> Devices:
    """The devices of those names, wired to `pins`. Raises `UnknownNameError`, `DeviceError`, `InputError`."""
    address = paired(dice_path()).get(throws) if throws in BLUETOOTH_DICE else None
    die = make_throws(throws, chance=chance, pins=pins, address=address)
    parts = make_parts(pins or Pins())
    recorded = camera.partition(":")[0] in RECORDED
    if camera != SIMULATED:
        return Devices(make_camera(camera), die, None, recorded, parts=parts)
    habits = Habits(die_in_sight=isinstance(die, CameraThrows))
    table = SimulatedTable(board, history.game, history.now.state, Random(chance.random()), habits, begin_s=now_s)
    if history.now.throw is not None:
        table.throw(history.now.throw, now_s)
    rolled = DrawnDie(chance) if isinstance(die, CameraThrows) else die if isinstance(die, SimulatedThrows) else None
    players = None if rolled is None else SimulatedPlayers(table, rolled)
    return Devices(make_camera(camera, painter=RestingPainter(table, quiet_view(table))), die, players, recorded, table, parts)
