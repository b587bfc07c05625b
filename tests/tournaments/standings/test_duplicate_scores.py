"""Boards that many tables played: exact, fair to missing results, and easy to follow."""

from __future__ import annotations

import doctest
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.duplicate import imps
from tournaments.pairing.movements.howell import howell
from tournaments.standings import duplicate_scores
from tournaments.standings.duplicate_scores import (
    AVERAGE,
    AVERAGE_MINUS,
    AVERAGE_PLUS,
    FieldBoardScore,
    TableResult,
    awarded_share,
    score_boards,
)

POINTS = st.integers(-400, 400).map(lambda fives: 5 * fives)
MOSTLY = st.lists(st.one_of(POINTS, st.none()), min_size=2, max_size=9)


def rows(points: Sequence[int | None], board: int = 1) -> list[TableResult]:
    """Return a row for every table; pairs are named by direction and table."""
    return [
        TableResult(board, table, (f"n{table}",), (f"e{table}",), value)
        for table, value in enumerate(points, 1)
    ]


def exact(*numbers: int | Fraction) -> tuple[Fraction, ...]:
    """Return whole numbers as the exact fractions that are computed with."""
    return tuple(Fraction(number) for number in numbers)


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


@pytest.mark.full
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


@pytest.mark.full
@given(
    MOSTLY.map(rows).flatmap(lambda results: st.tuples(st.just(results), st.permutations(results)))
)
def test_the_order_in_which_results_come_in_changes_nothing(
    both: tuple[list[TableResult], list[TableResult]],
) -> None:
    results, mixed = both
    assert score_boards(results) == score_boards(mixed)


@pytest.mark.full
@given(st.lists(POINTS, min_size=2, max_size=9))
def test_matchpoints_are_what_pairwise_comparison_gives(points: list[int]) -> None:
    (board,) = score_boards(rows(points))
    for line in board.lines:
        own = line.result.points
        assert own is not None
        others = [value for table, value in enumerate(points, 1) if table != line.result.table]
        expected = sum((own > other) * 2 + (own == other) for other in others)
        assert line.matchpoints == exact(expected, board.top - expected)


@pytest.mark.full
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


def test_a_board_with_one_result_is_an_average_where_more_were_expected() -> None:
    many = [replace(row, board=2) for row in rows([40, 30, 20, 10])]
    board, _ = score_boards([*rows([70]), *many])
    assert board.lines[0].shares == (Fraction(1, 2), Fraction(1, 2))
    (alone,) = score_boards(rows([70]))
    assert alone.lines[0].shares is None


def test_an_award_looks_at_the_average_of_the_other_boards() -> None:
    assert awarded_share(AVERAGE_PLUS, Fraction(1)) == 1
    assert awarded_share(AVERAGE_PLUS, Fraction(0)) == Fraction(3, 5)
    assert awarded_share(AVERAGE_MINUS, Fraction(1)) == Fraction(2, 5)
    assert awarded_share(AVERAGE_MINUS, Fraction(0)) == 0
    assert awarded_share(AVERAGE, Fraction(1)) == Fraction(1, 2)


def test_an_award_is_in_no_comparison_of_the_others() -> None:
    second = [replace(row, board=2) for row in rows([None, 100, -100])]
    second[0] = replace(second[0], awards=(AVERAGE, AVERAGE))
    scored = score_boards([*rows([200, 0, -200]), *second])
    points = [line.matchpoints for line in scored[1].lines if line.matchpoints]
    assert points == [(Fraction(7, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(7, 2))]
    assert scored[1].datum == 0


def seats(board: int, table: int, points: dict[str, int]) -> list[TableResult]:
    """Return the rows of a table where each plays for himself; players are seat and table."""
    return [
        TableResult(board, table, (f"{seat}{table}",), (), own, seat=seat)
        for seat, own in points.items()
    ]


def test_who_plays_for_himself_is_compared_with_the_same_seat_of_other_tables() -> None:
    results = [
        *seats(1, 1, {"N": -100, "W": 0, "S": -50, "E": 10}),
        *seats(1, 2, {"N": -200, "W": 0, "S": 100, "E": -40}),
        *seats(1, 3, {"N": 0, "W": -60, "S": -80, "E": 0}),
    ]
    scored = score_boards(results)
    assert [board.seat for board in scored] == ["E", "N", "S", "W"]
    shares = {
        line.result.ns[0]: line.shares[0] for board in scored for line in board.lines if line.shares
    }
    assert shares["N3"] == shares["E1"] == shares["S2"] == 1
    assert shares["W1"] == shares["W2"] == Fraction(3, 4)
    assert shares["N2"] == shares["W3"] == 0
    assert len(shares) == 12


@pytest.mark.full
@given(st.integers(4, 14), st.data())
def test_in_a_whole_howell_all_shares_make_half_and_all_imps_nothing(
    pairs: int, data: st.DataObject
) -> None:
    sittings = howell(pairs).sittings
    points = data.draw(st.lists(POINTS, min_size=len(sittings), max_size=len(sittings)))
    results = [
        TableResult(
            sitting.boards,
            sitting.table,
            (f"{sitting.ns}",),
            (f"{sitting.ew}",),
            value,
            round=sitting.round,
        )
        for sitting, value in zip(sittings, points, strict=True)
    ]
    scored = score_boards(results)
    lines = [(board.top, line) for board in scored for line in board.lines]
    assert len(lines) == len(sittings)
    assert all(line.matchpoints and sum(line.matchpoints) == top for top, line in lines)
    assert all(line.imps and sum(line.imps) == 0 for _top, line in lines)


def test_a_board_that_nobody_played_has_neither_datum_nor_points() -> None:
    (board,) = score_boards(rows([None, None]))
    assert board == FieldBoardScore(1, None, 2, board.lines)
    assert all(line.matchpoints is None and line.imps is None for line in board.lines)
    assert board.lines[0].gained == ()


def test_the_examples_in_the_documentation_hold() -> None:
    failed, _ = doctest.testmod(duplicate_scores)
    assert failed == 0
