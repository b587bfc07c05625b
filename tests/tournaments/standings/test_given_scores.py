"""What a referee gives a board: splits, weighted outcomes, knockouts, groups of a fouled board."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.duplicate import imps, victory_points
from tournaments.standings.board_scores import ComparedDeal, compare_field, compare_rooms
from tournaments.standings.given_scores import GivenScore, Outcomes, WeightedScore, weighted
from tournaments.standings.team_boards import AverageScore, TeamBoard, TeamMethod, board_score

PLUS, MINUS = AverageScore.PLUS, AverageScore.MINUS
ENTRIES = {"h": ("1",), "a": ("2",)}
OPEN, CLOSED = {"N": "h", "S": "h", "E": "a", "W": "a"}, {"N": "a", "S": "a", "E": "h", "W": "h"}


def one(points: int) -> Outcomes:
    return (WeightedScore(Fraction(points)),)


def room(
    key: int,
    points: int | None = None,
    score: GivenScore | None = None,
    *,
    balances: bool = False,
) -> ComparedDeal:
    """A room of a match: the open one has the key 1."""
    return ComparedDeal(
        deal=key,
        uid=str(key),
        round=1,
        match=1,
        board=1,
        home="h",
        sides=OPEN if key == 1 else CLOSED,
        entries=ENTRIES,
        is_closed_room=key == 2,
        points=points,
        given=score,
        balances=balances,
    )


def rooms(
    *plays: ComparedDeal, method: TeamMethod = TeamMethod.IMPS
) -> tuple[Fraction | int, Fraction | int]:
    """What the board brings home and away."""
    [board] = compare_rooms(plays, method).matches[1].boards
    return board.home, board.away


def score(ns: Outcomes, ew: Outcomes) -> GivenScore:
    return GivenScore({"ns": ns, "ew": ew})


def test_a_swing_of_165_is_four_imps() -> None:
    """Scenario 10: −125 in the open room, +40 in the closed one; 16 boards and 20 IMPs."""
    board = board_score(TeamBoard(1, -125, 40), TeamMethod.IMPS)
    assert [board.swing, board.home, board.away] == [-165, -4, 4]
    assert list(victory_points(16, 20)) == [15, 5]
    assert list(victory_points(16, 60)) == [20, 0]


def test_a_split_score_need_not_balance() -> None:
    """Home has +125 and with it 165; away has its own −20, and −60 with the other room."""
    there = room(2, -40)
    given_split = score(one(125), one(-20))
    # Home's view: 125 + 40; away's: -20 - 40 = -60.
    assert rooms(room(1, None, given_split), there) == (imps(165), imps(-60)) == (4, -2)


def test_an_average_of_one_side_stands_beside_a_result_of_the_other() -> None:
    mixed = score((WeightedScore(PLUS),), one(-100))
    assert rooms(room(1, None, mixed), room(2, 0)) == (3, imps(-100))


def test_while_the_other_room_plays_nothing_is_said() -> None:
    assert rooms(room(1, None, score(one(100), one(-50))), room(2)) == (0, 0)
    averages = score((WeightedScore(PLUS),), (WeightedScore(MINUS),))
    assert rooms(room(1, None, averages), room(2)) == (3, -3)


def test_each_outcome_is_converted_first_and_weighted_then() -> None:
    """60 % of 165 (4 IMPs) and 40 % of −20 (−1) are 2 IMPs; the mean of points would be 91: 3."""
    outcomes = (
        WeightedScore(Fraction(165), Fraction(60)),
        WeightedScore(Fraction(-20), Fraction(40)),
    )
    opposite = tuple(WeightedScore(-value, weight) for value, weight in outcomes)  # type: ignore[operator]
    assert rooms(room(1, None, score(outcomes, opposite)), room(2, 0)) == (2, -2)
    mean = int(Fraction(60 * 165 - 40 * 20, 100))
    assert imps(mean) == 3


def test_in_a_knockout_both_have_the_mean() -> None:
    """Law 86: each side is computed, +4 and −2, and the mean is given to both: +3 and −3."""
    split = score(one(125), one(-20))
    assert rooms(room(1, None, split, balances=True), room(2, -40)) == (3, -3)
    # By board-a-match two points are shared: 2 and 0 stay, 2 and 1 become 1½ and ½.
    even = score(one(100), one(0))
    by_board = TeamMethod.BOARD_A_MATCH
    assert rooms(room(1, None, even), room(2, 0), method=by_board) == (2, 1)
    kept = rooms(room(1, None, even, balances=True), room(2, 0), method=by_board)
    assert kept == (Fraction(3, 2), Fraction(1, 2))


def table(
    key: int, points: int | None, score: GivenScore | None = None, layout: int = 1
) -> ComparedDeal:
    """One table of a field: its entries are named by its key."""
    return ComparedDeal(
        deal=key,
        uid=str(key),
        round=1,
        match=key,
        board=1,
        home="h",
        sides=OPEN,
        entries={"h": (f"n{key}",), "a": (f"e{key}",)},
        points=points,
        given=score,
        layout=layout,
    )


def field(*plays: ComparedDeal, by_imps: bool = False) -> dict[str, Fraction | int]:
    return {row.entry: row.points for row in compare_field(plays, by_imps).scored}


def test_of_matchpoints_an_outcome_is_compared_as_if_it_were_the_result() -> None:
    """With 100, 0 and −100 at the others, +50 beats two of three: 4 of 6; the rest is Neuberg's."""
    others = [table(1, 100), table(2, 0), table(3, -100)]
    points = field(*others, table(4, None, score(one(50), one(-50))))
    assert (points["n4"], points["e4"]) == (4, 2)
    # The others are compared among themselves: (4+1)·4/3−1, and so on.
    assert [points[name] for name in ("n1", "n2", "n3")] == [
        Fraction(17, 3),
        Fraction(3),
        Fraction(1, 3),
    ]


