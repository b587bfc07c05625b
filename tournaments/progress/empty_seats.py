"""The seats of a published round at which nobody was confirmed present, before it starts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, pgettext

from tournaments import wording
from tournaments.models import Entry, Form, Round
from tournaments.progress.table_overview import TableOverview
from tournaments.results.snapshot import EventSnapshot

COMPASS: Final = frozenset("NESW")


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """A seat whose entry was not checked in: table, seat, name, the number of the entry."""

    table: int
    label: str
    name: str
    entry: int

    @property
    def sentence(self) -> str:
        """What is read out in the hall."""
        values = {"table": self.table, "seat": wording.seat_name(self.label), "name": self.name}
        if self.label in COMPASS:
            words = pgettext(
                "seat of a compass", "Table %(table)s, %(seat)s: %(name)s, please take your seat."
            )
        else:
            words = gettext("Table %(table)s, %(seat)s: %(name)s, please take your seat.")
        return words % values


@dataclass(frozen=True, slots=True)
class EmptySeats:
    """The empty seats before a round starts; `is_noted` says whether anybody was checked in."""

    seats: tuple[EmptySeat, ...]
    is_noted: bool


def empty_seats(
    snapshot: EventSnapshot, round_: Round, tables: Sequence[TableOverview]
) -> EmptySeats | None:
    """Return the empty seats of a published round in which nothing was played yet, else None.

    A team is not checked in person by person, so of teams there are none.
    """
    is_waiting = round_.state == Round.State.PUBLISHED and not any(each.done for each in tables)
    if not is_waiting or snapshot.event.form == Form.TEAMS:
        return None
    present = {entry.number for entry in snapshot.entries if entry.state == Entry.State.CHECKED_IN}
    house = {entry.number for entry in snapshot.entries if entry.kind == Entry.Kind.HOUSE}
    seats = tuple(
        EmptySeat(table.number, sitter.label, sitter.name, sitter.entry)
        for table in tables
        for sitter in table.sitters
        if sitter.entry not in present | house
    )
    return EmptySeats(seats if present else (), bool(present))
