"""The officials' pages: which devices have tables, which sheets wait, what was refused and kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from referee.base.sealed import Writer, seal
from referee.calls import calls
from referee.claims import claims
from referee.desk import page_values, round_tables
from referee.desk.forms import ConfirmForm
from referee.desk.ruling_forms import AdjustForm, DecideForm, RestoreForm, RuleForm
from referee.leases import leases, shut_pins
from referee.models import REFEREE, DeviceLease, KeptWrite
from referee.reports.game_ends import announce_game_end
from referee.rulings import adjusted_scores, corrections
from referee.sheets import entry, irregularities, pending_sheets, queries, versions
from tournaments import access, wording
from tournaments.checks import published_changes
from tournaments.checks.published_changes import PublishedChanges
from tournaments.models import Deal, Event, Round, Tournament
from tournaments.record import ledger
from tournaments.refusals import Refused
from tournaments.results.queries import ruleset_of
from tournaments.views.answers import DeskRequest, report_outcome

MOST_KEPT = 50
"""How many refused writes are listed; more come only from a faulty device."""


@never_cache
@login_required
@require_safe
def overview(request: DeskRequest, uid: str) -> HttpResponse:
    """Show the devices, the sheets to be decided, and what was refused and kept."""
    tournament = _tournament(request, uid)
    kept_writes = pending_sheets.kept_writes(tournament)
    closed_rounds = page_values.closed_rounds(tournament)
    sheets = pending_sheets.pending_sheets(tournament)
    late_sheets = list(pending_sheets.late_sheets(tournament)[:MOST_KEPT])
    closed_round = next(
        (round_ for round_ in closed_rounds if round_.uid == request.GET.get("round")), None
    )
    context = {
        "tournament": tournament,
        "calls": len(calls.open_calls(tournament)),
        "closed": closed_rounds,
        "wanted": closed_round,
        "shut_pins": shut_pins.state(tournament),
        "leases": leases.open_leases(tournament),
        "old_leases": leases.old_leases(tournament),
        "late": late_sheets,
        "posted": pending_sheets.posted_of(late_sheets),
        "sheets": sheets.ruled,
        "shelves": [("table", sheets.table), ("paper", sheets.paper)],
        "claims": [page_values.claim(row, waits=True) for row in claims.waiting_claims(tournament)],
        "disputes": versions.open_disputes(tournament),
        "two_records": tournament.events.filter(records=Event.Records.TWO).exists(),
        "irregularities": [
            page_values.irregularity(incident)
            for incident in irregularities.unruled(deal__event__tournament=tournament)
        ],
        "events": tournament.events.order_by("number"),
        "tables": round_tables.tables(tournament, closed_round),
        "changed": corrections.changed_since_close(tournament)[:MOST_KEPT],
        "kept": [page_values.kept(row) for row in kept_writes[:MOST_KEPT]],
        "kept_before": max(0, kept_writes.count() - MOST_KEPT),
    }
    return render(request, "referee/overview.html", context)


@never_cache
@login_required
@require_safe
def deal(request: DeskRequest, uid: str, deal_uid: str) -> HttpResponse:
    """Show every sheet of a deal beside one another, and the versions of its result."""
    deal = _deal(_tournament(request, uid), deal_uid)
    return _deal_page(request, deal)


@login_required
@require_POST
def confirm(request: DeskRequest, uid: str, deal_uid: str) -> HttpResponse:
    """Make a sheet the result of its deal by the referee's word."""
    tournament = _tournament(request, uid)
    deal = _deal_to_change(request, uid, deal_uid)
    # A repeated request gets the same answer, although a result exists by then.
    is_repeated = request.POST.get("key") in queries.keys_of_confirmations(deal)
    needed = entry.needs_reason(deal) and not is_repeated
    form = ConfirmForm(request.POST, needs_reason=needed)
    if not form.is_valid():
        return _deal_page(request, deal, form)
    data = form.cleaned_data
    content = {"sheet": data["sheet"], "sheet_digest": data["digest"], "seat": REFEREE}
    writer = Writer.referee(tournament, request.user)
    try:
        entry.confirm(
            writer=writer, sealed=seal(content, data["key"]), reason=data.get("reason", "")
        )
    except Refused as refused:
        form.take(refused)
        return _deal_page(request, deal, form)
    messages.success(request, gettext("The sheet is now the result of the deal."))
    return redirect("referee_deal", uid, deal_uid)


