"""The standings of an event of several stages, as pure functions: of a group, a stage, the whole.

Entries of a later stage are ranked above all others. In a stage of several groups the first of
every group are ranked above all second ones, and so on; at equal ranks the average of a round
decides. A knockout takes its ranks from its matches.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeVar

from tournaments.standings.match_scores import Order
from tournaments.standings.played_rounds import sums_of_play
from tournaments.standings.ranking import PlaceAfterRound, Rank, placed, ranked
from tournaments.standings.round_scores import (
    EntryPenalty,
    MatchRecord,
    ScoredDeal,
    StandingsInput,
    Sums,
    UnplayedRound,
)
from tournaments.standings.unplayed_terms import RANKS_ALL

Theirs = TypeVar("Theirs", ScoredDeal, EntryPenalty, UnplayedRound)
"""A row that belongs to an entry."""


@dataclass(frozen=True, slots=True)
class GroupPart:
    """A group: its key, its entries by rank, and their carry-over."""

    group: int
    entries: tuple[str, ...]
    carried: Mapping[str, Fraction] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StagePart:
    """A stage: its key, its rounds, and its groups; `last` is None while it goes on.

    `places` are the known ranks of a knockout; entries without one are still in it.
    """

    stage: int
    first: int
    last: int | None
    groups: tuple[GroupPart, ...]
    places: Mapping[str, int] | None = None

    @property
    def entries(self) -> tuple[str, ...]:
        """All its entries."""
        return tuple(entry for group in self.groups for entry in group.entries)


def group_ranks(inputs: StandingsInput, stage: StagePart) -> dict[int, tuple[Rank, ...]]:
    """Return the standings of every group of a stage with the ranks after its rounds, by key.

    `inputs` is all that counts in the event.
    """
    fields = _group_fields(inputs, stage)
    return {key: _apply_knockout_places(ranked(field), stage) for key, field in fields.items()}


def event_ranks(inputs: StandingsInput, stages: Sequence[StagePart]) -> tuple[Rank, ...]:
    """Return the standings of a whole event, with the ranks after every round."""
    if not stages:
        return ranked(inputs)
    parts = [_StageSums.from_inputs(inputs, stage) for stage in stages]
    history: dict[str, list[PlaceAfterRound]] = defaultdict(list)
    for number in inputs.rounds[:-1]:
        # A round may belong to a knockout, whose ranks are the current ones.
        later = max((stage.first for stage in stages if stage.first <= number), default=0)
        if all(stage.places is None for stage in stages if stage.first == later):
            for row in _rank_all(parts, number):
                if not (row.missing or row.unplaced):
                    history[row.entry].append(PlaceAfterRound(number, row.place))
    rows = tuple(_rank_all(parts, max(inputs.rounds, default=0)))
    for row in (row for row in rows if not (row.missing or row.unplaced)):
        history[row.entry] += (PlaceAfterRound(number, row.place) for number in inputs.rounds[-1:])
    begun = any(row.begun for row in rows)
    return tuple(replace(row, history=tuple(history[row.entry]), begun=begun) for row in rows)


@dataclass(frozen=True, slots=True)
class _StageSums:
    """A stage with the input of the standings of each group, and the sums of its rounds."""

    stage: StagePart
    order: Order
    groups: tuple[tuple[StandingsInput, Sums], ...]

    @classmethod
    def from_inputs(cls, inputs: StandingsInput, stage: StagePart) -> _StageSums:
        fields = _group_fields(inputs, stage).values()
        return cls(stage, inputs.order, tuple((field, sums_of_play(field)) for field in fields))


def _rank_all(parts: Sequence[_StageSums], last: int) -> Iterator[Rank]:
    """Yield all entries after a round: the last stage that had begun, then the entries left behind.

    Unranked entries come last, whatever stage they had reached.
    """
    begun = [part for part in parts if part.stage.first <= last] or list(parts[:1])
    above: set[str] = set()
    unranked: dict[str, Rank] = {}
    for part in reversed(begun):
        rows = [row for row in _stage_rows(part, last) if row.entry not in above | set(unranked)]
        unranked |= {row.entry: row for row in rows if not row.is_ranked}
        rows = [row for row in rows if row.is_ranked]
        yield from _renumber(rows, len(above))
        above |= {row.entry for row in rows}
    yield from _renumber(list(unranked.values()), len(above))


def _stage_rows(part: _StageSums, last: int) -> list[Rank]:
    """Return the rows of a stage in order; rows with equal ranks share them."""
    rows = [row for field_, sums in part.groups for row in placed(field_, sums, last)]
    if len(part.groups) == 1 or part.stage.places is not None:
        return list(_apply_knockout_places(rows, part.stage))
    keys = {}
    for row in rows:
        average = row.score(part.order) / max(1, row.counted(part.order))
        keys[row.entry] = row.behind, row.place, -average
    rows.sort(key=lambda row: keys[row.entry])
    first: dict[tuple[int, int, Fraction], int] = {}
    for number, row in enumerate(rows, 1):
        first.setdefault(keys[row.entry], number)
    return [replace(row, place=first[keys[row.entry]]) for row in rows]


def _apply_knockout_places(rows: Sequence[Rank], stage: StagePart) -> tuple[Rank, ...]:
    """Return rows by the ranks of a knockout; entries still in it share the first rank.

    Unranked entries are behind all others, and those below move up.
    """
    places = stage.places
    if places is None:
        return tuple(rows)
    begun = bool(places) or any(row.begun for row in rows)
    moved = [replace(row, place=places.get(row.entry, 1), asked=(), begun=begun) for row in rows]
    moved.sort(key=lambda row: (not row.is_ranked, row.place))
    left = [row.place for row in moved if not row.is_ranked]
    ranked_ = [
        replace(row, place=row.place - sum(place < row.place for place in left))
        for row in moved
        if row.is_ranked
    ]
    return (*_mark_shared(ranked_), *_renumber(moved[len(ranked_) :], len(ranked_)))


def _renumber(rows: Sequence[Rank], above: int) -> Iterator[Rank]:
    """Yield rows with new ranks after `above` others; rows with equal ranks share the new one."""
    firsts: dict[int, int] = {}
    for number, row in enumerate(rows, above + 1):
        firsts.setdefault(row.place, number)
    yield from _mark_shared([replace(row, place=firsts[row.place]) for row in rows])


def _mark_shared(rows: Sequence[Rank]) -> Iterator[Rank]:
    count: dict[int, int] = defaultdict(int)
    for row in rows:
        count[row.place] += 1
    return (replace(row, shared=count[row.place] > 1) for row in rows)


def _group_fields(inputs: StandingsInput, stage: StagePart) -> dict[int, StandingsInput]:
    """Return the input of every group of a stage, by the group's key.

    An entry that reached a knockout or a later stage is ranked in it before playing there.
    """
    is_first = stage.first <= 1 and stage.places is None
    least = inputs.least if is_first else RANKS_ALL
    within, ranking = inputs.within(stage.first, stage.last), frozenset(inputs.entries)
    parts = (
        {stage.groups[0].group: within}
        if len(stage.groups) == 1
        else _divide_by_group(within, stage)
    )
    return {
        group.group: replace(
            parts[group.group],
            entries=[entry for entry in group.entries if entry in ranking],
            carried=group.carried,
            least=least,
        )
        for group in stage.groups
    }


def _divide_by_group(within: StandingsInput, stage: StagePart) -> dict[int, StandingsInput]:
    """Divide scores, penalties and tables among the groups; house players are in none."""
    group_by_entry = {entry: group.group for group in stage.groups for entry in group.entries}
    scored = _by_group(within.scored, group_by_entry)
    adjusted = _by_group(within.adjusted, group_by_entry)
    away = _by_group(within.away, group_by_entry)
    tables: dict[int, list[MatchRecord]] = defaultdict(list)
    for table in within.tables:
        for key in sorted(
            {
                group_by_entry[entry]
                for side in table.sides
                for entry in side
                if entry in group_by_entry
            }
        ):
            tables[key].append(table)
    return {
        key: replace(
            within, scored=scored[key], adjusted=adjusted[key], tables=tables[key], away=away[key]
        )
        for key in (group.group for group in stage.groups)
    }


def _by_group(rows: Iterable[Theirs], group_by_entry: Mapping[str, int]) -> dict[int, list[Theirs]]:
    by_group: dict[int, list[Theirs]] = {key: [] for key in group_by_entry.values()}
    for row in rows:
        for key in (group_by_entry[row.entry],) if row.entry in group_by_entry else by_group:
            by_group[key].append(row)
    return by_group
