"""Stickers that let pawns be told apart without their colour: for the heads the shape, for the feet shape and pattern.

One A4 page in true size. Each colour has what four pawns need in two sizes; measure the pawns, cut along the thin lines.
"""

from __future__ import annotations

from collections.abc import Iterator

from calibration.pdf import Box, Label, Mark, Shape, write_pdf
from companion.display.palette import BLACK, TONES, WHITE, Pattern, Tone, mix
from companion.display.shapes import circle, glyph, placed
from companion.printing.patterns import marks
from companion.words import Language, color_name

HEADS_MM, FEET_MM = (9.0, 10.0), (14.0, 16.0)
"""Diameters: pawns of the usual sets have heads of 9 to 10 mm and feet of 14 to 16 mm."""
PIECES = 4
BEYOND_MM = 0.4
"""The print goes on so far over the line: scissors are not that exact."""
CUT_MM = 0.2
LEFT_MM, TOP_MM, ROW_MM, NAME_MM, GROUP_MM = 16.0, 31.0, 39.0, 22.0, 77.0
BAR_MM = 100.0
TITLE = "Mensch companion: Aufkleber für die Figuren / stickers for the pieces"
HOW = (
    "Auf Klebefolie drucken, mit 100 % (nicht an Seite anpassen). Kleine auf die Köpfe, große unter die Füße.",
    "Print on adhesive paper at 100 % (without fitting to the page). Small ones on the heads, large ones under the feet.",
)
BAR_TEXT = "10 cm: nachmessen / please measure"


def stickers_sheet() -> bytes:
    """The page as a PDF file."""
    return write_pdf([stickers_page()])


def stickers_page() -> list[Mark]:
    """What is on it."""
    page: list[Mark] = [Label(LEFT_MM, 14, TITLE, 4.4)]
    page += [Label(LEFT_MM, 19.5 + 4.2 * k, line, 3.0) for k, line in enumerate(HOW)]
    for row, color in enumerate(TONES):
        page += _colour(color, TOP_MM + row * ROW_MM)
    page += _ruler(LEFT_MM, 279.0)
    return page


def _colour(color: str, top: float) -> Iterator[Mark]:
    """A line of heads, and below it a line of feet."""
    names = [color_name(language, color) for language in Language]
    yield from (Label(LEFT_MM, top + 12 + 5 * k, name, 3.6 if k == 0 else 3.0) for k, name in enumerate(names))
    for sizes, middle, is_foot in ((HEADS_MM, top + 7.0, False), (FEET_MM, top + 24.8, True)):
        for group, diameter in enumerate(sizes):
            x = LEFT_MM + NAME_MM + group * GROUP_MM
            yield Label(x, middle - diameter / 2 - 1.4, f"{diameter:.0f} mm", 2.4)
            for _ in range(PIECES):
                yield from sticker(TONES[color], x + diameter / 2, middle, diameter, is_foot)
                x += diameter + 3.0


def sticker(tone: Tone, x: float, y: float, diameter: float, is_foot: bool) -> Iterator[Mark]:
    """One sticker round (x, y): the colour, on feet its pattern with a plain middle, the shape, and the line to cut along."""
    r = diameter / 2
    printed = circle(x, y, r + BEYOND_MM)
    yield Shape((printed,), tone.normal)
    if is_foot:
        ink = mix(tone.normal, tone.on, 0.62 if tone.on == WHITE else 0.72)
        if pattern := marks(tone.pattern, x, y, r + BEYOND_MM):
            yield Shape(pattern, ink, within=printed)
        yield Shape((circle(x, y, r * 0.66),), tone.normal)
    yield from _glyph(tone, x, y, r * (0.5 if is_foot else 0.62))
    yield Shape((circle(x, y, r),), WHITE if tone.pattern is Pattern.PLAIN else BLACK, line_mm=CUT_MM)


def _glyph(tone: Tone, x: float, y: float, r: float) -> Iterator[Mark]:
    outlines, holes = glyph(tone.shape)
    # One by one, for where the petals overlap there shall be no hole.
    yield from (Shape((placed(outline, x, y, r),), tone.on) for outline in outlines)
    yield from (Shape((placed(hole, x, y, r),), tone.normal) for hole in holes)


def _ruler(x: float, y: float) -> Iterator[Mark]:
    yield Box(x, y, BAR_MM, 0.4)
    for k in range(11):
        yield Box(x + 10 * k - 0.1, y - (3 if k in (0, 5, 10) else 1.5), 0.2, 3.4 if k in (0, 5, 10) else 1.9)
    yield Label(x + BAR_MM + 4, y + 0.6, BAR_TEXT, 3.0)
