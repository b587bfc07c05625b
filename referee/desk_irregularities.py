"""The officials' page of an irregularity: what happened, what was ruled, and a new ruling."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee import corrections, irregularities, queries, rulings
from referee.irregularities import Found
from referee.models import Irregularity
from referee.ruling_forms import IrregularityForm
from tournaments import access
from tournaments.models import Deal
from tournaments.refusals import Refused
from tournaments.views.answers import DeskRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def irregularity(request: DeskRequest, uid: str, irregularity_uid: str) -> HttpResponse:
    """Show what a sheet tells of play against the rules, and take the referee's word on it."""
    found, deal = _found(request, uid, irregularity_uid)
    if request.method != "POST":
        return _page(request, found, deal, IrregularityForm(initial=_seen(found)))
    access.tournament_as(request.user, uid, corrections.roles_for(deal.sitting.segment.match.round))
    form = IrregularityForm(request.POST)
    if form.is_valid():
        try:
            rulings.rule(found, request.user, form.ruling(), seen=form.cleaned_data["seen"])
        except Refused as refused:
            form.take(refused)
        else:
            messages.success(request, gettext("The ruling is written down."))
            return redirect("referee_deal", uid, deal.uid)
    return _page(request, found, deal, form)


def _found(request: DeskRequest, uid: str, row_uid: str) -> tuple[Found, Deal]:
    """Return an irregularity, in whichever sheet of the deal it counts now."""
    tournament = access.tournament_as(request.user, uid, access.REFEREES)
    rows = Irregularity.objects.filter(deal__event__tournament=tournament)
    row = get_object_or_404(rows.select_related("deal"), uid=row_uid)
    deal = queries.deal_in(tournament, row.deal.uid)
    counting = irregularities.of_deal(deal) if deal else []
    same = (row.code, row.seat, row.play)
    for one in counting:
        if deal and (one.row.code, one.row.seat, one.row.play) == same:
            return one, deal
    raise Http404


def _seen(found: Found) -> dict[str, Any]:
    return {"seen": len(found.rulings)}


def _page(request: DeskRequest, found: Found, deal: Deal, form: IrregularityForm) -> HttpResponse:
    context = {
        "tournament": deal.event.tournament,
        "event": deal.event,
        "deal": deal,
        "row": found.row,
        "what": irregularities.text(found.row),
        "rulings": [(one, irregularities.ruling_text(one)) for one in found.rulings],
        "form": form,
    }
    return render(request, "referee/irregularity.html", context)
