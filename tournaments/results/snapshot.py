"""The stored data of an event as frozen values: the input of everything computed of it.

`reading` builds a snapshot from the rows; nothing here queries the database. Values that occur by
the tens of thousands (seats, deals, results) are named tuples, which are created in a third of the
time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from tournaments.models import (
    Adjustment,
    Award,
    BoardSource,
    Entry,
    EntryMember,
    Event,
    ExtraDeal,
    Group,
    GroupMember,
    PenaltyWarning,
    Result,
    Round,
    Stage,
)
from tournaments.models.record import PLAYED_AGAIN
from tournaments.results.snapshot_rows import (
    WITHOUT_PLAY,
    DealRow,
    GameRow,
    MatchRow,
    MemberRow,
    Members,
    SeatRow,
    SegmentRow,
    SideRow,
    SittingRow,
    SuspensionRow,
    result_row,
)
from tournaments.structure.game_slots import FirstResult
from tournaments.structure.regulations import CLUB, Regulations

Derived = TypeVar("Derived")
Arguments = ParamSpec("Arguments")
Placed = Mapping[int, tuple[Result | None, Mapping[str, str]]]
"""Other results of deals by the key of the deal, each with the side at every seat."""


@dataclass(frozen=True)
class EventSnapshot:
    """All stored data of an event that count, at one revision.

    Entries come by number, stages, groups and rounds by number, cancelled
    rounds left out; matches in the order of the draw.
    """

    event: Event
    revision: int
    entries: tuple[Entry, ...]
    entered: Members
    """Who is in each entry, by the key of the entry."""
    stages: tuple[Stage, ...]
    groups: tuple[Group, ...]
    members: Mapping[int, tuple[GroupMember, ...]]
    rounds: tuple[Round, ...]
    withdrawn_draw: Round | None
    """The round whose draw was withdrawn, until another one is published."""
    matches: tuple[MatchRow, ...]
    withdrawn_matches: tuple[MatchRow, ...]
    """Matches of draws that were withdrawn: nothing was played, but penalties given there count."""
    sittings: tuple[SittingRow, ...]
    segments: tuple[SegmentRow, ...]
    """The segments of matches of teams; none in other forms."""
    games: tuple[GameRow, ...]
    sat_out: tuple[tuple[int, int], ...]
    """Pairs of a round and an entry that has a bye in it, by key."""
    holds: Mapping[int, int]
    """How many open holds block the close of each round in play that has any, by its key."""
    adjustments: tuple[Adjustment, ...]
    awards: Mapping[int, Award]
    """The award in force of each match that has one, by the key of the match."""
    awards_taken_back: frozenset[int]
    """The matches whose last award was taken back, so that they are played after all."""
    extra_deals: tuple[ExtraDeal, ...]
    names: Mapping[int, str]
    """The name of every person who is entered or seated."""
    first_results: Mapping[int, FirstResult]
    """The first result of each deal, where penalties take levels."""
    layouts: Mapping[int, int]
    """The layout of each deal of a fouled board that was not played as dealt, by its key."""
    warnings: tuple[PenaltyWarning, ...] = ()
    """The warnings that stand, where they decide between equals; none elsewhere."""
    suspensions: tuple[SuspensionRow, ...] = ()
    """The suspensions of its persons that were not taken back, those that are over too."""
    regulations: Regulations = CLUB
    """What the event lays down of its referee's process."""

    @cached_property
    def entry_by_key(self) -> Mapping[int, Entry]:
        """Entries by key."""
        return {entry.pk: entry for entry in self.entries}

    @cached_property
    def entry_by_number(self) -> Mapping[str, Entry]:
        """Entries by their printed number, as draws name them."""
        return {str(entry.number): entry for entry in self.entries}

    def members_of(self, entry: Entry) -> Sequence[MemberRow]:
        """Return the members of an entry, including captains and substitutes."""
        return self.entered.get(entry.pk, ())

    @property
    def has_substitutes(self) -> bool:
        """Whether any entry has a substitute."""
        members = (member for entry in self.entries for member in self.members_of(entry))
        return any(member.role == EntryMember.Role.SUBSTITUTE for member in members)

    @cached_property
    def match_by_key(self) -> Mapping[int, MatchRow]:
        """Matches by key."""
        return {match.key: match for match in self.matches}

    @cached_property
    def side_by_uid(self) -> Mapping[str, SideRow]:
        """Sides by uid."""
        return {side.uid: side for match in self.matches for side in match.sides}

    @cached_property
    def match_of_side(self) -> Mapping[int, tuple[MatchRow, SideRow]]:
        """Each side with its match, by the key of the side."""
        drawn = (*self.matches, *self.withdrawn_matches)
        return {side.key: (match, side) for match in drawn for side in match.sides}

    @cached_property
    def sittings_by_match(self) -> Mapping[int, Sequence[SittingRow]]:
        """The sittings of each match in the order of play, by the key of the match."""
        by_match: Mapping[int, list[SittingRow]] = defaultdict(list)
        for sitting in self.sittings:
            by_match[sitting.match].append(sitting)
        return by_match

    @cached_property
    def round_by_key(self) -> Mapping[int, Round]:
        """Rounds by key."""
        return {round_.pk: round_ for round_ in self.rounds}

    @cached_property
    def public_rounds(self) -> tuple[Round, ...]:
        """The published and closed rounds."""
        return tuple(round_ for round_ in self.rounds if round_.state in Round.PUBLIC)

    @property
    def tells_highlights(self) -> bool:
        """Whether highlights are shown: they are switched on, and no round is in play."""
        in_play = any(round_.state == Round.State.PUBLISHED for round_ in self.public_rounds)
        return bool(self.event.has_highlights and self.public_rounds and not in_play)

    def rounds_of(self, stage: Stage) -> tuple[Round, ...]:
        """Return the rounds of a stage."""
        groups = {group.pk for group in self.groups if group.stage_id == stage.pk}
        return tuple(round_ for round_ in self.rounds if round_.group_id in groups)

    def following(self, stage: Stage) -> Stage | None:
        """Return the stage after one; None after the last."""
        return next((later for later in self.stages if later.number > stage.number), None)

    def rounds_planned(self, stage: Stage) -> int | None:
        """Return the planned number of rounds of a stage; None if it is not set.

        The planned rounds of an event apply if it has one stage.
        """
        if stage.rounds_planned is not None or self.following(stage) or stage.number > 1:
            return stage.rounds_planned
        return self.event.rounds_planned

    @property
    def current_stage(self) -> Stage:
        """The current stage: the last one with members, otherwise the first."""
        entered = [
            stage
            for stage in self.stages
            if any(self.members[group.pk] for group in self.groups_of(stage))
        ]
        return entered[-1] if entered else self.stages[0]

    def groups_of(self, stage: Stage) -> tuple[Group, ...]:
        """Return the groups of a stage."""
        return tuple(group for group in self.groups if group.stage_id == stage.pk)

    @cached_property
    def matches_by_round(self) -> Mapping[int, tuple[MatchRow, ...]]:
        """The matches of each round, by its key: every page of a table asks for those of one."""
        by_round: dict[int, list[MatchRow]] = defaultdict(list)
        for match in self.matches:
            by_round[match.round.pk].append(match)
        return {key: tuple(matches) for key, matches in by_round.items()}

    def matches_of(self, *rounds: Round) -> tuple[MatchRow, ...]:
        """Return the matches of rounds."""
        keys = {round_.pk for round_ in rounds}
        if len(keys) == 1:
            return self.matches_by_round.get(keys.pop(), ())
        return tuple(match for match in self.matches if match.round.pk in keys)

    def open_tables(self, round_: Round) -> list[int]:
        """Return the tables of a round with a deal or a segment still to be played."""
        tables = set()
        for match in self.matches_of(round_):
            unseated = {row.key for row in self.segments_by_match[match.key] if not row.is_seated}
            awaited = unseated if self.awaits_line_ups(match.key) else set()
            tables |= {
                sitting.table
                for sitting in self.sittings_by_match[match.key]
                if sitting.segment in awaited or any(not deal.done for deal in sitting.deals)
            }
        return sorted(tables)

    @cached_property
    def segments_by_match(self) -> Mapping[int, Sequence[SegmentRow]]:
        """The segments of each match of teams in order, by the key of the match."""
        by_match: Mapping[int, list[SegmentRow]] = defaultdict(list)
        for segment in self.segments:
            by_match[segment.match].append(segment)
        return by_match

    def awaits_line_ups(self, match: int) -> bool:
        """Whether line-ups of a match have yet to be revealed and a present side is awaited."""
        award = self.awards.get(match)
        is_awarded = award is not None and award.kind in WITHOUT_PLAY
        return not is_awarded and any(
            not segment.is_seated for segment in self.segments_by_match[match]
        )

    def entry_of(self, seat: SeatRow) -> Entry:
        """Return the entry to which a seat belongs; a side may be several entries."""
        entries = self.side_by_uid[seat.side].entries
        if len(entries) == 1:
            return entries[0]
        own = (
            entry
            for entry in entries
            if any(member.person == seat.person for member in self.members_of(entry))
        )
        return next(own, entries[0])

    def takes_line_ups(self, match: MatchRow) -> bool:
        """Whether line-ups of a match can be handed in.

        They can while its round is in play, and after its close if the award of the match was taken
        back.
        """
        if match.round.state != Round.State.CLOSED:
            return match.round.state == Round.State.PUBLISHED
        return match.key in self.awards_taken_back

    def sides_at(self, sitting: int) -> Mapping[str, str]:
        """Return the sides at the seats of a sitting; none if its round was withdrawn."""
        rows = (row.sides for row in self.sittings if row.key == sitting)
        return next(rows, {})

    def before(self, number: int) -> EventSnapshot:
        """Return the event without a round and those after it: what the round is drawn from.

        A draft that is to be drawn again is thereby no part of its own input.
        """
        rounds = tuple(round_ for round_ in self.rounds if round_.number < number)
        if len(rounds) == len(self.rounds):
            return self
        keys, matches = {round_.pk for round_ in rounds}, self.matches_of(*rounds)
        left = {match.key for match in matches}
        return replace(
            self,
            rounds=rounds,
            matches=matches,
            sittings=tuple(row for row in self.sittings if row.match in left),
            segments=tuple(row for row in self.segments if row.match in left),
            games=tuple(row for row in self.games if row.match in left),
            sat_out=tuple(row for row in self.sat_out if row[0] in keys),
            holds={key: count for key, count in self.holds.items() if key in keys},
            awards={key: row for key, row in self.awards.items() if key in left},
        )

    def with_results(self, placed: Placed) -> EventSnapshot:
        """Return the event with other results of some deals, for a preview."""
        return replace(
            self, sittings=tuple(_with_results(sitting, placed) for sitting in self.sittings)
        )

    def with_layouts(self, layouts: Mapping[int, int]) -> EventSnapshot:
        """Return the event with other layouts of some deals, for a preview."""
        return replace(self, layouts={**self.layouts, **layouts})

    def with_adjustment(self, adjustment: Adjustment) -> EventSnapshot:
        """Return the event with one more adjustment, for a preview."""
        return replace(self, adjustments=(*self.adjustments, adjustment))

    def with_warning(self, warning: PenaltyWarning) -> EventSnapshot:
        """Return the event with one more warning, for a preview."""
        return replace(self, warnings=(*self.warnings, warning))

    def without_origin(self, uids: Collection[str]) -> EventSnapshot:
        """Return the event without penalties, awards and suspensions of an origin.

        Retired rows that would count again, such as an earlier result, are not in a snapshot.
        """
        awards = {key: row for key, row in self.awards.items() if row.origin_uid not in uids}
        return replace(
            self,
            adjustments=tuple(row for row in self.adjustments if row.origin_uid not in uids),
            warnings=tuple(row for row in self.warnings if row.origin_uid not in uids),
            awards=awards,
            suspensions=tuple(row for row in self.suspensions if row.origin not in uids),
        )


