"""The settings page: a card for each setting, touched for its next value; two pages of four. Frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.scene import Mode, Scene, SceneButton, SceneChoice
from companion.screen_look import ScreenLook, dressed, stepped, value_of
from companion.wish import Back, Pick, ShowSettings, Wish
from companion.words import Label, Language, label, lines
from companion.words.looks import HowItLooks, LookCard, LookOption, LookValue

A_PAGE = 4
ICONS: Mapping[LookOption, str] = {
    LookOption.VOICE: "language",
    LookOption.EFFECTS: "sound",
    LookOption.NIGHT: "night",
    LookOption.LARGE: "large",
    LookOption.LIVE: "camera",
    LookOption.TURN: "board_moved",
    LookOption.CALM: "calm",
    LookOption.LANGUAGE: "language",
}
MORE = Pick("look:more")


@dataclass(frozen=True, slots=True)
class LookPage:
    """`look` holds now; `page`: which cards are shown, None: the page is not open. `spoken`: the language of this session."""

    look: ScreenLook
    spoken: Language
    page: int | None = None


def looked(at: LookPage, wish: Wish) -> LookPage | None:
    """The next value; None: the wish is not about the page."""
    if isinstance(wish, ShowSettings):
        return replace(at, page=0)
    if at.page is None:
        return None
    match wish:
        case Back():
            return replace(at, page=None)
        case Pick("look:more"):
            return replace(at, page=(at.page + 1) % -(-len(LookOption) // A_PAGE))
        case Pick(answer) if answer.startswith("look:"):
            return replace(at, look=stepped(at.look, LookOption(answer.removeprefix("look:"))))
    return at


def page_scene(at: LookPage, under: Scene) -> Scene:
    """What to show: the page, or the scene under it in this look."""
    if at.page is None:
        return dressed(under, at.look)
    options = list(LookOption)[at.page * A_PAGE : (at.page + 1) * A_PAGE]
    words = lines(at.spoken, HowItLooks(later=at.look.language is not at.spoken))
    buttons = (
        SceneButton("look:back", label(at.spoken, Label.DONE), main=True, wish=Back()),
        SceneButton("look:more", label(at.spoken, Label.GO_ON), "next", wish=MORE),
    )
    cards = tuple(_card(at, option) for option in options)
    page = Scene(under.board, Mode.RULES, (), title=words.title, sentence=words.sentence, choices=cards, buttons=buttons)
    return replace(page, night=at.look.night, large=at.look.large)


def _card(at: LookPage, option: LookOption) -> SceneChoice:
    value = value_of(at.look, option)
    words = lines(at.spoken, LookCard(option, value))
    icon = "sound_off" if value is LookValue.OFF and option in (LookOption.VOICE, LookOption.EFFECTS) else ICONS[option]
    name = f"look:{option}"
    return SceneChoice(name, words.title, words.sentence, icon=icon, chosen=value is LookValue.ON, wish=Pick(name))
