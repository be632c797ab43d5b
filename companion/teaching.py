"""Teaching a board in a window, without the window: what is asked, and what each tap and drag changes.

    KIND ── pick ──► MARK ── next ──► FIELDS ── next ──► COLOURS ── next ──► SAVING ── kept ──► SAVED ── next ──► OVER

`back` goes one step back, in MARK one mark. Pixels are those of the picture that teaches.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TypeVar

from calibration.profile import FieldKind
from calibration.teaching import Lesson, lesson_of, places_in_picture
from calibration.teaching_colours import TYPICAL, ArmColours
from calibration.teaching_fit import Misfit
from calibration.teaching_kinds import KINDS, BoardKind, Point
from companion.words.messages import Message
from companion.words.teaching import (
    BoardKept,
    BoardNotKept,
    ColoursRight,
    FieldsBeside,
    FieldsRight,
    MarkAgain,
    MarkEnds,
    WhatKind,
)
from hardware.errors import InputError


class Step(Enum):
    """What is asked."""

    KIND = auto()
    MARK = auto()
    FIELDS = auto()
    COLOURS = auto()
    SAVING = auto()
    SAVED = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Picked:
    """A kind of board was picked by its name."""

    kind: str


@dataclass(frozen=True, slots=True)
class Down:
    """A finger came down on the picture; what lies within `reach` pixels of it is meant."""

    at: Point
    reach: float


@dataclass(frozen=True, slots=True)
class Moved:
    """The finger moved."""

    at: Point


@dataclass(frozen=True, slots=True)
class Up:
    """The finger went up where it was last."""


@dataclass(frozen=True, slots=True)
class Next:
    """The main button."""


@dataclass(frozen=True, slots=True)
class Back:
    """The button that goes back."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The board was written down, or not."""

    done: bool


@dataclass(frozen=True, slots=True)
class Look:
    """What the picture is asked: which colours the arms have, and which kinds of fields miss the print."""

    colours: Callable[[Lesson], ArmColours]
    misfits: Callable[[Lesson], Sequence[Misfit]]


TeachEvent = Picked | Down | Moved | Up | Next | Back | Kept
Key = TypeVar("Key", int, str)


@dataclass(frozen=True, slots=True)
class Teaching:
    """Where the teaching stands. `held` is what the finger holds: the index of a mark, a field's name or an arm."""

    step: Step = Step.KIND
    kind: BoardKind | None = None
    marks: tuple[Point, ...] = ()
    lesson: Lesson | None = None
    colors: tuple[str, ...] = ()
    doubtful: frozenset[int] = field(default_factory=frozenset)
    held: int | str | None = None
    grip: Point = (0.0, 0.0)
    """From the finger to what it holds: nothing jumps when it is touched."""
    trouble: bool = False
    """What was tried last did not work."""
    beside: FieldKind | None = None
    """Fields that miss the print; told once, for a person's eyes are better."""

    @property
    def finger(self) -> Point | None:
        """Where the mark or field lies that a finger holds."""
        if self.step is Step.MARK and isinstance(self.held, int):
            return self.marks[self.held]
        if self.step is Step.FIELDS and isinstance(self.held, str) and self.lesson is not None:
            return places_in_picture(self.lesson)[self.held]
        return None

    @property
    def can_go_on(self) -> bool:
        """Whether there is a main button."""
        if self.step is Step.MARK:
            return self.kind is not None and len(self.marks) == self.kind.arms
        return self.step in (Step.FIELDS, Step.COLOURS, Step.SAVED)

    def message(self) -> Message:
        """What is asked or told."""
        if self.step is Step.MARK and self.kind is not None:
            return MarkAgain() if self.trouble else MarkEnds(self.kind.arms - len(self.marks))
        if self.step is Step.FIELDS and self.beside is not None:
            return FieldsBeside(self.beside)
        if self.step is Step.COLOURS:
            return BoardNotKept() if self.trouble else ColoursRight(bool(self.doubtful))
        told: Mapping[Step, Message] = {Step.KIND: WhatKind(), Step.FIELDS: FieldsRight()}
        return told.get(self.step, BoardKept())


def after(state: Teaching, event: TeachEvent, look: Look) -> Teaching:
    """The state after the event; `look` asks the picture. What fits nowhere changes nothing."""
    match event:
        case Picked(kind) if state.step is Step.KIND:
            return Teaching(Step.MARK, KINDS[kind])
        case Down(at, reach):
            return _down(state, at, reach)
        case Moved(at):
            return _moved(state, at)
        case Up():
            return _up(state)
        case Next():
            return _next(state, look) if state.can_go_on else state
        case Back():
            return _back(state)
        case Kept(done) if state.step is Step.SAVING:
            return replace(state, step=Step.SAVED if done else Step.COLOURS, trouble=not done)
    return state