@login_required
@require_POST
def rule(request: DeskRequest, uid: str, deal_uid: str) -> HttpResponse:
    """Give a deal a result without points, or take its result back."""
    deal = _deal_to_change(request, uid, deal_uid)
    form = RuleForm(request.POST, kinds=corrections.OFFERED)
    if form.is_valid():
        data = form.cleaned_data
        try:
            with announce_game_end(request, deal):
                corrections.rule(
                    deal, request.user, data["kind"], data["reason"], seen=data["seen"]
                )
        except Refused as refused:
            form.take(refused)
        else:
            messages.success(request, gettext("This is now the result of the deal."))
            return redirect("referee_deal", uid, deal_uid)
    return _deal_page(request, deal, ruling=form)


@login_required
@require_POST
def adjust(request: DeskRequest, uid: str, deal_uid: str) -> HttpResponse:
    """Give either direction of a board an average instead of a result."""
    deal = _deal_to_change(request, uid, deal_uid)
    form = AdjustForm(request.POST, seats=page_values.people(deal), auto_id="adjust_%s")
    if form.is_valid():
        try:
            adjusted_scores.give(deal, request.user, form.score, seen=form.cleaned_data["seen"])
        except Refused as refused:
            form.take(refused)
        else:
            messages.success(request, gettext("The board has an adjusted score."))
            return redirect("referee_deal", uid, deal_uid)
    return _deal_page(request, deal, adjusting=form)


@login_required
@require_POST
def restore(request: DeskRequest, uid: str, deal_uid: str) -> HttpResponse:
    """Take an adjusted score back, so that what stood before it counts again."""
    deal = _deal_to_change(request, uid, deal_uid)
    form = RestoreForm(request.POST, auto_id="restore_%s")
    if form.is_valid():
        data = form.cleaned_data
        try:
            adjusted_scores.take_back(deal, request.user, data["reason"], seen=data["seen"])
        except Refused as refused:
            form.take(refused)
        else:
            messages.success(request, gettext("The adjusted score is taken back."))
            return redirect("referee_deal", uid, deal_uid)
    return _deal_page(request, deal, restoring=form)


@login_required
@require_POST
def decide(request: DeskRequest, uid: str, deal_uid: str) -> HttpResponse:
    """Decide the claim that waits in a deal; it becomes the result with what was decided."""
    deal = _deal_to_change(request, uid, deal_uid)
    # Only the claim that was shown: a newer sheet may have brought another one since.
    claim = claims.claims_of_deal(deal).filter(uid=request.POST.get("claim", "")).first()
    if claim is None or not claims.is_waiting(claim):
        messages.error(request, gettext("No claim of this deal waits for a decision."))
        return redirect("referee_deal", uid, deal_uid)
    claim.deal = deal
    form = _decide_form(deal, page_values.still_out(claim), request.POST)
    if form.is_valid():
        data = form.cleaned_data
        try:
            claims.decide(claim, request.user, form.allocation, data["reason"], data["article"])
        except Refused as refused:
            form.take(refused)
        else:
            messages.success(request, gettext("The claim is decided."))
            return redirect("referee_deal", uid, deal_uid)
    return _deal_page(request, deal, deciding=form)


@never_cache
@login_required
@require_safe
def kept_text(request: DeskRequest, uid: str, kept_uid: str) -> HttpResponse:
    """Show something that was refused exactly as it came, as text and never as a page."""
    write = get_object_or_404(KeptWrite, tournament=_tournament(request, uid), uid=kept_uid)
    return HttpResponse(write.sealed, content_type="text/plain; charset=utf-8")


@login_required
@require_POST
def look_at_pins(request: DeskRequest, uid: str) -> HttpResponse:
    """Lift the block on officials' PINs at the tables."""
    tournament = _tournament(request, uid)
    shut_pins.lift_block(tournament, request.user)
    messages.success(request, gettext("PINs are looked at again."))
    return redirect("referee_overview", uid)


