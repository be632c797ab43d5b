"""Setting up a game: every row of the table in `companion.evening.setup`, and how few touches it takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.profile import load_profile
from companion.app.standing_colors import standing_colors
from companion.evening.company import kept_of, known_people, last_seats, levels_of, names_of, seated
from companion.evening.letters import DELETE, LETTERS, LONGEST_NAME, SPACE
from companion.evening.setup import (
    CARD_PAGES,
    OPTION_PAGES,
    Page,
    Person,
    Setup,
    agreed,
    offered,
    on_board,
    picked,
    seen_now,
    shown_value,
    told,
    turned,
)
from companion.evening.setup_scenes import setup_scene
from companion.helping import USUAL, HelperLevel
from companion.library.people import KnownPerson
from companion.rules import PRESETS, Options
from companion.vision.single import SeenPiece
from companion.wish import Pick
from companion.wishing import wish_of_button
from companion.words import Language, say
from companion.words.evening import ThreeOnFour

BOARD, SIX = load_profile("schmidt-4"), load_profile("six-48")
GERMAN = Language.GERMAN
ALL = BOARD.colors
MIA, OMA = Person("Mia", True, HelperLevel.COUNT), Person("Oma", False, HelperLevel.ADVISE)
KNOWN = {"Mia": MIA, "Oma": OMA}


def start(seen: Sequence[str] = ALL, before: Mapping[str, Person] | None = None) -> Setup:
    return offered(BOARD, tuple(seen), before or {}, KNOWN, GERMAN)


def touched(setup: Setup, *answers: str) -> Setup:
    """After these touches. What is touched has to be there: every answer is a button, a card or a sign of the scene."""
    for answer in answers:
        scene = setup_scene(setup, BOARD, GERMAN)
        there = [one.id for kind in (scene.buttons, scene.choices, scene.letters) for one in kind]
        there += ["settings"] * scene.settings
        wish = wish_of_button(scene, answer)
        assert answer in there and isinstance(wish, Pick), f"{answer} is not on the page {setup.page}: {there}"
        setup = picked(setup, wish.answer, BOARD, GERMAN)
    return setup


# ---- the table ----


@pytest.mark.parametrize(
    ("page", "answer", "leads_to"),
    [
        (Page.RULES, "rules:schmidt-family", Page.RULES),
        (Page.RULES, "next", Page.PLAYERS),
        (Page.RULES, "more", Page.MORE),
        (Page.MORE, "rules:schmidt-pairs", Page.MORE),
        (Page.MORE, "next", Page.MORE),
        (Page.MORE, "back", Page.RULES),
        (Page.PLAYERS, "color:green", Page.NAME),
        (Page.PLAYERS, "start", Page.BEGINS),
        (Page.PLAYERS, "settings", Page.RULES),
        (Page.NAME, "name:Oma", Page.LEVEL),
        (Page.NAME, "letters", Page.LETTERS),
        (Page.NAME, "out", Page.PLAYERS),
        (Page.LETTERS, "type:A", Page.LETTERS),
        (Page.LETTERS, "done", Page.LETTERS),
        (Page.LETTERS, "back", Page.NAME),
        (Page.NAME, "back", Page.PLAYERS),
        (Page.LEVEL, "level:count", Page.PLAYERS),
        (Page.LEVEL, "age", Page.LEVEL),
        (Page.BEGINS, "begins:highest", Page.WHO),
        (Page.BEGINS, "begins:chosen", Page.WHO),
        (Page.BEGINS, "back", Page.PLAYERS),
        (Page.WHO, "back", Page.BEGINS),
    ],
)
def test_what_is_touched_leads_where_the_table_says(page: Page, answer: str, leads_to: Page) -> None:
    setup = touched(replace(start(), page=page, color="green"), answer)
    assert (setup.page, setup.first) == (leads_to, None)


def test_who_is_touched_last_begins() -> None:
    assert touched(replace(start(), page=Page.WHO), "color:red").first == "red"


def test_the_youngest_begins_at_once_where_one_is_a_child() -> None:
    setup = start(before={"red": MIA})
    assert touched(replace(setup, page=Page.BEGINS), "begins:youngest").first == "red"
    two = start(before={"red": MIA, "green": Person("Tom", True)})
    assert touched(replace(two, page=Page.BEGINS), "begins:youngest").page is Page.WHO


def test_a_colour_nobody_plays_is_played_by_a_touch_and_left_by_two() -> None:
    setup = replace(start(("yellow", "green")), page=Page.PLAYERS)
    assert setup.playing == ("yellow", "green")
    assert touched(setup, "color:red").playing == ("yellow", "green", "red")
    assert touched(setup, "color:green", "out").playing == ("yellow",)


def test_one_alone_cannot_play() -> None:
    setup = touched(replace(start(("yellow", "green")), page=Page.PLAYERS), "color:green", "out", "start")
    assert (setup.page, setup.first) == (Page.PLAYERS, None)
    assert setup_scene(setup, BOARD, GERMAN).sentence == "Es fehlt noch jemand."


def test_pairs_want_everybody_opposite() -> None:
    setup = replace(start(("yellow", "green", "red")), page=Page.PLAYERS, options=PRESETS["schmidt-pairs"])
    assert touched(setup, "start").incomplete
    four = replace(start(), page=Page.PLAYERS, options=PRESETS["schmidt-pairs"])
    assert touched(four, "start").page is Page.BEGINS


# ---- what is offered ----


@pytest.mark.parametrize(("seen", "players"), [((), ALL), (("green", "red"), ("green", "red")), (ALL, ALL)])
def test_the_colours_that_stand_on_the_board_are_the_players(seen: tuple[str, ...], players: tuple[str, ...]) -> None:
    assert start(seen).playing == players


def test_who_played_a_colour_last_is_offered_for_it() -> None:
    assert start(before={"red": MIA}).people["red"] == MIA
    assert start(before={"red": MIA}).people["green"].name == "Grün"


def test_pieces_that_are_put_on_later_are_players_until_somebody_says_who_plays() -> None:
    setup = replace(start(("yellow", "green")), page=Page.PLAYERS)
    assert seen_now(setup, ALL, {}, GERMAN).playing == ALL
    said = touched(setup, "color:red")
    assert seen_now(said, ("yellow",), {}, GERMAN).playing == ("yellow", "green", "red")


@pytest.mark.parametrize(("count", "stands"), [(0, False), (1, False), (2, False), (3, True), (4, True)])
def test_a_colour_stands_on_the_board_with_three_of_its_pieces(count: int, stands: bool) -> None:
    pieces = [SeenPiece("red", BOARD.field_names[k], (0.0, 0.0), 0.9) for k in range(count)]
    assert standing_colors(pieces, BOARD) == (("red",) if stands else ())


def test_three_on_a_board_for_four_are_told_where_it_suits_better() -> None:
    scene = setup_scene(replace(start(("yellow", "green", "red")), page=Page.PLAYERS), BOARD, GERMAN)
    assert f"{scene.title} {scene.sentence}" == say(GERMAN, ThreeOnFour())
    assert "Sechserseite" in scene.sentence and "jede zweite Farbe" in scene.sentence


@pytest.mark.parametrize("playing", [2, 4])
def test_others_are_not(playing: int) -> None:
    scene = setup_scene(replace(start(ALL[:playing]), page=Page.PLAYERS), BOARD, GERMAN)
    assert "Sechserseite" not in scene.sentence


def test_three_on_a_board_for_six_are_not_told_either() -> None:
    setup = replace(offered(SIX, SIX.colors[::2], {}, {}, GERMAN), page=Page.PLAYERS)
    assert "Sechserseite" not in setup_scene(setup, SIX, GERMAN).sentence


def test_what_the_camera_sees_is_shown_and_not_said_with_every_piece() -> None:
    few, all_ = (setup_scene(replace(start(seen), page=Page.PLAYERS), BOARD, GERMAN) for seen in (("yellow", "red"), ALL))
    assert few.sentence != all_.sentence
    assert few.spoken == all_.spoken == "Wer spielt mit?"


# ---- what was told before is not asked ----


def test_told_rules_are_not_asked_and_cannot_be_reached() -> None:
    setup = told(start(), PRESETS["wikipedia"], None)
    assert (setup.page, setup.options) == (Page.PLAYERS, PRESETS["wikipedia"])
    assert not setup_scene(setup, BOARD, GERMAN).settings
    assert picked(setup, "back", BOARD, GERMAN).page is Page.PLAYERS


def test_who_begins_is_not_asked_where_it_was_told() -> None:
    setup = told(start(), PRESETS["wikipedia"], "red")
    assert touched(setup, "start").first == "red"


def test_a_told_beginner_who_does_not_play_is_asked_for() -> None:
    setup = told(start(("yellow", "green")), None, "red")
    assert touched(setup, "next", "start").page is Page.BEGINS


def test_a_game_that_was_left_alone_is_told_first() -> None:
    scene = setup_scene(replace(start(), left_alone=True), BOARD, GERMAN)
    assert scene.sentence == "Das letzte Spiel ging nicht weiter. Ich hebe es auf."


# ---- rules ----


def test_every_option_is_behind_more() -> None:
    setup, seen = touched(start(), "more"), {choice.id for choice in setup_scene(start(), BOARD, GERMAN).choices}
    for _ in range(CARD_PAGES + OPTION_PAGES):
        seen |= {choice.id for choice in setup_scene(setup, BOARD, GERMAN).choices}
        setup = touched(setup, "next")
    assert {f"option:{option.name}" for option in fields(Options)} <= seen
    assert {f"rules:{name}" for name in PRESETS} <= seen


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_a_sentence(name: str) -> None:
    pages = (replace(start(), page=Page.MORE, more=number) for number in range(CARD_PAGES))
    cards = [choice for page in (start(), *pages) for choice in setup_scene(page, BOARD, GERMAN).choices]
    card = next(card for card in cards if card.id == f"rules:{name}")
    assert card.label and card.sentence.endswith(".")


@pytest.mark.parametrize("option", [option.name for option in fields(Options)])
def test_an_option_goes_round_all_its_values(option: str) -> None:
    options, seen = PRESETS["schmidt-2016"], set[str]()
    for _ in range(4):
        options = turned(options, option)
        seen.add(shown_value(options, option))
    assert shown_value(PRESETS["schmidt-2016"], option) in seen and len(seen) > 1


# ---- names ----


def test_a_name_is_typed_letter_by_letter() -> None:
    setup = replace(start(), page=Page.NAME, color="green")
    for key in ("l", "i", "p", "backspace", "n", "1", "ä"):
        setup = picked(setup, f"type:{key}", BOARD, GERMAN)
    assert setup_scene(setup, BOARD, GERMAN).choices[0].label == "Linä"
    assert touched(setup, "name:Linä").people["green"].name == "Linä"


@given(st.lists(st.sampled_from([*"abcxyzäß", "backspace", "space", "9"])))
def test_whatever_is_typed_is_a_name_of_some_letters(keys: list[str]) -> None:
    setup = replace(start(), page=Page.NAME, color="green")
    for key in keys:
        setup = picked(setup, f"type:{key}", BOARD, GERMAN)
    assert len(setup.typed) <= LONGEST_NAME and (not setup.typed or setup.typed.isalpha())


def spelt(setup: Setup, *letters: str) -> Setup:
    """After these letters, touched on the screen."""
    return touched(setup, *(f"type:{letter}" for letter in letters))


@pytest.mark.parametrize(
    ("letters", "name"),
    [
        ("MIA", "Mia"),
        ("ZOÄ", "Zoä"),
        (("O", "M", "A", SPACE, "I", "D", "A"), "Oma Ida"),
        (("T", "I", "M", DELETE, "L"), "Til"),
        ((SPACE, "T", "O", "M", SPACE, SPACE), "Tom"),
        ("ßU", "ßu"),
        ("A" * 20, "A" + "a" * 11),
    ],
)
def test_a_name_is_touched_letter_by_letter(letters: Sequence[str], name: str) -> None:
    setup = spelt(touched(replace(start(), page=Page.NAME, color="green"), "letters"), *letters)
    done = touched(setup, "done")
    assert (done.page, done.people["green"].name) == (Page.LEVEL, name)


def test_a_known_person_is_known_however_it_is_spelt() -> None:
    setup = offered(BOARD, ALL, {}, {"McOma": OMA, **KNOWN}, GERMAN)
    setup = spelt(replace(setup, page=Page.LETTERS, color="red"), *"MCOMA")
    assert touched(setup, "done").people["red"] == OMA


def test_the_letters_are_there_in_their_order_and_begin_empty() -> None:
    scene = setup_scene(touched(replace(start(), page=Page.NAME, color="red", typed="Mi"), "letters"), BOARD, GERMAN)
    assert "".join(letter.label for letter in scene.letters) == LETTERS
    assert (scene.typed, scene.on, scene.spoken) == ("", "red", ""), "what was asked a moment ago is not said again"


def test_a_new_name_of_five_letters_takes_nine_touches() -> None:
    answers = ("color:red", "letters", *(f"type:{letter}" for letter in "LENNI"), "done", "level:watch")
    assert touched(replace(start(), page=Page.PLAYERS), *answers).people["red"].name == "Lenni"
    assert len(answers) == 9


@given(st.lists(st.sampled_from([*LETTERS, "é", "q", SPACE, DELETE, "9", "tab", ""])))
def test_whatever_is_touched_is_no_longer_than_a_name_and_has_single_spaces(keys: list[str]) -> None:
    setup = replace(start(), page=Page.LETTERS, color="green")
    for key in keys:
        setup = picked(setup, f"type:{key}", BOARD, GERMAN)
        assert len(setup.typed) <= LONGEST_NAME and "  " not in setup.typed and not setup.typed.startswith(" ")


def test_nobody_is_offered_who_sits_at_another_colour() -> None:
    setup = replace(start(before={"red": MIA}), page=Page.NAME, color="green")
    assert "name:Mia" not in {choice.id for choice in setup_scene(setup, BOARD, GERMAN).choices}


def test_a_known_person_comes_with_what_is_remembered() -> None:
    setup = touched(replace(start(), page=Page.NAME, color="green"), "name:Oma")
    assert setup.people["green"] == OMA


# ---- a game comes of it ----


def test_what_was_set_up_is_played() -> None:
    setup = touched(start(("yellow", "green", "red")), "rules:wikipedia", "next", "start", "begins:chosen", "color:green")
    game = agreed(setup, BOARD)
    assert (game.players, game.options, setup.first) == (("yellow", "green", "red"), PRESETS["wikipedia"], "green")


def test_a_game_as_it_is_offered_takes_four_touches() -> None:
    """Under a minute for anybody: the camera has seen who plays, the basic rules hold, the highest throw begins."""
    assert touched(start(), "next", "start", "begins:highest", "color:red").first == "red"
    with_a_child = start(before={"red": MIA})
    assert touched(with_a_child, "next", "start", "begins:youngest").first == "red", "three, where one child plays"


def test_four_new_people_with_names_and_levels_take_sixteen_touches() -> None:
    """At three seconds each that is under a minute."""
    names = ("Mama", "Papa", "Oma", "Kind")
    each = [(f"color:{color}", f"name:{name}", "level:show") for color, name in zip(ALL, names, strict=True)]
    answers = ["next", *(answer for three in each for answer in three), "start", "begins:youngest"]
    setup = touched(offered(BOARD, ALL, {}, {}, GERMAN), *answers)
    assert setup.first == ALL[-1]
    assert len(answers) <= 16
    assert [setup.people[color].name for color in ALL] == list(names)


ANSWERS = [
    *(
        f"{kind}:{value}"
        for kind in ("color", "rules", "option", "name", "level", "begins", "type", "moon")
        for value in (*ALL, *PRESETS, "throws", "Oma", "count", "youngest", "chosen", "a", "")
    ),
    *("next", "more", "back", "start", "out", "age", "letters", "done", "two", "one", "moon"),
]


@given(st.lists(st.sampled_from(ANSWERS), max_size=30))
def test_no_touches_whatsoever_break_it(answers: list[str]) -> None:
    setup = start()
    for answer in answers:
        if setup.first is None:
            setup = picked(setup, answer, BOARD, GERMAN)
            setup_scene(setup, BOARD, GERMAN)
    if setup.first is not None:
        assert setup.first in agreed(setup, BOARD).players


# ---- two people with two colours each ----


def two_people(*colors: str) -> Setup:
    return replace(offered(BOARD, colors, {colors[0]: MIA}, KNOWN, GERMAN), page=Page.PLAYERS)


@pytest.mark.parametrize(
    ("playing", "mias"),
    [
        (("yellow", "green"), {"yellow", "red"}),
        (("yellow", "black"), {"yellow", "red"}),
        (("green", "red"), {"green", "black"}),
        (("yellow", "red"), {"yellow", "red"}),
        (("green", "black"), {"green", "black"}),
    ],
)
def test_two_people_may_have_opposite_colours_each(playing: tuple[str, ...], mias: set[str]) -> None:
    setup = touched(two_people(*playing), "two")
    assert {color for color in ALL if setup.people[color].name == "Mia"} == mias
    game = agreed(setup, BOARD)
    assert (game.seats.two, game.players) == (True, ALL)


def test_who_has_no_name_is_called_by_each_colour() -> None:
    setup = touched(two_people("yellow", "green"), "two")
    assert [setup.people[color].name for color in ALL] == ["Mia", "Grün", "Mia", "Schwarz"]
    assert names_of(setup.people, GERMAN) == {"yellow": "Mia", "red": "Mia"}


def test_what_is_said_of_one_colour_holds_for_the_other_too() -> None:
    setup = touched(two_people("yellow", "green"), "two", "color:black", "name:Oma", "age", "level:watch")
    assert setup.people["green"] == setup.people["black"] == Person("Oma", True, HelperLevel.WATCH)
    assert setup.people["red"] == MIA


def test_one_colour_each_again() -> None:
    setup = touched(two_people("yellow", "green"), "two", "one")
    assert (setup.playing, setup.two, agreed(setup, BOARD).seats.two) == (("yellow", "green"), False, False)


def test_whoever_does_not_play_takes_both_colours_along() -> None:
    setup = touched(two_people("yellow", "green"), "two", "color:red", "out")
    assert (setup.playing, setup.two) == (("green", "black"), False)


def test_a_child_with_two_colours_is_the_youngest() -> None:
    assert touched(two_people("yellow", "green"), "two", "start", "begins:youngest").first == "yellow"


def test_a_colour_that_is_put_up_later_changes_nothing_of_it() -> None:
    setup = touched(two_people("yellow", "green"), "two")
    assert seen_now(setup, ("yellow", "green", "red"), {}, GERMAN).people == setup.people


@pytest.mark.parametrize(
    "setup",
    [
        start(("yellow", "green", "red")),
        start(("yellow",)),
        start(),
        replace(start(("yellow", "green")), options=PRESETS["schmidt-pairs"]),
        offered(SIX, ("yellow", "green"), {}, {}, GERMAN),
    ],
)
def test_others_are_not_offered_two_colours(setup: Setup) -> None:
    board = SIX if setup.board == SIX.id else BOARD
    scene = setup_scene(replace(setup, page=Page.PLAYERS), board, GERMAN)
    assert [button.id for button in scene.buttons] == ["start"]


def test_in_pairs_two_people_play_pairs() -> None:
    setup = replace(touched(two_people("yellow", "green"), "two"), options=PRESETS["schmidt-pairs"])
    assert not agreed(setup, BOARD).seats.two


# ---- another board ----


def test_on_the_other_side_of_the_board_who_plays_is_asked_anew() -> None:
    setup = touched(start(before={"red": MIA}), "rules:wikipedia", "next", "color:green", "out")
    turned_over = on_board(setup, SIX, {"red": MIA}, GERMAN)
    assert (turned_over.page, turned_over.playing) == (Page.PLAYERS, SIX.colors)
    assert (turned_over.people["red"], turned_over.options, turned_over.by_hand) == (MIA, PRESETS["wikipedia"], False)
    assert agreed(turned_over, SIX).players == SIX.colors


@pytest.mark.parametrize(
    ("page", "after"), [(Page.RULES, Page.RULES), (Page.MORE, Page.MORE), (Page.NAME, Page.PLAYERS), (Page.WHO, Page.PLAYERS)]
)
def test_questions_about_rules_go_on_and_those_about_people_begin_again(page: Page, after: Page) -> None:
    assert on_board(replace(start(), page=page, color="red"), SIX, {}, GERMAN).page is after


def test_what_was_told_before_is_still_not_asked() -> None:
    setup = on_board(told(start(), PRESETS["wikipedia"], "red"), SIX, {}, GERMAN)
    assert (setup.rules_told, setup.first_told, setup.options) == (True, "red", PRESETS["wikipedia"])


# ---- people ----


def test_the_people_of_a_table_are_remembered_and_come_back() -> None:
    people = {"red": MIA, "green": OMA, "black": Person("Schwarz")}
    kept = kept_of(people, GERMAN)
    assert kept == (KnownPerson("Mia", "red", True, "count"), KnownPerson("Oma", "green", False, "advise"))
    assert last_seats(kept) == {"red": MIA, "green": OMA}
    assert known_people(kept) == {"Mia": MIA, "Oma": OMA}


def test_who_is_called_by_the_colour_has_no_name() -> None:
    assert names_of({"red": MIA, "black": Person("Schwarz")}, GERMAN) == {"red": "Mia"}
    assert levels_of({"red": MIA}) == {"red": HelperLevel.COUNT}


def test_a_level_of_a_newer_program_is_the_usual_one() -> None:
    assert known_people([KnownPerson("Mia", "red", True, "dance")])["Mia"].level is USUAL


def test_whoever_is_named_without_the_screen_is_helped_as_remembered_or_set() -> None:
    names = {"red": "mia", "green": "Tom", "black": ""}
    people = seated(ALL, names, KNOWN, {"green": HelperLevel.WATCH})
    assert people == {"red": Person("mia", True, HelperLevel.COUNT), "green": Person("Tom", False, HelperLevel.WATCH)}


@pytest.mark.parametrize("language", Language)
def test_every_value_of_every_option_has_words(language: Language) -> None:
    for option in fields(Options):
        options = PRESETS["schmidt-2016"]
        for _ in range(4):
            options = turned(options, option.name)
            for more in range(CARD_PAGES, CARD_PAGES + OPTION_PAGES):
                setup_scene(replace(start(), page=Page.MORE, more=more, options=options), BOARD, language)


@pytest.mark.parametrize("name", PRESETS)
def test_the_rules_that_hold_are_marked_on_the_first_page(name: str) -> None:
    """Also those that were chosen further on."""
    scene = setup_scene(replace(start(), options=PRESETS[name]), BOARD, GERMAN)
    (marked,) = [choice.id.removeprefix("rules:") for choice in scene.choices if choice.chosen]
    assert PRESETS[marked] == PRESETS[name]
    assert len(scene.choices) == 3
