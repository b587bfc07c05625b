"""The events in which a person took part, under any of its rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from tournaments.models import EntryMember, Event, EventState, Person


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """An event that a person was entered in: with what name, number and role."""

    event: Event
    number: int
    name: str
    role: str
    day: date


def events_of(person: Person) -> list[PlayedEvent]:
    """Return the events of a person and its doubles, the newest first."""
    rows = EntryMember.objects.filter(Q(person=person) | Q(person__same_as=person))
    kept = rows.exclude(entry__event__state=EventState.CANCELLED)
    ordered = kept.select_related("person", "entry__event__tournament").order_by(
        "-entry__event__tournament__starts_on", "-entry__event", "pk"
    )
    return [
        PlayedEvent(
            row.entry.event,
            row.entry.number,
            row.person.name,
            row.get_role_display() if row.role != EntryMember.Role.PLAYER else "",
            row.entry.event.tournament.starts_on,
        )
        for row in ordered
    ]
