"""The live program, telling the names of its threads: `python -m companion.measuring.idle_program FILE play …`.

Before Python 3.14 the system does not know them. A thread of its own asks for them once; it is gone before anything is measured.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path

from companion.cli.main import main

OPEN_AFTER_S = 15.0
"""By then the program has opened its devices."""


def names_of_threads() -> dict[str, str]:
    """The names of this process's threads, by the numbers that the system knows them by."""
    return {str(one.native_id): one.name for one in threading.enumerate()}


def tell_names(path: Path, after_s: float = OPEN_AFTER_S) -> None:
    """Writes them down once the program is open."""
    time.sleep(after_s)
    path.write_text(json.dumps(names_of_threads()), "ascii")


if __name__ == "__main__":
    threading.Thread(target=tell_names, args=(Path(sys.argv[1]),), daemon=True).start()
    sys.exit(main(sys.argv[2:]))
