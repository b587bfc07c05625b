"""A snapshot with other values in its rows, as if they had been read so."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

from tournaments.models import (
    Award,
)
from tournaments.results.snapshot import EventSnapshot


def changed(row: Any, **columns: Any) -> Any:
    """Return a row of a model with other values; what was read stays as it was."""
    other = copy(row)
    for name, value in columns.items():
        setattr(other, name, value)
    return other


def in_state(read: EventSnapshot, state: str) -> EventSnapshot:
    """Return the event with its round in another state."""
    round_ = changed(read.rounds[0], state=state)
    matches = tuple(replace(match, round=round_) for match in read.matches)
    return replace(read, rounds=(round_,), matches=matches)


def for_event(read: EventSnapshot, **columns: Any) -> EventSnapshot:
    return replace(read, event=changed(read.event, **columns))


def with_deals(read: EventSnapshot, **columns: Any) -> EventSnapshot:
    """Return the event with other values in every deal."""
    sittings = [
        replace(row, deals=tuple(deal._replace(**columns) for deal in row.deals))
        for row in read.sittings
    ]
    return replace(read, sittings=tuple(sittings))


def award(kind: str, **columns: Any) -> Award:
    return Award(kind=kind, **columns)
