"""Places where there are several stages, on both sides of the round in which one begins."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tests.tournaments.standings.exact import exact
from tournaments.standings.match_scores import Order
from tournaments.standings.ranking import Rank
from tournaments.standings.round_scores import (
    MatchRecord,
    ScoredDeal,
    StandingsInput,
    UnplayedRound,
)
from tournaments.standings.stage_places import GroupPart, StagePart, event_ranks, group_ranks
from tournaments.standings.unplayed_terms import Credit, CreditTerms, LeastPlayed, RankedFrom

ALL = GroupPart(1, tuple("abcd"))


def match(number: int, first: str, other: str) -> tuple[list[ScoredDeal], MatchRecord]:
    """Return a match that the first has won by 10."""
    scored = [
        ScoredDeal(entry, number, f"{number}{first}", points)
        for entry, points in ((first, 10), (other, -10))
    ]
    return scored, MatchRecord(number, ((first,), (other,)))


def field(*matches: tuple[list[ScoredDeal], MatchRecord]) -> StandingsInput:
    return StandingsInput(
        list("abcd"),
        scored=[score for scored, _ in matches for score in scored],
        tables=[table for _, table in matches],
        order=Order.WDL_2_1_0,
        tie_breaks=(),
    )


def history(rows: tuple[Rank, ...]) -> dict[str, list[int]]:
    return {row.entry: [each.round for each in row.history] for row in rows}


def shown(rows: tuple[Rank, ...]) -> list[tuple[str, str]]:
    return [(row.entry, row.shown_place) for row in rows]


def test_the_rounds_of_a_knockout_leave_no_places_behind_from_its_first_on() -> None:
    known = field(
        match(1, "a", "b"),
        match(2, "a", "c"),
        match(3, "b", "d"),
        match(4, "a", "b"),
        match(5, "b", "d"),
    )
    first = StagePart(1, 0, 2, (ALL,))
    knockout = StagePart(2, 3, 4, (ALL,), {"a": 1, "b": 2, "c": 3, "d": 3})
    last = StagePart(3, 5, None, (ALL,))
    assert history(event_ranks(known, [first, knockout])) == {key: [1, 2, 5] for key in "abcd"}
    assert history(event_ranks(known, [first, knockout, last])) == {
        key: [1, 2, 5] for key in "abcd"
    }
    six = field(*[match(number, "a", "b") for number in range(1, 7)])
    assert history(event_ranks(six, [first, knockout, last])) == {
        key: [1, 2, 5, 6] for key in "abcd"
    }


def test_who_has_no_place_in_a_knockout_is_behind_and_those_below_move_up() -> None:
    known = replace(field(match(1, "b", "a")), withdrawn=frozenset("a"))
    knockout = StagePart(1, 0, None, (ALL,), {"b": 1, "a": 2, "c": 3, "d": 3})
    rows = group_ranks(known, knockout)[1]
    assert shown(rows) == [("b", "1"), ("c", "2"), ("d", "2"), ("a", "–")]
    assert [row.place for row in rows] == [1, 2, 2, 4]
    assert [row.shared for row in rows] == [False, True, True, False]


def test_who_shared_the_place_of_one_who_has_none_keeps_it() -> None:
    known = replace(field(match(1, "a", "b")), withdrawn=frozenset("c"))
    knockout = StagePart(1, 0, None, (ALL,), {"a": 1, "b": 2, "c": 3, "d": 3})
    assert shown(group_ranks(known, knockout)[1]) == [
        ("a", "1"),
        ("b", "2"),
        ("d", "3"),
        ("c", "–"),
    ]


def test_a_place_of_ones_own_is_not_shared() -> None:
    knockout = StagePart(1, 0, None, (ALL,), {"a": 1, "b": 2, "c": 3, "d": 3})
    rows = event_ranks(field(match(1, "a", "b")), [knockout])
    assert [(row.entry, row.shared) for row in rows] == [
        ("a", False),
        ("b", False),
        ("c", True),
        ("d", True),
    ]


def test_a_single_group_keeps_its_own_order_whatever_the_average_of_a_round() -> None:
    """b has won one match of one, a two of three: of several groups b would stand before."""
    known = field(match(1, "a", "c"), match(2, "a", "d"), match(3, "c", "a"), match(1, "b", "d"))
    rows = event_ranks(replace(known, tie_breaks=()), [StagePart(1, 0, None, (ALL,))])
    assert [(row.entry, row.place) for row in rows] == [("a", 1), ("b", 2), ("c", 2), ("d", 4)]


def test_matches_in_play_are_no_part_of_the_average_of_a_round() -> None:
    """b has played one match of its two to the end, c both: 2 of one is more than 2 of two."""
    groups = (GroupPart(1, ("b", "a")), GroupPart(2, ("c", "d")))
    won = [match(1, "b", "a"), match(1, "c", "d"), match(2, "d", "c")]
    playing = MatchRecord(2, (("b",), ("a",)), is_over=False)
    begun = [ScoredDeal("b", 2, "2b", 5), ScoredDeal("a", 2, "2b", -5)]
    for deals in ([], begun):
        known = field(*won, (deals, playing))
        rows = event_ranks(known, [StagePart(1, 0, None, groups)])
        assert (rows[0].entry, rows[0].place) == ("b", 1)
        assert [row.place for row in rows] == [1, 2, 2, 4]


def test_a_round_sat_out_is_part_of_the_average_that_its_credit_is_part_of() -> None:
    """a has 10 in each round that she played, and 10 for the one that she sat out; c has 12."""
    groups = (GroupPart(1, ("a", "b")), GroupPart(2, ("c", "d")))
    scored = [
        ScoredDeal(entry, number, f"{number}{entry}", points)
        for entry, points in (("a", 10), ("b", 1), ("c", 12), ("d", 2))
        for number in (1, 2, 3)
        if (entry, number) != ("a", 3)
    ]
    tables = [
        MatchRecord(number, ((first,), (other,)))
        for first, other in ("ab", "cd")
        for number in (1, 2, 3)
        if (first, number) != ("a", 3)
    ]
    known = StandingsInput(
        list("abcd"),
        scored=scored,
        tables=[*tables, MatchRecord(3, (("b",), ("house",)))],
        away=[UnplayedRound("a", 3)],
        credit=CreditTerms(Credit.AVERAGE),
        tie_breaks=(),
    )
    rows = event_ranks(known, [StagePart(1, 0, None, groups)])
    assert [(row.entry, row.place) for row in rows] == [("c", 1), ("a", 2), ("d", 3), ("b", 4)]


def test_a_cancelled_match_is_no_part_of_the_average_of_a_round() -> None:
    known = field(match(1, "a", "b"), match(2, "a", "c"), match(3, "a", "d"))
    gone = replace(known.tables[2], cancelled="d")
    rows = group_ranks(
        replace(known, tables=[*known.tables[:2], gone]), StagePart(1, 0, None, (ALL,))
    )[1]
    assert (rows[0].entry, len(rows[0].rounds), rows[0].counted(known.order)) == ("a", 3, 2)


def test_who_has_played_too_little_has_no_place_after_a_round_of_several_stages() -> None:
    known = field(match(1, "a", "b"), match(2, "a", "b"))
    known = replace(known, least=LeastPlayed(RankedFrom.ONE))
    rows = event_ranks(known, [StagePart(1, 0, None, (ALL,))])
    assert history(rows) == {"a": [1, 2], "b": [1, 2], "c": [], "d": []}
    unplaced = replace(known, least=LeastPlayed(), unplaced=frozenset("c"))
    assert history(event_ranks(unplaced, [StagePart(1, 0, None, (ALL,))]))["c"] == []


def test_what_was_carried_belongs_to_the_group() -> None:
    carried = GroupPart(1, tuple("abcd"), {"d": Fraction(3)})
    rows = group_ranks(field(match(1, "a", "b")), StagePart(1, 0, None, (carried,)))[1]
    assert exact([(row.entry, row.total) for row in rows][:2]) == [("d", 3), ("a", 2)]


def test_a_match_won_without_play_is_part_of_the_average_of_a_round() -> None:
    """a has 2 without play and then nothing, c 2 of the one match that there was."""
    groups = (GroupPart(1, ("a", "b")), GroupPart(2, ("c", "d")))
    walkover = MatchRecord(1, (("a",), ("b",)), absent=frozenset({1}))
    known = field(([], walkover), match(2, "b", "a"), match(1, "c", "d"))
    rows = event_ranks(known, [StagePart(1, 0, None, groups)])
    assert [(row.entry, row.place) for row in rows] == [("c", 1), ("a", 2), ("b", 2), ("d", 4)]
