"""How a drawn table looks: light, pawns, print, table. All chance comes from the generator passed in."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

import numpy as np

from calibration.profile import BoardProfile, PawnShape, PrintColours, Srgb

Material = Literal["glossy", "matte", "translucent", "wooden"]
TableKind = Literal["plain", "planks", "dots", "checks", "grain"]
Figure = Literal["cone", "peg", "dome", "block"]
"""The classic cone with a ball, a peg without one, a dome as broad as high, and a block like a small knight."""

MATERIALS: tuple[Material, ...] = ("glossy", "matte", "translucent", "wooden")
FIGURES: tuple[Figure, ...] = ("cone", "peg", "dome", "block")
TABLES: tuple[TableKind, ...] = ("plain", "planks", "dots", "checks", "grain")

PAWN_COLOURS: Mapping[str, Srgb] = {
    "yellow": (238, 196, 20),
    "green": (25, 125, 55),
    "red": (205, 35, 35),
    "black": (38, 37, 36),
    "blue": (30, 75, 165),
    "purple": (110, 50, 130),
    "white": (235, 232, 224),
    "orange": (230, 120, 25),
}


@dataclass(frozen=True, slots=True)
class Light:
    """`azimuth_deg` is the side of the board the light comes from, `elevation_deg` its height above the table.

    `tint` are factors for red, green, blue; `ambient` the share of light without direction. `softness` widens shadows with the
    height of what casts them (mm a mm); `gradient` is the change of brightness over the board's width, towards the light.
    `glare` is strength, place (shares of the board) and radius (share of its width) of a blob of reflected lamp.
    """

    azimuth_deg: float = 60.0
    elevation_deg: float = 55.0
    brightness: float = 0.85
    tint: tuple[float, float, float] = (1.0, 0.98, 0.93)
    ambient: float = 0.5
    softness: float = 0.25
    gradient: float = 0.15
    glare: tuple[float, float, float, float] = (0.0, 0.5, 0.5, 0.2)

    @property
    def direction(self) -> tuple[float, float, float]:
        """Unit vector towards the light, (x, y, height)."""
        a, e = np.radians(self.azimuth_deg), np.radians(self.elevation_deg)
        return float(np.cos(a) * np.cos(e)), float(np.sin(a) * np.cos(e)), float(np.sin(e))

    @property
    def shadow_strength(self) -> float:
        """Share of the light on the print that a pawn takes away."""
        direct = (1 - self.ambient) * self.direction[2]
        return direct / (direct + self.ambient)


@dataclass(frozen=True, slots=True)
class Look:
    """Materials and colours of one table. `pawns` maps a colour to the sRGB of its pawns; `print_board` carries the inks."""

    print_board: BoardProfile
    pawns: Mapping[str, Srgb]
    material: Material
    shape: PawnShape
    waist: float
    """Radius of the neck as a share of the head's radius."""
    hollow: float
    """1: the flank is a straight cone; 2: it curves in."""
    table: TableKind
    table_srgb: Srgb
    table_second_srgb: Srgb
    skin: Srgb
    sleeve: Srgb
    noise: float
    """Standard deviation of the picture's noise in grey levels."""
    blur_px: float
    seed: int
    """Of the textures and the noise."""
    figure: Figure = "cone"


def random_light(rng: Random) -> Light:
    """Lamp, window or ceiling light, warm to cool, dim to bright, with glare in every third picture."""
    warmth = rng.gauss(0.15, 0.35)
    strong = rng.random() < 0.33
    return Light(
        azimuth_deg=rng.uniform(0, 360),
        elevation_deg=rng.uniform(25, 85),
        brightness=rng.uniform(0.35, 1.2) if rng.random() < 0.25 else rng.uniform(0.68, 1.1),
        tint=(1 + 0.18 * max(-1.0, min(warmth, 1.2)), 1.0, 1 - 0.3 * max(-0.6, min(warmth, 1.2))),
        ambient=rng.uniform(0.18, 0.8),
        softness=rng.uniform(0.05, 0.7),
        gradient=rng.uniform(-0.1, 0.6),
        glare=(rng.uniform(0.3, 1.3) if strong else 0.0, rng.uniform(-0.2, 1.2), rng.uniform(-0.2, 1.2), rng.uniform(0.05, 0.4)),
    )


