"""What rounds count in new events that were sat out or missed: docs/standings.md, worked by hand.

The table of four: in the first round a +60, b −20, c −80, d −120 (mean −40), in the second a −30,
b 0, c +20, e +50 (mean 10).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import (
    Counts,
    MatchRecord,
    ScoredDeal,
    StandingsInput,
    UnplayedRound,
)
from tournaments.standings.unplayed_rounds import round_sums
from tournaments.standings.unplayed_terms import Credit, CreditTerms

OWN_OR_MEAN = CreditTerms(Credit.OWN_OR_MEAN)
LOWER = CreditTerms(Credit.LOWER)
FIRST = {"a": 60, "b": -20, "c": -80, "d": -120}
SECOND = {"a": -30, "b": 0, "c": 20, "e": 50}


def field(*rounds: dict[str, int], **more: object) -> StandingsInput:
    scored = [
        ScoredDeal(entry, number, f"{number}", points)
        for number, of_round in enumerate(rounds, 1)
        for entry, points in of_round.items()
    ]
    tables = [
        MatchRecord(number, tuple((entry,) for entry in of_round))
        for number, of_round in enumerate(rounds, 1)
    ]
    return StandingsInput("abcde", scored, tables=tables, **more)  # type: ignore[arg-type]


def points(inputs: StandingsInput, entry: str) -> list[int | Fraction]:
    return [row.points for row in round_sums(inputs)[entry]]


def test_a_bye_counts_the_mean_of_all_tables_until_two_rounds_are_played() -> None:
    """After one round of −120 a bye would have counted −120 in events of before."""
    away = [UnplayedRound("d", 2)]
    known = field(FIRST, SECOND, away=away, credit=OWN_OR_MEAN)
    assert points(known, "d") == [-120, Fraction(10)]
    before = field(FIRST, SECOND, away=away, credit=CreditTerms(Credit.AVERAGE))
    assert points(before, "d") == [-120, -120], "a stored event counts as it did"


def test_a_bye_counts_the_own_average_from_the_second_round_on() -> None:
    third = {"d": -20, "a": 0, "b": 0, "c": 0}
    known = field(FIRST, SECOND, third, away=[UnplayedRound("d", 2)], credit=OWN_OR_MEAN)
    assert points(known, "d") == [-120, -70, -20]


def test_one_lucky_round_is_no_average_of_the_rounds_that_were_missed() -> None:
    """e came for the second round and had +50: the first counts the mean, −40, and not +50."""
    known = field(FIRST, SECOND, away=[UnplayedRound("e", 1, Counts.MISSED)], late=LOWER)
    assert points(known, "e") == [-40, 50]


def test_a_missed_round_counts_the_own_average_where_that_is_lower_than_the_mean() -> None:
    second = {"a": 10, "b": 20, "c": 30, "e": -200}
    known = field(FIRST, second, away=[UnplayedRound("e", 1, Counts.MISSED)], late=LOWER)
    assert points(known, "e") == [-200, -200]


def test_a_missed_round_counts_the_mean_before_anything_was_played() -> None:
    known = field(FIRST, away=[UnplayedRound("e", 1, Counts.MISSED)], late=LOWER)
    assert points(known, "e") == [-40]


@pytest.mark.parametrize("terms", [OWN_OR_MEAN, LOWER])
def test_credits_and_unfinished_tables_are_no_part_of_the_mean(terms: CreditTerms) -> None:
    """x and y are in play with +500 in the round, d was credited for it: only a, b and c count."""
    known = field({"a": 60, "b": -20, "c": -80}, away=[UnplayedRound("d", 1)], credit=terms)
    playing = MatchRecord(1, (("x",), ("y",)), is_over=False)
    scored = [*known.scored, ScoredDeal("x", 1, "x", 500), ScoredDeal("y", 1, "x", 500)]
    inputs = StandingsInput(
        "abcde", scored, tables=[*known.tables, playing], away=known.away, credit=terms
    )
    assert points(inputs, "d") == [Fraction(-40, 3)]
    assert round_sums(inputs)["d"][0].is_mean


def test_table_points_of_a_bye_are_the_mean_of_a_table() -> None:
    """4, 2, 1 and 0 among four come to 7/4 each."""
    away = [UnplayedRound("e", 1)]
    known = field(FIRST, away=away, credit=OWN_OR_MEAN, order=Order.TABLE_POINTS)
    (row,) = round_sums(known)["e"]
    assert (row.table_points, row.points) == (Fraction(7, 4), Fraction(-40))
    assert row.is_mean


def test_match_points_of_a_bye_are_the_mean_of_all_matches() -> None:
    tables = [MatchRecord(1, (("a",), ("b",))), MatchRecord(1, (("c",), ("d",)))]
    scored = [
        ScoredDeal(entry, 1, "1", value) for entry, value in zip("abcd", (5, 1, 3, 3), strict=True)
    ]
    inputs = StandingsInput(
        "abcde",
        scored,
        tables=tables,
        away=[UnplayedRound("e", 1)],
        order=Order.WDL_2_1_0,
        credit=OWN_OR_MEAN,
    )
    assert [row.match_points for row in round_sums(inputs)["e"]] == [1]


def test_who_did_not_come_leaves_the_others_what_a_bye_counts() -> None:
    away = [UnplayedRound("d", 2, Counts.AVERAGED)]
    known = field(FIRST, SECOND, away=away, credit=OWN_OR_MEAN)
    assert points(known, "d") == [-120, 10]
    known = field(FIRST, SECOND, away=away, credit=CreditTerms(Credit.NONE))
    assert points(known, "d") == [-120, -120]
