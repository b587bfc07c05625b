"""What the matches of an event count, by their rows: halves, absences, awards, stages, 盘."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.results.changed_rows import changed, for_event, in_state, with_deals
from tests.tournaments.results.made.events import (
    fine,
    made,
    played,
    result,
    sitting_of,
)
from tournaments.models import (
    Award,
    AwardKind,
    Comparison,
    EntryState,
    Form,
    Ranking,
    Room,
    RoundState,
    Side,
)
from tournaments.models.record import StageOfSum
from tournaments.results import event_record, match_results, match_rows
from tournaments.results.game_results import MatchTotals
from tournaments.results.match_results import DealOfMatch, sets_by_match, sets_of_deals
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import Counts, MatchRecord, RoundSum
from tournaments.structure import games
from tournaments.structure.regulations import CLUB

HOME = (10, -10, 0, 0)
AWAY = (-30, 30, 0, 0)


def pairs(rounds: int = 1, **columns: Any) -> EventSnapshot:
    """Return four pairs in two matches a round."""
    return made(4, 2, rounds, form=Form.PAIRS, **columns)


def three_way(ranking: str = Ranking.WIN_3) -> EventSnapshot:
    """Return a round in which three pairs meet, each with each, in half matches."""
    read = made(6, 2, form=Form.PAIRS, ranking=ranking)
    sides = [match.sides[0] for match in read.matches]
    met = [(sides[0], sides[1]), (sides[1], sides[2]), (sides[2], sides[0])]
    matches = tuple(
        replace(match, sides=pair) for match, pair in zip(read.matches, met, strict=True)
    )
    sittings = tuple(sitting_of(match, 1) for match in matches)
    return replace(read, matches=matches, sittings=sittings)


def test_an_entry_that_plays_two_matches_in_a_round_plays_half_matches() -> None:
    assert match_rows.half_matches(pairs(2)) == frozenset()
    assert match_rows.half_matches(three_way()) == {101, 102, 103}
    assert match_rows.half_matches(in_state(three_way(), RoundState.DRAFT)) == frozenset()
    beside = three_way()
    more = made(8, 2, form=Form.PAIRS).matches[3]
    both = replace(beside, matches=(*beside.matches, replace(more, round=beside.rounds[0])))
    records = match_rows.match_records(both)
    assert [record.is_half for record in records] == [True, True, True, False]


def absent(read: EventSnapshot, *gone: int) -> list[tuple[int, frozenset[int]]]:
    """Return the absent sides of each match, after entries have withdrawn."""
    entries = [
        changed(entry, state=EntryState.WITHDRAWN) if entry.number in gone else entry
        for entry in read.entries
    ]
    known = replace(read, entries=tuple(entries))
    return [(record.match, record.absent) for record in match_rows.match_records(known)]


def test_who_withdrew_is_absent_from_matches_of_which_nothing_was_played() -> None:
    read = pairs(2, ranking=Ranking.WIN_3)
    none: frozenset[int] = frozenset()
    assert absent(read) == [(101, none), (102, none), (201, none), (202, none)]
    assert absent(read, 1) == [(101, {0}), (102, none), (201, {0}), (202, none)]
    assert absent(read, 1, 2) == [(101, {0, 1}), (102, none), (201, {0, 1}), (202, none)]
    first = played(read, {1011: HOME})
    assert absent(first, 1) == [(101, none), (102, none), (201, {0}), (202, none)]
    points = played(pairs(ranking=Ranking.POINTS), {})
    assert absent(points, 1) == [(101, none), (102, none)]


def test_of_half_matches_each_is_begun_by_itself() -> None:
    read = three_way()
    none: frozenset[int] = frozenset()
    assert absent(read, 1) == [(101, {0}), (102, none), (103, {1})]
    assert absent(played(read, {1011: HOME}), 1) == [(101, none), (102, none), (103, {1})]
    assert absent(played(read, {1021: HOME}), 1) == [(101, {0}), (102, none), (103, {1})]


@pytest.mark.parametrize(
    ("kind", "counts"),
    [("played", True), ("void", False), ("not_played", False), ("average", False)],
)
def test_a_deal_counts_where_somebody_scored_in_it(kind: str, counts: bool) -> None:
    read = pairs()
    given = played(read, {1011: result(read.event.ruleset, HOME, kind), 1021: AWAY})
    scored = match_rows.deal_scores(given)
    assert [(row.entry, row.points, row.match) for row in scored] == [
        *([("1", 10, 101), ("2", -10, 101)] if counts else []),
        ("3", -30, 102),
        ("4", 30, 102),
    ]


def test_the_totals_of_a_match_are_told_where_matches_rank_and_boards_do_not() -> None:
    given = {1011: HOME, 1012: HOME}
    [first, second] = match_rows.match_records(played(pairs(ranking=Ranking.WIN_3), given))
    assert (first.totals, second.totals, first.is_over) == ((20, -20), (0, 0), True)
    assert not first.in_games
    [first, _second] = match_rows.match_records(played(pairs(), given))
    assert first.totals is None
    compared = pairs(ranking=Ranking.VP_20, comparison=Comparison.IMP)
    [first, _second] = match_rows.match_records(played(compared, given))
    assert first.totals is None
    empty = replace(pairs(ranking=Ranking.WIN_3), sittings=())
    assert [record.totals for record in match_rows.match_records(empty)] == [None, None]


@pytest.mark.parametrize(
    ("ranking", "comparison", "follows"),
    [
        (Ranking.WIN_3, Comparison.NONE, True),
        (Ranking.POINTS, Comparison.NONE, False),
        (Ranking.VP_20, Comparison.IMP, False),
        (Ranking.POINTS, Comparison.IMP, False),
    ],
)
def test_who_is_ahead_at_equal_totals_is_told_where_matches_follow_from_their_deals(
    monkeypatch: pytest.MonkeyPatch, ranking: Ranking, comparison: Comparison, follows: bool
) -> None:
    level = MatchTotals({"1-1": 0, "1-2": 0}, ahead="1-2")
    monkeypatch.setattr(match_rows, "match_totals", lambda _read: {101: level})
    monkeypatch.setattr(games, "counts_games_won", lambda _event: True)
    read = pairs(ranking=ranking, comparison=comparison)
    first, second = match_rows.match_records(read)
    assert (first.ahead, first.in_games) == ((1, True) if follows else (None, False))
    assert (second.ahead, second.in_games) == (None, follows)


@pytest.mark.parametrize(
    ("kind", "worth", "kept", "gone", "is_over"),
    [
        (AwardKind.WALKOVER, (3, 1), None, {1}, True),
        (AwardKind.MISMATCHED, None, (3, 1), set(), False),
        (AwardKind.BOTH_ABSENT, (1, 1), None, {0, 1}, True),
        (AwardKind.SPOILT, (1, 1), None, set(), True),
        (AwardKind.FORFEITED, None, None, {1}, True),
        (AwardKind.DECIDED, None, None, set(), False),
    ],
)
def test_an_award_gives_each_side_its_part(
    kind: str, worth: Any, kept: Any, gone: set[int], is_over: bool
) -> None:
    read = pairs(ranking=Ranking.WIN_3)
    home, away = read.matches[0].sides
    of_one = {AwardKind.WALKOVER, AwardKind.MISMATCHED, AwardKind.DECIDED}
    winner = Side(pk=home.key, uid=home.uid) if kind in of_one else None
    amounts = {"won_numerator": 3, "lost_numerator": 1, "absent_sides": [away.uid]}
    given = replace(read, awards={101: Award(kind=kind, winner=winner, **amounts)})
    record, other = match_rows.match_records(given)
    assert (record.worth, record.kept) == (worth, kept)
    assert record.absent == gone
    assert record.is_over is is_over
    assert other == match_rows.match_records(read)[1]


def round_sum(number: int = 1, **columns: Any) -> RoundSum:
    given = {"points": Fraction(7), "penalties": Fraction(-2), **columns}
    return RoundSum(number, given.pop("deals", 2), **given)


def table(**columns: Any) -> MatchRecord:
    return MatchRecord(**{"round": 1, "sides": (("1",), ("2",)), "match": 101, **columns})


@pytest.mark.parametrize(
    ("sums", "record", "scores", "totals"),
    [
        ((round_sum(), round_sum()), table(), (7, 7), (5, 5)),
        ((round_sum(), None), table(), None, None),
        ((None, round_sum()), table(), None, None),
        ((None, None), table(), None, None),
        ((round_sum(), round_sum()), table(is_over=False), None, None),
        ((round_sum(), round_sum()), table(absent=frozenset({1})), (7, 7), None),
        ((round_sum(totals=(Fraction(3), Fraction(4))), round_sum()), table(), (7, 7), (3, 4)),
        (
            (round_sum(totals=(Fraction(3), Fraction(4))), round_sum()),
            table(is_over=False),
            None,
            (3, 4),
        ),
        ((round_sum(counts=Counts.CANCELLED), round_sum()), table(), None, None),
    ],
)
def test_a_match_has_scores_once_it_is_over_and_totals_as_far_as_they_are_known(
    sums: Sequence[RoundSum | None], record: MatchRecord, scores: Any, totals: Any
) -> None:
    found = match_results._match_result(record, list(sums), Order.POINTS)
    assert (found.scores, found.totals) == (scores, totals)
    assert found.deals == (2 if any(sums) else 0)


def test_what_ranks_is_the_score_of_a_match() -> None:
    row = round_sum(match_points=Fraction(3), table_points=Fraction(4))
    ranked = match_results._ranking_score
    assert ranked(row, table(), Order.POINTS) == 7
    assert ranked(row, table(), Order.TABLE_POINTS) == 4
    assert ranked(row, table(is_over=False), Order.VP_20) == 3
    assert ranked(row, table(is_over=False), Order.TABLE_POINTS) is None


def test_the_decision_of_a_match_is_that_of_its_first_side() -> None:
    sums = [round_sum(decided=1), round_sum(decided=-1)]
    assert match_results._match_result(table(), list(sums), Order.POINTS).decided == 1
    assert match_results._match_result(table(), [None, sums[1]], Order.POINTS).decided == 0


def test_a_side_has_the_sum_of_its_match_in_the_round_and_of_half_matches_one() -> None:
    first, second = round_sum(1), round_sum(2)
    halves = (round_sum(3, match=101), round_sum(3, match=102))
    rounds = {("1", 1): first, ("1", 2): second, ("1", 3): round_sum(3, halves=halves)}
    found = match_results._sum_of_side
    assert found(table(round=1), ("1",), rounds) is first
    assert found(table(round=2), ("1",), rounds) is second
    assert found(table(round=1), ("2",), rounds) is None
    assert found(table(round=2), ("2", "1"), rounds) is second
    assert found(table(round=3, match=102), ("1",), rounds) is halves[1]
    assert found(table(round=3, match=103), ("1",), rounds) is None


def test_the_results_of_a_stage_are_those_of_its_rounds_or_of_an_earlier_record() -> None:
    read = played(pairs(2), {1011: HOME, 1012: HOME, 2011: AWAY, 2012: AWAY})
    [stage] = read.stages
    found = match_results.results_by_match(read, stage)
    scores: dict[int, Any] = {match: row.scores for match, row in found.items()}
    assert scores == {
        101: (20, -20),
        102: None,
        201: (-60, 60),
        202: None,
    }
    earlier = event_record.record_until(read, 1)
    assert set(match_results.results_by_match(read, stage, earlier)) == {101, 102}
    four = played(made(4), {1011: HOME, 1012: HOME})
    assert match_results.results_by_match(four, four.stages[0]) == {}


DEAL = DealOfMatch((Fraction(30), Fraction(-10)), (Fraction(5), Fraction(1)))


@pytest.mark.parametrize(
    ("deals", "size", "sets"),
    [(2, 0, 0), (0, 2, 0), (1, 2, 0), (2, 2, 0), (3, 2, 2), (4, 2, 2), (5, 2, 3)],
)
def test_a_match_is_parted_where_it_has_more_deals_than_a_set(
    deals: int, size: int, sets: int
) -> None:
    found = sets_of_deals([[DEAL]] * deals, size)
    assert len(found) == sets
    if found:
        assert (found[0].first, found[0].last, found[-1].last) == (1, size, deals)
        assert found[0].rooms == (Fraction(30 * size), Fraction(-10 * size))


def teams(size: int = 1, **columns: Any) -> EventSnapshot:
    """Return a match of two teams in two rooms, three deals in each, one a 盘."""
    given = {"form": Form.TEAMS, "rooms": 2, "segments": 1, "deals": 3, **columns}
    read = made(2, 2, **given)
    [match] = read.matches
    rooms = [
        sitting_of(match, 3, room=room, key=key, segment=segment)
        for segment, keys in enumerate(((31, 32), (21, 22)), 1)
        for room, key in zip((Room.OPEN, Room.CLOSED), keys, strict=True)
    ][: 2 * given["segments"]]
    regulations = replace(CLUB, board_set_deals=size)
    return replace(read, sittings=tuple(rooms), regulations=regulations)


def counts(read: EventSnapshot) -> list[Any]:
    [found] = sets_by_match(read).values()
    return [(*one.rooms, *one.counts) for one in found.sets]


def test_deals_of_both_rooms_stand_beside_one_another_in_the_order_of_play() -> None:
    read = played(teams(), {311: HOME, 321: AWAY, 312: AWAY})
    assert counts(read) == [(20, -60, -20, 20), (-60, 0, -30, 30), (0, 0, 0, 0)]
    two = played(teams(3, segments=2), {311: HOME, 211: AWAY, 221: AWAY})
    assert counts(two) == [(20, 0, 10, -10), (-60, -60, -60, 60)]


@pytest.mark.parametrize("kind", ["void", "not_played", "average"])
def test_a_deal_that_counts_for_nobody_is_a_place_without_points(kind: str) -> None:
    read = teams()
    given = played(read, {311: result(read.event.ruleset, HOME, kind), 312: HOME})
    assert counts(given) == [(0, 0, 0, 0), (20, 0, 10, -10), (0, 0, 0, 0)]


def test_sets_are_of_public_matches_in_two_rooms_that_were_played() -> None:
    read = teams()
    assert set(sets_by_match(read)) == {101}
    assert sets_by_match(in_state(read, RoundState.DRAFT)) == {}
    assert sets_by_match(teams(0)) == {}
    assert sets_by_match(teams(3)) == {}
    assert sets_by_match(for_event(read, rooms=1)) == {}
    assert sets_by_match(for_event(read, comparison=Comparison.MATCHPOINTS)) == {}
    assert sets_by_match(replace(read, awards={101: Award(kind=AwardKind.DECIDED)})) == {}
    assert set(sets_by_match(replace(read, awards={102: Award(kind="spoilt")}))) == {101}
    four = replace(made(4, form=Form.TEAMS, rooms=2, deals=3), regulations=read.regulations)
    assert sets_by_match(four) == {}


def test_levels_make_no_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_results, "has_levels", lambda _event: True)
    assert sets_by_match(teams()) == {}


def test_a_deal_after_the_end_of_its_game_counts_in_no_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(match_results, "not_counted", lambda _read: {"deal 31.2"})
    read = played(teams(), {311: HOME, 312: HOME})
    assert counts(read) == [(20, 0, 10, -10), (0, 0, 0, 0), (0, 0, 0, 0)]
    monkeypatch.setattr(match_rows, "not_counted", lambda _read: {"deal 31.2"})
    assert {row.deal for row in match_rows.deal_scores(read)} == {"deal 31.1"}


def test_the_penalties_of_a_match_are_those_at_its_tables() -> None:
    read = teams()
    home, away = read.matches[0].sides

    def penalties(*rows: Any) -> Any:
        return sets_by_match(replace(read, adjustments=rows))[101].penalties

    assert penalties() == (0, 0)
    assert penalties(fine(home, -5), fine(home, -1), fine(away, -3)) == (-6, -3)
    assert penalties(fine(home, -5, stage_of_sum=StageOfSum.STANDINGS)) == (0, 0)
    found = sets_by_match(replace(read, adjustments=(fine(away, -3),)))[101]
    assert found.total == (Fraction(0), Fraction(-3))


def over_boards(comparison: Comparison = Comparison.IMP) -> EventSnapshot:
    """Return two teams in two rooms over three boards."""
    read = teams(comparison=comparison, ranking=Ranking.VP_20)
    sittings = tuple(
        replace(
            sitting,
            deals=tuple(
                deal._replace(board=deal.play_order, board_no=deal.play_order)
                for deal in sitting.deals
            ),
        )
        for sitting in read.sittings
    )
    return replace(read, sittings=sittings)


@pytest.mark.parametrize("comparison", [Comparison.IMP, Comparison.BOARD])
def test_boards_of_two_rooms_are_told_by_room_where_both_have_played(
    comparison: Comparison,
) -> None:
    read = over_boards(comparison)
    turned = (30, -30, 0, 0)
    known = played(read, {311: (100, -100, 0, 0), 321: AWAY, 312: HOME, 322: turned, 313: HOME})
    rooms = [found[:2] for found in counts(known)]
    assert rooms == [(100, -30), (10, 30), (0, 0)]


def test_in_the_closed_room_the_home_side_may_sit_east_and_west() -> None:
    read = over_boards()
    first, closed = read.sittings
    labels = {"N": "W", "W": "N", "S": "E", "E": "S"}
    seats = tuple(seat._replace(label=labels[seat.label]) for seat in closed.seats)
    known = replace(read, sittings=(first, replace(closed, seats=seats)))
    rooms = [found[:2] for found in counts(played(known, {311: HOME, 321: HOME}))]
    assert rooms[0] == (10, -10)


def test_a_match_is_over_when_every_deal_is_and_no_table_is_without_deals() -> None:
    read = with_deals(pairs(), done=True)
    assert [record.is_over for record in match_rows.match_records(read)] == [True, True]
    first, second = read.sittings
    without = replace(read, sittings=(replace(first, deals=()), second))
    assert [record.is_over for record in match_rows.match_records(without)] == [False, True]
    one = replace(first, deals=(first.deals[0], first.deals[1]._replace(done=False)))
    known = replace(read, sittings=(one, second))
    assert [record.is_over for record in match_rows.match_records(known)] == [False, True]
