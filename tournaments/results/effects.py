"""The effect of a change on the standings: the rows that it moves, before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.results.event_record import Competitor, public_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import Rank


@dataclass(frozen=True, slots=True)
class Effect:
    """The rank of one entry before and after a change; house players have none."""

    competitor: Competitor
    before: Rank
    after: Rank

    @property
    def is_changed(self) -> bool:
        """Whether its place, its total or anything that decides the place differs."""
        return _compared_values(self.before) != _compared_values(self.after)


def compare(before: EventSnapshot, after: EventSnapshot) -> tuple[Effect, ...]:
    """Return the ranked entries whose public standing a change moves, in the order before it."""
    known, changed = public_record(before), public_record(after)
    ranks = {rank.entry: rank for rank in changed.ranks(changed.field)}
    effects = (
        Effect(known.competitors[rank.entry], rank, ranks[rank.entry])
        for rank in known.ranks(known.field)
        if rank.entry in ranks
    )
    return tuple(effect for effect in effects if effect.is_changed)


def _compared_values(rank: Rank) -> tuple[object, ...]:
    # Before anything counts the place is a dash, whatever the number behind it.
    place = rank.shown_place, rank.is_ranked
    return (*place, rank.total, rank.table_points, rank.match_points, rank.penalties)
