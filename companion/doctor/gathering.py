"""Gathers the facts of a machine; nothing here judges them."""

from __future__ import annotations

import importlib
import os
import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from companion.doctor.facts import (
    BoardFacts,
    DieFacts,
    DiskFacts,
    DisplayFacts,
    LibraryFacts,
    PinFacts,
    SoundFacts,
    SpeechFacts,
    TimeFacts,
    VersionFacts,
)
from companion.doctor.machine import Machine, contents
from companion.library.loading import load_game, records
from companion.paired_dice import paired
from companion.rules import RulesError
from hardware.errors import CompanionError
from hardware.gpio import open_pins
from hardware.program import PROGRAM

PLAYERS = ("pw-play", "paplay", "aplay")
OPENCVS = ("opencv-python", "opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless")
PYGAMES = ("pygame", "pygame-ce")
THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"


def pi_model(machine: Machine) -> str | None:
    """The Raspberry Pi's name, None on other computers."""
    model = machine.text("/proc/device-tree/model")
    return model if model is not None and model.startswith("Raspberry Pi") else None


def pin_facts(machine: Machine, needed: bool) -> PinFacts:
    """The pins; gpiozero is asked on a Raspberry Pi only."""
    model = pi_model(machine)
    if model is None:
        return PinFacts(None, needed)
    barred = tuple(path.name for path in machine.files("/dev", "gpiochip*") if not machine.may_open(path))
    try:
        factory = open_pins("the pins", _factory_name)
    except CompanionError as error:
        return PinFacts(model, needed, None, str(error), barred)
    return PinFacts(model, needed, factory, None, barred)


def _factory_name(gpiozero: object) -> str:
    device = gpiozero.Device  # type: ignore[attr-defined]
    device.ensure_pin_factory()
    return type(device.pin_factory).__name__


def die_facts(machine: Machine, source: str, known: tuple[str, ...], dice: Path) -> DieFacts:
    """How throws are told; `dice` is the file of the paired ones."""
    radio = bool(machine.files("/sys/class/bluetooth", "hci*"))
    try:
        return DieFacts(source, known, tuple(paired(dice)), machine.importable("bleak"), radio)
    except CompanionError as error:
        return DieFacts(source, known, (), machine.importable("bleak"), radio, str(error))


def sound_facts(machine: Machine) -> SoundFacts:
    """The sound cards as ALSA lists them: ` 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones`."""
    cards = re.findall(r"^\s*\d+ \[.*?\]: .*? - (.*)$", machine.text("/proc/asound/cards") or "", re.MULTILINE)
    return SoundFacts(tuple(cards), next((name for name in PLAYERS if machine.which(name)), None))


def display_facts(machine: Machine) -> DisplayFacts:
    """The screen."""
    desktop = machine.environ.get("WAYLAND_DISPLAY") or machine.environ.get("DISPLAY")
    cards = machine.files("/dev/dri", "card*")
    return DisplayFacts(
        _driver(machine),
        desktop or None,
        tuple(card.name for card in cards),
        tuple(card.name for card in cards if not machine.may_open(card)),
        _sdl_has_console(machine),
    )


def _driver(machine: Machine) -> str | None:
    """None also when pygame is missing; the versions tell that."""
    with suppress(ImportError):
        driver = importlib.import_module("companion.display.driver")
        found: str | None = driver.video_driver(machine.environ, machine.root / "dev/dri")
        return found
    return None


def _sdl_has_console(machine: Machine) -> bool:
    """PyPI's pygame for ARM is built without KMS/DRM; that of Raspberry Pi OS and pygame-ce are built with it."""
    if not machine.architecture.startswith(("aarch64", "arm")) or machine.version("pygame-ce") is not None:
        return True
    place = machine.place("pygame")
    return place is None or "dist-packages" in place


def speech_facts(machine: Machine) -> SpeechFacts:
    """The voices."""
    wanted = (("espeak-ng", "espeakng_loader"), ("piper", "piper"))
    return SpeechFacts(tuple(name for name, module in wanted if machine.which(name) or machine.importable(module)))


def disk_facts(folder: Path) -> DiskFacts:
    """Writes and syncs a small file where games are kept, or as close to it as there is a folder; leaves nothing behind."""
    nearest = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=nearest) as file:
            file.write(b"companion doctor")
            file.flush()
            os.fsync(file.fileno())
        return DiskFacts(folder, shutil.disk_usage(nearest).free)
    except OSError as error:
        return DiskFacts(folder, None, f"cannot be written: {error.strerror or error}")


def time_facts(machine: Machine) -> TimeFacts:
    """The clock."""
    said = machine.run(["timedatectl", "show", "-p", "NTPSynchronized", "--value"])
    return TimeFacts(machine.now(), {"yes": True, "no": False}.get(said or ""))


def board_facts(machine: Machine) -> BoardFacts:
    """Temperature of the hottest zone and the firmware's bits, from `vcgencmd` or the kernel."""
    zones = [contents(path / "temp") for path in machine.files("/sys/class/thermal", "thermal_zone*")]
    degrees = [int(zone) / 1000 for zone in zones if zone is not None and zone.lstrip("-").isdigit()]
    said = machine.run(["vcgencmd", "get_throttled"]) or machine.text(THROTTLED)
    bits = re.search(r"(?:0x)?([0-9a-fA-F]+)$", said or "")
    return BoardFacts(max(degrees, default=None), int(bits[1], 16) if bits else None)


def version_facts(machine: Machine) -> VersionFacts:
    """Versions of all that matters."""
    found = {
        "python": machine.python,
        "opencv": next(filter(None, map(machine.version, OPENCVS)), None),
        "numpy": machine.version("numpy"),
        "pygame": next(filter(None, map(machine.version, PYGAMES)), None),
        "gpiozero": machine.version("gpiozero"),
        "picamera2": machine.version("picamera2"),
    }
    return VersionFacts(machine.version(PROGRAM) or "from its folder", found, pi_model(machine) is not None)


def library_facts(folder: Path) -> LibraryFacts:
    """Reads every record."""
    whole, broken = 0, []
    for path in records(folder):
        try:
            load_game(path).whole()
            whole += 1
        except (CompanionError, RulesError, OSError) as error:
            broken.append((path.name, str(error).removeprefix(f"{path}, ").removeprefix(f"{path}: ")))
    return LibraryFacts(folder, whole, tuple(broken))
