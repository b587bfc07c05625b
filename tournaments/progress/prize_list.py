"""The prizes of an event by its prize rules and current standings.

How prizes are divided is computed in `standings.prizes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.formats import prize_rules
from tournaments.models import Event
from tournaments.record import log_queries
from tournaments.record.audit import Verb
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.prizes import PlacedEntry, Prize, PrizeRules, prizes
from tournaments.standings.ranking import group_by_line
from tournaments.standings.tie_breaks import TieBreakInput


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize with its winner; `shared_with` names entries that divide it or get the same."""

    row: StandingsRow
    prize: Prize
    shared_with: tuple[str, ...]


def prize_rows(snapshot: EventSnapshot) -> tuple[PrizeRow, ...]:
    """Return the prizes by the public standings, the best first.

    Unranked entries have no prize, nor has an entry that left without a right to one.
    """
    event = snapshot.event
    rules = prize_rules.read(event.prizes) if event.prizes else None
    if rules is None:
        return ()
    standings = event_record.public_record(snapshot).standings()
    without = {entry.uid for entry in snapshot.entries if entry.without_prizes}
    # Before any result all share the first place, and nothing is won.
    placed = (row for row in standings if row.rank.is_ranked and row.rank.begun)
    rows = [row for row in placed if row.rank.entry not in without]
    lists = group_by_line(rows, lambda row: row.rank.line)
    return tuple(row for _line, ranked in lists for row in _line_prizes(event, ranked, rules))


def _line_prizes(
    event: Event, ranked: Sequence[StandingsRow], rules: PrizeRules
) -> Iterator[PrizeRow]:
    """Yield the prizes of one line; each of two lines has the full list."""
    placed = [PlacedEntry(row.rank.entry, row.rank.place) for row in ranked]
    rows = {row.rank.entry: row for row in ranked}
    for prize in prizes(placed, rules, _tie_break_facts(event, ranked)):
        others = (uid for uid in prize.among if uid != prize.entry)
        names = tuple(rows[uid].competitor.name for uid in others)
        yield PrizeRow(rows[prize.entry], prize, names)


def changed_late(event: Event) -> datetime | None:
    """Return when prizes were last changed after the finish of the event; None if never."""
    if event.state != Event.State.FINISHED:
        return None
    late = (
        datetime.fromisoformat(logged["at"])
        for logged in log_queries.about("event", event, Verb.SET_PRIZES)
        if logged["details"].get("after_finish")
    )
    return max(late, default=None)


def _tie_break_facts(event: Event, ranked: Sequence[StandingsRow]) -> TieBreakInput:
    """Return the facts that tie-breaks of prizes use."""
    ranks = [row.rank for row in ranked]
    return TieBreakInput(
        rounds={rank.entry: rank.rounds for rank in ranks},
        worth={rank.entry: rank.match_points for rank in ranks},
        totals={rank.entry: rank.total for rank in ranks},
        penalties={rank.entry: rank.penalties for rank in ranks},
        seed=event.seed,
    )
