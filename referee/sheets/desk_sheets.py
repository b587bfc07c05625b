"""Sheets at the desk: without a result yet, come late, refused and kept, read in from a tablet.

The unsent items of a tablet come as text or as a file. Every item keeps its key, digest and text,
so that a tablet that reaches the server after all is told that they have arrived. No result comes
of it, whatever the text says, for anybody may have written it: a sheet waits beside the others of
its deal, one in the referee's name is refused, and a confirmation, which only the table can give,
is kept for the referee to see.
"""

from __future__ import annotations

import re
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

from referee.base.handed_in import (
    DIGEST,
    KEY,
    Sealed,
    Writer,
    confirmation_facts,
    keep_refused,
    read_json,
    sheet_facts,
)
from referee.base.refusals import Code, CodedRefusal
from referee.models import REFEREE, Confirmation, KeptWrite, Sheet
from referee.sheets import entry, queries, two_records, who_confirmed
from referee.sheets.problem_groups import OUT_OF_PLACE
from referee.sheets.queries import awaited
from referee.sheets.two_records import MissingRecord
from scoring.problems import Problem, ProblemCode
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Board, Event, Group, Result, Round, Tournament, User

MOST_ITEMS: Final = 200
MOST_CHARACTERS: Final = 2_000_000
SHEETS: Final = "sheets"
CONFIRMATIONS: Final = "confirmations"


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


@dataclass(frozen=True, slots=True)
class Item:
    """One item as the tablet saved it, with the numbers by which the tablet calls its deal."""

    kind: str
    sealed: Sealed
    round: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class ReadInOutcome:
    """Outcome of an item: the sheet that is stored with it, and its problems.

    `kept` says that the server has stored it, whatever is wrong with it.
    """

    item: Item
    sheet: Sheet | None
    problems: Sequence[Problem]
    kept: bool = True


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


def saved_items(text: str) -> list[Item]:
    """Return what a tablet has saved, in its order. Raises Refused for any other text."""
    if not text.strip() or len(text) > MOST_CHARACTERS:
        raise Refused(refuse(Code.EXPORT_NOT_READ))
    try:
        rows = read_json(text.strip().removeprefix("\ufeff"))
    except CodedRefusal as turned:
        raise Refused(refuse(Code.EXPORT_NOT_READ), *turned.problems) from turned
    if not isinstance(rows, list) or not 0 < len(rows) <= MOST_ITEMS:
        raise Refused(refuse(Code.EXPORT_NOT_READ))
    return [_parse_item(row) for row in rows]


def read_in(tournament: Tournament, official: User, items: Sequence[Item]) -> list[ReadInOutcome]:
    """Take in every item in order; the same items again change nothing."""
    writer = Writer.referee(tournament, official)
    return [_take_in(writer, item) for item in items]


def _take_in(writer: Writer, item: Item) -> ReadInOutcome:
    take_in = _take_confirmation if item.kind == CONFIRMATIONS else _take_sheet
    try:
        return take_in(writer, item)
    except CodedRefusal as turned:
        return ReadInOutcome(item, None, turned.problems, kept=bool(turned.extras.get("kept")))


def _take_sheet(writer: Writer, item: Item) -> ReadInOutcome:
    if sheet_facts(item.sealed).recorder == REFEREE:
        refused = Refused(refuse(Code.RECORDER_UNKNOWN, "recorder"))
        raise keep_refused(KeptWrite.Kind.SHEET, writer, item.sealed, refused)
    sheet = entry.submit(writer=writer, sealed=item.sealed)
    return ReadInOutcome(item, sheet, queries.problems_of(sheet))


def _take_confirmation(writer: Writer, item: Item) -> ReadInOutcome:
    """Find a confirmation that the table has sent; any other one is kept and confirms nothing."""
    confirmation_facts(item.sealed)
    sent = Confirmation.objects.filter(key=item.sealed.key, digest=item.sealed.digest)
    of_tournament = sent.filter(sheet__deal__event__tournament=writer.tournament)
    if confirmation := of_tournament.select_related("sheet__deal").first():
        return ReadInOutcome(item, confirmation.sheet, ())
    refused = Refused(refuse(Code.CONFIRMER_NOT_ALLOWED, "seat"))
    raise keep_refused(KeptWrite.Kind.CONFIRMATION, writer, item.sealed, refused)


def _parse_item(row: Any) -> Item:
    if not isinstance(row, dict) or row.get("kind") not in {SHEETS, CONFIRMATIONS}:
        raise Refused(refuse(Code.EXPORT_NOT_READ))
    sealed = Sealed(_text(row, "key"), _text(row, "digest"), _text(row, "sealed"))
    if not re.fullmatch(KEY, sealed.key) or not re.fullmatch(DIGEST, sealed.digest):
        raise Refused(refuse(Code.EXPORT_NOT_READ))
    return Item(row["kind"], sealed, _number(row, "round"), _number(row, "number"))


def _text(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    return value if isinstance(value, str) else ""


def _number(row: dict[str, Any], name: str) -> int:
    value = row.get(name)
    return value if isinstance(value, int) and 0 < value < 10_000 else 0
