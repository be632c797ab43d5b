"""Setting up a game: which rules, who plays, who begins. Frozen; every touch gives the next value, nothing is drawn or kept here.

page      what is touched                     leads to
────────  ──────────────────────────────────  ─────────────────────────────────────────────────────────────────
rules     a card of rules, "next", "more"     these rules; players; more
more      rules or an option, "next", "back"  these rules, the option's next value; its next page; rules
players   a colour nobody plays               somebody plays it
          a colour somebody plays             name
          "two colours each", "one each"      two people play all four colours, opposite ones each; one each again
          "start"                             begins, if that can be played; done where it was told who throws first
          "back"                              rules, unless those were told
name      a name, "does not play"             level; players
          a letter of a keyboard              the name with that letter
          "another name"                      letters
letters   a letter, space, delete             the name with it, or without its last letter
          "done", "back"                      level, where there is a name; name
level     a level, child or grown-up          players; the same page
begins    the youngest, where one is a child  done
          highest throw, chosen               who
who       a player                            done
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import Enum, StrEnum
from typing import Any

from calibration.profile import BoardProfile
from companion.evening.letters import typed
from companion.evening.two_each import may_be_two_each, opposite, whose_colors
from companion.helping import USUAL, HelperLevel
from companion.places import rules_board
from companion.rules import DEFAULT_PRESET, PRESETS, Color, Game, Options, RulesError, parse_game
from companion.words import Language, color_name, lines
from companion.words.evening import Beginner, Called, Familiar, RuleCard

CARDS_A_PAGE, OPTIONS_A_PAGE = 2, 4
OFFERED = (RuleCard.BASIC, RuleCard.FAMILY, RuleCard.HOUSE)
"""Offered first; all others are behind "more"."""
OTHERS = tuple(card for card in RuleCard if card not in OFFERED)
NAMING = ("name", "type", "letters", "done")
"""What is answered where a name is asked."""
_OPTIONS = tuple(option.name for option in fields(Options))
CARD_PAGES, OPTION_PAGES = -(-len(OTHERS) // CARDS_A_PAGE), -(-len(_OPTIONS) // OPTIONS_A_PAGE)


class Page(StrEnum):
    """What is asked."""

    RULES = "rules"
    MORE = "more"
    PLAYERS = "players"
    NAME = "name"
    LETTERS = "letters"
    LEVEL = "level"
    BEGINS = "begins"
    WHO = "who"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays."""

    name: str
    child: bool = False
    level: HelperLevel = USUAL


@dataclass(frozen=True)
class Setup:
    """`people` by colour; `seen` are the colours the camera sees; `first` ends it.

    What was told before is not asked: `rules_told`, and `first_told`, who throws first if that colour is played.
    """

    board: str
    colors: tuple[str, ...]
    people: Mapping[str, Person] = field(default_factory=dict)
    seen: tuple[str, ...] = ()
    known: Mapping[str, Person] = field(default_factory=dict)
    """Who played before, by name, latest first."""
    options: Options = PRESETS[DEFAULT_PRESET]
    page: Page = Page.RULES
    more: int = 0
    color: str | None = None
    how: Beginner | None = None
    incomplete: bool = False
    first: str | None = None
    rules_told: bool = False
    first_told: str | None = None
    left_alone: bool = False
    """The last game could not be gone on with."""
    two: bool = False
    """Two people play two opposite colours each."""
    by_hand: bool = False
    """Somebody has said who plays: what the camera sees changes nothing any more."""
    typed: str = ""
    """What of a name was typed so far."""

    @property
    def playing(self) -> tuple[str, ...]:
        """The colours somebody plays, in the order of the board."""
        return tuple(color for color in self.colors if color in self.people)


def offered(
    board: BoardProfile, seen: tuple[str, ...], before: Mapping[str, Person], known: Mapping[str, Person], language: Language
) -> Setup:
    """What is offered first: the colours that stand on the board are the players, all where it cannot be seen.

    `before`: who played each colour last.
    """
    setup = Setup(board.id, board.colors, seen=(), known=known)
    return seen_now(setup, seen, before, language)


