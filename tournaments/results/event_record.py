"""The record of an event: everything that counts, rankings of it, and the effect of a change.

The input of the standings is in `standings_input`, ranking itself in `standings`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field

from tournaments.base import separators
from tournaments.models import DrawMethod, Entry, EntryMember, Group, Stage
from tournaments.results import knockouts
from tournaments.results.knockouts import Knockout
from tournaments.results.snapshot import EventSnapshot, derived, sealed_rounds
from tournaments.results.snapshot_rows import MemberRow, members_of
from tournaments.results.standings_input import standings_input
from tournaments.standings.ranking import Rank, rank_lines
from tournaments.standings.round_scores import RoundSum, StandingsInput
from tournaments.standings.stage_places import GroupPart, StagePart, event_ranks, group_ranks
from tournaments.standings.unplayed_rounds import round_sums
from tournaments.structure import stages
from tournaments.structure.stages import method_of


def stage_parts(snapshot: EventSnapshot, everybody: Sequence[str]) -> tuple[StagePart, ...]:
    """Return the stages with members in order; none if the event is one field.

    A first stage without members has `everybody`.
    """
    stages = [stage for stage in snapshot.stages if snapshot.groups_of(stage)]
    has_knockout = any(method_of(stage) == DrawMethod.KNOCKOUT for stage in stages)
    several = has_knockout or any(len(snapshot.groups_of(stage)) > 1 for stage in stages)
    if not several and not any(snapshot.members.values()):
        return ()
    entered = [stage for stage in stages if stage.number == 1 or _has_members(snapshot, stage)]
    return tuple(
        StagePart(stage.pk, first, last, tuple(_group_parts(snapshot, stage, everybody)))
        for stage, first, last in _with_rounds(snapshot, entered)
    )


def _has_members(snapshot: EventSnapshot, stage: Stage) -> bool:
    return any(snapshot.members[group.pk] for group in snapshot.groups_of(stage))


def _group_parts(
    snapshot: EventSnapshot, stage: Stage, everybody: Sequence[str]
) -> Iterator[GroupPart]:
    groups = snapshot.groups_of(stage)
    if not _has_members(snapshot, stage):
        yield GroupPart(groups[0].pk, tuple(everybody))
        return
    # A late entry plays in the only group of a first stage even without a membership.
    late = everybody if len(groups) == 1 and stage.number == 1 else ()
    for group in groups:
        members = snapshot.members[group.pk]
        carried = {member.entry.uid: member.carried for member in members if member.carried}
        entries = dict.fromkeys((*(member.entry.uid for member in members), *late))
        yield GroupPart(group.pk, tuple(entries), carried)


def _with_rounds(
    snapshot: EventSnapshot, stages: Sequence[Stage]
) -> Iterator[tuple[Stage, int, int | None]]:
    """Yield each stage with its first and last round; the last stage has no last round."""
    last = max((round_.number for round_ in snapshot.rounds), default=0)
    begun = [
        min((round_.number for round_ in snapshot.rounds_of(stage)), default=last + 1)
        for stage in stages
    ]
    firsts = [0, *begun[1:]]
    for stage, first, after in zip(stages, firsts, [*firsts[1:], None], strict=True):
        yield stage, first, None if after is None else after - 1


@dataclass(frozen=True, slots=True)
class Competitor:
    """An entry as shown: its number and its name; `players` where it has none of its own."""

    uid: str
    number: int
    name: str
    players: tuple[str, ...] = ()

    @property
    def name_in_files(self) -> str:
        """Its name for other programs, in files and in answers of the API."""
        return separators.IN_FILES.join(self.players) or self.name


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A rank with its competitor."""

    competitor: Competitor
    rank: Rank


@derived
def competitors(snapshot: EventSnapshot) -> Mapping[str, Competitor]:
    """Return the entries of an event by uid, in the order of their numbers, with their names."""
    return {entry.uid: _competitor(entry, snapshot.members_of(entry)) for entry in snapshot.entries}


def _competitor(entry: Entry, members: Iterable[MemberRow]) -> Competitor:
    players = () if entry.name else tuple(_player_names(members))
    return Competitor(
        entry.uid, entry.number, entry.name or separators.join_names(players), players
    )


