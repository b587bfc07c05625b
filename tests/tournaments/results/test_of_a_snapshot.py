"""What follows from the rows of an event alone: line-ups, open tables, stages, seats, awards."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments import two_events
from tests.tournaments.results.changed_rows import award, changed, for_event, in_state, with_deals
from tournaments import results
from tournaments.models import (
    AwardKind,
    Comparison,
    GroupMember,
    Result,
    RoundState,
)
from tournaments.results import event_record, knockouts, match_rows, standings_input
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow, SegmentRow
from tournaments.standings.round_scores import Counts


@pytest.fixture
def read(db: None) -> EventSnapshot:
    """The first event of two: eight players at two tables, one deal of four with a result."""
    return results.read(two_events.assemble().own)


def segment(read: EventSnapshot, match: MatchRow, *, is_seated: bool = False) -> SegmentRow:
    key = read.sittings_by_match[match.key][0].segment
    return SegmentRow(key, match.key, "x", 1, None, is_seated, ())


@pytest.mark.full
@pytest.mark.parametrize(
    ("state", "taken_back", "takes"),
    [
        (RoundState.PUBLISHED, False, True),
        (RoundState.PUBLISHED, True, True),
        (RoundState.CLOSED, False, False),
        (RoundState.CLOSED, True, True),
        (RoundState.DRAFT, True, False),
    ],
)
def test_line_ups_come_in_while_the_round_is_in_play_or_after_an_award_is_taken_back(
    read: EventSnapshot, state: str, taken_back: bool, takes: bool
) -> None:
    first, second = in_state(read, state).matches
    keys = frozenset({first.key if taken_back else second.key})
    assert replace(read, awards_taken_back=keys).takes_line_ups(first) is takes


@pytest.mark.full
@pytest.mark.parametrize(
    ("kind", "is_seated", "awaits"),
    [
        (None, False, True),
        (None, True, False),
        (AwardKind.DECIDED, False, True),
        (AwardKind.WALKOVER, False, False),
    ],
)
def test_line_ups_are_awaited_where_nobody_is_seated_and_the_match_is_played(
    read: EventSnapshot, kind: str | None, is_seated: bool, awaits: bool
) -> None:
    match = read.matches[1]
    awards = {} if kind is None else {match.key: award(kind)}
    segments = (segment(read, match, is_seated=is_seated),)
    waiting = replace(with_deals(read, done=True), segments=segments, awards=awards)
    assert waiting.awaits_line_ups(match.key) is awaits
    assert waiting.open_tables(read.rounds[0]) == ([2] if awaits else [])


@pytest.mark.full
def test_a_table_is_open_while_a_deal_of_it_is(read: EventSnapshot) -> None:
    assert read.open_tables(read.rounds[0]) == [1, 2]
    assert with_deals(read, done=True).open_tables(read.rounds[0]) == []
    first, second = read.sittings
    done = tuple(deal._replace(done=True) for deal in first.deals)
    assert replace(read, sittings=(replace(first, deals=done), second)).open_tables(
        read.rounds[0]
    ) == [2]
    other = changed(read.rounds[0], pk=0)
    assert read.open_tables(other) == []


def stages_of(read: EventSnapshot, *numbers: int, **columns: Any) -> EventSnapshot:
    """Return the event with so many stages of one group each, members in the first alone."""
    stage, group = read.stages[0], read.groups[0]
    stages = [changed(stage, pk=number, number=number, **columns) for number in numbers]
    groups = [changed(group, pk=number, stage_id=number) for number in numbers]
    members = dict.fromkeys(numbers, ())
    return replace(read, stages=tuple(stages), groups=tuple(groups), members=members)


@pytest.mark.full
def test_the_rounds_planned_for_an_event_are_those_of_its_only_stage(read: EventSnapshot) -> None:
    planned = for_event(read, rounds_planned=5)
    assert planned.rounds_planned(planned.stages[0]) == 5
    own = stages_of(planned, 1, rounds_planned=3)
    assert own.rounds_planned(own.stages[0]) == 3
    several = stages_of(planned, 1, 2, rounds_planned=None)
    assert [several.rounds_planned(stage) for stage in several.stages] == [None, None]
    assert several.following(several.stages[0]) == several.stages[1]
    assert several.following(several.stages[1]) is None


@pytest.mark.full
def test_the_stage_that_is_played_is_the_last_that_anybody_is_in(read: EventSnapshot) -> None:
    several = stages_of(read, 1, 2, 3)
    assert several.current_stage.number == 1
    members: dict[int, Any] = {1: ("x",), 2: ("x",), 3: ()}
    assert replace(several, members=members).current_stage.number == 2
    assert [several.groups_of(stage)[0].pk for stage in several.stages] == [1, 2, 3]
    assert several.rounds_of(several.stages[1]) == ()
    assert read.rounds_of(read.stages[0]) == read.rounds


@pytest.mark.full
@pytest.mark.parametrize("state", RoundState)
def test_a_round_is_public_once_it_is_published(read: EventSnapshot, state: str) -> None:
    round_ = in_state(read, state)
    is_public = state in {RoundState.PUBLISHED, RoundState.CLOSED}
    assert bool(round_.public_rounds) is is_public
    assert [match.is_public for match in round_.matches] == [is_public] * 2
    assert len(match_rows.match_records(round_)) == (2 if is_public else 0)


@pytest.mark.full
def test_a_seat_of_several_entries_is_of_the_one_whose_member_sits_there(
    read: EventSnapshot,
) -> None:
    seat = read.sittings[0].seats[1]
    own = read.side_by_uid[seat.side].entries[0]
    other = next(entry for entry in read.entries if entry != own)
    assert read.entry_of(seat) == own
    for entries in ((own, other), (other, own)):
        matches = tuple(
            replace(
                match,
                sides=tuple(
                    replace(side, entries=entries) if side.uid == seat.side else side
                    for side in match.sides
                ),
            )
            for match in read.matches
        )
        joined = replace(read, matches=matches)
        assert joined.entry_of(seat) == own
        assert joined.entry_of(seat._replace(person=0)) == entries[0]


@pytest.mark.full
def test_the_sides_at_a_sitting_are_its_own(read: EventSnapshot) -> None:
    for sitting in read.sittings:
        assert read.sides_at(sitting.key) == sitting.sides
    assert read.sides_at(0) == {}


@pytest.mark.full
@pytest.mark.parametrize(
    ("kind", "done"),
    [("played", True), ("void", False), ("retracted", False), ("not_played", True)],
)
def test_a_deal_with_another_result_is_done_unless_it_is_played_again(
    read: EventSnapshot, kind: str, done: bool
) -> None:
    first, second = read.sittings[0].deals
    result = Result(kind=kind, ruleset=read.event.ruleset, settlement={"scores": {"N": 1}})
    after = read.with_results({first.key: (result, {"N": "x"}), second.key: (None, {})})
    placed, taken = after.sittings[0].deals
    assert placed.result is not None
    assert (placed.done, placed.result.kind, placed.result.scores) == (done, kind, {"N": 1})
    assert (taken.done, taken.result) == (False, None)
    assert placed.sides_among({"N": "y"}) == {"N": "x"}
    assert first.sides_among({"N": "y"}) == {"N": "y"}
    assert after.sittings[1] == read.sittings[1]


@pytest.mark.full
def test_a_match_is_open_while_a_deal_is_or_a_room_has_none(read: EventSnapshot) -> None:
    read = replace(read, awards={})

    def over(snapshot: EventSnapshot) -> list[bool]:
        return [table.is_over for table in match_rows.match_records(snapshot)]

    assert over(read) == [False, False]
    assert over(with_deals(read, done=True)) == [True, True]
    first, second = with_deals(read, done=True).sittings
    assert over(replace(read, sittings=(first, replace(second, deals=())))) == [True, False]


@pytest.mark.full
def test_an_award_says_what_a_match_counts_by_its_kind(read: EventSnapshot) -> None:
    match = read.matches[0]
    sides = [side.uid for side in match.sides]
    won = {"won_numerator": 3, "lost_numerator": 1, "absent_sides": [sides[2]]}

    def record(kind: str, **columns: Any) -> Any:
        given = replace(read, awards={match.key: award(kind, **won, **columns)})
        return match_rows.match_records(given)[0]

    decided = record(AwardKind.DECIDED)
    assert (decided.worth, decided.kept, decided.is_over) == (None, None, False)
    absent = record(AwardKind.BOTH_ABSENT)
    assert (absent.worth, absent.absent, absent.is_over) == ((1,) * 4, {0, 1, 2, 3}, True)
    spoilt = record(AwardKind.SPOILT)
    assert (spoilt.worth, spoilt.absent) == ((1,) * 4, frozenset())
    forfeited = record(AwardKind.FORFEITED)
    assert (forfeited.worth, forfeited.absent, forfeited.is_over) == (None, {2}, True)
    away = standings_input.standings_input(
        replace(read, awards={match.key: award(AwardKind.FORFEITED, **won)})
    ).away
    counted = {row.entry: (row.counts, row.points) for row in away if row.points}
    entries = [side.entries[0].uid for side in match.sides]
    assert counted == {
        uid: (Counts.FORFEITED, Fraction(1)) if place == 2 else (Counts.AVERAGED, Fraction(3))
        for place, uid in enumerate(entries)
    }


@pytest.mark.full
def test_nobody_forfeits_a_round_that_is_not_public(read: EventSnapshot) -> None:
    match = read.matches[0]
    draft = in_state(read, RoundState.DRAFT)
    forfeited = award(AwardKind.FORFEITED, won_numerator=3)
    given = replace(draft, sat_out=(), awards={match.key: forfeited})
    assert standings_input.standings_input(given).away == []
    assert standings_input.standings_input(replace(draft, sat_out=(), awards={})).away == []


@pytest.mark.full
def test_an_event_of_one_field_has_no_parts(read: EventSnapshot) -> None:
    everybody = [entry.uid for entry in read.entries]
    assert event_record.stage_parts(read, everybody) == ()
    group = read.groups[0]
    several = replace(read, groups=(group, changed(group, pk=-1)), members={group.pk: (), -1: ()})
    [part] = event_record.stage_parts(several, everybody)
    [only] = part.groups
    assert (only.entries, part.first, part.last) == (tuple(everybody), 0, None)


@pytest.mark.full
def test_members_of_a_stage_are_its_own_and_late_entries_are_in_an_only_group(
    read: EventSnapshot,
) -> None:
    everybody = [entry.uid for entry in read.entries]
    first, second, group = read.entries[0], read.entries[1], read.groups[0]
    member = GroupMember(entry=first, number=1)
    alone = replace(read, members={group.pk: (member,)})
    [part] = event_record.stage_parts(alone, everybody)
    assert part.groups[0].entries == tuple(everybody)
    assert part.groups[0].carried == {}
    carried = GroupMember(entry=second, number=1, carried_numerator=3)
    two_groups = replace(
        read,
        groups=(group, changed(group, pk=-1)),
        members={group.pk: (member,), -1: (carried,)},
    )
    [part] = event_record.stage_parts(two_groups, everybody)
    assert [of.entries for of in part.groups] == [(first.uid,), (second.uid,)]
    assert [dict(of.carried) for of in part.groups] == [{}, {second.uid: 3}]


@pytest.mark.full
def test_a_deal_at_a_wrong_table_counts_for_who_sat_there(read: EventSnapshot) -> None:
    known = for_event(with_deals(read, board=1), comparison=Comparison.MATCHPOINTS)
    first, second = known.sittings
    moved = first.deals[0]._replace(sides=second.sides)
    there = replace(known, sittings=(replace(first, deals=(moved, *first.deals[1:])), second))
    play, *_others = match_rows.plays(there)
    assert play.sides == second.sides
    for side in second.sides.values():
        assert play.entries[side] == tuple(entry.uid for entry in known.side_by_uid[side].entries)
    assert set(match_rows.plays(known)[0].entries) == set(first.sides.values())


@pytest.mark.full
def test_places_of_a_knockout_are_told_once_it_is_drawn(read: EventSnapshot) -> None:
    stage = changed(read.stages[0], draw_method="knockout", knockout={})
    gone = changed(read.entries[0], state="withdrawn")
    members = tuple(
        GroupMember(entry=entry, number=number)
        for number, entry in enumerate((gone, read.entries[1]), 1)
    )
    known = replace(
        read,
        entries=(gone, *read.entries[1:]),
        stages=(stage,),
        members={read.groups[0].pk: members},
    )
    field = standings_input.standings_input(read)
    knockout = knockouts.of_stage(known, stage, field)
    assert knockout is not None
    assert (knockout.is_drawn, len(knockout.results)) == (False, 1)
    assert knockouts.places_of(known, stage, field) == ()
    assert knockouts.of_stage(known, read.stages[0], field) is None
    alone = replace(known, members={read.groups[0].pk: members[:1]})
    assert knockouts.of_stage(alone, stage, field) is None
