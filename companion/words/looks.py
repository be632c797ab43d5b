"""What is said on the settings page of the screen. The words are in `looks_words`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.words.messages import Message


class LookOption(StrEnum):
    """What can be set on the screen itself."""

    VOICE = "voice"
    EFFECTS = "effects"
    NIGHT = "night"
    LARGE = "large"
    LIVE = "live"
    TURN = "turn"
    CALM = "calm"
    LANGUAGE = "language"


class LookValue(StrEnum):
    """What such a setting is now; a language is called by its own name."""

    OFF = "off"
    ON = "on"
    QUIET = "quiet"
    MEDIUM = "medium"
    LOUD = "loud"
    FULL = "full"
    AS_BUILT = "as_built"
    QUARTER = "quarter"
    HALF = "half"
    THREE_QUARTERS = "three_quarters"
    GERMAN = "de"
    ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class HowItLooks(Message):
    """The title of the page; `later`: the language that was chosen is spoken from the next start on."""

    later: bool = False


@dataclass(frozen=True, slots=True)
class LookCard(Message):
    """A setting and what it is now."""

    option: LookOption
    value: LookValue
