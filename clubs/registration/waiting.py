"""The waiting list of an event: whoever came first takes the place that becomes free.

Until the first draw it moves up by itself; after that a director enters whoever still comes.
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
    """Return who waits for a place, in the order of arrival."""
    rows = EntryRequest.objects.filter(event=event, state=EntryRequest.State.WAITING)
    return rows.order_by("created_at", "pk")


def entered(event: Event) -> int:
    """Return how many competitors take part; house players and the withdrawn do not count."""
    rows = event.entries.filter(kind=Entry.Kind.COMPETITOR)
    return rows.exclude(state=Entry.State.WITHDRAWN).count()


def is_drawn(event: Event) -> bool:
    """Whether a round of an event has been drawn, be it a draft."""
    return event.rounds.exclude(state=Round.State.CANCELLED).exists()


def has_place(event: Event) -> bool:
    """Whether one more may enter under the limit of the event."""
    most = RegistrationTerms.objects.filter(event=event).values_list("places", flat=True).first()
    return most is None or entered(event) < most


def move_up(made: Change, event: Event) -> None:
    """Enter those who wait, in their order, as long as there are places and nothing is drawn.

    Whom the list of entries refuses now stays where he is, for the desk to decide. Whom the desk
    put on the list, it has approved.
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
    """Enter who asked, within a change. Raises Refused where the list of entries does not take it.

    From now on the entry has the names, and the request has none. A stranger whom nobody approved
    is a guest under whatever name, until it is confirmed.
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
    """Return what is entered of a request: the member who asked needs no name."""
    person = request.person
    uids = ((person.same_as or person).uid,) if isinstance(person, Person) else ()
    return organise.NewEntry(tuple(request.names), request.team, persons=uids)


def _of_guests(request: EntryRequest) -> organise.NewEntry:
    names = tuple(f"{name} #{GUEST}" for name in request.names)
    return organise.NewEntry(names, request.team)


FILLERS: Final[tuple[Filler, ...]] = (move_up,)
"""Who takes a place that becomes free."""
