"""What the doctor knows about this machine. Gathered by `gathering`, judged by the checks, which know nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from hardware.cameras.health import FrameTrouble


@dataclass(frozen=True, slots=True)
class CameraFacts:
    """The camera that a game would use: `name` None when there is none. `error`: why it cannot be used.

    The rest is known when it was looked through: what it gives, frames a second, the trouble with them, their mean
    brightness and the share of pixels that are white to the brim.
    """

    name: str | None
    error: str | None = None
    gives: str | None = None
    fps: float | None = None
    trouble: FrameTrouble | None = None
    brightness: float | None = None
    clipped: float | None = None


@dataclass(frozen=True, slots=True)
class PinFacts:
    """`model`: the Raspberry Pi's, None on other computers. `needed`: somebody chose throws or parts at the pins.

    `factory` is gpiozero's way to the pins, `error` why there is none; `barred` are pin devices that may not be opened.
    """

    model: str | None
    needed: bool = False
    factory: str | None = None
    error: str | None = None
    barred: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DieFacts:
    """`source`: how throws are told in a game. `paired`: addresses of Bluetooth dice; `radio`: whether there is an adapter."""

    source: str
    known: tuple[str, ...]
    paired: tuple[str, ...] = ()
    bleak: bool = False
    radio: bool = False
    error: str | None = None


@dataclass(frozen=True, slots=True)
class SoundFacts:
    """Names of the sound cards, and of the program that plays on them."""

    cards: tuple[str, ...]
    player: str | None


@dataclass(frozen=True, slots=True)
class DisplayFacts:
    """`driver`: SDL's video driver, None when SDL chooses for the `desktop`.

    `cards`: graphics devices, `barred` those that may not be opened; `sdl_has_console`: this pygame can draw without a desktop.
    """

    driver: str | None
    desktop: str | None
    cards: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    sdl_has_console: bool = True


@dataclass(frozen=True, slots=True)
class SpeechFacts:
    """Names of the voices' programs that are there."""

    voices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DiskFacts:
    """The data folder; `error` why a file could not be written and synced there; free space in bytes."""

    folder: Path
    free: int | None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class TimeFacts:
    """`synced`: whether the clock is set by the network; None when nobody knows."""

    now: datetime
    synced: bool | None


@dataclass(frozen=True, slots=True)
class BoardFacts:
    """The computer's temperature in °C and the firmware's bits of power and throttling (None: it has none)."""

    celsius: float | None
    throttled: int | None


@dataclass(frozen=True, slots=True)
class VersionFacts:
    """Versions by package name, None where it is missing; `pi`: this is a Raspberry Pi."""

    program: str
    found: dict[str, str | None] = field(hash=False)
    pi: bool = False


@dataclass(frozen=True, slots=True)
class LibraryFacts:
    """Records in the games' folder: how many are whole, and what is wrong with the others, by file name."""

    folder: Path
    whole: int
    broken: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SettingsFacts:
    """The settings file; `error` why it cannot be read."""

    path: Path
    there: bool
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything."""

    settings: SettingsFacts
    camera: CameraFacts
    pins: PinFacts
    die: DieFacts
    sound: SoundFacts
    display: DisplayFacts
    speech: SpeechFacts
    disk: DiskFacts
    time: TimeFacts
    board: BoardFacts
    versions: VersionFacts
    library: LibraryFacts
