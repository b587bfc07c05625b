"""Whatever tables play, what boards count adds up to the same."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.comparisons import (
    ComparedDeal,
    ComparedScores,
    compare_field,
    compare_rooms,
)
from tournaments.standings.team_boards import AverageScore, BoardState, TeamMethod

POINTS = st.integers(-400, 400).map(lambda tens: 10 * tens)
RESULTS = st.lists(st.none() | POINTS, min_size=1, max_size=12)


def play(
    deal: int,
    points: Fraction | int | None,
    board: int = 1,
    *,
    pair: int | None = None,
    turned: bool = False,
    closed: bool = False,
    averages: tuple[AverageScore, AverageScore] | None = None,
) -> ComparedDeal:
    """Return a deal between the sides h and a; the home side sits north unless turned."""
    home, away = f"h{pair or deal}", f"a{pair or deal}"
    north, east = (away, home) if turned else (home, away)
    return ComparedDeal(
        deal=deal,
        uid=f"deal{deal}",
        round=1,
        match=pair or deal,
        board=board,
        home=home,
        sides={"N": north, "S": north, "E": east, "W": east},
        entries={home: (home,), away: (away,)},
        number=board,
        is_closed_room=closed,
        points=points,
        averages=averages,
    )


def sums(compared: ComparedScores) -> dict[str, Fraction]:
    points: dict[str, Fraction] = defaultdict(Fraction)
    for score in compared.scored:
        points[score.entry] += score.points
    return points


@pytest.mark.full
@given(RESULTS)
def test_matchpoints_of_a_board_add_up(results: list[int | None]) -> None:
    compared = compare_field(
        [play(n, points) for n, points in enumerate(results, 1)], by_imps=False
    )
    played = sum(points is not None for points in results)
    top = 2 * (len(results) - 1)
    assert sum(sums(compared).values()) == (played * top if top else 0)
    assert all(0 <= score.points <= score.most == top for score in compared.scored)


@pytest.mark.full
@given(RESULTS)
def test_imps_against_the_datum_are_those_of_both_directions(results: list[int | None]) -> None:
    compared = compare_field([play(n, points) for n, points in enumerate(results, 1)], by_imps=True)
    assert sum(sums(compared).values()) == 0


@pytest.mark.full
@given(st.lists(st.tuples(POINTS, POINTS), min_size=1, max_size=8), st.booleans())
def test_what_one_side_wins_the_other_one_loses(
    results: list[tuple[int, int]], turned: bool
) -> None:
    plays = [
        play(2 * board + closed, points, board, pair=1, turned=turned is not closed, closed=closed)
        for board, two in enumerate(results, 1)
        for closed, points in zip((False, True), two, strict=True)
    ]
    compared = compare_rooms(plays, TeamMethod.IMPS)
    points, match = sums(compared), compared.matches[1]
    assert points["h1"] == -points["a1"] == match.won[0] - match.won[1]
    assert match.counting == len(results)


def test_a_half_played_board_is_open() -> None:
    compared = compare_rooms(
        [play(1, 50, pair=1), play(2, None, pair=1, closed=True)], TeamMethod.IMPS
    )
    assert [board.state for board in compared.matches[1].boards] == [BoardState.HALF_PLAYED]
    assert compared.scored == ()


@pytest.mark.parametrize(("difference", "won"), [(Fraction(35, 2), 0), (Fraction(41, 2), 1)])
def test_halves_of_points_are_not_rounded(difference: Fraction, won: int) -> None:
    plays = [play(1, difference, pair=1), play(2, 0, pair=1, turned=True, closed=True)]
    assert compare_rooms(plays, TeamMethod.IMPS).matches[1].won == (Fraction(won), Fraction(0))


def test_averages_of_a_field_in_imps() -> None:
    awards = (AverageScore.PLUS, AverageScore.MINUS)
    compared = compare_field([play(1, 50), play(2, None, averages=awards)], by_imps=True)
    assert {score.entry: score.points for score in compared.scored if score.deal == "deal2"} == {
        "h2": Fraction(3),
        "a2": Fraction(-3),
    }
