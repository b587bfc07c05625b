"""Caches of each process for the tables: the rankings of a round, and the stamps of packs.

Every table asks for its ranking when it finishes, which takes reading the whole event. What was
read for one table serves the others until something has changed at them. One thread reads; requests
meanwhile wait for it, and usually find its result.

The ETag of a round pack is made from the pack's own facts, so that changes elsewhere leave it as it
is. A pack takes some fifteen queries, so the stamp of a table's pack is kept with the last log
entry about that table: a tablet that asks again learns by at most one query that nothing is new.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.utils.translation import get_language
from rest_framework.utils.encoders import JSONEncoder

from tournaments.models import AuditEntry, Comparison, Round, Table
from tournaments.record import log_queries
from tournaments.record.digest import sha256
from tournaments.system.process_memory import Remembered

MOST_RANKINGS: Final = 16
"""The most rounds in the cache, each in one language."""

Rankings = Mapping[int, Sequence[Any]]
"""The ranking at each table of a round that is over, by the key of the sitting."""


@dataclass(frozen=True, slots=True)
class KeptRankings:
    """Rankings, and the last entry of the log before they were read: its key and its number."""

    entry: int
    seq: int
    rankings: Rankings

    def holds_at(self, table: Table, round_: Round) -> bool:
        """Whether the ranking at a table is still valid.

        If deals are compared, a result at any other table may change it.
        """
        if self.seq >= round_.event.public_revision:
            return True
        is_alone = round_.event.comparison == Comparison.NONE
        return is_alone and self.entry >= log_queries.moved(table.tournament, [table])


_rankings: Final = Remembered[tuple[str, str | None], KeptRankings](MOST_RANKINGS)
_reading: Final = threading.Lock()


def ranking_at(
    table: Table, sitting: int, round_: Round, read: Callable[[Round], Rankings]
) -> Sequence[Any]:
    """Return the ranking at a sitting of a round that was read a moment ago with its event.

    It is empty if there is none yet; `read` reads those of the whole round.
    """
    key = (round_.uid, get_language())
    kept = _rankings.get(key)
    if kept is None or not kept.holds_at(table, round_):
        with _reading:
            kept = _rankings.current(
                key,
                lambda known: known.holds_at(table, round_),
                lambda: _read_rankings(table, round_, read),
            )
    return kept.rankings.get(sitting, ())


def _read_rankings(table: Table, round_: Round, read: Callable[[Round], Rankings]) -> KeptRankings:
    entries = AuditEntry.objects.filter(tournament=table.tournament_id).order_by("-seq")
    entry, seq = entries.values_list("pk", "seq")[0]
    return KeptRankings(entry, seq, read(round_))


MOST_STAMPS: Final = 2048
"""The most stamps in the cache: one for each table and language."""
LENGTH: Final = 32
OF_THE_MOMENT: Final = ("server_time",)

Key = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Seen:
    """Sequence numbers of the log before a pack was made: the tournament's, and its table's."""

    log: int
    moved: int


_stamps: Final = Remembered[Key, tuple[Seen, str]](MOST_STAMPS)


def seen(table: Table) -> Seen:
    """Return the sequence numbers of the log, without a query if the tournament's is unchanged.

    The table was read a moment ago, with its tournament.
    """
    log_seq = table.tournament.log_seq
    remembered = _remembered(table)
    if remembered is not None and remembered[0].log == log_seq:
        return remembered[0]
    return Seen(log_seq, log_queries.moved(table.tournament, [table]))


def known(table: Table, now: Seen) -> str | None:
    """Return the stamp of a table's current pack; None if it is not cached."""
    remembered = _remembered(table)
    if remembered is None or remembered[0].moved != now.moved:
        return None
    _remember(table, now, remembered[1])
    return remembered[1]


def keep(table: Table, before: Seen, pack: Mapping[str, object]) -> str:
    """Cache and return the stamp of a pack that was made after the log was in this state."""
    text = json.dumps(_facts(pack), cls=JSONEncoder, sort_keys=True, ensure_ascii=False)
    stamp = f'W/"{sha256(text + settings.BUILD)[:LENGTH]}"'
    _remember(table, before, stamp)
    return stamp


def forget() -> None:
    """Clear both caches."""
    _rankings.forget()
    _stamps.forget()


def _remembered(table: Table) -> tuple[Seen, str] | None:
    return _stamps.get((table.uid, get_language()))


def _remember(table: Table, seen_log: Seen, stamp: str) -> None:
    _stamps.put((table.uid, get_language()), (seen_log, stamp))


def _facts(pack: Mapping[str, object]) -> dict[str, Any]:
    """Return a pack without what depends on the moment; a running clock keeps its end."""
    facts: dict[str, Any] = {
        name: value for name, value in pack.items() if name not in OF_THE_MOMENT
    }
    clock = facts.get("clock")
    if clock and clock["until"]:
        facts["clock"] = {name: value for name, value in clock.items() if name != "seconds"}
    return facts
