"""What is said for a moment about throws that were not taken and dice that have something else to say."""

from __future__ import annotations

from dataclasses import replace

from companion.referee import Refusal
from companion.scene import Mode, Scene
from companion.words import Language, lines
from companion.words import messages as say
from hardware.ports import DieNotice, DieTrouble

SHOWN_S = 4.0
"""Long enough to be read twice by a child, and gone before the next throw."""

KEEPS_ITS_WORDS = (Mode.WRONG, Mode.END, Mode.LOST, Mode.LOOKING)
"""Screens whose own sentence matters more."""


def refused(refusal: Refusal) -> say.Message:
    """Why a throw was not taken, as a message."""
    return say.ThrowRefused(say.ThrowRefusal(refusal.value))


def told_by(notice: DieNotice) -> say.Message:
    """What the die has to say, as a message."""
    if notice.trouble.asks_again:
        return say.ThrowAgain(say.AgainBecause(notice.trouble.value.removeprefix("again_")))
    plain: dict[DieTrouble, say.Message] = {
        DieTrouble.LOST: say.DieLost(),
        DieTrouble.BACK: say.DieBack(),
        DieTrouble.BATTERY_LOW: say.DieBatteryLow(),
    }
    return plain[notice.trouble]


class ShortNotice:
    """Puts a message in the place of the scene's own sentence for some seconds; a newer throw or message ends it."""

    def __init__(self, language: Language, shown_s: float = SHOWN_S) -> None:
        self._language, self._shown_s = language, shown_s
        self._sentence = ""
        self._until_s = float("-inf")

    def say(self, message: say.Message, time_s: float) -> str:
        """Shows the message from `time_s` on, and gives its words."""
        words = lines(self._language, message)
        self._sentence = f"{words.title} {words.sentence}".strip()
        self._until_s = time_s + self._shown_s
        return self._sentence

    def end(self) -> None:
        """What was said no longer holds."""
        self._until_s = float("-inf")

    def over(self, scene: Scene, time_s: float) -> Scene:
        """The scene, with the message while there is one."""
        if time_s >= self._until_s or scene.mode in KEEPS_ITS_WORDS:
            return scene
        return replace(scene, sentence=self._sentence, spoken=self._sentence)
