"""Deadlines of line-ups, and how late one is: pure functions of stored hours.

No timer runs: lateness follows from the deadline, the hour a line-up came in, and now.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

STEP: Final = timedelta(minutes=5)
"""A penalty counts every five minutes begun; the second side has as long after the first."""


@dataclass(frozen=True, slots=True)
class Late:
    """A line-up that is late, or came late: since when, and until when it was awaited."""

    since: datetime
    until: datetime
    is_in: bool

    @property
    def minutes(self) -> int:
        """How many minutes have begun since the hour."""
        return _begun(self.until - self.since, timedelta(minutes=1))

    @property
    def steps(self) -> int:
        """How many times five minutes have begun since the hour."""
        return _begun(self.until - self.since, STEP)


def own_hour(
    due: datetime | None, *, hands_in_second: bool, other_at: datetime | None
) -> datetime | None:
    """Return the deadline of a side; None for none.

    The side with the seating right waits for the other one, and has five minutes from its line-up.

    >>> due = datetime(2026, 11, 21, 14, 30)
    >>> own_hour(due, hands_in_second=True, other_at=datetime(2026, 11, 21, 14, 28)).minute
    33
    >>> own_hour(due, hands_in_second=True, other_at=None) is None
    True
    """
    if due is None or not hands_in_second:
        return due
    return None if other_at is None else max(due, other_at + STEP)


def late(hour: datetime | None, handed_in: datetime | None, now: datetime) -> Late | None:
    """Return how late a line-up is that was due at an hour; None where it is not late.

    >>> due = datetime(2026, 11, 21, 14, 30)
    >>> missing = late(due, None, datetime(2026, 11, 21, 14, 36))
    >>> missing.minutes, missing.steps, missing.is_in
    (6, 2, False)
    >>> late(due, due, datetime(2026, 11, 21, 14, 36)) is None
    True
    """
    until = handed_in or now
    if hour is None or until <= hour:
        return None
    return Late(hour, until, handed_in is not None)


def _begun(time: timedelta, unit: timedelta) -> int:
    return -(-time // unit)
