"""The table of a season: the best events, attendance, and what parts equals."""

from __future__ import annotations

from fractions import Fraction

from clubs.seasons.table import Decider, Earned, TableRow, season_table

A, B, C, D = 1, 2, 3, 4


def table(
    earned: dict[int, list[tuple[int, int, int | None]]], best_of: int | None = None
) -> list[TableRow]:
    """Rank persons by (event, points, place) in three events."""
    rows = {
        person: [Earned(event, Fraction(points), place=place) for event, points, place in each]
        for person, each in earned.items()
    }
    return list(season_table(rows, [1, 2, 3], best_of))


def test_only_the_best_events_count() -> None:
    [row] = table({A: [(1, 5, 3), (2, 10, 1), (3, 7, 2)]}, best_of=2)
    assert (row.total, row.counted, row.wins, row.best_place) == (
        Fraction(17),
        frozenset({2, 3}),
        1,
        1,
    )


def test_attendance_counts_in_every_event() -> None:
    rows = {A: [Earned(event, Fraction(event), Fraction(1, 2), 4) for event in (1, 2, 3)]}
    [row] = season_table(rows, [1, 2, 3], 1)
    assert (row.total, row.attendance) == (Fraction(9, 2), Fraction(3, 2))


def test_equals_are_parted_by_wins_then_best_place_then_the_last_event() -> None:
    rows = table(
        {
            A: [(1, 6, 2), (2, 4, 3)],
            B: [(1, 10, 1)],
            C: [(1, 4, 3), (2, 6, 2)],
            D: [(1, 5, 3), (3, 5, 3)],
        }
    )
    assert [(row.person, row.rank, row.decided_by) for row in rows] == [
        (B, 1, Decider.WINS),
        (C, 2, Decider.LAST_EVENT),
        (A, 3, Decider.LAST_EVENT),
        (D, 4, Decider.BEST_PLACE),
    ]


def test_who_is_equal_in_everything_shares_the_rank() -> None:
    rows = table({A: [(1, 5, 2)], B: [(1, 5, 2)], C: [(1, 1, 4)]})
    assert [(row.person, row.rank, row.shared) for row in rows] == [
        (A, 1, True),
        (B, 1, True),
        (C, 3, False),
    ]


def test_of_events_with_equal_points_those_that_were_played_first_count() -> None:
    rows = {A: [Earned(event, Fraction(5)) for event in (1, 2, 3)]}
    [row] = season_table(rows, [3, 2, 1], 2)
    assert row.counted == {3, 2}
    [row] = season_table({A: rows[A][::-1]}, [1, 2, 3], 2)
    assert row.counted == {1, 2}


def test_a_better_event_counts_though_it_was_played_later() -> None:
    [row] = table({A: [(1, 5, 3), (2, 5, 3), (3, 6, 3)]}, best_of=2)
    assert row.counted == {1, 3}
