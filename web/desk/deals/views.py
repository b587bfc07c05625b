"""The officials' page of a deal: its sheets and results, and a referee's decisions on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from referee.base.handed_in import Writer, seal
from referee.models import REFEREE
from referee.rulings import adjusted_scores, corrections, fouled_boards, listed
from referee.rulings.listed import Ruled, VersionState
from referee.sheets import entry, irregularities, later_deals, queries
from tournaments import results
from tournaments.checks import published_changes
from tournaments.checks.published_changes import PublishedChanges
from tournaments.models import Deal, Result, ResultKind, Round
from tournaments.models.record import PLAYED_AGAIN
from tournaments.results.snapshot import EventSnapshot
from tournaments.rights.access import DESK, REFEREES
from tournaments.structure.games import BY_REFEREE
from tournaments.wording import result_words
from web.desk.claims.forms import ReopenForm
from web.desk.deals import state
from web.desk.decisions import deal_messages, page_values
from web.desk.decisions.consequences import consequences_in, effects_without_points, propose
from web.desk.decisions.forms import ConfirmForm
from web.desk.decisions.game_ends import announce_game_end
from web.desk.decisions.page_values import ResultShown, SheetShown
from web.desk.decisions.ruling_forms import RestoreForm, RuleForm
from web.desk.frame import fetch
from web.desk.frame.views import UNSAID, act, page
from web.forms.requests import DeskRequest
from web.publish import etag, rank_columns
from web.publish.rulings import ruling_words


@page(fetch.deal_with_results_of, DESK)
def deal(request: DeskRequest, read: tuple[Deal, list[Result]]) -> HttpResponse:
    """Show the sheets of a deal side by side, and the versions of its result."""
    return _deal_page(request, read[0], versions=read[1])


@page(fetch.deal_with_results_of, DESK)
def felt(request: DeskRequest, read: tuple[Deal, list[Result]]) -> HttpResponse:
    """Answer with the felt of a deal and its sums alone, for the forms that have it beside them."""
    deal, versions = read
    stamp = etag.stamp("felt", deal.uid, deal.event.tournament.log_seq)

    def fragment() -> HttpResponse:
        people = page_values.people(deal)
        sheets = page_values.sheets(deal, people, None)
        live = next((row for row in versions if deal.done and row.version == deal.version), None)
        context = {"deal": deal, "event": deal.event, "tournament": deal.event.tournament}
        context |= _shown_on_felt(deal, people, sheets, live)
        return render(request, "desk/deals/_shown.html", context)

    return etag.conditional(request, stamp, fragment)


def _shown_on_felt(
    deal: Deal, people: dict[str, str], sheets: Sequence[SheetShown], live: Result | None
) -> dict[str, Any]:
    return {
        "felt": state.felt(deal, people, sheets, live),
        "at_claim": state.at_claim(sheets, people),
    }


@act(fetch.deal_of, REFEREES, back="referee_deal")
def confirm(request: DeskRequest, deal: Deal) -> HttpResponse | str:
    """Make a sheet the result of its deal by the referee's confirmation."""
    # A repeated request gets the same answer, although a result exists by then.
    is_repeated = request.POST.get("key") in queries.keys_of_confirmations(deal)
    needed = entry.needs_reason(deal) and not is_repeated
    form = ConfirmForm(request.POST, needs_reason=needed)
    if not form.is_valid():
        return _deal_page(request, deal, form)
    data = form.cleaned_data
    content = {"sheet": data["sheet"], "sheet_digest": data["digest"], "seat": REFEREE}
    writer = Writer.referee(deal.event.tournament, request.user)
    with form.take_refusal():
        entry.confirm(
            writer=writer, sealed=seal(content, data["key"]), reason=data.get("reason", "")
        )
        deal_messages.add_success(
            request, deal, gettext("The sheet is now the result of the deal.")
        )
        return UNSAID
    return _deal_page(request, deal, form)


