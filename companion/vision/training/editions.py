"""Boards as other printers may have made them, and prints to compare them with."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from random import Random

import numpy as np

from calibration.print_style import PrintedArea
from calibration.profile import BoardProfile, PrintedField

PALE_HOUSES = 0.35
"""Share of editions in which one player's ink is the ground's."""
DECORATED = 0.45
"""Share of editions with pictures that no profile knows: real boards have figures and ornaments between the fields."""


def other_edition(board: BoardProfile, rng: Random) -> BoardProfile:
    """The board as another printer may have made it: letters, rings and discs of other sizes, other ornaments."""
    disc, ring = rng.uniform(0.95, 1.05), rng.uniform(0.97, 1.04)
    fields = tuple(replace(f, disc_mm=f.disc_mm * disc, ring_mm=_ring_mm(f, disc, ring)) for f in board.fields)
    inks = board.print_colours
    if rng.random() < PALE_HOUSES:
        pale = rng.choice(board.colors)
        inks = replace(inks, players={**inks.players, pale: inks.ground})
    style = board.style
    if rng.random() < DECORATED:
        style = replace(style, areas=(*(_redrawn(area, board, rng) for area in style.areas), *_ornaments(board, rng)))
    return replace(board, fields=fields, letter_scale=rng.uniform(0.8, 1.5), print_colours=inks, style=style)


def _ring_mm(field: PrintedField, disc: float, ring: float) -> float:
    """Fields without a ring have none in any edition: where a ring is always printed, a pawn's outline is taken for it."""
    plain = field.ring_mm <= field.disc_mm
    return field.disc_mm * disc if plain else max(field.ring_mm * ring, field.disc_mm * disc * 1.05)


@lru_cache
def prints_to_compare(board: BoardProfile) -> tuple[BoardProfile, ...]:
    """The profile's print and some whose letters and rings are not quite those on the table."""
    rng = Random(4)
    others = (replace(other_edition(board, rng), print_colours=board.print_colours, style=board.style) for _ in range(5))
    return (board, board, *others)


def _redrawn(area: PrintedArea, board: BoardProfile, rng: Random) -> PrintedArea:
    """The same ornament by another hand, now and then in another ink."""
    reach = 0.008 * board.width_mm if len(area.outline_mm) <= 12 else 0.0  # a circle's corners stay on a circle
    right, down = rng.gauss(0, 0.004) * board.width_mm, rng.gauss(0, 0.004) * board.width_mm
    outline = tuple((x + right + rng.gauss(0, reach), y + down + rng.gauss(0, reach)) for x, y in area.outline_mm)
    return PrintedArea(_any_ink(board, rng) if rng.random() < 0.15 else area.ink, outline)


def _ornaments(board: BoardProfile, rng: Random) -> list[PrintedArea]:
    """Patches, discs and strokes anywhere; they lie under the fields."""
    made = []
    for _ in range(rng.randint(2, 14)):
        x, y = rng.uniform(0, board.width_mm), rng.uniform(0, board.height_mm)
        stroke = rng.random() < 0.35
        size, long = (
            board.width_mm * (0.002 if stroke else rng.uniform(0.008, 0.05)),
            40.0 if stroke else rng.choice((1.0, 1.0, 3.0)),
        )
        turn, corners = rng.uniform(0, np.pi), rng.choice((4, 5, 7, 16))
        outline = []
        for k in range(corners):
            angle = 2 * np.pi * k / corners
            far = size * (1.0 if corners == 16 else rng.uniform(0.5, 1.2))
            u, v = long * far * np.cos(angle), far * np.sin(angle)
            outline.append((float(x + u * np.cos(turn) - v * np.sin(turn)), float(y + u * np.sin(turn) + v * np.cos(turn))))
        made.append(PrintedArea(_any_ink(board, rng), tuple(outline)))
    return made


def _any_ink(board: BoardProfile, rng: Random) -> str:
    return rng.choice(("white", "ink", "border", *board.colors))
