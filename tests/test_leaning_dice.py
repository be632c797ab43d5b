"""A die that leans on something gets no value. Drawn scenes, the first twelve of either kind as they came."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from companion.vision.die import SeenDie, find_dice

FOLDER = Path(__file__).parent / "data" / "leaning_dice"


def _seen(label: dict[str, object]) -> SeenDie | None:
    bgr = np.asarray(cv2.imread(str(FOLDER / str(label["file"]))), dtype=np.uint8)
    place, edge = np.array(label["px"], dtype=float), float(str(label["edge"]))
    near = [die for die in find_dice(bgr) if np.hypot(*(np.array(die.px) - place)) < 0.6 * edge]
    return near[0] if near else None


def _told(leaning: bool) -> Counter[str]:
    labels = [json.loads(line) for line in (FOLDER / "truth.jsonl").read_text("utf-8").splitlines()]
    told: Counter[str] = Counter()
    for label in labels:
        if (label["value"] is None) == leaning:
            die = _seen(label)
            told["missed" if die is None else "crooked" if die.crooked else "value"] += 1
    return told


def test_more_leaning_dice_are_told_to_lean_than_are_given_a_value() -> None:
    told = _told(leaning=True)
    assert told["crooked"] > told["value"]


def test_flat_dice_are_hardly_ever_thrown_again_for_nothing() -> None:
    told = _told(leaning=False)
    assert told["crooked"] <= 1
    assert told["value"] >= 8
