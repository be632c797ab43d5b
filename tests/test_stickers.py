"""The stickers for the pawns: in true size, apart from each other, each colour with a sign of its own."""

from __future__ import annotations

import math
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from calibration.pdf import A4_MM, Box, Shape
from companion.cli.main import main
from companion.display.palette import TONES
from companion.printing.patterns import marks
from companion.printing.stickers import BAR_MM, BEYOND_MM, CUT_MM, FEET_MM, HEADS_MM, sticker, stickers_page

LINES = [mark for mark in stickers_page() if isinstance(mark, Shape) and mark.line_mm == CUT_MM]


def span(outline: tuple[tuple[float, float], ...]) -> tuple[float, float, float]:
    """Middle and width."""
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2, max(xs) - min(xs)


CUTS = [span(line.outlines[0]) for line in LINES]


def test_four_pawns_of_each_colour_in_every_size() -> None:
    sizes = Counter(round(width, 1) for _, _, width in CUTS)
    assert sizes == {size: 4 * len(TONES) for size in (*HEADS_MM, *FEET_MM)}


def test_they_lie_apart_on_the_page() -> None:
    for i, (x, y, width) in enumerate(CUTS):
        r = width / 2 + BEYOND_MM
        assert x - r > 10 and x + r < A4_MM[0] - 10 and y - r > 10 and y + r < A4_MM[1] - 10
        for other_x, other_y, other in CUTS[i + 1 :]:
            assert math.dist((x, y), (other_x, other_y)) > r + other / 2 + BEYOND_MM


def test_the_ruler_is_true() -> None:
    assert BAR_MM == 100.0 == max(mark.width_mm for mark in stickers_page() if isinstance(mark, Box))


@pytest.mark.parametrize("color", TONES)
def test_the_print_fills_the_sticker_and_ends_with_it(color: str) -> None:
    ground, *rest = sticker(TONES[color], 100, 100, 16, is_foot=True)
    assert isinstance(ground, Shape) and span(ground.outlines[0])[2] == pytest.approx(16 + 2 * BEYOND_MM)
    assert ground.rgb == TONES[color].normal
    for mark in rest:
        assert isinstance(mark, Shape)
        for outline in mark.outlines if mark.within is None else (mark.within,):
            assert all(math.dist(point, (100, 100)) <= 8 + BEYOND_MM + 1e-6 for point in outline)


def test_every_colour_has_a_sign_and_a_pattern_of_its_own() -> None:
    def drawn(color: str, is_foot: bool) -> str:
        return str([mark.outlines for mark in sticker(TONES[color], 0, 0, 14, is_foot) if isinstance(mark, Shape)])

    for is_foot in (False, True):
        assert len({drawn(color, is_foot) for color in TONES}) == len(TONES)
    assert len({marks(tone.pattern, 0, 0, 7) for tone in TONES.values()}) == len(TONES)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "stickers.pdf"
    assert main(["stickers", str(out)]) == 0
    assert "print the page at 100 %" in capsys.readouterr().out
    data = out.read_bytes()
    assert data.startswith(b"%PDF-1.4") and b"/MediaBox [0 0 595.276 841.890]" in data and len(data) < 1_000_000


def test_a_place_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["stickers", str(tmp_path / "file" / "out.pdf")]) == 2
    assert "cannot write" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not installed")
def test_another_program_reads_it_in_true_size(tmp_path: Path) -> None:
    """At 254 dots an inch a millimetre is ten pixels: the first foot of red is as wide as it should be."""
    import cv2

    main(["stickers", str(tmp_path / "s.pdf")])
    subprocess.run(["pdftoppm", "-r", "254", "-png", "-singlefile", tmp_path / "s.pdf", tmp_path / "s"], check=True)
    page = cv2.imread(str(tmp_path / "s.png"))
    assert page is not None and page.shape[:2] == pytest.approx((2970, 2100), abs=1)
    x, y, width = next(cut for cut in CUTS[16 * 2 :] if round(cut[2]) == 14)
    row = page[round(y * 10) - 60, round(x * 10 - 80) : round(x * 10 + 80)]
    chord = 10 * 2 * math.sqrt((width / 2 + BEYOND_MM) ** 2 - 6**2)
    assert int((row.min(axis=1) < 200).sum()) == pytest.approx(chord, abs=3)
