"""Cross tables, and what is carried over from one stage to the next."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from tests.tournaments.standings.contests import (
    CELLS,
    Contest,
    met,
    placings,
    round_robin,
    round_sums_of_results,
)
from tests.tournaments.standings.exact import exact
from tournaments.standings.group_results import (
    Carry,
    CarryFormula,
    CarryRule,
    MatchOutcome,
    MatchResult,
    carry_over,
    cross_table,
    matches_among,
)


def test_a_cross_table_tells_every_match_from_both_sides() -> None:
    rows = cross_table("abc", [met(1, "ab", 14), met(2, "ca", 10), met(3, "bc")])
    cells = [[cell and [meeting.outcome for meeting in cell] for cell in row.cells] for row in rows]
    assert cells == [
        [None, [MatchOutcome.WON], [MatchOutcome.DRAWN]],
        [[MatchOutcome.LOST], None, [MatchOutcome.OPEN]],
        [[MatchOutcome.DRAWN], [MatchOutcome.OPEN], None],
    ]
    assert exact([(row.played, row.won, row.drawn, row.lost, row.score) for row in rows]) == [
        (2, 1, 1, 0, 24),
        (1, 0, 0, 1, 6),
        (1, 0, 1, 0, 10),
    ]


def test_a_group_that_meets_twice_has_both_matches_in_a_cell() -> None:
    rows = cross_table("ab", [met(2, "ba", 13), met(1, "ab", 14)])
    cell = rows[0].cells[1]
    assert cell
    assert exact([(meeting.round, meeting.score) for meeting in cell]) == [(1, 14), (2, 7)]


def test_a_cross_table_says_what_was_not_played_and_leaves_others_out() -> None:
    absent = MatchResult(1, ("a", "b"), (Fraction(12), Fraction(0)), absent=frozenset({1}))
    rows = cross_table("ab", [absent, met(2, "az", 20)])
    assert [row.meetings[0].outcome for row in rows] == [
        MatchOutcome.WON_UNPLAYED,
        MatchOutcome.LOST_UNPLAYED,
    ]
    assert exact((rows[0].score, rows[0].won, rows[1].lost, rows[0].totals)) == (12, 1, 1, (0, 0))


def test_a_win_is_by_what_the_match_came_to_where_that_is_known() -> None:
    close = MatchResult(1, ("a", "b"), (Fraction(10), Fraction(10)), (Fraction(31), Fraction(30)))
    assert cross_table("ab", [close])[0].meetings[0].outcome is MatchOutcome.WON


@pytest.mark.full
@given(CELLS)
def test_a_cross_table_adds_up_to_the_standings(cells: list[int | None]) -> None:
    results = round_robin(cells)
    rows = cross_table("abcde", results)
    over = [result for result in results if result.is_over]
    assert sum(row.won for row in rows) == sum(row.lost for row in rows)
    assert sum(row.played for row in rows) == 2 * len(over)
    assert sum(row.score for row in rows) == 20 * len(over)
    ranks = {row.entry: row for row in placings(Contest("abcde", round_sums_of_results(results)))}
    assert {row.entry: row.score for row in rows} == {
        entry: rank.scores for entry, rank in ranks.items()
    }


def test_nothing_all_or_the_matches_among_themselves_are_carried_over() -> None:
    results = [met(1, "ab", 12), met(2, "ac", 20), met(3, "bc", 15)]
    amounts = {
        kind: [carry.amount for carry in carry_over(CarryRule(kind), "ab", results).values()]
        for kind in (Carry.NONE, Carry.ALL, Carry.HEAD_TO_HEAD)
    }
    assert amounts == {Carry.NONE: [0, 0], Carry.ALL: [32, 23], Carry.HEAD_TO_HEAD: [12, 8]}
    assert list(matches_among("ab", results)) == results[:1]


def test_a_share_is_carried_over_exactly_and_says_of_what() -> None:
    rule = CarryRule(Carry.HEAD_TO_HEAD, Fraction(1, 3))
    carry = carry_over(rule, "ab", [met(1, "ab", 10)])["a"]
    assert exact((carry.amount, carry.of, carry.matches)) == (Fraction(10, 3), 10, 1)


def test_the_score_of_a_stage_has_its_penalties_in_it() -> None:
    before = {"a": Fraction(29, 2)}
    carries = carry_over(CarryRule(Carry.ALL), "ab", [met(1, "ab", 15)], before)
    assert [carry.amount for carry in carries.values()] == [Fraction(29, 2), 0]


def test_the_formula_takes_its_numbers_from_the_regulations() -> None:
    formula = CarryFormula(num_q=6, max_q=24, num_f=8, max_f=32)
    rule = CarryRule(Carry.FORMULA, formula=formula)
    carries = carry_over(rule, "a", [], {"a": Fraction(120)})
    # 120 · 6/24 · 32/8 and half of that.
    assert carries["a"].amount == 60
    with pytest.raises(ValueError, match="formula"):
        carry_over(CarryRule(Carry.FORMULA), "a", [])


def test_a_half_match_is_half_a_match_where_they_are_counted() -> None:
    first, second = (
        replace(met(1, sides, score), is_half=True) for sides, score in (("ab", 14), ("ca", 6))
    )
    rows = cross_table("abc", [first, second, met(2, "ac", 10)])
    assert exact([(row.played, row.won, row.drawn, row.lost) for row in rows]) == [
        (2, 1, 1, 0),
        (Fraction(1, 2), 0, 0, Fraction(1, 2)),
        (Fraction(3, 2), 0, 1, Fraction(1, 2)),
    ]
