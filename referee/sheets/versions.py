"""Two versions of one deal: which deals have them, what they are called, the referee's choice.

Both are kept. A version that can be confirmed as it came is confirmed; another one, of a device
that lost its table or older than the live result, is copied in the referee's name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, Subquery
from django.utils import timezone
from django.utils.translation import gettext

from referee.base.handed_in import Writer, seal
from referee.base.verbs import BY_REFEREE
from referee.models import REFEREE, Confirmation, Sheet
from referee.sheets import entry, queries, two_records
from referee.sheets.problem_groups import REFEREE_MAY_OVERLOOK
from tournaments import wording
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Result, Round, User

Source = tuple[int | None, bool, bool]
"""Source of a version: the lease of a device, None where an official handed it in; whether it is
from paper; whether it was read in."""

STANDING = "standing"
"""Name of the version that is the live result and came from no sheet."""


@dataclass(frozen=True, slots=True)
class DealVersion:
    """Version of a deal: a sheet, or the live result where that came from no sheet."""

    deal: Deal
    facts: Mapping[str, Any]
    sheet: Sheet | None = None
    result: Result | None = None

    @property
    def name(self) -> str:
        """Name of the version in forms: the uid of its sheet, or STANDING."""
        return self.sheet.uid if self.sheet else STANDING


def of_deal(deal: Deal) -> list[DealVersion]:
    """Return every version of a deal: the live one first, then the newest sheets."""
    result = Result.live.filter(deal=deal).select_related("deal__event").first()
    related = deal.sheets.select_related("lease__table", "official").order_by("-pk")
    sheets = [
        DealVersion(
            deal, row.report, row, result if result and result.origin_uid == row.uid else None
        )
        for row in related
    ]
    standing = [sheet for sheet in sheets if sheet.result]
    if result is not None and result.facts and not standing:
        standing = [DealVersion(deal, result.facts, result=result)]
    return [*standing, *(sheet for sheet in sheets if not sheet.result)]


def pair(
    versions: Sequence[DealVersion], named: Sequence[str] = ()
) -> tuple[DealVersion, DealVersion] | None:
    """Return the two versions that are named, else the first and the newest that differs from it.

    In an event of two records, the tablet's and the one on paper are preferred.
    """
    by_name = {version.name: version for version in versions}
    chosen = [by_name[name] for name in dict.fromkeys(named) if name in by_name]
    if len(chosen) == 2:
        return chosen[0], chosen[1]
    if len(versions) < 2:
        return None
    # Of the versions that were read: a newer sheet may have come in since.
    sheets = sorted((row.sheet for row in versions if row.sheet), key=lambda sheet: sheet.pk)
    (records,) = two_records.pairs_among([versions[0].deal], sheets)
    if records.tablet and records.paper:
        return by_name[records.tablet.uid], by_name[records.paper.uid]
    first, *others = versions
    for other in others:
        if not two_records.compare_reports(first.deal, first.facts, other.facts).agrees:
            return first, other
    return first, others[0]


def open_disputes(at_desk: Iterable[Any]) -> list[Deal]:
    """Return the deals with different versions that nobody has chosen between.

    `at_desk` are the sheets that the desk examines, the oldest first. A second sheet of a device
    for a deal without a result replaces its first one.
    """
    by_deal: dict[int, dict[Source, Sheet]] = {}
    deals: dict[int, Deal] = {}
    done_deals = set()
    for sheet in at_desk:
        if sheet.deal.done and sheet.created_at <= sheet.result_at:
            continue
        deals[sheet.deal_id] = sheet.deal
        by_teller = by_deal.get(sheet.deal_id, {})
        still_valid = {
            source: earlier
            for source, earlier in by_teller.items()
            if not is_mended(earlier, sheet)
        }
        by_deal[sheet.deal_id] = {**still_valid, _source(sheet): sheet}
        done_deals |= {sheet.deal_id} if sheet.deal.done else set()
    disputed = {
        deal: [sheet.pk for sheet in sheets_by_teller.values()]
        for deal, sheets_by_teller in by_deal.items()
        if deal in done_deals or len(sheets_by_teller) > 1
    }
    return _differing_deals(deals, disputed)


def is_mended(sheet: Sheet, newer: Sheet) -> bool:
    """Whether a sheet had problems, and the same device has sent another one in its place."""
    if sheet.sound or sheet.lease is None or newer.lease is None:
        return False
    return sheet.pk < newer.pk and sheet.lease.device == newer.lease.device


def choose(version: DealVersion, official: User, reason: str, *, seen: int, key: str) -> None:
    """Make a version the result of its deal, whatever counted before; a repeated call is harmless.

    The other version under the same key is another choice, made on a page gone back to. Raises
    Refused without a reason, where the result has changed since it was seen, and with
    everything that the game finds wrong with the version.
    """
    deal = version.deal
    earlier = Confirmation.objects.filter(sheet__deal=deal, key__in=(key, f"{key}-c"))
    chosen_sheets = [confirmation.sheet for confirmation in earlier.select_related("sheet")]
    if any(version.name in (sheet.uid, sheet.copy_of) for sheet in chosen_sheets):
        return
    problems = [] if reason.strip() else [refuse(Reason.REASON_MISSING, field="reason")]
    problems += [refuse(Reason.RESULT_CHANGED, seen=seen)] if seen != deal.version else []
    if problems:
        raise Refused(*problems)
    writer = Writer(deal.event.tournament, official=official, chooses=True)
    sheet = version.sheet
    if sheet is not None and is_as_it_came(sheet, deal):
        agreed = {"sheet": sheet.key, "sheet_digest": sheet.digest, "seat": REFEREE}
        entry.confirm(writer=writer, sealed=seal(agreed, key), reason=reason)
    else:
        _copy_and_confirm(version, writer, reason, key)


def is_as_it_came(sheet: Sheet, deal: Deal) -> bool:
    """Whether a sheet can be confirmed as it is, since it was made for the live version."""
    problems = queries.problems_of(sheet)
    return sheet.seen == deal.version and not [
        problem for problem in problems if problem.code not in REFEREE_MAY_OVERLOOK
    ]


def title(version: DealVersion) -> str:
    """Return what a version is called; seats and offices are named, never people."""
    return gettext("The live result") if version.sheet is None else sheet_title(version.sheet)


def sheet_title(sheet: Sheet) -> str:
    """Return what a sheet is called."""
    if sheet.paper:
        return gettext("The record on paper")
    if sheet.recorder == REFEREE:
        return gettext("Written by the referee")
    if not sheet.recorder:
        return gettext("Written by nobody at this table")
    title = gettext("Written by %(seat)s") % {"seat": wording.seat_name(sheet.recorder)}
    return (
        gettext("%(title)s, read in at the desk") % {"title": title} if sheet.is_read_in else title
    )


def choice_notes(
    results: Iterable[Result], known: Iterable[Sheet] | None = None
) -> dict[int, list[str]]:
    """Return notes on results that the referee chose among versions, by the deal's key.

    What came after the choice, such as a correction that a seat asks for, is not yet decided.

    `known` are the sheets of their deals, with these, the oldest first, where they were read.
    """
    ruled = {result.deal_id: result for result in results if result.origin_label == BY_REFEREE}
    if not ruled:
        return {}
    if known is None:
        related = ("lease", *(f"deal__{name}" for name in queries.DEAL_WITH_EVENT))
        rows = (
            Sheet.objects.filter(deal__in=ruled)
            .select_related(*related)
            .defer(*Round.draws_by(*related))
        )
        known = rows.order_by("pk")
    sheets: dict[int, list[Sheet]] = defaultdict(list)
    for sheet in known:
        sheets[sheet.deal_id].append(sheet)
    texts = {deal: _choice_text(sheets[deal], result) for deal, result in ruled.items()}
    return {deal: [words] for deal, words in texts.items() if words}


def differing(deals: Sequence[Deal], sheets: Sequence[Sheet]) -> dict[int, list[str]]:
    """Return what a table reads if the two records of a deal differ, by the deal's key."""
    pairs = two_records.pairs_among([deal for deal in deals if not deal.done], sheets)
    words = gettext("The tablet's record and the one on paper differ. The referee decides.")
    return {pair.deal.pk: [words] for pair in pairs if pair.differ}


