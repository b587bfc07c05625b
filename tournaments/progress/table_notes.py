"""Notes of the desk on the tables of a round: tablets, pending sheets, holds, calls, clock.

They are read by one query of short rows, each naming its subject. Packages above (`referee`) define
their rows in a `TableNoteSource`, registered when the program starts, so that nothing here depends
on sheets or tablets.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from operator import itemgetter
from typing import Any, Final

from django.db.models import DateTimeField, IntegerField, QuerySet, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Concat

from tournaments.models import ClockMove, Hold, Round, Table


class About(StrEnum):
    """The subject of a row."""

    WAITING = "waiting"  # a deal with a pending sheet
    CALL = "call"  # an open call
    DEVICE = "device"  # a device at a table: when it was last heard, what it still has to send
    QUESTION = "question"  # something that may await a decision
    DISPUTE = "dispute"  # an open hold on a deal
    CLOCK = "clock"  # a move of the clock: its kind, time and seconds


@dataclass(frozen=True, slots=True)
class TableNote:
    """A table in a round: when its device was last heard, and the numbers of pending sheets,
    disputes and open calls for the referee.

    `heard_at` is None for a table without a device; `unsent` is how much the device still had to
    send at that time, and `not_begun` how many open deals were not begun before the time was over.
    `deals` are the keys of the deals with a pending sheet or a dispute.
    """

    heard_at: datetime | None = None
    waiting: int = 0
    disputed: int = 0
    calls: int = 0
    unsent: int = 0
    not_begun: int = 0
    deals: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class RoundNotes:
    """The notes of the tables of a round by number, and the moves of its clock in order."""

    tables: Mapping[int, TableNote]
    moves: tuple[ClockMove, ...]
    has_questions: bool


Pulse = Callable[[], Combinable]
"""Makes an expression on rounds: a text that changes whenever a table of the tournament reports
something that is not in the log."""
Rows = Callable[[Round], Iterable[QuerySet[Any, Any]]]
"""Returns queries of rows about a round, each made by `told`."""
NotBegun = Callable[[Round, Sequence[ClockMove]], Mapping[int, int]]
"""Counts by table the open deals that nobody began before the time was over."""


@dataclass(frozen=True, slots=True)
class TableNoteSource:
    """The notes that a package contributes to the tables of a round."""

    rows: Rows
    pulse: Pulse
    not_begun: NotBegun


NOTHING: Final = TableNote()
_NEVER: Final = Cast(Value(None), DateTimeField())
_sources: list[TableNoteSource] = []


def register(source: TableNoteSource) -> None:
    """Register the notes of a package; repeating it changes nothing."""
    if source not in _sources:
        _sources.append(source)


def pulse() -> Combinable:
    """Return an expression for the query of a round that changes whenever its notes may have
    changed.
    """
    return Concat(
        Value(""), *(source.pulse() for source in _sources), Value(""), output_field=TextField()
    )


def told(
    rows: QuerySet[Any],
    about: About,
    *,
    key: str | Combinable = "pk",
    table: str | None = None,
    kind: str | None = None,
    at: str | Combinable = _NEVER,
    number: str | Combinable | None = None,
) -> QuerySet[Any, Any]:
    """Return rows with the common columns, so that one query reads them together."""
    return rows.order_by().values_list(
        Value(about.value, output_field=TextField()),
        Cast(key, IntegerField()),
        Cast(table or Value(None), IntegerField()),
        Cast(kind or Value(""), TextField()),
        Cast(at, DateTimeField()),
        Cast(Value(0) if number is None else number, IntegerField()),
    )


def read(round_: Round) -> RoundNotes:
    """Return the notes of a round; its event must be loaded."""
    own, *others = [
        told(
            ClockMove.objects.filter(round=round_),
            About.CLOCK,
            table="table__number",
            kind="kind",
            at="created_at",
            number="seconds",
        ),
        told(
            Hold.objects.filter(
                deal__sitting__segment__match__round=round_, blocks=True, released_at=None
            ),
            About.DISPUTE,
            key="deal",
            table="deal__sitting__table__number",
        ),
        *(rows for source in _sources for rows in source.rows(round_)),
    ]
    rows: dict[str, list[Any]] = defaultdict(list)
    for about, *columns in own.union(*others, all=True):
        rows[about].append(columns)
    moves = tuple(
        ClockMove(
            round=round_,
            kind=kind,
            created_at=at,
            seconds=seconds,
            table=Table(number=table) if table else None,
        )
        for _key, table, kind, at, seconds in sorted(rows[About.CLOCK], key=itemgetter(0))
    )
    return RoundNotes(
        tables=_by_table(round_, rows, moves),
        moves=moves,
        has_questions=bool(rows[About.QUESTION]),
    )


def _by_table(
    round_: Round, rows: Mapping[str, list[Any]], moves: Sequence[ClockMove]
) -> dict[int, TableNote]:
    # Several sheets of a deal may be pending: the deal counts once.
    waiting = Counter(table for _deal, table in {(row[0], row[1]) for row in rows[About.WAITING]})
    disputed = Counter(row[1] for row in rows[About.DISPUTE])
    calls = Counter(row[1] for row in rows[About.CALL])
    devices = {table: (at, unsent) for _key, table, _kind, at, unsent in rows[About.DEVICE]}
    not_begun: Counter[int] = Counter()
    for source in _sources:
        not_begun.update(source.not_begun(round_, moves))
    deals: dict[int, set[int]] = defaultdict(set)
    for deal, table, *_rest in (*rows[About.WAITING], *rows[About.DISPUTE]):
        deals[table].add(deal)
    by_table = {}
    for table in {*waiting, *disputed, *calls, *devices, *not_begun}:
        heard_at, unsent = devices.get(table, (None, 0))
        noted = (waiting[table], disputed[table], calls[table], unsent, not_begun[table])
        by_table[table] = TableNote(heard_at, *noted, frozenset(deals[table]))
    return by_table