@act(fetch.deal_of, REFEREES, back="referee_deal")
def rule(request: DeskRequest, deal: Deal) -> HttpResponse | str:
    """Give a deal a result without points, or retract its result."""
    form = RuleForm(request.POST, kinds=corrections.OFFERED)
    if form.is_valid():
        data = form.cleaned_data
        with form.take_refusal():
            with announce_game_end(request, deal):
                corrections.rule(
                    deal, request.user, data["kind"], data["reason"], seen=data["seen"]
                )
            deal_messages.add_success(request, deal, _ruled_text(data["kind"]))
            return UNSAID
    return _deal_page(request, deal, ruling=form)


def _ruled_text(kind: str) -> str:
    if kind in PLAYED_AGAIN:
        return result_words.reopened_text(kind)
    return gettext("Ruled as “%(result)s”.") % {"result": ResultKind(kind).label}


@act(fetch.deal_of, REFEREES, back="referee_deal")
def restore(request: DeskRequest, deal: Deal) -> HttpResponse | str:
    """Take back an adjusted score, so that the previous result counts again."""
    form = RestoreForm(request.POST, auto_id="restore_%s")
    if form.is_valid():
        data = form.cleaned_data
        with form.take_refusal():
            adjusted_scores.take_back(deal, request.user, data["reason"], seen=data["seen"])
            deal_messages.add_success(request, deal, gettext("The adjusted score is taken back."))
            return UNSAID
    return _deal_page(request, deal, restoring=form)


def _reopened(deal: Deal, shown: Sequence[page_values.ResultShown]) -> dict[str, str]:
    """Return what has to be done with a deal that its newest version left open."""
    if deal.done or not shown:
        return {"reopened": "", "reopened_state": ""}
    kind = shown[0].row.kind
    return {
        "reopened": result_words.reopened_text(kind),
        "reopened_state": result_words.reopened_state(kind),
    }


def _deal_page(
    request: DeskRequest,
    deal: Deal,
    form: ConfirmForm | None = None,
    *,
    versions: Sequence[Result] | None = None,
    ruling: RuleForm | None = None,
    restoring: RestoreForm | None = None,
) -> HttpResponse:
    # The differences from the published state and the effect of a decision follow from all of it.
    snapshot = results.read(deal.event)
    people = page_values.people_at(snapshot, deal.sitting_id) or page_values.people(deal)
    sheets = page_values.sheets(deal, people, form)
    results_shown = page_values.results(deal, people, versions)
    live = results_shown[0].row if results_shown and deal.done else None
    _add_effects(sheets, people, snapshot, results_shown)
    rulings = listed.about(deal=deal)
    of_deal = page_values.deal_context(request.user, deal)
    context = {
        **of_deal,
        **_sheet_values(deal, sheets, live, may_change=of_deal["may_change"]),
        **_shown_on_felt(deal, people, sheets, live),
        "change": state.last_change(deal, results_shown),
        **_ruling_form(
            deal,
            snapshot,
            ruling,
            str(of_deal["owed_reason"]),
            rules=request.GET.get("action") == "rule",
        ),
        "reopening": ReopenForm(auto_id="reopen_%s"),
        "rulings": ruling_words.told_of(rulings),
        "measures": rank_columns.columns_of_event(deal.event),
        **_result_values(deal, results_shown, rulings, restoring),
        "published": _published(deal, snapshot),
        "form": form or ruling or restoring,
    }
    return render(request, "desk/deals/deal.html", context)


def _result_values(
    deal: Deal,
    results_shown: Sequence[ResultShown],
    rulings: Sequence[Ruled],
    restoring: RestoreForm | None,
) -> dict[str, Any]:
    """Return the versions of the result, with what became of them by rulings."""
    return {
        "results": results_shown,
        "annulled": _annulled(results_shown, rulings),
        **_adjusted_values(deal, results_shown, rulings, restoring),
        **_reopened(deal, results_shown),
    }


def _published(deal: Deal, snapshot: EventSnapshot) -> PublishedChanges | None:
    """Return what has changed since the standings were published; None while the round is open."""
    round_ = deal.sitting.segment.match.round
    if round_.state != Round.State.CLOSED:
        return None
    standings = published_changes.published_standings(deal.event)
    return published_changes.changes_in(snapshot, standings, round_.number)


