"""A game as moving pictures, GIF, MP4 or WebM: the product's own screen, a picture a throw.

A picture shows the board before a throw's move, the throw, and with an arc the move that was made with it; the next one shows
what came of it. So each picture tells who threw what and where the piece goes. What was taken back is not in the film.

H.264 cannot be had: the wheels of OpenCV for PCs and the Raspberry Pi carry no encoder for it but the hardware's of a Pi 4. So an
MP4 is MPEG-4 part 2, which player programs and televisions know, browsers as a rule do not; a WebM is VP9, which browsers play.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from companion.display.pixels import Painter, RgbImage
from companion.events import MissedCaptureEvent, MoveEvent, PassEvent, ThrowEvent
from companion.export.progress import shown
from companion.history import Step
from companion.library.loading import LoadedGame
from companion.library.reel import Reel
from companion.scene import Mode, Scene
from companion.scenes import Notice
from companion.words import Language
from hardware.errors import DeviceError

GIF_SIZE = (560, 336)
"""The proportions of the 7-inch screen; larger ones make files that no message takes."""
MP4_SIZE = (800, 480)
FPS = 5
STANDARD_ERROR = 2
COLOURS = 96
"""Of the GIF's palette. The pictures are flat: with so many the smoothed edges still look smooth."""
APART = 14
"""How far, in one of red, green, blue, two colours of the palette are apart."""
SAMPLES = 24
"""Pictures that the palette is made of."""


@dataclass(frozen=True, slots=True)
class Still:
    """A picture of the film, and how long it stays."""

    scene: Scene
    tenths_s: int


def stills(loaded: LoadedGame, language: Language) -> tuple[Still, ...]:
    """The pictures of the game: the beginning, one a throw, and how it stands at the end."""
    reel, steps = Reel(loaded, language), loaded.history.steps
    film = [Still(reel.of_step(steps[0], Notice()), 15)]
    for step, following in zip(steps[1:], (*steps[2:], None), strict=False):
        if isinstance(step.event, ThrowEvent):
            film.append(_thrown(reel, step, step.event, following))
    return (*film, *_ending(reel, steps))


def _thrown(reel: Reel, step: Step, event: ThrowEvent, following: Step | None) -> Still:
    """Who threw what, and what was done with it."""
    if following is not None and isinstance(following.event, PassEvent):
        return Still(reel.of_step(following, Notice((event, following.event))), 5)
    scene = reel.of_step(step, Notice((event,)))
    if following is None or not isinstance(following.event, MoveEvent | MissedCaptureEvent):
        return Still(scene, 8)
    return Still(replace(scene, moves=(reel.shown_move(following.event.move),), sentence=""), 8)


def _ending(reel: Reel, steps: tuple[Step, ...]) -> tuple[Still, ...]:
    """How the board stands at last, and the podium when the game is over."""
    if steps[-1].throw is not None:
        return ()
    board, end = last_board(reel, steps), _last(reel, steps)
    return (Still(board, 30),) if end.mode is not Mode.END else (Still(board, 20), Still(end, 40))


def last_board(reel: Reel, steps: tuple[Step, ...]) -> Scene:
    """The scene of the last position, with the board also when the game is over."""
    scene = _last(reel, steps)
    return scene if scene.mode is not Mode.END else replace(scene, mode=Mode.TURN, on=reel.winner(steps[-1]), sentence="")


def _last(reel: Reel, steps: tuple[Step, ...]) -> Scene:
    return reel.of_step(steps[-1], Notice(tuple(step.event for step in steps[-2:] if step.event is not None)))


def write_gif(loaded: LoadedGame, language: Language, path: Path) -> None:
    """Writes the film as a GIF that plays for ever. Raises `OSError`."""
    film, painter = stills(loaded, language), Painter(GIF_SIZE)
    palette = _palette(painter, film)
    pictures = (_indexed(painter.rgb(still.scene), palette) for still in shown(film, "GIF"))
    first = next(pictures)
    durations = [still.tenths_s * 100 for still in film]
    first.save(path, "GIF", save_all=True, append_images=pictures, duration=durations, loop=0, optimize=False, disposal=1)


def write_mp4(loaded: LoadedGame, language: Language, path: Path) -> None:
    """Writes the film as MPEG-4 part 2, for player programs. Raises `DeviceError` where it cannot be written whole."""
    _write_video(loaded, language, path, "mp4v")


def write_webm(loaded: LoadedGame, language: Language, path: Path) -> None:
    """Writes the film as VP9, for browsers. Raises `DeviceError` where it cannot be written whole."""
    _write_video(loaded, language, path, "VP90")


def _write_video(loaded: LoadedGame, language: Language, path: Path, codec: str) -> None:
    film = stills(loaded, language)
    with _quiet():
        writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*codec), FPS, MP4_SIZE)
    if not writer.isOpened():
        raise DeviceError(f"cannot write {path}: this OpenCV writes no {codec} films, or the folder cannot be written")
    painter = Painter(MP4_SIZE)
    try:
        for still in shown(film, path.suffix[1:].upper()):
            bgr = np.ascontiguousarray(painter.rgb(still.scene)[:, :, ::-1])
            for _ in range(_frames(still)):
                writer.write(bgr)
    finally:
        writer.release()
    _check_whole(path, sum(map(_frames, film)))


@contextmanager
def _quiet() -> Iterator[None]:
    """OpenCV prints that WebM knows no such tags, which is no trouble: VP9 needs none there."""
    kept, nothing = os.dup(STANDARD_ERROR), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, STANDARD_ERROR)
        yield
    finally:
        os.dup2(kept, STANDARD_ERROR)
        os.close(kept)
        os.close(nothing)


def _frames(still: Still) -> int:
    return still.tenths_s * FPS // 10


def _check_whole(path: Path, frames: int) -> None:
    """OpenCV says nothing when the disk takes no more. The table of a film's pictures, and its length, are written last: without
    them it is not whole."""
    film = cv2.VideoCapture(str(path))
    count = round(film.get(cv2.CAP_PROP_FRAME_COUNT)) if film.isOpened() else 0
    film.release()
    if abs(count - frames) > 1:
        raise DeviceError(f"cannot write {path}: {count} of {frames} pictures came to be; the disk may be full")


def _palette(painter: Painter, film: Sequence[Still]) -> Image.Image:
    """One palette for the whole film, so that nothing flickers: its most frequent colours that differ from each other.

    The inks are flat, so they come first and stay exact; cutting the colour space would shift the rarer of them.
    """
    picked = (*film[:: max(1, len(film) // SAMPLES)], film[-1])
    seen: Counter[int] = Counter()
    for still in picked:
        packed = painter.rgb(still.scene).astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], dtype=np.uint32)
        seen.update(dict(zip(*(values.tolist() for values in np.unique(packed, return_counts=True)), strict=True)))
    chosen: list[tuple[int, int, int]] = []
    for packed_colour, _ in seen.most_common():
        colour = (packed_colour >> 16, packed_colour >> 8 & 255, packed_colour & 255)
        if len(chosen) < COLOURS and all(_apart(colour, other) >= APART for other in chosen):
            chosen.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([value for colour in chosen for value in colour])
    return palette


def _apart(a: tuple[int, int, int], b: tuple[int, int, int]) -> int:
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def _indexed(rgb: RgbImage, palette: Image.Image) -> Image.Image:
    return Image.fromarray(rgb).quantize(palette=palette, dither=Image.Dither.NONE)
