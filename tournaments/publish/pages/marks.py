"""Where in the log a page stands: the number and the hash of the entry that it shows.

Whoever keeps a page or a paper keeps with it a proof of the log up to there: no other log has this
hash at this number. It is that of the last public change, never the head, which moves with what
nobody may see yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tournaments.models import Event
from tournaments.record import log

GROUP: Final = 8
ON_PAPER: Final = 32
"""So many letters of a hash are printed: half of it is as good as all to whoever has no other."""


@dataclass(frozen=True, slots=True)
class Mark:
    """An entry of the log by its number and its hash."""

    seq: int
    hash: str


def of(event: Event) -> Mark | None:
    """Return where the log stood when a stranger saw something new; None before that."""
    entry = log.entry_at(event.tournament, event.public_revision)
    return Mark(entry.seq, entry.hash) if entry else None


def printed(found: str) -> str:
    """Return a hash as it stands on paper: its first half, in groups that can be read aloud."""
    kept = found[:ON_PAPER]
    return " ".join(kept[at : at + GROUP] for at in range(0, len(kept), GROUP))
