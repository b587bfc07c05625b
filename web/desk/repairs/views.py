"""The officials' pages of repairs: the effect is shown first, and one button applies it."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from tournaments import organise
from tournaments.models import Deal
from tournaments.record import ledger
from tournaments.rights.access import REFEREES
from tournaments.wording.values import deal_text
from web.desk.decisions import deal_messages, page_values
from web.desk.decisions.forms import MoveForm, RepairForm, SeatsForm
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, Shown, actor, page
from web.desk.repairs import previewed
from web.forms.requests import DeskRequest


@page(fetch.deal_of, REFEREES, change=REFEREES, back="referee_deal")
def seats(request: DeskRequest, deal: Deal) -> Shown:
    """Correct who sat where at the table of a deal, for all its deals or for some."""
    people = page_values.people(deal)
    names = _deals_of_sitting(deal)
    orders = list(names)
    if request.method != "POST":
        start = {"first": orders[0], "last": orders[-1]}
        return _repair_page(request, deal, SeatsForm(initial=start, seats=people, deals=names))
    form = SeatsForm(request.POST, seats=people, deals=names)
    if not form.is_valid():
        return _repair_page(request, deal, form)
    data = form.cleaned_data
    exchange = (form.exchange, data["first"], data["last"])
    if _is_applied(request, form):
        with form.take_refusal():
            organise.exchange_seats(
                deal.sitting, actor(request), *exchange, data["reason"], seen=data["seen"]
            )
            deal_messages.add_success(
                request, deal, gettext("The seats are corrected and published again.")
            )
            return UNSAID
    return _repair_page(request, deal, form, organise.preview_seats(deal.sitting, *exchange))


@page(fetch.deal_of, REFEREES, change=REFEREES)
def move(request: DeskRequest, deal: Deal) -> HttpResponse:
    """Move the result of a deal to the deal it belongs to, or exchange the two."""
    other_deals = _other_deals(deal)
    if request.method != "POST":
        return _repair_page(request, deal, MoveForm(deals=_deal_choices(other_deals)))
    form = MoveForm(request.POST, deals=_deal_choices(other_deals))
    if not form.is_valid():
        return _repair_page(request, deal, form)
    data = form.cleaned_data
    other = fetch.deal_of(request, REFEREES, deal.event.tournament.uid, data["other"])
    if _is_applied(request, form):
        with form.take_refusal():
            repair = organise.exchange_results if other.done else organise.move_result
            repair(deal, other, actor(request), data["reason"], seen=data["seen"])
            deal_messages.add_success(
                request, other, gettext("The results are now with the right deals.")
            )
            return redirect("referee_deal", deal.event.tournament.uid, other.uid)
    return _repair_page(request, deal, form, organise.preview_results(deal, other), other=other)


def _deals_of_sitting(deal: Deal) -> dict[int, str]:
    """Return the deals that are played in the same seats, in order of play."""
    rows = deal.sitting.deals.order_by("play_order").values_list("board_no", "play_order")
    return {
        order: deal_text(deal.number._replace(board=board, order=order)) for board, order in rows
    }


def _other_deals(deal: Deal) -> list[Deal]:
    states = {"sitting__segment__match__round__state__in": ledger.IN_PLAY}
    deals = Deal.objects.filter(event=deal.event, **states).exclude(pk=deal.pk)
    related = deals.select_related("sitting__table", "sitting__segment__match__round").defer(
        "sitting__segment__match__round__reasons"
    )
    by_round = "-sitting__segment__match__round__number"
    return list(related.order_by(by_round, "sitting__table__number", "play_order"))


def _deal_choices(deals: list[Deal]) -> list[Any]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for deal in deals:
        place = gettext("Round %(round)s, table %(table)s") % {
            "round": deal.sitting.segment.match.round.number,
            "table": deal.sitting.table.number,
        }
        name = deal_text(deal.number)
        label = gettext("%(deal)s, has a result") % {"deal": name} if deal.done else name
        groups.setdefault(place, []).append((deal.uid, label))
    return list(groups.items())


def _is_applied(request: DeskRequest, form: RepairForm) -> bool:
    return "apply" in request.POST and bool(form.cleaned_data["seen"])


def _repair_page(
    request: DeskRequest,
    deal: Deal,
    form: RepairForm,
    preview: organise.RepairPreview | None = None,
    *,
    other: Deal | None = None,
) -> HttpResponse:
    context = {
        **previewed.context(request, deal, form, preview),
        "of_seats": isinstance(form, SeatsForm),
        "other": other,
    }
    return render(request, "desk/repairs/repair.html", context)
