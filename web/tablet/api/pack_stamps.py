"""The ETag of a round pack, made of its own facts: changes elsewhere leave it as it is.

A pack is made by some fifteen queries. Each process remembers which stamp the pack of a table had
when the log last said anything of that table, so that a tablet which asks again is told by one
query at the most that nothing is new.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.utils.translation import get_language
from rest_framework.utils.encoders import JSONEncoder

from tournaments.models import Table
from tournaments.record import log_queries
from tournaments.record.digest import sha256
from tournaments.system.process_memory import Remembered
from web.tablet.api.round_pack import RoundPack

MOST: Final = 2048
"""Limit of remembered stamps: one for each table and language."""
LENGTH: Final = 32
OF_THE_MOMENT: Final = ("server_time",)

Key = tuple[str, str | None]


@dataclass(frozen=True, slots=True)
class Seen:
    """Sequence numbers of the log before a pack was made: the tournament's, and its table's."""

    log: int
    moved: int


_kept: Final = Remembered[Key, tuple[Seen, str]](MOST)


def seen(table: Table) -> Seen:
    """Return the sequence numbers of the log; without a query where the tournament's has not moved.

    The table was read a moment ago, with its tournament.
    """
    log_seq = table.tournament.log_seq
    remembered = _remembered(table)
    if remembered is not None and remembered[0].log == log_seq:
        return remembered[0]
    return Seen(log_seq, log_queries.moved(table.tournament, [table]))


def known(table: Table, now: Seen) -> str | None:
    """Return the stamp of the pack of a table as it is now; None where nobody knows it."""
    remembered = _remembered(table)
    if remembered is None or remembered[0].moved != now.moved:
        return None
    _remember(table, now, remembered[1])
    return remembered[1]


def keep(table: Table, before: Seen, pack: RoundPack) -> str:
    """Remember and return the stamp of a pack that was made after the log was seen so."""
    text = json.dumps(_facts(pack), cls=JSONEncoder, sort_keys=True, ensure_ascii=False)
    stamp = f'W/"{sha256(text + settings.BUILD)[:LENGTH]}"'
    _remember(table, before, stamp)
    return stamp


def forget() -> None:
    """Remember nothing any more."""
    _kept.forget()


def _remembered(table: Table) -> tuple[Seen, str] | None:
    return _kept.get((table.uid, get_language()))


def _remember(table: Table, seen_log: Seen, stamp: str) -> None:
    _kept.put((table.uid, get_language()), (seen_log, stamp))


def _facts(pack: RoundPack) -> dict[str, Any]:
    """Return a pack without what depends on the moment; a running clock keeps its end."""
    facts: dict[str, Any] = {
        name: value for name, value in pack.items() if name not in OF_THE_MOMENT
    }
    clock = facts.get("clock")
    if clock and clock["until"]:
        facts["clock"] = {name: value for name, value in clock.items() if name != "seconds"}
    return facts
