"""How well are single pictures found and read?  `make accuracy`, or `python -m companion.measuring.accuracy [FOLDER…]`.

A row for each labelled set and difficulty: boards found and how far the worst of their corners is off, fields wrong, boards
without a mistake, false and missed pawns, milliseconds; then which colours were taken for which, whether confidences are worth
their number, and what must be reached against what is, summed over pictures that were not trained on.

Pictures with hands are read too. A field counts when its truth is known: not when it is painted over, lies under a lying or
carried pawn, or holds a pawn that a hand hides. A field read as *covered* is read as nothing: wrong where a pawn stands in sight,
right where the field is empty. All fields of a board that is not found are wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import cv2

from calibration.finder import find_board
from calibration.registration import Registration
from companion.measuring.accuracy_report import as_json, as_text, manual_table, write_manual
from companion.measuring.goals import DiceFigures, rows
from companion.measuring.labelled import LabelledPicture, labelled_pictures
from companion.measuring.mistake_pictures import draw_lost, draw_mistakes
from companion.measuring.negatives import false_finds
from companion.measuring.reliability import Judged, reliability_plot
from companion.measuring.splits import SHARED, Use, default_sets, dice_photographs, missing_sets, use_of
from companion.measuring.tally import Tally
from companion.vision.reader import BoardReader
from companion.vision.single import Reading, read_freely
from hardware.errors import BoardNotFoundError, CompanionError
from hardware.ports import BgrImage, Frame

MANUAL = Path(__file__).parents[1] / "manual" / "accuracy.md"
PLOT = Path("out/accuracy/confidence.png")


class Measurement:
    """Finds and reads labelled pictures with nothing but their board's kind known, and counts."""

    def __init__(self, save: Path | None) -> None:
        self.tallies: dict[tuple[str, str], Tally] = {}
        self.calibration: dict[str, list[Judged]] = {}
        self._save = save
        self._readers: dict[tuple[str, int], BoardReader] = {}

    def measure(self, picture: LabelledPicture) -> None:
        """One picture."""
        tally = self.tallies.setdefault((picture.set_name, picture.difficulty), Tally())
        bgr = picture.load()
        started = time.perf_counter()
        try:
            registration = find_board(bgr, picture.board)
        except BoardNotFoundError as error:
            tally.count_lost(picture)
            if self._save is not None:
                draw_lost(self._path(self._save, picture), bgr, picture, str(error))
            return
        tally.finding_ms.append(1000 * (time.perf_counter() - started))
        self._count(picture, bgr, registration, tally)

    def _count(self, picture: LabelledPicture, bgr: BgrImage, registration: Registration, tally: Tally) -> None:
        _, took = self._read(picture, bgr, registration, 1)
        tally.one_look_ms.append(took)
        reading, took = self._read(picture, bgr, registration, 6)
        tally.six_looks_ms.append(took)
        before = len(tally.judged)
        mistakes = tally.count_read(picture, registration, reading)
        if use_of(picture.set_name) is Use.HELD_OUT:
            self.calibration.setdefault(picture.kind.value, []).extend(tally.judged[before:])
        if mistakes and self._save is not None:
            draw_mistakes(self._path(self._save, picture), bgr, picture, registration, reading, mistakes)

    def _read(self, picture: LabelledPicture, bgr: BgrImage, registration: Registration, looks: int) -> tuple[Reading, float]:
        """The reading and its milliseconds; what depends on the place is worked out before, for a live game reads many frames."""
        board = picture.board
        reader = self._readers.setdefault((board.id, looks), BoardReader(board, views=looks))
        frame = Frame(bgr, 0.0, 0)
        reader.read(frame, registration)
        started = time.perf_counter()
        observation = reader.read(frame, registration)
        return read_freely(observation, board, registration), 1000 * (time.perf_counter() - started)

    @staticmethod
    def _path(save: Path, picture: LabelledPicture) -> Path:
        return save / picture.set_name.replace("/", "-").replace(" ", "-") / f"{picture.path.stem}.png"


def dice_figures(photographs: Path | None) -> DiceFigures | None:
    """Dice of the part of the photographs that figures are reported on; None without them."""
    if photographs is None:
        return None
    from companion.measuring import dice  # its network is loaded only when it is needed

    tally = dice.dice_tally(photographs, "reporting")
    return DiceFigures(tally.pictures, tally.dice, tally.missed + tally.wrong, tally.false)


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m companion.measuring.accuracy", description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path, help="folders with truth.jsonl, or .jsonl files of photographs")
    parser.add_argument("--save", type=Path, metavar="DIR", help="write the pictures of every mistake here")
    parser.add_argument("--plot", type=Path, default=PLOT, metavar="FILE", help=f"the plot of confidences (default {PLOT})")
    parser.add_argument("--settled", action="store_true", help="only pictures without hands")
    parser.add_argument("--negatives", action="store_true", help="also look for every board where it is not (minutes)")
    parser.add_argument("--no-dice", action="store_true", help="leave the dice out")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    parser.add_argument("--manual", action="store_true", help="also write the tables into the manual's chapter")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """The command line. Returns 2 for folders that cannot be used."""
    args = _arguments(argv)
    measurement = Measurement(args.save)
    missing = [] if args.folders else missing_sets()
    if missing:
        print(_told_missing(missing), file=sys.stderr)
        if args.manual:  # its tables would lose what is missing
            return 2
    try:
        for folder in args.folders or default_sets():
            for picture in labelled_pictures(folder):
                if picture.settled or not args.settled:
                    measurement.measure(picture)
        _report(args, measurement)
    except CompanionError as error:
        print(f"accuracy: {error}", file=sys.stderr)
        return 2
    return 0


def _told_missing(missing: Sequence[Path]) -> str:
    names = ", ".join(path.stem for path in missing)
    return (
        f"accuracy: {names} not there (looked for in {SHARED}); the figures of README and manual need them, "
        "what is measured now is only the rest"
    )


def _report(args: argparse.Namespace, measurement: Measurement) -> None:
    notes: list[str] = []
    dice = None if args.no_dice or args.folders else dice_figures(dice_photographs())
    false = false_finds(notes.append) if args.negatives else None
    summary = rows(measurement.tallies, dice, false)
    if any(measurement.calibration.values()):
        args.plot.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(args.plot), reliability_plot(measurement.calibration))
        notes.append(f"{args.plot}: the plot of confidences")
    if args.manual:
        write_manual(MANUAL, manual_table(measurement.tallies, summary))
    if args.json:
        print(json.dumps(as_json(measurement.tallies, measurement.calibration, summary), indent=1, ensure_ascii=False))
    else:
        print(as_text(measurement.tallies, measurement.calibration, summary, notes))


if __name__ == "__main__":
    sys.exit(main())
