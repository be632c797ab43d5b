"""A record as scenes, line by line: what the screen showed, drawn again from what was written."""

from __future__ import annotations

from dataclasses import replace

from companion.events import ThrowEvent
from companion.history import History, Step
from companion.library.loading import LoadedGame
from companion.places import Places
from companion.referee import Referee
from companion.rules import Move
from companion.scene import Scene, SceneMove
from companion.scenes import Notice, SceneMaker
from companion.sight import Status
from companion.words import Language


class Reel:
    """The scenes of one game. What stood on the board when a move was wrong is not in a record, so it is not shown."""

    def __init__(self, loaded: LoadedGame, language: Language, quarter_turns: int = 0, night: bool = False) -> None:
        self._loaded = loaded
        self._places = Places(loaded.board)
        self._maker = SceneMaker(loaded.board, self._places, loaded.names, language, quarter_turns, night)

    def __len__(self) -> int:
        return len(self._loaded.moments)

    def scene(self, number: int) -> Scene:
        """What was shown after that moment."""
        moments = self._loaded.moments
        thrown = next((m.entry.event for m in reversed(moments[:number]) if isinstance(m.entry.event, ThrowEvent)), None)
        event = moments[number].entry.event
        notice = Notice((event,) if thrown is None else (thrown, event))
        return self.of_step(moments[number].step, notice)

    def of_step(self, step: Step, notice: Notice) -> Scene:
        """The scene of a step of the game."""
        before = tuple(moment.step for moment in self._loaded.moments[: step.n])
        scene = self._maker.scene(Referee(History(self._loaded.game, (*before, step), step.n + 1)), Status.CLEAR, notice)
        # A record is looked at, not played: what it begins with is no question to anybody, and nothing is put right.
        return replace(scene, buttons=(), settings=False, correctable=False, past=True)

    def shown_move(self, move: Move) -> SceneMove:
        """A move as it is drawn."""
        source, target = (self._places.shown(move.color, place) for place in (move.source, move.target))
        return SceneMove(move.color, source, target, move.captures)

    def winner(self, step: Step) -> str | None:
        """The colour that was home first."""
        return next((c for c in step.state.finished if c != self._loaded.game.seats.neutral), None)