def _annulled(versions: Sequence[ResultShown], rulings: Sequence[Ruled]) -> frozenset[int]:
    """Return by key the results that a ruling made and that were taken back with it."""
    undone = {
        row.uid
        for ruled in rulings
        for row in ruled.versions
        if listed.state_of(row) is VersionState.UNDONE
    }
    linked = {
        row.pk
        for told in map(ruling_words.told, rulings)
        for row in told.results
        if ruling_words.is_annulled(row)
    }
    # A restored result also names the version that was taken back, and counts.
    live = versions[0].row.pk if versions else None
    made = {shown.row.pk for shown in versions if shown.row.origin_uid in undone}
    return frozenset((linked | made) - {live})


def _sheet_values(
    deal: Deal, sheets: Sequence[SheetShown], live: Result | None, *, may_change: bool
) -> dict[str, Any]:
    """Return the sheets of a deal, with the claims and irregularities stated on them.

    For those who may make a sheet the result, the newest possible one stands apart.
    """
    rows: list[Any] = [shown.sheet.claim for shown in sheets if hasattr(shown.sheet, "claim")]
    has_irregularities = any(shown.sheet.has_irregularities for shown in sheets)
    incidents = irregularities.incidents_of_deal(deal) if has_irregularities else []
    claims = [page_values.claim(row, waits=row.sheet.has_waiting_claim, live=live) for row in rows]
    found = [page_values.irregularity(incident) for incident in incidents]
    proposed = state.proposed(deal, sheets, claims, found)
    waiting = next((shown for shown in sheets if shown.form), None) if may_change else None
    return {
        "sheets": sheets,
        "waiting": waiting,
        "requested": state.requested_correction(deal, waiting, live),
        "other_sheets": [shown for shown in sheets if shown is not waiting],
        "claims": claims,
        "irregularities": found,
        "flagged": next((shown for shown in found if not shown.ruled), None),
        "proposed": proposed,
        "confirms": proposed is state.Proposed.CONFIRM,
    }


def _adjusted_values(
    deal: Deal,
    versions: Sequence[ResultShown],
    rulings: Sequence[Ruled],
    sent: RestoreForm | None,
) -> dict[str, Any]:
    """Return the values for taking back an adjusted score of the deal, and those around them.

    The result of a ruling is taken back through the ruling.
    """
    is_adjusted = deal.done and versions and versions[0].row.kind in BY_REFEREE
    posted = versions[0].row.origin_uid if is_adjusted else ""
    ruled = (row.case for row in rulings if row.standing and row.standing.uid == posted)
    case = next(ruled, None)
    empty = RestoreForm(initial={"seen": deal.version}, auto_id="restore_%s")
    return {
        **page_values.made_by(case),
        "restoring": sent or empty if is_adjusted and case is None else None,
        "fouled": fouled_boards.is_offered(deal),
        "later": later_deals.misfits(deal) if deal.version > 1 else (),
    }


def _ruling_form(
    deal: Deal, snapshot: EventSnapshot, sent: RuleForm | None, owed_reason: str, *, rules: bool
) -> dict[str, Any]:
    """Return the form of a ruling; once one is being made, with what changes no points."""
    kinds = corrections.kinds_for(deal)
    is_ruled = rules or sent is not None
    initial = {"seen": deal.version, "reason": owed_reason if is_ruled else ""}
    empty = RuleForm(initial=initial, kinds=kinds, auto_id="rule_%s")
    return {
        "ruling": sent or empty,
        "ruled": is_ruled,
        "ruling_effects": effects_without_points(deal, kinds, snapshot) if is_ruled else (),
    }


def _add_effects(
    sheets: Sequence[SheetShown],
    people: Mapping[str, str],
    snapshot: EventSnapshot,
    versions: Sequence[ResultShown],
) -> None:
    """Add the effect to each sheet that can be made the result."""
    for shown in sheets:
        if shown.form:
            deal, report = shown.sheet.deal, shown.sheet.report
            live = next(
                (version.row for version in versions if version.row.version == deal.version), None
            )
            proposed = propose(deal, report, live)
            if proposed:
                shown.form.preview = consequences_in(snapshot, proposed, people)
