"""The README's pictures: `python -m companion.app.readme_pictures RECORDING OUTDIR`, or `make readme-pictures`.

A recording is played through the whole program, and the screens that the README shows are kept as they came up.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.app.eyes import make_eyes
from companion.app.recording import open_recording
from companion.app.watch import Playback
from companion.display import save_picture
from companion.scene import Mode, Scene
from companion.words import Language
from hardware.errors import CompanionError

LARGE, SMALL = (1280, 720), (800, 480)
ENOUGH_MOVES = 2

WANTED: dict[str, tuple[Language, tuple[int, int], Callable[[Scene], bool]]] = {
    "throw": (Language.GERMAN, LARGE, lambda scene: scene.mode is Mode.THROW and len(scene.moves) == ENOUGH_MOVES),
    "turn": (Language.ENGLISH, SMALL, lambda scene: scene.mode is Mode.TURN),
    "wrong": (Language.GERMAN, SMALL, lambda scene: scene.mode is Mode.WRONG and scene.wrong is not None),
    "hand": (Language.ENGLISH, SMALL, lambda scene: scene.mode is Mode.HAND),
    "no_move": (Language.GERMAN, SMALL, lambda scene: scene.mode is Mode.NO_MOVE),
}
"""Language, size, and the first scene that is taken."""


def make_pictures(recording: Path, folder: Path) -> list[Path]:
    """Plays the recording once a language and writes the wanted pictures; gives those that were written."""
    written = []
    for language in Language:
        open_names = {name for name, (spoken, _, _) in WANTED.items() if spoken is language}
        for scene in _scenes(recording, language):
            for name in sorted(open_names):
                _, size, fits = WANTED[name]
                if fits(scene):
                    open_names.remove(name)
                    written.append(folder / f"{name}.png")
                    save_picture(scene, size, written[-1])
            if not open_names:
                break
    return written


def _scenes(path: Path, language: Language) -> list[Scene]:
    recording = open_recording(path)
    playback = Playback(recording, make_eyes(recording.board), language)
    return [result.scene for _, result in playback.steps()]


def main(arguments: Sequence[str]) -> int:
    """The command line: the recording and the folder."""
    if len(arguments) != 2:
        print("usage: python -m companion.app.readme_pictures RECORDING OUTDIR", file=sys.stderr)
        return 2
    try:
        for path in make_pictures(Path(arguments[0]), Path(arguments[1])):
            print(path)
    except CompanionError as error:
        print(f"readme_pictures: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
