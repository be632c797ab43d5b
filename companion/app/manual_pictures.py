"""The manual's pictures: `python -m companion.app.manual_pictures [OUTDIR]`, or `make manual-pictures`.

A tour of the screens, as small as a repository likes it: 800x480, 256 colours, all of them below a megabyte.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from companion.app.screenshots import write
from companion.words import Language
from hardware.errors import CompanionError, DeviceError

FOLDER = Path(__file__).parents[1] / "manual" / "pictures"
SIZE = (800, 480)
COLOURS = 256
TOUR = (
    *("setup", "setup_level", "rules", "begins", "calibrate", "start_check"),
    *("turn", "throw", "live", "count", "wrong", "correct", "ask", "hand", "lost"),
    *("settings", "end", "evening", "library"),
)
"""By the names of the samples, in the order of `companion/manual/screens.md`."""
AT_NIGHT = ("turn",)


def make_pictures(folder: Path, names: Sequence[str] = TOUR, at_night: Sequence[str] = AT_NIGHT) -> list[Path]:
    """Writes them, and gives what was written. Raises `DeviceError`."""
    wanted = [(name, False) for name in names] + [(name, True) for name in at_night]
    paths = []
    for name, night in wanted:
        path = write(name, Language.GERMAN, night, SIZE, folder)
        paths.append(path.rename(folder / f"{name}{'-night' if night else ''}.png"))
        _lessen(paths[-1])
    return paths


def _lessen(path: Path) -> None:
    """The same picture with few colours: a third of the bytes, and nothing of it is seen."""
    try:
        with Image.open(path) as whole:
            few = whole.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
    except OSError as error:
        raise DeviceError(f"the picture cannot be written to {path}: {error.strerror or error}") from None


def main(arguments: Sequence[str]) -> int:
    """Writes into the folder named, or beside the manual."""
    try:
        for path in make_pictures(Path(arguments[0]) if arguments else FOLDER):
            print(path)
    except CompanionError as error:
        print(f"manual_pictures: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