def derived(
    function: Callable[Concatenate[EventSnapshot, Arguments], Derived],
) -> Callable[Concatenate[EventSnapshot, Arguments], Derived]:
    """Cache the result of a pure function of a snapshot in the snapshot.

    A page, its charts and its side notes use the same games and ranks, which are computed once.
    """

    @wraps(function)
    def computed_once(
        snapshot: EventSnapshot, /, *args: Arguments.args, **kwargs: Arguments.kwargs
    ) -> Derived:
        kept: dict[Any, Any] = vars(snapshot).setdefault("derived", {})
        key = function, args, tuple(kwargs.items())
        if key not in kept:
            kept[key] = function(snapshot, *args, **kwargs)
        value: Derived = kept[key]
        return value

    return computed_once


def _with_results(sitting: SittingRow, placed: Placed) -> SittingRow:
    if not any(deal.key in placed for deal in sitting.deals):
        return sitting
    return replace(sitting, deals=tuple(_with_result(deal, placed) for deal in sitting.deals))


def _with_result(deal: DealRow, placed: Placed) -> DealRow:
    if deal.key not in placed:
        return deal
    result, sides = placed[deal.key]
    row = None if result is None else result_row(result)
    done = result is not None and result.kind not in PLAYED_AGAIN
    return deal._replace(result=row, sides=sides, done=done)


@derived
def sealed_rounds(snapshot: EventSnapshot) -> frozenset[int]:
    """Return the numbers of the public rounds whose results are sealed.

    These are the rounds over boards in play, and the closed ones whose boards others still have to
    play, whom the results would help.
    """
    if snapshot.event.boards == BoardSource.TABLE:
        return frozenset()
    sealed = {
        snapshot.match_by_key[sitting.match].round.number
        for sitting in snapshot.sittings
        for deal in sitting.deals
        if deal.is_sealed_in(snapshot.event)
    }
    return frozenset(
        round_.number
        for round_ in snapshot.public_rounds
        if round_.state == Round.State.PUBLISHED or round_.number in sealed
    )
