"""What the game tells the sound's own process: one JSON object a line, on its standard input."""

from __future__ import annotations

import json
from dataclasses import dataclass

from companion.sounds import Cue, CueKind


@dataclass(frozen=True, slots=True)
class Order:
    """Plays `cues` one after the other, then says `text`; volumes 0 … 1. It takes the place of the order before."""

    cues: tuple[Cue, ...] = ()
    text: str = ""
    effects: float = 1.0
    voice: float = 1.0

    def line(self) -> bytes:
        """One line, with its end."""
        cues = [[str(cue.kind), cue.color, cue.count] for cue in self.cues]
        order = {"cues": cues, "text": self.text, "effects": self.effects, "voice": self.voice}
        return json.dumps(order).encode() + b"\n"

    @staticmethod
    def parse(line: bytes) -> Order:
        """An order that `line` has written. Only our own program writes them: anything else is a mistake in it."""
        data = json.loads(line)
        cues = tuple(Cue(CueKind(kind), color, count) for kind, color, count in data["cues"])
        return Order(cues, data["text"], data["effects"], data["voice"])
