"""The waiting list of an event: free places are given in order of arrival.

Until the first draw it moves up by itself; after that a director enters late players.
"""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet
from django.utils import timezone

from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.entries.free_places import Filler
from tournaments.models import (
    Entry,
    EntryMember,
    EntryRequest,
    Event,
    Person,
    RegistrationTerms,
    Round,
)
from tournaments.organise.entries import store_entries
from tournaments.persons import entered_names
from tournaments.persons.matching import GUEST
from tournaments.record.audit import Change


def waiting_of(event: Event) -> QuerySet[EntryRequest]:
    """Return the requests on the waiting list, in order of arrival."""
    rows = EntryRequest.objects.filter(event=event, state=EntryRequest.State.WAITING)
    return rows.order_by("created_at", "pk")


def entered(event: Event) -> int:
    """Return the number of competitors, without house players and withdrawn entries."""
    rows = event.entries.filter(kind=Entry.Kind.COMPETITOR)
    return rows.exclude(state=Entry.State.WITHDRAWN).count()


def is_drawn(event: Event) -> bool:
    """Whether a round of an event has been drawn, even as a draft."""
    return event.rounds.exclude(state=Round.State.CANCELLED).exists()


def has_place(event: Event) -> bool:
    """Whether the limit of the event allows one more entry."""
    most = RegistrationTerms.objects.filter(event=event).values_list("places", flat=True).first()
    return most is None or entered(event) < most


def move_up(made: Change, event: Event) -> None:
    """Enter waiting requests, in order, as long as there are places and nothing is drawn.

    A request that cannot be entered now stays on the list, for the desk to decide. Requests that
    the desk put on the list are approved.
    """
    rows = list(waiting_of(event).select_related("person__same_as"))
    if not rows or is_drawn(event) or event.state != Event.State.PUBLISHED:
        return
    moved = []
    for request in rows:
        if not has_place(event):
            break
        try:
            store_entry(made, event, request, is_approved=request.decided_at is not None)
        except Refused:
            continue
        moved.append(request.uid)
    if moved:
        made.note(moved_up=moved)
        made.shows(event)


def store_entry(
    made: Change,
    event: Event,
    request: EntryRequest,
    *,
    is_approved: bool,
    allow_banned: bool = False,
) -> Entry:
    """Enter a request, within a change. Raises Refused if the entry cannot be made.

    From now on the entry has the names, and the request has none. Without approval a stranger is a
    guest under any name until it is confirmed.
    """
    is_proved = is_approved or request.person_id is not None
    new = new_entry(request) if is_proved else _of_guests(request)
    kind = Entry.Kind.COMPETITOR
    (entry,) = store_entries(
        made, event, [new], kind=kind, present=False, allow_banned=allow_banned
    )
    if request.person_id is None:
        rows = entry.members.filter(role=EntryMember.Role.PLAYER).select_related("person")
        if is_approved:
            entered_names.note_approved(rows)
        else:
            entered_names.note(event, rows)
    EntryRequest.objects.filter(pk=request.pk).update(
        state=EntryRequest.State.ENTERED, entry=entry, names=[], team="", decided_at=timezone.now()
    )
    return entry


def new_entry(request: EntryRequest) -> organise.NewEntry:
    """Return the new entry of a request; a member who uses the own link needs no name."""
    person = request.person
    uids = ((person.same_as or person).uid,) if isinstance(person, Person) else ()
    return organise.NewEntry(tuple(request.names), request.team, persons=uids)


def _of_guests(request: EntryRequest) -> organise.NewEntry:
    names = tuple(f"{name} #{GUEST}" for name in request.names)
    return organise.NewEntry(names, request.team)


FILLERS: Final[tuple[Filler, ...]] = (move_up,)
"""The functions that fill a place that becomes free."""
