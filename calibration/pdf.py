"""Pages of rectangles, coloured shapes and lines of text in true size as a PDF file: all that a sheet to print needs.

The few objects of PDF 1.4 that this takes are written by hand (ISO 32000-1, sections 7.3, 7.5 and 8.5). Millimetres have
x right and y down, the origin at the upper left corner of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Point = tuple[float, float]
"""x, y in millimetres."""

A4_MM = (210.0, 297.0)
POINTS_PER_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Box:
    """A black filled rectangle, or with `line_mm` only its outline."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    line_mm: float | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """A line of Helvetica with its baseline's left end at (x_mm, y_mm); Latin-1 only."""

    x_mm: float
    y_mm: float
    text: str
    size_mm: float = 4.0


@dataclass(frozen=True, slots=True)
class Shape:
    """Polygons filled together with `rgb` (0 … 255 each); where two of them overlap there is a hole.

    With `line_mm` their outlines are drawn instead. `within`: a polygon that nothing is drawn outside of.
    """

    outlines: tuple[tuple[Point, ...], ...]
    rgb: tuple[int, int, int]
    line_mm: float | None = None
    within: tuple[Point, ...] | None = None


Mark = Box | Label | Shape


def write_pdf(pages: Sequence[Sequence[Mark]], size_mm: tuple[float, float] = A4_MM) -> bytes:
    """The file's bytes. Viewers are asked not to scale when they print."""
    width, height = (side * POINTS_PER_MM for side in size_mm)
    kids = " ".join(f"{4 + 2 * k} 0 R" for k in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} /MediaBox [0 0 {width:.3f} {height:.3f}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for k, page in enumerate(pages):
        content = "\n".join(_drawn(mark, height) for mark in page).encode("latin-1")
        resources = "<< /Font << /F1 3 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R /Resources {resources} /Contents {5 + 2 * k} 0 R >>".encode())
        objects.append(b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content))
    return _file(objects)


def _drawn(mark: Mark, page_height: float) -> str:
    if isinstance(mark, Shape):
        return _shape(mark, page_height)
    x, y = mark.x_mm * POINTS_PER_MM, page_height - mark.y_mm * POINTS_PER_MM
    if isinstance(mark, Label):
        text = mark.text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        return f"BT /F1 {mark.size_mm * POINTS_PER_MM:.3f} Tf {x:.3f} {y:.3f} Td ({text}) Tj ET"
    width, height = mark.width_mm * POINTS_PER_MM, mark.height_mm * POINTS_PER_MM
    shape = f"{x:.3f} {y - height:.3f} {width:.3f} {height:.3f} re"
    return f"{shape} f" if mark.line_mm is None else f"{mark.line_mm * POINTS_PER_MM:.3f} w {shape} S"


def _shape(mark: Shape, page_height: float) -> str:
    """Between q and Q, so that colour and clipping end with it (ISO 32000-1, 8.4.2); f* and W n as in 8.5.3 and 8.5.4."""
    path = " ".join(_path(outline, page_height) for outline in mark.outlines)
    clip = "" if mark.within is None else f"{_path(mark.within, page_height)} W n "
    red, green, blue = (f"{value / 255:.4f}" for value in mark.rgb)
    if mark.line_mm is None:
        return f"q {clip}{red} {green} {blue} rg {path} f* Q"
    return f"q {clip}{red} {green} {blue} RG {mark.line_mm * POINTS_PER_MM:.3f} w {path} S Q"


def _path(outline: tuple[Point, ...], page_height: float) -> str:
    """A closed polygon."""
    points = [f"{x * POINTS_PER_MM:.3f} {page_height - y * POINTS_PER_MM:.3f}" for x, y in outline]
    return f"{points[0]} m " + " ".join(f"{point} l" for point in points[1:]) + " h"


def _file(objects: Sequence[bytes]) -> bytes:
    """Header, numbered objects, and the table that says where each begins."""
    data, starts = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, content in enumerate(objects, 1):
        starts.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    count = len(objects) + 1
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(data))
    return data + b"xref\n0 %d\n0000000000 65535 f \n%b%b" % (count, table, trailer)
