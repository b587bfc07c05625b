"""Players who come to a kiosk after play has begun: recorded at the door, and not checked in.

A page of a kiosk may still be open from the time before play. Checking in there could suggest that
a seat is waiting, so the entry is listed at the desk, which decides. Checking in at the desk
removes the record.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, OuterRef, QuerySet

from clubs.registration.refusals import RegistrationProblem
from clubs.registration.verbs import Verb
from tournaments.base.refusals import Refused, refuse
from tournaments.base.separators import join_names
from tournaments.models import AtTheDoor, Entry, EntryMember, Event, Round
from tournaments.record.audit import Actor, Repeated, change


@dataclass(frozen=True, slots=True)
class WaitingEntry:
    """An entry waiting at the door: its uid, its number and its name."""

    uid: str
    number: int
    name: str


def has_begun(event: Event) -> bool:
    """Whether a round was published, so that nobody is expected at the door any more."""
    return event.rounds.filter(state__in=Round.PUBLIC).exists()


def note(entry: Entry, actor: Actor) -> None:
    """Record that an entry is at the door; repeatable. Raises Refused for one that left."""
    try:
        with change(entry.event.tournament, actor, Verb.COME_TO_DOOR) as made:
            row = Entry.objects.filter(pk=entry.pk).first()
            if row is None or row.state == Entry.State.WITHDRAWN:
                raise Refused(refuse(RegistrationProblem.NOT_ENTERED))
            if row.state == Entry.State.CHECKED_IN:
                raise Repeated
            if not AtTheDoor.objects.get_or_create(entry=row)[1]:
                raise Repeated
            made.concerns(entry=row)
    except Repeated:
        return


def is_anybody(event: str) -> Exists:
    """Return the condition that an entry of the event of a row waits at the door."""
    return Exists(_waiting().filter(entry__event=OuterRef(event)))


def waiting(event: Event) -> list[WaitingEntry]:
    """Return the entries waiting at the door of an event, in order of arrival."""
    ordered = (
        _waiting().filter(entry__event=event).select_related("entry").order_by("created_at", "pk")
    )
    found = [row.entry for row in ordered.prefetch_related("entry__members__person")]
    return [WaitingEntry(entry.uid, entry.number, entry.name or _players(entry)) for entry in found]


def _waiting() -> QuerySet[AtTheDoor]:
    return AtTheDoor.objects.filter(entry__state=Entry.State.ENTERED)


def _players(entry: Entry) -> str:
    rows = sorted(entry.members.all(), key=_order)
    return join_names(row.person.listed_name for row in rows if row.role == row.Role.PLAYER)


def _order(row: EntryMember) -> tuple[int, int]:
    return row.number, row.pk
