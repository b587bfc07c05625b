"""The minutes since the clock of a round was started, and their words."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

from django.utils.translation import ngettext, npgettext

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


def late_text(minutes: int) -> str:
    """Return how late somebody was: "3 minutes late"."""
    text = npgettext("arrival", "%(minutes)s minute late", "%(minutes)s minutes late", minutes)
    return text % {"minutes": minutes}


def other_side_late_text(minutes: int) -> str:
    """Return the same as a reason told to the side that was there."""
    text = ngettext(
        "the other side was %(minutes)s minute late",
        "the other side was %(minutes)s minutes late",
        minutes,
    )
    return text % {"minutes": minutes}
