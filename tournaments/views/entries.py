"""The names of an event at the desk: entered by hand, as a list or from a file; checked in."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments import access, organise, wording
from tournaments.entries.entry_lists import EntryList
from tournaments.entries.roster import Entrant, roster
from tournaments.entries.team_lists import TeamList
from tournaments.forms import (
    DeskForm,
    EntriesForm,
    ListFileForm,
    ListTextForm,
    OneEntryForm,
    TeamFileForm,
    TeamForm,
    TeamsForm,
    TeamTextForm,
)
from tournaments.line_ups.line_up_state import is_of_teams
from tournaments.models import Entry, Event
from tournaments.organise.drawing import board_places
from tournaments.refusals import Refused
from tournaments.results import queries
from tournaments.views.answers import DeskRequest, actor, needed
from tournaments.views.event_page import next_context

Several = EntriesForm | TeamsForm
One = OneEntryForm | TeamForm
Asked = ListFileForm | ListTextForm | TeamFileForm | TeamTextForm
Found = EntryList | TeamList


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the names of an event and take a pasted list of more."""
    event = access.event_as(request.user, uid, needed(request, access.DESK))
    form = _several(event, request.POST if request.method == "POST" else None)
    if form.is_valid() and _entered(request, event, form):
        return redirect("desk_entries", uid)
    return _page(request, event, form=form)


