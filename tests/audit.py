"""Known vulnerabilities of what install.sh installs: `make audit`.

    python tests/audit.py PIP_AUDIT

Asks PyPI's data of them (through pip-audit, given by its path) for every version in the lock files. Where that data cannot be
reached it says so, and holds what is installed here against the lock instead: the same versions, each with its hashes.
Exit status: 0 nothing known (or the lock is kept), 1 something is known or differs. Needs nothing but the standard library.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCKS = ("locked.txt", "locked-pi.txt", "locked-console.txt")
HERE = "locked.txt"
"""The lock that `make setup` agrees with."""
HASHES = re.compile(r"--hash=sha256:[0-9a-f]{64}\b")
LONGEST_S = 120


@dataclass(frozen=True, slots=True)
class Locked:
    """A package of a lock file; `marker` says for which systems, "" for all."""

    name: str
    version: str
    marker: str
    hashes: int


def parse_lock(text: str) -> tuple[Locked, ...]:
    """The packages of a lock file as uv and pip-compile write it. Raises `ValueError` for a line that pins nothing."""
    found = []
    for block in text.replace("\\\n", " ").splitlines():
        if not block.strip() or block.lstrip().startswith("#"):
            continue
        pinned = re.match(r"([A-Za-z0-9._-]+)==([^\s;]+)\s*(?:;([^#]*?))?(?=\s*--hash|\s*$)", block)
        if pinned is None:
            raise ValueError(f"expected name==version and hashes, got {block[:80]!r}")
        found.append(Locked(pinned[1], pinned[2], (pinned[3] or "").strip(), len(HASHES.findall(block))))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Audit:
    """What the data says: `known` vulnerabilities as sentences, `asked` packages it knows of, `unknown` ones it does not."""

    known: tuple[str, ...]
    asked: int
    unknown: int


def read_audit(said: str) -> Audit:
    """pip-audit's JSON. Raises `ValueError` for anything else."""
    packages = json.loads(said)["dependencies"]
    known = tuple(
        f"{each['name']} {each['version']}: {found['id']}, mended in {', '.join(found['fix_versions']) or 'no version yet'}"
        for each in packages
        for found in each.get("vulns", ())
    )
    unknown = sum("skip_reason" in each for each in packages)
    return Audit(known, len(packages) - unknown, unknown)


def differences(locked: Sequence[Locked], installed: Mapping[str, str]) -> tuple[str, ...]:
    """Where what is installed is not what was locked; packages for other systems need not be there."""
    found = [f"{each.name} has no hash" for each in locked if each.hashes == 0]
    for each in locked:
        here = installed.get(each.name)
        if here is None and "python_full_version" in each.marker:
            continue
        if here != each.version:
            found.append(f"{each.name} is {here or 'missing'}, locked is {each.version}")
    return tuple(found)


def ask(tool: str, lock: Path) -> Audit | None:
    """What is known of the lock's versions; None when the data cannot be reached."""
    command = [tool, "--disable-pip", "--require-hashes", "--progress-spinner", "off", "-f", "json", "-r", str(lock)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S)
        found = read_audit(done.stdout)
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError):
        return None
    return found if found.asked else None


def installed_versions(locked: Sequence[Locked]) -> dict[str, str]:
    """What this environment holds of them; OpenCV's headless build does the same work."""
    found: dict[str, str] = {}
    for each in locked:
        for name in (each.name, f"{each.name}-headless"):
            try:
                found.setdefault(each.name, version(name))
            except PackageNotFoundError:
                continue
    return found


def main(arguments: Sequence[str]) -> int:
    """The command line."""
    known: list[str] = []
    reached = True
    for name in LOCKS:
        found = ask(arguments[0], ROOT / name)
        reached &= found is not None
        if found is not None:
            known += found.known
            print(
                f"{name}: {found.asked} packages asked for, {found.unknown} unknown to the data, {len(found.known)} known faults"
            )
    print("\n".join(known), file=sys.stderr, end="\n" if known else "")
    return max(1 if known else 0, 0 if reached else _held_against_the_lock())


def _held_against_the_lock() -> int:
    # Setuptools is there for the build alone and comes with the system here.
    locked = [each for each in parse_lock((ROOT / HERE).read_text("utf-8")) if each.name != "setuptools"]
    found = differences(locked, installed_versions(locked))
    hashes = sum(each.hashes for each in locked)
    print("The data of known vulnerabilities cannot be reached from here; what is installed is held against the lock instead:")
    print("\n".join(found) or f"{len(locked)} packages of {HERE}, {hashes} hashes: every version is the locked one")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
