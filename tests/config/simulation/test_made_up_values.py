"""What a rehearsal makes up, and what must hold after every round of it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.simulation import invariants
from config.simulation.invariants import Broken, DecidedPlacing
from config.simulation.made_up_values import Mishap, Rates, chance, mishaps, points
from tests.tournaments.standings.contests import Contest, placings, round_sums_of_results
from tests.tournaments.standings.regulations import ORDERS
from tournaments.standings.group_results import MatchResult, cross_table
from tournaments.standings.match_scores import ByVictoryPoints
from tournaments.standings.round_scores import TieBreak
from tournaments.standings.team_boards import TeamBoard, TeamMethod, board_score, gains
from tournaments.standings.unplayed_terms import AWARDS, WalkoverAward

TABLES = [str(number) for number in range(1, 101)]
ENTRIES = [f"e{number}" for number in range(1, 201)]


def at(rate: int) -> Rates:
    """Return rates at which everything happens as often."""
    often = Fraction(rate)
    return Rates(often, often, often, often, often)


ALWAYS = at(1)
NEVER = at(0)


def test_the_same_seed_makes_up_the_same() -> None:
    once = mishaps("s", 3, TABLES, ENTRIES)
    assert once == mishaps("s", 3, TABLES, ENTRIES)
    assert once != mishaps("t", 3, TABLES, ENTRIES)
    assert once != mishaps("s", 4, TABLES, ENTRIES)


def test_everything_happens_in_a_large_event_and_each_about_as_often_as_it_should() -> None:
    rates = Rates()
    drawn = [mishap for number in range(1, 21) for mishap in mishaps("s", number, TABLES, ENTRIES)]
    assert {mishap.kind for mishap in drawn} == set(Mishap)
    late = sum(mishap.kind is Mishap.LATE_RESULT for mishap in drawn)
    assert abs(Fraction(late, 20 * len(TABLES)) - rates.late_results) < Fraction(1, 40)
    assert all(mishap.amount < 0 for mishap in drawn if mishap.kind is Mishap.PENALTY)
    assert all(mishap.amount > 0 for mishap in drawn if mishap.kind is Mishap.CORRECTION)


def test_nothing_happens_that_never_does_and_some_are_left_in_any_case() -> None:
    assert mishaps("s", 1, TABLES, ENTRIES, NEVER) == ()
    withdrawn = [
        mishap
        for mishap in mishaps("s", 1, [], ENTRIES, ALWAYS)
        if mishap.kind is Mishap.WITHDRAWAL
    ]
    assert len(withdrawn) == len(ENTRIES) - 4


def test_a_table_to_which_nobody_came_has_nothing_else_happen() -> None:
    assert [mishap.kind for mishap in mishaps("s", 1, ["1"], [], ALWAYS)] == [Mishap.WALKOVER]


@pytest.mark.full
@given(st.text(max_size=5), st.integers(0, 50))
def test_points_of_a_board_are_tens_within_their_limits(seed: str, board: int) -> None:
    value = points(seed, board)
    assert value % 10 == 0
    assert abs(value) <= 400
    assert not chance(Fraction(0), seed, board)


def test_points_lean_to_neither_side_and_small_ones_are_more_frequent() -> None:
    values = [points("s", number) for number in range(2000)]
    assert abs(mean(values)) < 20
    assert sum(abs(value) <= 200 for value in values) > 1500


@pytest.mark.full
@given(st.text(max_size=4), st.integers(2, 9), st.sampled_from(sorted(ORDERS)))
def test_a_made_up_round_robin_of_teams_breaks_nothing(seed: str, teams: int, by: str) -> None:
    entries = [f"t{number}" for number in range(teams)]
    results: list[MatchResult] = []
    for number in range(1, teams):
        half = [(home, away) for home in range(teams) for away in range(home)]
        met = [pair for pair in half if sum(pair) % (teams - 1) == number % (teams - 1)]
        for home, away in met:
            results.append(played(seed, number, (entries[home], entries[away])))
        rows = placings(Contest(entries, round_sums_of_results(results), ORDERS[by], seed=seed))
        table = cross_table([row.entry for row in rows], results)
        assert invariants.ranking(entries, rows) == ()
        assert invariants.totals(rows, table) == ()
        assert invariants.mirrored(table) == ()
        shared = [sum(result.scores) for result in results if result.scores and not result.absent]
        assert set(shared) <= {Fraction(20)}


def played(seed: str, number: int, sides: tuple[str, str]) -> MatchResult:
    """Return a match of eight boards, some of which nobody came to."""
    if chance(Fraction(1, 8), seed, "absent", number, *sides):
        award = AWARDS[WalkoverAward.INDEMNITY]
        return MatchResult(number, sides, (award.absent, award.present), absent=frozenset({0}))
    boards = [
        TeamBoard(
            board,
            points(seed, number, sides, board, "open"),
            points(seed, number, sides, board, "closed"),
        )
        for board in range(1, 9)
    ]
    scores = [board_score(board, TeamMethod.IMPS) for board in boards]
    scale, lead = ByVictoryPoints(), sum((score.home for score in scores), Fraction(0))
    both = scale.points(lead, len(boards)), scale.points(-lead, len(boards))
    return MatchResult(number, sides, both, gains(scores, TeamMethod.IMPS), deals=len(boards))


ROW = DecidedPlacing(1, False, "a", Fraction(12), Fraction(0), Fraction(0), 1)
BELOW = replace(ROW, place=2, entry="b", scores=Fraction(8))


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ([ROW], Broken.NOT_RANKED_ONCE),
        ([ROW, BELOW, replace(BELOW, place=3)], Broken.NOT_RANKED_ONCE),
        ([replace(BELOW, place=1), replace(ROW, place=2)], Broken.ORDER_WRONG),
        ([ROW, replace(BELOW, place=3)], Broken.PLACE_WRONG),
        ([ROW, replace(BELOW, shared=True)], Broken.PLACE_WRONG),
        ([ROW, replace(BELOW, scores=Fraction(12))], Broken.NOTHING_DECIDED),
    ],
)
def test_a_ranking_that_is_wrong_is_found(rows: list[DecidedPlacing], code: Broken) -> None:
    assert invariants.ranking("ab", [ROW, BELOW]) == ()
    assert code in {problem.code for problem in invariants.ranking("ab", rows)}


def test_seats_and_byes_that_are_wrong_are_found() -> None:
    assert invariants.seating(1, "abcde", ["ab", "cd"], "e") == ()
    wrong = invariants.seating(2, "abcd", ["ab", "bx"], "d", "d")
    assert [(problem.code, dict(problem.values)["entry"]) for problem in wrong] == [
        (Broken.SEATED_TWICE, "b"),
        (Broken.NOT_SEATED, "c"),
        (Broken.STRANGER_SEATED, "x"),
        (Broken.BYE_AGAIN, "d"),
    ]


def test_scores_and_tables_that_are_wrong_are_found() -> None:
    match = MatchResult(1, ("a", "b"), (Fraction(12), Fraction(9)))
    table = cross_table("ab", [match])
    rows = placings(Contest("ab", round_sums_of_results([match]), (TieBreak.NET,)))
    assert invariants.totals(rows, table) == ()
    assert [total.code for total in invariants.totals([ROW, BELOW], table)] == [Broken.TOTAL_WRONG]
    other = cross_table("ab", [replace(match, scores=(Fraction(1), Fraction(1)))])
    assert [problem.code for problem in invariants.mirrored([table[0], other[1]])] == [
        Broken.NOT_MIRRORED
    ]
