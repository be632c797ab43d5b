"""Keeps a scene that went wrong: a short script that plays it again, and pictures of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2

from companion.measuring.watching import Watched
from companion.simulation.acts import Act
from companion.simulation.camera import MomentPainter
from companion.simulation.director import perform
from companion.simulation.expected import Expectation
from companion.simulation.script import Script
from hardware.errors import InputError


def scene_script(watched: Watched, number: int) -> Script:
    """The shortest script of fault `number`: from a throw before its cause at which all was in order, with everything told that
    chance decided. Where pawns stand on their fields, and what was moved before, are not the same."""
    truth, failure, script = watched.performance.truth, watched.failures[number], watched.performance.script
    last = next((at for at in range(failure.at, len(truth)) if truth[at].begin_s > failure.time_s), len(truth))
    shorter = (_from(script, truth, first, last) for first in _sound(truth, failure.at))
    return next((scene for scene in shorter if _can_be_played(scene)), script)


def _from(script: Script, truth: tuple[Expectation, ...], first: int, last: int) -> Script:
    acts = tuple(_retold(e.told) for e in truth[first:last])
    state = truth[first - 1].state if first else None
    if state is None:
        return replace(script, acts=acts)
    return replace(script, acts=acts, first=None, stands=None, position=state.position.text(state.turn))


def _can_be_played(scene: Script) -> bool:
    """Not when it takes back moves made before its beginning, or takes away what was put there before."""
    try:
        perform(scene)
    except InputError:
        return False
    return True


def save_scene(folder: Path, watched: Watched, number: int) -> None:
    """Writes `scene.jsonl`, `fault.txt`, and pictures: as the cause began, once it could be seen, and at the fault."""
    folder.mkdir(parents=True, exist_ok=True)
    failure, performance = watched.failures[number], watched.performance
    (folder / "scene.jsonl").write_text("".join(f"{line}\n" for line in scene_script(watched, number).lines()), "utf-8")
    (folder / "fault.txt").write_text(failure.sentence() + "\n", "utf-8")
    cause, painter = performance.truth[failure.at], MomentPainter(performance.camera)
    for name, time_s in (("before", cause.begin_s), ("after", cause.readable_s + 0.1)):
        cv2.imwrite(str(folder / f"{name}.png"), painter.paint(performance.timeline.moment(time_s), time_s))
    cv2.imwrite(str(folder / "fault.png"), watched.shots[number][1])


def _sound(truth: tuple[Expectation, ...], at: int) -> Iterator[int]:
    """The throws up to expectation `at` before which nobody had to move any more, the last one first, and the beginning."""
    yield from (i for i in range(at, 0, -1) if truth[i].act == "throw" and truth[i - 1].state is not None)
    yield 0


def _retold(act: Act) -> Act:
    """Without its place in another script."""
    return Act(act.kind, act.given)
