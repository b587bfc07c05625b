"""What the room above knows of tables while they play: when they were last heard, what waits there.

The desk shows it beside the results. A room registers how it is read when the program starts, so
that nothing here knows what a sheet or a tablet is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Concat

from tournaments.models import Round


@dataclass(frozen=True, slots=True)
class TableNote:
    """A table in a round: when its device was last heard, how many sheets wait, how many disputes
    and how many calls for the referee are open.

    `heard_at` is None for a table without a device; `unsent` is how much the device then said it
    still had to send, and `not_begun` how many open deals nobody began before the time was over.
    """

    heard_at: datetime | None = None
    waiting: int = 0
    disputed: int = 0
    calls: int = 0
    unsent: int = 0
    not_begun: int = 0


Pulse = Callable[[], Combinable]
"""Makes an expression on rounds: a text that is another as soon as anything was heard of the tables
of their tournament that stands in no log."""

Reader = Callable[[Round], Mapping[int, TableNote]]
"""Reads the notes of a round, by the number of the table, in a fixed number of queries."""

NOTHING = TableNote()
_readers: list[Reader] = []
_pulses: list[Pulse] = []


def register(reader: Reader, pulse: Pulse) -> None:
    """Let the desk know what a room has to say of tables; once is enough."""
    if reader not in _readers:
        _readers.append(reader)
        _pulses.append(pulse)


def pulse() -> Combinable:
    """Return what tells, in the query of a round, whether the notes may have changed unlogged."""
    return Concat(Value(""), *(one() for one in _pulses), Value(""), output_field=TextField())


def notes_of(round_: Round) -> dict[int, TableNote]:
    """Return what is known of the tables of a round, by number; the last room to speak wins."""
    notes: dict[int, TableNote] = {}
    for reader in _readers:
        notes |= reader(round_)
    return notes