def random_look(
    board: BoardProfile, rng: Random, foreign_ground: float = 0.25, figure: Figure = "cone", alike: float = 0.0
) -> Look:
    """Inks of print and pawns varied independently, any material, any table.

    `foreign_ground` is the chance that the board's ground is of quite another colour than the profile says: good for
    training a reader, but no board that would be found by its profile. `alike` is the chance of a colour that its pawns are
    just as its print.
    """
    shape = board.pawn
    size, girth = rng.uniform(0.85, 1.2), rng.uniform(0.9, 1.2)
    table = rng.choice(TABLES)
    inks = _varied_print(board, rng, foreign_ground)
    return Look(
        print_board=replace(board, print_colours=inks),
        pawns={
            color: _varied(inks.players[color], rng, 0.006, 0.05, 0.05)
            if alike and rng.random() < alike
            else _pawn_colour(board, color, rng)
            for color in board.colors
        },
        material=rng.choice(MATERIALS),
        shape=PawnShape(shape.height_mm * size, shape.foot_mm * girth, shape.head_mm * girth * rng.uniform(0.88, 1.12)),
        waist=rng.uniform(0.55, 0.9),
        hollow=rng.uniform(1.0, 2.0),
        table=table,
        table_srgb=_table_colour(table, rng),
        table_second_srgb=_any_colour(rng),
        skin=_varied(
            rng.choice(((224, 172, 140), (198, 134, 100), (141, 85, 60), (240, 196, 170), (92, 58, 42))), rng, 0.01, 0.08, 0.08
        ),
        sleeve=_any_colour(rng),
        noise=rng.choice((0.5, 1.5, 3.0, 6.0)) * rng.uniform(0.6, 1.4),
        blur_px=rng.choice((0.0, 0.5, 0.8, 1.3)) * rng.uniform(0.7, 1.2),
        seed=rng.randrange(2**31),
        figure=figure,
    )


def plain_look(board: BoardProfile) -> Look:
    """The table of the quiet afternoon: printed colours as measured, glossy pawns, planks, little noise."""
    return Look(
        print_board=board,
        pawns={color: PAWN_COLOURS.get(color, board.print_colours.players[color]) for color in board.colors},
        material="glossy",
        shape=board.pawn,
        waist=0.7,
        hollow=1.4,
        table="planks",
        table_srgb=(176, 134, 96),
        table_second_srgb=(90, 60, 40),
        skin=(220, 166, 134),
        sleeve=(60, 78, 110),
        noise=1.5,
        blur_px=0.5,
        seed=7,
    )


def _varied(srgb: Srgb, rng: Random, hue: float, saturation: float, value: float) -> Srgb:
    h, s, v = colorsys.rgb_to_hsv(*(channel / 255 for channel in srgb))
    h = (h + rng.gauss(0, hue)) % 1.0
    s = min(max(s * (1 + rng.gauss(0, saturation)), 0.0), 1.0)
    v = min(max(v * (1 + rng.gauss(0, value)), 0.03), 1.0)
    r, g, b = colorsys.hsv_to_rgb(h, s, v)
    return round(r * 255), round(g * 255), round(b * 255)


def _any_colour(rng: Random) -> Srgb:
    r, g, b = colorsys.hsv_to_rgb(rng.random(), rng.random() ** 1.5, rng.uniform(0.12, 0.95))
    return round(r * 255), round(g * 255), round(b * 255)


def _pawn_colour(board: BoardProfile, color: str, rng: Random) -> Srgb:
    known = PAWN_COLOURS.get(color, board.print_colours.players[color])
    base = board.print_colours.players[color] if rng.random() < 0.35 else known
    return _varied(base, rng, 0.018, 0.14, 0.14)


def _varied_print(board: BoardProfile, rng: Random, foreign_ground: float) -> PrintColours:
    colours = board.print_colours
    ground = _varied(colours.ground, rng, 0.012, 0.15, 0.07)
    if rng.random() < foreign_ground:
        ground = rng.choice(
            ((236, 222, 184), (240, 238, 230), (214, 226, 236), (225, 200, 150), (196, 150, 100), (160, 190, 140))
        )
        ground = _varied(ground, rng, 0.02, 0.2, 0.06)
    return replace(
        colours,
        ground=ground,
        border=_varied(colours.border, rng, 0.03, 0.2, 0.15),
        white=_varied(colours.white, rng, 0.02, 0.5, 0.04),
        ink=_varied(colours.ink, rng, 0.05, 0.3, 0.25),
        players={color: _varied(srgb, rng, 0.02, 0.18, 0.16) for color, srgb in colours.players.items()},
    )


def _table_colour(table: TableKind, rng: Random) -> Srgb:
    if table in ("planks", "grain"):
        return _varied(rng.choice(((184, 140, 98), (70, 46, 36), (140, 92, 58), (214, 184, 146))), rng, 0.015, 0.15, 0.12)
    return _varied(rng.choice(((214, 212, 208), (236, 234, 230), (110, 84, 70), (60, 64, 72), (70, 100, 80))), rng, 0.3, 0.4, 0.1)
