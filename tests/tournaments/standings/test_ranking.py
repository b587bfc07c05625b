"""Standings as a pure function: sums, shared places, exact adjustments."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.match_scores import Order, table_points
from tournaments.standings.played_rounds import sums_of_play
from tournaments.standings.ranking import PlaceAfterRound, ranked
from tournaments.standings.round_scores import (
    Counts,
    EntryPenalty,
    MatchRecord,
    RoundSum,
    ScoredDeal,
    StandingsInput,
    UnplayedRound,
)
from tournaments.standings.unplayed_rounds import credit_byes
from tournaments.standings.unplayed_terms import Credit, CreditTerms

ENTRIES = ("a", "b", "c", "d", "e")

scores = st.lists(
    st.builds(
        ScoredDeal,
        entry=st.sampled_from(ENTRIES),
        round=st.integers(1, 4),
        deal=st.text("0123456789", min_size=1, max_size=3),
        points=st.integers(-400, 400),
    ),
    max_size=40,
)
adjustments = st.lists(
    st.builds(
        EntryPenalty,
        entry=st.sampled_from(ENTRIES),
        amount=st.fractions(-50, 50, max_denominator=12),
        reason=st.just("late"),
    ),
    max_size=6,
)


def plain(*values: object) -> tuple[object, ...]:
    """Return values to be compared as numbers: an exact fraction equals its whole number."""
    return values


def test_the_highest_total_is_first_and_equal_totals_share_the_better_place() -> None:
    scored = [
        ScoredDeal("a", 1, "x", -40),
        ScoredDeal("b", 1, "x", 100),
        ScoredDeal("c", 1, "x", -40),
    ]
    ranks = ranked(StandingsInput(["a", "b", "c", "d"], scored))
    assert [(rank.place, rank.shared, rank.entry) for rank in ranks] == [
        (1, False, "b"),
        (2, False, "d"),
        (3, True, "a"),
        (3, True, "c"),
    ]


def test_a_row_opens_to_the_sum_of_its_rounds() -> None:
    scored = [ScoredDeal("a", 2, "x", 30), ScoredDeal("a", 1, "y", -10), ScoredDeal("a", 2, "z", 5)]
    (rank,) = ranked(StandingsInput(["a"], scored))
    assert rank.rounds == (RoundSum(1, 1, Fraction(-10)), RoundSum(2, 2, Fraction(35)))
    assert plain(rank.deals, rank.points, int(rank.total)) == (3, 25, 25)


def test_adjustments_stand_apart_from_points_with_their_reasons() -> None:
    late = EntryPenalty("a", Fraction(-1, 3), "late")
    (rank,) = ranked(StandingsInput(["a"], [ScoredDeal("a", 1, "x", 1)], [late]))
    assert plain(rank.points, rank.penalties, rank.total) == (1, Fraction(-1, 3), Fraction(2, 3))
    assert rank.reasons == (late,)


@pytest.mark.parametrize("thirds", [1, 3])
def test_a_tie_of_fractions_is_a_tie(thirds: int) -> None:
    parts = [EntryPenalty("a", Fraction(1, 10))] * (3 * thirds)
    ranks = ranked(
        StandingsInput(["a", "b"], [], [*parts, EntryPenalty("b", Fraction(3 * thirds, 10))])
    )
    assert [(rank.place, rank.shared) for rank in ranks] == [(1, True), (1, True)]


def test_who_has_not_played_is_ranked_with_nothing() -> None:
    (rank,) = ranked(StandingsInput(["a"], []))
    assert (rank.place, rank.deals, int(rank.total), len(rank.rounds)) == (1, 0, 0, 0)


def test_an_empty_field_has_no_rows() -> None:
    assert ranked(StandingsInput([], [])) == ()


@pytest.mark.full
@given(scores, adjustments)
def test_every_total_is_the_sum_of_points_and_penalties(
    scored: list[ScoredDeal], adjusted: list[EntryPenalty]
) -> None:
    for rank in ranked(StandingsInput(ENTRIES, scored, adjusted)):
        points = sum(score.points for score in scored if score.entry == rank.entry)
        amounts = sum(
            (penalty.amount for penalty in adjusted if penalty.entry == rank.entry), Fraction(0)
        )
        assert rank.total == points + amounts
        assert rank.points == sum(round_.points for round_ in rank.rounds)
        assert rank.deals == sum(round_.deals for round_ in rank.rounds)


@pytest.mark.full
@given(scores, adjustments)
def test_a_place_is_one_more_than_how_many_are_better(
    scored: list[ScoredDeal], adjusted: list[EntryPenalty]
) -> None:
    ranks = ranked(StandingsInput(ENTRIES, scored, adjusted))
    assert sorted(rank.entry for rank in ranks) == sorted(ENTRIES)
    totals = [rank.total for rank in ranks]
    assert totals == sorted(totals, reverse=True)
    places = Counter(rank.place for rank in ranks)
    for rank in ranks:
        assert rank.place == 1 + sum(total > rank.total for total in totals)
        assert rank.shared == (places[rank.place] > 1)


@pytest.mark.full
@given(scores, adjustments, st.randoms(use_true_random=False))
def test_the_order_in_which_results_arrive_decides_nothing(
    scored: list[ScoredDeal], adjusted: list[EntryPenalty], chance: random.Random
) -> None:
    shuffled = chance.sample(scored, len(scored))
    assert ranked(StandingsInput(ENTRIES, shuffled, adjusted)) == ranked(
        StandingsInput(ENTRIES, scored, adjusted)
    )


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ((100, 50, 0, -50), ("4", "2", "1", "0")),
        ((-50, 0, 50, 100), ("0", "1", "2", "4")),
        ((50, 50, 0, -50), ("3", "3", "1", "0")),
        ((50, 0, 0, -50), ("4", "3/2", "3/2", "0")),
        ((50, 0, 0, 0), ("4", "1", "1", "1")),
        ((0, 0, 0, -50), ("7/3", "7/3", "7/3", "0")),
        ((0, 0, 0, 0), ("7/4", "7/4", "7/4", "7/4")),
        ((10, -10), ("2", "0")),
        ((0, 0), ("1", "1")),
    ],
)
def test_equals_share_the_table_points_of_their_places(
    values: tuple[int, ...], points: tuple[str, ...]
) -> None:
    assert tuple(map(str, table_points([Fraction(value) for value in values]))) == points


@pytest.mark.full
@given(st.lists(st.fractions(-900, 900), min_size=2, max_size=5))
def test_a_table_gives_out_the_same_table_points_whatever_is_scored(
    values: list[Fraction],
) -> None:
    assert sum(table_points(values)) == {2: 2, 3: 6, 4: 7, 5: 10}[len(values)]


FOUR = tuple((entry,) for entry in "abcd")


def at_a_table(number: int, *points: int) -> list[ScoredDeal]:
    """Return what a, b, c and d score in the only deal of a round."""
    return [
        ScoredDeal(entry, number, f"{number}", score)
        for entry, score in zip("abcd", points, strict=False)
    ]


def test_table_points_rank_before_points() -> None:
    known = StandingsInput(
        "abcd",
        scored=[*at_a_table(1, 10, 0, -10, -20), *at_a_table(2, 10, 900, 0, -20)],
        tables=[MatchRecord(1, FOUR), MatchRecord(2, FOUR)],
        order=Order.TABLE_POINTS,
    )
    rows = [(rank.place, rank.entry, int(rank.table_points)) for rank in ranked(known)]
    assert rows == [(1, "b", 6), (2, "a", 6), (3, "c", 2), (4, "d", 0)]


def test_a_table_that_is_not_over_gives_no_table_points_yet() -> None:
    known = StandingsInput(
        "abcd", at_a_table(1, 10, 0, -10, -20), tables=[MatchRecord(1, FOUR, is_over=False)]
    )
    assert {rank.table_points for rank in ranked(known)} == {0}


def test_a_table_at_which_nothing_was_scored_gives_none() -> None:
    assert {
        rank.table_points for rank in ranked(StandingsInput("abcd", tables=[MatchRecord(1, FOUR)]))
    } == {0}


def test_a_penalty_of_the_game_counts_at_the_table_and_one_of_the_standings_does_not() -> None:
    scored = at_a_table(1, 10, 0, -10, -20)
    in_game = [EntryPenalty("a", Fraction(-25), "late", 1, at_table=True)]
    later = [EntryPenalty("a", Fraction(-25), "late", 1)]
    known = StandingsInput("abcd", scored, tables=[MatchRecord(1, FOUR)], order=Order.TABLE_POINTS)
    first = {rank.entry: rank for rank in ranked(replace(known, adjusted=in_game))}["a"]
    second = {rank.entry: rank for rank in ranked(replace(known, adjusted=later))}["a"]
    assert plain(first.table_points, first.points, first.penalties, first.total) == (
        1,
        10,
        -25,
        -15,
    )
    # −15 is before −20: third.
    assert (first.place, first.rounds[0].table_place) == (3, 3)
    assert plain(second.table_points, second.total, second.place) == (4, -15, 1)


def test_partners_have_what_their_side_has() -> None:
    scored = [ScoredDeal("ab", 1, "x", 30), ScoredDeal("cd", 1, "x", -30)]
    rows = ranked(StandingsInput(["cd", "ab"], scored, tables=[MatchRecord(1, (("ab",), ("cd",)))]))
    assert [(row.entry, int(row.table_points)) for row in rows] == [("ab", 2), ("cd", 0)]


def test_a_round_sat_out_counts_as_the_average_of_those_that_were_played() -> None:
    known = StandingsInput(
        "abcde",
        scored=[*at_a_table(1, 10, 0, -10, -20), *at_a_table(2, 5, 0, 10, -20)],
        tables=[MatchRecord(1, FOUR), MatchRecord(2, FOUR)],
        away=[UnplayedRound("a", 3), UnplayedRound("e", 1)],
        credit=CreditTerms(Credit.AVERAGE),
    )
    rows = {rank.entry: rank for rank in ranked(known)}
    credited = rows["a"].rounds[-1]
    assert plain(credited.points, credited.table_points) == (Fraction(15, 2), 3)
    assert credited.counts is Counts.SAT_OUT
    assert plain(rows["a"].points, rows["a"].table_points, rows["a"].deals) == (
        Fraction(45, 2),
        9,
        2,
    )
    assert plain(rows["e"].points, rows["e"].table_points) == (0, 0)


def test_a_round_sat_out_counts_from_that_round_on() -> None:
    known = StandingsInput(
        "abcd",
        at_a_table(1, 10, 0, -10, -20),
        tables=[MatchRecord(1, FOUR)],
        away=[UnplayedRound("a", 2), UnplayedRound("a", 3)],
    )
    after = credit_byes(sums_of_play(known), known, 2)
    assert [round_.round for round_ in after["a"]] == [1, 2]


def test_a_round_sat_out_counts_nothing_where_no_credit_is_given() -> None:
    known = StandingsInput(
        "abcd",
        at_a_table(1, 10, 0, 0, 0),
        tables=[MatchRecord(1, FOUR)],
        away=[UnplayedRound("a", 2)],
    )
    (first, *_) = ranked(known)
    assert plain(first.points, first.rounds[-1].points) == (10, 0)


def test_what_a_stand_in_scores_does_not_count_and_the_others_keep_theirs() -> None:
    known = StandingsInput(
        "abcd",
        at_a_table(1, 10, 0, -10, -20),
        tables=[MatchRecord(1, FOUR)],
        away=[UnplayedRound("a", 1, Counts.STOOD_IN)],
        credit=CreditTerms(Credit.AVERAGE),
    )
    rows = {rank.entry: rank for rank in ranked(known)}
    assert plain(rows["a"].points, rows["a"].table_points, rows["a"].deals) == (0, 0, 0)
    assert rows["a"].rounds[0].counts is Counts.STOOD_IN
    assert rows["b"].table_points == 2


def test_who_is_no_competitor_plays_at_the_table_and_is_not_ranked() -> None:
    known = StandingsInput("bcd", at_a_table(1, 10, 0, -10, -20), tables=[MatchRecord(1, FOUR)])
    assert [plain(rank.place, rank.entry, rank.table_points) for rank in ranked(known)] == [
        (1, "b", 2),
        (2, "c", 1),
        (3, "d", 0),
    ]


def test_who_was_withdrawn_stands_last_with_what_was_scored() -> None:
    known = StandingsInput("abcd", at_a_table(1, 10, 0, -10, -20), withdrawn=frozenset("a"))
    last = ranked(known)[-1]
    assert plain(last.entry, last.place, last.withdrawn, last.points) == ("a", 4, True, 10)


def test_who_has_no_place_has_gained_and_lost_none() -> None:
    rounds = [*at_a_table(1, 10, 0, -10, -20), *at_a_table(2, -50, 0, 0, 0)]
    gone = StandingsInput("abcd", rounds, withdrawn=frozenset("ad"))
    rows = {rank.entry: rank for rank in ranked(gone)}
    assert [after.place for after in rows["a"].history] == [3, 4]
    assert [(rows[entry].is_ranked, rows[entry].change) for entry in "ad"] == [(False, 0)] * 2


def test_the_history_has_the_place_after_every_round() -> None:
    known = StandingsInput(
        "abcd",
        [*at_a_table(1, 10, 0, -10, -20), *at_a_table(2, -50, 0, 0, 0)],
        [EntryPenalty("b", Fraction(-100), "late", 2)],
    )
    rows = {rank.entry: rank for rank in ranked(known)}
    assert rows["a"].history == (PlaceAfterRound(1, 1), PlaceAfterRound(2, 3))
    assert rows["b"].history == (PlaceAfterRound(1, 2), PlaceAfterRound(2, 4))
    assert (rows["c"].history[-1].place, rows["c"].change, rows["b"].change) == (1, 2, -2)
    assert [rank.entry for rank in ranked(known.upto(1))] == ["a", "b", "c", "d"]
