"""One visit of the doctor: gathers everything and lets each check judge its part."""

from __future__ import annotations

from pathlib import Path

from companion.app.devices import SIMULATED, choose_camera, choose_throws
from companion.doctor import checks, gathering, machine_checks
from companion.doctor.facts import CameraFacts, Facts, SettingsFacts
from companion.doctor.finding import Finding
from companion.doctor.looking import look_through
from companion.doctor.machine import Machine
from companion.paired_dice import dice_path
from companion.resume import games_folder
from companion.settings import Settings, load_settings, settings_path
from hardware.errors import CompanionError, InputError
from hardware.pins import Pins
from hardware.registry import RECORDED, THROWS, make_camera

AT_PINS = ("gpio", "electronic")


def gather(machine: Machine, camera: str | None, data: Path | None) -> Facts:
    """The facts of this machine; `camera` as it would be given to `companion play`. Looks through the camera for seconds."""
    settings, about_settings = _settings(settings_path())
    chosen = choose_camera(camera or settings.camera)
    source = choose_throws(settings.throws, chosen)
    folder = games_folder(data)
    return Facts(
        settings=about_settings,
        camera=_camera(chosen),
        pins=gathering.pin_facts(machine, source in AT_PINS or settings.pins != Pins()),
        die=gathering.die_facts(machine, source, THROWS, dice_path()),
        sound=gathering.sound_facts(machine),
        display=gathering.display_facts(machine),
        speech=gathering.speech_facts(machine),
        disk=gathering.disk_facts(folder),
        time=gathering.time_facts(machine),
        board=gathering.board_facts(machine),
        versions=gathering.version_facts(machine),
        library=gathering.library_facts(folder),
    )


def examine(facts: Facts) -> tuple[Finding, ...]:
    """A line about everything, in the order in which a game needs it."""
    return (
        machine_checks.check_versions(facts.versions),
        checks.check_settings(facts.settings),
        checks.check_camera(facts.camera),
        checks.check_light(facts.camera),
        checks.check_die(facts.die),
        checks.check_pins(facts.pins),
        checks.check_display(facts.display),
        checks.check_sound(facts.sound),
        checks.check_speech(facts.speech),
        machine_checks.check_disk(facts.disk),
        machine_checks.check_library(facts.library),
        machine_checks.check_time(facts.time),
        machine_checks.check_temperature(facts.board),
        machine_checks.check_power(facts.board),
    )


def _settings(path: Path) -> tuple[Settings, SettingsFacts]:
    """The settings, or those that hold without a file when it cannot be read."""
    try:
        return load_settings(path), SettingsFacts(path, path.exists())
    except InputError as error:
        return Settings(), SettingsFacts(path, True, str(error))


def _camera(name: str) -> CameraFacts:
    if name == SIMULATED:
        return CameraFacts(None)
    try:
        camera = make_camera(name)
    except CompanionError as error:
        return CameraFacts(name, error=str(error))
    return look_through(camera, real=name.partition(":")[0] not in RECORDED)
