"""Whatever tables play, what boards count adds up to the same."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.exact import exact
from tournaments.standings.board_scores import (
    ComparedDeal,
    ComparedScores,
    compare_field,
    compare_rooms,
)
from tournaments.standings.given_scores import GivenScore, WeightedScore
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


def test_boards_stand_by_part_and_number_and_a_board_by_its_open_room() -> None:
    """Whatever order the deals come in; `board` is only a key, here the other way round."""
    later = [
        play(deal, 50, board, pair=1, turned=closed, closed=closed)._replace(
            segment=segment, number=number
        )
        for deal, board, segment, number, closed in (
            (1, 9, 2, 1, True),
            (2, 9, 2, 1, False),
            (3, 7, 1, 2, False),
            (4, 7, 1, 2, True),
            (5, 8, 1, 1, True),
            (6, 8, 1, 1, False),
        )
    ]
    compared = compare_rooms(later, TeamMethod.IMPS)
    assert [board.number for board in compared.matches[1].boards] == [8, 7, 9]
    assert [score.deal for score in compared.scored] == ["deal6"] * 2 + ["deal3"] * 2 + [
        "deal2"
    ] * 2


@pytest.mark.parametrize("closed", [False, True])
def test_a_board_that_one_room_alone_has_is_open(closed: bool) -> None:
    compared = compare_rooms([play(1, 50, closed=closed)], TeamMethod.IMPS)
    [board] = compared.matches[1].boards
    assert (board.state, board.swing, compared.scored) == (BoardState.HALF_PLAYED, None, ())


@pytest.mark.parametrize(
    ("averages", "state"),
    [
        (None, BoardState.REMOVED),
        ((AverageScore.PLUS, AverageScore.MINUS), BoardState.ADJUSTED),
    ],
)
def test_a_void_board_is_gone_unless_the_referee_gave_something_for_it(
    averages: tuple[AverageScore, AverageScore] | None, state: BoardState
) -> None:
    void = play(1, None, pair=1, averages=averages)._replace(is_void=True)
    played = play(2, 50, pair=1, turned=True, closed=True)
    compared = compare_rooms([void, played], TeamMethod.IMPS)
    assert [board.state for board in compared.matches[1].boards] == [state]
    sound = compare_rooms([void._replace(is_void=False), played], TeamMethod.IMPS)
    expected = state if averages else BoardState.HALF_PLAYED
    assert [board.state for board in sound.matches[1].boards] == [expected]


SEATS = ("N", "E", "S", "W")


def individuals(
    deal: int,
    points: tuple[int, ...] | None,
    averages: tuple[AverageScore, AverageScore] | None = None,
) -> ComparedDeal:
    """Return a deal in which each plays for himself: seat N is entry N1 at the first table."""
    return play(deal, None, averages=averages)._replace(
        sides={seat: seat for seat in SEATS},
        entries={seat: (f"{seat}{deal}",) for seat in SEATS},
        by_seat=None if points is None else dict(zip(SEATS, points, strict=True)),
    )


def test_where_each_plays_for_himself_each_is_compared_with_his_own_seat() -> None:
    tables = [individuals(1, (30, -10, -10, -10)), individuals(2, (10, 0, -5, -5))]
    compared = compare_field(tables, by_imps=False)
    assert {entry: int(points) for entry, points in sums(compared).items()} == {
        "N1": 2, "E1": 0, "S1": 0, "W1": 0, "N2": 0, "E2": 2, "S2": 2, "W2": 2,
    }  # fmt: skip


def test_each_seat_has_the_average_of_its_direction() -> None:
    averages = (AverageScore.PLUS, AverageScore.MINUS)
    tables = [individuals(1, None, averages), individuals(2, (10, 0, -5, -5))]
    by_entry = sums(compare_field(tables, by_imps=True))
    assert {entry: by_entry[entry] for entry in ("N1", "E1", "S1", "W1")} == {
        "N1": 3, "E1": -3, "S1": 3, "W1": -3,
    }  # fmt: skip


def given_to(deal: int, north: int, board: int = 1) -> ComparedDeal:
    """Return a deal for which the referee gave both sides one result, of an even average beside."""
    both = {
        place: (
            WeightedScore(Fraction(points), Fraction(50)),
            WeightedScore(AverageScore.EVEN, Fraction(50)),
        )
        for place, points in (("ns", north), ("ew", -north))
    }
    return play(deal, None, board, pair=1)._replace(given=GivenScore(both))


@pytest.mark.parametrize(("north", "matchpoints"), [(40, 0), (50, 1), (60, 2)])
def test_what_a_referee_gave_is_compared_with_the_results_as_one_of_them(
    north: int, matchpoints: int
) -> None:
    result = GivenScore(
        {"ns": (WeightedScore(Fraction(north)),), "ew": (WeightedScore(Fraction(-north)),)}
    )
    tables = [play(1, 50), play(2, None)._replace(given=result)]
    by_entry = sums(compare_field(tables, by_imps=False))
    assert exact((by_entry["h2"], by_entry["a2"])) == (matchpoints, 2 - matchpoints)


@pytest.mark.parametrize("by_imps", [True, False])
def test_what_a_referee_gave_is_no_part_of_the_own_average(by_imps: bool) -> None:
    """h1 has the whole of board 1, less of board 2 by a decision, and average plus on board 3."""
    plus = (AverageScore.PLUS, AverageScore.MINUS)
    tables = [
        play(1, 500, 1, pair=1),
        play(2, -500, 1),
        given_to(3, -900, 2),
        play(4, 0, 2),
        play(5, None, 3, pair=1, averages=plus),
        play(6, 0, 3),
    ]
    of_h1 = {
        score.deal: score.points
        for score in compare_field(tables, by_imps=by_imps).scored
        if score.entry == "h1"
    }
    assert of_h1["deal3"] < of_h1["deal1"]
    assert of_h1["deal5"] == of_h1["deal1"]


@pytest.mark.parametrize(
    ("east", "points"),
    [
        (WeightedScore(Fraction(-125)), -125 * -1),
        (WeightedScore(Fraction(125)), None),
        (WeightedScore(AverageScore.PLUS), None),
    ],
)
def test_a_result_for_both_directions_is_what_one_wins_and_the_other_loses(
    east: WeightedScore, points: int | None
) -> None:
    north = (WeightedScore(Fraction(125)),)
    assert GivenScore({"ns": north, "ew": (east,)}).north_points == points
    assert GivenScore({"ns": north}).north_points is None
