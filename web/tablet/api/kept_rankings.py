"""The rankings at the tables of a round, made for all of them at once and kept in the process.

Every table asks for its own when it finishes, and the whole event has to be read to tell it. What
was read for one table serves the others until something has changed at them. One thread reads; who
asks meanwhile waits for it, and mostly finds what it made.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import get_language

from tournaments.models import AuditEntry, Comparison, Round, Table
from tournaments.record import log_queries
from tournaments.system.process_memory import Remembered

MOST: Final = 16
"""Limit of remembered rounds, each in one language."""

Rankings = Mapping[int, Sequence[Any]]
"""The ranking at each table of a round that is over, by the key of the sitting."""


@dataclass(frozen=True, slots=True)
class KeptRankings:
    """Rankings, and the last entry of the log before they were read: its key and its number."""

    entry: int
    seq: int
    rankings: Rankings

    def holds_at(self, table: Table, round_: Round) -> bool:
        """Whether nothing has changed since that the ranking at a table follows from.

        Where deals are compared, that may be a result at any other table.
        """
        if self.seq >= round_.event.public_revision:
            return True
        is_alone = round_.event.comparison == Comparison.NONE
        return is_alone and self.entry >= log_queries.moved(table.tournament, [table])


_kept: Final = Remembered[tuple[str, str | None], KeptRankings](MOST)
_turn: Final = threading.Lock()


def ranking_at(
    table: Table, sitting: int, round_: Round, read: Callable[[Round], Rankings]
) -> Sequence[Any]:
    """Return the ranking at a sitting of a round that was read a moment ago with its event.

    It is empty where there is none yet; `read` reads those of the whole round.
    """
    key = (round_.uid, get_language())
    kept = _kept.get(key)
    if kept is None or not kept.holds_at(table, round_):
        with _turn:
            kept = _kept.current(
                key,
                lambda known: known.holds_at(table, round_),
                lambda: _read(table, round_, read),
            )
    return kept.rankings.get(sitting, ())


def forget() -> None:
    """Remember nothing any more."""
    _kept.forget()


def _read(table: Table, round_: Round, read: Callable[[Round], Rankings]) -> KeptRankings:
    entries = AuditEntry.objects.filter(tournament=table.tournament_id).order_by("-seq")
    entry, seq = entries.values_list("pk", "seq")[0]
    return KeptRankings(entry, seq, read(round_))