def _copy_and_confirm(version: DealVersion, writer: Writer, reason: str, key: str) -> None:
    deal, facts = version.deal, dict(version.facts)
    problems = queries.outcome(deal, facts).problems
    if problems:
        raise Refused(*problems)
    content = {"deal": deal.uid, "seen": deal.version, "recorder": REFEREE, "report": facts}
    copy = seal({**content, "copy_of": version.name}, key)
    entry.submit(writer=writer, sealed=copy)
    agreed = {"sheet": copy.key, "sheet_digest": copy.digest, "seat": REFEREE}
    entry.confirm(writer=writer, sealed=seal(agreed, f"{key}-c"), reason=reason)


def _differing_deals(
    deals: Mapping[int, Deal], pks_by_deal: Mapping[int, Sequence[int]]
) -> list[Deal]:
    """Return the deals whose sheets or live result differ; all by one query."""
    if not pks_by_deal:
        return []
    wanted = [pk for pks in pks_by_deal.values() for pk in pks]
    live = Result.live.filter(deal=OuterRef("deal")).values("facts")
    rows: Any = Sheet.objects.filter(pk__in=wanted).annotate(standing=Subquery(live[:1]))
    newest = {sheet.pk: sheet for sheet in rows}
    disputed = []
    for key, pks in pks_by_deal.items():
        reports = [newest[pk].report for pk in pks]
        standing = newest[pks[0]].standing
        reports += [standing] if standing else []
        if any(
            not two_records.compare_reports(deals[key], reports[0], report).agrees
            for report in reports[1:]
        ):
            disputed.append(deals[key])
    return sorted(disputed, key=_place)


