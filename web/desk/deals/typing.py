"""Typing a paper sheet at the desk: it is previewed, then becomes the result in one step."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from referee.base.handed_in import KEY, Writer, seal
from referee.base.refusals import Code
from referee.claims import policies
from referee.claims.reported import claim_problems
from referee.models import REFEREE
from referee.sheets import entry, queries, two_records
from referee.sheets.official_parts import without_forged_decision
from scoring.problems import Problem, ProblemCode
from scoring.procedure import Procedure
from tournaments import wording
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Event, Result
from tournaments.rights import access
from tournaments.rights.access import DESK
from tournaments.structure import segments
from tournaments.structure.games import blank_of, ruleset_of
from web.desk.decisions import by_ruling, deal_messages, page_values
from web.desk.decisions.consequences import consequences
from web.desk.decisions.forms import with_hidden_value
from web.desk.decisions.game_ends import announce_game_end
from web.desk.frame import fetch, previews
from web.desk.frame.views import page
from web.desk.typed_sheets.typed_fields import SheetLayout
from web.desk.typed_sheets.typed_forms import SheetForm, initial
from web.forms.requests import DeskRequest

TO_BE_DECIDED: Final = frozenset({ProblemCode.CLAIM_CONTESTED.value, Code.CLAIM_NOT_ACCEPTED.value})
"""A sheet with only these problems can be stored, and then awaits the referee's decision."""


@page(fetch.deal_to_read, DESK, change=DESK)
def type_sheet(request: DeskRequest, deal: Deal) -> HttpResponse:
    """Enter the sheet of a deal from paper, or change its result, after a preview."""
    is_refused = not fetch.may_type(request, deal) and not _was_sent(request, deal)
    if is_refused and (refusal := _refuse_typing(request, deal)):
        return refusal
    begins = queries.beginning_of(deal)
    if request.method == "POST":
        return _preview_or_store(request, deal, begins)
    return _type_page(request, deal, begins, None)


def _refuse_typing(request: DeskRequest, deal: Deal) -> HttpResponse | None:
    """Send a scorer to the page with the result; tell a referee when it could be changed.

    Raises PermissionDenied for a form that was sent.
    """
    if request.method == "POST":
        raise PermissionDenied
    if access.roles_here(request.user, deal.event.tournament) & access.REFEREES:
        return None
    messages.info(request, wording.sentence(Code.RESULT_STANDS))
    return redirect("referee_deal", deal.event.tournament.uid, deal.uid)


def _was_sent(request: DeskRequest, deal: Deal) -> bool:
    """Whether this request was sent before and may have made the result."""
    key = request.POST.get("key", "")
    is_confirmed = f"{key}-c" in queries.keys_of_confirmations(deal)
    return is_confirmed or (bool(re.fullmatch(KEY, key)) and _was_sent_as_second(deal, key))


def _preview_or_store(request: DeskRequest, deal: Deal, begins: Procedure) -> HttpResponse:
    # A repeated request gets the same answer, although a result exists by then.
    is_repeated = _was_sent(request, deal)
    needed = entry.needs_reason(deal) and not is_repeated and not _is_second_record(deal)
    form = SheetForm(request.POST, asked=_layout_of(deal, needed))
    is_unsaid = not is_repeated and by_ruling.is_unsaid(request, deal)
    if not form.is_valid() or is_unsaid:
        return _type_page(request, deal, begins, form)
    if form.cleaned_data["seen"] != deal.version and not is_repeated:
        return _show_newer_result(request, deal, begins, form)
    report = form.report(_base_report(deal, form.cleaned_data["seen"]), begins)
    shown = (deal.uid, form.cleaned_data["seen"], report)
    problems = _problems(deal, report)
    if not problems and not is_repeated and entry.is_unchanged(deal, report):
        problems = [refuse(Reason.RESULT_UNCHANGED)]
    waits = bool(problems) and all(problem.code.value in TO_BE_DECIDED for problem in problems)
    if problems and not waits:
        form.take(Refused(*problems))
        return _type_page(request, deal, begins, form)
    sealed = form.cleaned_data["previewed"]
    if "store" in request.POST and previews.was_shown(sealed, request.user, *shown):
        with form.take_refusal():
            return _store(request, deal, form, report)
        _renew_key(request, deal, form)
        return _type_page(request, deal, begins, form)
    seal_of_page = previews.seal(request.user, *shown)
    return _type_page(
        request, deal, begins, form, previewed=seal_of_page, report=report, waits=waits
    )


