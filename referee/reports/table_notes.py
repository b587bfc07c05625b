"""Notes on the tables of a round for the desk: when a tablet was last heard of, what waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Aggregate, OuterRef, Subquery, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce, Concat, Substr
from django.db.models.sql.compiler import SQLCompiler

from referee.calls.calls import open_calls
from referee.leases.leases import open_leases
from referee.models import DeviceLease
from referee.rulings import unbegun
from referee.sheets.tables import waiting_sheets
from tournaments import table_notes
from tournaments.models import Deal, Hold, Round
from tournaments.table_notes import TableNote

MINUTE: Final = len("2026-11-21 20:30")


def register() -> None:
    """Let the desk show these notes."""
    table_notes.register(notes_of, lease_contacts)


class _Joined(Aggregate):
    """Aggregate that joins texts with commas, in the order in which the database reads the rows."""

    template = "%(function)s(%(expressions)s, ',')"
    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Sequence[Any]]:
        """Return the SQL for PostgreSQL, which has another name for the function."""
        return super().as_sql(compiler, connection, function="STRING_AGG", **context)


def lease_contacts() -> Combinable:
    """Return an expression of a round: its leases, the minute each was heard, the unsent items."""
    leases = DeviceLease.objects.filter(
        table__tournament=OuterRef("event__tournament"), released_at=None
    )
    minute = Substr(Cast(Coalesce("heard_at", "created_at"), TextField()), 1, MINUTE)
    waiting = Cast(Coalesce("waiting", 0), TextField())
    parts = (Cast("pk", TextField()), Value(" "), minute, Value(" "), waiting)
    note = Concat(*parts, output_field=TextField())
    rows = leases.order_by().values("table__tournament").annotate(all=_Joined(note)).values("all")
    return Coalesce(Subquery(rows), Value(""), output_field=TextField())


def notes_of(round_: Round) -> dict[int, TableNote]:
    """Return the notes of the tables of a round, by the number of the table."""
    deals = Deal.objects.filter(sitting__segment__match__round=round_, done=False)
    table = {deal.pk: deal.sitting.table.number for deal in deals.select_related("sitting__table")}
    waiting = Counter(table[deal] for deal in waiting_sheets(list(deals)))
    holds = Hold.objects.filter(
        deal__sitting__segment__match__round=round_, blocks=True, released_at=None
    )
    disputed = Counter(holds.values_list("deal__sitting__table__number", flat=True))
    not_begun = _not_begun_counts(round_, deals)
    tournament = round_.event.tournament
    leases = open_leases(tournament)
    called = Counter(call.call.table.number for call in open_calls(tournament))
    heard = {lease.table.number: lease.heard_at or lease.created_at for lease in leases}
    unsent = {lease.table.number: lease.waiting or 0 for lease in leases}
    return {
        number: TableNote(
            heard.get(number),
            waiting[number],
            disputed[number],
            called[number],
            unsent.get(number, 0),
            not_begun[number],
        )
        for number in {*table.values(), *disputed, *heard, *called}
    }


def _not_begun_counts(round_: Round, deals: Iterable[Deal]) -> Counter[int]:
    """Count by table the deals not begun in time; only in a game (局) do they stay open."""
    if all(deal.game_id is None for deal in deals):
        return Counter()
    return Counter(deal.table for deal in unbegun.open_deals(round_) if deal.sign is None)
