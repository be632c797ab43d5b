"""Runs the tests on each pair of Python, OpenCV and pygame that this machine can install: `make test-matrix`.

    python3 tests/matrix.py [--only WORD]… [-- PYTEST ARGUMENTS]

Each pair gets a virtual environment of its own in out/matrix; a pair that cannot be installed is skipped with the reason.
Exit status: 0 when all that ran passed, 1 otherwise. Needs nothing but the standard library.
"""

from __future__ import annotations

import argparse
import itertools
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.13")
OPENCVS = {"4.10": "4.10.0.84", "5.0": "5.0.0.93"}
PYGAMES = {"pygame": "2.6.1", "pygame-ce": "2.5.6"}
THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "SDL_VIDEODRIVER": "dummy"}
PYTEST = ("-m", "not slow", "-n", "auto", "--maxprocesses", "4")


@dataclass(frozen=True, slots=True)
class Pair:
    """What the tests run on."""

    python: str
    opencv: str
    pygame: str

    def __str__(self) -> str:
        return f"Python {self.python}, OpenCV {self.opencv}, {self.pygame}"

    @property
    def folder(self) -> Path:
        """Where its virtual environment is."""
        return ROOT / "out" / "matrix" / f"py{self.python}-cv{self.opencv}-{self.pygame}"

    @property
    def requirements(self) -> list[str]:
        """What of it is not in the constraints."""
        return [f"opencv-python-headless=={OPENCVS[self.opencv]}", f"{self.pygame}=={PYGAMES[self.pygame]}"]


ALL = tuple(Pair(*each) for each in itertools.product(PYTHONS, OPENCVS, PYGAMES))


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it went with a pair: `passed`, `failed` or `skipped`, and pytest's last line or the reason."""

    pair: Pair
    how: str
    told: str


def find_python(version: str) -> str | None:
    """The path of that Python: on the PATH, of pyenv, or of uv; None when there is none that runs."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [shutil.which(f"python{version}"), *(str(path / "bin" / "python3") for path in sorted(pyenv.glob(f"{version}.*")))]
    if (uv := shutil.which("uv")) is not None:
        found.append(_run([uv, "python", "find", version]).stdout.strip())
    return next((path for path in found if path and _version(path) == version), None)


def _version(python: str) -> str:
    try:
        said = _run([python, "-c", "import sys, venv, ensurepip; print('%d.%d' % sys.version_info[:2])"])
    except OSError:
        return ""
    return said.stdout.strip()


def pins(lines: Sequence[str]) -> list[str]:
    """The project's constraints without those that the pair settles."""
    settled = re.compile(r"(opencv-python(-headless)?|pygame(-ce)?)\b")
    return [line for line in lines if not settled.match(line)]


def install(pair: Pair) -> str | None:
    """Makes the pair's environment, if it is not there. Returns why it cannot be, None when it is there."""
    if (pair.folder / "made").exists():
        return None
    python = find_python(pair.python)
    if python is None:
        return f"no Python {pair.python} here (apt, pyenv and uv bring one)"
    shutil.rmtree(pair.folder, ignore_errors=True)
    pair.folder.mkdir(parents=True)
    kept = pair.folder / "constraints.txt"
    kept.write_text("\n".join(pins((ROOT / "constraints.txt").read_text("utf-8").splitlines())) + "\n", "utf-8")
    pip = [str(pair.folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-c", str(kept)]
    # The program asks for its own version, which only an installed one has.
    itself = [*pip, "--no-deps", "--no-build-isolation", "--editable", str(ROOT)]
    for command in ([python, "-m", "venv", str(pair.folder)], [*pip, "setuptools>=68", *needed(), *pair.requirements], itself):
        done = _run(command)
        if done.returncode:
            return f"cannot be installed: {_last_line(done.stderr)}"
    (pair.folder / "made").touch()
    return None


def needed() -> list[str]:
    """What the project and its tests need, without OpenCV and pygame: those are the pair's."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    return [each for each in wanted if not each.startswith(("opencv", "pygame", "mypy", "ruff"))]


def run_on(pair: Pair, arguments: Sequence[str]) -> Outcome:
    """Installs and runs."""
    why = install(pair)
    if why is not None:
        return Outcome(pair, "skipped", why)
    done = subprocess.run(
        [str(pair.folder / "bin" / "python"), "-m", "pytest", *(arguments or PYTEST)],
        cwd=ROOT,
        env={**os.environ, **THREADS, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    (pair.folder / "pytest.log").write_text(done.stdout, "utf-8")
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    print("\n".join(failed))
    return Outcome(pair, "failed" if done.returncode else "passed", _last_line(done.stdout))


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _last_line(text: str) -> str:
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "it said nothing")


def main(argv: Sequence[str]) -> int:
    """Runs the pairs asked for."""
    parser = argparse.ArgumentParser(description="Run the tests on each pair of Python, OpenCV and pygame.")
    parser.add_argument("--only", action="append", default=[], metavar="WORD", help="only pairs with this in their name")
    parser.add_argument("pytest", nargs="*", help="arguments for pytest, after --; default: the fast suite")
    args = parser.parse_args(argv)
    outcomes = []
    for pair in [pair for pair in ALL if all(word in str(pair) for word in args.only)]:
        print(f"== {pair}", flush=True)
        outcomes.append(run_on(pair, args.pytest))
        print(f"   {outcomes[-1].how}: {outcomes[-1].told}", flush=True)
    print("\n".join(["", *(f"{outcome.how:8} {outcome.pair}: {outcome.told}" for outcome in outcomes)]))
    return 1 if any(outcome.how == "failed" for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
