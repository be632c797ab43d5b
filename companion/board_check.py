"""The board compared with the game before anything is decided: at the beginning, after a pulled plug, after a break."""

from __future__ import annotations

from companion.belief.arrangement import Arrangement, arrangement_of
from companion.belief.believer import Believer
from companion.belief.candidates import Kind, Known
from companion.belief.deciding import Decision
from companion.places import Places
from companion.rules import Game, initial_position
from companion.vision.observation import Observation

ANEW_S = 2.0
"""So long the start position has to stand before anybody is asked whether a new game begins."""

WENT_ON = frozenset({Kind.LEGAL, Kind.MISSED})
AS_IT_WAS = frozenset({Kind.UNCHANGED, Kind.STANDING, Kind.LATER}) | WENT_ON
"""After a break the game goes on from any of these, seen clearly; everything else is still being set up."""


class BoardCheck:
    """Open until the board shows the game, or somebody says that it is right as it is.

    `away`: it began because the board showed something else in the middle of the game. `start`: where the pieces should stand
    and where they are seen, for the screen.
    """

    def __init__(self, game: Game, places: Places, believer: Believer, is_open: bool) -> None:
        self._game, self._places, self._believer = game, places, believer
        self.open = is_open
        self.away = False
        self.start: tuple[Arrangement, Arrangement] | None = None
        self._anew_since_s: float | None = None
        self._asked = False

    def begin(self) -> None:
        """The board shows no game any more."""
        self.open = self.away = True

    def end(self) -> None:
        """The board is right, or held for right."""
        self.open = self.away = self._asked = False
        self.start = self._anew_since_s = None

    def passed(self, observation: Observation, known: Known) -> bool:
        """Whether the game can go on from this picture."""
        decision = self._believer.believe(observation, known)
        if decision is not None and self._goes_on(decision, known):
            if decision.kind is Kind.UNCHANGED:
                self._believer.learn(observation, known.state.position)
            self.end()
            return True
        position = known.state.position
        should = arrangement_of(self._game, position, self._places)
        self.start = (should, self._believer.read_freely(observation, position))
        self._watch_for_a_new_game(observation.time_s)
        return False

    def _goes_on(self, decision: Decision, known: Known) -> bool:
        if self.away:
            return decision.certain and decision.kind in AS_IT_WAS
        if decision.kind is Kind.UNCHANGED:
            return True
        # The throw that waited in the record was answered while nobody was looking.
        return known.throw is not None and decision.certain and decision.kind in WENT_ON

    @property
    def looks_anew(self) -> bool:
        """Whether the pieces stand as a game begins, while this one has long gone on."""
        beginning = arrangement_of(self._game, initial_position(self._game), self._places)
        return self.start is not None and self.start[1] == beginning != self.start[0]

    def _watch_for_a_new_game(self, time_s: float) -> None:
        if not self.looks_anew:
            self._anew_since_s, self._asked = None, False
        elif self._anew_since_s is None:
            self._anew_since_s = time_s

    def asks_anew(self, time_s: float) -> bool:
        """Whether it is time to ask, once, if a new game begins."""
        if self._asked or self._anew_since_s is None or time_s - self._anew_since_s < ANEW_S:
            return False
        self._asked = True
        return True
