"""Cards of an evening's questions: whoever they are about is shown by the pawn as well as by the name, however many there are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.app.evening_samples import evening_samples
from companion.display.render import Renderer
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
