"""One step for each frame: frame and throws in, events and a scene out. The same for a live camera and for a recording."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from calibration.profile import BoardProfile
from calibration.registration import Registration
from companion import along
from companion.belief.arrangement import Arrangement, arrangement_of, sighting_of
from companion.belief.believer import Believer
from companion.belief.candidates import Kind, Known
from companion.belief.deciding import Decision
from companion.board_check import BoardCheck
from companion.deducing import known_of, steps_to, worked_out
from companion.events import AnswerEvent, Entry, Event, PenaltyEvent, QuestionEvent
from companion.helping import HelperLevel
from companion.patience import Patience
from companion.places import Places
from companion.record import EventLog
from companion.referee import (
    Referee,
    Refusal,
    Standing,
    on_cannot_move,
    on_correction,
    on_sighting,
    on_throw,
    on_undo,
    unfinished,
)
from companion.scene import Scene
from companion.scenes import Notice, SceneMaker
from companion.sight import Eyes, Sight, Status
from companion.talk import Talk, heard
from companion.talk_scenes import question, talk_scene
from companion.vision.observation import Observation
from companion.wish import Answer, CannotMove, CountAlong, FromStart, GoOn, LookAgain, PutRight, Touch, Wish
from companion.words import Language, say
from hardware.ports import Frame, ThrowReport

MAY_BE_SETTLED = (Refusal.PENDING, Refusal.OPEN, Refusal.OWED)
"""What a throw was refused for may have been done already, only not read yet."""
COUNTED_WHILE = (Status.CLEAR, Status.HAND, Status.MOVING)
"""A hand that moves the piece along is what counting is for."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one frame brought: the lines written, what to show now, and why a throw was not taken, if one was not."""

    events: tuple[Entry, ...]
    scene: Scene
    refused: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """What is at hand for one game: the printed board, what people are called, their language."""

    board: BoardProfile
    names: Mapping[str, str]
    language: Language
    quarter_turns: int = 0
    night: bool = False
    helpers: Mapping[str, HelperLevel] = field(default_factory=dict)
    """How much each colour's player is helped."""


