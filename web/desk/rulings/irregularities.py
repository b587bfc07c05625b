"""The officials' pages of rulings: on an irregularity, and on deals that were not begun in time."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext

from referee.models import Irregularity
from referee.rulings import corrections, irregularity_rulings, late_exposures, penalties
from referee.rulings.corrections import RuledOut
from referee.sheets import irregularities, queries
from referee.sheets.irregularities import Incident
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Deal, Role, Round
from tournaments.rights.access import REFEREES
from tournaments.wording.values import deal_text
from web.desk.adjusted.exposures import exposure_shown
from web.desk.decisions import page_values, texts_shown
from web.desk.decisions.ruling_forms import IrregularityForm, NotBegunForm
from web.desk.frame import fetch
from web.desk.frame.views import page
from web.forms.requests import DeskRequest
from web.publish.alerts.alert import OF_DEAL


def _incident_and_deal(
    request: DeskRequest, roles: Collection[Role], uid: str, irregularity_uid: str
) -> tuple[Incident, Deal]:
    """Return an irregularity and its deal, even if the sheet that counts no longer reports it."""
    tournament = fetch.tournament_within(request, roles, uid=uid)
    rows = Irregularity.objects.filter(
        fetch.reach(request, tournament).condition(**OF_DEAL), deal__event__tournament=tournament
    )
    row = get_object_or_404(rows.select_related("deal"), uid=irregularity_uid)
    deal = queries.deal_in(tournament, row.deal.uid)
    if deal is None:
        raise Http404
    return irregularities.incident_of(row), deal


@page(_incident_and_deal, REFEREES, change=REFEREES)
def irregularity(request: DeskRequest, found: tuple[Incident, Deal]) -> HttpResponse:
    """Show an irregularity that a sheet reports, and take the referee's ruling."""
    incident, deal = found
    proposed = late_exposures.proposed_ruling(incident)
    make_form = partial(
        IrregularityForm,
        whom=_penalised_player(incident),
        limits=penalties.limits_of(deal.event, at_table=True),
        article=proposed.get("article", ""),
        articles=late_exposures.articles_by_decision(incident),
    )
    if request.method != "POST":
        form = make_form(initial={"seen": len(incident.rulings), **proposed})
        return _irregularity_page(request, incident, deal, form)
    uid = deal.event.tournament.uid
    fetch.require_change(request, uid, deal)
    form = make_form(request.POST)
    if form.is_valid():
        with form.take_refusal():
            irregularity_rulings.rule(
                incident, request.user, form.ruling(), seen=form.cleaned_data["seen"]
            )
            messages.success(request, gettext("The ruling is recorded."))
            return redirect("referee_deal", uid, deal.uid)
    return _irregularity_page(request, incident, deal, form)


def _penalised_player(incident: Incident) -> str:
    """Return the seat and the player who would be penalised."""
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
        "what": texts_shown.irregularity_title(incident.row),
        "seen_in": irregularities.seen_text(incident),
        "trick": _trick_rows(incident),
        "whom": _penalised_player(incident),
        "rulings": [(ruling, irregularities.ruling_text(ruling)) for ruling in incident.rulings],
        "taken_back": irregularity_rulings.taken_back(incident.rulings),
        "form": form,
        "exposure": exposure_shown(incident),
    }
    return render(request, "desk/rulings/irregularity.html", context)


@page(fetch.round_of, REFEREES, change=REFEREES)
def not_begun(request: DeskRequest, round_: Round) -> HttpResponse:
    """List the deals of a round that were not begun in time, and rule that they are not played.

    An official limited to certain tables can do so at these.
    """
    if request.method != "POST":
        usual = gettext("Time was called before the deal began.")
        return _not_begun_page(request, round_, NotBegunForm(initial={"reason": usual}))
    listed = _listed(request, round_)
    form = NotBegunForm(request.POST)
    if form.is_valid():
        with form.take_refusal():
            outcome = corrections.rule_out(
                round_, request.user, listed, form.cleaned_data["reason"]
            )
            _add_messages(request, outcome)
            return redirect("desk_round", round_.uid)
    return _not_begun_page(request, round_, form)


def _listed(request: DeskRequest, round_: Round) -> list[str]:
    """Return the open deals that were ticked; refuse those that the user may not change now."""
    uids = request.POST.getlist("deal")
    ticked = [row for row in corrections.open_deals(round_) if row.deal.uid in uids]
    fetch.require_change_of_round(request, round_, {row.table for row in ticked})
    return [row.deal.uid for row in ticked]


def _add_messages(request: DeskRequest, outcome: RuledOut) -> None:
    number = len(outcome.ruled)
    text = ngettext(
        "%(number)s deal is not played.", "%(number)s deals are not played.", number
    ) % {"number": number}
    messages.success(request, text)
    if outcome.left:
        label = gettext("Table %(table)s, %(deal)s")
        names = join_facts(
            *(
                label % {"table": row.table, "deal": deal_text(row.deal.number)}
                for row in outcome.left
            )
        )
        messages.warning(request, gettext("Left out: %(deals)s.") % {"deals": names})


def _not_begun_page(request: DeskRequest, round_: Round, form: NotBegunForm) -> HttpResponse:
    open_deals = corrections.open_deals(round_)
    not_begun_deals = [open_deal for open_deal in open_deals if open_deal.evidence is None]
    # Deals surely not begun are ticked at first; after an error the user's own ticks stay.
    chosen = [open_deal.deal.uid for open_deal in not_begun_deals if open_deal.doubt is None]
    elsewhere = fetch.whose_elsewhere(request, round_.event, {row.table for row in open_deals})
    context = {
        "tournament": round_.event.tournament,
        "event": round_.event,
        "round": round_,
        "bare": [deal for deal in not_begun_deals if deal.table not in elsewhere],
        "of_others": [
            (deal, elsewhere[deal.table]) for deal in not_begun_deals if deal.table in elsewhere
        ],
        "listed": request.POST.getlist("deal") if form.is_bound else chosen,
        "left": [
            (deal, elsewhere.get(deal.table, ""))
            for deal in open_deals
            if deal.evidence is not None
        ],
        "form": form,
    }
    return render(request, "desk/rulings/not_begun.html", context)
