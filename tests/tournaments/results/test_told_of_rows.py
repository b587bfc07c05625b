"""Penalties at a table, highlights and effects, by the rows of an event."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from scoring.gongzhu.codes import Feat
from tests.tournaments import two_events
from tests.tournaments.results.changed_rows import changed, for_event, in_state, with_deals
from tournaments import results
from tournaments.models import (
    BoardSource,
    Entry,
    RoundState,
)
from tournaments.models.record import StageOfSum, Unit
from tournaments.results import event_record, match_results
from tournaments.results.game_results import Fined, Seated, penalties_by_seat, penalties_by_sitting
from tournaments.results.highlights import highlights
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MemberRow


@pytest.fixture
def read(db: None) -> EventSnapshot:
    """The first event of two: eight players at two tables, one deal of four with a result."""
    return results.read(two_events.assemble().own)


SEATS = [
    Seated("N", 1, "home"),
    Seated("W", 2, "away"),
    Seated("S", 3, "home"),
    Seated("E", 4, "away"),
]


@pytest.mark.full
def test_a_penalty_goes_to_the_seat_of_whom_it_names(read: EventSnapshot) -> None:
    fined = [Fined("home", Fraction(-5), 3), Fined("away", Fraction(-2))]
    found = penalties_by_seat(read.event, SEATS, fined)
    assert found.seats == {"S": -5}
    assert found.shared == {("W", "E"): -2}
    assert not penalties_by_seat(read.event, SEATS, [Fined("nobody", Fraction(-5), 3)])
    assert not penalties_by_seat(read.event, SEATS, [Fined("home", Fraction(0), 3)])
    assert not penalties_by_seat(read.event, SEATS, [Fined("home", Fraction(0))])
    alone = [replace(seat, side=seat.label) for seat in SEATS]
    assert penalties_by_seat(read.event, alone, [Fined("N", Fraction(-5))]).seats == {"N": -5}


@pytest.mark.full
def test_a_penalty_at_a_table_is_where_its_deal_was_or_who_it_names_sat(
    read: EventSnapshot,
) -> None:
    [row] = read.adjustments
    assert row.side_id is not None
    match, _side = read.match_of_side[row.side_id]
    [sitting] = read.sittings_by_match[match.key]
    later = replace(
        sitting,
        key=-1,
        deals=tuple(deal._replace(key=-deal.key) for deal in sitting.deals),
        seats=tuple(seat._replace(person=-seat.person) for seat in sitting.seats),
    )
    both = replace(read, sittings=(*read.sittings, later))

    def at(snapshot: EventSnapshot = both, **columns: Any) -> list[int]:
        known = replace(snapshot, adjustments=(changed(row, **columns),))
        return list(penalties_by_sitting(known))

    assert at() == [later.key]
    assert at(deal_id=sitting.deals[1].key) == [sitting.key]
    assert at(deal_id=later.deals[0].key) == [later.key]
    assert at(stage_of_sum=StageOfSum.STANDINGS) == []
    assert at(unit=Unit.IMP) == []
    assert at(side_id=-1) == []
    assert at(replace(read, sittings=())) == []


def scored(read: EventSnapshot, **scores: dict[str, int]) -> EventSnapshot:
    """Return the event with these scores at the first deals of its tables."""
    [row] = [deal.result for sitting in read.sittings for deal in sitting.deals if deal.result]
    sittings = []
    for number, sitting in enumerate(read.sittings, 1):
        own = scores.get(f"table{number}")
        result = row._replace(scores=own) if own is not None else None
        deals = (sitting.deals[0]._replace(result=result), *sitting.deals[1:])
        sittings.append(replace(sitting, deals=deals))
    return replace(read, sittings=tuple(sittings))


SMALL = {"N": -100, "W": 100, "S": 0, "E": 0}
LARGE = {"N": -200, "W": 0, "S": 0, "E": 0}


@pytest.mark.full
def test_of_deals_that_part_the_seats_alike_the_one_with_the_largest_score_is_told(
    read: EventSnapshot,
) -> None:
    for tables, best in (
        ({"table1": SMALL, "table2": LARGE}, 2),
        ({"table1": LARGE, "table2": SMALL}, 1),
        ({"table1": SMALL, "table2": SMALL}, 1),
    ):
        deal = highlights(scored(read, **tables), {}).deal
        assert deal is not None
        assert (deal.table, deal.swing) == (best, 200)
    deal = highlights(scored(read, table1=LARGE), {}).deal
    assert deal is not None
    assert (len(deal.best), len(deal.worst), deal.most, deal.least) == (3, 1, 0, -200)


@pytest.mark.full
def test_a_deal_that_parts_nobody_is_no_highlight(read: EventSnapshot) -> None:
    assert highlights(scored(read, table1=dict.fromkeys("NWSE", 0)), {}).deal is None
    assert highlights(scored(read, table1={}), {}).deal is None
    assert highlights(scored(read), {}).deal is None
    equal = highlights(scored(read, table1=dict.fromkeys("NWSE", 10)), {}).deal
    assert equal is not None
    assert equal.swing == 0


@pytest.mark.full
@pytest.mark.parametrize(
    ("source", "board", "opened", "state", "is_told"),
    [
        (BoardSource.TABLE, 1, False, RoundState.PUBLISHED, True),
        (BoardSource.TABLE, 1, False, RoundState.DRAFT, False),
        (BoardSource.MADE, 1, True, RoundState.CLOSED, True),
        (BoardSource.MADE, None, False, RoundState.CLOSED, True),
        (BoardSource.MADE, 1, False, RoundState.CLOSED, False),
        (BoardSource.MADE, 1, True, RoundState.PUBLISHED, False),
    ],
)
def test_only_what_is_public_and_unsealed_is_a_highlight(
    read: EventSnapshot, source: str, board: int | None, opened: bool, state: str, is_told: bool
) -> None:
    known = for_event(in_state(scored(read, table1=SMALL), state), boards=source)
    shown = highlights(with_deals(known, board=board, is_opened=opened), {})
    assert bool(shown) is is_told


@pytest.mark.full
def test_feats_are_told_by_who_sat_at_the_seat(read: EventSnapshot) -> None:
    known = scored(read, table1=SMALL)
    deal, seats = known.sittings[0].deals[0], known.sittings[0].seats
    feats: dict[int, tuple[tuple[str, Any], ...]] = {
        deal.key: (("W", Feat.PIG), ("X", Feat.SLAM)),
        -1: (("W", Feat.SLAM),),
    }
    [told] = highlights(known, feats).feats
    west = next(seat.person for seat in seats if seat.label == "W")
    assert (told.feat, told.people) == (Feat.PIG, ((known.names[west], 1),))
    assert highlights(known, {}).feats == ()


@pytest.mark.full
def test_an_effect_is_what_moves_a_rank(read: EventSnapshot) -> None:
    [row] = read.adjustments
    whom = read.match_of_side[row.side_id or 0][1].entries[0]
    more = read.with_adjustment(changed(row, numerator=0))
    assert event_record.compare_standings(read, more) == ()
    moved = event_record.compare_standings(read, read.with_adjustment(changed(row, numerator=-1)))
    assert [effect.competitor.uid for effect in moved] == [whom.uid]
    without = replace(read, entries=tuple(entry for entry in read.entries if entry != whom))
    assert whom.uid not in {
        effect.competitor.uid for effect in event_record.compare_standings(read, without)
    }


@pytest.mark.full
def test_the_results_of_a_stage_are_of_its_matches_of_two_sides(read: EventSnapshot) -> None:
    stage = read.stages[0]
    assert match_results.results_by_match(read, stage) == {}
    pairs = replace(
        read,
        awards={},
        matches=tuple(replace(match, sides=match.sides[:2]) for match in read.matches),
        sittings=tuple(
            replace(
                row,
                seats=tuple(
                    seat._replace(side=read.match_by_key[row.match].sides[number % 2].uid)
                    for number, seat in enumerate(row.seats)
                ),
            )
            for row in read.sittings
        ),
    )
    found = match_results.results_by_match(pairs, stage)
    assert set(found) == {match.key for match in read.matches}
    assert [result.scores for result in found.values()] == [None, None]
    assert [result.totals for result in found.values()] == [None, None]
    over = match_results.results_by_match(with_deals(pairs, done=True), stage)
    [played] = [result for result in over.values() if result.scores]
    assert played.scores == (Fraction(-50), Fraction(300))
    assert played.totals == (Fraction(-55), Fraction(300))
    assert match_results.results_by_match(pairs, changed(stage, pk=-1)) == {}


def test_an_entry_is_named_by_its_players_in_order_or_by_its_own_name() -> None:
    def member(key: int, name: str, number: int, role: str = "player") -> MemberRow:
        return MemberRow(key, "x", key, "x", name, number, role, None, None, True)

    rows = [
        member(3, "丙", 1),
        member(1, "甲", 2),
        member(2, "乙", 2),
        member(4, "丁", 1, "substitute"),
    ]
    assert event_record.entry_name(Entry(), rows) == "丙／甲／乙"
    assert event_record.entry_name(Entry(name="华清队"), rows) == "华清队"


@pytest.mark.full
def test_the_standings_of_an_event_of_one_field_are_those_of_its_first_stage(
    read: EventSnapshot,
) -> None:
    [(group, rows)] = event_record.stage_standings(read, read.stages[0]).items()
    assert (group, rows) == (read.groups[0], event_record.standings(read))
    assert event_record.stage_standings(read, changed(read.stages[0], number=2)) == {}
    first, second = event_record.standings(read, upto=0), event_record.standings(read, upto=1)
    assert second == event_record.standings(read)
    assert {row.rank.total for row in first} == {0}
