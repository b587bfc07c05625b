"""What the standings are made of, by the rows of an event: both sides of each condition."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments import two_events
from tests.tournaments.results.changed_rows import changed, for_event, in_state, with_deals
from tournaments import results
from tournaments.models import (
    BoardSource,
    Entry,
    EntryState,
    ExtraDeal,
    Offender,
    PenaltyWarning,
    Person,
    RoundState,
)
from tournaments.models.record import StageOfSum, Unit
from tournaments.results import event_record, standings_input
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MatchRow, SideRow
from tournaments.standings.round_scores import Counts, TieBreak
from tournaments.standings.unplayed_terms import Credit
from tournaments.wording.stand_ins import played_stand_ins


@pytest.fixture
def read(db: None) -> EventSnapshot:
    """The first event of two: eight players at two tables, one deal of four with a result."""
    return results.read(two_events.assemble().own)


def substitute(read: EventSnapshot, person: int, **columns: Any) -> EventSnapshot:
    """Return the event with a person of its second table as a substitute of the first entry."""
    entry = read.entries[0]
    own = read.members_of(entry)[0]
    stands_in = own._replace(
        person=person,
        name="替补",
        role="substitute",
        from_round=1,
        to_round=1,
        points_count=False,
        **columns,
    )
    return replace(read, entered={**read.entered, entry.pk: [own, stands_in]})


def seated_by(read: EventSnapshot, entry: Entry, person: int) -> EventSnapshot:
    """Return the event with another person in the seat of an entry."""
    sittings = [
        replace(
            row,
            seats=tuple(
                seat._replace(person=person) if read.entry_of(seat) == entry else seat
                for seat in row.seats
            ),
        )
        for row in read.sittings
    ]
    return replace(read, sittings=tuple(sittings))


@pytest.mark.full
def test_who_stood_in_is_told_with_whom_for_and_in_which_public_rounds(
    read: EventSnapshot,
) -> None:
    entry = read.entries[0]
    [name] = [row.name for row in read.members_of(entry)]
    assert played_stand_ins(read) == {}
    known = substitute(read, 0)
    assert played_stand_ins(known) == {}
    sat = seated_by(known, entry, 0)
    [stood] = played_stand_ins(sat)[entry.number]
    assert (stood.name, stood.plays_for, stood.rounds) == ("替补", name, (1,))
    assert played_stand_ins(in_state(sat, RoundState.DRAFT)) == {}
    elsewhere = seated_by(known, read.entries[1], 0)
    assert played_stand_ins(elsewhere) == {}


@pytest.mark.full
@pytest.mark.parametrize(
    ("columns", "stood_in"),
    [
        ({}, True),
        ({"from_round": None}, True),
        ({"to_round": None}, True),
        ({"from_round": 2, "to_round": 2}, False),
        ({"from_round": None, "to_round": 0}, True),
        ({"points_count": True}, False),
        ({"role": "player"}, False),
    ],
)
def test_the_points_of_a_stand_in_are_left_out_in_its_own_rounds(
    read: EventSnapshot, columns: dict[str, Any], stood_in: bool
) -> None:
    entry = read.entries[0]
    known = substitute(read, 0)
    own, stands_in = known.members_of(entry)
    known = replace(
        known, entered={**known.entered, entry.pk: [own, stands_in._replace(**columns)]}
    )
    sat = seated_by(known, entry, 0)
    away = [row for row in standings_input.standings_input(sat).away if row.entry == entry.uid]
    away = [row for row in away if row.counts is Counts.STOOD_IN]
    assert bool(away) is stood_in
    draft = standings_input.standings_input(in_state(sat, RoundState.DRAFT)).away
    assert [row for row in draft if row.counts is Counts.STOOD_IN] == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("source", "board", "opened", "state", "sealed"),
    [
        (BoardSource.TABLE, 1, False, RoundState.PUBLISHED, None),
        (BoardSource.MADE, 1, False, RoundState.PUBLISHED, 1),
        (BoardSource.MADE, 1, True, RoundState.PUBLISHED, 1),
        (BoardSource.MADE, 1, False, RoundState.CLOSED, 1),
        (BoardSource.MADE, 1, True, RoundState.CLOSED, None),
        (BoardSource.MADE, None, False, RoundState.CLOSED, None),
        (BoardSource.MADE, 1, False, RoundState.DRAFT, None),
    ],
)
def test_a_round_is_sealed_while_its_boards_are_to_be_played(
    read: EventSnapshot,
    source: str,
    board: int | None,
    opened: bool,
    state: str,
    sealed: int | None,
) -> None:
    over_boards = for_event(in_state(read, state), boards=source)
    known = with_deals(over_boards, board=board, is_opened=opened)
    assert event_record.sealed_from(known) == sealed
    assert event_record.public_record(known).sealed_from == sealed


@pytest.mark.full
def test_who_sits_out_has_a_credit_once_the_round_is_over(read: EventSnapshot) -> None:
    def away(snapshot: EventSnapshot) -> list[tuple[str, int, Counts]]:
        rows = standings_input.standings_input(snapshot).away
        return [(row.entry, row.round, row.counts) for row in rows]

    [(_round, entry)] = read.sat_out
    uid = read.entry_by_key[entry].uid
    open_ = replace(read, awards={})
    assert away(open_) == []
    over = with_deals(open_, done=True)
    assert away(over) == [(uid, 1, Counts.SAT_OUT)]
    assert away(in_state(over, RoundState.DRAFT)) == []


@pytest.mark.full
def test_a_late_entry_has_missed_the_rounds_of_the_first_stage_before_it(
    read: EventSnapshot,
) -> None:
    late = read.entries[0]
    second = changed(read.rounds[0], pk=-2, number=2)
    over = replace(with_deals(read, done=True), sat_out=(), awards={})
    matches = tuple(
        replace(
            match,
            sides=tuple(side for side in match.sides if late not in side.entries),
        )
        for match in over.matches
    )
    sides = tuple(
        SideRow(-number, str(number), number, (entry,))
        for number, entry in enumerate(read.entries[:4])
    )
    again = MatchRow(-1, "x", second, 1, "", None, 0, sides)
    played = replace(over, rounds=(*over.rounds, second), matches=(*matches, again), sittings=())

    def missed(snapshot: EventSnapshot) -> list[tuple[str, int]]:
        rows = standings_input.standings_input(snapshot).away
        return [(row.entry, row.round) for row in rows if row.counts is Counts.MISSED]

    assert missed(played) == []
    credited = for_event(played, late_credit=Credit.AVERAGE)
    assert missed(credited) == [(late.uid, 1)]
    elsewhere = replace(
        credited, groups=tuple(changed(group, stage_id=0) for group in credited.groups)
    )
    assert missed(elsewhere) == []
    byes = replace(credited, sat_out=((credited.rounds[0].pk, late.pk),))
    assert missed(byes) == []


@pytest.mark.full
def test_points_of_a_penalty_go_to_the_side_or_the_entry_that_is_still_there(
    read: EventSnapshot,
) -> None:
    [row] = read.adjustments
    match, side = read.match_of_side[row.side_id or 0]

    def given(**columns: Any) -> list[Any]:
        known = replace(read, adjustments=(changed(row, **columns),))
        return list(standings_input.standings_input(known).adjusted)

    [of_side] = given()
    assert (of_side.entry, of_side.round, of_side.match, of_side.at_table) == (
        side.entries[0].uid,
        match.round.number,
        match.key,
        True,
    )
    for stage in StageOfSum:
        counts = stage in {StageOfSum.GAME, StageOfSum.STANDINGS}
        assert bool(given(stage_of_sum=stage)) is counts
    assert given(side_id=0 - 1) == []
    entry = read.entries[1]
    of_entry = {"side_id": None, "stage_of_sum": StageOfSum.STANDINGS}
    [alone] = given(entry_id=entry.pk, **of_entry)
    assert (alone.entry, alone.at_table, alone.in_table_points) == (entry.uid, False, False)
    [ranks] = given(entry_id=entry.pk, unit=Unit.TABLE_POINT, **of_entry)
    assert ranks.in_table_points
    assert given(entry_id=-1, **of_entry) == []


@pytest.mark.full
def test_the_person_penalised_is_named_as_in_lists(read: EventSnapshot) -> None:
    [row] = read.adjustments
    given = changed(row, stage_of_sum=StageOfSum.STANDINGS)
    given.offender = Offender(person=Person(name="韩雪", mark=" #37"), seat="N")
    known = replace(read, adjustments=(given,))
    assert {row.offender for row in standings_input.standings_input(known).adjusted} == {"韩雪 #37"}


@pytest.mark.full
@pytest.mark.parametrize(("seconds", "number"), [(-1, 0), (0, 1), (1, 1)])
def test_a_penalty_counts_from_the_last_round_that_had_begun(
    read: EventSnapshot, seconds: int, number: int
) -> None:
    [row] = read.adjustments
    published = read.rounds[0].published_at
    assert published is not None
    given = changed(
        row,
        side_id=None,
        entry_id=read.entries[0].pk,
        stage_of_sum=StageOfSum.STANDINGS,
        created_at=published + timedelta(seconds=seconds),
    )
    [penalty] = standings_input.standings_input(replace(read, adjustments=(given,))).adjusted
    assert penalty.round == number


@pytest.mark.full
def test_extra_deals_and_warnings_decide_where_they_are_asked_for(read: EventSnapshot) -> None:
    entry, round_ = read.entries[0], read.rounds[0]
    warnings = (
        PenaltyWarning(entry_id=entry.pk, round_id=round_.pk),
        PenaltyWarning(entry_id=entry.pk, created_at=round_.created_at - timedelta(days=1)),
        PenaltyWarning(entry_id=-1, round_id=round_.pk),
    )
    extra = ExtraDeal(after_round=1, points={entry.uid: "1/2"})
    known = replace(read, warnings=warnings, extra_deals=(extra,))

    def facts(*tie_breaks: str) -> Any:
        return standings_input.standings_input(for_event(known, tie_breaks=tie_breaks)).tie_facts

    nothing = facts(TieBreak.NET)
    assert (nothing.extra_deals, nothing.warned, nothing.lost) == ((), None, None)
    asked = facts(TieBreak.FEWEST_WARNINGS)
    assert [(each.entry, each.round) for each in asked.warned] == [(entry.uid, 1), (entry.uid, 0)]
    by_deal = facts(TieBreak.EXTRA_DEAL)
    assert by_deal.warned is None
    assert by_deal.extra_deals == ({entry.uid: Fraction(1, 2)},)


@pytest.mark.full
def test_who_withdrew_is_ranked_where_anything_counts_for_it(read: EventSnapshot) -> None:
    gone = changed(read.entries[0], state=EntryState.WITHDRAWN, excused=True)
    house = changed(read.entries[1], kind="house")
    others = (gone, house, *read.entries[2:])
    empty = with_deals(replace(read, sat_out=(), awards={}, adjustments=()), result=None)
    counted = standings_input.standings_input(replace(empty, entries=others))
    assert gone.uid not in counted.entries
    assert house.uid not in counted.entries
    assert len(counted.entries) == 6
    assert counted.excused == {gone.uid}
    penalty = changed(
        read.adjustments[0],
        side_id=None,
        entry_id=gone.pk,
        stage_of_sum=StageOfSum.STANDINGS,
    )
    fined = replace(empty, entries=others, adjustments=(penalty,))
    assert gone.uid in standings_input.standings_input(fined).entries
    not_excused = changed(gone, excused=False)
    known = replace(empty, entries=(not_excused, *others[1:]))
    assert standings_input.standings_input(known).excused == frozenset()
    stays = changed(read.entries[0], excused=True)
    assert standings_input.standings_input(replace(empty, entries=(stays,))).excused == frozenset()