def told(setup: Setup, options: Options | None, first: str | None) -> Setup:
    """Without the questions that were answered before: by which rules, and who throws first."""
    setup = replace(setup, first_told=first)
    return setup if options is None else replace(setup, options=options, rules_told=True, page=Page.PLAYERS)


def seen_now(setup: Setup, seen: tuple[str, ...], before: Mapping[str, Person], language: Language) -> Setup:
    """The camera sees these colours on the board: they are the players, unless somebody has said otherwise."""
    setup = replace(setup, seen=seen)
    if setup.by_hand:
        return setup
    playing = seen or setup.colors
    return replace(setup, people={c: before.get(c) or Person(color_name(language, c)) for c in setup.colors if c in playing})


def on_board(setup: Setup, board: BoardProfile, before: Mapping[str, Person], language: Language) -> Setup:
    """Another board lies there, as its other side: who plays is asked anew, what was said about the rules still holds."""
    anew = offered(board, (), before, setup.known, language)
    page = setup.page if setup.page in (Page.RULES, Page.MORE) else Page.PLAYERS
    anew = replace(anew, options=setup.options, page=page, more=setup.more, left_alone=setup.left_alone)
    return replace(anew, rules_told=setup.rules_told, first_told=setup.first_told)


def agreed(setup: Setup, board: BoardProfile) -> Game:
    """The game as it was set up. Raises `RulesError` when it cannot be played so."""
    # Playing in pairs, with the same person behind both colours of a pair, is a rule of its own.
    seats = {"two": True} if setup.two and not setup.options.partners else None
    return parse_game(setup.options.to_dict(), board.id, list(setup.playing), seats, boards={board.id: rules_board(board)})


def as_offered(setup: Setup, board: BoardProfile) -> Setup:
    """The offered answer taken whole: the first player begins. The same value where that cannot be played."""
    started = _started(setup, board)
    if started.incomplete:
        return setup
    return started if started.first is not None else replace(started, first=started.playing[0])


def picked(setup: Setup, answer: str, board: BoardProfile, language: Language) -> Setup:
    """The next value after that answer; answers of another page change nothing."""
    kind, _, value = answer.partition(":")
    match setup.page:
        case Page.RULES | Page.MORE:
            return _rules(setup, kind, value)
        case Page.PLAYERS:
            return _players(setup, kind, value, board, language)
        case Page.NAME | Page.LETTERS | Page.LEVEL:
            return _person(setup, kind, value, language)
    return _first(setup, kind, value)


def _rules(setup: Setup, kind: str, value: str) -> Setup:
    match setup.page, kind:
        case _, "rules" if value in PRESETS:
            return replace(setup, options=PRESETS[value])
        case Page.RULES, "next":
            return replace(setup, page=Page.PLAYERS)
        case Page.RULES, "more":
            return replace(setup, page=Page.MORE, more=0)
        case Page.MORE, "option" if value in _OPTIONS:
            return replace(setup, options=turned(setup.options, value))
        case Page.MORE, "next":
            return replace(setup, more=(setup.more + 1) % (CARD_PAGES + OPTION_PAGES))
        case Page.MORE, "back":
            return replace(setup, page=Page.RULES)
    return setup


