"""Reopening an agreed claim from the page of its deal, and leaving it as agreed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext

from referee.claims import claims, reopening
from referee.models import Claim
from tournaments.models import Deal
from tournaments.rights.access import REFEREES
from web.desk.claims.forms import ReopenForm
from web.desk.decisions import deal_messages
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, act
from web.forms import sent
from web.forms.requests import DeskRequest


@act(fetch.deal_of, REFEREES, back="referee_deal")
def reopen(request: DeskRequest, deal: Deal) -> HttpResponse | str:
    """Reopen an agreed claim; its own page asks for the decision."""
    row, form = _sent_claim(request, deal), ReopenForm(request.POST)
    if row is not None and form.is_valid():
        with form.take_refusal():
            reopening.reopen(row, request.user, form.cleaned_data["reason"])
            return redirect("referee_claim", deal.event.tournament.uid, deal.uid)
    _say_errors(request, row, form)
    return UNSAID


@act(fetch.deal_of, REFEREES, back="referee_deal")
def keep(request: DeskRequest, deal: Deal) -> HttpResponse | str:
    """Leave a reopened claim as the table agreed on it."""
    row, form = _sent_claim(request, deal), ReopenForm(request.POST)
    if row is not None and form.is_valid():
        with form.take_refusal():
            reopening.keep_agreement(row, request.user, form.cleaned_data["reason"])
            deal_messages.add_success(request, deal, gettext("The claim stands as agreed."))
            return UNSAID
    _say_errors(request, row, form)
    return redirect("referee_claim" if row else "referee_deal", deal.event.tournament.uid, deal.uid)


def _sent_claim(request: DeskRequest, deal: Deal) -> Claim | None:
    row = claims.claims_of_deal(deal).filter(uid=sent.uid(request.POST, "claim")).first()
    if row is not None:
        row.deal = deal
        if row.sheet is not None:
            row.sheet.deal = deal
    return row


def _say_errors(request: DeskRequest, row: Claim | None, form: ReopenForm) -> None:
    if row is None:
        messages.error(request, gettext("This claim no longer exists."))
    form.tell(request)
