"""How far a role reaches: to some events of its tournament, to some of its tables, or everywhere.

Who has which role is asked in `access`, which honours these limits in what it fetches.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Any, Final

from django.db.models import Q, QuerySet

from tournaments.models import Event, Membership

BAR: Final = "|"


def table_text(numbers: Iterable[int]) -> str:
    """Return numbers of tables as a role keeps them: `|1|2|`, empty for none.

    >>> table_text([3, 1])
    '|1|3|'
    """
    listed = sorted(set(numbers))
    return BAR + BAR.join(map(str, listed)) + BAR if listed else ""


def table_numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of the tables that a role keeps.

    >>> table_numbers("|1|3|")
    (1, 3)
    """
    return tuple(int(number) for number in text.split(BAR) if number)


@dataclass(frozen=True, slots=True)
class RoleScope:
    """What one role covers: these events at these tables; empty means all of them."""

    events: frozenset[int] = frozenset()
    tables: frozenset[int] = frozenset()

    def covers(self, event: int | None, table: int | None) -> bool:
        """Whether an event, by its key, and a table, by its number, are within."""
        within = not self.events or event in self.events
        return within and (not self.tables or table in self.tables)

    def condition(self, event: str, table: str) -> Q:
        """Return the condition on rows whose event and table stand at these lookups."""
        wanted = Q(**{f"{event}__in": self.events}) if self.events else Q()
        return wanted & Q(**{f"{table}__in": self.tables}) if self.tables else wanted


@dataclass(frozen=True, slots=True)
class Reach:
    """What of a tournament the roles of an account cover together: what any part covers."""

    parts: tuple[RoleScope, ...] = ()

    def touches(self, event: int | None) -> bool:
        """Whether an event, by its key, is within, or some of its tables are."""
        return any(not part.events or event in part.events for part in self.parts)

    @property
    def is_everything(self) -> bool:
        """Whether nothing of the tournament is left out."""
        return RoleScope() in self.parts

    @property
    def events(self) -> frozenset[int] | None:
        """The keys of the events of which anything is within; None for all."""
        if any(not part.events for part in self.parts):
            return None
        return frozenset(key for part in self.parts for key in part.events)

    def covers(self, event: int | None, table: int | None = None) -> bool:
        """Whether an event, by its key, and a table, by its number, are within."""
        return any(part.covers(event, table) for part in self.parts)

    def condition(self, event: str, table: str) -> Q:
        """Return the condition on rows whose event and table stand at these lookups."""
        if self.is_everything:
            return Q()
        nothing = Q(pk__in=[])
        return reduce(or_, (part.condition(event, table) for part in self.parts), nothing)


EVERYTHING: Final = Reach((RoleScope(),))


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The tournaments, by their keys, of which an account may not see everything."""

    reaches: Mapping[int, Reach] = field(default_factory=dict)

    def keep(
        self, rows: QuerySet[Any], *, tournament: str, event: str, table: str
    ) -> QuerySet[Any]:
        """Leave out the rows of these tournaments that are not within."""
        if not self.reaches:
            return rows
        others = ~Q(**{f"{tournament}__in": list(self.reaches)})
        within = (
            Q(**{tournament: key}) & reach.condition(event, table)
            for key, reach in self.reaches.items()
        )
        return rows.filter(reduce(or_, within, others))

    def keep_events(self, rows: QuerySet[Event]) -> QuerySet[Event]:
        """Leave out the events of these tournaments of which nothing is within."""
        for key, reach in self.reaches.items():
            if reach.events is not None:
                rows = rows.exclude(~Q(pk__in=reach.events), tournament=key)
        return rows


NOT_NARROWED: Final = Narrowed()


def reach_of(memberships: Collection[Membership]) -> Reach:
    """Return what roles cover together; their limits should have been prefetched."""
    return Reach(
        tuple(
            RoleScope(
                frozenset(limit.event_id for limit in membership.limits.all()),
                frozenset(table_numbers(membership.tables)),
            )
            for membership in memberships
        )
    )
