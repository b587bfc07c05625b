"""Who is ranked, and what rounds count that were not played: docs/standings.md, worked by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from tournaments.standings.match_scores import Order
from tournaments.standings.ranking import Rank, ranked
from tournaments.standings.round_scores import (
    Counts,
    MatchRecord,
    ScoredDeal,
    StandingsInput,
    UnplayedRound,
)
from tournaments.standings.stage_places import GroupPart, StagePart, event_ranks
from tournaments.standings.unplayed_terms import Credit, CreditTerms, LeastPlayed, RankedFrom

ONE, HALF = LeastPlayed(RankedFrom.ONE), LeastPlayed(RankedFrom.HALF)
AVERAGE = CreditTerms(Credit.AVERAGE)


def at(number: int, deals: int, **points: int) -> Iterator[ScoredDeal]:
    """Yield so many deals of a round, in each of which everybody named has these points."""
    for deal in range(deals):
        for entry, score in points.items():
            yield ScoredDeal(entry, number, f"{number}.{deal}", score)


def table(number: int, entries: str, *, is_over: bool = True) -> MatchRecord:
    return MatchRecord(number, tuple((entry,) for entry in entries), is_over)


def evening(least: LeastPlayed, **more: object) -> StandingsInput:
    """Two rounds of 8 deals among a, b, c, d; e came for the second in place of d."""
    scored = [*at(1, 8, a=10, b=0, c=-5, d=-5), *at(2, 8, a=-10, b=0, c=5, e=20)]
    known = StandingsInput(
        "abcdef", scored, tables=[table(1, "abcd"), table(2, "abce")], least=least
    )
    return replace(known, **more)  # type: ignore[arg-type]


def places(rows: tuple[Rank, ...]) -> dict[str, str]:
    return {row.entry: row.shown_place for row in rows}


def test_without_a_minimum_who_never_played_shares_a_place_among_all() -> None:
    rows = ranked(evening(LeastPlayed()))
    assert places(rows) == {"e": "1", "a": "2", "b": "2", "c": "2", "f": "2", "d": "6"}


def test_who_has_not_played_stands_unranked_below_the_ranked() -> None:
    rows = ranked(evening(ONE))
    assert places(rows) == {"e": "1", "a": "2", "b": "2", "c": "2", "d": "5", "f": "–"}
    assert [(row.entry, row.is_ranked, row.missing) for row in rows[-1:]] == [("f", False, 1)]
    assert [bool(row.history) for row in rows] == [True] * 5 + [False]


def test_half_of_the_deals_dealt_so_far_is_enough_to_be_ranked() -> None:
    """8 of 16 deals are half; after a third round without them d and e would have 8 of 24."""
    known = evening(HALF)
    assert places(ranked(known)) == {"e": "1", "a": "2", "b": "2", "c": "2", "d": "5", "f": "–"}
    third = replace(
        known,
        scored=[*known.scored, *at(3, 8, a=1, b=1, c=1)],
        tables=[*known.tables, table(3, "abc")],
    )
    missing = {row.entry: row.missing for row in ranked(third)}
    assert missing == {"a": 0, "b": 0, "c": 0, "d": 4, "e": 4, "f": 12}


def test_deals_of_a_round_in_play_are_held_against_nobody() -> None:
    """Table one has played 4 deals of the second round, table two none: all stay ranked."""
    scored = [*at(1, 8, a=1, b=1, c=1, d=1), *at(2, 4, a=1, b=1)]
    tables = [table(1, "abcd"), table(2, "ab", is_over=False), table(2, "cd", is_over=False)]
    rows = ranked(StandingsInput("abcd", scored, tables=tables, least=HALF))
    assert not any(row.missing for row in rows)


def test_a_table_that_dealt_less_is_measured_by_its_own_deals() -> None:
    """A game (局) over after 6 deals beside one of 20: neither lacks any."""
    scored = [*at(1, 20, a=1, b=1), *at(1, 6, c=1, d=1)]
    tables = [table(1, "ab"), table(1, "cd")]
    rows = ranked(StandingsInput("abcd", scored, tables=tables, least=HALF))
    assert not any(row.missing for row in rows)
    absent = ranked(StandingsInput("abcde", scored, tables=tables, least=HALF))
    assert absent[-1].missing == 3, "the fewest deals of a table, 6, count against who was away"


def test_rounds_sat_out_by_the_draw_are_held_against_nobody() -> None:
    away = [UnplayedRound("a", 1), UnplayedRound("a", 2)]
    scored = [*at(1, 8, b=1, c=0), *at(2, 8, b=1, c=0), *at(3, 8, a=5, b=1)]
    tables = [table(1, "bc"), table(2, "bc"), table(3, "ab")]
    known = StandingsInput("ab", scored, tables=tables, away=away, least=HALF)
    assert places(ranked(known)) == {"a": "1", "b": "2"}
    only_byes = replace(known, scored=scored[:32], tables=tables[:2])
    assert places(ranked(only_byes)) == {"b": "1", "a": "–"}


def test_deals_of_a_stand_in_that_do_not_count_are_not_played() -> None:
    known = evening(HALF, away=[UnplayedRound("a", 1, Counts.STOOD_IN)])
    assert {row.entry: row.missing for row in ranked(known)}["a"] == 0
    twice = evening(HALF, away=[UnplayedRound("a", n, Counts.STOOD_IN) for n in (1, 2)])
    assert {row.entry: row.missing for row in ranked(twice)}["a"] == 8


def test_a_number_of_deals_is_never_more_than_was_dealt() -> None:
    number = LeastPlayed(RankedFrom.NUMBER, 12)
    known = evening(number)
    first = replace(known, scored=[*at(1, 8, a=1, b=1, c=1, d=1)], tables=known.tables[:1])
    assert {row.entry: row.missing for row in ranked(first)} == dict(
        zip("abcdef", (0, 0, 0, 0, 8, 8), strict=True)
    )
    assert {row.entry: row.missing for row in ranked(known)} == dict(
        zip("abcdef", (0, 0, 0, 4, 4, 12), strict=True)
    )


def test_before_the_first_deal_nobody_lacks_any() -> None:
    rows = ranked(StandingsInput("abc", least=HALF))
    assert [(row.shown_place, row.is_ranked) for row in rows] == [("–", True)] * 3


def test_who_withdrew_goes_by_the_reason_and_not_by_the_deals() -> None:
    known = evening(HALF, withdrawn=frozenset("f"), excused=frozenset("f"))
    last = ranked(known)[-1]
    assert (last.entry, last.behind, last.missing, last.shown_place) == ("f", 1, 0, "6")


def test_whoever_reached_a_later_stage_is_ranked_there_before_playing() -> None:
    known = evening(HALF)
    stages = [
        StagePart(1, 0, 2, (GroupPart(1, tuple("abcdef")),)),
        StagePart(2, 3, None, (GroupPart(2, ("e", "a")),)),
    ]
    known = replace(
        known,
        scored=[*known.scored, *at(3, 8, a=1, b=1)],
        tables=[*known.tables, table(3, "ab")],
    )
    assert [row.entry for row in event_ranks(known, stages)][:2] == ["a", "e"]
    assert places(event_ranks(known, stages))["e"] == "2"
    assert event_ranks(known, stages)[-1].entry == "f"


@pytest.mark.parametrize(
    ("terms", "order", "points", "at_table"),
    [
        (AVERAGE, Order.POINTS, 60, 2),
        (CreditTerms(Credit.NONE), Order.POINTS, 0, 0),
        (CreditTerms(Credit.NUMBER, Fraction(-35)), Order.POINTS, -35, 0),
        (AVERAGE, Order.TABLE_POINTS, 60, 2),
        (CreditTerms(Credit.NUMBER, Fraction(3, 2)), Order.TABLE_POINTS, 60, Fraction(3, 2)),
    ],
)
def test_a_bye_counts_as_the_event_says(
    terms: CreditTerms, order: Order, points: int, at_table: Fraction | int
) -> None:
    """a has 40 and 80 base points, 0 and 4 table points; the third round is a bye."""
    scored = [*at(1, 8, a=5, b=10), *at(2, 8, a=10, b=0), *at(3, 8, b=0)]
    tables = [
        MatchRecord(1, (("a",), ("b",), ("c",), ("d",))),
        MatchRecord(2, (("a",), ("b",), ("c",), ("d",))),
    ]
    scored += [*at(1, 8, c=20, d=20), *at(2, 8, c=-5, d=-5)]
    known = StandingsInput(
        "abcd", scored, tables=tables, away=[UnplayedRound("a", 3)], order=order, credit=terms
    )
    bye = next(row for row in ranked(known) if row.entry == "a").rounds[-1]
    assert bye.points == points
    assert bye.table_points == at_table


def test_rounds_before_a_late_entry_count_by_terms_of_their_own() -> None:
    """e has 160 in round 2; round 1 counts the own average for being late, a bye 10."""
    away = [UnplayedRound("e", 1, Counts.MISSED), UnplayedRound("e", 3)]
    known = evening(HALF, away=away, late=AVERAGE, credit=CreditTerms(Credit.NUMBER, Fraction(10)))
    late = next(row for row in ranked(known) if row.entry == "e")
    counted = {round_.round: int(round_.points) for round_ in late.rounds}
    assert counted == {1: 160, 2: 160, 3: 10}
    assert late.total == 330
    nothing = next(row for row in ranked(replace(known, late=CreditTerms())) if row.entry == "e")
    assert nothing.total == 170


def test_a_bye_of_matches_can_be_worth_a_number() -> None:
    known = StandingsInput(
        "ab",
        away=[UnplayedRound("a", 1)],
        order=Order.VP_20,
        credit=CreditTerms(Credit.NUMBER, Fraction(12)),
    )
    assert {row.entry: int(row.total) for row in ranked(known)} == {"a": 12, "b": 0}


def missing(known: StandingsInput) -> dict[str, int]:
    return {row.entry: row.missing for row in ranked(known)}


def matches(*tables: MatchRecord, least: LeastPlayed = HALF, **more: object) -> StandingsInput:
    """An event of four where matches rank, in which c and d played eight deals of each round."""
    scored = [row for number in {row.round for row in tables} for row in at(number, 8, c=1, d=0)]
    known = StandingsInput("abcd", scored, tables=tables, order=Order.WDL_2_1_0, least=least)
    return replace(known, **more)  # type: ignore[arg-type]


def test_who_won_without_play_and_missed_nothing_else_is_ranked() -> None:
    won = MatchRecord(1, (("a",), ("b",)), absent=frozenset({1}))
    known = matches(won, table(1, "cd"))
    assert missing(known) == {"a": 0, "b": 4, "c": 0, "d": 0}


def test_who_won_without_play_and_missed_a_round_is_ranked_by_what_was_played() -> None:
    won = MatchRecord(1, (("a",), ("b",)), absent=frozenset({1}))
    known = matches(won, table(1, "cd"), table(2, "cd"))
    assert missing(known) == {"a": 4, "b": 8, "c": 0, "d": 0}


def test_a_win_without_play_begins_the_event_and_the_credit_of_a_bye_does_not() -> None:
    won = MatchRecord(1, (("a",), ("b",)), absent=frozenset({1}))
    begun = replace(matches(won, least=ONE), scored=[])
    assert missing(begun) == {"a": 0, "b": 1, "c": 1, "d": 1}
    bye = [UnplayedRound("a", 1)]
    only = matches(least=ONE, away=bye, credit=CreditTerms(Credit.WIN))
    assert missing(only) == dict.fromkeys("abcd", 0)