def _players(setup: Setup, kind: str, value: str, board: BoardProfile, language: Language) -> Setup:
    if kind == "color" and value in setup.colors:
        return _colour(setup, value, language)
    if kind == "start":
        return _started(setup, board)
    if kind == "two" and may_be_two_each(setup.colors, setup.playing):
        return _two_each(setup, language)
    if kind == "one" and setup.two:
        left = setup.colors[: len(setup.colors) // 2]
        return replace(setup, two=False, people={color: setup.people[color] for color in left})
    return replace(setup, page=Page.RULES) if kind == "back" and not setup.rules_told else setup


def _first(setup: Setup, kind: str, value: str) -> Setup:
    match setup.page, kind:
        case Page.BEGINS, "begins":
            return _begins(setup, Beginner(value))
        case Page.BEGINS, "back":
            return replace(setup, page=Page.PLAYERS)
        case Page.WHO, "color" if value in setup.people:
            return replace(setup, first=value)
        case Page.WHO, "back":
            return replace(setup, page=Page.BEGINS)
    return setup


def turned(options: Options, name: str) -> Options:
    """The options with the next value of one of them."""
    now: Any = getattr(options, name)
    values: list[Any] = [False, True] if isinstance(now, bool) else [*now.__class__]
    changed: dict[str, Any] = {name: values[(values.index(now) + 1) % len(values)]}
    return replace(options, **changed)


def shown_value(options: Options, name: str) -> str:
    """An option's value as the words know it."""
    now: Any = getattr(options, name)
    return str(now.value if isinstance(now, Enum) else now)


def _colour(setup: Setup, color: str, language: Language) -> Setup:
    setup = replace(setup, incomplete=False, by_hand=True)
    if color in setup.people:
        return replace(setup, page=Page.NAME, color=color, typed="")
    return replace(setup, people={**setup.people, color: Person(color_name(language, Color(color)))})


def _two_each(setup: Setup, language: Language) -> Setup:
    """Whoever is called by a colour is called by each of both."""
    people = {}
    for color, of in whose_colors(setup.colors, setup.playing).items():
        person = setup.people[of]
        called = color_name(language, Color(color)) if person.name == color_name(language, Color(of)) else person.name
        people[color] = replace(person, name=called)
    return replace(setup, two=True, people=people, by_hand=True, incomplete=False)


def _theirs(setup: Setup) -> tuple[str, ...]:
    """The colours of whoever is asked about."""
    color = setup.color or ""
    return (color, opposite(setup.colors, color)) if setup.two else (color,)


def _started(setup: Setup, board: BoardProfile) -> Setup:
    try:
        agreed(setup, board)
    except RulesError:
        return replace(setup, incomplete=True)
    setup = replace(setup, by_hand=True)
    return replace(setup, first=setup.first_told) if setup.first_told in setup.people else replace(setup, page=Page.BEGINS)


def _person(setup: Setup, kind: str, value: str, language: Language) -> Setup:
    color = setup.color or ""
    person = setup.people.get(color)
    if person is None or kind == "back":
        return replace(setup, page=Page.NAME if setup.page is Page.LETTERS else Page.PLAYERS)
    if setup.page is not Page.LEVEL and kind in NAMING:
        return _named(setup, kind, value, language)
    if kind == "level":
        people = {each: replace(setup.people[each], level=HelperLevel(value)) for each in _theirs(setup)}
        return replace(setup, page=Page.PLAYERS, people={**setup.people, **people})
    if kind == "age":
        people = {each: replace(setup.people[each], child=not person.child) for each in _theirs(setup)}
        return replace(setup, people={**setup.people, **people})
    if kind == "out":
        left = {color: one for color, one in setup.people.items() if color not in _theirs(setup)}
        return replace(setup, page=Page.PLAYERS, people=left, two=False)
    return setup


def _named(setup: Setup, kind: str, value: str, language: Language) -> Setup:
    """Whoever plays the colour gets a name, or a letter more of it."""
    if kind == "letters":
        return replace(setup, page=Page.LETTERS, typed="")
    if kind == "type":
        return replace(setup, typed=typed(setup.typed, value, spaces=setup.page is Page.LETTERS))
    name = (setup.typed if kind == "done" else value).strip()
    if not name:
        return setup
    known = next((person for known, person in setup.known.items() if known.casefold() == name.casefold()), None)
    person = known or Person(name, name == lines(language, Called(Familiar.CHILD)).title)
    return replace(setup, page=Page.LEVEL, people={**setup.people, **dict.fromkeys(_theirs(setup), person)})


def _begins(setup: Setup, how: Beginner) -> Setup:
    half = len(setup.colors) // 2
    one_of_each = [color for color in setup.playing if not setup.two or color in setup.colors[:half]]
    children = [color for color in one_of_each if setup.people[color].child]
    if how is Beginner.YOUNGEST and len(children) == 1:
        return replace(setup, how=how, first=children[0])
    return replace(setup, page=Page.WHO, how=how)
