"""Reading in the unsent items of a tablet, which come to the desk as text or as a file.

Every item keeps its key, digest and text, so that a tablet that reaches the server after all is
told that they have arrived. No result comes of it, whatever the text says, for anybody may have
written it: a sheet waits beside the others of its deal, one in the referee's name is refused, and
a confirmation, which only the table can give, is kept for the referee to see.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

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
from referee.sheets import entry, queries
from scoring.problems import Problem
from tournaments.base.refusals import Refused, refuse
from tournaments.models import Tournament, User

MOST_ITEMS: Final = 200
MOST_CHARACTERS: Final = 2_000_000
SHEETS: Final = "sheets"
CONFIRMATIONS: Final = "confirmations"


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


def items(text: str) -> list[Item]:
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
