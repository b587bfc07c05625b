"""The minutes since the clock of a round was started; what they cost is in the catalogue."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

from tournaments.models import Round
from tournaments.structure import stored_clocks
from tournaments.structure.round_clock import MoveKind

MINUTE = timedelta(minutes=1)


def started_at(round_: Round) -> datetime | None:
    """Return when the clock of a round was started."""
    moves = stored_clocks.moves(stored_clocks.rows(round_))
    return next((move.at for move in moves if move.kind is MoveKind.START), None)


def minutes_late(started: datetime, now: datetime) -> int:
    """Return how many minutes have begun since a clock was started.

    >>> from datetime import UTC
    >>> ten = datetime(2026, 5, 1, 10, tzinfo=UTC)
    >>> [minutes_late(ten, ten + timedelta(seconds=seconds)) for seconds in (0, 600, 601)]
    [0, 10, 11]
    """
    return max(0, ceil((now - started) / MINUTE))
