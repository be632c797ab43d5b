"""The screens of setting up a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace

from calibration.profile import BoardProfile
from companion.evening.letters import DELETE, LETTERS, SPACE
from companion.evening.setup import CARD_PAGES, CARDS_A_PAGE, OFFERED, OPTIONS_A_PAGE, OTHERS, Page, Setup, shown_value
from companion.evening.two_each import may_be_two_each
from companion.helping import HelperLevel
from companion.rules import PRESETS, Capture, Options, Throws
from companion.rules import Setup as Start
from companion.scene import Mode, RulesPicture, Scene, SceneButton, SceneChoice
from companion.wish import Pick
from companion.words import Label, Language, color_name, label, lines
from companion.words import evening as e
from companion.words.going_on import LeftAlone
from companion.words.language import spoken
from companion.words.messages import Message, WhoBegins

MOST_NAMES = 4
THREE, FOUR = 3, 4
LEVEL_ICONS: Mapping[HelperLevel, str | None] = {
    HelperLevel.WATCH: "look",
    HelperLevel.SHOW: "next",
    HelperLevel.COUNT: "count",
    HelperLevel.ADVISE: "helper_level",
}
BEGIN_ICONS = {e.Beginner.YOUNGEST: "helper_level", e.Beginner.HIGHEST: "throw", e.Beginner.CHOSEN: "your_turn"}


def setup_scene(setup: Setup, board: BoardProfile, language: Language) -> Scene:
    """What to show now."""
    return _PAGES[setup.page](_Maker(setup, board, language))


class _Maker:
    """The words and answers of one page."""

    def __init__(self, setup: Setup, board: BoardProfile, language: Language) -> None:
        self.setup, self._board, self._language = setup, board, language

    def scene(self, mode: Mode, message: Message, choices: tuple[SceneChoice, ...], *buttons: SceneButton) -> Scene:
        words = lines(self._language, message)
        return Scene(
            self._board,
            mode,
            (),
            title=words.title,
            sentence=words.sentence,
            # Who stands on the board changes with every piece that is put up: that is shown, not said again and again.
            spoken=words.title if isinstance(message, e.WhoPlays) else spoken(message, words),
            choices=choices,
            buttons=buttons,
        )

    def button(self, answer: str, words: Label, icon: str | None = None, main: bool = False) -> SceneButton:
        return SceneButton(answer, label(self._language, words), icon, main, Pick(answer))

    def choice(
        self,
        answer: str,
        message: Message | str,
        sentence: str | None = None,
        *,
        color: str | None = None,
        icon: str | None = None,
        chosen: bool = False,
        taken: bool = True,
        rules: RulesPicture | None = None,
    ) -> SceneChoice:
        words = lines(self._language, message) if isinstance(message, Message) else None
        title = words.title if words else str(message)
        below = sentence if sentence is not None else words.sentence if words else ""
        return SceneChoice(answer, title, below, color, None, icon, chosen, taken, rules, wish=Pick(answer))

    def said(self, message: Message) -> str:
        return lines(self._language, message).title

    def color(self, color: str) -> str:
        return color_name(self._language, color)


def _players(m: _Maker) -> Scene:
    setup = m.setup
    choices = []
    for color in setup.colors:
        person = setup.people.get(color)
        if person is None:
            choices.append(m.choice(f"color:{color}", m.color(color), m.said(e.PlaysNot()), color=color, taken=False))
            continue
        icon = None if person.level is HelperLevel.WATCH else LEVEL_ICONS[person.level]
        helped = m.said(e.HelpedBy(str(person.level)))
        choices.append(m.choice(f"color:{color}", person.name, helped, color=color, icon=icon, chosen=True))
    three = len(setup.people) == THREE and len(setup.colors) == FOUR
    message: Message = e.TooFew() if setup.incomplete else e.ThreeOnFour() if three else e.WhoPlays(setup.seen)
    buttons = (m.button("start", Label.START, "next", main=True), *_seats(m))
    scene = m.scene(Mode.SETUP, message, tuple(choices), *buttons)
    return replace(scene, settings=not setup.rules_told)


def _seats(m: _Maker) -> tuple[SceneButton, ...]:
    """Where two play on a board for four: whether each has two colours. In pairs everybody has a partner anyway."""
    setup = m.setup
    if setup.two:
        return (m.button("one", Label.ONE_COLOUR),)
    offers = may_be_two_each(setup.colors, setup.playing) and not setup.options.partners
    return (m.button("two", Label.TWO_COLOURS),) if offers else ()


def _name(m: _Maker) -> Scene:
    setup = m.setup
    assert setup.color is not None
    taken = {person.name for color, person in setup.people.items() if color != setup.color}
    familiar = [m.said(e.Called(one)) for one in e.Familiar]
    now = setup.typed or setup.people[setup.color].name
    names = [name for name in dict.fromkeys((now, *setup.known, *familiar)) if name not in taken][:MOST_NAMES]
    choices = tuple(m.choice(f"name:{name}", name, chosen=name == now) for name in names)
    out = m.choice("out", e.PlaysNot(), icon="no")
    another = m.choice("letters", e.AnotherName(), icon="add")
    return m.scene(Mode.RULES, e.WhoIsIt(setup.color), (*choices, another, out), m.button("back", Label.BACK))


def _letters(m: _Maker) -> Scene:
    setup = m.setup
    assert setup.color is not None
    letters = tuple(m.choice(f"type:{letter}", letter) for letter in LETTERS)
    others = (m.choice(f"type:{SPACE}", "", icon="space"), m.choice(f"type:{DELETE}", "", icon="delete"))
    buttons = (m.button("done", Label.DONE, "yes", main=True), m.button("back", Label.BACK))
    scene = m.scene(Mode.NAME, e.WhoIsIt(setup.color), (), *buttons)
    # The page before has asked the same question.
    return replace(scene, on=setup.color, letters=(*letters, *others), typed=setup.typed, spoken="")


def _level(m: _Maker) -> Scene:
    setup = m.setup
    assert setup.color is not None
    person = setup.people[setup.color]
    choices = tuple(
        m.choice(f"level:{level}", e.HelpedBy(str(level)), icon=LEVEL_ICONS[level], chosen=level is person.level)
        for level in HelperLevel
    )
    age = m.choice("age", e.Age(person.child), icon="helper_level" if person.child else "your_turn")
    return m.scene(Mode.RULES, e.HowHelped(person.name), (*choices, age), m.button("back", Label.BACK))


def _rules(m: _Maker) -> Scene:
    choices = tuple(_card(m, card) for card in _offered(m.setup.options))
    buttons = (m.button("next", Label.GO_ON, "next", main=True), m.button("more", Label.MORE_RULES, "settings"))
    return m.scene(Mode.RULES, LeftAlone() if m.setup.left_alone else e.WhichRules(), choices, *buttons)


def _offered(options: Options) -> tuple[e.RuleCard, ...]:
    """The cards of the first page. Rules that were chosen further on are the last of them: what holds is always marked."""
    holds = next((card for card in OTHERS if PRESETS[card] == options), None)
    if holds is None or any(PRESETS[card] == options for card in OFFERED):
        return OFFERED
    return (*OFFERED[:-1], holds)


def _card(m: _Maker, card: e.RuleCard) -> SceneChoice:
    options = PRESETS[card]
    picture = RulesPicture(
        options.setup is not Start.ALL_IN_HOUSE,
        options.throws.value if options.throws is Throws.THREE else 1,
        options.capture is Capture.COMPULSORY,
    )
    chosen = options == m.setup.options and card is not e.RuleCard.CLASSIC
    return m.choice(f"rules:{card}", e.Rules(card), chosen=chosen, rules=picture)


def _more(m: _Maker) -> Scene:
    """The other rules that have a name, then every option."""
    buttons = (m.button("next", Label.GO_ON, "next", main=True), m.button("back", Label.BACK))
    if m.setup.more < CARD_PAGES:
        cards = OTHERS[m.setup.more * CARDS_A_PAGE :][:CARDS_A_PAGE]
        return m.scene(Mode.RULES, e.WhichRules(), tuple(_card(m, card) for card in cards), *buttons)
    first = (m.setup.more - CARD_PAGES) * OPTIONS_A_PAGE
    names = [option.name for option in fields(Options)][first : first + OPTIONS_A_PAGE]
    choices = tuple(
        m.choice(f"option:{name}", e.Option(e.RuleOption(name), shown_value(m.setup.options, name))) for name in names
    )
    return m.scene(Mode.RULES, e.WhichRules(), choices, *buttons)


def _begins(m: _Maker) -> Scene:
    choices = tuple(m.choice(f"begins:{how}", e.Begins(how), icon=BEGIN_ICONS[how]) for how in e.Beginner)
    return m.scene(Mode.RULES, WhoBegins(), choices, m.button("back", Label.BACK))


def _who(m: _Maker) -> Scene:
    people = m.setup.people
    choices = tuple(m.choice(f"color:{color}", people[color].name, "", color=color) for color in m.setup.playing)
    return m.scene(Mode.RULES, WhoBegins(), choices, m.button("back", Label.BACK))


_PAGES: Mapping[Page, Callable[[_Maker], Scene]] = {
    Page.RULES: _rules,
    Page.MORE: _more,
    Page.PLAYERS: _players,
    Page.NAME: _name,
    Page.LETTERS: _letters,
    Page.LEVEL: _level,
    Page.BEGINS: _begins,
    Page.WHO: _who,
}
