"""The log entry that a page or document shows: its number and its hash.

Whoever keeps the page keeps a proof of the log up to that entry: no other log has this hash at this
number. It is the entry of the last public change, not the head, which moves with secret changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import OuterRef, Subquery

from tournaments.models import AuditEntry, Event
from tournaments.record import log_queries

GROUP: Final = 8
ON_PAPER: Final = 32
"""The digits of a hash that are printed; half of it is sufficient as a proof."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry of the log by its number and its hash."""

    seq: int
    hash: str


def mark_of_event(event: Event) -> Mark | None:
    """Return the log entry of the last public change; None before the first."""
    entry = log_queries.entry_at(event.tournament, event.public_revision)
    return Mark(entry.seq, entry.hash) if entry else None


def hash_of_last_change(tournament: str, revision: str) -> Subquery:
    """Return the hash of that log entry as a column of a query; the arguments name its columns."""
    entries = AuditEntry.objects.filter(tournament=OuterRef(tournament), seq=OuterRef(revision))
    return Subquery(entries.values("hash"))


def hash_for_paper(digest: str) -> str:
    """Format a hash for paper: its first half, in groups that can be read aloud."""
    kept = digest[:ON_PAPER]
    return " ".join(kept[at : at + GROUP] for at in range(0, len(kept), GROUP))
