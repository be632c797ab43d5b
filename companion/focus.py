"""Which of a scene's touchable things has the focus, for tables without a touch screen. Pure.

what is done                          what follows
────────────────────────────────────  ──────────────────────────────────────────────────────────────────────────
arrow or tab, a short press           the next thing (the first one, if none had the focus), with a ring round it
return or space, a long press         the thing with the ring is touched; without a ring the main button is
a finger on the screen                the ring goes
the screen changes, something asked   the ring stays where it is if that is still there, else it goes to the first thing
the screen changes, nothing asked     the ring goes: the board is what one looks at
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.scene import Scene

CLOSE, DIFFERENT, SETTINGS = "close", "different", "settings"


class By(StrEnum):
    """What moves the focus."""

    KEYS = "keys"
    BUTTON = "button"


@dataclass(frozen=True, slots=True)
class Focus:
    """`thing`: the id of what has the focus, None without a ring. `by`: what was used last, None: fingers."""

    thing: str | None = None
    by: By | None = None


@dataclass(frozen=True, slots=True)
class Guide:
    """What the screen draws for it: a ring round `thing`, and `text` along the lower edge."""

    thing: str | None
    text: str


def things(scene: Scene) -> tuple[str, ...]:
    """The ids of what can be touched, in the order of the focus: the main button, the answers, other buttons, signs."""
    main = [button.id for button in scene.buttons if button.main]
    others = [button.id for button in scene.buttons if not button.main]
    answers = [choice.id for choice in (*scene.choices, *scene.letters, *scene.tabs)] + [row.id for row in scene.rows]
    signs = [CLOSE] * scene.closable + [DIFFERENT] * scene.correctable
    signs += [SETTINGS] * scene.settings
    return (*main, *answers, *others, *signs)


def moved(focus: Focus, scene: Scene, steps: int, by: By) -> Focus:
    """The focus so many things further (or back), round and round."""
    there = things(scene)
    if not there:
        return Focus(by=by)
    if focus.thing not in there:
        return Focus(there[0], by)
    return Focus(there[(there.index(focus.thing) + steps) % len(there)], by)


def chosen(focus: Focus, scene: Scene) -> str | None:
    """The id of what is touched by whoever chooses now."""
    if focus.thing in things(scene):
        return focus.thing
    return next((button.id for button in scene.buttons if button.main), None)


def settled(focus: Focus, scene: Scene) -> Focus:
    """The focus once another scene is shown."""
    there = things(scene)
    if focus.by is None or focus.thing in there:
        return focus
    return Focus(there[0] if is_asked(scene) else None, focus.by)


def is_asked(scene: Scene) -> bool:
    """Whether the scene waits for somebody to touch something; a sign in the corner can wait."""
    return bool(scene.buttons or scene.choices or scene.rows)