def _source(sheet: Sheet) -> Source:
    return sheet.lease_id, sheet.paper, sheet.is_read_in


def _place(deal: Deal) -> tuple[int, int, int]:
    return deal.event.number, deal.sitting.table.number, deal.play_order


def _choice_text(of_deal: Iterable[Sheet], result: Result) -> str:
    sheets = {sheet.uid: sheet for sheet in of_deal}
    chosen_sheet = sheets.get(result.origin_uid)
    if chosen_sheet is None:
        return ""
    other_sheets = [
        sheet
        for sheet in sheets.values()
        if sheet != chosen_sheet
        and sheet.created_at <= result.created_at
        and not is_mended(sheet, chosen_sheet)
        and not two_records.compare_reports(sheet.deal, sheet.report, result.facts).agrees
    ]
    if not other_sheets:
        return ""
    # A copy in the referee's name has the title of the sheet that was chosen.
    original = sheets.get(chosen_sheet.copy_of, chosen_sheet)
    titles = _distinct_titles(chosen=original, other=other_sheets[-1])
    sentences = (
        gettext("Two versions of this deal differed: “%(other)s” and “%(chosen)s”."),
        gettext("The referee chose this version: “%(chosen)s”."),
    )
    return wording.joined_sentences(sentence % titles for sentence in sentences)


def _distinct_titles(**sheets: Sheet) -> dict[str, str]:
    """Return what sheets are called, each with its hour where two would have the same title."""
    titles = {name: sheet_title(sheet) for name, sheet in sheets.items()}
    if len(set(titles.values())) == len(titles):
        return titles
    hours = {name: _hour(sheet) for name, sheet in sheets.items()}
    return {name: f"{title} {hours[name]}" for name, title in titles.items()}


def _hour(sheet: Sheet) -> str:
    zone = ZoneInfo(sheet.deal.event.tournament.time_zone)
    return f"{timezone.localtime(sheet.created_at, zone):%H:%M:%S}"
