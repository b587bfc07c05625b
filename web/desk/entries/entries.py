"""The entries of an event at the desk: the list, entering by hand, check-in.

Lists pasted or from a file are entered in `pasted_entries`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from clubs import fees
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.entries.roster import Entrant, roster_in
from tournaments.line_ups.line_up_state import is_of_teams
from tournaments.models import ClubFeature, EnteredNameState, Entry, Event, Person, Role
from tournaments.organise import NewEntry
from tournaments.organise.drawing import board_places
from tournaments.rights import access
from tournaments.rights.access import DESK, DIRECTORS
from web.desk.entries import removed_entries
from web.desk.entries.parts_of_names import part_of_names
from web.desk.entries.pasted_forms import PastedForm
from web.desk.entries.team_forms import TeamForm
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, act, actor, page, tell_problems
from web.desk.registration import views as registration
from web.desk.rounds.next_step import read_next
from web.forms import sent
from web.forms.entries import OneEntryForm
from web.forms.requests import DeskRequest

SingleForm = OneEntryForm | TeamForm
IN_ONE_COLUMN: Final = 8
"""Names that stand one below the other; more are read down in columns."""


@dataclass(frozen=True, slots=True)
class _EventOfNames:
    """An event with what its list of names shows besides: its guests and open requests."""

    event: Event
    guests: int
    asked: registration.AskedOfEvent


def _event(request: DeskRequest, roles: Collection[Role], uid: str) -> _EventOfNames:
    also = registration.asked_columns()
    row: Any = access.event_as(request.user, uid, roles, guests=_guests(request), **also)
    asked = registration.AskedOfEvent(row.asks, row.leaves, row.names)
    return _EventOfNames(row, row.guests, asked)


@page(_event, DESK)
def entries(request: DeskRequest, fetched: _EventOfNames) -> HttpResponse:
    """Show the names of an event."""
    return _page(request, fetched)


@act(_event, DIRECTORS)
def entry_add(request: DeskRequest, fetched: _EventOfNames) -> HttpResponse:
    """Enter one competitor or house player."""
    event = fetched.event
    form = _entry_form(event, request.POST)
    if form.is_valid():
        with form.take_refusal():
            _enter_single(request, event, form)
            return redirect(f"{reverse('desk_entries', args=[event.uid])}#add")
    return _page(request, fetched, single=form)


@page(
    fetch.event,
    DESK,
    "desk/entries/check_in.html",
    change=DIRECTORS,
    back="desk_event",
    shows_codes=True,
)
def check_in(request: DeskRequest, event: Event) -> Shown:
    """Show the check-in list; on POST record who is present."""
    walk_in = _entry_form(event, request.POST if "walk_in" in request.POST else None)
    if walk_in.is_valid():
        with walk_in.take_refusal():
            number = _enter_single(request, event, walk_in, present=True)
            return redirect(reverse("desk_check_in", args=[event.uid]) + _at(request, number))
    elif request.method == "POST" and not walk_in.is_bound:
        fragment = _note_presence(request, event)
        if "seats" in request.POST:
            return UNSAID
        return redirect(reverse("desk_check_in", args=[event.uid]) + fragment)
    snapshot, next_step = read_next(request, event)
    everybody = roster_in(snapshot)
    expected = [
        entrant for entrant in everybody if not entrant.is_withdrawn and not entrant.is_house
    ]
    present = sum(entrant.is_present for entrant in expected)
    return {
        **next_step,
        "walk_in": walk_in,
        "owing": _owing(request, event),
        "entrants": expected,
        **part_of_names(request, expected),
        "present": present,
        "missing": len(expected) - present,
        **registration.at_the_door(event),
    }


def _page(
    request: DeskRequest,
    fetched: _EventOfNames,
    *,
    single: SingleForm | None = None,
) -> HttpResponse:
    event = fetched.event
    snapshot, next_step = read_next(request, event)
    entrants = roster_in(snapshot)
    part = part_of_names(request, entrants)
    seeded = any(entrant.club or entrant.seeding for entrant in entrants)
    context = {
        **next_step,
        "form": PastedForm(event),
        "one": single or _entry_form(event),
        "faulty": single,
        "entrants": entrants,
        **part,
        "guests": fetched.guests,
        "removed": removed_entries.last_removed(request, event),
        "drawn": bool(snapshot.rounds),
        "seeded": seeded,
        "stated": any(map(_has_state, entrants)),
        "is_dense": len(entrants) > IN_ONE_COLUMN and not seeded and not is_of_teams(event),
        **_counts(entrants),
        **registration.asked_context(request, event, fetched.asked, drawn=bool(snapshot.rounds)),
    }
    return render(request, "desk/entries/entries.html", context)


def _owing(request: DeskRequest, event: Event) -> frozenset[int]:
    """Return the numbers of those who have not paid; none without the right to take fees."""
    directs = access.roles_in(request.user, event.tournament) & access.DIRECTORS
    uses = event.tournament.club.uses(ClubFeature.FEES)
    return fees.owing(event) if directs and uses else frozenset()


def _guests(request: DeskRequest) -> Coalesce:
    """Count the guests of an event; 0 without the right to add members to the register."""
    rows = Person.objects.filter(
        entry_members__entry__event=OuterRef("pk"),
        guest=True,
        same_as=None,
        blanked_at=None,
        club__memberships__user=request.user.pk,
        club__memberships__role__in=access.DIRECTORS,
    ).exclude(entry_members__entered_names__state=EnteredNameState.OPEN)
    counted = rows.order_by().values("club").annotate(number=Count("pk", distinct=True))
    return Coalesce(Subquery(counted.values("number")), 0)


def _counts(entrants: list[Entrant]) -> dict[str, int]:
    playing = [entrant for entrant in entrants if not entrant.is_withdrawn]
    return {
        "expected": len(playing),
        "present": sum(entrant.is_present for entrant in playing),
        "withdrawn": len(entrants) - len(playing),
    }


def _has_state(entrant: Entrant) -> bool:
    """Whether something is said of an entry in the list, so that it has a column for it."""
    is_noted = entrant.is_present or entrant.is_withdrawn or entrant.is_house
    return bool(is_noted or entrant.from_round or entrant.stand_ins)


def _entry_form(event: Event, data: QueryDict | None = None) -> SingleForm:
    """Return the form of a single entry for the form of the event."""
    return TeamForm(event, data) if is_of_teams(event) else OneEntryForm(event, data)


def _enter_single(
    request: DeskRequest, event: Event, form: SingleForm, *, present: bool = False
) -> int:
    """Enter the form's entry, and return its number."""
    here = present or form.cleaned_data["present"]
    (entry,) = report_entered(
        request,
        event,
        [form.entry()],
        kind=form.kind(),
        present=here,
        allow_banned=form.cleaned_data["allow_banned"],
    )
    return entry.number


