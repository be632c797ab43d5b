"""From what is known to what is shown. Decides nothing; the words are those of `companion.words`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calibration.profile import BoardProfile
from companion.belief.arrangement import Arrangement, arrangement_of, arrangement_seen, difference
from companion.corrections import correctable
from companion.events import Event, MoveEvent, PassEvent, PenaltyEvent, TakebackEvent, ThrowEvent
from companion.helping import LEVELS, USUAL, HelperLevel, help_with
from companion.history import Owed
from companion.open_move import facts, marks, paid_with_another, payers, rings, wrong_way
from companion.places import HOME, Places
from companion.referee import Referee, Standing
from companion.rules import HOUSE, Color, Move, Reason, Throws, initial_position
from companion.scene import Mode, Scene, SceneButton, SceneMove, ScenePiece, ScenePlayer
from companion.sight import Status
from companion.wish import PutRight
from companion.words import Label, Language, color_name, label, lines, verdict
from companion.words import messages as say
from companion.words.language import spoken
from companion.words.people import AnotherPays, Break, PaysFirst

SIX = 6
FEW = 3
"""So many misplaced pieces are named one by one; of more the rings tell."""


@dataclass(frozen=True, slots=True)
class Notice:
    """What happened last, as far as the screen tells it."""

    events: tuple[Event, ...] = ()
    """The last events, and the throw they belong to."""
    start: tuple[Arrangement, Arrangement] | None = None
    """Where the pieces should stand before the game goes on, and where they are seen."""
    corrected: bool = False
    """A person has just put something right: only that is told."""
    away: bool = False
    """The board shows no game in the middle of one: `start` is compared once the pieces come back."""
    anew: bool = False
    """The pieces stand as a game begins, while this one has long gone on."""
    unfinished: Standing | None = None
    """A move of which something is left to do, named after a while."""

    def after(self, events: tuple[Event, ...]) -> Notice:
        """The notice once more has happened."""
        thrown = tuple(event for event in self.events if isinstance(event, ThrowEvent))[-1:]
        return Notice(events=(*thrown, *events))


@dataclass(frozen=True)
class SceneMaker:
    """Makes the scenes of one table."""

    board: BoardProfile
    places: Places
    names: Mapping[str, str]
    language: Language
    quarter_turns: int = 0
    night: bool = False
    infer: bool = False
    """Nobody tells the throws: who cannot move says so."""
    helpers: Mapping[str, HelperLevel] = field(default_factory=dict)
    """How much each colour's player is helped; the usual for those that are left out."""

    def scene(self, referee: Referee, status: Status, notice: Notice) -> Scene:
        """What to show now."""
        base = Scene(
            board=self.board,
            mode=Mode.TURN,
            players=self.players(referee),
            pieces=self.pieces(self.standing(referee)),
            quarter_turns=self.quarter_turns,
            night=self.night,
        )
        if referee.history.over:
            return self._end(base, referee)
        asleep = {
            Status.LOOKING: (Mode.LOOKING, say.BoardNotFound()),
            Status.LOST: (Mode.LOST, say.BoardLost()),
            Status.UNPLUGGED: (Mode.LOST, say.CameraLost()),
            Status.DARK: (Mode.LOST, say.CameraDark()),
            Status.BRIGHT: (Mode.LOST, say.CameraBright()),
            Status.MOVING: (Mode.HAND, say.HandOver()),
            Status.HAND: (Mode.HAND, say.HandOver()),
        }
        if status in asleep:
            mode, message = asleep[status]
            on = referee.history.now.state.turn if mode is Mode.HAND else None
            again = (self.button("again", Label.TRY_AGAIN, "again"),) if status is Status.LOST else ()
            return self.told(replace(base, mode=mode, on=on, buttons=again), message)
        if notice.start is not None:
            return self._start_check(base, referee, notice, *notice.start)
        return self._in_play(base, referee, notice)

    def _in_play(self, base: Scene, referee: Referee, notice: Notice) -> Scene:
        """What is to be done now; what was just put right or taken back is told first, and nothing else of it."""
        scene = self._moment(base, referee, notice)
        last = notice.events[-1] if notice.events else None
        news = say.Corrected() if notice.corrected else say.TakenBack() if isinstance(last, TakebackEvent) else None
        if news is None or scene.mode is Mode.WRONG:
            return scene
        return replace(self.told(scene, news), sentence=scene.title)

    def _moment(self, base: Scene, referee: Referee, notice: Notice) -> Scene:
        now = referee.history.now
        scene = replace(base, on=now.state.turn, throw=now.throw, correctable=correctable(referee))
        open_now = referee.standing or notice.unfinished
        if open_now is not None:
            return self._wrong(scene, referee, open_now)
        if now.throw is not None:
            return self._thrown(scene, referee)
        if now.owed is not None:
            return self._owed(scene, referee, now.owed)
        last = notice.events[-1] if notice.events else None
        if isinstance(last, PassEvent):
            return self._no_move(scene, referee, notice, last)
        if isinstance(last, MoveEvent) and last.move.captures is not None:
            return self._captured(scene, notice, last.move)
        return self._turn(scene, referee, notice, last)

    def _captured(self, scene: Scene, notice: Notice, move: Move) -> Scene:
        assert move.captures is not None and scene.on is not None
        again = _six(notice) and scene.on == move.color
        victim = (move.captures, self.name(move.captures))
        return self.told(scene, say.Captured(*victim, scene.on, self.name(scene.on), again))

    def _turn(self, scene: Scene, referee: Referee, notice: Notice, last: Event | None) -> Scene:
        state = referee.history.now.state
        assert state.turn is not None
        if self.infer:
            scene = replace(scene, buttons=(self.button("cannot_move", Label.CANNOT_MOVE, "pass"),))
        if isinstance(last, MoveEvent) and _six(notice) and last.move.color == state.turn:
            return self.told(replace(scene, mode=Mode.SIX_AGAIN), say.SixAgain())
        return self.told(scene, say.Turn(state.turn, self.name(state.turn)))

    def _thrown(self, scene: Scene, referee: Referee) -> Scene:
        now = referee.history.now
        assert now.throw is not None and now.state.turn is not None
        level = self.helpers.get(now.state.turn, USUAL)
        given = help_with(level, referee.game, now.state.position, now.state.turn, now.throw, self.name)
        shown = tuple(self._move(move) for move in given.moves)
        advised = None if given.advice is None else self._move(given.advice.move).source_field
        counts = tuple(self._move(m).source_field for m in given.moves if m.source != HOUSE and LEVELS[level].counting)
        return self.told(replace(scene, mode=Mode.THROW, moves=shown, focus=advised, counts=counts), given.message)

    def _owed(self, scene: Scene, referee: Referee, owed: Owed) -> Scene:
        """The pieces that may go home are ringed; where it is a right and no duty, a touch lets it pass."""
        color, choice = owed.move.color, owed.choice
        let_pass = PutRight(referee.history.next_n, (PenaltyEvent(str(choice.rule), color, None),))
        go_on = (replace(self.button("let_pass", Label.GO_ON, "next"), wish=let_pass),) if choice.may_pass else ()
        # Whose choice it is: the opponents' where they may huff, else the owner's.
        on = scene.on if choice.may_pass else color
        scene = replace(scene, on=on, marks=payers(self.places, owed), buttons=go_on)
        rule = say.MissedRule(str(choice.rule))
        return self.told(scene, say.MissedCapture(color, rule, len(choice.pieces) > 1, self.name(color)))

    def _no_move(self, scene: Scene, referee: Referee, notice: Notice, last: PassEvent) -> Scene:
        state = referee.history.now.state
        scene = replace(scene, mode=Mode.NO_MOVE, on=last.color, throw=_last_throw(notice))
        if state.turn != last.color:
            return self.told(scene, say.NoMove(state.turn, None if state.turn is None else self.name(state.turn)))
        if referee.game.options.throws is Throws.THREE and not _six(notice):
            return self.told(scene, say.TriesLeft(state.throws_left))
        return self.told(scene, say.NoMove())

    def _wrong(self, scene: Scene, referee: Referee, standing: Standing) -> Scene:
        now = referee.history.now
        assert now.state.turn is not None
        reason = standing.judgement.reasons[0]
        before = arrangement_of(referee.game, now.state.position, self.places)
        seen = arrangement_seen(standing.sighting, self.places)
        wrong = wrong_way(self.places, standing.judgement, now.throw)
        ringed = () if wrong is not None else rings(self.places, referee, reason, before, seen)
        together = () if wrong is None else (self.button("count", Label.COUNT_TOGETHER, "count", main=True),)
        buttons = (*together, self.button("different", Label.WAS_DIFFERENT))
        scene = replace(scene, mode=Mode.WRONG, wrong=wrong, reason=str(reason), marks=ringed, buttons=buttons)
        scene = replace(scene, correctable=False, pieces=self.pieces(seen))
        if now.owed is not None:
            # The sign of what still has to be done: a piece goes home.
            scene = replace(scene, reason=str(Reason.CAPTURED_NOT_RETURNED))
            return self.told(scene, AnotherPays() if paid_with_another(now.owed, standing) else PaysFirst())
        return self.told(scene, verdict(str(reason), facts(referee, standing, before, seen, self.name(now.state.turn))))

    def _start_check(self, base: Scene, referee: Referee, notice: Notice, should: Arrangement, seen: Arrangement) -> Scene:
        lacking, extra = difference(should, seen)
        ringed = marks(self.places, should, seen)
        start = self.button("start", Label.START, "next", main=True)
        anew = (self.button("new", Label.NEW_GAME, "again"),) if notice.anew or notice.away else ()
        buttons = (*(() if notice.away and len(lacking) > FEW else (start,)), *anew)
        scene = replace(base, mode=Mode.START_CHECK, marks=ringed, pieces=self.pieces(seen), buttons=buttons)
        if len(lacking) > FEW and notice.away and not notice.anew:
            return self.told(scene, Break())
        if len(lacking) > FEW:
            begun = should != arrangement_of(referee.game, initial_position(referee.game), self.places)
            return self.told(scene, say.Resumed() if begun else say.SetUp())
        if lacking:
            color, spot = lacking[0]
            return self.told(scene, say.StartMissing(color, lacking.count(lacking[0]), self._start_place(color, spot)))
        if extra:
            color = extra[0][0]
            return self.told(scene, say.StartExtra(color, sum(piece[0] == color for piece in extra), say.StartPlace.BOARD))
        return self.told(scene, say.LearningPieces())

    def _start_place(self, color: Color, spot: int) -> say.StartPlace:
        if spot == HOME:
            return say.StartPlace.HOUSE
        return say.StartPlace.START if self.places.place(color, spot) == 0 else say.StartPlace.BOARD

    def _end(self, base: Scene, referee: Referee) -> Scene:
        finished = [color for color in referee.history.now.state.finished if color != referee.game.seats.neutral]
        buttons = (
            self.button("new", Label.NEW_GAME, "again", main=True),
            self.button("evening", Label.EVENING, "evening"),
        )
        scene = replace(base, mode=Mode.END, buttons=buttons, correctable=correctable(referee))
        return self.told(scene, say.GameOver(finished[0], self.name(finished[0]))) if finished else scene

    def button(self, name: str, words: Label, icon: str | None = None, main: bool = False) -> SceneButton:
        """A button with its words."""
        return SceneButton(name, label(self.language, words), icon, main)

    def told(self, scene: Scene, message: say.Message) -> Scene:
        """The scene with the words of the message."""
        words = lines(self.language, message)
        return replace(scene, title=words.title, sentence=words.sentence, spoken=spoken(message, words))

    def players(self, referee: Referee) -> tuple[ScenePlayer, ...]:
        """Who plays, with what is home."""
        state, track = referee.history.now.state, referee.game.board.track
        neutral = referee.game.seats.neutral
        finished = [color for color in state.finished if color != neutral]
        return tuple(
            ScenePlayer(
                color=color,
                name=self.name(color) or color_name(self.language, color),
                home=sum(p >= track for p in state.position.pieces(color)),
                place=finished.index(color) + 1 if color in finished else None,
            )
            for color in referee.game.players
        )

    def name(self, color: str) -> str | None:
        """The person's name, if one is known."""
        return self.names.get(color)

    def standing(self, referee: Referee) -> Arrangement:
        """What stands on the table, as far as is known."""
        if referee.standing is None:
            return arrangement_of(referee.game, referee.history.now.state.position, self.places)
        return arrangement_seen(referee.standing.sighting, self.places)

    def pieces(self, arrangement: Arrangement) -> tuple[ScenePiece, ...]:
        """Pieces in a house are drawn on its fields from the first one on."""
        pieces: list[ScenePiece] = []
        at_home: dict[Color, int] = {}
        for color, spot in arrangement:
            if spot == HOME:
                spot = self.places.house(color)[at_home.get(color, 0) % len(self.places.house(color))]
                at_home[color] = at_home.get(color, 0) + 1
            pieces.append(ScenePiece(color, self.places.field_name(spot)))
        return tuple(pieces)

    def _move(self, move: Move) -> SceneMove:
        source = self.places.shown(move.color, move.source)
        return SceneMove(move.color, source, self.places.shown(move.color, move.target), move.captures)


def _last_throw(notice: Notice) -> int | None:
    thrown = [event.value for event in notice.events if isinstance(event, ThrowEvent)]
    return thrown[-1] if thrown else None


def _six(notice: Notice) -> bool:
    return _last_throw(notice) == SIX
