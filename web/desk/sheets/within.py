"""Filters for the desk's lists: what the official reaches, in the event of the page.

Which event the address names is decided in `event_scope`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import QuerySet

from referee.calls import calls
from referee.calls.calls import CallWithSteps
from referee.models import DeviceLease
from tournaments.models import Deal, Event, Result, Tournament
from tournaments.rights import access
from tournaments.rights.roles import Reach
from web.desk.frame import event_scope, fetch
from web.desk.sheets.round_tables import DeskTable

OfDeal = TypeVar("OfDeal", bound=Any)


class Within:
    """Filters the lists of a tournament by what an official reaches.

    With an event, what certainly belongs to another event is left out too.
    """

    def __init__(self, tournament: Tournament, reach: Reach, event: Event | None = None) -> None:
        self._tournament = tournament
        self._reach = reach
        self._event = event
        self._tables: frozenset[int] | None = None

    def has_deal(self, deal: Deal) -> bool:
        """Whether the official reaches a deal."""
        if self._event is not None and deal.event_id != self._event.pk:
            return False
        return self._reach.is_everything or fetch.covers_deal(self._reach, deal)

    def of_deals(self, rows: Iterable[OfDeal]) -> list[OfDeal]:
        """Return the rows whose `deal` the official reaches."""
        return [row for row in rows if self.has_deal(row.deal)]

    def of_results(self, rows: QuerySet[Result]) -> QuerySet[Result]:
        """Narrow a query of results to deals that the official reaches."""
        kept = rows.filter(self._reach.condition("deal__event", "deal__sitting__table__number"))
        return kept if self._event is None else kept.filter(deal__event=self._event)

    def of_tables(self, leases: Iterable[DeviceLease]) -> list[DeviceLease]:
        """Return the leases of tables that the official reaches."""
        others = event_scope.tables_of_others(self._tournament, self._event)
        return [
            lease
            for lease in leases
            if lease.table_id not in others and self._has_table(lease.table_id)
        ]

    def of_rounds(self, tables: Iterable[DeskTable]) -> list[DeskTable]:
        """Return the tables of rounds that the official reaches."""
        return [table for table in tables if any(self.has_deal(deal) for deal in table.deals)]

    def open_calls(self) -> list[CallWithSteps]:
        """Return the open calls from tables that the official reaches, in any event."""
        waiting = calls.open_calls(self._tournament)
        return [each for each in waiting if self._has_table(each.call.table_id)]

    def tables(self) -> frozenset[int] | None:
        """Return the keys of the tables that the official reaches; None for all."""
        if self._reach.is_everything:
            return None
        if self._tables is None:
            condition = self._reach.condition(access.EVENT_OF_TABLE, "number")
            rows = self._tournament.tables.filter(condition)
            self._tables = frozenset(rows.values_list("pk", flat=True))
        return self._tables

    def _has_table(self, key: int) -> bool:
        tables = self.tables()
        return tables is None or key in tables
