"""Who has which prize of an event as it stands, by its rules and its standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.formats import prize_rules
from tournaments.models import Event
from tournaments.record import log
from tournaments.record.audit import Verb
from tournaments.results import queries
from tournaments.results.standings_input import StandingsRow
from tournaments.standings.line_ranks import by_line
from tournaments.standings.prizes import PlacedEntry, Prize, PrizeRules, prizes
from tournaments.standings.tie_breaks import Known


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """A prize, and whose it is; `shared_with` are the others who divide or have the same."""

    row: StandingsRow
    prize: Prize
    shared_with: tuple[str, ...]


def of(event: Event) -> tuple[PrizeRow, ...]:
    """Return the prizes as everybody may know the standings, the best first; who has no place
    has none of them either."""
    rules = prize_rules.read(event.prizes) if event.prizes else None
    if rules is None:
        return ()
    rows = [row for row in queries.told(event).standings() if row.rank.is_ranked]
    lists = by_line(rows, lambda row: row.rank.line)
    return tuple(row for _line, ranked in lists for row in _of_list(event, ranked, rules))


def _of_list(event: Event, ranked: Sequence[StandingsRow], rules: PrizeRules) -> Iterator[PrizeRow]:
    """Yield the prizes of those who rank together: of two lines each has them all."""
    placed = [PlacedEntry(row.rank.entry, row.rank.place) for row in ranked]
    rows = {row.rank.entry: row for row in ranked}
    for prize in prizes(placed, rules, _known(event, ranked)):
        yield PrizeRow(rows[prize.entry], prize, _others(prize, rows))


def changed_late(event: Event) -> datetime | None:
    """Return when the prizes were changed at last after the event was finished, None if never."""
    if event.state != Event.State.FINISHED:
        return None
    late = (
        datetime.fromisoformat(logged["at"])
        for logged in log.about("event", event, Verb.SET_PRIZES)
        if logged["details"].get("after_finish")
    )
    return max(late, default=None)


def _others(prize: Prize, rows: dict[str, StandingsRow]) -> tuple[str, ...]:
    return tuple(rows[uid].competitor.name for uid in prize.among if uid != prize.entry)


def _known(event: Event, ranked: Sequence[StandingsRow]) -> Known:
    """Return what further tie-breaks look at."""
    ranks = [row.rank for row in ranked]
    return Known(
        rounds={rank.entry: rank.rounds for rank in ranks},
        worth={rank.entry: rank.match_points for rank in ranks},
        totals={rank.entry: rank.total for rank in ranks},
        penalties={rank.entry: rank.penalties for rank in ranks},
        seed=event.seed,
    )
