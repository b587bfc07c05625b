"""The result of a draw of two sides at a table: tables and byes, each with its reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.pairing.reasons import DrawReason


@dataclass(frozen=True, slots=True)
class SeededEntry:
    """An entry that is placed by seeding alone; `rank` is its rank in the seeding."""

    entry: str
    rank: int
    club: str = ""


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table: its sides, the first seat first, and the reasons for the pairing."""

    number: int
    sides: tuple[str, ...]
    reasons: tuple[DrawReason, ...]


@dataclass(frozen=True, slots=True)
class DrawnBye:
    """An entry with a bye, and the reasons."""

    entry: str
    reasons: tuple[DrawReason, ...]


def sort_by_seeding(entered: Sequence[SeededEntry]) -> list[SeededEntry]:
    """Sort entries by rank in the seeding. Raises ValueError if a rank occurs twice."""
    if len({entrant.entry for entrant in entered}) != len(entered):
        raise ValueError("an entry occurs twice")
    return sorted(entered, key=lambda entrant: (entrant.rank, entrant.entry))


def read_seeded_entry(stored: Mapping[str, Any]) -> SeededEntry:
    """Return a seeded entry from its JSON form."""
    return SeededEntry(stored["entry"], stored["rank"], stored.get("club", ""))
