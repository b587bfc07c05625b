"""The state of tables while they play: last contact, waiting sheets, disputes, calls.

The desk shows it beside the results. Packages above (`referee`) register how it is read when the
program starts, so that nothing here depends on sheets or tablets.
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
"""Makes an expression on rounds: a text that changes whenever a table of the tournament reports
something that is not in the log."""

Reader = Callable[[Round], Mapping[int, TableNote]]
"""Reads the notes of a round, by the number of the table, in a fixed number of queries."""

NOTHING = TableNote()
_readers: list[Reader] = []
_pulses: list[Pulse] = []


def register(reader: Reader, pulse: Pulse) -> None:
    """Register a reader of table notes and its pulse; registering them again changes nothing."""
    if reader not in _readers:
        _readers.append(reader)
        _pulses.append(pulse)


def pulse() -> Combinable:
    """Return an expression for the query of a round that changes when its notes may have."""
    return Concat(Value(""), *(make() for make in _pulses), Value(""), output_field=TextField())


def notes_of(round_: Round) -> dict[int, TableNote]:
    """Return the notes of the tables of a round by number; the reader registered last wins."""
    notes: dict[int, TableNote] = {}
    for reader in _readers:
        notes |= reader(round_)
    return notes
