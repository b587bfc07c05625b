"""Waits for another thread or process."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(
    condition: Callable[[], object], tell: Callable[[], str] = str, *, seconds: float = 60
) -> None:
    """Return once the condition holds; if it never does, fail with the message of `tell`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"it did not come about. {tell()}"
        time.sleep(0.02)
