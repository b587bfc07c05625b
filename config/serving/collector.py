"""How the garbage collector of Python works in the processes that answer requests."""

from __future__ import annotations

import gc
from typing import Final

__all__ = ["after_start"]

NEW_OBJECTS: Final = (10_000, 10, 10)
"""After how many new objects the collector looks for garbage among them, and after how many such
looks at older ones. Large events are read and ranked faster (docs/decisions/0030)."""


def after_start() -> None:
    """Leave out of every later collection what a process has loaded, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*NEW_OBJECTS)