def _renew_key(request: DeskRequest, deal: Deal, form: SheetForm) -> None:
    """Let a sheet that was stored and has to be corrected go in again under a key of its own."""
    if deal.sheets.filter(key=form.cleaned_data["key"], sound=False).exists():
        data = with_hidden_value(request.POST, "previewed", "")
        form.data = with_hidden_value(data, "key", secrets.token_hex(16))


def _show_newer_result(
    request: DeskRequest, deal: Deal, begins: Procedure, form: SheetForm
) -> HttpResponse:
    """Show that another result has come in meanwhile; the typed sheet becomes its correction."""
    seen = form.cleaned_data["seen"]
    form.take(Refused(refuse(Reason.RESULT_CHANGED, seen=seen)))
    data = with_hidden_value(
        with_hidden_value(request.POST, "seen", str(deal.version)), "previewed", ""
    )
    form.data = with_hidden_value(data, "key", secrets.token_hex(16))
    return _type_page(request, deal, begins, form)


def _store(
    request: DeskRequest, deal: Deal, form: SheetForm, report: Mapping[str, Any]
) -> HttpResponse:
    """Store a typed sheet and confirm it.

    Raises Refused as both do. After a first result, go to the table's next deal, after a correction
    to the deal itself.
    """
    data = form.cleaned_data
    writer = Writer.at_desk(
        deal.event.tournament, request.user, rules=fetch.may_rule(request, deal)
    )
    content = {"deal": deal.uid, "seen": data["seen"], "recorder": REFEREE, "report": report}
    sealed = seal(content, data["key"])
    is_second = _is_second_record(deal) or _was_sent_as_second(deal, sealed.key)
    with announce_game_end(request, deal):
        sheet = entry.submit(writer=writer, sealed=sealed, paper=is_second)
    if any(problem["code"] in TO_BE_DECIDED for problem in sheet.problems):
        deal_messages.add_success(request, deal, _waiting_text(rules=writer.rules))
        return redirect("referee_deal", deal.event.tournament.uid, deal.uid)
    if is_second:
        return _redirect_after_second(request, deal)
    agreed = {"sheet": sealed.key, "sheet_digest": sealed.digest, "seat": REFEREE}
    also = by_ruling.link_chosen(request, deal, corrects=True) if data["seen"] else None
    with announce_game_end(request, deal):
        sealed_word = seal(agreed, f"{sealed.key}-c")
        reason = data.get("reason", "")
        entry.confirm(writer=writer, sealed=sealed_word, reason=reason, also=also)
    deal_messages.add_success(request, deal, gettext("The sheet is now the result of the deal."))
    if data["seen"]:
        return redirect("referee_deal", deal.event.tournament.uid, deal.uid)
    return _redirect_to_next_deal(deal)


def _waiting_text(*, rules: bool) -> str:
    if rules:
        return gettext("The sheet is in. Its claim awaits your decision.")
    return gettext("The sheet is in. Its claim awaits the referee's decision.")


def _redirect_after_second(request: DeskRequest, deal: Deal) -> HttpResponse:
    """Say what became of the deal by the paper record, and go to the next page."""
    deal.refresh_from_db(fields=["done", "version"])
    pair = two_records.pair_of(deal)
    if deal.done:
        deal_messages.add_success(
            request, deal, gettext("Both records agree. This is the result of the deal.")
        )
        return _redirect_to_next_deal(deal)
    if pair.differ:
        messages.warning(request, gettext("The two records differ. Choose the one that counts."))
        return redirect("referee_compare", deal.event.tournament.uid, deal.uid)
    if pair.lack is two_records.MissingRecord.WORD:
        text = gettext("Both records agree. The table has still to confirm its own.")
    else:
        text = gettext("The paper record is in. The tablet's is still missing.")
    deal_messages.add_success(request, deal, text)
    return _redirect_to_next_deal(deal)


def _is_second_record(deal: Deal) -> bool:
    """Whether the typed sheet is one of two records, so that the other must not be shown in it."""
    return deal.event.records == Event.Records.TWO and not deal.done


