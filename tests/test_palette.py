"""The contrasts of LOOK section 2, by WCAG 2: text 4.5 : 1, shapes 3 : 1, by day and by night."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.profile import BoardProfile, known_boards, load_profile
from companion.display.palette import DAY, NIGHT, TONES, Theme, board_inks, contrast, mix, rgb, tone
from hardware.errors import UnknownNameError
from tests.colour_vision import KINDS, lightness, smallest

THEMES = pytest.mark.parametrize("of", (DAY, NIGHT), ids=("day", "night"))


def test_contrast_is_that_of_wcag() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast(DAY.ink, DAY.paper) == pytest.approx(15.1, abs=0.05)
    assert contrast(DAY.error, DAY.hush) == pytest.approx(4.83, abs=0.02)


@THEMES
def test_text_can_be_read(of: Theme) -> None:
    for back in (of.paper, of.card, of.hush):
        for text in (of.ink, of.soft, of.accent, of.error):
            assert contrast(text, back) >= 4.5
    for text, back in ((of.on_accent, of.accent), (of.ink, of.accent_light), (of.ink, of.error_light), (of.ink, of.ground)):
        assert contrast(text, back) >= 4.5
    for player in TONES.values():
        for text in (of.ink, of.soft):
            assert contrast(text, of.tint(player)) >= 4.5
        assert contrast(of.error, of.tint(player)) >= 3, "the eye is a shape"


@THEMES
def test_shapes_can_be_told_from_their_ground(of: Theme) -> None:
    for back in (of.paper, of.card, of.ground, of.field):
        assert contrast(of.rim, back) >= 3
    for back in (of.paper, of.card):
        assert contrast(of.line, back) >= 3
    assert contrast(of.print_line, of.ground) >= 3
    for back in (of.paper, of.ground, of.card):
        assert contrast(of.accent, back) >= 3
        assert contrast(of.error, back) >= 3


@pytest.mark.parametrize("color", TONES)
def test_glyphs_and_names(color: str) -> None:
    player = TONES[color]
    assert contrast(player.on, player.normal) >= 3
    assert contrast(player.dark, player.light) >= 4.5
    assert contrast(player.dark, DAY.paper) >= 4.5


@THEMES
@pytest.mark.parametrize("board", known_boards())
def test_every_board_stands_out_from_its_lines(board: str, of: Theme) -> None:
    ground, _ = board_inks(load_profile(board), of)
    assert contrast(ground, of.rim) >= 3
    assert contrast(ground, of.print_line) >= 3


@THEMES
@pytest.mark.parametrize("ink", ("#202020", "#404050", "#102060", "#FFFFFF", "#808080"))
def test_a_board_of_any_ink_is_calmed(ink: str, of: Theme) -> None:
    board: BoardProfile = load_profile("schmidt-4")
    other = replace(board, id="other", print_colours=replace(board.print_colours, ground=rgb(ink)))
    assert contrast(board_inks(other, of)[0], of.print_line) >= 3


def test_every_player_has_a_shape_and_a_pattern_of_its_own() -> None:
    assert len({player.shape for player in TONES.values()}) == len({player.pattern for player in TONES.values()}) == len(TONES)


def test_an_unknown_colour_is_named() -> None:
    with pytest.raises(UnknownNameError, match=r"'pink'.*yellow"):
        tone("pink")


def test_mix() -> None:
    assert mix((0, 0, 0), (200, 100, 50), 0.5) == (100, 50, 25)


PLAYERS = {name: of.normal for name, of in TONES.items()}
SCHMIDT = {name: PLAYERS[name] for name in ("yellow", "green", "red", "black")}
WITH_MACHINE = {**PLAYERS, "accent": DAY.accent, "error": DAY.error}
# The table of LOOK section 2: for each kind of eye the smallest difference, and whose.
DIFFERENCES = (
    (PLAYERS, ("29.5 black/purple", "19.1 blue/purple", "15.6 blue/purple", "23.7 green/blue", "12.3 red/blue")),
    (SCHMIDT, ("34.8 yellow/green", "21.6 yellow/green", "16.3 green/red", "39.3 yellow/red", "13.3 green/red")),
    (WITH_MACHINE, ("18.5 blue/accent", "7.4 red/error", "8.7 purple/accent", "6.7 blue/accent", "1.7 blue/accent")),
)


@pytest.mark.parametrize(
    ("colours", "kind", "measured"),
    [(colours, kind, row[k]) for colours, row in DIFFERENCES for k, kind in enumerate(KINDS)],
    ids=[f"{len(colours)}-{kind}" for colours, _ in DIFFERENCES for kind in KINDS],
)
def test_the_measured_differences(colours: dict[str, tuple[int, int, int]], kind: str, measured: str) -> None:
    value, names = measured.split()
    found, pair = smallest(colours, kind)
    assert found == pytest.approx(float(value), abs=0.11)
    assert pair == frozenset(names.split("/"))


@pytest.mark.parametrize("kind", KINDS)
def test_players_stay_apart_for_every_eye(kind: str) -> None:
    assert smallest(PLAYERS, kind)[0] >= 12


def test_the_ladder_of_lightness() -> None:
    ladder = [round(lightness(colour)) for colour in PLAYERS.values()]
    assert dict(zip(PLAYERS, ladder, strict=True)) == {
        "yellow": 85,
        "green": 65,
        "red": 52,
        "black": 10,
        "blue": 39,
        "purple": 27,
    }
