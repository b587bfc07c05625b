"""Who takes a place that becomes free in an event, in the change that frees it.

Entries are withdrawn and removed by `organise`; waiting lists lie above it, in `registration`, and
are registered here when the program starts.
"""

from __future__ import annotations

from collections.abc import Callable

from tournaments.models import Event
from tournaments.record.audit import Change

Filler = Callable[[Change, Event], None]

_fillers: list[Filler] = []


def register(filler: Filler) -> None:
    """Register who takes free places; registering it again changes nothing."""
    if filler not in _fillers:
        _fillers.append(filler)


def fill(made: Change, event: Event) -> None:
    """Let those who wait take the places of an event that are free now."""
    for filler in _fillers:
        filler(made, event)
