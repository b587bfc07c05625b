"""The places of a group: every tie-break by an example of its own, and the lists of regulations."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.simulation.invariants import DecidedPlacing
from tests.tournaments.standings.contests import (
    Contest,
    RoundSatOut,
    placings,
    round_sums_of_results,
)
from tests.tournaments.standings.exact import exact
from tests.tournaments.standings.regulations import ORDERS
from tournaments.standings.group_results import MatchResult
from tournaments.standings.round_scores import Counts, RoundSum, TieBreak
from tournaments.standings.tie_breaks import USUAL_OF_MATCHES, TieBreakInput, buchholz, quotient

ENTRIES = ("a", "b", "c", "d", "e", "f")
MORE = [by for by in TieBreak if by not in USUAL_OF_MATCHES]


def met(
    number: int, sides: str, score: int | Fraction, totals: tuple[int, int] | None = None
) -> MatchResult:
    """Return a match of a scale of 20 with its IMPs."""
    return MatchResult(
        number,
        (sides[0], sides[1]),
        (Fraction(score), 20 - Fraction(score)),
        totals and (Fraction(totals[0]), Fraction(totals[1])),
    )


def ranked(
    results: Sequence[MatchResult], *by: TieBreak, **known: object
) -> tuple[DecidedPlacing, ...]:
    """Return the places of all who met."""
    entries = sorted({side for result in results for side in result.sides})
    return placings(Contest(entries, round_sums_of_results(results), by, **known))  # type: ignore[arg-type]


def order(rows: Sequence[DecidedPlacing]) -> list[tuple[int, str]]:
    """Return who is where."""
    return [(row.place, row.entry) for row in rows]


def values(rows: Sequence[DecidedPlacing]) -> dict[str, list[Fraction]]:
    """Return what the last tie-break came to for those it was asked of."""
    return {row.entry: [decided.value for decided in row.asked] for row in rows if row.asked}


def test_scores_carried_points_and_penalties_make_the_total() -> None:
    rows = ranked(
        [met(1, "ab", 14)],
        carried={"b": Fraction(9)},
        penalties={"b": Fraction(-1, 2)},
    )
    assert order(rows) == [(1, "b"), (2, "a")]
    assert exact((rows[0].scores, rows[0].carried, rows[0].penalties)) == (6, 9, Fraction(-1, 2))
    assert (rows[0].total, rows[0].matches, rows[0].decided_by) == (Fraction(29, 2), 1, None)


def test_who_is_equal_by_everything_shares_the_better_place() -> None:
    rows = ranked([met(1, "ab", 10), met(1, "cd", 3)], TieBreak.NET)
    assert [(row.place, row.shared) for row in rows] == [
        (1, False),
        (2, True),
        (2, True),
        (4, False),
    ]


def test_who_withdrew_stands_after_all_others() -> None:
    rows = ranked([met(1, "ab", 20)], withdrawn=frozenset("a"))
    assert [(row.entry, row.withdrawn) for row in rows] == [("b", False), ("a", True)]


def test_the_net_of_their_match_is_asked_of_two_alone() -> None:
    level = [met(1, "ab", 10, (30, 28)), met(2, "bc", 20, (50, 0)), met(3, "ac", 20, (9, 0))]
    rows = ranked(level, TieBreak.HEAD_TO_HEAD_NET)
    assert order(rows)[:2] == [(1, "a"), (2, "b")]
    assert values(rows) == {"a": [2], "b": [-2]}
    circle = [met(1, "ab", 20, (9, 0)), met(2, "bc", 20, (8, 0)), met(3, "ca", 20, (7, 0))]
    assert {row.place for row in ranked(circle, TieBreak.HEAD_TO_HEAD_NET)} == {1}


def test_the_quotient_puts_first_who_lost_least_for_what_was_won() -> None:
    # b won 40 and lost 10, a won 60 and lost 20: 4 is more than 3.
    results = [met(1, "ac", 15, (60, 20)), met(1, "bd", 15, (40, 10))]
    rows = ranked(results, TieBreak.QUOTIENT)
    assert order(rows)[:2] == [(1, "b"), (2, "a")]
    assert values(rows)["b"] == [Fraction(4, 5)]
    nothing_lost = [met(1, "ac", 15, (60, 20)), met(1, "bd", 15, (1, 0))]
    assert order(ranked(nothing_lost, TieBreak.QUOTIENT))[0] == (1, "b")
    nothing_at_all = [met(1, "ac", 10, (0, 0))]
    half = Fraction(1, 2)
    assert values(ranked(nothing_at_all, TieBreak.QUOTIENT)) == {"a": [half], "c": [half]}


@pytest.mark.parametrize("by", [TieBreak.QUOTIENT, TieBreak.QUOTIENT_AMONG])
@pytest.mark.parametrize("totals", [(-100, -300), (300, -200), (-1, 0), (0, -1)])
def test_a_quotient_says_nothing_of_totals_below_nothing(
    by: TieBreak, totals: tuple[int, int]
) -> None:
    # As a share of both −100 : −300 would be a quarter, and the loser's three quarters.
    rows = ranked([met(1, "ab", 10, totals), met(2, "cd", 10, (3, 1))], by, TieBreak.NET)
    assert {decided.by for row in rows for decided in row.asked} == {TieBreak.NET}


def test_penalties_are_no_part_of_a_quotient() -> None:
    fined = RoundSum(
        1,
        4,
        Fraction(0),
        match_points=Fraction(1),
        totals=(Fraction(-2), Fraction(4)),
        fines=(Fraction(-8), Fraction(-2)),
    )
    known = TieBreakInput({"a": (fined,)})
    assert exact(fined.gains) == (6, 6)
    assert quotient(["a"], known) == {"a": Fraction(1, 2)}


def test_the_quotient_among_equals_looks_at_their_matches_alone() -> None:
    circle = [
        met(1, "ab", 14, (40, 20)),
        met(2, "bc", 14, (50, 10)),
        met(3, "ca", 14, (30, 10)),
        met(4, "ad", 20, (900, 0)),
        met(4, "be", 20, (9, 0)),
        met(4, "cf", 20, (9, 0)),
    ]
    rows = ranked(circle, TieBreak.QUOTIENT_AMONG)
    # a 50 : 50, b 70 : 50, c 40 : 60
    assert order(rows)[:3] == [(1, "b"), (2, "a"), (3, "c")]
    not_all_met = [result for result in circle if result.round != 3]
    assert not values(ranked(not_all_met, TieBreak.QUOTIENT_AMONG)).keys() & {"a", "b"}


def test_the_best_common_opponent_parts_equals_and_is_asked_again_of_who_is_left() -> None:
    results = [
        met(1, "xa", 14, (20, 0)),
        met(1, "xb", 14, (20, 0)),
        met(1, "xc", 12, (10, 0)),
        met(2, "ya", 12, (10, 0)),
        met(2, "yb", 13, (13, 0)),
        met(2, "yc", 15, (30, 0)),
        met(3, "az", 6, (0, 20)),
        met(3, "bz", 7, (0, 15)),
        met(3, "cz", 7, (0, 25)),
        met(4, "xw", 20),
        met(4, "yw", 10),
    ]
    rows = ranked(results, TieBreak.COMMON_OPPONENT)
    # x is the best opponent: c lost least to it; y parts the other two.
    assert [row.entry for row in rows if row.entry in "abc"] == ["c", "a", "b"]
    assert {row.total for row in rows if row.entry in "abc"} == {20}
    by_entry = values(rows)
    assert exact((by_entry["a"], by_entry["b"], by_entry["c"])) == ([-20, -10], [-20, -13], [-10])


def test_opponents_count_without_the_best_and_the_worst() -> None:
    results = [
        met(1, "ap", 10),
        met(2, "aq", 10),
        met(3, "ar", 10),
        met(1, "bs", 10),
        met(2, "bt", 10),
        met(3, "bu", 10),
        met(4, "pv", 20),
        met(4, "qv", 4),
        met(4, "rv", 0),
        met(4, "sv", 8),
        met(4, "tv", 8),
        met(4, "uv", 0),
    ]
    rows = ranked(results, TieBreak.MEDIAN_BUCHHOLZ)
    by_entry = values(rows)
    # p, q, r have 30, 14, 10 and s, t, u 18, 18, 10.
    assert exact((by_entry["a"], by_entry["b"])) == ([14], [18])


def test_an_opponent_of_a_cancelled_match_does_not_count() -> None:
    played = RoundSum(1, 8, Fraction(0), match_points=Fraction(12), opponents=("b",))
    cancelled = replace(played, round=2, opponents=("c",), counts=Counts.CANCELLED)
    worth = {"b": Fraction(8), "c": Fraction(20)}
    known = TieBreakInput({"a": (played, cancelled)}, worth=worth)
    assert buchholz(["a"], known) == {"a": Fraction(8)}


def test_who_was_ahead_earlier_has_more_of_a_progressive_sum() -> None:
    results = [met(1, "ab", 15), met(2, "ab", 5)]
    rows = ranked(results, TieBreak.CUMULATIVE)
    assert values(rows) == {"a": [15 + 20], "b": [5 + 20]}
    assert rows[0].decided_by
    assert rows[0].decided_by.by is TieBreak.CUMULATIVE


def test_the_second_best_match_follows_the_best() -> None:
    results = [met(1, "ac", 20), met(2, "ac", 2), met(1, "bd", 20), met(2, "bd", 2)]
    results += [met(3, "ac", 8), met(3, "bd", 4), met(4, "ac", 5), met(4, "bd", 9)]
    rows = ranked(results, TieBreak.BEST_SCORE, TieBreak.SECOND_BEST_SCORE)
    assert values(rows)["a"] == [20, 8]
    assert [row.entry for row in rows if row.entry in "ab"] == ["b", "a"]


def test_fewer_losses_are_better_and_a_walkover_lost_is_one() -> None:
    drawn = [met(1, "ac", 10, (5, 5)), met(2, "ad", 10, (5, 5))]
    split = [met(1, "bc", 20, (9, 0)), met(2, "bd", 0, (0, 9))]
    rows = ranked([*drawn, *split], TieBreak.FEWEST_LOSSES)
    assert values(rows)["a"] == [0]
    assert values(rows)["b"] == [-1]
    absent = MatchResult(1, ("a", "b"), (Fraction(10), Fraction(10)), absent=frozenset({1}))
    assert values(ranked([absent], TieBreak.FEWEST_LOSSES)) == {"a": [0], "b": [-1]}


@pytest.mark.parametrize(
    ("by", "known"),
    [
        (TieBreak.FEWEST_WARNINGS, {"warnings": {"a": 1}}),
        (TieBreak.FEWEST_GAMES_LOST, {"games_lost": {"a": 4, "b": 3}}),
        (
            TieBreak.FEWEST_PENALTIES,
            {"penalties": {"a": Fraction(-1)}, "carried": {"a": Fraction(1)}},
        ),
        (
            TieBreak.EXTRA_DEAL,
            {
                "extra_deals": [
                    {"a": Fraction(1), "z": Fraction(3)},
                    {"a": Fraction(-9), "b": Fraction(9)},
                ]
            },
        ),
    ],
)
def test_what_the_desk_has_noted_can_part_equals(by: TieBreak, known: dict[str, object]) -> None:
    rows = ranked([met(1, "ab", 10)], by, **known)
    assert order(rows) == [(1, "b"), (2, "a")]
    assert rows[0].decided_by
    assert rows[0].decided_by.by is by


@pytest.mark.parametrize(
    "by", [TieBreak.FEWEST_WARNINGS, TieBreak.FEWEST_GAMES_LOST, TieBreak.EXTRA_DEAL]
)
def test_what_nobody_has_noted_is_not_asked(by: TieBreak) -> None:
    assert all(not row.asked for row in ranked([met(1, "ab", 10)], by))


def test_an_extra_deal_that_was_level_leaves_it_to_the_next() -> None:
    level = {"a": Fraction(5), "b": Fraction(5)}
    again = {"a": Fraction(0), "b": Fraction(5)}
    rows = ranked([met(1, "ab", 10)], TieBreak.EXTRA_DEAL, extra_deals=[level, again])
    assert order(rows) == [(1, "b"), (2, "a")]


def test_a_round_sat_out_counts_its_score() -> None:
    rounds = round_sums_of_results([met(1, "ab", 15)], [RoundSatOut(1, "c", Fraction(12))])
    rows = placings(Contest("abc", rounds))
    assert order(rows) == [(1, "a"), (2, "c"), (3, "b")]


def test_the_list_for_levels_is_what_is_usual_where_matches_rank() -> None:
    assert ORDERS["levels"] == USUAL_OF_MATCHES


def test_between_them_the_lists_ask_every_tie_break() -> None:
    assert {by for order in ORDERS.values() for by in order} == set(TieBreak)


scores = st.lists(
    st.one_of(st.none(), st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 3))),
    min_size=15,
    max_size=15,
)


def tournament(drawn: Sequence[tuple[int, int, int] | None]) -> list[MatchResult]:
    """Return a round robin of six, some matches of which are still to come."""
    return [
        met(number, entry + other, 5 * cell[0], cell[1:])
        if cell
        else MatchResult(number, (entry, other))
        for number, ((entry, other), cell) in enumerate(
            zip(combinations(ENTRIES, 2), drawn, strict=True), 1
        )
    ]


@pytest.mark.full
@given(scores, st.sampled_from(sorted(ORDERS)), st.randoms(use_true_random=False))
def test_places_do_not_depend_on_the_order_of_entries_or_matches(
    drawn: list[tuple[int, int, int] | None], by: str, chance: random.Random
) -> None:
    results = tournament(drawn)
    contest = Contest(ENTRIES, round_sums_of_results(results), ORDERS[by], seed="s")
    places = {row.entry: row.place for row in placings(contest)}
    others, mixed = list(ENTRIES), list(results)
    chance.shuffle(others)
    chance.shuffle(mixed)
    again = placings(replace(contest, entries=others, rounds=round_sums_of_results(mixed)))
    assert {row.entry: row.place for row in again} == places


@pytest.mark.full
@given(scores, st.lists(st.sampled_from(list(TieBreak)), max_size=5, unique=True))
def test_every_place_says_what_decided_it(
    drawn: list[tuple[int, int, int] | None], by: list[TieBreak]
) -> None:
    rows = placings(Contest(ENTRIES, round_sums_of_results(tournament(drawn)), tuple(by), seed="s"))
    assert sorted(row.entry for row in rows) == sorted(ENTRIES)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert [row.total for row in rows] == sorted((row.total for row in rows), reverse=True)
    for place, row in enumerate(rows, 1):
        assert row.shared == (sum(other.place == row.place for other in rows) > 1)
        assert row.place == place or row.shared
        level = [other for other in rows if other.total == row.total]
        if len(level) > 1 and not row.shared:
            assert row.decided_by
        if len(level) == 1:
            assert not row.asked
        assert all(row.entry in decided.among for decided in row.asked)
        assert all(isinstance(decided.value, Fraction) for decided in row.asked)


def test_a_tie_break_that_has_parted_some_is_not_asked_again() -> None:
    results = [met(1, "ac", 15, (6, 1)), met(1, "bd", 15, (6, 1)), met(1, "ef", 15, (9, 1))]
    rows = ranked(results, TieBreak.NET, TieBreak.WINS)
    asked = {row.entry: [each.by for each in row.asked] for row in rows}
    assert asked["e"] == [TieBreak.NET]
    assert asked["a"] == asked["b"] == [TieBreak.NET, TieBreak.WINS]


def test_of_common_opponents_of_equal_worth_the_first_by_name_that_parts_them_is_asked() -> None:
    """Against u, the first of six, a did better; against each of the others b did."""
    others = "uvwxyz"
    results = [
        met(number, entry + other, 10, (5 if (other == "u") == (entry == "a") else 4, 3))
        for number, (entry, other) in enumerate(
            ((entry, other) for entry in "ab" for other in others), 1
        )
    ]
    rows = {row.entry: row for row in ranked(results, TieBreak.COMMON_OPPONENT)}
    found = [(rows[entry].asked[0].value, rows[entry].place) for entry in "ab"]
    assert exact(found) == [(2, 1), (1, 2)]


@pytest.mark.parametrize(
    ("of_b", "is_drawn"),
    [
        ([RoundSum(1, 8, Fraction(0))], True),
        ([RoundSum(1, 0, Fraction(0))], False),
        ([RoundSum(1, 8, Fraction(0), totals=(Fraction(5), Fraction(5)))], False),
        ([RoundSum(1, 0, Fraction(0), match_points=Fraction(0))], True),
        ([], False),
    ],
    ids=["deals", "no deals", "a match in play", "a match that is over", "no round"],
)
def test_the_lot_waits_until_something_of_each_counts(of_b: list[RoundSum], is_drawn: bool) -> None:
    played = [RoundSum(1, 8, Fraction(0))]
    known = Contest(["a", "b"], {"a": played, "b": of_b}, (TieBreak.LOT,))
    assert all(bool(row.asked) is is_drawn for row in placings(known))
