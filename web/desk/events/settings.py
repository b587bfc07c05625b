"""The settings of an event and of a tournament at the desk, and deleting what is empty."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import organise, wording
from tournaments.base.refusals import Refused
from tournaments.models import Event
from tournaments.organise import removals
from tournaments.organise.replanning import changed_plan
from tournaments.rights import access
from web.desk.events.settings_forms import EventSettingsForm, TournamentSettingsForm
from web.desk.frame.answers import actor, is_unchanged
from web.forms.requests import DeskRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_settings(request: DeskRequest, uid: str) -> HttpResponse:
    """Show and change what may still be changed of an event."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    form = EventSettingsForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return redirect("desk_settings", event.uid)
        with form.take_refusal():
            form.press(actor(request))
            messages.success(request, gettext("The settings are changed."))
            return redirect("desk_settings", event.uid)
    context = {
        "event": event,
        "form": form,
        "may_replan": changed_plan.first_published(event) is None,
        "may_delete": not removals.event_problems(event),
        "reopens": event.state == Event.State.FINISHED,
    }
    return render(request, "desk/events/settings.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_delete(request: DeskRequest, uid: str) -> HttpResponse:
    """Ask whether an event is to be deleted with its entries, and delete it."""
    event = access.event_as(request.user, uid, access.DIRECTORS)
    problems = removals.event_problems(event)
    if request.method == "POST":
        try:
            organise.delete_event(event, actor(request))
        except Refused as refused:
            problems = list(refused.problems)
        else:
            messages.success(request, gettext("The event is deleted."))
            return redirect("desk_tournament", event.tournament.uid)
    context = {
        "event": event,
        "entries": event.entries.count(),
        "draft": event.rounds.filter(state="draft").exists(),
        "refusals": [wording.problem_text(problem) for problem in problems],
    }
    return render(request, "desk/events/event_delete.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_settings(request: DeskRequest, uid: str) -> HttpResponse:
    """Show and change name, day and place of a tournament; one without events can be deleted."""
    tournament = access.tournament_as(request.user, uid, access.DIRECTORS)
    form = TournamentSettingsForm(tournament, request.POST if request.method == "POST" else None)
    if form.is_valid():
        if is_unchanged(request, form):
            return redirect("desk_tournament", tournament.uid)
        with form.take_refusal():
            form.press(actor(request))
            messages.success(request, gettext("The settings are changed."))
            return redirect("desk_tournament", tournament.uid)
    problems = removals.tournament_problems(tournament)
    context = {"tournament": tournament, "form": form, "may_delete": not problems}
    return render(request, "desk/events/tournament_settings.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_delete(request: DeskRequest, uid: str) -> HttpResponse:
    """Ask whether a tournament without events is to be deleted, and delete it."""
    tournament = access.tournament_as(request.user, uid, access.DIRECTORS)
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
    context = {"tournament": tournament, "refusals": refusals}
    return render(request, "desk/events/tournament_delete.html", context)
