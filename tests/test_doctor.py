"""The doctor: every check with what is good and what is bad, the gathering of facts, and the command."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.cli.doctor_command import as_json, as_text
from companion.cli.main import main
from companion.doctor import checks, gathering, machine_checks
from companion.doctor.facts import (
    BoardFacts,
    CameraFacts,
    DieFacts,
    DiskFacts,
    DisplayFacts,
    LibraryFacts,
    PinFacts,
    SettingsFacts,
    SoundFacts,
    SpeechFacts,
    TimeFacts,
    VersionFacts,
)
from companion.doctor.finding import Finding, Health
from companion.doctor.looking import LOOK_S, look_through
from companion.doctor.machine import Machine
from hardware.cameras.health import FrameTrouble
from hardware.cameras.held import TERMINATED, held
from hardware.errors import CameraLostError, DeviceError
from hardware.ports import BgrImage, Frame
from hardware.registry import THROWS
from tests.device_doubles import ManualClock

GOOD, HINT, BAD = Health.GOOD, Health.HINT, Health.BAD
HERE = Path("/home/anna/games")
SEEN = CameraFacts("usb:0", None, "1280x720 MJPG", 29.8, None, 120.0, 0.01)
DICE = DieFacts("godice", THROWS, ("godice",), True, True)
SCREEN = DisplayFacts("kmsdrm", None, ("card0", "card1"))
NOW = datetime(2026, 11, 30, 18, 5, tzinfo=UTC)
FOUND = {
    "python": "3.11.2",
    "opencv": "4.11.0.86",
    "numpy": "1.24.2",
    "pygame": "2.6.1",
    "gpiozero": "2.0.1",
    "picamera2": "0.3.30",
}
VERSIONS = VersionFacts("0.1.0", dict[str, str | None](FOUND), pi=True)


def without(name: str) -> VersionFacts:
    return replace(VERSIONS, found={**VERSIONS.found, name: None})


CASES: tuple[tuple[Callable[[Any], Finding], object, Health, str, str | None], ...] = (
    (checks.check_settings, SettingsFacts(HERE, True), GOOD, "/home/anna/games", None),
    (checks.check_settings, SettingsFacts(HERE, False), GOOD, "everything is as it comes", None),
    (checks.check_settings, SettingsFacts(HERE, True, "unknown setting 'colour'"), BAD, "'colour'", "put the file right"),
    (checks.check_camera, SEEN, GOOD, "usb:0 gives 1280x720 MJPG, 30 a second", None),
    (checks.check_camera, CameraFacts(None), HINT, "would be simulated", "plug a camera in"),
    (checks.check_camera, CameraFacts("usb:0", "camera usb:0: no camera is plugged in"), BAD, "no camera is plugged in", "again"),
    (checks.check_camera, replace(SEEN, trouble=FrameTrouble.DARK), BAD, "usb:0: the pictures are black", "take the cap off"),
    (checks.check_camera, replace(SEEN, trouble=FrameTrouble.FROZEN), BAD, "the same picture", "pull the camera's plug"),
    (checks.check_camera, replace(SEEN, fps=9.6), HINT, "10 a second", "another USB port"),
    (checks.check_light, SEEN, GOOD, "brightness 120 of 255, 1% of the picture white", None),
    (checks.check_light, replace(SEEN, brightness=21.0), BAD, "brightness 21", "switch on a lamp"),
    (checks.check_light, replace(SEEN, clipped=0.4), HINT, "40% of the picture white", "move the lamp"),
    (checks.check_light, CameraFacts(None), HINT, "not looked at", "see the line of the camera"),
    (checks.check_pins, PinFacts("Raspberry Pi 5 Model B", factory="LGPIOFactory"), GOOD, "through LGPIOFactory", None),
    (checks.check_pins, PinFacts(None), HINT, "this is no Raspberry Pi", "throws come from the keyboard"),
    (checks.check_pins, PinFacts(None, needed=True), BAD, "the settings use pins", "choose other throws"),
    (checks.check_pins, PinFacts("Raspberry Pi 5", error="no pins"), BAD, "no pins", "apt install python3-lgpio"),
    (checks.check_pins, PinFacts("Raspberry Pi 5", barred=("gpiochip0",)), BAD, "gpiochip0 may not", "usermod -aG gpio"),
    (checks.check_die, DICE, GOOD, "the paired godice die", None),
    (checks.check_die, DieFacts("keyboard", THROWS), GOOD, "told by the keyboard", None),
    (checks.check_die, replace(DICE, paired=()), HINT, "the first one found is taken", "companion dice pair godice"),
    (checks.check_die, replace(DICE, bleak=False), BAD, "needs bleak", "pip install bleak"),
    (checks.check_die, replace(DICE, radio=False), BAD, "no adapter", "rfkill"),
    (checks.check_die, DieFacts("coin", THROWS), BAD, "throws 'coin' are not known", "choose one of gpio"),
    (checks.check_die, replace(DICE, error="dice.json cannot be read"), BAD, "dice.json", "pair the die again"),
    (checks.check_sound, SoundFacts(("bcm2835 Headphones",), "aplay"), GOOD, "bcm2835 Headphones, through aplay", None),
    (checks.check_sound, SoundFacts((), "aplay"), HINT, "no sound card", "plug in a loudspeaker"),
    (checks.check_sound, SoundFacts(("HDA Intel",), None), HINT, "nothing plays on HDA Intel", "alsa-utils"),
    (checks.check_display, DisplayFacts(None, "wayland-0"), GOOD, "on the desktop (wayland-0)", None),
    (checks.check_display, SCREEN, GOOD, "the bare screen (card0, card1)", None),
    (checks.check_display, replace(SCREEN, sdl_has_console=False), BAD, "this pygame cannot", "pip install pygame-ce"),
    (checks.check_display, replace(SCREEN, driver="dummy", barred=("card0",)), BAD, "card0 may not", "usermod -aG video,render"),
    (checks.check_display, DisplayFacts("dummy", None), HINT, "pictures of it are written instead", "plug a screen in"),
    (checks.check_display, DisplayFacts("x11", None), GOOD, "SDL's x11", None),
    (checks.check_speech, SpeechFacts(("espeak-ng", "piper")), GOOD, "espeak-ng, piper", None),
    (checks.check_speech, SpeechFacts(()), HINT, "no voice", "apt install espeak-ng"),
    (machine_checks.check_disk, DiskFacts(HERE, 3 * 2**30), GOOD, "3.0 GB are left", None),
    (machine_checks.check_disk, DiskFacts(HERE, 5 * 2**20), BAD, "5 MB are left", "make room"),
    (
        machine_checks.check_disk,
        DiskFacts(HERE, None, "cannot be written: Read-only file system"),
        BAD,
        "Read-only",
        "--data DIR",
    ),
    (machine_checks.check_time, TimeFacts(NOW, True), GOOD, "2026-11-30 18:05, set by the network", None),
    (machine_checks.check_time, TimeFacts(NOW, None), GOOD, "2026-11-30 18:05", None),
    (machine_checks.check_time, TimeFacts(NOW, False), HINT, "not set by the network", "timedatectl set-ntp true"),
    (
        machine_checks.check_time,
        TimeFacts(NOW.replace(year=1970), False),
        BAD,
        "the clock says 1970-11-30",
        "connect to a network",
    ),
    (machine_checks.check_temperature, BoardFacts(51.6, 0), GOOD, "52 °C", None),
    (machine_checks.check_temperature, BoardFacts(None, None), GOOD, "does not tell it", None),
    (machine_checks.check_temperature, BoardFacts(81.0, 0), BAD, "81 °C", "let air to it"),
    (machine_checks.check_temperature, BoardFacts(60.0, 0x4), BAD, "is slowed", "let air to it"),
    (machine_checks.check_temperature, BoardFacts(60.0, 0x80000), HINT, "slowed before", "let air to it"),
    (machine_checks.check_temperature, BoardFacts(72.0, 0), HINT, "close to being slowed", "let air to it"),
    (machine_checks.check_power, BoardFacts(50.0, 0), GOOD, "the voltage is right", None),
    (machine_checks.check_power, BoardFacts(50.0, None), GOOD, "no warning of it", None),
    (machine_checks.check_power, BoardFacts(50.0, 0x50005), BAD, "the voltage is too low", "power supply"),
    (machine_checks.check_power, BoardFacts(50.0, 0x10000), HINT, "has been too low since the start", "power supply"),
    (machine_checks.check_versions, VERSIONS, GOOD, "program 0.1.0, python 3.11.2, opencv 4.11.0.86", None),
    (machine_checks.check_versions, without("picamera2"), HINT, "no picamera2", "apt install python3-picamera2"),
    (machine_checks.check_versions, replace(without("picamera2"), pi=False), GOOD, "gpiozero 2.0.1", None),
    (machine_checks.check_versions, without("opencv"), BAD, "missing: opencv", "at least opencv 4.8: make setup"),
    (
        machine_checks.check_versions,
        replace(VERSIONS, found={**VERSIONS.found, "numpy": "1.9"}),
        BAD,
        "too old or missing: numpy",
        "at least numpy 1.24",
    ),
    (machine_checks.check_library, LibraryFacts(HERE, 12), GOOD, "12 in /home/anna/games, all can be read", None),
    (machine_checks.check_library, LibraryFacts(HERE, 0), GOOD, "none yet", None),
    (machine_checks.check_library, LibraryFacts(HERE, 3, (("a.jsonl", "line 4: torn"),)), HINT, "1 of 4 cannot", "move them out"),
    (
        machine_checks.check_library,
        LibraryFacts(HERE, 0, tuple((f"{n}.jsonl", "?") for n in range(5))),
        HINT,
        "2.jsonl: ?; and 2 more",
        "nothing is lost",
    ),
)


@pytest.mark.parametrize(("check", "facts", "health", "told", "do"), CASES)
def test_each_line_is_good_or_says_what_to_do(
    check: Callable[[Any], Finding], facts: object, health: Health, told: str, do: str | None
) -> None:
    finding = check(facts)
    assert finding.health is health
    assert told in finding.told
    assert (finding.do is None) == (health is GOOD)
    assert do is None or do in (finding.do or "")


def machine(root: Path, files: dict[str, str] | None = None, **other: Any) -> Machine:
    """A machine with these files below `root` and nothing installed."""
    for name, text in (files or {}).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    bare: dict[str, Any] = {
        "environ": {},
        "which": lambda _: None,
        "run": lambda _: None,
        "version": lambda _: None,
        "place": lambda _: None,
        "importable": lambda _: False,
        "now": lambda: NOW,
    }
    return Machine(root, **{**bare, **other})


def test_an_empty_machine_has_nothing_and_says_so(tmp_path: Path) -> None:
    empty = machine(tmp_path)
    assert gathering.pin_facts(empty, needed=False) == PinFacts(None)
    assert gathering.sound_facts(empty) == SoundFacts((), None)
    assert gathering.speech_facts(empty) == SpeechFacts(())
    assert gathering.board_facts(empty) == BoardFacts(None, None)
    assert gathering.time_facts(empty) == TimeFacts(NOW, None)
    assert gathering.die_facts(empty, "gpio", THROWS, tmp_path / "dice.json") == DieFacts("gpio", THROWS)
    assert gathering.library_facts(tmp_path / "games") == LibraryFacts(tmp_path / "games", 0)
    assert machine_checks.check_versions(gathering.version_facts(empty)).health is BAD


CARDS = """ 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
"""


def test_the_facts_of_a_pi_are_found(tmp_path: Path) -> None:
    answers = {"vcgencmd": "throttled=0x50000", "timedatectl": "yes"}

    def run(command: Sequence[str]) -> str | None:
        return answers.get(command[0])

    files = {
        "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5\0",
        "proc/asound/cards": CARDS,
        "sys/class/thermal/thermal_zone0/temp": "48312\n",
        "sys/class/bluetooth/hci0/type": "",
        "dev/gpiochip0": "",
        "dev/dri/card1": "",
    }
    pi = machine(tmp_path, files, run=run, which=lambda name: f"/usr/bin/{name}", may_open=lambda path: path.name != "gpiochip0")
    assert gathering.pi_model(pi) == "Raspberry Pi 4 Model B Rev 1.5"
    assert gathering.pin_facts(pi, needed=True).barred == ("gpiochip0",)
    assert gathering.sound_facts(pi) == SoundFacts(("vc4-hdmi-0", "bcm2835 Headphones"), "pw-play")
    assert gathering.board_facts(pi) == BoardFacts(48.312, 0x50000)
    assert gathering.time_facts(pi).synced is True
    assert gathering.speech_facts(pi).voices == ("espeak-ng", "piper")
    assert gathering.display_facts(pi).cards == ("card1",)
    assert gathering.die_facts(pi, "godice", THROWS, tmp_path / "dice.json").radio


def test_a_kernel_without_vcgencmd_tells_throttling_too(tmp_path: Path) -> None:
    files = {"sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n"}
    assert gathering.board_facts(machine(tmp_path, files)).throttled == 0x50005


@pytest.mark.parametrize(
    ("architecture", "package", "place", "has"),
    [
        ("aarch64", "pygame-ce", "/home/anna/.venv/lib/python3.11/site-packages", True),
        ("x86_64", "pygame", "/home/anna/.venv/lib/python3.11/site-packages", True),
        ("aarch64", "pygame", "/usr/lib/python3/dist-packages", True),
        ("aarch64", "pygame", "/home/anna/.venv/lib/python3.11/site-packages", False),
    ],
)
def test_pypi_pygame_on_arm_has_no_console(tmp_path: Path, architecture: str, package: str, place: str, has: bool) -> None:
    def only(answer: str) -> Callable[[str], str | None]:
        return lambda name: answer if name == package else None

    there = machine(tmp_path, architecture=architecture, version=only("2.6"), place=only(place))
    assert gathering.display_facts(there).sdl_has_console is has


def test_a_folder_that_is_not_there_yet_is_tried_where_it_will_be(tmp_path: Path) -> None:
    facts = gathering.disk_facts(tmp_path / "data" / "games")
    assert facts.error is None
    assert facts.free is not None
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told() -> None:
    assert gathering.disk_facts(Path("/proc/games")).error is not None


def test_broken_records_are_named(tmp_path: Path) -> None:
    (tmp_path / "2026-01-01.jsonl").write_text('{"kind": "move"}\n')
    facts = gathering.library_facts(tmp_path)
    assert (facts.whole, len(facts.broken)) == (0, 1)
    assert facts.broken[0][0] == "2026-01-01.jsonl"


class FakeCamera:
    """Gives what `paint` paints, so many frames a second of its clock; lost after `lasts_s`."""

    name = "usb:0"
    gives = "1280x720 MJPG"

    def __init__(self, paint: Callable[[int], BgrImage], fps: float = 30.0, lasts_s: float = 99.0, there: bool = True) -> None:
        self.clock = ManualClock(0.0)
        self._paint, self._fps, self._lasts_s, self._there = paint, fps, lasts_s, there
        self._sequence = 0
        self.opened = 0

    def open(self) -> None:
        if not self._there:
            raise DeviceError("camera usb:0: no camera is plugged in")
        self.opened += 1

    def read(self) -> Frame | None:
        self.clock.wait(1 / self._fps)
        if self.clock.now_s > self._lasts_s:
            raise CameraLostError("camera usb:0 gives no more frames")
        self._sequence += 1
        return Frame(self._paint(self._sequence), self.clock.now_s, self._sequence)

    def close(self) -> None:
        self.opened = 0


def grey(level: int, changing: bool = True) -> Callable[[int], BgrImage]:
    def paint(number: int) -> BgrImage:
        picture = np.full((720, 1280, 3), level, dtype=np.uint8)
        picture[0, 0] = number % 200 if changing else 0
        return picture

    return paint


LOOKS = (
    (FakeCamera(grey(120)), None, None, 30),
    (FakeCamera(grey(120), fps=3.0), FrameTrouble.SLOW, None, 3),
    (FakeCamera(grey(3)), FrameTrouble.DARK, None, 30),
    (FakeCamera(grey(255)), FrameTrouble.BRIGHT, None, 30),
    (FakeCamera(grey(120, changing=False), fps=15.0), FrameTrouble.FROZEN, None, 15),
    (FakeCamera(lambda _: np.full((240, 320, 3), 120, dtype=np.uint8)), FrameTrouble.TOO_SMALL, None, 30),
    (FakeCamera(grey(120), lasts_s=1.0), None, "gives no more frames", None),
    (FakeCamera(grey(120), there=False), None, "no camera is plugged in", None),
)


@pytest.mark.parametrize(("camera", "trouble", "error", "fps"), LOOKS)
def test_a_camera_is_looked_through_and_given_back(
    camera: FakeCamera, trouble: FrameTrouble | None, error: str | None, fps: int | None
) -> None:
    facts = look_through(camera, camera.clock)
    assert facts.trouble is trouble
    assert (error or "") in (facts.error or "")
    assert (None if facts.fps is None else round(facts.fps)) == fps
    assert camera.opened == 0
    assert camera.clock.now_s <= LOOK_S + 1.0


def test_a_camera_is_given_back_when_the_program_is_told_to_end() -> None:
    camera = FakeCamera(grey(120))
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(SystemExit) as ended, held(camera):
        assert camera.opened == 1
        os.kill(os.getpid(), signal.SIGTERM)
        signal.pause()
    assert (ended.value.code, camera.opened) == (TERMINATED, 0)
    assert signal.getsignal(signal.SIGTERM) is before


def test_lines_for_people_and_for_programs() -> None:
    finding = Finding("light", BAD, "brightness 21 of 255", "switch on a lamp beside the board")
    assert as_text(finding) == "BAD   light       brightness 21 of 255\n                  → switch on a lamp beside the board"
    assert "\x1b[31m" in as_text(finding, colours=True)
    expected = {"check": "light", "state": "bad", "told": "brightness 21 of 255", "do": "switch on a lamp beside the board"}
    assert json.loads(as_json(finding)) == expected


def test_without_any_hardware_the_command_is_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("companion.doctor.examining.choose_camera", lambda wanted: wanted or "simulated")
    assert main(["doctor", "--json", "--data", str(tmp_path)]) == 0
    lines = {line["check"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert len(lines) == 14
    assert "simulated" in lines["camera"]["told"]
    assert {line["state"] for line in lines.values()} <= {"good", "hint"}
    assert all((line["do"] is None) == (line["state"] == "good") for line in lines.values())


@pytest.mark.parametrize("camera", ["usb:/dev/v4l/by-id/none", "webcam", "folder:/nowhere", "video:/nowhere.mp4"])
def test_a_camera_that_is_not_there_is_a_red_line_and_status_1(
    camera: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert main(["doctor", "--camera", camera, "--data", str(tmp_path)]) == 1
    assert "BAD   camera" in capsys.readouterr().out


def test_broken_settings_are_a_red_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "mensch-companion").mkdir()
    (tmp_path / "mensch-companion" / "settings.toml").write_text("camrea = 'usb:0'")
    monkeypatch.setattr("companion.doctor.examining.choose_camera", lambda wanted: wanted or "simulated")
    assert main(["doctor", "--data", str(tmp_path)]) == 1
    assert "unknown setting 'camrea'" in capsys.readouterr().out
