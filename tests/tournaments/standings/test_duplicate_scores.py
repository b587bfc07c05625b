"""Boards that many tables played: exact, fair to missing results, and easy to follow."""

from __future__ import annotations

import doctest
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.duplicate.imps import imps
from tournaments.pairing.movements.howell import howell
from tournaments.standings import duplicate_scores, duplicate_totals
from tournaments.standings.duplicate_scores import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    BoardAward,
    BoardOptions,
    BoardResult,
    BoardsSatOut,
    FieldBoardScore,
    ResultProblem,
    problems,
    score_boards,
)
from tournaments.standings.duplicate_totals import Total, TotalMethod, rank_totals, totals

POINTS = st.integers(-400, 400).map(lambda fives: 5 * fives)
MOSTLY = st.lists(st.one_of(POINTS, st.none()), min_size=2, max_size=9)


def rows(points: Sequence[int | None], board: int = 1) -> list[BoardResult]:
    """Return a row for every table; pairs are named by direction and table."""
    return [
        BoardResult(board, table, (f"n{table}",), (f"e{table}",), value)
        for table, value in enumerate(points, 1)
    ]


def exact(*numbers: int | Fraction) -> tuple[Fraction, ...]:
    """Return whole numbers as the exact fractions that are computed with."""
    return tuple(Fraction(number) for number in numbers)


def by_entry(totals: Sequence[Total]) -> dict[str, Total]:
    """Return totals by the name of the entry."""
    return {total.entry: total for total in totals}


def test_a_board_is_compared_as_on_the_published_scale() -> None:
    """Six tables: a top of ten, ties in the middle share, the lowest has nothing."""
    (board,) = score_boards(rows([400, 100, 100, -50, -50, -600]))
    points = {line.result.table: line.matchpoints for line in board.lines}
    assert board.top == 10
    assert points == {table: exact(ns, 10 - ns) for table, ns in enumerate((10, 7, 7, 3, 3, 0), 1)}
    assert board.datum == -20
    assert [line.imps for line in board.lines] == [
        (9, -9),
        (3, -3),
        (3, -3),
        (-1, 1),
        (-1, 1),
        (-11, 11),
    ]
    assert [line.gained for line in board.lines] == [
        ("n1",),
        ("n2",),
        ("n3",),
        ("e4",),
        ("e5",),
        ("e6",),
    ]


def test_missing_results_count_as_the_average_of_those_that_are_there() -> None:
    """Four of six results: 6 of a top of 6 become 9.5 of a top of 10, 0 become 0.5."""
    (board,) = score_boards(rows([400, 100, -50, -600, None, None]))
    points = [line.matchpoints for line in board.lines if line.matchpoints]
    assert points == [
        (Fraction(19, 2), Fraction(1, 2)),
        (Fraction(13, 2), Fraction(7, 2)),
        (Fraction(7, 2), Fraction(13, 2)),
        (Fraction(1, 2), Fraction(19, 2)),
    ]


@given(MOSTLY)
def test_both_sides_of_a_result_share_the_top_and_all_together_half(
    points: list[int | None],
) -> None:
    (board,) = score_boards(rows(points))
    played = [line for line in board.lines if line.result.points is not None]
    assert len(played) == sum(value is not None for value in points)
    for line in played:
        assert line.matchpoints is not None
        assert line.shares is not None
        assert sum(line.matchpoints) == board.top
        assert sum(line.shares) == 1
        assert all(0 <= part <= 1 for part in line.shares)
    assert sum((line.shares[0] for line in played if line.shares), Fraction(0)) == Fraction(
        len(played), 2
    )


@given(
    MOSTLY.map(rows).flatmap(lambda results: st.tuples(st.just(results), st.permutations(results)))
)
def test_the_order_in_which_results_come_in_changes_nothing(
    both: tuple[list[BoardResult], list[BoardResult]],
) -> None:
    results, mixed = both
    assert score_boards(results) == score_boards(mixed)


@given(st.lists(POINTS, min_size=2, max_size=9))
def test_matchpoints_are_what_pairwise_comparison_gives(points: list[int]) -> None:
    (board,) = score_boards(rows(points))
    for line in board.lines:
        own = line.result.points
        assert own is not None
        others = [value for table, value in enumerate(points, 1) if table != line.result.table]
        expected = sum((own > other) * 2 + (own == other) for other in others)
        assert line.matchpoints == exact(expected, board.top - expected)


@given(st.lists(POINTS, min_size=1, max_size=9))
def test_imps_are_those_of_the_difference_from_the_datum(points: list[int]) -> None:
    (board,) = score_boards(rows(points))
    assert board.datum is not None
    for line in board.lines:
        assert line.difference == (line.result.points or 0) - board.datum
        assert line.imps == (imps(line.difference), -imps(line.difference))


