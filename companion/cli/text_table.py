"""Tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def table(rows: Sequence[Sequence[str]], right: Sequence[int]) -> Iterator[str]:
    """Columns side by side, a line a row; those in `right` are numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            text.rjust(width) if i in right else text.ljust(width)
            for i, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
