"""The installer's steps for every kind of machine, printed by --dry-run; the units as they will lie there; the locks it takes."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.audit import LOCKS, Locked, differences, parse_lock, read_audit

ROOT = Path(__file__).parents[1]
PROGRAM = "/opt/mensch-companion/venv/bin/companion"
CAPABLE = ("sed", "grep", "id", "dirname", "mktemp", "rm", "cat", "env")


@dataclass(frozen=True, slots=True)
class Machine:
    """What the installer looks at."""

    codename: str
    pi: bool = False
    desktop: bool = False


MACHINES = {
    "Raspberry Pi OS Bookworm": Machine("bookworm", pi=True, desktop=True),
    "Raspberry Pi OS Bookworm Lite": Machine("bookworm", pi=True),
    "Raspberry Pi OS Trixie": Machine("trixie", pi=True, desktop=True),
    "Raspberry Pi OS Trixie Lite": Machine("trixie", pi=True),
    "Debian 12": Machine("bookworm", desktop=True),
    "Debian 13 without a desktop": Machine("trixie"),
}


def install(machine: Machine, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the installer on a made-up machine whose commands all answer no, for the steps only."""
    looks, commands = folder / "looks", folder / "bin"
    for name in ("etc", "proc/device-tree", "usr/share/wayland-sessions"):
        (looks / name).mkdir(parents=True, exist_ok=True)
    (looks / "etc/os-release").write_text(f'NAME="a Debian"\nVERSION_CODENAME={machine.codename}\n', "utf-8")
    if machine.pi:
        (looks / "proc/device-tree/model").write_text("Raspberry Pi 4 Model B Rev 1.4\0", "utf-8")
    if machine.desktop:
        (looks / "usr/share/wayland-sessions/labwc.desktop").touch()
    commands.mkdir(exist_ok=True)
    for name in ("apt-get", "getent", "systemctl"):
        (commands / name).write_text(f"#!/bin/sh\n[ {name} = systemctl ] && echo graphical.target && exit 0\nexit 2\n", "utf-8")
        (commands / name).chmod(0o755)
    for name in CAPABLE:
        where = shutil.which(name)
        assert where is not None
        (commands / name).unlink(missing_ok=True)
        (commands / name).symlink_to(where)
    bash = shutil.which("bash")
    assert bash is not None
    environ = {"PATH": str(commands), "INSTALL_LOOKS_AT": str(looks), "TMPDIR": str(folder), "SUDO_USER": "mia"}
    command = [bash, str(ROOT / "install.sh"), *arguments]
    return subprocess.run(command, env=environ, capture_output=True, text=True, timeout=60)


def steps(done: subprocess.CompletedProcess[str]) -> list[str]:
    """What it would have done."""
    assert done.returncode == 0, done.stderr
    return [line.strip() for line in done.stdout.splitlines() if line.startswith("   ")]


@pytest.mark.parametrize("name", MACHINES)
def test_the_steps_for_each_system(name: str, tmp_path: Path) -> None:
    machine = MACHINES[name]
    told = steps(install(machine, tmp_path, "--dry-run"))
    packages = next(line for line in told if "apt-get install" in line).split()
    assert ("python3-picamera2" in packages) == machine.pi
    assert ("libgbm1" in packages) == (not machine.desktop)
    (locked,) = (line for line in told if re.search(r"-r \S*/locked(-pi)?\.txt$", line))
    assert locked.endswith("locked-pi.txt" if machine.pi else "locked.txt")
    assert any("locked-console.txt" in line for line in told) == (not machine.desktop)
    assert (
        any(line.endswith("/etc/xdg/autostart/mensch-companion.desktop") and "rm" not in line for line in told) == machine.desktop
    )
    assert any("systemctl enable" in line for line in told) == (not machine.desktop)
    assert "usermod --append --groups video,render,input,gpio,audio mia" in told


def test_every_file_that_pip_takes_has_its_hash(tmp_path: Path) -> None:
    told = [line for line in steps(install(Machine("trixie", pi=True), tmp_path, "--dry-run")) if "pip install" in line]
    assert len(told) == 3
    for line in told:
        assert "--no-deps" in line
        assert "--require-hashes" in line or "--no-build-isolation" in line


