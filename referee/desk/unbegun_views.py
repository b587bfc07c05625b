"""The officials' page on which everything that was not begun in time is ruled not played."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.desk.ruling_forms import NotBegunForm
from referee.rulings import corrections, unbegun
from referee.rulings.unbegun import OpenDeal, RuledOut
from tournaments import access
from tournaments.models import Round
from tournaments.refusals import Refused
from tournaments.views.answers import DeskRequest


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def not_begun(request: DeskRequest, uid: str, round_uid: str) -> HttpResponse:
    """List the deals of a round that were not begun in time, and rule that they are not played."""
    tournament = access.tournament_as(request.user, uid, access.REFEREES)
    rounds = Round.objects.filter(event__tournament=tournament)
    round_ = get_object_or_404(rounds.select_related("event__tournament"), uid=round_uid)
    if request.method != "POST":
        usual = gettext("Time was called before the deal was begun.")
        return _not_begun_page(request, round_, NotBegunForm(initial={"reason": usual}))
    access.tournament_as(request.user, uid, corrections.roles_for(round_))
    form = NotBegunForm(request.POST)
    if form.is_valid():
        try:
            outcome = unbegun.rule_out(
                round_, request.user, request.POST.getlist("deal"), form.cleaned_data["reason"]
            )
        except Refused as refused:
            form.take(refused)
        else:
            _add_messages(request, outcome)
            return redirect("desk_round", round_.uid)
    return _not_begun_page(request, round_, form)


def _add_messages(request: DeskRequest, outcome: RuledOut) -> None:
    number = len(outcome.ruled)
    text = ngettext(
        "%(number)s deal is not played.", "%(number)s deals are not played.", number
    ) % {"number": number}
    messages.success(request, text)
    if outcome.left:
        names = _deal_names(outcome.left)
        messages.warning(request, gettext("Left out: %(deals)s.") % {"deals": names})


def _deal_names(deals: Iterable[OpenDeal]) -> str:
    label = gettext("Table %(table)s, deal %(deal)s")
    return " · ".join(label % {"table": row.table, "deal": row.deal.play_order} for row in deals)


def _not_begun_page(request: DeskRequest, round_: Round, form: NotBegunForm) -> HttpResponse:
    open_deals = unbegun.open_deals(round_)
    not_begun_deals = [open_deal for open_deal in open_deals if open_deal.sign is None]
    # Deals surely not begun are ticked at first; after an error the user's own ticks stay.
    chosen = [open_deal.deal.uid for open_deal in not_begun_deals if open_deal.doubt is None]
    context = {
        "tournament": round_.event.tournament,
        "event": round_.event,
        "round": round_,
        "bare": not_begun_deals,
        "listed": request.POST.getlist("deal") if form.is_bound else chosen,
        "left": [open_deal for open_deal in open_deals if open_deal.sign is not None],
        "form": form,
    }
    return render(request, "referee/not_begun.html", context)
