"""Sheets that the desk looks through: without a result yet, come late, refused and kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet, prefetch_related_objects

from referee.models import REFEREE, KeptWrite, Sheet
from referee.sheets import queries, records
from referee.sheets.entry import OUT_OF_PLACE
from referee.sheets.queries import awaited
from referee.sheets.records import Lack
from scoring.problems import ProblemCode
from tournaments.models import Event, Result, Seat, Tournament

Sides = Mapping[int, Mapping[str, int]]

FOR_REFEREE = frozenset({ProblemCode.CLAIM_CONTESTED.value, *(code.value for code in OUT_OF_PLACE)})
"""Problems that no table can correct: a sheet with one goes to the referee."""


@dataclass(frozen=True, slots=True)
class PendingSheets:
    """Sheets of a tournament without a result yet, by what they wait for, the oldest first."""

    ruled: Sequence[Sheet]
    table: Sequence[Sheet]
    paper: Sequence[Sheet]


def pending_sheets(tournament: Tournament) -> PendingSheets:
    """Return the newest sheets of every device and of the officials by what they wait for.

    Of each device the newest counts for each version of a deal.
    """
    newest = {
        (sheet.deal_id, sheet.lease_id, sheet.paper, sheet.seen): sheet
        for sheet in sheets_to_decide(tournament)
    }
    sheets = sorted(newest.values(), key=lambda sheet: sheet.pk)
    prefetch_related_objects(sheets, "confirmations")
    sides, lacks = _sides_by_sitting(sheets), _lack_by_deal(sheets)
    against = _objected_sheets(sheets)
    table, paper = [], []
    for sheet in sheets:
        if sheet.pk in against or not _is_of_table(sheet, lacks):
            continue
        awaited_seats = _awaited_seats(sheet, sides)
        lack = lacks.get(sheet.deal_id)
        if not sheet.sound or awaited_seats or (sheet.paper and lack in {Lack.TABLET, Lack.WORD}):
            table.append(sheet)
        elif lack is Lack.PAPER:
            paper.append(sheet)
    return PendingSheets([sheet for sheet in sheets if sheet not in {*table, *paper}], table, paper)


def sheets_to_decide(tournament: Tournament) -> QuerySet[Sheet]:
    """Return the sheets without a result yet, corrections included, the oldest first."""
    against_what_stands = Q(seen=F("deal__version"))
    sheets = Sheet.objects.filter(Q(deal__version=0) | against_what_stands)
    sheets = sheets.filter(deal__event__tournament=tournament)
    related = ("deal__event", "deal__sitting__table", "lease")
    return sheets.select_related(*related).order_by("pk")


def kept_writes(tournament: Tournament) -> QuerySet[KeptWrite]:
    """Return what was refused and kept in a tournament without the texts, the newest first."""
    kept_writes = KeptWrite.objects.filter(tournament=tournament).defer("sealed")
    return kept_writes.select_related("lease__table", "official").order_by("-pk")


def late_sheets(tournament: Tournament) -> QuerySet[Sheet]:
    """Return the sheets that came from a device after it had lost its table, the newest first."""
    late_sheets = Sheet.objects.filter(created_at__gte=F("lease__released_at"))
    late_sheets = late_sheets.filter(deal__event__tournament=tournament)
    related = ("deal__event", "deal__sitting__table", "lease")
    return late_sheets.select_related(*related).order_by("-pk")


def posted_of(sheets: Sequence[Sheet]) -> frozenset[str]:
    """Return the uids of those sheets from which a live result came."""
    live = Result.live.filter(origin_uid__in=[sheet.uid for sheet in sheets])
    return frozenset(live.values_list("origin_uid", flat=True))


def _is_of_table(sheet: Sheet, lacks: Mapping[int, Lack]) -> bool:
    """Whether the table can go on with a sheet, or it is one of the two records of a deal."""
    if sheet.deal.done or sheet.is_late or lacks.get(sheet.deal_id) is Lack.REFEREE:
        return False
    if sheet.paper:
        return sheet.sound and sheet.deal_id in lacks
    codes = {problem["code"] for problem in sheet.problems}
    return sheet.lease_id is not None and not codes & FOR_REFEREE


def _awaited_seats(sheet: Sheet, sides: Sides) -> tuple[str, ...]:
    if sheet.paper or not sheet.sound:
        return ()
    confirmed = [confirmation.seat for confirmation in sheet.confirmations.all()]
    policy, of_sitting = sheet.deal.event.confirmation, sides.get(sheet.deal.sitting_id, {})
    return () if REFEREE in confirmed else awaited(policy, of_sitting, sheet.recorder, confirmed)


def _sides_by_sitting(sheets: Sequence[Sheet]) -> Sides:
    """Return the number of the side at every seat of the sittings in question."""
    seats = Seat.objects.filter(sitting__in={sheet.deal.sitting_id for sheet in sheets}).order_by(
        "pk"
    )
    sides: dict[int, dict[str, int]] = {}
    for sitting, label, side in seats.values_list("sitting", "label", "side__number"):
        sides.setdefault(sitting, {})[label] = side
    return sides


def _lack_by_deal(sheets: Sequence[Sheet]) -> dict[int, Lack]:
    """Return what each of these deals that wants two records waits for, by the deal's key."""
    deals = {
        sheet.deal_id: sheet.deal
        for sheet in sheets
        if sheet.deal.event.records == Event.Records.TWO
    }
    open_ones = [deal for deal in deals.values() if not deal.done]
    return {pair.deal.pk: pair.lack for pair in records.pairs_of(open_ones)}


def _objected_sheets(sheets: Sequence[Sheet]) -> set[int]:
    """Return the keys of the sheets that a player objected to."""
    events: dict[int, tuple[Event, list[Sheet]]] = {}
    for sheet in sheets:
        events.setdefault(sheet.deal.event_id, (sheet.deal.event, []))[1].append(sheet)
    return {
        pk
        for event, event_sheets in events.values()
        for pk in queries.objecting_seats(event_sheets, event)
    }
