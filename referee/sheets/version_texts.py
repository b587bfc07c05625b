"""Versions of a deal in words: what each is called, and which one the referee chose."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext

from referee.confirmers import BY_REFEREE
from referee.models import Sheet
from referee.sheets import records
from referee.sheets.queries import DEAL_WITH_EVENT
from referee.sheets.versions import Version, is_mended
from tournaments import wording
from tournaments.models import Deal, Result


def title(version: Version) -> str:
    """Return what a version is called; seats and offices are named, never people."""
    return (
        gettext("The result that stands") if version.sheet is None else sheet_title(version.sheet)
    )


def sheet_title(sheet: Sheet) -> str:
    """Return what a sheet is called."""
    if sheet.paper:
        return gettext("The record on paper")
    if sheet.official_id is not None:
        return gettext("Written by the referee")
    if not sheet.recorder:
        return gettext("Written by nobody at this table")
    return gettext("Written by %(seat)s") % {"seat": wording.seat_name(sheet.recorder)}


def choice_notes(results: Iterable[Result]) -> dict[int, list[str]]:
    """Return notes on results that the referee chose among versions, by the deal's key."""
    ruled = {result.deal_id: result for result in results if result.origin_label == BY_REFEREE}
    deals = Deal.objects.filter(pk__in=ruled).select_related(*DEAL_WITH_EVENT) if ruled else ()
    texts = {deal.pk: _choice_text(deal, ruled[deal.pk]) for deal in deals}
    return {deal: [words] for deal, words in texts.items() if words}


def differing(deals: Sequence[Deal]) -> dict[int, list[str]]:
    """Return what a table is told where the two records of a deal differ, by the deal's key."""
    open_ones = Deal.objects.filter(pk__in=[deal.pk for deal in deals if not deal.done])
    pairs = records.pairs_of(list(open_ones.select_related(*DEAL_WITH_EVENT)))
    words = gettext("The tablet's record and the one on paper differ. The referee decides.")
    return {pair.deal.pk: [words] for pair in pairs if pair.differ}


def _choice_text(deal: Deal, result: Result) -> str:
    sheets = {sheet.uid: sheet for sheet in deal.sheets.select_related("lease").order_by("pk")}
    chosen_sheet = sheets.get(result.origin_uid)
    if chosen_sheet is None:
        return ""
    other_sheets = [
        sheet
        for sheet in sheets.values()
        if sheet != chosen_sheet and _tells_otherwise(deal, sheet, result, chosen_sheet)
    ]
    if not other_sheets:
        return ""
    titles = {
        "chosen": _original_title(chosen_sheet, sheets),
        "other": sheet_title(other_sheets[-1]),
    }
    return gettext("Two versions of this deal differed: “%(other)s” and “%(chosen)s”.") % titles + (
        " " + gettext("The referee decided that this one stands: “%(chosen)s”.") % titles
    )


def _tells_otherwise(deal: Deal, sheet: Sheet, result: Result, chosen_sheet: Sheet) -> bool:
    if is_mended(sheet, chosen_sheet):
        return False
    return not records.compare_reports(deal, sheet.report, result.facts).agrees


def _original_title(sheet: Sheet, sheets: Mapping[str, Sheet]) -> str:
    """Return the title of a chosen sheet; a copy has that of its original."""
    original = sheets.get(sheet.copy_of)
    return sheet_title(original or sheet)
