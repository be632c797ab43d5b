"""Are throws under the camera told as they were made?  `python -m companion.measuring.throws [--seeds FIRST LAST] [--edge MM]`

Drawn films (see `throw_films`) go through the die's eyes as a live game has them. Printed for each kind of act: how many there
were, and what was told. Seeds from HELD_OUT on were not looked at while the eyes were made; figures to be quoted come from them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from calibration.profile import BoardProfile, load_profile
from calibration.registration import Registration
from companion.app.die_eyes import DieEyes
from companion.measuring.throw_films import Act, Film, make_film
from companion.sight import Eyes
from companion.vision.reader import BoardReader
from companion.vision.stillness import Stillness
from hardware.ports import BgrImage, DieTrouble, Frame
from hardware.throws.camera import CameraThrows

HELD_OUT = 2000
MOVE_THE_DIE = (Act.THROW, Act.SLIDE, Act.TAKE)


@dataclass
class Told:
    """What was told during each act of a film."""

    values: list[tuple[int, int]] = field(default_factory=list)
    notices: list[tuple[int, str]] = field(default_factory=list)


@dataclass
class ThrowTally:
    """What was measured: throws `right`, `wrong` (another value), `asked` (to be thrown again), `silent`; told without one.

    `handled`: somebody was told that a die that was put down and left there has to be thrown.
    """

    throws: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0
    silent: int = 0
    handled: int = 0
    false: Counter[Act] = field(default_factory=Counter)
    asked_for_nothing: Counter[Act] = field(default_factory=Counter)
    others: Counter[Act] = field(default_factory=Counter)
    mistakes: list[str] = field(default_factory=list)

    def add(self, name: str, film: Film, told: Told) -> None:
        """Counts a film."""
        put_down = False
        for number, (act, value) in enumerate(film.acts):
            put_down = act is Act.BRING or (put_down and act not in MOVE_THE_DIE)
            values = [said for when, said in told.values if when == number]
            asked = [said for when, said in told.notices if when == number]
            if act is Act.THROW and value is not None:
                self._thrown(f"{name}, act {number}", value, values, asked)
                continue
            self.others[act] += 1
            self.false[act] += len(values)
            if put_down and asked == [DieTrouble.AGAIN_HANDLED]:
                self.handled += 1
                asked = []
            self.asked_for_nothing[act] += len(asked)
            if values or asked:
                self.mistakes.append(f"{name}, act {number}: {act}, told {values} {asked}")

    def lines(self) -> list[str]:
        """For people."""
        handled = f"{self.handled} of {self.others[Act.BRING]} dice put down were asked to be thrown"
        told = f"{self.throws} throws: {self.right} right, {self.wrong} wrong, {self.asked} asked again, {self.silent} silent"
        rows = [
            f"{act:10s} {count:4d}: {self.false[act]} told as throws, {self.asked_for_nothing[act]} asked to throw again"
            for act, count in sorted(self.others.items())
        ]
        return [told, *rows, handled, *(f"    {line}" for line in self.mistakes)]

    def _thrown(self, where: str, value: int, values: Sequence[int], asked: Sequence[str]) -> None:
        self.throws += 1
        wrong = [said for said in values if said != value]
        self.wrong += bool(wrong)
        if not wrong:
            self.right += bool(values)
            self.asked += bool(asked) and not values
            self.silent += not asked and not values
        self.false[Act.THROW] += max(0, len(values) - 1)
        if list(values) != [value] or asked:
            self.mistakes.append(f"{where}: thrown {value}, told {list(values)} {list(asked)}")


def watched(film: Film) -> Told:
    """What the eyes tell of a film, the place of its board known to them."""
    board, throws, told = film.painter.board, CameraThrows(), Told()
    place = film.painter.view.registration(board)

    def find(bgr: BgrImage, board: BoardProfile) -> Registration:  # noqa: ARG001
        return place

    die_eyes = DieEyes(throws, Eyes(find, BoardReader(board), Stillness()), board)
    throws.open()
    for number, frame in film.frames():
        if frame.sequence == 0:
            die_eyes.eyes.find(frame.bgr, board)
        die_eyes.saw(frame, frame.time_s)
        told.values += [(number, report.value) for report in throws.poll(frame.time_s)]
        told.notices += [(number, str(notice.trouble)) for notice in throws.notices()]
    return told


def save(film: Film, folder: Path, name: str) -> None:
    """Every second frame of a film, small, in one picture."""
    rows: list[Frame] = [frame for _, frame in film.frames()][::2]
    small = [cv2.resize(frame.bgr, (320, 180), interpolation=cv2.INTER_AREA) for frame in rows]
    small += [small[-1] * 0] * (-len(small) % 6)
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{name}.jpg"), cv2.vconcat([cv2.hconcat(small[k : k + 6]) for k in range(0, len(small), 6)]))


def main(argv: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs=2, default=(HELD_OUT, HELD_OUT + 59), metavar=("FIRST", "LAST"))
    parser.add_argument("--edge", type=float, metavar="MM", help="edge of the die; default: 14 to 18, every second one 16")
    parser.add_argument("--board", default="schmidt-4")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="pictures of the films with mistakes")
    args = parser.parse_args(argv)
    tally, board = ThrowTally(), load_profile(args.board)
    for seed in range(args.seeds[0], args.seeds[1] + 1):
        film, before = make_film(board, seed, args.edge), len(tally.mistakes)
        tally.add(f"seed {seed}", film, watched(film))
        print(
            f"seed {seed}: {tally.right} of {tally.throws} right",
            *tally.mistakes[before:],
            sep="\n    ",
            file=sys.stderr,
            flush=True,
        )
        if args.save and len(tally.mistakes) > before:
            save(film, args.save, f"{seed}")
    print("\n".join(tally.lines()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
