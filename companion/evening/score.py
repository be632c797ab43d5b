"""The evening's score: a point for every player one was ahead of, in every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from calibration.profile import BoardProfile
from companion.scene import Mode, Scene, SceneButton, SceneScore
from companion.words import Label, Language, color_name, label, lines
from companion.words.evening import OurEvening


@dataclass(frozen=True)
class Played:
    """A game that is over: the colours by their places, winner first, and who played them (colours without a name left out)."""

    places: tuple[str, ...]
    names: Mapping[str, str] = field(default_factory=dict)

    def points(self, color: str) -> int:
        """What the game brought that colour."""
        return len(self.places) - 1 - self.places.index(color)


def scores(games: Sequence[Played], language: Language) -> tuple[SceneScore, ...]:
    """A row for each person of the evening (a colour where nobody gave a name), most points first; shown in the latest colour."""
    people: dict[str, tuple[str, list[int | None], int]] = {}
    for number, game in enumerate(games):
        for place, color in enumerate(game.places, start=1):
            name = game.names.get(color) or color_name(language, color)
            _, places, points = people.get(name, (color, [], 0))
            places += [None] * (number - len(places)) + [place]
            people[name] = (color, places, points + game.points(color))
    rows = [
        SceneScore(color, name, (*places, *[None] * (len(games) - len(places))), points)
        for name, (color, places, points) in people.items()
    ]
    return tuple(sorted(rows, key=lambda row: -row.points))


def evening_scene(board: BoardProfile, games: Sequence[Played], language: Language) -> Scene:
    """The screen with the score."""
    buttons = (
        SceneButton("new", label(language, Label.NEW_GAME), "again", main=True),
        SceneButton("back", label(language, Label.BACK)),
    )
    title = lines(language, OurEvening()).title
    return Scene(board, Mode.EVENING, (), title=title, buttons=buttons, scores=scores(games, language))
