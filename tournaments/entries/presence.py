"""Presence by play: entries with a recent result are present without being checked in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tournaments.models import Entry
from tournaments.results.snapshot import EventSnapshot

THESE_HOURS: Final = timedelta(hours=12)
"""So long after its round was published a result says that who played it is in the hall."""


def present_by_play(snapshot: EventSnapshot, now: datetime) -> frozenset[int]:
    """Return the numbers of the entries with a result of these hours, unless anybody was checked
    in.

    Once anybody is checked in, only check-ins count: somebody who has played may have left.
    """
    if any(entry.state == Entry.State.CHECKED_IN for entry in snapshot.entries):
        return frozenset()
    lately = [
        round_
        for round_ in snapshot.public_rounds
        if round_.published_at and now - round_.published_at < THESE_HOURS
    ]
    played = {
        snapshot.entry_of(seat)
        for match in snapshot.matches_of(*lately)
        for sitting in snapshot.sittings_by_match[match.key]
        if any(deal.done for deal in sitting.deals)
        for seat in sitting.seats
    }
    return frozenset(entry.number for entry in played if entry.state == Entry.State.ENTERED)
