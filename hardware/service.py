"""What the service manager hears of this program: ready, alive, ending (systemd's `sd_notify`, man 3 sd_notify).

A datagram of `KEY=value` lines goes to the socket that systemd names in `NOTIFY_SOCKET`; without one nobody is told.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from contextlib import suppress

READY, ALIVE, STOPPING = "READY=1", "WATCHDOG=1", "STOPPING=1"

Notify = Callable[[str], None]
"""Takes one state. A manager that cannot be reached is no reason to end a game: errors are not raised."""


def notifier(environ: Mapping[str, str]) -> Notify:
    """Tells whoever started this program; tells nobody where nobody asked."""
    name = environ.get("NOTIFY_SOCKET", "")
    if not name.startswith(("/", "@")):
        return lambda _: None
    address = "\0" + name[1:] if name.startswith("@") else name

    def tell(state: str) -> None:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
            # The display thread sends this: a manager whose queue is full is not waited for.
            channel.setblocking(False)
            channel.sendto(state.encode("utf-8"), address)

    return tell


def status(sentence: str) -> str:
    """The state that shows a sentence in `systemctl status`."""
    return f"STATUS={' '.join(sentence.split())}"


def watchdog_s(environ: Mapping[str, str], pid: int) -> float | None:
    """Within how many seconds process `pid` has to say that it is alive; None where nobody waits for it."""
    with suppress(ValueError):
        if environ.get("WATCHDOG_PID", str(pid)) == str(pid):
            within_s = int(environ.get("WATCHDOG_USEC", "")) / 1e6
            return within_s if within_s > 0 else None
    return None
