"""The end of an event at the desk: the question before it, taking it back, and the next evening."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext

from clubs.evenings import repeats
from tournaments import organise, results, wording
from tournaments.models import Entry, Event, Role, Tournament
from tournaments.persons import entered_names
from tournaments.progress import open_questions
from tournaments.rights import access
from tournaments.rights.access import DIRECTORS
from tournaments.structure.regulations import regulations_of
from web.desk.events.repeat_forms import RepeatForm
from web.desk.frame import fetch
from web.desk.frame.answers import actor, permission_context, report_outcome
from web.desk.frame.views import UNSAID, Shown, act, page
from web.forms import sent
from web.forms.requests import DeskRequest


def _with_unconfirmed(request: DeskRequest, roles: Collection[Role], uid: str) -> Event:
    """Return an event with the number of its players whose names nobody has confirmed."""
    open_players = entered_names.open_players()
    return access.event_as(request.user, uid, roles, unconfirmed=open_players)


@page(_with_unconfirmed, DIRECTORS, "desk/events/finish.html", change=DIRECTORS, back="desk_event")
def finish(request: DeskRequest, event: Event) -> Shown:
    """Ask whether an event is over, with what becomes final; then its standings are official."""
    if request.method == "POST":
        done = gettext("The event is finished, and its standings are official.")
        if regulations_of(event).notice_minutes:
            done = gettext("The event is finished, and its result is on notice.")
        with report_outcome(request, done):
            organise.finish_event(event, actor(request))
        return UNSAID
    if event.state == Event.State.FINISHED:
        return UNSAID
    snapshot = results.read(event)
    outcome = organise.outcome_of(snapshot)
    return {
        "few_deals": organise.few_deals(snapshot),
        "event": event,
        "outcome": outcome,
        "open_calls": open_questions.calls_of_event(event),
        **permission_context(request, event.tournament),
        "refusals": [wording.problem_text(problem) for problem in outcome.problems],
    }


def _competitor(request: DeskRequest, roles: Collection[Role], uid: str, number: int) -> Entry:
    event = access.event_as(request.user, uid, roles)
    rows = event.entries.filter(kind=Entry.Kind.COMPETITOR)
    entry: Entry = get_object_or_404(rows, number=number)
    return entry


def _to_finish(entry: Entry) -> HttpResponse:
    return redirect("desk_finish", entry.event.uid)


@act(_competitor, DIRECTORS, back=_to_finish)
def unplaced(request: DeskRequest, entry: Entry) -> str:
    """Give an entry that played few deals no place, or its place again."""
    gives_none = request.POST.get("unplaced") == "yes"
    name = results.event_record.entry_name(entry)
    organise.set_unplaced(entry, actor(request), unplaced=gives_none)
    if gives_none:
        return gettext("%(name)s has no place: too few deals were played.") % {"name": name}
    return gettext("%(name)s has its place again.") % {"name": name}


@page(fetch.event, DIRECTORS, "desk/events/reopen.html", change=DIRECTORS, back="desk_event")
def reopen(request: DeskRequest, event: Event) -> Shown:
    """Ask whether the finish of an event is to be taken back, and take it back."""
    if request.method == "POST":
        done = gettext("The finish is taken back: the standings are provisional again.")
        with report_outcome(request, done):
            organise.reopen_event(event, actor(request))
        return UNSAID
    refusals = [wording.problem_text(problem) for problem in organise.reopen_problems(event)]
    return {"event": event, "refusals": refusals}


@page(fetch.event, DIRECTORS, change=DIRECTORS)
def event_repeat(request: DeskRequest, event: Event) -> HttpResponse:
    """Make the next evening from one finished event."""
    events = [event] if event.state == Event.State.FINISHED else []
    return _repeat(request, event.tournament, events, whole=False)


@page(fetch.tournament, DIRECTORS, change=DIRECTORS)
def tournament_repeat(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Make the next evening from a tournament whose events are finished."""
    events = repeats.may_be_repeated(tournament)
    return _repeat(request, tournament, events, whole=True)


def _repeat(
    request: DeskRequest, earlier: Tournament, events: Sequence[Event], *, whole: bool
) -> HttpResponse:
    """Ask for name, day and people of the next evening, and make it.

    An event of an official competition is no evening: the page has other words. Raises
    Http404 and PermissionDenied for whoever does not direct the club.
    """
    access.club_as(request.user, earlier.club.uid, access.DIRECTORS)
    is_formal = any(regulations_of(event).is_official for event in events)
    if not events:
        messages.error(request, gettext("The next evening is made from a finished one."))
        return redirect("desk_tournament", earlier.uid)
    form = RepeatForm(earlier, events, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.take_refusal():
            made = form.press(actor(request), sent.form(request))
            done = gettext("The next evening is ready. Check in who has come.")
            if is_formal:
                done = gettext("The next event is ready. Look at its regulations and settings.")
            messages.success(request, done)
            first = made.events.order_by("number")[0]
            return redirect("desk_event", first.uid)
    context = {"tournament": earlier, "form": form, "is_formal": is_formal, "whole": whole}
    return render(request, "desk/events/repeat.html", context)
