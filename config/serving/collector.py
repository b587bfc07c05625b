"""Settings of Python's garbage collector in processes that answer requests."""

from __future__ import annotations

import gc
from typing import Final

__all__ = ["after_start"]

NEW_OBJECTS: Final = (10_000, 10, 10)
"""After how many new objects the collector looks for garbage among them, and after how many such
looks at older ones. Large events are read and ranked faster (docs/decisions/0030)."""


def after_start() -> None:
    """Exclude everything loaded so far from later collections, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*NEW_OBJECTS)
