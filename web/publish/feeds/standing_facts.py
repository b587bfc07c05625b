"""The facts of a row of the public standings, for `standings.csv` and the public data.

Each of them adds in its own form whom the row is about, and the scores round by round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.results.event_record import StandingsRow
from tournaments.standings.match_scores import Order
from tournaments.standings.ranking import Rank

WITHDRAWN, DISQUALIFIED = "withdrawn", "disqualified"


@dataclass(frozen=True, slots=True)
class StandingFacts:
    """A row of the standings without its entry.

    The names are keys of the public data and, but for two, heads of `standings.csv`; in both they
    are permanent, in this order, and new ones come last. `data.meanings` says what they mean.
    """

    place: int | None
    is_shared: bool
    group: str
    line: str
    state: str
    deals: int
    wins: Fraction | int
    draws: Fraction | int
    losses: Fraction | int
    points: Fraction | int
    table_points: Fraction | int
    match_points: Fraction | int
    penalties: Fraction | int
    carried: Fraction | int
    share: Fraction | None
    total: Fraction | int
    score: Fraction | int
    difference: Fraction | int
    change: int
    tie_break: str
    tie_break_value: Fraction | int | None


def read(row: StandingsRow, order: Order, groups: Mapping[str, str]) -> StandingFacts:
    """Return the facts of a row; `groups` has the group of each entry, if there are several."""
    rank, decided = row.rank, row.rank.decided_by
    has_place = rank.is_ranked and rank.begun
    return StandingFacts(
        place=rank.place if has_place else None,
        is_shared=has_place and rank.shared,
        group=groups.get(rank.entry, ""),
        line=rank.line,
        state=_state(rank),
        deals=rank.deals,
        wins=rank.wins,
        draws=rank.draws,
        losses=rank.losses,
        points=rank.points,
        table_points=rank.table_points,
        match_points=rank.match_points,
        penalties=rank.penalties,
        carried=rank.carried,
        share=rank.share,
        total=rank.total,
        score=rank.score(order),
        difference=rank.net,
        change=rank.change,
        tie_break=str(decided.by.value) if decided else "",
        tie_break_value=decided.value if decided else None,
    )


def _state(rank: Rank) -> str:
    if rank.disqualified:
        return DISQUALIFIED
    return WITHDRAWN if rank.withdrawn else ""
