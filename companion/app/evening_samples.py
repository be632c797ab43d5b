"""Sample scenes of an evening: setting up, rules, a question, a correction, the score. See `companion.app.screenshots`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from calibration.profile import BoardProfile, load_profile
from companion.app.score_samples import score_samples
from companion.belief.arrangement import Arrangement, arrangement_of
from companion.belief.tie import Tie
from companion.evening.beside import Beside, Over, shown
from companion.evening.setup import CARD_PAGES, Page, Person, Setup, picked
from companion.evening.setup_scenes import setup_scene
from companion.events import MoveEvent, ThrowEvent
from companion.helping import HelperLevel
from companion.history import begin
from companion.places import Places, rules_board
from companion.referee import Referee
from companion.rules import Color, Game, Move, Position, apply_move, initial_position, parse_game
from companion.scene import Scene
from companion.scenes import SceneMaker
from companion.talk import Talk
from companion.talk_scenes import talk_scene
from companion.words import Language

_POSITION = {"yellow": (-1, -1, 3, 11), "green": (-1, -1, 17, 43), "red": (-1, 14, 43, 36), "black": (-1, -1, 3, 32)}
"""As in the other samples, with red before its move and black on its way."""
_PEOPLE = {
    "yellow": Person("Mia", True, HelperLevel.COUNT),
    "green": Person("Oma", False, HelperLevel.ADVISE),
    "red": Person("Papa", False, HelperLevel.WATCH),
}
FIVE = ("Mia", "Großmutter", "Papa", "Tom", "Alexandra")


def evening_samples(language: Language, night: bool = False) -> dict[str, Scene]:
    """Every sample by its name."""
    maker = _maker(language, night)
    board = maker.board
    known = {person.name: person for person in _PEOPLE.values()} | {"Tom": Person("Tom", child=True)}
    people = {**_PEOPLE, "black": known["Tom"]}
    setup = Setup(board.id, board.colors, people, seen=board.colors, known=known, page=Page.PLAYERS)
    three = replace(setup, people=dict(_PEOPLE), seen=("yellow", "green", "red"))

    two = replace(setup, people={color: _PEOPLE[color] for color in ("yellow", "green")}, seen=("yellow", "green"))

    def page(of: Setup, on: BoardProfile = board) -> Scene:
        return replace(setup_scene(of, on, language), night=night)

    large = load_profile("six-48")
    five = {color: Person(name) for color, name in zip(large.colors, FIVE, strict=False)}
    six = Setup(large.id, large.colors, five, seen=large.colors[:5], known=known, page=Page.PLAYERS)

    return {
        "ask": _ask(maker),
        "ask_anew": _ask_anew(maker),
        "correct": _correct(maker),
        "correct_throw": _correct_throw(maker),
        "setup": page(setup),
        "setup_three": page(three),
        "setup_six": page(six, large),
        "setup_two": page(two),
        "setup_two_each": page(picked(two, "two", board, language)),
        "setup_name": page(replace(setup, page=Page.NAME, color="green")),
        "setup_letters": page(replace(setup, page=Page.LETTERS, color="green", typed="Großmut")),
        "setup_letters_begin": page(replace(setup, page=Page.LETTERS, color="black")),
        "setup_level": page(replace(setup, page=Page.LEVEL, color="green")),
        "rules": page(replace(setup, page=Page.RULES)),
        "rules_more": page(replace(setup, page=Page.MORE)),
        "rules_options": page(replace(setup, page=Page.MORE, more=CARD_PAGES)),
        "rules_last": page(replace(setup, page=Page.MORE, more=CARD_PAGES + 1)),
        "left_alone": page(replace(setup, page=Page.RULES, left_alone=True)),
        "begins": page(replace(setup, page=Page.BEGINS)),
        "who_begins": page(replace(setup, page=Page.WHO)),
        "who_begins_five": page(replace(six, page=Page.WHO), large),
        **score_samples(board, language, night),
    }


def beside_samples(scenes: Mapping[str, Scene], language: Language) -> dict[str, Scene]:
    """Screens of a game as they are in an evening: its end, a game that was broken off, how else that one may go on."""
    end, check = scenes["end"], scenes["start_check"]

    def over(beside: Beside, scene: Scene) -> Scene:
        return shown(beside, scene, language, lambda: scene, initial_position(_game(_maker(language, scene.night))))

    return {
        "end": over(Beside(), end),
        "resumed": over(Beside(resumed=True), check),
        "otherwise": over(Beside(Over.OTHERWISE, resumed=True), check),
    }


def _maker(language: Language, night: bool) -> SceneMaker:
    board = load_profile("schmidt-4")
    return SceneMaker(board, Places(board), {}, language, night=night)


def _game(maker: SceneMaker) -> Game:
    return parse_game("schmidt-2016", maker.board.id, None, None, boards={maker.board.id: rules_board(maker.board)})


def _thrown(maker: SceneMaker, color: str, value: int) -> tuple[Game, Referee]:
    game = _game(maker)
    history = begin(game, Color(color), Position.of(game, {c: list(row) for c, row in _POSITION.items()}))
    return game, Referee(history.after(ThrowEvent(Color(color), value, "camera")))


def _correct(maker: SceneMaker) -> Scene:
    """Red was seen to go three."""
    _, referee = _thrown(maker, "red", 3)
    moved = referee.history.after(MoveEvent(Move(Color("red"), 14, 17)))
    return talk_scene(maker, Referee(moved), Talk(moved.next_n))


def _correct_throw(maker: SceneMaker) -> Scene:
    """A four was seen."""
    _, referee = _thrown(maker, "red", 4)
    return talk_scene(maker, referee, Talk(referee.history.next_n))


def _ask_anew(maker: SceneMaker) -> Scene:
    """All pieces were put back into their houses in the middle of a game."""
    _, referee = _thrown(maker, "green", 4)
    return talk_scene(maker, referee, Talk(anew=True))


def _ask(maker: SceneMaker) -> Scene:
    """Nobody told the throw, and black went three or four."""
    game = _game(maker)
    position = Position.of(game, {c: list(row) for c, row in _POSITION.items()})
    referee = Referee(begin(game, Color("black"), position))

    def after(count: int) -> Arrangement:
        return arrangement_of(game, apply_move(game, position, Move(Color("black"), 3, 3 + count)), maker.places)

    return talk_scene(maker, referee, Talk(referee.history.next_n, Tie(after(3), after(4))))
