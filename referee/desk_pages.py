"""What the officials' pages show: rows become values with every sentence and sum in its place."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from referee import queries
from referee.entry import REFEREE_MAY_OVERLOOK, needs_reason
from referee.forms import ConfirmForm
from referee.models import Confirmation, KeptWrite, Sheet
from scoring.settlement import Settlement
from tournaments import wording
from tournaments.models import Deal, Result


@dataclass(frozen=True, slots=True)
class SeatSum:
    """A seat at the table, who sits there, and what a sheet says it scored."""

    label: str
    name: str
    score: int | None


@dataclass(frozen=True, slots=True)
class SheetShown:
    """A sheet as the referee reads it; `form` is there if it can be chosen."""

    sheet: Sheet
    problems: Sequence[str]
    sums: Sequence[SeatSum]
    confirmations: QuerySet[Confirmation]
    form: ConfirmForm | None


@dataclass(frozen=True, slots=True)
class ResultShown:
    """A version of a deal's result, and what it came from."""

    row: Result
    origin: str


@dataclass(frozen=True, slots=True)
class KeptShown:
    """Something that was refused and kept, with the sentences that say why."""

    row: KeptWrite
    reasons: Sequence[str]


def sheets(deal: Deal, sent: ConfirmForm | None) -> list[SheetShown]:
    """Return every sheet of a deal, the newest first, one of them with the form that was sent."""
    seats = list(deal.sitting.seats.select_related("person").order_by("pk"))
    people = [(seat.label, seat.person.name) for seat in seats]
    rows = deal.sheets.select_related("lease__table", "official").order_by("-pk")
    return [_sheet(row, deal, people, sent) for row in rows]


def results(deal: Deal) -> list[ResultShown]:
    """Return the versions of a deal's result, the newest first."""
    rows = deal.results.order_by("-version")
    return [ResultShown(row, wording.origin_text(row.origin_label)) for row in rows]


def kept(row: KeptWrite) -> KeptShown:
    """Return something that was kept, with its reasons in words."""
    return KeptShown(row, [wording.problem_text(one) for one in queries.problems_of(row)])


def _sheet(
    row: Sheet, deal: Deal, people: Sequence[tuple[str, str]], sent: ConfirmForm | None
) -> SheetShown:
    problems = queries.problems_of(row)
    in_the_way = [one for one in problems if one.code not in REFEREE_MAY_OVERLOOK]
    settlement = queries.outcome(deal, row.report).settlement
    return SheetShown(
        sheet=row,
        problems=[wording.problem_text(one) for one in problems],
        sums=[SeatSum(label, name, _score(settlement, label)) for label, name in people],
        confirmations=row.confirmations.order_by("pk"),
        form=None if in_the_way or row.seen != deal.version else _form(row, sent),
    )


def _score(settlement: Settlement | None, label: str) -> int | None:
    return settlement.scores[label] if settlement else None


def _form(row: Sheet, sent: ConfirmForm | None) -> ConfirmForm:
    if sent is not None and sent.data.get("sheet") == row.key:
        return sent
    named = {"sheet": row.key, "digest": row.digest, "key": secrets.token_hex(16)}
    needed = needs_reason(row.deal)
    return ConfirmForm(initial=named, auto_id=f"id_{row.uid}_%s", needs_reason=needed)