class Pipeline:
    """The state of one game at one table, driven by `step`.

    `check_start`: the pieces are compared with the position before anything is decided; recordings are trusted instead.
    `start_t` is the game's time at the camera's time `zero_s` (None: at the first frame). `infer`: nobody tells the throws,
    they are worked out from the moves. `one_at_a_time`: between a throw and its move another one is refused, unless a hand has
    been there since and is gone; recordings are trusted to hold no slips. `asks`: somebody is there to answer a question.
    """

    def __init__(
        self,
        table: Table,
        eyes: Eyes,
        referee: Referee,
        log: EventLog,
        *,
        check_start: bool = False,
        start_t: float = 0.0,
        zero_s: float | None = 0.0,
        infer: bool = False,
        one_at_a_time: bool = False,
        asks: bool = False,
    ) -> None:
        self.referee = referee
        self._places = Places(table.board)
        self._sight = Sight(table.board, eyes)
        self._believer = Believer(referee.game, self._places)
        self._scenes = SceneMaker(
            table.board,
            self._places,
            table.names,
            table.language,
            table.quarter_turns,
            table.night,
            infer,
            table.helpers,
        )
        self._log = log
        self._start_t = start_t
        self._zero_s = zero_s
        self._infer = infer
        self._one_at_a_time = one_at_a_time
        self._asks = asks
        self._hand_since = False
        # A board that is checked teaches once it stands as it should, never before.
        self._taught = check_start
        self._check = BoardCheck(referee.game, self._places, self._believer, check_start)
        self._patience = Patience()
        self._seen_s = 0.0
        self._held: tuple[ThrowReport, ...] = ()
        self._kept = 0
        self._status = Status.LOOKING
        self._notice = Notice()
        self._refused: Refusal | None = None
        self._talk = Talk()
        self._along: along.Along | None = None
        self._not_known: frozenset[Arrangement] = frozenset()
        self._looked: Observation | None = None
        """The last look without hands: what people say is about what stood there then."""

    def step(
        self,
        frame: Frame,
        throws: tuple[ThrowReport, ...] = (),
        *,
        undo: bool = False,
        go_on: bool = False,
        wishes: Sequence[Wish] = (),
    ) -> StepResult:
        """Takes the next frame, the throws that became known since the last one, and what people wanted of the screen.

        `undo`: somebody says that the last throw was a slip. `go_on`: somebody says that the board is right as it stands:
        what it should look like before the game goes on is not asked for any more.
        """
        t = self._time(frame)
        view = self._sight.look(frame)
        if view.status is not Status.WAITING:
            self._status = view.status
            self._hand_since |= view.status in (Status.MOVING, Status.HAND)
            if view.status is not Status.CLEAR:
                # Hands at the board answer as well: what stands there afterwards is looked at.
                self._talk, self._not_known, self._patience = Talk(), frozenset(), Patience()
            elif view.observation is not None:
                self._looked = view.observation
        self._held = (() if undo else self._held) + throws
        self._refused = None
        entries = self._happened(on_undo(self.referee), t) if undo else ()
        if go_on:
            self._check.end()
        for wish in wishes:
            entries += self._granted(wish, t)
        self._along = along.passed(self._along, t)
        if not self._talking:
            entries += self._take_throws(t)
            if view.observation is not None and view.status is Status.CLEAR:
                entries += self._see(view.observation, t)
                entries += self._ask(t)
        self._kept = len(self._held)
        return StepResult(entries, self.scene(), self._refused)

    @property
    def _talking(self) -> bool:
        """Whether a question or correction is open: as long as nobody has answered, nothing is decided from pictures."""
        return self._talk.open_at(self.referee.history.next_n)

    @property
    def registration(self) -> Registration | None:
        """Where the board lies in the pictures; None while it is looked for."""
        return self._sight.registration

    def scene(self) -> Scene:
        """What to show now."""
        if self._talking and self._status is Status.CLEAR:
            return talk_scene(self._scenes, self.referee, self._talk)
        if self._along is not None and self._status in COUNTED_WHILE:
            base = self._scenes.scene(self.referee, Status.CLEAR, self._told)
            return along.along_scene(self._scenes, base, self._along)
        return self._scenes.scene(self.referee, self._status, self._told)

    @property
    def _told(self) -> Notice:
        """What happened last, and what is waited for."""
        check = self._check
        half_done = self._patience.named(self._seen_s, bool(self._held))
        return replace(self._notice, start=check.start, away=check.away, anew=check.looks_anew, unfinished=half_done)

    # ---- what people say ----

    def _granted(self, wish: Wish, t: float) -> tuple[Entry, ...]:
        """Does what is wanted; what was offered before the game went on is not done any more."""
        now_n = self.referee.history.next_n
        match wish:
            case PutRight(at, events) if at == now_n:
                return self._put_right(events, t)
            case Answer(at) if at == now_n and self._talk.asks:
                return self._answered(wish, t)
            case GoOn():
                self._check.end()
            case LookAgain():
                self._sight.search_anew()
            case CannotMove() if self._infer:
                taken = on_cannot_move(self.referee)
                if not isinstance(taken, Refusal):
                    return self._happened(taken, t)
                self._refused = taken
            case CountAlong() | FromStart() if not self._talking:
                wrong = self._scenes.scene(self.referee, Status.CLEAR, self._notice).wrong
                self._along = along.wished(self._along, wish, self._scenes, self.referee, wrong, t)
            case Touch() if self._along is not None and not self._talking:
                self._along = along.wished(self._along, wish, self._scenes, self.referee, None, t)
            case _:
                self._talk = heard(self._talk, wish, now_n)
        return ()

    def _put_right(self, events: tuple[Event, ...], t: float) -> tuple[Entry, ...]:
        """What people say is recorded, and the board as it stands is learned to look so."""
        before = (self.referee.history.now.state.position, self.referee.standing)
        entries = self._happened(on_correction(self.referee, events), t)
        if before != (self.referee.history.now.state.position, self.referee.standing):
            self._learn_what_was_told()
        self._talk, self._held = Talk(), ()
        # Letting a piece stay is a decision of the players, nothing that was misread.
        self._notice = replace(self._notice, corrected=not isinstance(events[0], PenaltyEvent))
        return entries

    def _answered(self, answer: Answer, t: float) -> tuple[Entry, ...]:
        tie = self._talk.tie
        self._talk = Talk()
        entries = self._said(AnswerEvent(answer.words), t)
        if tie is None:
            return entries
        if answer.arrangement is None:
            self._not_known = frozenset({tie.first, tie.second})
            return entries
        entries += self._decided(Decision(answer.arrangement, Kind.LATER, certain=True), t)
        self._learn_what_was_told()
        return entries

    def _ask(self, t: float) -> tuple[Entry, ...]:
        """One question, where looking longer does not help."""
        if not self._asks or self._talking:
            return ()
        tie = self._believer.tie
        if self._check.open:
            talk = Talk(anew=True) if self._check.asks_anew(self._seen_s) else None
        else:
            talk = None if tie is None or {tie.first, tie.second} <= self._not_known else Talk(tie=tie)
        if talk is None:
            return ()
        entries = self._said(QuestionEvent(say(self._scenes.language, question(self._scenes, self.referee, talk))), t)
        self._talk = replace(talk, at=self.referee.history.next_n)
        return entries

    def _said(self, event: Event, t: float) -> tuple[Entry, ...]:
        """What was asked or answered is recorded; nothing about the game follows of it."""
        self.referee = replace(self.referee, history=self.referee.history.after(event))
        return self._log.append_all((event,), t)

    # ---- what the camera shows ----

    def camera_blind(self, status: Status = Status.UNPLUGGED) -> Scene:
        """The camera gives no pictures, or none that show anything: what to show until it does again."""
        self._status = status
        return self.scene()

    def _time(self, frame: Frame) -> float:
        """Seconds since the start of the game."""
        if self._zero_s is None:
            self._zero_s = frame.time_s
        return self._start_t + frame.time_s - self._zero_s

    def _take_throws(self, t: float, looked: bool = False) -> tuple[Entry, ...]:
        """A throw that comes while a move is awaited is held until the board has been `looked` at: the move may be made."""
        entries: tuple[Entry, ...] = ()
        while self._held:
            throw = self._held[0]
            taken = on_throw(self.referee, throw.value, throw.source)
            unsettled = taken in MAY_BE_SETTLED or self.referee.standing is not None
            if unsettled and not looked and not self._check.open and self._may_be_moved_already():
                break
            self._held, self._kept = self._held[1:], max(self._kept - 1, 0)
            if isinstance(taken, Refusal) or self._packed_up:
                self._refused = taken if isinstance(taken, Refusal) and not self._packed_up else Refusal.OPEN
                continue
            # Who throws holds the board for right.
            self._check.end()
            entries += self._happened(taken, t)
        return entries

    @property
    def _packed_up(self) -> bool:
        """Whether the game stands nowhere: a die that is played with in a break is no throw. Recordings hold no such throws."""
        return self._check.away and self._one_at_a_time

    def _may_be_moved_already(self) -> bool:
        """Whether the move that is awaited may stand on the board, only not read yet: a hand was there, and is gone. A throw that
        was kept for that is kept on while the next hand is there."""
        return not self._one_at_a_time or self._kept > 0 or (self._hand_since and self._status is Status.CLEAR)

    def _see(self, observation: Observation, t: float) -> tuple[Entry, ...]:
        self._seen_s = observation.time_s
        if self._check.open:
            if not self._check.passed(observation, self._known()):
                return ()
            self._notice = Notice()
        decision = self._believer.believe(observation, self._known(), thrown_on=bool(self._held))
        if not self._taught:
            self._teach_first(observation)
        if self._believer.away:
            self._check.begin()
        if decision is None or self._counted_so_far(decision, t):
            return ()
        entries = self._decided(decision, t)
        self._patience = self._patience.seen(None if entries else self._half_done(decision), self._seen_s)
        self._learn(observation, decision, news=bool(entries))
        if self._held and decision.certain and decision.kind in (Kind.UNCHANGED, Kind.STANDING):
            entries += self._take_throws(t, looked=True)
        return entries

    def _half_done(self, decision: Decision) -> Standing | None:
        return unfinished(self.referee, sighting_of(self.referee.game, decision.arrangement, self._places), self._infer)

    def _counted_so_far(self, decision: Decision, t: float) -> bool:
        """Whether the piece stands on the way that is being counted: nothing is wrong with that as long as it is."""
        if self._along is None:
            return False
        counted = along.seen(self._along, self._scenes, self.referee, decision.arrangement, t)
        self._along = self._along if counted is None else counted
        return counted is not None

    def _decided(self, decision: Decision, t: float) -> tuple[Entry, ...]:
        """What follows of an arrangement that is believed."""
        known = self._known()
        entries = self._happened(worked_out(self.referee, self._places, known, decision), t)
        for sighting in () if entries else steps_to(self.referee, self._places, known, decision):
            entries += self._happened(on_sighting(self.referee, sighting, infer=self._infer), t)
            entries += self._take_throws(t)
        return entries

    def _known(self) -> Known:
        return known_of(self.referee, self._places, tuple(throw.value for throw in self._held), self._infer)

    def _happened(self, step: tuple[Referee, tuple[Event, ...]], t: float) -> tuple[Entry, ...]:
        """Writes the events down before anything shows them."""
        self.referee, events = step
        entries = self._log.append_all(events, t)
        if entries:
            self._notice, self._hand_since = self._notice.after(events), False
            self._along = along.after(self._along, events, self._scenes, self.referee, t)
        return entries

    def _learn(self, observation: Observation, decision: Decision, news: bool) -> None:
        """The reader's errors are learned of positions that are taken for true, never of one that was called open."""
        position = self.referee.history.now.state.position
        expected = decision.arrangement == arrangement_of(self.referee.game, position, self._places)
        if expected and (news or decision.certain):
            self._believer.learn(observation, position)

    def _learn_what_was_told(self) -> None:
        """The position is true whatever was seen: of the look it was said about, for a hand may make the next move meanwhile."""
        if self._looked is not None:
            self._believer.learn(self._looked, self.referee.history.now.state.position, told=True)

    def _teach_first(self, observation: Observation) -> None:
        """A recording begins with the position it names, unless the first picture already shows a move."""
        self._taught = True
        if self._believer.weigh(observation, self._known()).kind not in (Kind.LEGAL, Kind.MISSED):
            self._believer.learn(observation, self.referee.history.now.state.position)