@login_required
@require_POST
def release(request: DeskRequest, uid: str, lease_uid: str) -> HttpResponse:
    """Take a table back from its device, so that another one may open it."""
    tournament = _tournament(request, uid)
    rows = DeviceLease.objects.select_related("table__tournament")
    lease = get_object_or_404(rows, table__tournament=tournament, uid=lease_uid)
    with report_outcome(request, gettext("The table is free for another device.")):
        leases.release_at_desk(lease=lease, official=request.user)
    return redirect("referee_overview", uid)


def _tournament(request: DeskRequest, uid: str) -> Tournament:
    return access.tournament_as(request.user, uid, access.REFEREES)


def _deal(tournament: Tournament, uid: str) -> Deal:
    deals = Deal.objects.filter(event__tournament=tournament)
    return get_object_or_404(deals.select_related(*queries.DEAL_WITH_EVENT), uid=uid)


def _deal_to_change(request: DeskRequest, uid: str, deal_uid: str) -> Deal:
    """Return a deal for somebody who may change its result now."""
    deal = _deal(_tournament(request, uid), deal_uid)
    access.tournament_as(request.user, uid, corrections.roles_for(deal.sitting.segment.match.round))
    return deal


def _decide_form(deal: Deal, still_out: Sequence[str], data: QueryDict | None = None) -> DecideForm:
    cards = queries.blank_of(deal.event, ruleset_of(deal)).cards
    people, game = page_values.people(deal), deal.event.game
    return DecideForm(
        data, game=game, cards=cards, seats=people, still_out=still_out, auto_id="claim_%s"
    )


def _published_changes(deal: Deal) -> PublishedChanges | None:
    """Return what differs from the published results; None where the round is not closed."""
    round_ = deal.sitting.segment.match.round
    is_closed = round_.state == Round.State.CLOSED
    return published_changes.changes_since(deal.event, round_.number) if is_closed else None


def _deal_page(
    request: DeskRequest,
    deal: Deal,
    form: ConfirmForm | None = None,
    *,
    ruling: RuleForm | None = None,
    deciding: DecideForm | None = None,
    adjusting: AdjustForm | None = None,
    restoring: RestoreForm | None = None,
) -> HttpResponse:
    tournament, round_ = deal.event.tournament, deal.sitting.segment.match.round
    kinds = corrections.kinds_for(deal)
    claims_shown = [
        page_values.claim(row, waits=claims.is_waiting(row)) for row in claims.claims_of_deal(deal)
    ]
    cards_out = (
        page_values.still_out(claims_shown[0].row) if claims_shown and claims_shown[0].waits else ()
    )
    context = {
        **page_values.window(request.user, round_),
        "in_play": round_.state in ledger.IN_PLAY,
        "claims": claims_shown,
        "still_out": wording.card_list(cards_out) if cards_out else "",
        "deciding": deciding or _decide_form(deal, cards_out),
        "ruling": ruling
        or RuleForm(initial={"seen": deal.version}, kinds=kinds, auto_id="rule_%s"),
        "ruled": ruling is not None,
        **_adjustment_forms(deal, adjusting, restoring),
        "tournament": tournament,
        "event": deal.event,
        "deal": deal,
        "sheets": page_values.sheets(deal, form),
        "results": page_values.results(deal),
        "irregularities": [
            page_values.irregularity(incident)
            for incident in irregularities.incidents_of_deal(deal)
        ],
        "published": _published_changes(deal),
        "form": form or ruling or deciding or adjusting or restoring,
    }
    return render(request, "referee/deal.html", context)


def _adjustment_forms(
    deal: Deal, adjusting: AdjustForm | None, restoring: RestoreForm | None
) -> dict[str, Any]:
    """Return the forms of an adjusted score, where the deal can have one."""
    if not adjusted_scores.is_offered(deal):
        return {}
    seen, seats = {"seen": deal.version}, page_values.people(deal)
    is_adjusted = adjusted_scores.is_adjusted(deal)
    return {
        "adjusts": adjusting is not None or restoring is not None,
        "adjusting": adjusting or AdjustForm(initial=seen, seats=seats, auto_id="adjust_%s"),
        "restoring": (restoring or RestoreForm(initial=seen, auto_id="restore_%s"))
        if is_adjusted
        else None,
    }
