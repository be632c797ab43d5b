"""The belief of one game: weighs observation after observation and says when something is certain enough."""

from __future__ import annotations

from companion.belief.arrangement import Arrangement, arrangement_of, difference
from companion.belief.away import AwayWatch
from companion.belief.candidates import Kind, Known, displacements, expected
from companion.belief.deciding import Decision, Reading, decide
from companion.belief.evidence import HABIT_LIMIT_NATS, TOLD_LIMIT_NATS, Columns, habits_of, read_evidence
from companion.belief.free import free_reading
from companion.belief.tie import Tie, TieWatch
from companion.belief.weighing import Ledger, Scales, Weighing
from companion.places import Places
from companion.rules import Color, Game, Position, initial_position
from companion.vision.observation import FloatArray, Observation

THROWN_ON: dict[Kind, float] = {Kind.LEGAL: 3.0, Kind.LATER: 3.0, Kind.MISSING: -3.0}
"""Nats for a throw that came while a move was awaited: the players hold the move for made, and nobody throws with a piece in the
hand: a piece that cannot be seen where it was put (green on green) is not waited for. Less than one clear field says."""


class Believer:
    """Holds what was learned: the misreadings of single fields, and since when a reading stands."""

    def __init__(self, game: Game, places: Places) -> None:
        self._game = game
        self._places = places
        self._columns = Columns(tuple(Color(color) for color in places.profile.colors))
        self._known: Known | None = None
        self._scales: Scales | None = None
        self._wrongs: Ledger | None = None
        self._habits: FloatArray | None = None
        self._reading = Reading()
        self._watch = TieWatch()
        self._away = AwayWatch(arrangement_of(game, initial_position(game), places))
        self.tie: Tie | None = None
        """What the last picture could not tell apart, where only people can say."""
        self.away = False
        """Whether the board has not shown the game for a while: packed up, or set up anew."""

    def believe(self, observation: Observation, known: Known, thrown_on: bool = False) -> Decision | None:
        """What stands on the board, if that is clear. `thrown_on`: the next throw is there already."""
        weighing = self.weigh(observation, known, thrown_on)
        self._reading, decision = decide(self._reading, weighing, observation.time_s, self._told_moved(known))
        self.tie = self._watch.seen(weighing, observation.time_s)
        self.away = self._away.seen(weighing, observation.time_s)
        return None if self._away.looks_away(weighing) else decision

    def _told_moved(self, known: Known) -> int | None:
        """How many pieces stand elsewhere in what is open."""
        if known.standing is None:
            return None
        base = arrangement_of(self._game, known.state.position, self._places)
        return max(len(pieces) for pieces in difference(base, known.standing))

    def weigh(self, observation: Observation, known: Known, thrown_on: bool = False) -> Weighing:
        """The best explanation of the picture, certain or not."""
        evidence = read_evidence(observation, self._places, self._habits)
        return self._scales_for(known).weigh(evidence, THROWN_ON if thrown_on else None)

    def learn(self, observation: Observation, position: Position, told: bool = False) -> None:
        """`position` is known to stand on the board (`told`: people say so, whatever is seen): what the reader makes of it is
        how it errs."""
        arrangement = arrangement_of(self._game, position, self._places)
        self._habits = habits_of(observation, self._places, arrangement, TOLD_LIMIT_NATS if told else HABIT_LIMIT_NATS)

    def read_freely(self, observation: Observation, position: Position) -> Arrangement:
        """What the picture says without the game; `position` stands in for covered fields."""
        evidence = read_evidence(observation, self._places)
        return free_reading(evidence, arrangement_of(self._game, position, self._places), self._game.colors)

    def _scales_for(self, known: Known) -> Scales:
        if self._scales is None or known != self._known:
            base = arrangement_of(self._game, known.state.position, self._places)
            if self._wrongs is None or self._wrongs.base != base:
                self._wrongs = Ledger(base, displacements(self._game, self._places, base), self._columns, self._places)
            self._known = known
            ledger = Ledger(base, expected(self._game, known, self._places), self._columns, self._places)
            self._scales = Scales(ledger, self._wrongs, self._game.colors)
        return self._scales
