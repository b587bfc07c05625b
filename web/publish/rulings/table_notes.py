"""Notes on the tables of a round for the desk: last contact of tablets, and what is waiting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    Aggregate,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    TextField,
    Value,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce, Concat, Substr
from django.db.models.sql.compiler import SQLCompiler
from django.utils import timezone

from referee.models import (
    Arrival,
    ArrivalState,
    Call,
    CallState,
    DeviceLease,
    Irregularity,
    Needs,
    RulingVersion,
    Sheet,
)
from referee.rulings import corrections
from tournaments.models import Award, ClockMove, Round
from tournaments.progress.table_notes import About, TableNoteSource, told
from tournaments.results.snapshot_rows import WITHOUT_PLAY
from tournaments.structure import games, round_clock, stored_clocks

MINUTE: Final = len("2026-11-21 20:30")


class _Joined(Aggregate):
    """An aggregate that joins texts with commas, in the order in which the database reads rows."""

    template = "%(function)s(%(expressions)s, ',')"
    function = "GROUP_CONCAT"
    output_field = TextField()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Sequence[Any]]:
        """Return the SQL for PostgreSQL, which has another name for the function."""
        return super().as_sql(compiler, connection, function="STRING_AGG", **context)


def lease_contacts() -> Combinable:
    """Return an expression on rounds: their leases, each with its last minute and unsent items."""
    leases = DeviceLease.objects.filter(
        table__tournament=OuterRef("event__tournament"), released_at=None
    )
    minute = Substr(Cast(Coalesce("heard_at", "created_at"), TextField()), 1, MINUTE)
    waiting = Cast(Coalesce("waiting", 0), TextField())
    parts = (Cast("pk", TextField()), Value(" "), minute, Value(" "), waiting)
    note = Concat(*parts, output_field=TextField())
    rows = leases.order_by().values("table__tournament").annotate(all=_Joined(note)).values("all")
    return Coalesce(Subquery(rows), Value(""), output_field=TextField())


def rows_of(round_: Round) -> Iterable[QuerySet[Any, Any]]:
    """Yield the waiting sheets, the open calls, the devices, and what may await a ruling."""
    tournament, in_round = round_.event.tournament_id, "deal__sitting__segment__match__round"
    for_live = Sheet.objects.filter(sound=True, paper=False, seen=F("deal__version"))
    yield told(
        for_live.filter(**{in_round: round_}, deal__done=False),
        About.WAITING,
        key="deal",
        table="deal__sitting__table__number",
    )
    calls = Call.objects.filter(table__tournament=tournament)
    yield told(calls.exclude(steps__state=CallState.DONE), About.CALL, table="table__number")
    leases = DeviceLease.objects.filter(table__tournament=tournament, released_at=None)
    yield told(
        leases,
        About.DEVICE,
        table="table__number",
        at=Coalesce("heard_at", "created_at"),
        number=Coalesce("waiting", 0),
    )
    undecided = Irregularity.objects.filter(**{in_round: round_}, rulings=None)
    yield told(undecided, About.QUESTION)
    # With or without a table: a card of an entry also awaits its deputy.
    waiting = RulingVersion.objects.filter(case__round=round_, steps=None)
    yield told(waiting.exclude(needs=Needs.NOBODY), About.QUESTION)
    yield told(unsettled_arrivals(round_), About.QUESTION)


def unsettled_arrivals(round_: Round) -> QuerySet[Arrival]:
    """Return the newest marks of a round of whom nothing followed yet.

    They are still missing at a match that is not awarded, or their penalty waits for who may give
    it.
    """
    rows = Arrival.objects.filter(side__match__round=round_)
    later = rows.filter(
        side=OuterRef("side"), entry=OuterRef("entry"), number__gt=OuterRef("number")
    )
    awarded = Award.objects.filter(match=OuterRef("side__match"), retired_by=None)
    missing = Q(state=ArrivalState.MISSING) & ~Exists(awarded.filter(kind__in=WITHOUT_PLAY))
    waits = Q(state=ArrivalState.ARRIVED, adjustment="") & ~Q(numerator=0)
    return rows.filter(~Exists(later), missing | waits)


def not_begun(round_: Round, moves: Sequence[ClockMove]) -> Mapping[int, int]:
    """Count by table the deals not begun in time; only in a game (局) do they stay open."""
    if not games.ends_by_rules(round_.event) or round_.state != Round.State.PUBLISHED:
        return {}
    tables = {None, *(move.table.number for move in moves if move.table)}
    clock, now = stored_clocks.moves(list(moves)), timezone.now()
    if all(round_clock.over_since(clock, now, table) is None for table in tables):
        return {}
    return Counter(deal.table for deal in corrections.open_deals(round_) if deal.evidence is None)


NOTES: Final = TableNoteSource(rows_of, lease_contacts, not_begun)
"""The notes of the desk on tablets, waiting sheets and calls."""
