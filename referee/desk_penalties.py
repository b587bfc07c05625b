"""The officials' page of penalty points: given after a look at their effect, and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from referee import penalties
from referee.forms import marked
from referee.ruling_forms import PenaltyForm, TakeBackForm
from tournaments import access, queries, wording
from tournaments.digest import canonical, sha256
from tournaments.effects import Effect
from tournaments.models import Event
from tournaments.models.base import new_uid
from tournaments.refusals import Refused
from tournaments.views.answers import DeskRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def give(request: DeskRequest, uid: str, event_uid: str) -> HttpResponse:
    """Show the penalty points of an event, preview new ones, and give them."""
    tournament = access.tournament_as(request.user, uid, access.REFEREES)
    event = get_object_or_404(tournament.events.select_related("tournament"), uid=event_uid)
    if request.method != "POST":
        return _page(request, event, _form(event))
    form = PenaltyForm(request.POST, whom=_choices(event))
    if not form.is_valid():
        return _page(request, event, form)
    return _given(request, event, form)


@login_required
@require_POST
def take_back(request: DeskRequest, uid: str, penalty_uid: str) -> HttpResponse:
    """Take penalty points back by a counter-entry, with a reason."""
    tournament = access.tournament_as(request.user, uid, access.REFEREES)
    penalty = penalties.of_tournament(tournament, penalty_uid)
    if penalty is None:
        raise Http404
    form = TakeBackForm(request.POST)
    if form.is_valid():
        try:
            penalties.take_back(penalty, request.user, form.cleaned_data["reason"])
        except Refused as refused:
            form.take(refused)
        else:
            messages.success(request, gettext("The penalty points are taken back."))
            return redirect("referee_penalties", uid, penalty.event.uid)
    return _page(request, penalty.event, _form(penalty.event), wrong=form)


def _given(request: DeskRequest, event: Event, form: PenaltyForm) -> HttpResponse:
    said = form.cleaned_data
    asked = {name: said[name] for name in ("whom", "points", "reason", "article")}
    shown, whom = sha256(canonical(asked)), penalties.target(event, said["whom"])
    if whom is None:
        raise Http404
    if "store" not in request.POST or said["previewed"] != shown:
        effect = penalties.effect(event, whom, said["points"], said["reason"])
        form.data = marked(request.POST, "previewed", shown)
        return _page(request, event, form, effect=effect, previewed=True)
    try:
        penalties.give(
            whom, request.user, said["points"], said["reason"], said["article"], said["key"]
        )
    except Refused as refused:
        form.take(refused)
        return _page(request, event, form)
    messages.success(request, gettext("The penalty points are given."))
    return redirect("referee_penalties", event.tournament.uid, event.uid)


def _form(event: Event) -> PenaltyForm:
    return PenaltyForm(initial={"key": new_uid()}, whom=_choices(event))


def _choices(event: Event) -> list[Any]:
    """Return the seats by round and table, and the entries for the standings."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for seat in penalties.seats_of(event):
        place = gettext("Round %(round)s, table %(table)s") % {
            "round": seat.sitting.segment.match.round.number,
            "table": seat.sitting.table.number,
        }
        words = f"{wording.seat_name(seat.label)} · {seat.person.name}"
        groups.setdefault(place, []).append((f"seat:{seat.uid}", words))
    entries = [
        (f"entry:{one.uid}", f"{one.number} {one.name}")
        for one in queries.competitors(event).values()
    ]
    return [*groups.items(), (gettext("In the standings"), entries)]


def _page(
    request: DeskRequest,
    event: Event,
    form: PenaltyForm,
    *,
    effect: Sequence[Effect] = (),
    previewed: bool = False,
    wrong: TakeBackForm | None = None,
) -> HttpResponse:
    known = queries.competitors(event)
    context = {
        "tournament": event.tournament,
        "event": event,
        "form": form,
        "previewed": previewed,
        "effect": effect,
        "wrong": wrong,
        "given": [
            (one, [known[entry.uid].name for entry in one.entries])
            for one in penalties.given(event)
        ],
        "take_back": TakeBackForm(auto_id=False),
    }
    return render(request, "referee/penalties.html", context)