@pytest.mark.parametrize("arguments", [("--dry-run",), ("--uninstall", "--dry-run")])
def test_a_dry_run_leaves_nothing(arguments: tuple[str, ...], tmp_path: Path) -> None:
    install(MACHINES["Debian 12"], tmp_path, *arguments)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "looks"]


def test_uninstalling_touches_no_game_and_no_setting(tmp_path: Path) -> None:
    done = install(MACHINES["Debian 12"], tmp_path, "--uninstall", "--dry-run")
    assert not any("/var/lib/mensch-companion" in line or ".local" in line or "userdel" in line for line in steps(done))
    assert "Kept: games, settings and calibrations" in done.stdout


@pytest.mark.parametrize("codename", ["buster", "bullseye", "focal", "jammy"])
def test_a_system_that_is_too_old_is_told_before_anything_is_done(codename: str, tmp_path: Path) -> None:
    done = install(Machine(codename, pi=True), tmp_path, "--dry-run")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("install.sh: expected Raspberry Pi OS or Debian 12 (bookworm) or newer")
    assert codename in done.stderr


def test_an_unknown_argument_is_told(tmp_path: Path) -> None:
    done = install(Machine("trixie"), tmp_path, "--dekstop")
    assert (done.returncode, done.stderr) == (2, "install.sh: unknown argument --dekstop; see ./install.sh --help\n")


def test_bluetooth_is_only_where_it_was_asked_for(tmp_path: Path) -> None:
    without, with_it = (steps(install(Machine("trixie"), tmp_path, "--dry-run", *more)) for more in ((), ("--bluetooth",)))
    assert not any("companion-bluetooth.conf" in line for line in without)
    assert any("companion-bluetooth.conf" in line for line in with_it)
    assert any(line.split()[-1] == "bluez" for line in with_it if "apt-get install" in line)


SCRIPTS = ("install.sh", "systemd/check.sh", "systemd/companion-table", "tests/check_install.sh", "tests/lock.sh", ".ci/run")


@pytest.mark.parametrize("script", SCRIPTS)
def test_shellcheck_has_nothing_to_say(script: str) -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("needs shellcheck")
    done = subprocess.run(["shellcheck", script], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


def unit(name: str) -> configparser.ConfigParser:
    """A unit file; of keys that come twice the last one."""
    parser = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",), comment_prefixes=("#",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((ROOT / "systemd" / name).read_text("utf-8"))
    return parser


@pytest.mark.parametrize("name", ["companion.service", "companion-desktop.service"])
def test_the_units_start_what_is_installed_and_watch_it(name: str) -> None:
    service = unit(name)["Service"]
    command = service["ExecStart"].split()
    assert command[:3] == [PROGRAM, "play", "--real"]
    assert (service["Type"], service["NotifyAccess"], service["Restart"]) == ("notify", "main", "on-failure")
    # Longer than the program waits before it says that a thread hangs.
    assert 30 < int(service["WatchdogSec"]) <= 60


def test_the_console_unit_and_its_command_keep_games_in_one_folder() -> None:
    service = unit("companion.service")["Service"]
    table = (ROOT / "systemd" / "companion-table").read_text("utf-8")
    folder = f"/var/lib/{service['StateDirectory']}"
    assert service["WorkingDirectory"] == folder
    assert f"DATA={folder}\n" in (ROOT / "install.sh").read_text("utf-8")
    assert f"cd {folder}\n" in table
    assert "XDG_DATA_HOME=/var/lib" in table
    assert (service["ProtectSystem"], service["ProtectHome"], service["NoNewPrivileges"]) == ("strict", "yes", "yes")


def test_systemd_has_nothing_to_say() -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("needs systemd-analyze")
    done = subprocess.run([ROOT / "systemd" / "check.sh"], capture_output=True, text=True, env={**os.environ, "LANG": "C.UTF-8"})
    assert done.returncode == 0, done.stdout + done.stderr
    exposures = [float(found) for found in re.findall(r"exposure level for \S+: ([\d.]+)", done.stdout)]
    assert len(exposures) == 2
    assert max(exposures) <= 2.0


# ---- the lock files ----


def pins(name: str) -> dict[str, str]:
    """What a constraints file pins."""
    found = re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / name).read_text("utf-8"), re.MULTILINE)
    return {key.lower().replace("_", "-"): value for key, value in found}


