"""Cards of an evening's questions: whoever they are about is shown by the pawn as well as by the name, however many there are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.app.evening_samples import evening_samples
from companion.app.screenshots import Samples
from companion.display import fonts
from companion.display.render import Renderer
from companion.screen_look import ScreenLook, dressed
from companion.words import Language

SIZES = ((1280, 720), (800, 480), (480, 800))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize(("name", "count"), [("who_begins", 4), ("who_begins_five", 5), ("setup_six", 6)])
def test_every_player_has_a_pawn(name: str, count: int, large: bool, size: tuple[int, int]) -> None:
    picture = Renderer(size).draw(replace(evening_samples(Language.GERMAN)[name], large=large))
    cards = [touch.box for touch in picture.touches if touch.id.startswith("color:")]
    pawns = [part.box for part in picture.parts if part.name == "pawn"]
    assert len(cards) == count
    for card in cards[: 5 if name == "setup_six" else count]:
        (pawn,) = [pawn for pawn in pawns if card.x <= pawn.cx <= card.right and card.y <= pawn.cy <= card.bottom]
        assert card.y <= pawn.y and pawn.bottom <= card.bottom
        assert pawn.h >= 40


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("name", ["lost", "looking"])
def test_settings_can_be_reached_while_board_or_camera_are_looked_for(name: str, large: bool, size: tuple[int, int]) -> None:
    picture = Renderer(size).draw(dressed(Samples(Language.GERMAN).all()[name], ScreenLook(large=large)))
    (touch,) = [touch.box for touch in picture.touches if touch.id == "settings"]
    (sign,) = [part.box for part in picture.parts if touch.holds(part.box.cx, part.box.cy)]
    boxes = [word.box for word in picture.words] + [part.box for part in picture.parts if part.box != sign]
    assert not any(
        box.x < sign.right and sign.x < box.right and box.y < sign.bottom and sign.y < box.bottom and box.w < size[0] / 2
        for box in boxes
    )


def test_another_game_can_be_begun_from_every_page_of_the_score() -> None:
    pages = {name: scene for name, scene in evening_samples(Language.GERMAN).items() if name.startswith("score_")}
    assert "score_hall" in pages
    assert all(any(button.id == "new" and button.main for button in scene.buttons) for scene in pages.values())


@pytest.mark.parametrize(("name", "drawn"), [("Mia 🦄", "Mia"), ("Zoë", "Zoë"), ("Łukasz", "Łukasz"), ("🦄", ""), ("…?", "…?")])
def test_what_the_font_lacks_is_left_out(name: str, drawn: str) -> None:
    assert fonts.drawable(name) == drawn
    assert fonts.width(name, 20, True) == fonts.width(drawn, 20, True)


def test_a_name_of_nothing_the_font_has_is_drawn_without_a_word() -> None:
    scene = evening_samples(Language.GERMAN)["who_begins_five"]
    choices = tuple(replace(choice, label="🦄") for choice in scene.choices)
    words = [word.text for word in Renderer((800, 480)).draw(replace(scene, choices=choices)).words]
    assert words and "🦄" not in words