def test_the_rows_of_a_board_stand_from_the_best_of_north_south() -> None:
    (board,) = score_boards(rows([-50, None, 400, 100]))
    assert [line.result.points for line in board.lines] == [400, 100, -50, None]


def test_extremes_are_left_out_of_the_datum_only_where_there_are_enough() -> None:
    options = BoardOptions(trimmed=1, trimmed_from=5)
    (few,) = score_boards(rows([1000, 0, 0, 0]), options)
    (enough,) = score_boards(rows([1000, 10, 0, 0, -10]), options)
    assert (few.datum, enough.datum) == (250, 0)


def test_a_board_with_one_result_is_an_average_where_more_were_expected() -> None:
    (board,) = score_boards(rows([70]), BoardOptions(expected=4))
    assert board.lines[0].shares == (Fraction(1, 2), Fraction(1, 2))
    (alone,) = score_boards(rows([70]))
    assert alone.lines[0].shares is None
    assert by_entry(totals((alone,)))["n1"].share is None


def awarded(both: tuple[BoardAward, BoardAward]) -> dict[str, Total]:
    """Three tables and two boards, the second of them without a result at table 1."""
    second = [replace(row, board=2) for row in rows([None, 100, -100])]
    second[0] = replace(second[0], awards=both)
    return by_entry(totals(score_boards([*rows([200, 0, -200]), *second])))


def test_awards_look_at_the_average_of_the_other_boards() -> None:
    """North-south 1 has a top on its other board, east-west 1 nothing."""
    rows_ = awarded((AVERAGE_PLUS, AVERAGE_MINUS))
    assert rows_["n1"].share == 1
    assert rows_["e1"].share == 0
    rows_ = awarded((AVERAGE_MINUS, AVERAGE_PLUS))
    assert rows_["n1"].share == (1 + Fraction(2, 5)) / 2
    assert rows_["e1"].share == Fraction(3, 10)
    assert awarded((AVERAGE, AVERAGE))["n1"].share == Fraction(3, 4)


def test_awards_are_three_imps_and_stand_in_their_own_columns() -> None:
    total = awarded((AVERAGE_PLUS, AVERAGE_MINUS))
    assert (total["n1"].awarded_imps, total["e1"].awarded_imps) == exact(3, -3)
    assert (total["n1"].imps, total["e1"].imps) == exact(imps(200) + 3, -imps(200) - 3)
    assert (total["n1"].awarded, total["n1"].played, total["n1"].boards) == (1, 1, 2)
    assert total["n1"].awarded_matchpoints == 4
    assert total["n2"].awarded_matchpoints == 0


