"""The seats of a published round at which nobody was confirmed present, before it starts.

The first round starts at the announced start of the event; until then the hall fills, and five
minutes before it the desk reads out who is missing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils.translation import gettext, pgettext

from tournaments import wording
from tournaments.models import Entry, Form, Round
from tournaments.results import suspensions
from tournaments.results.snapshot import EventSnapshot
from web.publish.round_tables.table_overview import TableOverview

COMPASS: Final = frozenset("NESW")
SOON: Final = timedelta(minutes=5)
"""How long before the start empty seats are called."""


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """A seat whose entry was not checked in: table, seat, name, number and uid of the entry."""

    table: int
    label: str
    name: str
    entry: int
    uid: str
    is_at_door: bool = False

    @property
    def sentence(self) -> str:
        """The sentence to read out in the hall."""
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
    """The empty seats before a round starts; `is_noted` says whether anybody was checked in.

    `starts_at` is the announced start of the round, if any; from five minutes before, `is_due` says
    that the seats are to be called.
    """

    seats: tuple[EmptySeat, ...]
    is_noted: bool
    starts_at: datetime | None = None
    is_due: bool = True
    unseated: int = 0
    """The number of entries that remain, were not checked in, and have no seat in the round."""


def start_of_round(round_: Round) -> datetime | None:
    """Return the announced start of a round; that of the first is the start of its event."""
    return round_.event.starts_at if round_.number == 1 else None


def next_turn(round_: Round, now: datetime) -> datetime | None:
    """Return when the call of a round's empty seats falls due; None if it is past or never due."""
    starts_at = start_of_round(round_)
    return starts_at - SOON if starts_at and now < starts_at - SOON else None


def empty_seats(
    snapshot: EventSnapshot,
    round_: Round,
    tables: Sequence[TableOverview],
    now: datetime,
    at_door: Collection[int] = (),
) -> EmptySeats | None:
    """Return the empty seats of a published round in which nothing was played yet, else None.

    Teams have none, since they are not checked in person by person, and nobody suspended is called.
    `at_door` are the numbers of entries that have come to a kiosk since.
    """
    is_waiting = round_.state == Round.State.PUBLISHED and not any(each.done for each in tables)
    if not is_waiting or snapshot.event.form == Form.TEAMS:
        return None
    present = {entry.number for entry in snapshot.entries if entry.state == Entry.State.CHECKED_IN}
    house = {entry.number for entry in snapshot.entries if entry.kind == Entry.Kind.HOUSE}
    excluded = {row.entry.number for row in suspensions.left_out(snapshot, round_.number).values()}
    uids = {entry.number: entry.uid for entry in snapshot.entries}
    seats = tuple(
        EmptySeat(
            table.number,
            sitter.label,
            sitter.name,
            sitter.entry,
            uids.get(sitter.entry, ""),
            sitter.entry in at_door,
        )
        for table in tables
        for sitter in table.sitters
        if sitter.entry not in present | house | excluded
    )
    seated = {sitter.entry for table in tables for sitter in table.sitters}
    awaited = {
        entry.number
        for entry in snapshot.entries
        if entry.kind == Entry.Kind.COMPETITOR and entry.state == Entry.State.ENTERED
    }
    starts_at, is_due = start_of_round(round_), next_turn(round_, now) is None
    unseated = len(awaited - seated - excluded)
    return EmptySeats(seats if present else (), bool(present), starts_at, is_due, unseated)