def arm_tokens(lesson: Lesson) -> tuple[Point, ...]:
    """Where each arm's colour is shown: in the middle of its house, pixels of the picture."""
    places = places_in_picture(lesson)
    houses = [[at for name, at in places.items() if name.startswith(f"{arm + 1}:B")] for arm in range(lesson.kind.arms)]
    return tuple((sum(x for x, _ in house) / len(house), sum(y for _, y in house) / len(house)) for house in houses)


def _down(state: Teaching, at: Point, reach: float) -> Teaching:
    if state.step is Step.MARK and state.kind is not None:
        near = _nearest(dict(enumerate(state.marks)), at, reach)
        if near is None and len(state.marks) < state.kind.arms:
            return replace(state, marks=(*state.marks, at), held=len(state.marks), grip=(0.0, 0.0), trouble=False)
        return _grasp(replace(state, trouble=False), dict(enumerate(state.marks)), near, at)
    if state.step is Step.FIELDS and state.lesson is not None:
        places = places_in_picture(state.lesson)
        return _grasp(state, places, _nearest(places, at, reach), at)
    if state.step is Step.COLOURS and state.lesson is not None:
        return replace(state, held=_nearest(dict(enumerate(arm_tokens(state.lesson))), at, reach))
    return state


def _grasp(state: Teaching, places: Mapping[Key, Point], what: Key | None, at: Point) -> Teaching:
    if what is None:
        return replace(state, held=None)
    return replace(state, held=what, grip=(places[what][0] - at[0], places[what][1] - at[1]))


def _moved(state: Teaching, finger: Point) -> Teaching:
    at = finger[0] + state.grip[0], finger[1] + state.grip[1]
    if state.step is Step.MARK and isinstance(state.held, int):
        marks = list(state.marks)
        marks[state.held] = at
        return replace(state, marks=tuple(marks))
    if state.step is Step.FIELDS and isinstance(state.held, str) and state.lesson is not None:
        try:
            return replace(state, lesson=state.lesson.with_moved(state.held, at), beside=None)
        except InputError:  # dragged too far: it stays where it could be
            return state
    return state


def _up(state: Teaching) -> Teaching:
    if state.step is Step.COLOURS and isinstance(state.held, int):
        state = _other_colour(state, state.held)
    return replace(state, held=None)


def _other_colour(state: Teaching, arm: int) -> Teaching:
    """The next colour for the arm; the arm that had it takes this one's."""
    known = tuple(TYPICAL)
    old = state.colors[arm]
    new = known[(known.index(old) + 1) % len(known)]
    colors = tuple(new if k == arm else old if color == new else color for k, color in enumerate(state.colors))
    return replace(state, colors=colors, doubtful=state.doubtful - {arm}, trouble=False)


def _next(state: Teaching, look: Look) -> Teaching:
    if state.step is Step.MARK and state.kind is not None:
        moved = {} if state.lesson is None else state.lesson.moved
        try:
            return replace(state, step=Step.FIELDS, lesson=lesson_of(state.kind, state.marks, moved), held=None)
        except InputError:
            return replace(state, marks=(), lesson=None, held=None, trouble=True)
    if state.step is Step.FIELDS and state.lesson is not None:
        if state.beside is None and (missed := look.misfits(state.lesson)):
            return replace(state, beside=missed[0].kind, held=None)
        seen = look.colours(state.lesson)
        return replace(state, step=Step.COLOURS, colors=seen.colors, doubtful=seen.doubtful, held=None)
    return replace(state, step=Step.OVER if state.step is Step.SAVED else Step.SAVING, trouble=False)


def _back(state: Teaching) -> Teaching:
    if state.step is Step.MARK:
        if not state.marks:
            return Teaching()
        return replace(state, marks=state.marks[:-1], held=None, trouble=False)
    if state.step is Step.FIELDS and state.lesson is not None:
        return replace(state, step=Step.MARK, marks=state.lesson.marks, held=None, beside=None)
    if state.step is Step.COLOURS:
        return replace(state, step=Step.FIELDS, held=None, trouble=False)
    return state


def _nearest(places: Mapping[Key, Point], at: Point, reach: float) -> Key | None:
    near = min(places, key=lambda key: math.dist(places[key], at), default=None)
    return near if near is not None and math.dist(places[near], at) <= reach else None
