"""What a change would do to the standings: every row as it is, and as it would be."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.results.standings_input import Competitor, Record
from tournaments.standings.ranking import Field, Rank


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change does to one entry; a house player has no rank to change."""

    competitor: Competitor
    before: Rank
    after: Rank

    @property
    def is_changed(self) -> bool:
        """Whether its sum, its table points or its place would be others."""
        return _shown(self.before) != _shown(self.after)


def compare(record: Record, field: Field) -> tuple[Effect, ...]:
    """Return every ranked entry as it stands and as it would stand with other values.

    The order is that of the standings as they are.
    """
    after = {rank.entry: rank for rank in record.ranks(field)}
    return tuple(
        Effect(record.competitors[rank.entry], rank, after[rank.entry])
        for rank in record.ranks(record.field)
        if rank.entry in after
    )


def _shown(rank: Rank) -> tuple[object, ...]:
    return (rank.place, rank.total, rank.table_points, rank.match_points, rank.penalties)
