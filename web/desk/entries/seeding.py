"""Clubs and seeding of all entries of an event at the desk."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tournaments import organise
from tournaments.entries.names import key_of
from tournaments.entries.reading.values import ListReading
from tournaments.entries.roster import Entrant, roster
from tournaments.entries.seeding_lists import SeedList, seed_list
from tournaments.models import Event
from tournaments.record.audit import Verb
from tournaments.rights.access import DESK, DIRECTORS
from web.desk.entries.list_questions import list_context
from web.desk.entries.seeding_forms import SeedingForm, SeedingListForm
from web.desk.frame import fetch
from web.desk.frame.answers import actor, is_unchanged, permission_context
from web.desk.frame.views import UNSAID, Shown, page
from web.forms.requests import DeskRequest
from web.forms.stored_values import Logged


@page(fetch.event, DESK, change=DIRECTORS, back="desk_entries")
def seeding(request: DeskRequest, event: Event) -> Shown:
    """Show the club and the seeding of every entry; on POST change them."""
    entrants = [entrant for entrant in roster(event) if not entrant.is_house]
    if "list" in request.POST:
        return _show_proposal(request, event, entrants)
    form = SeedingForm(entrants, request.POST if request.method == "POST" else None)
    form.logged = _logged(event)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            changed = organise.seed_entries(event, actor(request), form.seeds())
            text = gettext("Clubs and seeding are noted. Entries changed: %(number)s.")
            return text % {"number": len(changed)}
    return _page(request, event, form)


def _show_proposal(request: DeskRequest, event: Event, entrants: list[Entrant]) -> HttpResponse:
    """Fill the fields from a list, so that it can be checked before it is stored."""
    list_form = SeedingListForm(request.POST, request.FILES)
    if list_form.is_valid():
        with list_form.take_refusal():
            reading = list_form.reading()
            found = seed_list(reading, _numbers_by_key(entrants))
            form = SeedingForm(entrants, proposed=found.rows)
            form.logged = _logged(event)
            return _page(request, event, form, found=found, reading=reading)
    form = SeedingForm(entrants)
    form.logged = _logged(event)
    return _page(request, event, form, list_form)


def _logged(event: Event) -> Logged:
    return Logged(event.tournament, (Verb.SEED_ENTRIES, Verb.RENAME_ENTRY), about=event.uid)


def _numbers_by_key(entrants: list[Entrant]) -> dict[str, int]:
    """Return the numbers of entries by every name that may identify them in a list."""
    named = {
        key_of(member.name): entrant.number for entrant in entrants for member in entrant.members
    }
    named |= {
        key_of(name): entrant.number
        for entrant in entrants
        for name in (entrant.name, entrant.own_name)
        if name
    }
    return named | {str(entrant.number): entrant.number for entrant in entrants}


def _page(
    request: DeskRequest,
    event: Event,
    form: SeedingForm,
    list_form: SeedingListForm | None = None,
    found: SeedList | None = None,
    reading: ListReading | None = None,
) -> HttpResponse:
    context = {
        "event": event,
        "form": form,
        "faulty": list_form or form,
        "asked": list_form or SeedingListForm(),
        "found": found,
        **(list_context(reading, (), {}) if reading else {}),
        **permission_context(request, event.tournament),
    }
    return render(request, "desk/entries/seeding.html", context)
