"""Before a game: who plays, by which rules, who begins. Asked on the screen while the camera looks who stands on the board."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from calibration.profile import BoardProfile
from companion.app.hands import Hands
from companion.app.heartbeat import Beat
from companion.app.standing_colors import StandingColors
from companion.display import KeyPressed, Quit, Screen, UiEvent
from companion.evening.letters import DELETE, SPACE
from companion.evening.setup import Page, Person, Setup, as_offered, picked, seen_now
from companion.evening.setup_scenes import setup_scene
from companion.wish import Pick, Wish
from companion.words import Language
from hardware.parts import Parts

POLL_S = 0.03
UNTOUCHED_S = 90.0
"""A table may have neither touch screen nor keyboard nor button: whoever has put up the pieces and touches nothing for so long
plays as it is offered."""
LEAST_PLAYERS = 2


@dataclass(frozen=True)
class Asking:
    """What is at hand: who played each colour last (`before`), the parts at the pins, a beat that says that all is well."""

    board: BoardProfile
    language: Language
    before: Mapping[str, Person]
    parts: Parts
    beat: Beat


@dataclass(frozen=True)
class Turned:
    """Another board lies there: who plays has to be asked anew. `setup` as far as it was told."""

    board: BoardProfile
    setup: Setup


class SettingUp:
    """Asks until there is a game."""

    def __init__(
        self,
        screen: Screen,
        hands: Hands,
        seen: StandingColors,
        asking: Asking,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._screen, self._hands, self._seen, self._asking, self._clock = screen, hands, seen, asking, clock
        self._touched = False
        self._standing_s: float | None = None
        """Since when the pieces stand there."""

    def run(self, setup: Setup, over: Callable[[], bool]) -> Setup | Turned | None:
        """Asks, from `setup` on; None when the window was closed or it is `over`. Raises what looking at the board failed on."""
        self._seen.start()
        try:
            while not over():
                self._asking.beat()
                if self._seen.other is not None:
                    return Turned(self._seen.other, setup)
                following = self._once(setup)
                if following is None or following.first is not None:
                    return following
                setup = following
        finally:
            self._seen.stop()
        return None

    def _once(self, setup: Setup) -> Setup | None:
        if self._seen.failed is not None:
            raise self._seen.failed
        if self._seen.colors != setup.seen:
            setup = seen_now(setup, self._seen.colors, self._asking.before, self._asking.language)
        self._hands.show(setup_scene(setup, self._asking.board, self._asking.language))
        for press in self._asking.parts.poll(self._clock()):
            self._touched = True
            setup = self._answered(setup, self._hands.pressed(press))
        for event in self._screen.poll(POLL_S):
            if isinstance(event, Quit):
                return None
            self._touched = True
            setup = self._heard(setup, event)
        return as_offered(setup, self._asking.board) if self._is_untouched(setup) else setup

    def _is_untouched(self, setup: Setup) -> bool:
        """Whether the pieces have stood there for long, and nobody has touched anything."""
        now_s = self._clock()
        if len(setup.seen) < LEAST_PLAYERS:
            self._standing_s = None
        elif self._standing_s is None:
            self._standing_s = now_s
        return not self._touched and self._standing_s is not None and now_s - self._standing_s >= UNTOUCHED_S

    def _heard(self, setup: Setup, event: UiEvent) -> Setup:
        """Letters are a name where a name is asked, whatever else they mean."""
        if isinstance(event, KeyPressed) and _is_typed(setup.page, event.key):
            return self._answered(setup, (Pick(f"type:{event.key}"),))
        return self._answered(setup, self._hands.heard(event))

    def _answered(self, setup: Setup, wishes: tuple[Wish, ...]) -> Setup:
        for wish in wishes:
            if isinstance(wish, Pick) and setup.first is None:
                setup = picked(setup, wish.answer, self._asking.board, self._asking.language)
        if setup.first is None:
            # The next press is about the page to which this one has led.
            self._hands.show(setup_scene(setup, self._asking.board, self._asking.language))
        return setup


def _is_typed(page: Page, key: str) -> bool:
    """Whether the key is part of a name there; among the cards a space chooses."""
    letter = len(key) == 1 or key == DELETE
    return (page is Page.LETTERS and (letter or key == SPACE)) or (page is Page.NAME and letter)
