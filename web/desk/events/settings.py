"""The settings of an event and of a tournament at the desk, and deleting what is empty."""

from __future__ import annotations

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.translation import gettext

from tournaments import organise, wording
from tournaments.base.refusals import Refused
from tournaments.models import Event, Tournament
from tournaments.organise import removals
from tournaments.organise.replanning import changed_plan
from tournaments.rights.access import DIRECTORS
from web.desk.events.settings_forms import EventSettingsForm, TournamentSettingsForm
from web.desk.frame import fetch
from web.desk.frame.answers import actor, is_unchanged
from web.desk.frame.views import UNSAID, Shown, page
from web.forms.requests import DeskRequest


@page(fetch.event, DIRECTORS, "desk/events/settings.html", change=DIRECTORS, back="desk_settings")
def event_settings(request: DeskRequest, event: Event) -> Shown:
    """Show and change what may still be changed of an event."""
    form = EventSettingsForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            form.press(actor(request))
            return gettext("The settings are changed.")
    return {
        "event": event,
        "form": form,
        "may_replan": changed_plan.first_published(event) is None,
        "may_delete": not removals.event_problems(event),
        "reopens": event.state == Event.State.FINISHED,
    }


@page(fetch.event, DIRECTORS, "desk/events/event_delete.html", change=DIRECTORS)
def event_delete(request: DeskRequest, event: Event) -> Shown:
    """Ask whether an event is to be deleted with its entries, and delete it."""
    problems = removals.event_problems(event)
    if request.method == "POST":
        try:
            organise.delete_event(event, actor(request))
        except Refused as refused:
            problems = list(refused.problems)
        else:
            messages.success(request, gettext("The event is deleted."))
            return redirect("desk_tournament", event.tournament.uid)
    return {
        "event": event,
        "entries": event.entries.count(),
        "draft": event.rounds.filter(state="draft").exists(),
        "refusals": [wording.problem_text(problem) for problem in problems],
    }


@page(
    fetch.tournament,
    DIRECTORS,
    "desk/events/tournament_settings.html",
    change=DIRECTORS,
    back="desk_tournament",
)
def tournament_settings(request: DeskRequest, tournament: Tournament) -> Shown:
    """Show and change name, day and place of a tournament; one without events can be deleted."""
    form = TournamentSettingsForm(tournament, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return UNSAID
        with form.take_refusal():
            form.press(actor(request))
            return gettext("The settings are changed.")
    problems = removals.tournament_problems(tournament)
    return {"tournament": tournament, "form": form, "may_delete": not problems}


@page(fetch.tournament, DIRECTORS, "desk/events/tournament_delete.html", change=DIRECTORS)
def tournament_delete(request: DeskRequest, tournament: Tournament) -> Shown:
    """Ask whether a tournament without events is to be deleted, and delete it."""
    problems = removals.tournament_problems(tournament)
    if request.method == "POST":
        try:
            organise.delete_tournament(tournament.club, tournament, actor(request))
        except Refused as refused:
            problems = list(refused.problems)
        else:
            messages.success(request, gettext("The tournament is deleted."))
            return redirect("desk")
    refusals = [wording.problem_text(problem) for problem in problems]
    return {"tournament": tournament, "refusals": refusals}
