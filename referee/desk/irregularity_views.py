"""The officials' page of an irregularity: what happened, what was ruled, and a new ruling."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.desk import page_values
from referee.desk.ruling_forms import IrregularityForm
from referee.models import Irregularity
from referee.rulings import corrections, rulings
from referee.sheets import irregularities, queries
from referee.sheets.irregularities import Incident
from tournaments import access, wording
from tournaments.models import Deal
from tournaments.refusals import Refused
from tournaments.views.answers import DeskRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def irregularity(request: DeskRequest, uid: str, irregularity_uid: str) -> HttpResponse:
    """Show an irregularity that a sheet reports, and take the referee's ruling."""
    incident, deal = _incident_and_deal(request, uid, irregularity_uid)
    if request.method != "POST":
        form = IrregularityForm(
            initial={"seen": len(incident.rulings)}, whom=_penalised_player(incident)
        )
        return _irregularity_page(request, incident, deal, form)
    access.tournament_as(request.user, uid, corrections.roles_for(deal.sitting.segment.match.round))
    form = IrregularityForm(request.POST, whom=_penalised_player(incident))
    if form.is_valid():
        try:
            rulings.rule(incident, request.user, form.ruling(), seen=form.cleaned_data["seen"])
        except Refused as refused:
            form.take(refused)
        else:
            messages.success(request, gettext("The ruling is written down."))
            return redirect("referee_deal", uid, deal.uid)
    return _irregularity_page(request, incident, deal, form)


def _incident_and_deal(request: DeskRequest, uid: str, row_uid: str) -> tuple[Incident, Deal]:
    """Return an irregularity and its deal, even where the sheet that counts reports it no more."""
    tournament = access.tournament_as(request.user, uid, access.REFEREES)
    rows = Irregularity.objects.filter(deal__event__tournament=tournament)
    row = get_object_or_404(rows.select_related("deal"), uid=row_uid)
    deal = queries.deal_in(tournament, row.deal.uid)
    if deal is None:
        raise Http404
    return irregularities.incident_of(row), deal


def _penalised_player(incident: Incident) -> str:
    """Return the seat and the player that a penalty is given to."""
    row = incident.row
    name = page_values.people(row.deal).get(row.seat, "")
    return " ".join(filter(None, [wording.seat_name(row.seat), name]))


def _trick_rows(incident: Incident) -> list[tuple[str, str, bool]]:
    """Return the trick concerned: seat, cards, and whether this play is the irregularity."""
    plays, row = irregularities.trick(incident.row), incident.row
    return [
        (
            wording.seat_name(play.seat),
            wording.card_list(play.cards),
            play.seat == row.seat and list(play.cards) == row.cards,
        )
        for play in plays
    ]


def _irregularity_page(
    request: DeskRequest, incident: Incident, deal: Deal, form: IrregularityForm
) -> HttpResponse:
    context = {
        "tournament": deal.event.tournament,
        "event": deal.event,
        "deal": deal,
        "row": incident.row,
        "what": irregularities.text(incident.row),
        "seen_in": irregularities.seen_text(incident),
        "trick": _trick_rows(incident),
        "whom": _penalised_player(incident),
        "rulings": [(ruling, irregularities.ruling_text(ruling)) for ruling in incident.rulings],
        "taken_back": rulings.taken_back(incident.rulings),
        "form": form,
    }
    return render(request, "referee/irregularity.html", context)
