"""Whether two persons took part in one event, so that they cannot be merged."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import TextField
from django.db.models.functions import Cast

from tournaments.models import Event, EventState, LineUp, Person


def shared_event(first: Collection[Person], second: Collection[Person]) -> Event | None:
    """Return an event in which both persons take part, substitutes and line-ups included."""
    both = _events(first) & _events(second)
    return Event.objects.filter(pk__in=both).exclude(state=EventState.CANCELLED).first()


def _events(persons: Collection[Person]) -> set[int]:
    """Return the keys of the events in which persons are entered, seated or named in a line-up."""
    entered = Event.objects.filter(entries__members__person__in=persons)
    seated = Event.objects.filter(rounds__matches__segments__sittings__seats__person__in=persons)
    found = {*entered.values_list("pk", flat=True), *seated.values_list("pk", flat=True)}
    for person in persons:
        found |= _named_in_line_ups(person)
    return found


def _named_in_line_ups(person: Person) -> set[int]:
    """Return the keys of the events in which a line-up names a person, who may have left since."""
    line_ups = LineUp.objects.filter(segment__match__round__event__tournament__club=person.club_id)
    named = line_ups.annotate(text=Cast("seats", TextField())).filter(text__contains=person.uid)
    events = named.values_list("segment__match__round__event", "seats")
    return {
        event for event, seats in events if any(seat.get("person") == person.uid for seat in seats)
    }
