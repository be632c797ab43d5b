"""The sheets a family can print: the chessboard with marks for the lens, and the four marks for the corners of a board.

Both are A4 in true size, with a bar of ten centimetres to check that the printer did not scale them.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens_fit import CHARUCO_SQUARE_MM, CHARUCO_SQUARES, charuco_board
from calibration.marks import CELLS, DICTIONARY, FIRST_ID, MARK_MM, PAPER_MM, QUIET_MM
from calibration.pdf import A4_MM, Box, Label, Mark, write_pdf

BAR_MM = 100.0
BAR_LINES = (
    "10 cm: if the bar is longer or shorter, print again at 100 % (without fitting to the page).",
    "10 cm: Ist der Balken länger oder kürzer, noch einmal mit 100 % drucken (nicht an Seite anpassen).",
)
LENS_LINES = (
    "Glue it on something flat. Take 6 to 10 pictures: from above, and tilted to each side.",
    "Auf etwas Ebenes kleben. 6 bis 10 Bilder: von oben und nach jeder Seite geneigt.",
)
MARK_LINES = (
    "Cut along the thin lines. Lay mark 1 outside the corner of the board's first colour (Schmidt: yellow),",
    "marks 2 to 4 clockwise; the corner with the black dot touches the board's corner, edges along its edges.",
    "Entlang der dünnen Linien ausschneiden. Zettel 1 außen an die Ecke der ersten Farbe (Schmidt: Gelb) legen,",
    "2 bis 4 im Uhrzeigersinn; die Ecke mit dem schwarzen Punkt berührt die Ecke des Bretts, Kanten an Kanten.",
)
FINE_PX_PER_MM = 2
"""Squares of 25 mm, marks of 18 mm and their cells of 3 mm all end on whole half millimetres."""
CHARUCO_TOP_MM = 12.0
DOT_MM = 2.0
"""Small enough to leave the mark its quiet zone."""


def lens_sheet() -> bytes:
    """The ChArUco sheet as a PDF."""
    columns, rows = CHARUCO_SQUARES
    width, height = columns * CHARUCO_SQUARE_MM, rows * CHARUCO_SQUARE_MM
    size = (round(width * FINE_PX_PER_MM), round(height * FINE_PX_PER_MM))
    left = (A4_MM[0] - width) / 2
    picture = np.asarray(charuco_board().generateImage(size, marginSize=0, borderBits=1), dtype=np.uint8)
    page: list[Mark] = list(_boxes(picture < 128, (left, CHARUCO_TOP_MM), 1 / FINE_PX_PER_MM))
    below = CHARUCO_TOP_MM + height + 8
    page += _ruler(left, below)
    page += [Label(left, below + 15 + 5 * k, line, 3.4) for k, line in enumerate(LENS_LINES)]
    return write_pdf([page])


def marks_sheet() -> bytes:
    """The four corner marks as a PDF: to be cut out along the lines."""
    page: list[Mark] = []
    for k in range(4):
        page += _corner_mark(k, 28 + (k in (1, 2)) * 100, 34 + (k > 1) * 78)  # as they lie round the board
    page += [Label(20, 196 + 6 * k, line, 3.4) for k, line in enumerate(MARK_LINES)]
    page += _ruler(20, 232)
    return write_pdf([page])


def _corner_mark(k: int, left: float, top: float) -> Iterator[Mark]:
    """Mark k (0 … 3) with its paper's edge, the dot at the corner that touches the board, and its number below."""
    cells = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), FIRST_ID + k, CELLS, borderBits=1)
    yield Box(left, top, PAPER_MM, PAPER_MM, line_mm=0.15)
    yield from _boxes(np.asarray(cells) < 128, (left + QUIET_MM, top + QUIET_MM), MARK_MM / CELLS)
    right, bottom = k in (0, 3), k in (0, 1)
    yield Box(left + (PAPER_MM - DOT_MM if right else 0), top + (PAPER_MM - DOT_MM if bottom else 0), DOT_MM, DOT_MM)
    yield Label(left + PAPER_MM / 2 - 2, top + PAPER_MM + 8, str(k + 1), 7)


def _ruler(x_mm: float, y_mm: float) -> Iterator[Mark]:
    """A bar of ten centimetres with a stroke at every one."""
    yield Box(x_mm, y_mm, BAR_MM, 0.4)
    for k in range(11):
        yield Box(x_mm + 10 * k - 0.1, y_mm - (3 if k in (0, 5, 10) else 1.5), 0.2, 3.4 if k in (0, 5, 10) else 1.9)
    for k, line in enumerate(BAR_LINES):
        yield Label(x_mm, y_mm + 5 + 4 * k, line, 3.0)


def _boxes(black: NDArray[np.bool_], corner_mm: tuple[float, float], cell_mm: float) -> Iterator[Box]:
    """The black cells as rectangles, equal rows taken together: seams between rectangles would show in print."""
    row = 0
    while row < len(black):
        end = row + 1
        while end < len(black) and np.array_equal(black[end], black[row]):
            end += 1
        edges = np.flatnonzero(np.diff(np.concatenate([[0], black[row].astype(int), [0]])))
        for start, stop in edges.reshape(-1, 2):
            x, y = corner_mm[0] + start * cell_mm, corner_mm[1] + row * cell_mm
            yield Box(float(x), y, float(stop - start) * cell_mm, (end - row) * cell_mm)
        row = end