def report_entered(
    request: DeskRequest,
    event: Event,
    new: Sequence[NewEntry],
    *,
    kind: str = Entry.Kind.COMPETITOR,
    present: bool = False,
    allow_banned: bool = False,
) -> list[Entry]:
    """Enter new entries, and say from which round they play and whose places they take."""
    added = organise.enter(
        event,
        actor(request),
        new,
        kind=kind,
        present=present,
        allow_banned=allow_banned,
        sent=sent.form(request),
    )
    values = {"number": len(added), "round": added[0].from_round}
    text = gettext("Names entered: %(number)s.")
    if values["round"]:
        text = gettext("Names entered: %(number)s. They take part from round %(round)s on.")
    messages.success(request, text % values)
    _report_places(request, event, added)
    removed_entries.stop_offering(request)
    return added


def _report_places(request: DeskRequest, event: Event, added: list[Entry]) -> None:
    """Add messages about whose place late entries take in a movement."""
    places = board_places.next_places(event)
    for entry in added:
        if entry.number not in places:
            continue
        values = {"number": entry.number, "place": places[entry.number]}
        if values["place"]:
            words = gettext("In the movement number %(number)s takes the place of %(place)s.")
        else:
            words = gettext("In the movement number %(number)s takes the number that was free.")
        messages.info(request, words % values)


def _note_presence(request: DeskRequest, event: Event) -> str:
    """Record the presence that the button names; return what leads back to it in the list."""
    post = request.POST
    try:
        if post.get("all") in ("present", "absent"):
            organise.check_in_all(event, actor(request), post["all"] == "present")
        elif "present" in post or "absent" in post:
            # The buttons carry uids: until the first draw a number may become another's.
            uid = sent.uid(post, "present" if "present" in post else "absent")
            number = organise.check_in_named(event, actor(request), uid, "present" in post)
            return _at(request, number)
    except Refused as refused:
        tell_problems(request, refused)
    return ""


def _at(request: DeskRequest, number: int) -> str:
    """Return what leads to an entry of the list, in the part that holds it."""
    return f"{f'?at={number}' if 'divided' in request.POST else ''}#entry-{number}"
