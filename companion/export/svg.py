"""The players' signs as SVG, and the few shapes that the plots are made of. Colours come from the page's style (`--tone` …)."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from companion.display.palette import tone
from companion.display.shapes import Outline, glyph, placed

PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""Pips of each throw on a grid of three by three."""


def picture(width: float, height: float, name: str, alternative: str, body: Iterable[str]) -> str:
    """An SVG that scales with the page; `alternative` is what it says in words."""
    parts = "".join(body)
    return (
        f'<svg class="{name}" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(alternative)}">'
        f"<title>{escape(alternative)}</title>{parts}</svg>"
    )


def token(color: str, x: float, y: float, r: float) -> str:
    """A player's piece: disc with rim and sign."""
    return (
        f'<g class="p-{color}"><circle class="halo" cx="{x:.1f}" cy="{y:.1f}" r="{r * 1.16:.1f}"/>'
        f'<circle class="disc" cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"/>{_glyph(color, x, y, r * 0.56)}</g>'
    )


def _glyph(color: str, x: float, y: float, scale: float) -> str:
    outlines, holes = glyph(tone(color).shape)
    path = "".join(_path(placed(outline, x, y, scale)) for outline in (*outlines, *holes))
    rule = ' fill-rule="evenodd"' if holes else ""
    return f'<path class="glyph"{rule} d="{path}"/>'


def _path(outline: Outline) -> str:
    points = " ".join(f"{x:.1f} {y:.1f}" for x, y in outline)
    return f"M{points}Z"


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "middle") -> str:
    """A word; `kind` names its style."""
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def die(x: float, y: float, side: float, face: int) -> str:
    """A die that shows a throw, its middle at (x, y)."""
    spots = "".join(
        f'<circle class="pip" cx="{x + (spot % 3 - 1) * side * 0.26:.1f}" cy="{y + (spot // 3 - 1) * side * 0.26:.1f}"'
        f' r="{side * 0.095:.1f}"/>'
        for spot in PIPS[face]
    )
    half = side / 2
    corner = side * 0.2
    square = f'<rect class="die" x="{x - half:.1f}" y="{y - half:.1f}" width="{side:g}" height="{side:g}" rx="{corner:.1f}"/>'
    return square + spots
