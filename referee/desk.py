"""The officials' pages: which devices have tables, which sheets wait, what was refused and kept."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from referee import desk_pages, entry, leases, queries
from referee.confirmers import REFEREE
from referee.forms import ConfirmForm
from referee.models import DeviceLease, KeptWrite
from referee.sealed import seal
from referee.writers import Writer
from tournaments import access
from tournaments.models import Deal, Tournament
from tournaments.refusals import Refused
from tournaments.views.answers import DeskRequest, actor, told

MOST_KEPT = 50
"""So many refused writes are listed: more come only from a device that has gone wrong."""


@never_cache
@login_required
@require_safe
def overview(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the devices, the sheets to be decided, and what was refused and kept."""
    tournament = _tournament(request, uid)
    kept = queries.kept_writes(tournament)
    context = {
        "tournament": tournament,
        "leases": queries.open_leases(tournament),
        "sheets": queries.sheets_to_decide(tournament),
        "kept": [desk_pages.kept(row) for row in kept[:MOST_KEPT]],
        "kept_before": max(0, kept.count() - MOST_KEPT),
    }
    return render(request, "referee/overview.html", context)


@never_cache
@login_required
@require_safe
def deal(request: DeskRequest, uid: str, deal_uid: str) -> HttpResponse:
    """Show every sheet of a deal beside one another, and the versions of its result."""
    found = _deal(_tournament(request, uid), deal_uid)
    return _deal_page(request, found)


@login_required
@require_POST
def confirm(request: DeskRequest, uid: str, deal_uid: str) -> HttpResponse:
    """Make a sheet the result of its deal by the referee's word."""
    tournament = _tournament(request, uid)
    found = _deal(tournament, deal_uid)
    # The button pressed twice is answered twice, although by then a result stands.
    again = request.POST.get("key") in queries.keys_of_confirmations(found)
    needed = entry.needs_reason(found) and not again
    form = ConfirmForm(request.POST, needs_reason=needed)
    if not form.is_valid():
        return _deal_page(request, found, form)
    said = form.cleaned_data
    content = {"sheet": said["sheet"], "sheet_digest": said["digest"], "seat": REFEREE}
    writer = Writer.referee(tournament, request.user)
    try:
        entry.confirm(
            writer=writer, sealed=seal(content, said["key"]), reason=said.get("reason", "")
        )
    except Refused as refused:
        form.take(refused)
        return _deal_page(request, found, form)
    messages.success(request, gettext("The sheet is now the result of the deal."))
    return redirect("referee_deal", uid, deal_uid)


@never_cache
@login_required
@require_safe
def kept_text(request: DeskRequest, uid: str, kept_uid: str) -> HttpResponse:
    """Show something that was refused exactly as it came, as text and never as a page."""
    found = get_object_or_404(KeptWrite, tournament=_tournament(request, uid), uid=kept_uid)
    return HttpResponse(found.sealed, content_type="text/plain; charset=utf-8")


@login_required
@require_POST
def release(request: DeskRequest, uid: str, lease_uid: str) -> HttpResponse:
    """Take a table back from its device, so that another one may open it."""
    tournament = _tournament(request, uid)
    held = DeviceLease.objects.select_related("table__tournament")
    lease = get_object_or_404(held, table__tournament=tournament, uid=lease_uid)
    with told(request, gettext("The table is free for another device.")):
        leases.release(lease=lease, actor=actor(request))
    return redirect("referee_overview", uid)


def _tournament(request: DeskRequest, uid: str) -> Tournament:
    return access.tournament_as(request.user, uid, access.REFEREES)


def _deal(tournament: Tournament, uid: str) -> Deal:
    deals = Deal.objects.filter(event__tournament=tournament)
    return get_object_or_404(deals.select_related(*queries.DEAL_WITH_EVENT), uid=uid)


def _deal_page(request: DeskRequest, found: Deal, form: ConfirmForm | None = None) -> HttpResponse:
    context = {
        "tournament": found.event.tournament,
        "event": found.event,
        "deal": found,
        "sheets": desk_pages.sheets(found, form),
        "results": desk_pages.results(found),
        "form": form,
    }
    return render(request, "referee/deal.html", context)
