"""Sheets that the desk looks through: without a result yet, come late, refused and kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    OuterRef,
    Q,
    Subquery,
    When,
    Window,
)

from referee.models import REFEREE, KeptWrite, Sheet
from referee.sheets import two_records, who_confirmed
from referee.sheets.problem_groups import OUT_OF_PLACE
from referee.sheets.queries import awaited
from referee.sheets.two_records import MissingRecord
from scoring.problems import ProblemCode
from tournaments.models import Board, Event, Group, Result, Round, Tournament

FOR_REFEREE = frozenset({ProblemCode.CLAIM_CONTESTED.value, *(code.value for code in OUT_OF_PLACE)})
"""Problems that no table can correct: a sheet with one goes to the referee."""


@dataclass(frozen=True, slots=True)
class PendingSheets:
    """Sheets of a tournament without a result yet, by what they wait for, the oldest first."""

    ruled: Sequence[Sheet]
    table: Sequence[Sheet]
    paper: Sequence[Sheet]


@dataclass(frozen=True, slots=True)
class Said:
    """Who confirmed sheets, by their keys, which were objected to, and the sides by sitting."""

    sides: Mapping[int, Mapping[str, int]]
    heard: Mapping[int, Sequence[str]]
    against: Collection[int]


_OF_SHEET: Final = (
    "lease",
    "deal__event",
    "deal__board",
    "deal__sitting__table",
    "deal__sitting__segment__match__round__group",
)
_NOT_SHOWN: Final = (
    "sealed",
    "deal__board__hands",
    *Round.draws_by(*_OF_SHEET),
    *(f"deal__event__{name}" for name in Event.LONG_SETTINGS),
)
"""Columns that are long, or in JSON, which would be decoded for every sheet."""
TWO_RECORDS: Final = Q(deal__done=False, deal__event__records=Event.Records.TWO)
"""Sheets that may be one of two records of an open deal."""


def sheets_at_desk(tournament: Tournament) -> list[Any]:
    """Return the sheets that the desk looks through, the oldest first.

    These are the ones of open deals, corrections, late ones and those newer than the result; each
    has with it when that came (`result_at`), and whether it is the sheet's own (`is_posted`).
    Only of those texts are read that are one of two records of an open deal.
    """
    live = Result.live.filter(deal=OuterRef("deal"))
    sheets = Sheet.objects.filter(deal__event__tournament=tournament).annotate(
        result_at=Subquery(live.values("created_at")[:1]),
        is_posted=Exists(live.filter(origin_uid=OuterRef("uid"))),
        record=Case(When(TWO_RECORDS, then=F("sealed"))),
    )
    is_open = Q(deal__done=False) | Q(seen=F("deal__version"))
    is_newer = Q(created_at__gt=F("result_at")) | Q(created_at__gte=F("lease__released_at"))
    at_desk = sheets.filter(is_open | is_newer).select_related(*_OF_SHEET).defer(*_NOT_SHOWN)
    rows: list[Any] = list(at_desk.order_by("pk"))
    _share_settings(tournament, rows)
    for sheet in rows:
        if sheet.record is not None:
            sheet.sealed = sheet.record
    return rows


def _share_settings(tournament: Tournament, sheets: Sequence[Sheet]) -> None:
    """Let all deals of an event have one event, and so with groups and boards.

    What is read of them later, such as the rules where two records are compared, is read once.
    """
    events: dict[int, Event] = {}
    groups: dict[int, Group] = {}
    boards: dict[int | None, Board | None] = {}
    for deal in (sheet.deal for sheet in sheets):
        deal.event = events.setdefault(deal.event_id, deal.event)
        deal.event.tournament = tournament
        deal.board = boards.setdefault(deal.board_id, deal.board)
        round_ = deal.sitting.segment.match.round
        round_.group = groups.setdefault(round_.group_id, round_.group)


def sheets_to_decide(sheets: Iterable[Sheet]) -> list[Sheet]:
    """Return those without a result yet, corrections included."""
    return [sheet for sheet in sheets if sheet.deal.version in (0, sheet.seen)]


def pending_sheets(at_desk: Sequence[Sheet]) -> PendingSheets:
    """Return the newest sheets of every device and of the officials by what they wait for.

    Of each device the newest counts for each version of a deal; what was read in is told from what
    an official has written.
    """
    newest = {
        (sheet.deal_id, sheet.lease_id, sheet.paper, sheet.is_read_in, sheet.seen): sheet
        for sheet in sheets_to_decide(at_desk)
    }
    sheets = sorted(newest.values(), key=lambda sheet: sheet.pk)
    said = _said(sheets)
    lacks = _lack_by_deal(at_desk)
    table, paper = [], []
    for sheet in sheets:
        if sheet.pk in said.against or not _is_of_table(sheet, lacks):
            continue
        awaited_seats = _awaited_seats(sheet, said)
        lack = lacks.get(sheet.deal_id)
        if (
            not sheet.sound
            or awaited_seats
            or (sheet.paper and lack in {MissingRecord.TABLET, MissingRecord.WORD})
        ):
            table.append(sheet)
        elif lack is MissingRecord.PAPER:
            paper.append(sheet)
    return PendingSheets([sheet for sheet in sheets if sheet not in {*table, *paper}], table, paper)


def kept_writes(tournament: Tournament, most: int) -> tuple[list[KeptWrite], int]:
    """Return the last that was refused and kept, without texts, and how much there is in all."""
    kept = KeptWrite.objects.filter(tournament=tournament).defer("sealed")
    related = kept.select_related("lease__table", "official").annotate(in_all=Window(Count("*")))
    rows: list[Any] = list(related.order_by("-pk")[:most])
    return rows, rows[0].in_all if rows else 0


def _is_of_table(sheet: Sheet, lacks: Mapping[int, MissingRecord]) -> bool:
    """Whether the table can go on with a sheet, or it is one of the two records of a deal."""
    if sheet.deal.done or sheet.is_late or lacks.get(sheet.deal_id) is MissingRecord.REFEREE:
        return False
    if sheet.paper:
        return sheet.sound and sheet.deal_id in lacks
    codes = {problem["code"] for problem in sheet.problems}
    return sheet.lease_id is not None and not codes & FOR_REFEREE


def _awaited_seats(sheet: Sheet, said: Said) -> tuple[str, ...]:
    if sheet.paper or not sheet.sound:
        return ()
    confirmed = said.heard.get(sheet.pk, [])
    policy, of_sitting = sheet.deal.event.confirmation, said.sides.get(sheet.deal.sitting_id, {})
    return () if REFEREE in confirmed else awaited(policy, of_sitting, sheet.recorder, confirmed)


def _said(sheets: Sequence[Sheet]) -> Said:
    """Return what was said of sheets, by one query for who sits there, confirmed and objected."""
    by_phone = [sheet for sheet in sheets if sheet.deal.event.proof == Event.Proof.PHONE]
    sittings = {sheet.deal.sitting_id for sheet in sheets}
    heard, against, seats = who_confirmed.confirmations_of(sheets, by_phone, sittings)
    return Said(seats, heard, against.keys())


def _lack_by_deal(at_desk: Sequence[Any]) -> dict[int, MissingRecord]:
    """Return what each of the open deals that want two records waits for, by the deal's key."""
    of_records = [sheet for sheet in at_desk if sheet.record is not None]
    deals = {sheet.deal_id: sheet.deal for sheet in of_records}
    return {pair.deal.pk: pair.lack for pair in two_records.pairs_among(deals.values(), of_records)}
