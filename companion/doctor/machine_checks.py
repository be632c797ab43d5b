"""The checks of the computer itself and of what is kept on it."""

from __future__ import annotations

import re

from companion.doctor.facts import BoardFacts, DiskFacts, LibraryFacts, TimeFacts, VersionFacts
from companion.doctor.finding import Finding, bad, good, hint

LEAST_FREE = 200 * 2**20
"""Bytes; a game is a tenth of a megabyte, a report with pictures fifty."""
FIRST_YEAR = 2026
"""The program is not older."""
HOT, WARM = 80.0, 70.0
"""°C. Raspberry Pi documentation: the processor is slowed from 80 on, fully at 85."""
UNDER_VOLTAGE, CAPPED, SLOWED, SOFT_LIMIT = 1 << 0, 1 << 1, 1 << 2, 1 << 3
SINCE_START = 16
"""Bits of `vcgencmd get_throttled`; those that were set at any time since the start stand sixteen higher. Same source."""
LEAST = {"python": "3.11", "opencv": "4.8", "numpy": "1.24", "pygame": "2.5", "gpiozero": "2.0"}
"""As in pyproject.toml."""
BROKEN_NAMED = 3


def check_disk(facts: DiskFacts) -> Finding:
    """Where games are written."""
    if facts.error is not None:
        return bad("disk", f"{facts.folder}: {facts.error}", "make room there, or give another folder: companion play --data DIR")
    if facts.free is not None and facts.free < LEAST_FREE:
        return bad(
            "disk", f"{facts.folder}: {facts.free / 2**20:.0f} MB are left", "make room: old games and pictures take the most"
        )
    room = "" if facts.free is None else f", {facts.free / 2**30:.1f} GB are left"
    return good("disk", f"{facts.folder} can be written and synced{room}")


def check_time(facts: TimeFacts) -> Finding:
    """The clock; records hold its time."""
    shown = facts.now.strftime("%Y-%m-%d %H:%M")
    if facts.now.year < FIRST_YEAR:
        return bad("time", f"the clock says {shown}", "connect to a network, or: sudo date -s 'YYYY-MM-DD HH:MM'")
    if facts.synced is False:
        return hint("time", f"{shown}, not set by the network", "sudo timedatectl set-ntp true, or see that it is right")
    return good("time", shown if facts.synced is None else f"{shown}, set by the network")


def check_temperature(facts: BoardFacts) -> Finding:
    """How hot it is, and whether the processor is slowed for it."""
    bits = facts.throttled or 0
    told = "this computer does not tell it" if facts.celsius is None else f"{facts.celsius:.0f} °C"
    celsius = facts.celsius or 0.0
    if celsius >= HOT or bits & (CAPPED | SLOWED | SOFT_LIMIT):
        return bad("temperature", f"{told}, the processor is slowed", "let air to it: a fan, a heat sink, no closed box")
    if celsius >= WARM or bits >> SINCE_START & (CAPPED | SLOWED | SOFT_LIMIT):
        return hint(
            "temperature", f"{told}, close to being slowed or slowed before", "let air to it: a fan, a heat sink, no closed box"
        )
    return good("temperature", told)


def check_power(facts: BoardFacts) -> Finding:
    """Whether the power supply is strong enough."""
    supply = "use the Raspberry Pi's own power supply and its cable"
    if facts.throttled is None:
        return good("power", "this computer has no warning of it")
    if facts.throttled & UNDER_VOLTAGE:
        return bad("power", "the voltage is too low", supply)
    if facts.throttled >> SINCE_START & UNDER_VOLTAGE:
        return hint("power", "the voltage has been too low since the start", supply)
    return good("power", "the voltage is right")


def check_versions(facts: VersionFacts) -> Finding:
    """Python and the libraries."""
    old = [name for name, least in LEAST.items() if _numbers(facts.found.get(name)) < _numbers(least)]
    told = f"program {facts.program}, " + ", ".join(f"{name} {version}" for name, version in facts.found.items() if version)
    if old:
        wanted = ", ".join(f"{name} {LEAST[name]}" for name in old)
        return bad("versions", f"{told}; too old or missing: {', '.join(old)}", f"expected at least {wanted}: make setup")
    if facts.pi and facts.found.get("picamera2") is None:
        return hint("versions", f"{told}; no picamera2", "for the Raspberry Pi's own camera: sudo apt install python3-picamera2")
    return good("versions", told)


def _numbers(version: str | None) -> tuple[int, ...]:
    """The version's first numbers; of a missing one none, which is less than any."""
    match = re.match(r"\d+(?:\.\d+)*", version or "")
    return tuple(int(part) for part in match[0].split(".")) if match else ()


def check_library(facts: LibraryFacts) -> Finding:
    """The games that were written down."""
    if not facts.broken:
        return good(
            "games", f"{facts.whole} in {facts.folder}, all can be read" if facts.whole else f"none yet in {facts.folder}"
        )
    named = "; ".join(f"{file}: {why}" for file, why in facts.broken[:BROKEN_NAMED])
    more = len(facts.broken) - BROKEN_NAMED
    told = f"{len(facts.broken)} of {facts.whole + len(facts.broken)} cannot be read: {named}" + (
        f"; and {more} more" if more > 0 else ""
    )
    return hint("games", told, f"nothing is lost by it; move them out of {facts.folder} to be rid of this line")
