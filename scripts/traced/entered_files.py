"""The files of this program in which a function is called while a block runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
ROOMS: Final = ("config", "web", "referee", "clubs", "tournaments")
"""What is counted: the rules of the games are apart, and no migration runs in a request."""


@contextmanager
def entered_files() -> Iterator[set[str]]:
    """Collect the files, by their paths below the root, until the block ends.

    Importing a module does not enter it. Only this thread is followed.
    """
    files: set[str] = set()
    prefixes = tuple(f"{ROOT / room}/" for room in ROOMS)

    def note(frame: FrameType, event: str, _arg: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_name != "<module>" and code.co_filename.startswith(prefixes):
            files.add(str(Path(code.co_filename).relative_to(ROOT)))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield files
    finally:
        sys.setprofile(before)
