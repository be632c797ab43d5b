"""How well are single pictures read?  `make accuracy [FOLDERS="…"]`, or `python -m companion.measuring.accuracy`.

Prints a row for each set of pictures: boards found and their corner error, fields wrong, boards without a mistake, and what was
mistaken for what. With --save the pictures of every mistake are written with what was read drawn on them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from calibration.finder import find_board
from calibration.profile import BoardProfile, FieldName
from calibration.registration import Registration
from companion.measuring.labelled import LabelledPicture, labelled_pictures
from companion.vision.reader import BoardReader
from companion.vision.single import Reading, read_freely
from hardware.errors import BoardNotFoundError, CompanionError
from hardware.ports import BgrImage, Frame

DEFAULT_SETS = ("renders/schmidt-4", "renders/schmidt-4-more", "renders/schmidt-4-sequence", "photos/boards.jsonl")
TRAINED_ON = ("schmidt-4-more",)
"""Sets whose pictures the reader was trained on: printed apart, never to be quoted."""


@dataclass
class Tally:
    """What was measured on one set."""

    pictures: int = 0
    found: int = 0
    fields: int = 0
    wrong: int = 0
    whole: int = 0
    clear_wrong: int = 0
    corner_errors: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    mistakes: Counter[str] = field(default_factory=Counter)


class Measurement:
    """Reads labelled pictures and counts."""

    def __init__(self, views: int, save: Path | None) -> None:
        self.tallies: dict[str, Tally] = {}
        self._views, self._save = views, save
        self._readers: dict[str, BoardReader] = {}

    def measure(self, picture: LabelledPicture) -> None:
        """Finds and reads one picture, with nothing but its board's kind known."""
        tally = self.tallies.setdefault(picture.group, Tally())
        bgr = picture.load()
        tally.pictures += 1
        try:
            registration = find_board(bgr, picture.board)
        except BoardNotFoundError:
            tally.fields += len(picture.board.fields) - len(picture.unknown)
            tally.wrong += len(picture.board.fields) - len(picture.unknown)
            tally.mistakes["board not found"] += 1
            return
        tally.found += 1
        tally.corner_errors.append(corner_error(picture, registration))
        reading = self._read(bgr, picture.board, registration, tally)
        mistakes = mistaken(picture, reading)
        tally.fields += len(picture.board.fields) - len(picture.unknown)
        tally.wrong += len(mistakes)
        tally.whole += not mistakes
        tally.clear_wrong += reading.clear != picture.settled
        tally.mistakes.update(f"{true} as {seen}" for _, true, seen in mistakes)
        if mistakes and self._save is not None:
            _draw(self._save / f"{picture.path.stem}.png", bgr, picture, registration, mistakes)

    def _read(self, bgr: BgrImage, board: BoardProfile, registration: Registration, tally: Tally) -> Reading:
        reader = self._readers.setdefault(board.id, BoardReader(board, views=self._views))
        frame = Frame(bgr, 0.0, 0)
        reader.read(frame, registration)  # the maps of a new place are made once; a live game reads many frames with them
        started = time.perf_counter()
        observation = reader.read(frame, registration)
        tally.milliseconds.append(1000 * (time.perf_counter() - started))
        return read_freely(observation, board, registration)


def corner_error(picture: LabelledPicture, registration: Registration) -> float:
    """The worst of the four corners, as a share of the board's width in the picture."""
    found = registration.print_to_px(picture.board.corners_mm)
    width = float(np.mean(np.linalg.norm(picture.corners_px - np.roll(picture.corners_px, 1, axis=0), axis=1)))
    return float(np.linalg.norm(found - picture.corners_px, axis=1).max()) / width


def mistaken(picture: LabelledPicture, reading: Reading) -> list[tuple[FieldName, str, str]]:
    """(field, what is true, what was read) of every field that is known and was read wrongly."""
    seen = {piece.field: piece.color for piece in reading.pieces}
    wrong = []
    for name in picture.board.field_names:
        true, read = picture.pieces.get(name), seen.get(name)
        if name not in picture.unknown and true != read:
            wrong.append((name, true or "empty", read or "empty"))
    return wrong


def _draw(
    path: Path, bgr: BgrImage, picture: LabelledPicture, registration: Registration, mistakes: list[tuple[FieldName, str, str]]
) -> None:
    """The board, upright and large, each mistake ringed and named."""
    scale = 3.0
    size = (round(picture.board.width_mm * scale), round(picture.board.height_mm * scale))
    mapping = np.diag([scale, scale, 1.0]) @ np.linalg.inv(registration.board_to_px)
    shown = cv2.warpPerspective(bgr, mapping, size)
    for name, true, read in mistakes:
        at = picture.board.field(name)
        x, y = round(at.x_mm * scale), round(at.y_mm * scale)
        cv2.circle(shown, (x, y), 50, (255, 0, 255), 3)
        cv2.putText(shown, f"{name}: {true} as {read}", (max(0, x - 150), max(20, y - 56)), 0, 0.7, (255, 0, 255), 2)
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), shown)


def table(tallies: Iterable[tuple[str, Tally]]) -> str:
    """The rows as text."""
    head = (
        f"{'set':32s} {'n':>4s} {'found':>6s} {'corner':>7s} {'fields wrong':>23s} {'boards whole':>14s} {'clear wrong':>12s}"
        + f" {'ms':>6s}"
    )
    rows = [head]
    for group, t in sorted(tallies):
        corner = f"{np.median(t.corner_errors):.2%}" if t.corner_errors else "–"
        took = f"{np.median(t.milliseconds):.1f}" if t.milliseconds else "–"
        rows.append(
            f"{group:32s} {t.pictures:4d} {t.found:6d} {corner:>7s}"
            f" {t.wrong:4d} of {t.fields:5d} = {t.wrong / max(1, t.fields):7.3%}"
            f" {t.whole:6d} = {t.whole / max(1, t.pictures):4.0%} {t.clear_wrong:12d} {took:>6s}"
        )
        if t.mistakes:
            rows.append("    " + ", ".join(f"{what} {count}" for what, count in t.mistakes.most_common(8)))
    return "\n".join(rows)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="folders with truth.jsonl or .jsonl files of photographs")
    parser.add_argument("--save", type=Path, help="folder for pictures of the mistakes")
    parser.add_argument("--views", type=int, default=6, choices=(1, 2, 6), help="looks averaged (6 as in `companion see`)")
    parser.add_argument("--all", action="store_true", help="pictures with hands too")
    args = parser.parse_args(argv)
    measurement = Measurement(args.views, args.save)
    try:
        for folder in args.folders or _default_sets():
            for picture in labelled_pictures(folder):
                if picture.settled or args.all:
                    measurement.measure(picture)
    except CompanionError as error:
        print(f"accuracy: {error}", file=sys.stderr)
        return 2
    print(table(measurement.tallies.items()))
    for name in TRAINED_ON:
        if any(group.split()[0] == name for group in measurement.tallies):
            print(f"{name}: the reader was trained on these pictures")
    return 0


def _default_sets() -> list[Path]:
    shared = Path(__file__).parents[3] / "shared"
    return [shared / name for name in DEFAULT_SETS if (shared / name).exists()]


if __name__ == "__main__":
    sys.exit(main())
