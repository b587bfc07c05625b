"""Presence by play: entries with a recent result are present without being checked in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from tournaments.models import Entry, Event
from tournaments.record import log_queries
from tournaments.record.verbs import Verb
from tournaments.results.snapshot import EventSnapshot

THESE_HOURS: Final = timedelta(hours=12)
"""So long after its round was published a result says that who played it is in the hall."""


def present_by_play(snapshot: EventSnapshot, now: datetime) -> frozenset[int]:
    """Return the numbers of the entries with a result of these hours, unless anybody was checked
    in.

    Once anybody is checked in, only check-ins count: somebody who has played may have left. Who was
    marked absent stays absent, until a round that was published later.
    """
    if any(entry.state == Entry.State.CHECKED_IN for entry in snapshot.entries):
        return frozenset()
    lately = {
        round_.pk: round_.published_at
        for round_ in snapshot.public_rounds
        if round_.published_at and now - round_.published_at < THESE_HOURS
    }
    played = {
        (snapshot.entry_of(seat), lately[round_.pk])
        for round_ in snapshot.public_rounds
        if round_.pk in lately
        for match in snapshot.matches_of(round_)
        for sitting in snapshot.sittings_by_match[match.key]
        if any(deal.done for deal in sitting.deals)
        for seat in sitting.seats
    }
    gone = absent_since(snapshot.event) if played else {}
    return frozenset(
        entry.number
        for entry, begun in played
        if entry.state == Entry.State.ENTERED
        and not (entry.number in gone and begun <= gone[entry.number])
    )


def absent_since(event: Event) -> dict[int, datetime]:
    """Return since when each entry is absent whose last mark at the desk says so, by its number.

    An entry that is not present has one state, whether it was marked absent or never marked: which
    of them is in the log.
    """
    since: dict[int, datetime] = {}
    for mark in log_queries.about("event", event, Verb.CHECK_IN):
        details = mark["details"]
        for number in details["numbers"]:
            if details["present"]:
                since.pop(number, None)
            else:
                since[number] = datetime.fromisoformat(mark["at"])
    return since
