"""Wiring: devices, pipeline and screen put together for the commands."""

import os

# pygame greets on standard output when it is imported, in the middle of what we print.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
