"""Sheets that the desk looks through: without a result yet, come late, refused and kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import (
    Count,
    Exists,
    F,
    OuterRef,
    Q,
    Subquery,
    Window,
    prefetch_related_objects,
)

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


def sheets_at_desk(tournament: Tournament) -> list[Any]:
    """Return the sheets that the desk looks through, the oldest first and without their texts.

    These are the ones of open deals, corrections, late ones and those newer than the result; each
    has with it when that came (`result_at`), and whether it is the sheet's own (`is_posted`).
    """
    live = Result.live.filter(deal=OuterRef("deal"))
    sheets = Sheet.objects.filter(deal__event__tournament=tournament).annotate(
        result_at=Subquery(live.values("created_at")[:1]),
        is_posted=Exists(live.filter(origin_uid=OuterRef("uid"))),
    )
    is_open = Q(deal__done=False) | Q(seen=F("deal__version"))
    is_newer = Q(created_at__gt=F("result_at")) | Q(created_at__gte=F("lease__released_at"))
    related = ("deal__event", "deal__sitting__table", "lease")
    return list(
        sheets.filter(is_open | is_newer).select_related(*related).defer("sealed").order_by("pk")
    )


def sheets_to_decide(sheets: Iterable[Sheet]) -> list[Sheet]:
    """Return those without a result yet, corrections included."""
    return [sheet for sheet in sheets if sheet.deal.version in (0, sheet.seen)]


def pending_sheets(at_desk: Sequence[Sheet]) -> PendingSheets:
    """Return the newest sheets of every device and of the officials by what they wait for.

    Of each device the newest counts for each version of a deal.
    """
    newest = {
        (sheet.deal_id, sheet.lease_id, sheet.paper, sheet.seen): sheet
        for sheet in sheets_to_decide(at_desk)
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


def kept_writes(tournament: Tournament, most: int) -> tuple[list[KeptWrite], int]:
    """Return the last that was refused and kept, without texts, and how much there is in all."""
    kept = KeptWrite.objects.filter(tournament=tournament).defer("sealed")
    related = kept.select_related("lease__table", "official").annotate(in_all=Window(Count("*")))
    rows: list[Any] = list(related.order_by("-pk")[:most])
    return rows, rows[0].in_all if rows else 0


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
