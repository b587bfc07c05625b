"""A new event at the desk: a template proposes, the rules are read in sentences, and it is made."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments import access, offers, organise
from tournaments.event_templates import TEMPLATES, template_of
from tournaments.forms import EventForm
from tournaments.models import Event, Tournament
from tournaments.refusals import Refused
from tournaments.views.answers import DeskRequest, actor


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def event_new(request: DeskRequest, uid: str) -> HttpResponse:
    """Create an event of a tournament; asked to look, only say what the rules chosen so far are."""
    tournament = access.tournament_as(request.user, uid, access.DIRECTORS)
    said = request.POST if request.method == "POST" else request.GET
    template = template_of(said.get("template", ""))
    form = EventForm(template, request.POST if request.method == "POST" else None)
    looks = "look" in request.POST
    if not looks and form.is_valid():
        event = _created(request, tournament, form)
        if event:
            return redirect("desk_entries", event.uid)
    context = {
        "form": form,
        "faulty": None if looks else form,
        "template": template,
        "templates": [one for one in TEMPLATES if offers.for_template(one)],
        "tournament": tournament,
    }
    return render(request, "tournaments/event_new.html", context)


def _created(request: DeskRequest, tournament: Tournament, form: EventForm) -> Event | None:
    try:
        return organise.create_event(tournament, actor(request), form.plan())
    except Refused as refused:
        form.take(refused)
        return None