def test_of_matchpoints_weights_are_of_shares() -> None:
    others = [table(1, 100), table(2, 0), table(3, -100)]
    ns = (WeightedScore(Fraction(150), Fraction(25)), WeightedScore(Fraction(-150), Fraction(75)))
    ew = tuple(WeightedScore(-value, weight) for value, weight in ns)  # type: ignore[operator]
    points = field(*others, table(4, None, score(ns, ew)))
    assert (points["n4"], points["e4"]) == (Fraction(3, 2), Fraction(9, 2))


def test_against_the_datum_an_outcome_counts_by_its_difference() -> None:
    others = [table(1, 100), table(2, -100)]
    points = field(*others, table(3, None, score(one(60), one(-20))), by_imps=True)
    assert (points["n3"], points["e3"]) == (imps(60), imps(-20)) == (2, -1)


def test_against_the_datum_an_average_is_the_own_one_where_that_is_more() -> None:
    """Datum 0 of ±300 on the first board: n has 7 IMPs, e −7; the second was not played.

    Average plus is 3, or the own 7; average minus −3, or the own −7; average nothing. A pair that
    had no other board has three.
    """
    plus, minus, even = AverageScore.PLUS, AverageScore.MINUS, AverageScore.EVEN
    first = table(1, 300)._replace(entries={"h": ("n",), "a": ("e",)})

    def second(*averages: AverageScore) -> dict[str, Fraction | int]:
        given = first._replace(
            deal=3, uid="3", board=2, points=None, averages=(averages[0], averages[1])
        )
        rows = compare_field([first, table(2, -300), given], by_imps=True).scored
        return {row.entry: row.points for row in rows if row.deal == "3"}

    assert imps(300) == 7
    assert second(plus, minus) == {"n": 7, "e": -7}
    assert second(minus, plus) == {"n": -3, "e": 3}
    assert second(even, even) == {"n": 0, "e": 0}
    new = table(4, None)._replace(averages=(plus, minus), board=2)
    rows = compare_field([first, table(2, -300), new], by_imps=True).scored
    assert {row.entry: row.points for row in rows if row.deal == "4"} == {"n4": 3, "e4": -3}


def test_groups_of_a_fouled_board_are_compared_apart() -> None:
    """Six tables, four as dealt and two otherwise: ((M+1)/A)·E−1 in each group."""
    as_dealt = [table(key, points) for key, points in enumerate((300, 200, 100, 0), 1)]
    otherwise = [table(5, -500, layout=2), table(6, -600, layout=2)]
    points = field(*as_dealt, *otherwise)
    # Of four results 6, 4, 2, 0 matchpoints become (M+1)·6/4−1; of two 2 and 0 become (M+1)·6/2−1.
    assert [points[f"n{key}"] for key in range(1, 7)] == [
        Fraction(19, 2),
        Fraction(13, 2),
        Fraction(7, 2),
        Fraction(1, 2),
        Fraction(8),
        Fraction(2),
    ]
    # Together all have what six tables share, and each row balances around the half of the top.
    assert all(points[f"n{key}"] + points[f"e{key}"] == 10 for key in range(1, 7))
    assert sum(points[f"n{key}"] for key in range(1, 7)) == 30


def test_a_table_alone_with_its_layout_has_the_half() -> None:
    points = field(table(1, 100), table(2, 0), table(3, -900, layout=2))
    assert points["n3"] == points["e3"] == 2


WEIGHTS = st.lists(st.integers(1, 9_900), min_size=1, max_size=5).map(
    lambda parts: [Fraction(part * 100, sum(parts)) for part in parts]
)


@pytest.mark.full
@given(weights=WEIGHTS, points=st.lists(st.integers(-4_000, 4_000), min_size=5, max_size=5))
@settings(max_examples=200)
def test_weighted_scores_stay_between_their_outcomes_and_balance(
    weights: list[Fraction], points: list[int]
) -> None:
    outcomes = tuple(
        WeightedScore(Fraction(value), weight)
        for value, weight in zip(points, weights, strict=False)
    )
    opposite = tuple(WeightedScore(-value, weight) for value, weight in outcomes)  # type: ignore[operator]

    def worth(value: AverageScore | Fraction) -> Fraction:
        assert isinstance(value, Fraction)
        return Fraction(imps(value))

    own, other = weighted(outcomes, worth), weighted(opposite, worth)
    kept = [imps(value) for value in points[: len(weights)]]
    assert min(kept) <= own <= max(kept)
    assert own == -other
    # To two decimals, and within half a hundredth of the exact mean.
    assert (own * 100).denominator == 1 or len(weights) == 1
    shares = (value * weight for value, weight in zip(kept, weights, strict=True))
    exact = sum(shares, Fraction(0)) / 100
    assert abs(own - exact) <= Fraction(1, 200)


@given(points=st.integers(-500, 500), weight=st.integers(1, 99))
def test_stored_and_read_again_nothing_is_lost(points: int, weight: int) -> None:
    outcomes = (
        WeightedScore(Fraction(points, 2), Fraction(weight)),
        WeightedScore(PLUS, Fraction(100 - weight)),
    )
    score_given = GivenScore({"ns": outcomes, "ew": (WeightedScore(MINUS),)}, "12")
    assert GivenScore.from_json(score_given.as_json()) == score_given


@pytest.mark.parametrize("points", [-125, 0, 40])
def test_one_result_for_both_is_a_result_like_any_other(points: int) -> None:
    assert score(one(points), one(-points)).north_points == points
    assert score(one(points), one(-points - 10)).north_points is None