def _was_sent_as_second(deal: Deal, key: str) -> bool:
    """Whether this second record was sent before and may have made the result."""
    return deal.sheets.filter(key=key, paper=True).exists()


def _redirect_to_next_deal(deal: Deal) -> HttpResponse:
    """Go to the table's next deal without a result, or back to the list of tables."""
    tournament = deal.event.tournament
    others = [other for other in segments.deals_of_part(deal.sitting) if other.pk != deal.pk]
    remaining = [other for other in others if not other.done]
    later = [other for other in remaining if other.play_order > deal.play_order]
    next_deal = next(iter(later or remaining), None)
    if next_deal is None:
        return redirect("referee_overview", tournament.uid)
    return redirect("referee_type", tournament.uid, next_deal.uid)


def _problems(deal: Deal, report: Mapping[str, Any]) -> Sequence[Problem]:
    report_problems = queries.outcome(deal, report).problems
    codes = {problem.code.value for problem in report_problems}
    of_claim = claim_problems(
        report, queries.sides_of(deal.sitting), policies.policy_of(deal.event)
    )
    return [
        *report_problems,
        *(problem for problem in of_claim if problem.code.value not in codes),
    ]


def _layout_of(deal: Deal, needs_reason: bool) -> SheetLayout:
    blank = blank_of(deal.event, ruleset_of(deal))
    return SheetLayout(deal.event.game, blank, page_values.people(deal), needs_reason)


def _base_report(deal: Deal, seen: int) -> Mapping[str, Any]:
    """Return the report so far: that of the result that was seen, else of the last sheet."""
    result = Result.objects.filter(deal=deal, version=seen).first() if seen else None
    if result is not None and result.facts:
        return dict(without_forged_decision(deal, result.facts))
    sheets = deal.sheets.filter(seen=seen)
    if _is_second_record(deal):
        sheets = sheets.filter(paper=True)
    sheet = sheets.order_by("pk").last()
    return dict(without_forged_decision(deal, sheet.report)) if sheet else {}


def _new_form(deal: Deal, begins: Procedure, owed_reason: str) -> SheetForm:
    layout = _layout_of(deal, entry.needs_reason(deal) and not _is_second_record(deal))
    base = _base_report(deal, deal.version) or begins.facts
    values = initial(base, layout)
    values |= {"seen": deal.version, "key": secrets.token_hex(16)}
    if not deal.done:
        values["reason"] = gettext("Typed from the paper sheet.")
    if owed_reason:
        values["reason"] = owed_reason
    return SheetForm(initial=values, asked=layout)


def _type_page(
    request: DeskRequest,
    deal: Deal,
    begins: Procedure,
    form: SheetForm | None,
    *,
    previewed: str = "",
    report: Mapping[str, Any] | None = None,
    waits: bool = False,
) -> HttpResponse:
    of_deal = page_values.deal_context(request.user, deal)
    form = form or _new_form(deal, begins, str(of_deal["owed_reason"]))
    if previewed:
        form.data = with_hidden_value(request.POST, "previewed", previewed)
    settlement = queries.outcome(deal, report).settlement if previewed and not waits else None
    # Where the game asks questions, partners share a row of the preview.
    sides = queries.sides_of(deal.sitting) if form.asked.blank.asks else {}
    warnings = () if report is None else queries.warnings(deal, report, begins)
    context = {
        **of_deal,
        "form": form,
        "asks": form.asked.is_asked,
        "preview": page_values.preview(settlement, form.asked.seats, sides) if settlement else None,
        "consequences": consequences(deal, report, form.asked.seats)
        if settlement and report is not None and not _is_second_record(deal)
        else None,
        "leads_to": page_values.leads_to(deal, report, form.asked.blank)
        if settlement and report is not None
        else [],
        "waits": waits,
        "second": _is_second_record(deal),
        "begins": [wording.step_text(step, form.asked.seats) for step in begins.steps],
        "warnings": [wording.problem_text(warning) for warning in warnings],
        "others": segments.deals_of_part(deal.sitting),
        "by_ruling": by_ruling.form_for(request, deal),
    }
    return render(request, "desk/deals/type.html", context)
