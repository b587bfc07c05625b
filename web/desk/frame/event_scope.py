"""The event that a page of a whole tournament is limited to.

What belongs to no event for certain, such as a call without a deal from a free table, is always
shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.models import Event, Sitting, Tournament
from web.forms.requests import DeskRequest


def named_event(request: DeskRequest, events: Iterable[Event]) -> Event | None:
    """Return the event that the address names, if it is one of these."""
    uid = request.GET.get("event", "")
    return next((event for event in events if event.uid == uid), None)


def tables_of_others(tournament: Tournament, event: Event | None) -> frozenset[int]:
    """Return the keys of the tables at which only other events of a tournament sit."""
    if event is None:
        return frozenset()
    sittings = Sitting.objects.filter(table__tournament=tournament)
    own = sittings.filter(segment__match__round__event=event).values("table")
    others = sittings.exclude(table__in=own).values_list("table", flat=True)
    return frozenset(others.distinct())
