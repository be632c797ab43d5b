"""The program's name, as folders of settings and data carry it."""

from __future__ import annotations

PROGRAM = "mensch-companion"
