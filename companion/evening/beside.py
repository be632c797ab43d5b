"""What lies over the screen of a game: the score, all the games there are, or how else the last game may go on. Frozen and pure.

what is wanted                  on which screen                     what is shown then
──────────────────────────────  ──────────────────────────────────  ────────────────────────────────────────────
                                the end of a game                   its own, with a button for other players
the evening                     the end of a game                   the score
another page of it              the score                           that page
all games                       the score                           the list, until it is closed: then the score
a game that is over no more     the score, the list                 the game again
the last game otherwise         its board is not as it was          as it stands, or a new game
back, and whatever else         either                              the game again
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from companion.places import Places
from companion.rules import Color, Game, Position, RulesError
from companion.scene import Mode, Scene, SceneButton, SceneChoice
from companion.wish import AsItStands, Back, GoOnOtherwise, NewPlayers, Pick, ShowEvening, ShowGames, Wish
from companion.words import Label, Language, label, lines
from companion.words.going_on import OtherWay, Otherwise, OtherwiseWay
from companion.words.messages import Resumed


class Over(StrEnum):
    """What lies over the game's own screen."""

    SCORE = "score"
    GAMES = "games"
    OTHERWISE = "otherwise"


OF_THE_END = (Over.SCORE, Over.GAMES)
"""What lies over the end of a game."""


@dataclass(frozen=True, slots=True)
class Beside:
    """`resumed`: the game is one that was broken off, so its board may be asked about."""

    over: Over | None = None
    resumed: bool = False


def heard(beside: Beside, wish: Wish) -> Beside:
    """What lies over the game after the wish."""
    match wish:
        case ShowEvening():
            return replace(beside, over=Over.SCORE)
        case GoOnOtherwise() if beside.resumed:
            return replace(beside, over=Over.OTHERWISE)
        case Pick() if beside.over is Over.SCORE:
            return beside
        case ShowGames() if beside.over is Over.SCORE:
            return replace(beside, over=Over.GAMES)
    return replace(beside, over=None)


def settled(beside: Beside, scene: Scene) -> Beside:
    """What lies over the game's `scene` once that has changed: somebody may have put the end of the game right."""
    return replace(beside, over=None) if beside.over in OF_THE_END and scene.mode is not Mode.END else beside


def shown(beside: Beside, scene: Scene, language: Language, page: Callable[[], Scene], stands: Position | None) -> Scene:
    """What to show for the game's `scene`. `page` makes that of the score or the list, whichever lies over it; `stands`: the
    position on the board, None: none."""
    if beside.over in OF_THE_END and scene.mode is Mode.END:
        return replace(page(), night=scene.night)
    if scene.mode is Mode.END:
        players = SceneButton("players", label(language, Label.NEW_PLAYERS), wish=NewPlayers())
        return replace(scene, buttons=(*scene.buttons[:2], players))
    if not beside.resumed or scene.mode is not Mode.START_CHECK:
        return scene
    if beside.over is Over.OTHERWISE:
        return _otherwise(scene, language, stands)
    title = lines(language, Resumed()).title
    buttons = (
        SceneButton("start", label(language, Label.GO_ON), "next", main=True),
        SceneButton("otherwise", label(language, Label.WAS_DIFFERENT), wish=GoOnOtherwise()),
    )
    return replace(scene, title=title, buttons=buttons)


def _otherwise(scene: Scene, language: Language, stands: Position | None) -> Scene:
    ways: list[tuple[OtherWay, str, Wish]] = [(OtherWay.NEW_GAME, "again", NewPlayers())]
    if stands is not None:
        ways.insert(0, (OtherWay.AS_IT_STANDS, "look", AsItStands()))
    choices = []
    for way, icon, wish in ways:
        words = lines(language, OtherwiseWay(way))
        choices.append(SceneChoice(str(way), words.title, words.sentence, icon=icon, wish=wish))
    words = lines(language, Otherwise())
    back = SceneButton("back", label(language, Label.BACK), wish=Back())
    return Scene(
        scene.board,
        Mode.RULES,
        (),
        title=words.title,
        sentence=words.sentence,
        spoken=words.title,
        choices=tuple(choices),
        buttons=(back,),
        night=scene.night,
    )


def standing_position(game: Game, scene: Scene) -> Position | None:
    """The position that the scene's pieces make, None where it is none of this game."""
    places = Places(scene.board)
    spots = {str(name): spot for spot, name in enumerate(scene.board.field_names)}
    rows: dict[str, list[object]] = {str(color): [] for color in game.colors}
    for piece in scene.pieces:
        if piece.color not in rows:
            return None
        rows[piece.color].append(places.place(Color(piece.color), spots[piece.field]))
    try:
        return Position.of(game, rows)
    except RulesError:
        return None
