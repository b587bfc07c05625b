"""What a match is worth, and what decides between equals, as pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.standings.exact import exact
from tournaments.formats.tie_break_lists import OF_MATCHES
from tournaments.standings.match_scores import Order, match_points, unplayed_points
from tournaments.standings.ranking import Rank, ranked, tie_breaks_of
from tournaments.standings.round_scores import (
    EntryPenalty,
    MatchRecord,
    ScoredDeal,
    StandingsInput,
    TieBreak,
    UnplayedRound,
)
from tournaments.standings.tie_breaks import USUAL_OF_MATCHES
from tournaments.standings.unplayed_terms import Credit, CreditTerms

BY_MATCH = [order for order in Order if order.by_match]
LEVELS = st.integers(0, 13)


@pytest.mark.parametrize(
    ("order", "own", "theirs", "worth"),
    [
        # 桂设协〔2019〕35号: 15 and the difference of levels, 10 at the most.
        ("vp_15_10", 5, 8, ("12", "18")),
        ("vp_15_10", 13, 0, ("25", "5")),
        ("vp_15_10", 10, 0, ("25", "5")),
        ("vp_15_10", 6, 6, ("15", "15")),
        # 南通职大 2017: the winner 13 and the difference, the loser 13 without it.
        ("vp_13", 9, 4, ("18", "8")),
        ("vp_13", 13, 0, ("26", "0")),
        # 积分编排制: 2, 1, 0.
        ("wdl_2_1_0", 9, 4, ("2", "0")),
        ("wdl_2_1_0", 4, 9, ("0", "2")),
        ("wdl_2_1_0", 4, 4, ("1", "1")),
        ("win3", 9, 4, ("3", "0")),
        ("win3", 4, 4, ("3/2", "3/2")),
    ],
)
def test_points_of_a_match_follow_from_its_difference(
    order: str, own: int, theirs: int, worth: tuple[str, str]
) -> None:
    totals = [Fraction(own), Fraction(theirs)]
    assert tuple(map(str, match_points(Order(order), totals))) == worth


@pytest.mark.parametrize(
    ("order", "points"), [("vp_15_10", 18), ("vp_13", 18), ("wdl_2_1_0", 2), ("win3", 3)]
)
def test_a_match_won_without_play_has_its_own_worth(order: str, points: int) -> None:
    assert str(unplayed_points(Order(order))) == str(points)


@pytest.mark.full
@given(st.sampled_from(BY_MATCH), LEVELS, LEVELS)
def test_every_match_gives_out_the_same_and_the_order_of_the_sides_decides_nothing(
    order: Order, own: int, theirs: int
) -> None:
    first, second = match_points(order, [Fraction(own), Fraction(theirs)])
    assert first + second == sum(match_points(order, [Fraction(0), Fraction(0)]))
    assert match_points(order, [Fraction(theirs), Fraction(own)]) == (second, first)
    assert (first > second) == (own > theirs)


def met(
    number: int, entry: str, other: str, totals: tuple[int, int], over: bool = True
) -> MatchRecord:
    return MatchRecord(number, ((entry,), (other,)), over, totals)


def field(
    tables: Sequence[MatchRecord], order: Order = Order.VP_15_10, **more: object
) -> StandingsInput:
    """Return a field in which every side of a table has scored in one deal of it."""
    entries = sorted({entry for table in tables for side in table.sides for entry in side})
    scored = [
        ScoredDeal(entry, table.round, f"{table.round}", 0)
        for table in tables
        if not table.absent
        for side in table.sides
        for entry in side
    ]
    known: dict[str, object] = {"entries": entries, "scored": scored, **more}
    return StandingsInput(tables=tables, order=order, **known)  # type: ignore[arg-type]


def row(known: StandingsInput, entry: str) -> Rank:
    return next(rank for rank in ranked(known) if rank.entry == entry)


def test_victory_points_rank_and_every_round_says_how_it_stood() -> None:
    known = field([met(1, "a", "b", (8, 5)), met(2, "a", "b", (2, 3))])
    first, second = ranked(known)
    assert (first.entry, str(first.match_points), str(first.total)) == ("a", "32", "32")
    assert (second.entry, str(second.match_points), str(second.net)) == ("b", "28", "-2")
    assert [str(round_.match_points) for round_ in first.rounds] == ["18", "14"]
    assert [str(round_.difference) for round_ in first.rounds] == ["3", "-1"]
    assert [tuple(map(int, round_.totals or ())) for round_ in second.rounds] == [(5, 8), (3, 2)]
    assert (first.wins, first.draws, first.losses) == (1, 0, 1)
    assert first.rounds[0].opponents == ("b",)
    assert first.rounds[0].table_points is None
    assert first.decided_by is None


def test_a_match_that_is_not_over_is_worth_nothing_yet_and_tells_how_it_stands() -> None:
    first = row(field([met(1, "a", "b", (8, 5), over=False)]), "a")
    assert (first.rounds[0].match_points, str(first.rounds[0].difference)) == (None, "3")
    assert (int(first.total), int(first.net), first.wins, first.losses) == (0, 0, 0, 0)


def test_a_table_without_totals_counts_the_points_of_its_deals() -> None:
    known = StandingsInput(
        ["a", "b"],
        [ScoredDeal("a", 1, "x", 3), ScoredDeal("b", 1, "x", 0), ScoredDeal("a", 1, "y", 1)],
        tables=[MatchRecord(1, (("a",), ("b",)))],
        order=Order.VP_15_10,
    )
    assert str(row(known, "a").match_points) == "19"


def test_penalties_at_the_table_are_levels_and_all_others_victory_points() -> None:
    at_table = EntryPenalty("a", Fraction(-2), "revoke", 1, at_table=True)
    late = EntryPenalty("a", Fraction(-3), "late", 1)
    known = field([met(1, "a", "b", (8, 5))], adjusted=[at_table, late])
    first, second = row(known, "a"), row(known, "b")
    assert [str(value) for value in (first.match_points, first.penalties, first.total)] == [
        "16",
        "-3",
        "13",
    ]
    assert (str(second.total), first.place, second.place) == ("14", 2, 1)
    assert first.reasons == (at_table, late)
    assert str(first.rounds[0].penalties) == "-2"


@pytest.mark.parametrize(
    ("credit", "points", "wins"), [("win", "18", 1), ("average", "12", 0), ("none", "0", 0)]
)
def test_a_round_sat_out_is_credited_as_the_event_says(credit: str, points: str, wins: int) -> None:
    known = field(
        [met(1, "a", "b", (5, 8))], away=[UnplayedRound("a", 2)], credit=CreditTerms(Credit(credit))
    )
    first = row(known, "a")
    assert (str(first.rounds[1].match_points), first.wins) == (points, wins)
    assert (first.rounds[1].difference, first.deals) == (None, 1)


def test_a_side_that_did_not_come_loses_without_play() -> None:
    table = MatchRecord(1, (("a",), ("b",)), absent=frozenset([1]))
    first, second = ranked(field([table]))
    assert (first.entry, str(first.total), first.wins) == ("a", "18", 1)
    assert (second.entry, str(second.total), second.losses) == ("b", "0", 1)
    neither = MatchRecord(1, (("a",), ("b",)), absent=frozenset([0, 1]))
    assert [str(row_.total) for row_ in ranked(field([neither]))] == ["0", "0"]


ROUND_ROBIN = [
    met(1, "a", "b", (5, 3)),
    met(1, "c", "d", (4, 4)),
    met(2, "a", "c", (2, 4)),
    met(2, "b", "d", (5, 3)),
]
"""After it a, b and d, c: 15, 15, 13 and 17 victory points."""


def test_head_to_head_decides_first() -> None:
    known = field(ROUND_ROBIN)
    rows = {rank.entry: rank for rank in ranked(known)}
    assert [str(rows[entry].total) for entry in "abcd"] == ["30", "30", "32", "28"]
    assert [rows[entry].place for entry in "abcd"] == [2, 3, 1, 4]
    decided = rows["b"].decided_by
    assert decided is not None
    assert (decided.by, str(decided.value), decided.among) == (
        TieBreak.HEAD_TO_HEAD,
        "13",
        ("a", "b"),
    )
    assert str(rows["a"].asked[0].value) == "17"
    assert rows["c"].decided_by is None


def test_head_to_head_is_not_asked_where_not_all_have_met() -> None:
    known = field([met(1, "a", "c", (5, 3)), met(1, "b", "d", (5, 3)), met(2, "c", "d", (0, 1))])
    first, second = row(known, "a"), row(known, "b")
    # b has met the better of the two others.
    assert (first.place, second.place) == (4, 3)
    decided = first.decided_by
    assert decided is not None
    assert (decided.by, str(decided.value)) == (TieBreak.BUCHHOLZ, "27")


@pytest.mark.parametrize(
    ("tie_break", "values"),
    [
        ("net", ("-1", "3")),
        ("own_totals", ("17", "4")),
        ("wins", ("1", "1")),
        ("best_score", ("25", "18")),
        ("opponents", ("30", "12")),
    ],
)
def test_each_tie_break_counts_what_it_says(tie_break: str, values: tuple[str, str]) -> None:
    tables = [met(1, "a", "c", (13, 2)), met(2, "a", "d", (4, 16)), met(1, "b", "e", (4, 1))]
    known = field(
        tables,
        adjusted=[EntryPenalty("b", Fraction(12), "so that both have 30")],
        tie_breaks=(TieBreak(tie_break),),
    )
    rows = [row(known, entry) for entry in "ab"]
    assert [str(row.total) for row in rows] == ["30", "30"]
    assert tuple(str(row.asked[0].value) for row in rows) == values
    places = (1, 1) if values[0] == values[1] else ()
    best = Fraction(values[0]) > Fraction(values[1])
    assert tuple(row.place for row in rows) == (places or ((1, 2) if best else (2, 1)))


def test_fewest_penalties_stand_first() -> None:
    known = StandingsInput(
        ["a", "b"],
        [ScoredDeal("a", 1, "x", 5)],
        [EntryPenalty("a", Fraction(-5), "late")],
        tie_breaks=(TieBreak.FEWEST_PENALTIES,),
    )
    assert [(rank.place, rank.entry) for rank in ranked(known)] == [(1, "b"), (2, "a")]


def test_a_penalty_at_the_table_changes_the_match_and_not_what_was_won() -> None:
    fine = EntryPenalty("b", Fraction(-3), "late", round=1, at_table=True)
    known = field([met(1, "a", "b", (6, 6))], adjusted=[fine], tie_breaks=(TieBreak.QUOTIENT,))
    first, second = row(known, "a").rounds[0], row(known, "b").rounds[0]
    assert exact((first.totals, first.gains, second.gains)) == ((6, 3), (6, 6), (6, 6))


def test_head_to_head_of_two_is_not_asked_of_three() -> None:
    circle = [met(1, "a", "b", (5, 3)), met(2, "b", "c", (5, 3)), met(3, "c", "a", (5, 3))]
    of_two = field(circle, tie_breaks=(TieBreak.HEAD_TO_HEAD_OF_TWO,))
    assert [(rank.place, rank.asked) for rank in ranked(of_two)] == [(1, ())] * 3


def test_the_lot_falls_from_the_seed_alone_and_not_before_play() -> None:
    draw = [met(1, "a", "b", (3, 3))]
    places = {
        seed: tuple(rank.entry for rank in ranked(field(draw, seed=seed))) for seed in "12345678"
    }
    assert set(places.values()) == {("a", "b"), ("b", "a")}
    again = ranked(field(draw, seed="1"))
    assert tuple(rank.entry for rank in again) == places["1"]
    assert all(rank.decided_by and rank.decided_by.by is TieBreak.LOT for rank in again)
    before = ranked(StandingsInput(["a", "b"], order=Order.VP_15_10, seed="1"))
    assert [(rank.place, rank.shared) for rank in before] == [(1, True), (1, True)]
    begun = ranked(field([met(1, "a", "b", (3, 3), over=False)], seed="1"))
    assert [(rank.place, rank.shared) for rank in begun] == [(1, True), (1, True)]


def test_equals_share_a_place_where_the_list_leaves_them_equal() -> None:
    draw = field([met(1, "a", "b", (3, 3))], tie_breaks=OF_MATCHES["without_lot"])
    rows = ranked(draw)
    assert [(row.place, row.shared, row.decided_by) for row in rows] == [(1, True, None)] * 2
    assert [decided.by for decided in rows[0].asked] == list(OF_MATCHES["without_lot"])


def test_an_order_has_its_usual_tie_breaks() -> None:
    assert tie_breaks_of(StandingsInput([], order=Order.WIN_3)) == USUAL_OF_MATCHES
    assert tie_breaks_of(StandingsInput([])) == ()


tables = st.lists(
    st.builds(
        lambda number, pair, totals: met(number, pair[0], pair[1], totals),
        st.integers(1, 4),
        st.sampled_from([("a", "b"), ("c", "d"), ("a", "c"), ("b", "d"), ("a", "d"), ("b", "c")]),
        st.tuples(LEVELS, LEVELS),
    ),
    max_size=8,
    unique_by=lambda table: (table.round, table.sides),
)


@pytest.mark.full
@given(tables, st.sampled_from(BY_MATCH), st.sampled_from(sorted(OF_MATCHES)))
def test_places_follow_the_sums_and_then_the_list(
    played: list[MatchRecord], order: Order, name: str
) -> None:
    seats: set[tuple[int, str]] = set()
    kept = []
    for table in played:
        busy = {(table.round, side[0]) for side in table.sides}
        if not busy & seats:
            seats |= busy
            kept.append(table)
    known = field(kept, order, tie_breaks=OF_MATCHES[name], seed="s")
    rows = ranked(known)
    sums = [row.total for row in rows]
    assert sums == sorted(sums, reverse=True)
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    for better, worse in pairwise(rows):
        if better.total != worse.total:
            assert better.place < worse.place
        elif better.place == worse.place:
            assert (better.shared, worse.shared) == (True, True)
            assert [decided.value for decided in better.asked] == [
                decided.value for decided in worse.asked
            ]
        else:
            pairs = zip(better.asked, worse.asked, strict=False)
            unlike = next((a, b) for a, b in pairs if a.value != b.value)
            assert unlike[0].value > unlike[1].value
            assert unlike[0].by is unlike[1].by
    assert sum(sums, Fraction(0)) == sum(
        (sum(match_points(order, [Fraction(0)] * 2), Fraction(0)) for _ in kept), Fraction(0)
    )