def test_an_award_is_in_no_comparison_of_the_others() -> None:
    second = [replace(row, board=2) for row in rows([None, 100, -100])]
    second[0] = replace(second[0], awards=(AVERAGE, AVERAGE))
    scored = score_boards([*rows([200, 0, -200]), *second])
    points = [line.matchpoints for line in scored[1].lines if line.matchpoints]
    assert points == [(Fraction(7, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(7, 2))]
    assert scored[1].datum == 0


def test_sitting_out_counts_nothing_or_what_the_event_gives() -> None:
    scored = score_boards(rows([200, 0, -200]))
    sat_out = [BoardsSatOut("n1", 1), BoardsSatOut("x", 2)]
    nothing = by_entry(totals(scored, sat_out=sat_out))
    assert nothing["n1"].share == 1
    assert (nothing["n1"].boards, nothing["n1"].sat_out) == (1, 1)
    assert nothing["x"].share is None
    sixty = BoardOptions(sit_out=BoardAward(Fraction(3, 5)))
    by_name = by_entry(totals(scored, sixty, sat_out=sat_out))
    assert by_name["n1"].share == Fraction(4, 5)
    assert by_name["x"].share == Fraction(3, 5)
    assert by_name["x"].imps == 6


def test_penalties_stand_beside_what_they_are_taken_from() -> None:
    scored = score_boards(rows([200, 0, -200]))
    off = {"n1": Fraction(1, 4)}
    points = by_entry(totals(scored, penalties=off))["n1"]
    assert (points.matchpoints, points.penalty, points.imps) == exact(3, 1, imps(200))
    by_imps = by_entry(totals(scored, penalties=off, method=TotalMethod.DATUM_IMPS))["n1"]
    assert (by_imps.imps, by_imps.matchpoints) == exact(imps(200) - Fraction(1, 4), 4)


def test_equal_values_share_a_place_and_each_line_has_its_winner() -> None:
    totals_ = totals(score_boards(rows([100, 100, -100])))
    lines = {total.entry: total.entry[0] for total in totals_}
    placed = rank_totals(totals_, TotalMethod.MATCHPOINTS, lines)
    assert [(row.place, row.shared, row.total.entry) for row in placed["n"]] == [
        (1, True, "n1"),
        (1, True, "n2"),
        (3, False, "n3"),
    ]
    assert placed["e"][0].total.entry == "e3"
    together = rank_totals(totals_, TotalMethod.DATUM_IMPS)
    assert [row.total.entry for row in together[""]][:1] == ["e3"]


def test_who_has_no_value_comes_last() -> None:
    totals_ = totals(score_boards(rows([100, -100])), sat_out=[BoardsSatOut("a", 3)])
    assert [row.total.entry for row in rank_totals(totals_, TotalMethod.MATCHPOINTS)[""]][-1] == "a"
    assert rank_totals(totals_, TotalMethod.IMPS_PER_BOARD)[""][-1].value is None


def test_two_partners_of_one_board_each_have_its_score() -> None:
    pairs = [
        BoardResult(1, 1, ("a", "b"), ("c", "d"), 200),
        BoardResult(1, 2, ("e", "f"), ("g", "h"), -200),
    ]
    by_name = by_entry(totals(score_boards(pairs)))
    assert [entry for entry, total in by_name.items() if total.share == 1] == ["a", "b", "g", "h"]


def seats(board: int, table: int, points: dict[str, int]) -> list[BoardResult]:
    """Return the rows of a table where each plays for himself; players are seat and table."""
    return [
        BoardResult(board, table, (f"{seat}{table}",), (), own, seat=seat)
        for seat, own in points.items()
    ]


def test_who_plays_for_himself_is_compared_with_the_same_seat_of_other_tables() -> None:
    results = [
        *seats(1, 1, {"N": -100, "W": 0, "S": -50, "E": 10}),
        *seats(1, 2, {"N": -200, "W": 0, "S": 100, "E": -40}),
        *seats(1, 3, {"N": 0, "W": -60, "S": -80, "E": 0}),
    ]
    assert problems(results) == ()
    scored = score_boards(results)
    assert [board.seat for board in scored] == ["E", "N", "S", "W"]
    shares = {total.entry: total.share for total in totals(scored)}
    assert shares["N3"] == shares["E1"] == shares["S2"] == 1
    assert shares["W1"] == shares["W2"] == Fraction(3, 4)
    assert shares["N2"] == shares["W3"] == 0
    assert len(shares) == 12
    again = [*results, *seats(1, 3, {"N": 5})]
    assert {problem.problem for problem in problems(again)} == {
        ResultProblem.BOARD_AGAIN,
        ResultProblem.TABLE_AGAIN,
    }


@given(st.integers(4, 14), st.data())
def test_in_a_whole_howell_all_shares_make_half_and_all_imps_nothing(
    pairs: int, data: st.DataObject
) -> None:
    sittings = howell(pairs).sittings
    points = data.draw(st.lists(POINTS, min_size=len(sittings), max_size=len(sittings)))
    results = [
        BoardResult(
            sitting.boards,
            sitting.table,
            (f"{sitting.ns}",),
            (f"{sitting.ew}",),
            value,
            round=sitting.round,
        )
        for sitting, value in zip(sittings, points, strict=True)
    ]
    assert problems(results) == ()
    totals_ = totals(score_boards(results))
    assert sum(total.matchpoints for total in totals_) * 2 == sum(total.top for total in totals_)
    assert sum(total.imps for total in totals_) == 0
    assert sum(total.played for total in totals_) == 2 * len(sittings)


def test_everything_that_is_wrong_with_results_is_said_at_once() -> None:
    wrong = [
        *rows([1, 2]),
        BoardResult(1, 1, ("n1",), ("x",), 3),
        BoardResult(1, 3, ("y",), ("y",), 3),
        BoardResult(1, 4, ("z",), ("w",), 3, (AVERAGE, AVERAGE)),
    ]
    wrong_rows = problems(wrong, BoardOptions(expected=4))
    assert {problem.problem for problem in wrong_rows} == set(ResultProblem)
    assert problems(rows([1, 2])) == ()


def test_a_board_that_nobody_played_has_neither_datum_nor_points() -> None:
    (board,) = score_boards(rows([None, None]))
    assert board == FieldBoardScore(1, None, 2, board.lines)
    assert all(line.matchpoints is None and line.imps is None for line in board.lines)
    assert board.lines[0].gained == ()


@pytest.mark.parametrize("module", [duplicate_scores, duplicate_totals])
def test_the_examples_in_the_documentation_hold(module: object) -> None:
    failed, _ = doctest.testmod(module)  # type: ignore[arg-type]
    assert failed == 0