def locked(name: str) -> dict[str, Locked]:
    """The packages of a lock file."""
    return {each.name: each for each in parse_lock((ROOT / name).read_text("utf-8"))}


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_has_hashes(name: str) -> None:
    assert locked(name)
    assert all(each.hashes > 0 for each in locked(name).values())


@pytest.mark.parametrize(("lock", "constraints"), [("locked.txt", "constraints.txt"), ("locked-pi.txt", "constraints-pi.txt")])
def test_what_is_installed_is_what_is_tested(lock: str, constraints: str) -> None:
    pinned = pins(constraints)
    assert {name: each.version for name, each in locked(lock).items() if name in pinned} == {
        name: pinned[name] for name in locked(lock) if name in pinned
    }


@pytest.mark.parametrize("lock", ["locked.txt", "locked-pi.txt"])
def test_the_lock_holds_every_requirement_and_no_tool(lock: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = {re.match(r"[\w.-]+", line)[0] for line in project["dependencies"]}  # type: ignore[index]
    there = set(locked(lock))
    assert wanted - there == ({"numpy"} if lock == "locked-pi.txt" else set())
    assert not there & {"pytest", "mypy", "ruff", "hypothesis", "torch", "atheris"}


LOCK = """# said
bleak==3.1.0 ; sys_platform == 'linux' \\
    --hash=sha256:{a} \\
    --hash=sha256:{b}
typing-extensions==4.15.0 ; python_full_version < '3.12' and sys_platform == 'linux' \\
    --hash=sha256:{a}
pygame==2.6.1
""".format(a="a" * 64, b="b" * 64)


def test_a_lock_is_read_and_compared() -> None:
    found = parse_lock(LOCK)
    assert [(each.name, each.version, each.hashes) for each in found] == [
        ("bleak", "3.1.0", 2),
        ("typing-extensions", "4.15.0", 1),
        ("pygame", "2.6.1", 0),
    ]
    assert differences(found, {"bleak": "3.1.0", "pygame": "2.6.0"}) == (
        "pygame has no hash",
        "pygame is 2.6.0, locked is 2.6.1",
    )
    assert differences(found[:2], {}) == ("bleak is missing, locked is 3.1.0",)


def test_a_lock_that_pins_nothing_is_told() -> None:
    with pytest.raises(ValueError, match="expected name==version and hashes, got 'bleak>=1'"):
        parse_lock("bleak>=1\n")


def test_what_the_audit_says_is_read() -> None:
    said = (
        '{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]},'
        ' {"name": "b", "version": "1", "vulns": []}, {"name": "c", "skip_reason": "not found"}], "fixes": []}'
    )
    found = read_audit(said)
    assert (found.known, found.asked, found.unknown) == (("a 1: PYSEC-1, mended in 2",), 2, 1)


@pytest.mark.parametrize(
    ("says", "status", "told"),
    [
        ('{"dependencies": [{"name": "a", "skip_reason": "not found"}]}', 0, "cannot be reached from here"),
        ("no network", 0, "cannot be reached from here"),
        (
            '{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}',
            0,
            "1 packages asked for, 0 unknown to the data, 0 known",
        ),
        ('{"dependencies": [{"name": "a", "version": "1", "vulns": [{"id": "X", "fix_versions": []}]}]}', 1, "no version yet"),
    ],
)
def test_the_audit_says_whether_the_data_was_reached(says: str, status: int, told: str, tmp_path: Path) -> None:
    tool = tmp_path / "pip-audit"
    tool.write_text(f"#!/bin/sh\ncat <<'SAID'\n{says}\nSAID\n", "utf-8")
    tool.chmod(0o755)
    done = subprocess.run([sys.executable, ROOT / "tests" / "audit.py", tool], capture_output=True, text=True)
    assert told in done.stdout + done.stderr
    # Where the data cannot be reached the answer depends on what is installed here.
    assert done.returncode == status or "locked is" in done.stdout
