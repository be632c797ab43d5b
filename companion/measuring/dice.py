"""How well are dice found and read?  `python -m companion.measuring.dice [--part tuning|reporting|all] [--save FOLDER] SET…`

A set is a `dice.jsonl` of labelled photographs or a folder of rendered pictures with `truth.jsonl`; where dice lie is never told.
Prints for each set: dice, wrong or missed, false finds a picture, milliseconds of computing a picture.
Photographs are split in two, see `split`: those of the tuning part were looked at while the finder was made, figures to be quoted
come from the reporting part.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import cv2
import numpy as np

from calibration.picture_file import read_picture
from companion.vision.die import SeenDie, find_dice
from hardware.ports import BgrImage

MATCH = 0.6
"""A find belongs to a label within so many of its edges."""
SPLIT_SEED = 2026
EDGE_OF_PICTURE = 0.18
"""Where notes say that dice at the edge of the picture are not labelled, finds so near to it are not counted."""


@dataclass(frozen=True, slots=True)
class DicePicture:
    """A picture, and the value and pixel of each of its dice."""

    path: Path
    dice: tuple[tuple[int, tuple[float, float]], ...]
    edge_unknown: bool = False
    source: str = ""


@dataclass
class DiceTally:
    """What was measured on one set."""

    pictures: int = 0
    dice: int = 0
    missed: int = 0
    wrong: int = 0
    false: int = 0
    milliseconds: list[float] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)

    def row(self, name: str) -> str:
        """The set's line of the table."""
        share = (self.missed + self.wrong) / max(self.dice, 1)
        return (
            f"{name:26s} {self.pictures:3d} pictures {self.dice:3d} dice wrong {self.wrong} missed {self.missed} = {share:.1%}"
            f"  false {self.false:3d} = {self.false / max(self.pictures, 1):.3f} a picture  {np.median(self.milliseconds):.0f} ms"
        )


def dice_pictures(path: Path) -> Iterator[DicePicture]:
    """Pictures of a labelled set, in its order."""
    file = path / "truth.jsonl" if path.is_dir() else path
    for line in file.read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        dice = label.get("dice") or ([label["die"]] if label.get("die") else [])
        known = tuple((int(die["value"]), (float(die["px"][0]), float(die["px"][1]))) for die in dice)
        yield DicePicture(
            file.parent / label["file"], known, "image edge" in str(label.get("notes", "")), label.get("source", "")
        )


def split(pictures: Sequence[DicePicture], part: str) -> list[DicePicture]:
    """The `tuning` or the `reporting` part, or all: of each source's pictures, shuffled by SPLIT_SEED, the first half tunes.

    Pictures without a source (rendered ones) are all of the reporting part: nothing was trained or tuned on them.
    """
    by_source: dict[str, list[DicePicture]] = defaultdict(list)
    for picture in pictures:
        by_source[picture.source].append(picture)
    rng, tuning = Random(SPLIT_SEED), set[Path]()
    for source in sorted(by_source):
        own = sorted((picture.path for picture in by_source[source]), key=lambda path: f"{path.parent.name}/{path.name}")
        rng.shuffle(own)
        tuning.update(own[: len(own) // 2] if source else [])
    return [picture for picture in pictures if part == "all" or (picture.path in tuning) == (part == "tuning")]


def dice_tally(path: Path, part: str = "reporting") -> DiceTally:
    """Measures a set, or a part of it."""
    tally = DiceTally()
    for picture in split(list(dice_pictures(path)), part):
        measure(picture, tally)
    return tally


def measure(picture: DicePicture, tally: DiceTally) -> tuple[BgrImage, tuple[SeenDie, ...], bool]:
    """Finds the dice of one picture and counts; the last of the answer tells whether there was a mistake."""
    bgr = read_picture(picture.path)
    start = time.process_time()  # what else the machine does is not counted
    seen = find_dice(bgr)
    tally.milliseconds.append(1000 * (time.process_time() - start))
    tally.pictures += 1
    tally.dice += len(picture.dice)
    rest, before = list(seen), len(tally.mistakes)
    for value, px in picture.dice:
        near = sorted((float(np.hypot(die.px[0] - px[0], die.px[1] - px[1])) / die.edge_px, k) for k, die in enumerate(rest))
        if not near or near[0][0] > MATCH:
            tally.missed += 1
            tally.mistakes.append(f"{picture.path.name}: {value} at {px[0]:.0f},{px[1]:.0f} missed")
            continue
        die = rest.pop(near[0][1])
        if die.value != value:
            tally.wrong += 1
            tally.mistakes.append(
                f"{picture.path.name}: {value} at {px[0]:.0f},{px[1]:.0f} read as {die.value} ({die.confidence})"
            )
    for die in rest:
        if not (picture.edge_unknown and _at_edge(die, bgr)):
            tally.false += 1
            tally.mistakes.append(
                f"{picture.path.name}: no die at {die.px} edge {die.edge_px}, seen {die.value} ({die.confidence})"
            )
    return bgr, seen, len(tally.mistakes) > before


def _at_edge(die: SeenDie, bgr: BgrImage) -> bool:
    height, width = bgr.shape[:2]
    x, y = die.px[0] / width, die.px[1] / height
    return bool(min(x, y, 1 - x, 1 - y) < EDGE_OF_PICTURE)


def drawn(bgr: BgrImage, seen: tuple[SeenDie, ...], picture: DicePicture) -> BgrImage:
    """The picture with what was seen (red) and what is there (green)."""
    out, size = bgr.copy(), max(bgr.shape[:2]) / 1000
    for die in seen:
        at = (round(die.px[0]), round(die.px[1]))
        cv2.circle(out, at, round(die.edge_px * 0.6), (0, 0, 255), max(1, round(2 * size)))
        text = f"{die.value if die.value else 'crooked'} {die.confidence:.2f}"
        cv2.putText(out, text, (at[0], at[1] - round(die.edge_px * 0.6)), 0, size, (0, 0, 255), max(1, round(2 * size)))
    for value, px in picture.dice:
        cv2.putText(out, str(value), (round(px[0]), round(px[1])), 0, size, (0, 160, 0), max(1, round(2 * size)))
    return out


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="measures how well dice are found and read")
    parser.add_argument("sets", type=Path, nargs="+", help="dice.jsonl or a folder of rendered pictures")
    parts = ("tuning", "reporting", "all")
    parser.add_argument("--part", choices=parts, default="reporting", help="part of the photographs (default reporting)")
    parser.add_argument("--save", type=Path, help="write the pictures of mistakes here")
    args = parser.parse_args()
    for path in args.sets:
        tally = DiceTally()
        for picture in split(list(dice_pictures(path)), args.part):
            bgr, seen, mistaken = measure(picture, tally)
            if mistaken and args.save:
                args.save.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(args.save / f"{picture.path.stem}.jpg"), drawn(bgr, seen, picture))
        print("\n".join([tally.row(f"{path.parent.name}/{path.name} {args.part}"), *(f"    {line}" for line in tally.mistakes)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
