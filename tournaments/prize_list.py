"""Who has which prize of an event as it stands, by its rules and its standings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments import prize_rules, queries
from tournaments.audit import Verb
from tournaments.models import AuditEntry, Event
from tournaments.prizes import PlacedEntry, Prize, prizes
from tournaments.scores import StandingsRow
from tournaments.tie_breaks import Known


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize, and whose it is; `shared_with` are the others who divide or have the same."""

    row: StandingsRow
    prize: Prize
    shared_with: tuple[str, ...]


def of(event: Event) -> tuple[PrizeRow, ...]:
    """Return the prizes as everybody may know the standings, the best first; nobody withdrawn has
    one."""
    rules = prize_rules.read(event.prizes) if event.prizes else None
    if rules is None:
        return ()
    ranked = [row for row in queries.told(event).standings() if not row.rank.withdrawn]
    placed = [PlacedEntry(row.rank.entry, row.rank.place) for row in ranked]
    rows = {row.rank.entry: row for row in ranked}
    return tuple(
        PrizeRow(rows[one.entry], one, _others(one, rows))
        for one in prizes(placed, rules, _known(event, ranked))
    )


def changed_late(event: Event) -> datetime | None:
    """Return when the prizes were changed at last after the event was finished, None if never."""
    if event.state != Event.State.FINISHED:
        return None
    rows = AuditEntry.objects.filter(
        tournament=event.tournament_id, verb=Verb.SET_PRIZES, body__contains=event.uid
    )
    for body in rows.order_by("-seq").values_list("body", flat=True):
        entry = json.loads(body)
        if entry["about"].get("event") == event.uid and entry["details"].get("after_finish"):
            return datetime.fromisoformat(entry["at"])
    return None


def _others(prize: Prize, rows: dict[str, StandingsRow]) -> tuple[str, ...]:
    return tuple(rows[one].competitor.name for one in prize.among if one != prize.entry)


def _known(event: Event, ranked: Sequence[StandingsRow]) -> Known:
    """Return what further tie-breaks look at."""
    ranks = [row.rank for row in ranked]
    return Known(
        rounds={one.entry: one.rounds for one in ranks},
        worth={one.entry: one.match_points for one in ranks},
        totals={one.entry: one.total for one in ranks},
        penalties={one.entry: one.penalties for one in ranks},
        seed=event.seed,
    )
