"""Three who meet in one round, each with each (三队赛): what half matches come to together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.standings.exact import exact
from tournaments.standings.match_scores import Order
from tournaments.standings.played_rounds import sums_of_play
from tournaments.standings.round_scores import (
    Counts,
    EntryPenalty,
    MatchRecord,
    RoundSum,
    ScoredDeal,
    StandingsInput,
    UnplayedRound,
)

HALF = Fraction(1, 2)


def half(match: int, sides: str, *points: int, **more: object) -> StandingsInput:
    """A half match in which each side has scored so much of one deal, or none was played."""
    scored = [
        ScoredDeal(entry, 1, f"{match}", value, match=match)
        for entry, value in zip(sides, points, strict=False)
    ]
    table = MatchRecord(1, ((sides[0],), (sides[1],)), match=match, is_half=True)
    return StandingsInput("abc", scored, tables=[replace(table, **more)])  # type: ignore[arg-type]


def together(
    *halves: StandingsInput, order: Order = Order.WDL_2_1_0, **more: object
) -> Mapping[str, RoundSum]:
    """Return what the first round comes to for everybody for whom it comes to anything."""
    known = StandingsInput(
        "abc",
        [score for each in halves for score in each.scored],
        tables=[table for each in halves for table in each.tables],
        order=order,
    )
    sums = sums_of_play(replace(known, **more))  # type: ignore[arg-type]
    return {entry: rounds[1] for entry, rounds in sums.items() if 1 in rounds}


def test_each_counts_half_of_a_match_and_its_totals_count_whole() -> None:
    sums = together(half(1, "ab", 10, -10), half(2, "ac", 4, -4), half(3, "bc", 3, 3))
    assert {entry: row.match_points for entry, row in sums.items()} == {
        "a": 2,
        "b": HALF,
        "c": HALF,
    }
    assert exact(sums["a"].totals) == (14, -14)
    assert sums["b"].opponents == ("a", "c")
    assert [part.match for part in sums["a"].halves] == [1, 2]
    assert [part.match_points for part in sums["a"].halves] == [1, 1]
    assert (sums["a"].match_sum(2), sums["a"].match_sum(3)) == (sums["a"].halves[1], None)


def test_a_whole_match_beside_them_counts_as_it_did() -> None:
    whole = MatchRecord(1, (("d",), ("e",)), match=9)
    known = StandingsInput(
        "de", [ScoredDeal("d", 1, "9", 5), ScoredDeal("e", 1, "9", 1)], tables=[whole]
    )
    sums = together(half(1, "ab", 10, -10), known)
    assert exact((sums["d"].match_points, sums["d"].halves)) == (2, ())


def test_the_round_is_worth_nothing_until_all_its_halves_are_over() -> None:
    sums = together(half(1, "ab", 10, -10), half(2, "ac", 4, -4, is_over=False))
    assert exact((sums["a"].match_points, sums["a"].deals, sums["a"].totals)) == (
        None,
        2,
        (14, -14),
    )
    assert exact((sums["b"].match_points, sums["c"].match_points)) == (0, None)


def test_halves_of_which_nothing_is_known_are_no_round() -> None:
    assert together(half(1, "ab"), half(2, "ac")) == {}


def test_a_penalty_at_the_table_is_known_before_the_first_deal() -> None:
    penalty = EntryPenalty("a", Fraction(-3), round=1, at_table=True, match=2)
    sums = together(half(1, "ab"), half(2, "ac"), adjusted=[penalty])
    assert set(sums) == {"a"}
    assert [part.penalties for part in sums["a"].halves] == [0, -3]


def test_who_comes_to_neither_half_has_lost_both() -> None:
    absent = frozenset({1})
    sums = together(half(1, "ab", absent=absent), half(2, "cb", absent=absent))
    assert exact({entry: (row.match_points, row.unplayed) for entry, row in sums.items()}) == {
        "a": (1, True),
        "b": (0, False),
        "c": (1, True),
    }


def test_an_award_counts_as_it_is_and_not_by_half() -> None:
    worth = (Fraction(2), Fraction(0))
    sums = together(half(1, "ab", worth=worth, absent=frozenset({1})), half(2, "ac", 5, 1))
    assert sums["a"].match_points == 2 + 1


def test_where_points_rank_an_award_is_all_that_a_half_has() -> None:
    worth = (Fraction(5), Fraction(0))
    award = half(1, "ab", worth=worth, absent=frozenset({1}))
    sums = together(award, order=Order.POINTS)
    assert {entry: row.points for entry, row in sums.items()} == {"a": 5}


def test_what_a_stand_in_played_is_no_half_of_the_one_who_was_away() -> None:
    away = [UnplayedRound("a", 1, Counts.STOOD_IN)]
    sums = together(half(1, "ab", 10, -10), half(2, "ac", 4, -4), away=away)
    assert (sums["a"].counts, sums["a"].match_points, sums["a"].halves) == (
        Counts.STOOD_IN,
        None,
        (),
    )
    assert len(sums["b"].halves) == 1


@pytest.mark.parametrize("absent", [frozenset[int](), frozenset({1})])
def test_of_an_awarded_match_nobody_is_the_winner_unless_one_did_not_come(
    absent: frozenset[int],
) -> None:
    table = MatchRecord(1, (("a",), ("b",)), worth=(Fraction(1), Fraction(1)), absent=absent)
    for order in (Order.WDL_2_1_0, Order.TABLE_POINTS, Order.POINTS):
        sums = sums_of_play(StandingsInput("ab", tables=[table], order=order))
        assert [sums[entry][1].unplayed for entry in "ab"] == [bool(absent), False]


def test_an_award_is_in_the_unit_that_ranks() -> None:
    table = MatchRecord(1, (("a",), ("b",)), worth=(Fraction(4), Fraction(1)))
    found = {}
    for order in (Order.WDL_2_1_0, Order.TABLE_POINTS, Order.POINTS):
        row = sums_of_play(StandingsInput("ab", tables=[table], order=order))["a"][1]
        found[order] = row.match_points, row.table_points, row.points, row.opponents
    assert exact(found) == {
        Order.WDL_2_1_0: (4, None, 0, ("b",)),
        Order.TABLE_POINTS: (None, 4, 0, ()),
        Order.POINTS: (None, None, 4, ()),
    }


def test_a_match_that_was_paired_wrongly_is_worth_what_was_kept_of_it() -> None:
    known = half(1, "ab", 10, -10, is_half=False, kept=(Fraction(3, 2), Fraction(1)))
    sums = sums_of_play(replace(known, order=Order.WDL_2_1_0))
    assert [sums[entry][1].match_points for entry in "ab"] == [Fraction(3, 2), 1]
    assert exact(sums["a"][1].totals) == (10, -10)


def test_a_side_of_nobody_keeps_its_place_at_the_table() -> None:
    table = MatchRecord(1, (("a",), (), ("b",)))
    scored = [ScoredDeal("a", 1, "x", -5), ScoredDeal("b", 1, "x", 5)]
    sums = sums_of_play(StandingsInput("ab", scored, tables=[table], order=Order.TABLE_POINTS))
    assert {entry: sums[entry][1].table_points for entry in "ab"} == {"a": 0, "b": 4}
