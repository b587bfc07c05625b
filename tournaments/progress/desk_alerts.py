"""What waits for an official in tournaments, counted for the bar on every page of the desk.

It is one query of short rows. What packages above (`referee`) count is registered when the program
starts; what the counts mean in words is in `templates/desk/frame/_alerts.html`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, Final

from django.db.models import Count, F, IntegerField, Max, QuerySet, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce, Concat, LPad

from tournaments.models import Event, Hold
from tournaments.rights.role_limits import NOT_NARROWED, Narrowed
from tournaments.system.compiled_queries import KeysQuery


class AlertKind(StrEnum):
    """What waits, in the order in which the bar shows it."""

    CALL = "call"  # an open call for the referee, or a player's objection
    DISPUTE = "dispute"  # a deal that is held open until it is decided
    APPEAL = "appeal"  # an appeal that is not decided
    OWED = "owed"  # a result that an appeal varied, and nobody entered yet
    ANNULLED = "annulled"  # a part of an annulled ruling that waits for the chief referee's answer
    IRREGULARITY = "irregularity"  # an irregularity without a ruling
    ENTRY = "entry"  # somebody asks to enter an event
    NAME = "name"  # a name of the public door that is to be confirmed
    WITHDRAWAL = "withdrawal"  # somebody asks to withdraw after a draw
    LEAVING = "leaving"  # a proposal that an entry leaves, which waits to be approved
    WORD = "word"  # a ruling that waits for the organiser's word
    CARD = "card"  # a ruling that waits for the word of a deputy or the chief referee
    BUILT = "built"  # a ruling decided otherwise that waits for an answer on what was built on it
    SUSPENSION = "suspension"  # the draft of a suspension for two yellow cards
    DOUBTFUL = "doubtful"  # a suspension of which a yellow card was annulled since
    SHEET = "sheet"  # a deal with a sheet that nobody has confirmed yet
    COPY = "copy"  # a copy of the data that failed


QUIET: Final = frozenset({AlertKind.SHEET, AlertKind.ENTRY, AlertKind.NAME})
"""What comes in numbers, with every deal or every name, and makes no sound."""
OF_DIRECTORS: Final = frozenset(
    {
        AlertKind.ENTRY,
        AlertKind.NAME,
        AlertKind.WITHDRAWAL,
        AlertKind.LEAVING,
        AlertKind.COPY,
    }
)
"""What directors alone decide."""
OF_HEADS: Final = frozenset({AlertKind.WORD})
"""What an organiser and the chief referee decide together: both see that it waits."""
OF_CHIEFS: Final = frozenset(
    {
        AlertKind.CARD,
        AlertKind.ANNULLED,
        AlertKind.BUILT,
        AlertKind.SUSPENSION,
        AlertKind.DOUBTFUL,
    }
)
"""What a deputy, the chief referee or a director decides, and no other referee."""


@dataclass(frozen=True, slots=True)
class Alert:
    """How many of a kind wait in a tournament, and the newest of them by its key.

    `table` and `event` are those of the newest, empty where it belongs to none.
    """

    kind: AlertKind
    tournament: int
    count: int
    newest: int = 0
    table: str = ""
    event: str = ""

    @property
    def is_quiet(self) -> bool:
        """Whether it makes no sound."""
        return self.kind in QUIET


DIGITS: Final = 12
"""Digits of a key before a place, so that the greatest text is that of the newest row."""
OF_DEAL: Final = {"event": "deal__event", "table": "deal__sitting__table__number"}
"""Where the event and the table of a row stand that belongs to a deal."""
Rows = Callable[[Collection[int], Narrowed], Iterable[QuerySet[Any, Any]]]
"""Returns queries of counts in tournaments, by their keys, each made by `counted`; of some of them
the reader may not see everything."""
RowsOf = Callable[[Sequence[int]], QuerySet[Any, Any]]
"""Returns other rows in the same columns, of what has these keys; nothing else may vary in it."""
Beside = tuple[RowsOf, Sequence[int]]

_readers: list[Rows] = []


def register(rows: Rows) -> None:
    """Register counts; registering them again changes nothing."""
    if rows not in _readers:
        _readers.append(rows)


def counted(
    rows: QuerySet[Any],
    kind: AlertKind,
    *,
    tournament: str,
    each: str = "pk",
    event: str = "",
    table: str = "",
) -> QuerySet[Any, Any]:
    """Return rows as counts by tournament, so that one query reads all of them together.

    `each` is what is counted once, however many rows it has; `event` and `table` are where the
    event and the number of the table stand, by which the newest row is named.
    """
    places: QuerySet[Any, Any] = (
        rows.order_by().values(tournament).annotate(place=Max(_place(event, table)))
    )
    return places.values_list(
        Value(kind.value, output_field=TextField()),
        Cast(tournament, IntegerField()),
        Count(each, distinct=True),
        Max("pk"),
        "place",
    )


def _place(event: str, table: str) -> Combinable:
    """Return an expression of a row: its key, the number of its table and the name of its event."""
    nothing = Value("", output_field=TextField())
    key = LPad(Cast("pk", TextField()), DIGITS, Value("0"))
    at = Coalesce(Cast(table, TextField()), nothing) if table else nothing
    of = Coalesce(F(f"{event}__name"), nothing, output_field=TextField()) if event else nothing
    return Concat(key, Value("|"), at, Value("|"), of, output_field=TextField())


def read(tournaments: Collection[int], narrowed: Narrowed = NOT_NARROWED) -> list[Alert]:
    """Return what waits in tournaments, by their keys; nothing for what nothing waits of."""
    return read_with(tournaments, narrowed=narrowed)[0] if tournaments else []


def read_with(
    tournaments: Collection[int], *beside: Beside, narrowed: Narrowed = NOT_NARROWED
) -> tuple[list[Alert], list[tuple[Any, ...]]]:
    """Return what waits, and the rows of other queries in the same columns, by the same query."""
    makes = tuple(make for make, _keys in beside)
    keys = [list(tournaments), *(list(keys) for _make, keys in beside)]
    if narrowed.reaches:
        rows = list(_together(makes, narrowed, *keys))
    else:
        rows = _compiled(makes).all(*keys)
    kinds = {kind.value: kind for kind in AlertKind}
    alerts = [
        Alert(kinds[kind], tournament, count, newest, *(text or "||").split("|", 2)[1:])
        for kind, tournament, count, newest, text in rows
        if kind in kinds and count
    ]
    order = list(AlertKind)
    alerts.sort(key=lambda alert: (alert.tournament, order.index(alert.kind)))
    return alerts, [row for row in rows if row[0] not in kinds]


@lru_cache
def _compiled(makes: Sequence[RowsOf]) -> KeysQuery[tuple[Any, ...]]:
    """Return the query for whoever may see everything, which is nearly everybody."""
    return KeysQuery(partial(_together, makes, NOT_NARROWED))


def _together(
    makes: Sequence[RowsOf], narrowed: Narrowed, tournaments: Sequence[int], *keys: Sequence[int]
) -> QuerySet[Any, Any]:
    held = Hold.objects.filter(
        deal__event__tournament__in=tournaments, blocks=True, released_at=None
    )
    held = narrowed.keep(held, tournament="deal__event__tournament", **OF_DEAL)
    own = counted(
        held.exclude(deal__event__state=Event.State.FINISHED),
        AlertKind.DISPUTE,
        tournament="deal__event__tournament",
        each="deal",
        **OF_DEAL,
    )
    others = [rows for reader in _readers for rows in reader(tournaments, narrowed)]
    beside = [make(given) for make, given in zip(makes, keys, strict=True)]
    return own.union(*others, *beside, all=True)


def total(alerts: Iterable[Alert]) -> int:
    """Return how many things wait."""
    return sum(map(attrgetter("count"), alerts))
