"""Hook that fills places of an event as they become free, within the change that frees them.

`organise` withdraws and removes entries; waiting lists belong to a higher package, `registration`,
which is registered here when the program starts.
"""

from __future__ import annotations

from collections.abc import Callable

from tournaments.models import Event
from tournaments.record.audit import Change

Filler = Callable[[Change, Event], None]

_fillers: list[Filler] = []


def register(filler: Filler) -> None:
    """Register the function that fills free places; registering it again changes nothing."""
    if filler not in _fillers:
        _fillers.append(filler)


def fill(made: Change, event: Event) -> None:
    """Give the free places of the event to waiting entries."""
    for filler in _fillers:
        filler(made, event)
