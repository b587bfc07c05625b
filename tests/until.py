"""Waits for what another thread or process is going to do."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(
    condition: Callable[[], object], tell: Callable[[], str] = str, *, seconds: float = 60
) -> None:
    """Return once it holds; where it never does, fail with what `tell` knows."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"it did not come about. {tell()}"
        time.sleep(0.02)
