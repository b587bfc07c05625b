"""The live parts of every page of the desk: what is waiting in its tournament, and the rail."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.models import Round
from tournaments.rights import access
from web.desk.rounds.forms import RailForm
from web.forms import sent
from web.forms.requests import DeskRequest
from web.publish import etag, rail
from web.publish.alerts import alert_bar


@cache_control(private=True)
@login_required
@require_safe
def live(request: DeskRequest, uid: str) -> HttpResponse:
    """Answer with what is waiting in a tournament, as a page of an event shows it, or 304."""
    shown = access.tournament_as(request.user, uid, access.DESK)
    uid = sent.uid(request.GET, "event")
    event = shown.events.filter(uid=uid).first() if uid else None
    bar = alert_bar.alert_bar(request, shown, request.user, event=event)
    return etag.conditional(
        request, bar.stamp, lambda: render(request, "desk/frame/_alerts.html", {"bar": bar})
    )


@cache_control(private=True)
@login_required
@require_safe
def rail_live(request: DeskRequest, uid: str) -> HttpResponse:
    """Answer with the steps and tools of an event as a page of it shows them, or 304."""
    shown = access.event_as(request.user, uid, access.DESK)
    form = RailForm(request.GET)
    place = form.cleaned_data if form.is_valid() else {"here": ""}
    steps = rail.steps_of_rounds(
        shown.rounds.exclude(state=Round.State.CANCELLED).order_by("number")
    )
    made = rail.rail_of(request.user, shown, steps, **place)
    return etag.conditional(
        request, made.stamp, lambda: render(request, "desk/frame/_rail_steps.html", {"rail": made})
    )
