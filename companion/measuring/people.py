"""Simulated people at the screen: they say what was thrown where it was told wrongly, and answer questions by the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.belief.arrangement import Arrangement, difference
from companion.places import HOME, Places
from companion.rules import Sighting
from companion.scene import Mode, Scene, SceneChoice
from companion.simulation.director import Performance
from companion.simulation.stage import Touch
from companion.wish import Answer, Wish
from companion.wishing import wish_of_button

READS_S = 1.2
"""Somebody reads a question before answering it."""
TOUCHES_S = 0.4
"""From one touch to the next."""
GIVES_UP_S = 6.0
"""Nobody looks longer for a card that says what happened."""
FEW_TOUCHES = 2
"""A correction takes no more."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, and whether the camera could see what it was about."""

    time_s: float
    words: str
    answer: str
    could_be_seen: bool

    def sentence(self) -> str:
        """For people."""
        could = "the camera could see it" if self.could_be_seen else "hidden from the camera"
        return f"{self.time_s:.1f} s, asked ({could}): {self.words} - {self.answer}"


@dataclass(frozen=True, slots=True)
class PutRight:
    """A correction: how many touches it took; `done`: the card that says it was found."""

    time_s: float
    touches: int
    done: bool


class People:
    """Look at the screen after every frame and touch it, as fingers would."""

    def __init__(self, performance: Performance, since_s: float) -> None:
        self._performance = performance
        self._places = Places(performance.board)
        self._waiting = [touch for touch in performance.touches if touch.time_s >= since_s]
        self._asked_since_s: float | None = None
        self._touched_s = float("-inf")
        self._touches = 0
        self.asked: list[Asked] = []
        self.put_right: list[PutRight] = []

    def wishes(self, scene: Scene, time_s: float) -> tuple[Wish, ...]:
        """What is wanted by whoever looks at this scene now."""
        wish = self._answer(scene, time_s) if scene.mode is Mode.ASK else self._correct(scene, time_s)
        if scene.mode is not Mode.ASK:
            self._asked_since_s = None
        return () if wish is None else (wish,)

    # ---- corrections ----

    def _correct(self, scene: Scene, time_s: float) -> Wish | None:
        if not self._waiting or time_s < max(self._waiting[0].time_s, self._touched_s + TOUCHES_S):
            return None
        touch = self._waiting[0]
        if time_s > touch.time_s + GIVES_UP_S:
            self._over(time_s, done=False)
            return None
        wish, last = self._finger(scene, touch)
        if wish is not None:
            self._touches, self._touched_s = self._touches + 1, time_s
            if last:
                self._over(time_s, done=True)
        return wish

    def _over(self, time_s: float, done: bool) -> None:
        self.put_right.append(PutRight(time_s, self._touches, done))
        self._waiting, self._touches = self._waiting[1:], 0

    def _finger(self, scene: Scene, touch: Touch) -> tuple[Wish | None, bool]:
        """What is touched, and whether that says it all."""
        if scene.mode is not Mode.CORRECT:
            offered = scene.correctable or any(button.id == "different" for button in scene.buttons)
            ready = offered and (touch.target is None or scene.mode is Mode.WRONG)
            return (wish_of_button(scene, "different") if ready else None), False
        name = self._card(scene, touch)
        return (wish_of_button(scene, "more"), False) if name is None else (wish_of_button(scene, name), True)

    def _card(self, scene: Scene, touch: Touch) -> str | None:
        """The card or button that says what really happened."""
        if touch.throw is None:
            return next((button.id for button in scene.buttons if button.id == "nothing"), None)
        return next((choice.id for choice in scene.choices if self._means(choice, touch)), None)

    def _means(self, choice: SceneChoice, touch: Touch) -> bool:
        ends = None if choice.way is None else (choice.way.color, choice.way.path[0], choice.way.path[-1])
        wanted = None
        if touch.source is not None and touch.target is not None:
            shown = (self._places.shown(touch.color, place) for place in (touch.source, touch.target))
            wanted = (touch.color, *shown)
        return (choice.throw, ends) == (touch.throw, wanted)

    # ---- questions ----

    def _answer(self, scene: Scene, time_s: float) -> Wish | None:
        if self._asked_since_s is None:
            self._asked_since_s = time_s
        if time_s < self._asked_since_s + READS_S:
            return None
        self._asked_since_s = None
        true = standing_at(self._performance, time_s)
        offered = [(choice, choice.wish.arrangement) for choice in scene.choices if isinstance(choice.wish, Answer)]
        right = next((choice for choice, arrangement in offered if arrangement == true), None)
        name, words = ("dont_know", "don't know") if right is None else (right.id, right.label)
        arrangements = [arrangement for _, arrangement in offered if arrangement is not None]
        self.asked.append(Asked(time_s, scene.title, words, self._visible(arrangements, time_s)))
        return wish_of_button(scene, name)

    def _visible(self, arrangements: Sequence[Arrangement], time_s: float) -> bool:
        """Whether all fields in which the answers differ can be seen by the camera."""
        moment = self._performance.timeline.moment(time_s)
        hidden = self._performance.camera.hidden(moment.scene.things, moment.nudge, moment.knock)
        spots = {
            spot
            for other in arrangements[1:]
            for part in difference(arrangements[0], other)
            for color, where in part
            for spot in (self._places.house(color) if where == HOME else (where,))
        }
        return not any(self._places.field_name(spot) in hidden for spot in spots)


def standing_at(performance: Performance, time_s: float) -> Arrangement:
    """What stands on the board once everything that is readable at that time is done."""
    places, game = Places(performance.board), performance.game
    done = [told for told in performance.truth if told.readable_s <= time_s]
    rows = performance.begin.position.to_dict() if not done else done[-1].position
    seen = Sighting.parse(game, {color: list(row) for color, row in rows.items()})
    return tuple(sorted((color, places.spot(color, place)) for color in game.colors for place in seen.places(color)))