@never_cache
@login_required
@require_POST
def entry_add(request: DeskRequest, uid: str) -> HttpResponse:
    """Enter one competitor or house player."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    form = _one(event, request.POST)
    if form.is_valid() and _entered(request, event, form):
        return redirect(f"{reverse('desk_entries', args=[uid])}#add")
    return _page(request, event, one=form)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def entries_file(request: DeskRequest, uid: str) -> HttpResponse:
    """Read a list from a file, show what is wrong in it, and enter it once that is confirmed."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    context: dict[str, Any] = {"event": event, "form": ListFileForm()}
    if request.method == "POST":
        asked = _asked_list(request, event)
        found = _read(event, asked) if asked.is_valid() else None
        if found and "enter" in request.POST and _entered_list(request, event, found, asked):
            return redirect("desk_entries", uid)
        context |= _preview(asked, found)
    return render(request, "tournaments/entries_file.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def check_in(request: DeskRequest, uid: str) -> HttpResponse:
    """Show who is here, one tap each."""
    event = access.event_as(request.user, uid, needed(request, access.DESK))
    if request.method == "POST":
        return redirect(reverse("desk_check_in", args=[uid]) + _noted(request, event))
    everybody = roster(event)
    expected = [one for one in everybody if not one.is_withdrawn and not one.is_house]
    present = sum(entrant.is_present for entrant in expected)
    context = {
        **next_context(request, event, queries.rounds(event)),
        "entrants": expected,
        "present": present,
        "missing": len(expected) - present,
    }
    return render(request, "tournaments/check_in.html", context)


def _page(
    request: DeskRequest,
    event: Event,
    *,
    form: Several | None = None,
    one: One | None = None,
) -> HttpResponse:
    rounds = queries.rounds(event)
    entrants = roster(event)
    context = {
        **next_context(request, event, rounds),
        "form": form or _several(event),
        "one": one or _one(event),
        "faulty": one or form,
        "entrants": entrants,
        "drawn": bool(rounds),
        "seeded": any(entrant.club or entrant.seeding for entrant in entrants),
        **_counts(entrants),
    }
    return render(request, "tournaments/entries.html", context)


def _counts(entrants: list[Entrant]) -> dict[str, int]:
    playing = [entrant for entrant in entrants if not entrant.is_withdrawn]
    return {
        "expected": len(playing),
        "present": sum(entrant.is_present for entrant in playing),
        "withdrawn": len(entrants) - len(playing),
    }


def _several(event: Event, data: QueryDict | None = None) -> Several:
    """The form of a pasted list, as the event wants its entries."""
    return TeamsForm(event, data) if is_of_teams(event) else EntriesForm(event, data)


def _one(event: Event, data: QueryDict | None = None) -> One:
    """The form of a single entry, as the event wants it."""
    return TeamForm(event, data) if is_of_teams(event) else OneEntryForm(event, data)


def _said(form: Several | One) -> dict[str, Any]:
    """What a form says of the entries, as the operation takes it."""
    if isinstance(form, TeamsForm | TeamForm):
        return _of_list(form.teams())
    said = {"members": form.members(), "names": form.own_names()}
    return said | ({"kind": form.kind()} if isinstance(form, OneEntryForm) else {})


def _of_list(found: Found) -> dict[str, Any]:
    said = {"members": found.members, "names": found.names}
    if isinstance(found, TeamList):
        said |= {"clubs": found.clubs, "captains": found.captains}
    return said


def _entered(request: DeskRequest, event: Event, form: Several | One) -> bool:
    try:
        added = organise.add_entries(event, actor(request), **_said(form))
    except Refused as refused:
        form.take(refused)
        return False
    _tell(request, len(added), added[0].from_round)
    _tell_places(request, event, added)
    return True


def _entered_list(request: DeskRequest, event: Event, found: Found, form: DeskForm) -> bool:
    if found.problems:
        return False
    try:
        added = organise.add_entries(event, actor(request), **_of_list(found))
    except Refused as refused:
        form.take(refused)
        return False
    _tell(request, len(added), added[0].from_round)
    _tell_places(request, event, added)
    return True


def _tell_places(request: DeskRequest, event: Event, added: list[Entry]) -> None:
    """Say whose place those take who come late into a movement over boards."""
    places = board_places.next_places(event)
    for entry in added:
        if entry.number not in places:
            continue
        said = {"number": entry.number, "place": places[entry.number]}
        if said["place"]:
            words = gettext("In the movement number %(number)s takes the place of %(place)s.")
        else:
            words = gettext("In the movement number %(number)s takes the number that was free.")
        messages.info(request, words % said)


def _tell(request: DeskRequest, number: int, from_round: int | None) -> None:
    said = {"number": number, "round": from_round}
    if from_round:
        messages.success(
            request,
            gettext("Names entered: %(number)s. They take part from round %(round)s on.") % said,
        )
    else:
        messages.success(request, gettext("Names entered: %(number)s.") % said)


def _asked_list(request: DeskRequest, event: Event) -> Asked:
    of_teams = is_of_teams(event)
    if "names" in request.POST:
        return (TeamTextForm if of_teams else ListTextForm)(request.POST)
    return (TeamFileForm if of_teams else ListFileForm)(request.POST, request.FILES)


def _read(event: Event, form: Asked) -> Found | None:
    try:
        taken = frozenset(queries.member_names(event))
        if isinstance(form, TeamFileForm | TeamTextForm):
            return form.teams(event, taken)
        return form.entries(organise.members_of(event.form), taken)
    except Refused as refused:
        form.take(refused)
        return None


def _preview(asked: Asked, found: Found | None) -> dict[str, Any]:
    """What the page of a list shows: the form that was sent, or the list that was read from it."""
    if isinstance(asked, ListFileForm | TeamFileForm) and found is None:
        return {"form": asked}
    text = asked if isinstance(asked, ListTextForm | TeamTextForm) else None
    again = TeamTextForm if isinstance(found, TeamList) else ListTextForm
    return {
        "faulty": asked,
        "list": found,
        "wrong": [wording.problem_text(problem) for problem in found.problems] if found else [],
        "shown": _shown(found) if found else [],
        "text": text or again(initial={"names": found.text if found else ""}),
    }


def _shown(found: Found) -> list[dict[str, Any]]:
    """The rows of a list with what is wrong in each cell in words."""
    return [
        {
            "number": row.number,
            "cells": [
                {
                    "text": cell.text,
                    "words": wording.problem_text(cell.problem) if cell.problem else "",
                }
                for cell in row.cells
            ],
        }
        for row in found.rows
    ]


def _noted(request: DeskRequest, event: Event) -> str:
    """Note whom the button named; return where on the page to go on."""
    said = request.POST
    number = said.get("present") or said.get("absent") or ""
    if number.isdecimal() and len(number) < 6:
        _check_in(request, event, [int(number)], present="present" in said)
        return f"#entry-{int(number)}"
    if said.get("all") in ("present", "absent"):
        numbers = [one.number for one in roster(event) if not one.is_withdrawn]
        _check_in(request, event, numbers, present=said["all"] == "present")
    return ""


def _check_in(request: DeskRequest, event: Event, numbers: list[int], *, present: bool) -> None:
    try:
        organise.check_in(event, actor(request), numbers, present)
    except Refused as refused:
        for problem in refused.problems:
            messages.error(request, wording.problem_text(problem))