def entry_name(entry: Entry, members: Iterable[MemberRow] | None = None) -> str:
    """Return an entry's own name, or the names of its players.

    Without `members` the entry was fetched with its own and their persons.
    """
    rows = members_of(entry) if members is None else members
    return _competitor(entry, rows).name


def name_in_files(entry: Entry) -> str:
    """Return what `entry_name` returns as other programs read it."""
    return _competitor(entry, members_of(entry)).name_in_files


def _player_names(members: Iterable[MemberRow]) -> Iterator[str]:
    players = [row for row in members if row.role != EntryMember.Role.SUBSTITUTE]
    for row in sorted(players, key=lambda row: (row.number, row.key)):
        yield row.name


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that counts in an event, and its entries: read once, ranked in many ways.

    House players are not ranked; withdrawn entries rank last with their scores. `stages` are those
    with members, none if the event is one field. `lines` name the direction of each entry if
    north-south and east-west are ranked apart. `sealed_from` is the first round left out because
    its boards are sealed, None without one.
    """

    competitors: Mapping[str, Competitor]
    field: StandingsInput
    stages: tuple[StagePart, ...] = ()
    lines: Mapping[str, str] = dataclass_field(default_factory=dict)
    sealed_from: int | None = None

    def standings(self, upto: int | None = None) -> tuple[StandingsRow, ...]:
        """Return the standings, or as they were after round `upto`.

        Members of a later stage rank before all others.
        """
        return self._rows(self.ranks(self.field if upto is None else self.field.upto(upto)))

    def ranks(self, field: StandingsInput) -> tuple[Rank, ...]:
        """Return the ranks for a modified field of the same event."""
        return rank_lines(field, self.lines, lambda part: event_ranks(part, self.stages))

    def of_stage(self, stage: int) -> dict[int, tuple[StandingsRow, ...]]:
        """Return the standings of each group of a stage, by key; none without members.

        An event of one field, or of two lines, has them under key 0.
        """
        if self.lines or not self.stages:
            return {0: self.standings()}
        ranks = [
            group_ranks(self.field, stage_part)
            for stage_part in self.stages
            if stage_part.stage == stage
        ]
        return {group: self._rows(rows) for rank in ranks for group, rows in rank.items()}

    def _rows(self, ranks: Iterable[Rank]) -> tuple[StandingsRow, ...]:
        return tuple(StandingsRow(self.competitors[rank.entry], rank) for rank in ranks)

    def rounds_of(self, upto: int | None = None) -> Mapping[str, tuple[RoundSum, ...]]:
        """Return the score of each round, by entry, house players included."""
        return round_sums(self.field if upto is None else self.field.upto(upto))


@derived
def record(snapshot: EventSnapshot) -> Record:
    """Return the record of an event."""
    field = standings_input(snapshot)
    stages = stage_parts(snapshot, field.entries)
    parts = tuple(_with_places(snapshot, stages, field))
    return Record(competitors(snapshot), field, parts, _line_by_entry(snapshot))


@derived
def public_record(snapshot: EventSnapshot) -> Record:
    """Return the record without what is sealed.

    If tables play the same boards it stops before the first round whose boards are sealed: a total
    that changes with one deal would reveal its result to players who still have to play the board.
    """
    sealed, known = sealed_from(snapshot), record(snapshot)
    if sealed is None:
        return known
    return replace(record_until(snapshot, sealed - 1), sealed_from=sealed)


@derived
def public_standings(snapshot: EventSnapshot) -> tuple[StandingsRow, ...]:
    """Return the standings without what is sealed; the pages of all entries share them."""
    return public_record(snapshot).standings()


@derived
def public_rounds_of(snapshot: EventSnapshot) -> Mapping[str, tuple[RoundSum, ...]]:
    """Return what each round counts without what is sealed, by entry, house players included."""
    return public_record(snapshot).rounds_of()


def record_until(snapshot: EventSnapshot, last: int) -> Record:
    """Return the record after a round, with the ranks of knockouts."""
    known = record(snapshot)
    field = known.field.upto(last)
    stages = tuple(_with_places(snapshot, known.stages, field, last))
    return replace(known, field=field, stages=stages)


def standings(snapshot: EventSnapshot, upto: int | None = None) -> tuple[StandingsRow, ...]:
    """Return the standings of an event, or as they were after round `upto`."""
    return record(snapshot).standings(upto)


def stage_standings(
    snapshot: EventSnapshot, stage: Stage, known: Record | None = None
) -> Mapping[Group, tuple[StandingsRow, ...]]:
    """Return the standings of every group of a stage, in the order of the groups.

    Carried scores are part of the ranking score, and a column of their own. `known` is the record
    to rank by, if it is not the whole one.
    """
    rows_by_group = (known or record(snapshot)).of_stage(stage.pk)
    groups = snapshot.groups_of(stage)
    if set(rows_by_group) == {0}:
        return {groups[0]: rows_by_group[0]} if stage.number == 1 else {}
    return {group: rows_by_group[group.pk] for group in groups if group.pk in rows_by_group}


def published_standings(
    snapshot: EventSnapshot, upto: int | None = None
) -> list[dict[str, object]]:
    """Return standings as a publication stores them: ranks, entries by uid, exact totals.

    The caller has checked `sealed_from`: sealed standings are never published.
    """
    return [
        {"place": row.rank.place, "entry": row.rank.entry, "total": str(row.rank.total)}
        for row in standings(snapshot, upto)
    ]


@derived
def knockout_of(snapshot: EventSnapshot, stage: Stage) -> Knockout | None:
    """Return the knockout of a stage; None for another stage."""
    return knockouts.of_stage(snapshot, stage, record(snapshot).field)


def sealed_from(snapshot: EventSnapshot) -> int | None:
    """Return the first round whose boards, and so all totals, are sealed; None without one."""
    return min(sealed_rounds(snapshot), default=None)


def _with_places(
    snapshot: EventSnapshot,
    parts: Sequence[StagePart],
    field: StandingsInput,
    last: int | None = None,
) -> Iterator[StagePart]:
    """Yield the stages; knockouts with their places after a round."""
    stages = {stage.pk: stage for stage in snapshot.stages}
    for part in parts:
        placed = knockouts.places_of(snapshot, stages[part.stage], field, last)
        places = {entry: places.first for places in placed for entry in places.entries}
        yield replace(part, places=places if placed else None)


def _line_by_entry(snapshot: EventSnapshot) -> Mapping[str, str]:
    """Return the line of every entry by its uid, if north-south and east-west are ranked apart."""
    event = snapshot.event
    if not stages.has_two_winners(event):
        return {}
    drawn = [round_ for round_ in snapshot.public_rounds if round_.method == DrawMethod.MITCHELL]
    lines = stages.lines_drawn(drawn[-1]) if drawn else {}
    entries = snapshot.entry_by_number
    return {entries[number].uid: line for number, line in lines.items() if number in entries}


@dataclass(frozen=True, slots=True)
class Effect:
    """The rank of one entry before and after a change; house players have none."""

    competitor: Competitor
    before: Rank
    after: Rank

    @property
    def is_changed(self) -> bool:
        """Whether its rank, its total or anything that decides the rank differs."""
        return _compared_values(self.before) != _compared_values(self.after)


def compare_standings(before: EventSnapshot, after: EventSnapshot) -> tuple[Effect, ...]:
    """Return the ranked entries whose public standing a change moves, in the previous order."""
    known, ranks = public_record(before), {rank.entry: rank for rank in _public_ranks(after)}
    effects = (
        Effect(known.competitors[rank.entry], rank, ranks[rank.entry])
        for rank in _public_ranks(before)
        if rank.entry in ranks
    )
    return tuple(effect for effect in effects if effect.is_changed)


@derived
def _public_ranks(snapshot: EventSnapshot) -> tuple[Rank, ...]:
    """Return the ranks of the public standings; several changes are compared with the same."""
    record = public_record(snapshot)
    return record.ranks(record.field)


def _compared_values(rank: Rank) -> tuple[object, ...]:
    # Before any result the rank is shown as a dash, whatever its number.
    place = rank.shown_place, rank.is_ranked
    return (*place, rank.total, rank.table_points, rank.match_points, rank.penalties)
