"""The events of a member's page: those not over, the earlier ones, and the days that decide it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from clubs.members.member_page import Visit
from tournaments.base import local_time
from tournaments.models import (
    Entry,
    EntryMember,
    Event,
    Tournament,
)
from tournaments.rights import public_access

MOST: Final = 4
"""The most events that a page shows."""
MOST_EARLIER: Final = 6
"""The most earlier events that a page names; the page of the year has them all."""
A_DAY: Final = timedelta(days=1)


def entered(visit: Visit) -> list[Entry]:
    """Return the entries of a member in events that are not over, the one in play first.

    If there is none in play, the last finished one follows. Who is entered in an event that is not
    public sees it from then on, until the day after it should have begun.
    """
    rows = _entries(visit)
    running = (Tournament.State.DRAFT, Tournament.State.RUNNING)
    coming = Q(event__state=Event.State.DRAFT, event__tournament__starts_on__gte=_earliest())
    current = rows.filter(
        Q(event__state=Event.State.PUBLISHED) | coming, event__tournament__state__in=running
    )
    shown = [entry for entry in _each_event_once(current[: 2 * MOST]) if not _is_past(entry.event)]
    shown.sort(key=lambda entry: entry.event.state != Event.State.PUBLISHED)
    if not any(entry.event.state == Event.State.PUBLISHED for entry in shown):
        shown += rows.filter(
            event__in=public_access.public_events(), event__state=Event.State.FINISHED
        )[:1]
    return shown[:MOST]


def earlier(visit: Visit, entries: Sequence[Entry]) -> list[Entry]:
    """Return a member's entries in finished public events, the latest first, without `entries`."""
    rows = _entries(visit).filter(
        event__in=public_access.public_events(), event__state=Event.State.FINISHED
    )
    rows = rows.exclude(event__in=[entry.event_id for entry in entries])
    return _each_event_once(rows[: 2 * MOST_EARLIER])[:MOST_EARLIER]


def days(tournaments: Collection[Tournament]) -> tuple[str, ...]:
    """Return the days that the page depends on: the limit of what is shown, and today."""
    return _earliest(), *sorted({_today(each).isoformat() for each in tournaments})


def _entries(visit: Visit) -> QuerySet[Entry]:
    own = EntryMember.objects.filter(entry=OuterRef("pk"), person__in=visit.persons)
    rows = Entry.objects.filter(Exists(own), event__tournament__club=visit.club)
    rows = rows.select_related("event__tournament")
    return rows.order_by("-event__tournament__starts_on", "event__number", "number")


def _each_event_once(entries: Iterable[Entry]) -> list[Entry]:
    by_event: dict[int, Entry] = {}
    for entry in entries:
        held = by_event.setdefault(entry.event_id, entry)
        # A member who has withdrawn and entered again is in the event by the other entry.
        if held.state == Entry.State.WITHDRAWN:
            by_event[entry.event_id] = entry
    return list(by_event.values())


def _earliest() -> str:
    """Return the day before yesterday by UTC, which is no later than yesterday anywhere."""
    return (timezone.now() - 2 * A_DAY).date().isoformat()


def _is_past(event: Event) -> bool:
    """Whether an event that is not public should have begun two days ago, by its own clocks."""
    if event.state == Event.State.PUBLISHED:
        return False
    return event.tournament.starts_on < _today(event.tournament) - A_DAY


def _today(tournament: Tournament) -> date:
    with local_time.within(tournament):
        return timezone.localdate()
