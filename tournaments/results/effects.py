"""The effect of a change on the standings: every row before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.results.standings_input import Competitor, Record
from tournaments.standings.ranking import Rank
from tournaments.standings.round_scores import StandingsInput


@dataclass(frozen=True, slots=True)
class Effect:
    """The rank of one entry before and after a change; house players have none."""

    competitor: Competitor
    before: Rank
    after: Rank

    @property
    def is_changed(self) -> bool:
        """Whether its place, total, table points, match points or penalties differ."""
        return _compared_values(self.before) != _compared_values(self.after)


def compare(record: Record, field: StandingsInput) -> tuple[Effect, ...]:
    """Return every ranked entry before and after a change, in the order before it."""
    after = {rank.entry: rank for rank in record.ranks(field)}
    return tuple(
        Effect(record.competitors[rank.entry], rank, after[rank.entry])
        for rank in record.ranks(record.field)
        if rank.entry in after
    )


def _compared_values(rank: Rank) -> tuple[object, ...]:
    return (rank.place, rank.total, rank.table_points, rank.match_points, rank.penalties)
