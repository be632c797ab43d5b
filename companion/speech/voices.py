"""Programs that turn text into speech: espeak-ng where it is installed, a Piper voice where the user has put one.

Both take the text on standard input and give a WAV file on standard output. espeak-ng: `--stdin`, `--stdout` (its manual page).
Piper: `--model FILE.onnx`, whose `FILE.onnx.json` lies beside it, and `--output_file -`; voices are called
`de_DE-thorsten-medium.onnx`, the language first.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.words import Language

WORDS_A_MINUTE = 145
"""espeak-ng's usual 175 is too fast for children."""

Which = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class Synthesizer:
    """A program that speaks one language: `argv` reads text, writes WAV."""

    name: str
    argv: tuple[str, ...]


def find_voice(language: Language, voices: Path | None = None, which: Which = shutil.which) -> Synthesizer | None:
    """The best voice there is for the language: a Piper voice in `voices`, else espeak-ng, else None. `which` finds programs."""
    return _piper(language, voices, which) or _espeak(language, which)


def _espeak(language: Language, which: Which) -> Synthesizer | None:
    program = which("espeak-ng")
    if program is None:
        return None
    return Synthesizer("espeak-ng", (program, "-v", str(language), "-s", str(WORDS_A_MINUTE), "--stdin", "--stdout"))


def _piper(language: Language, voices: Path | None, which: Which) -> Synthesizer | None:
    if voices is None or not voices.is_dir():
        return None
    models = sorted(path for path in voices.rglob("*.onnx") if _speaks(path, language))
    program = next((str(path) for path in (voices / "piper", voices / "piper" / "piper") if _runs(path)), which("piper"))
    if not models or program is None:
        return None
    return Synthesizer(f"piper {models[0].stem}", (program, "--model", str(models[0]), "--output_file", "-"))


def _speaks(model: Path, language: Language) -> bool:
    return model.name.startswith((f"{language}_", f"{language}-")) and model.with_name(model.name + ".json").is_file()


def _runs(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
