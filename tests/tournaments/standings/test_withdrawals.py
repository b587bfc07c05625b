"""Who withdraws from a round robin: matches that stand, that are cancelled, that are made good."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.tournaments.drawing import next_round, out_of, pairs_cast, ranks
from tests.web.publish.reading import read
from tournaments import organise
from tournaments.checks.recount import recount_shown
from tournaments.models import DrawMethod, Event, Ranking
from tournaments.standings.match_scores import Order
from tournaments.standings.ranking import Rank, ranked
from tournaments.standings.round_scores import (
    Counts,
    MatchRecord,
    ScoredDeal,
    StandingsInput,
    UnplayedRound,
)
from tournaments.standings.unplayed_terms import (
    CompensationBasis,
    WithdrawalCompensation,
    WithdrawalNote,
)
from tournaments.standings.withdrawals import RoundRobinPlan, apply_withdrawals, withdrawal_rules
from web.publish.documents import Subject
from web.publish.printed import standings


def match(
    number: int, first: str, other: str, ahead: int, **values: Any
) -> tuple[MatchRecord, list[ScoredDeal]]:
    """A match of eight boards in which `one` is so many IMPs ahead."""
    table = MatchRecord(number, ((first,), (other,)), totals=(ahead, 0), boards=8, **values)
    scored = [ScoredDeal(entry, number, f"{number}{entry}", 0) for entry in (first, other)]
    return table, scored


def field(
    *matches: tuple[MatchRecord, list[ScoredDeal]], away: tuple[UnplayedRound, ...] = ()
) -> StandingsInput:
    """The round robin of a, b, c, d and e from which e withdrew."""
    return StandingsInput(
        "abcde",
        scored=[score for _, scored in matches for score in scored],
        tables=[table for table, _ in matches],
        away=away,
        withdrawn=frozenset("e"),
        order=Order.VP_20,
    )


def rows(known: StandingsInput, robin: RoundRobinPlan) -> dict[str, Rank]:
    return {rank.entry: rank for rank in ranked(apply_withdrawals(known, robin))}


def robin(*missed: tuple[int, str, str]) -> RoundRobinPlan:
    return RoundRobinPlan(frozenset(range(1, 6)), dict.fromkeys("abcde", 4), missed)


def test_before_half_of_its_matches_none_counts() -> None:
    known = field(
        match(1, "e", "a", 40),
        match(1, "b", "c", 0),
        away=(UnplayedRound("d", 2), UnplayedRound("b", 3)),
    )
    ranks_ = rows(known, robin((2, "d", "e")))
    assert ranks_["a"].match_points == ranks_["e"].match_points == 0
    assert ranks_["a"].rounds[0].counts is Counts.CANCELLED
    assert ranks_["a"].rounds[0].gone == WithdrawalNote("e")
    assert ranks_["d"].rounds[0].counts is Counts.CANCELLED
    # The other one had its bye by the table.
    assert ranks_["b"].rounds[1].counts is Counts.SAT_OUT
    assert ranks_["c"].match_points == 10
    assert ranks_["e"].place == 5


def test_from_half_on_they_stand_and_the_best_of_three_is_given() -> None:
    matches = (match(1, "e", "a", 17), match(2, "e", "b", -8), match(1, "b", "c", 40))
    known = field(*matches, away=(UnplayedRound("c", 3), UnplayedRound("d", 4)))
    ranks_ = rows(known, robin((3, "c", "e"), (4, "d", "e")))
    # 17 IMPs on eight boards are 15.75, eight the other way 6.85 or so: less than ten on average.
    round_ = ranks_["d"].rounds[0]
    assert round_.match_points == 12
    assert round_.gone == WithdrawalNote("e", CompensationBasis.INDEMNITY)
    assert (round_.counts, round_.unplayed) == (Counts.SAT_OUT, True)
    assert ranks_["a"].match_points == Fraction("4.25")
    assert ranks_["e"].rounds[0].match_points == Fraction("15.75")


def test_the_average_of_others_and_the_own_one_may_be_better() -> None:
    matches = (
        match(1, "a", "e", 40),
        match(2, "b", "e", 30),
        match(1, "c", "d", 17),
        match(2, "c", "a", 17),
    )
    known = field(*matches, away=(UnplayedRound("c", 3), UnplayedRound("d", 3)))
    ranks_ = rows(known, robin((3, "c", "e"), (3, "d", "e")))
    theirs = [ranks_["e"].rounds[n].match_points or Fraction(0) for n in (0, 1)]
    assert ranks_["d"].rounds[1].match_points == 20 - sum(theirs) / 2
    assert ranks_["d"].rounds[1].gone == WithdrawalNote("e", CompensationBasis.OTHERS_AVERAGE)
    stronger = field(
        match(1, "e", "a", 0),
        match(2, "e", "b", 0),
        match(1, "c", "d", 17),
        away=(UnplayedRound("c", 3),),
    )
    own = rows(stronger, robin((3, "c", "e")))["c"].rounds[1]
    assert (own.match_points, own.gone) == (
        Fraction("15.75"),
        WithdrawalNote("e", CompensationBasis.OWN_AVERAGE),
    )


def test_a_match_that_was_drawn_and_never_begun_is_made_good_too() -> None:
    drawn = MatchRecord(3, (("c",), ("e",)), absent=frozenset({1}))
    known = field(match(1, "e", "a", 0), match(2, "e", "b", 0), (drawn, []))
    ranks_ = rows(known, robin())
    assert ranks_["c"].rounds[0].gone == WithdrawalNote("e", CompensationBasis.INDEMNITY)
    assert ranks_["c"].match_points == 12
    assert ranks_["e"].match_points == 20


def test_who_left_for_an_accepted_reason_has_two_fifths_and_keeps_its_place() -> None:
    matches = (match(1, "e", "a", 45), match(2, "e", "b", 45), match(1, "b", "c", 0))
    known = field(*matches, away=(UnplayedRound("c", 3), UnplayedRound("d", 4)))
    movement = robin((3, "c", "e"), (4, "d", "e"))
    without = rows(known, movement)["e"]
    assert (without.place, without.shown_place, int(without.match_points)) == (5, "–", 40)
    rank = rows(replace(known, excused=frozenset("e")), movement)["e"]
    assert [round_.match_points for round_ in rank.rounds[-2:]] == [8, 8]
    assert {round_.gone for round_ in rank.rounds[-2:]} == {
        WithdrawalNote("e", CompensationBasis.AT_FAULT)
    }
    assert (rank.place, rank.shown_place, rank.wins) == (1, "1", 2)


def test_two_fifths_are_given_for_half_of_the_matches_at_the_most() -> None:
    matches = (match(1, "e", "a", 45), match(2, "e", "b", 45))
    away = tuple(UnplayedRound(entry, number) for number, entry in enumerate("abcd", 3))
    missed = [(row.round, row.entry, "e") for row in away]
    known = replace(field(*matches, away=away), excused=frozenset("e"))
    ranks_ = rows(
        known, RoundRobinPlan(frozenset(range(1, 9)), dict.fromkeys("abcde", 4), tuple(missed))
    )
    assert ranks_["e"].match_points == 40 + 2 * 8


def test_an_excused_entry_that_played_little_stands_behind_and_has_a_place() -> None:
    known = replace(field(match(1, "e", "a", 40), match(1, "b", "c", 0)), excused=frozenset("e"))
    rank = rows(known, robin())["e"]
    assert (rank.place, rank.shown_place, int(rank.match_points)) == (5, "5", 0)
    known = StandingsInput(
        "abc",
        [ScoredDeal("a", 1, "x", 9), ScoredDeal("b", 1, "x", 5)],
        withdrawn=frozenset("ab"),
        excused=frozenset("b"),
    )
    assert [(rank.entry, rank.shown_place) for rank in ranked(known)] == [
        ("c", "1"),
        ("b", "2"),
        ("a", "–"),
    ]


def test_where_places_at_tables_rank_nothing_is_changed() -> None:
    known = StandingsInput("ab", withdrawn=frozenset("a"), order=Order.TABLE_POINTS)
    assert apply_withdrawals(known, robin()) is known


def of_points(
    *matches: tuple[int, str, str, int], away: tuple[UnplayedRound, ...] = ()
) -> StandingsInput:
    """The same where points rank: in a round the one won so many from the other."""
    return StandingsInput(
        "abcde",
        scored=[
            ScoredDeal(entry, number, f"{number}{first}", points)
            for number, first, other, ahead in matches
            for entry, points in ((first, ahead), (other, -ahead))
        ],
        tables=[MatchRecord(number, ((entry,), (other,))) for number, entry, other, _ in matches],
        away=away,
        withdrawn=frozenset("e"),
        excused=frozenset("e"),
    )


def rows_of_points(
    known: StandingsInput, made_good: WithdrawalCompensation, *missed: tuple[int, str, str]
) -> Any:
    return rows(known, replace(robin(*missed), made_good=made_good))


def test_where_points_rank_few_matches_are_cancelled_too() -> None:
    known = of_points((1, "e", "a", 30), (1, "b", "c", 8), away=(UnplayedRound("d", 2),))
    ranks_ = rows_of_points(known, WithdrawalCompensation(), (2, "d", "e"))
    assert [ranks_[entry].total for entry in "abcde"] == [0, 8, -8, 0, 0]
    assert ranks_["d"].rounds[0].gone == WithdrawalNote("e")
    # Where all tables are compared what was played stands.
    ranks_ = rows_of_points(
        known, WithdrawalCompensation(Fraction(6), of_matches=False), (2, "d", "e")
    )
    assert [ranks_[entry].total for entry in "abcde"] == [-30, 8, -8, 6, 30]
    assert (ranks_["e"].place, ranks_["e"].behind) == (5, 1)


@pytest.mark.parametrize(
    ("made_good", "total", "best"),
    [
        (WithdrawalCompensation(), -20, CompensationBasis.OTHERS_AVERAGE),
        (WithdrawalCompensation(Fraction(9), Fraction(-9)), 9, CompensationBasis.AVERAGE_PLUS),
        (WithdrawalCompensation(Fraction(9), of_matches=False), 9, CompensationBasis.AVERAGE_PLUS),
        (WithdrawalCompensation(of_matches=False), 0, CompensationBasis.NOTHING),
    ],
)
def test_where_points_rank_what_was_to_come_is_made_good(
    made_good: WithdrawalCompensation, total: int, best: CompensationBasis
) -> None:
    known = of_points((1, "e", "a", 30), (2, "e", "b", 10), away=(UnplayedRound("d", 3),))
    ranks_ = rows_of_points(known, made_good, (3, "d", "e"))
    assert ranks_["d"].total == total
    assert ranks_["d"].rounds[0].gone == WithdrawalNote("e", best)
    left = made_good.left or 0
    assert ranks_["e"].total == 40 + left
    assert ranks_["e"].rounds[-1].gone == WithdrawalNote("e", made_good.at_fault[0])


def test_the_average_of_the_others_is_that_of_their_matches_against_who_withdrew() -> None:
    known = of_points(
        (1, "e", "a", 30), (2, "e", "b", 10), (2, "c", "a", 60), away=(UnplayedRound("d", 3),)
    )
    ranks_ = rows_of_points(known, WithdrawalCompensation(), (3, "d", "e"))
    assert ranks_["d"].total == -20


def test_a_match_never_begun_against_who_withdrew_too_early_is_cancelled() -> None:
    known = of_points((1, "e", "a", 30))
    known = replace(known, tables=[*known.tables, MatchRecord(3, (("c",), ("e",)))])
    ranks_ = rows_of_points(known, WithdrawalCompensation(Fraction(9), Fraction(-9)))
    assert (ranks_["c"].total, ranks_["e"].total) == (0, 0)


def test_the_own_average_of_rounds_may_be_better_than_average_plus() -> None:
    known = of_points(
        (1, "c", "d", 50), (1, "e", "a", 0), (2, "e", "b", 0), away=(UnplayedRound("c", 3),)
    )
    ranks_ = rows_of_points(
        known, WithdrawalCompensation(Fraction(9), most=Fraction(15)), (3, "c", "e")
    )
    assert ranks_["c"].rounds[1].gone == WithdrawalNote("e", CompensationBasis.OWN_AVERAGE)
    assert (ranks_["c"].total, ranks_["c"].rounds[1].most) == (100, 15)


def test_a_match_of_points_that_was_drawn_and_never_begun_is_made_good() -> None:
    known = of_points((1, "e", "a", 0), (2, "e", "b", 0))
    known = replace(known, tables=[*known.tables, MatchRecord(3, (("c",), ("e",)))])
    ranks_ = rows_of_points(known, WithdrawalCompensation(Fraction(9), Fraction(-9)))
    assert (ranks_["c"].total, ranks_["e"].total) == (9, -9)


@pytest.mark.parametrize(
    ("order", "whole", "without_play"),
    [(Order.VP_20, 20, 12), (Order.VP_15_10, 30, 18), (Order.VP_13, 26, 18), (Order.WIN_3, 3, 3)],
)
def test_the_whole_score_is_shared_by_both_sides(
    order: Order, whole: int, without_play: int
) -> None:
    rules = withdrawal_rules(order)
    assert rules.whole == whole
    assert rules.whole * rules.indemnity == without_play


def playing(pairs: int, rounds: int) -> Cast:
    """A round robin of pairs ranked by matches, of which so many rounds are over."""
    cast = pairs_cast(pairs)
    Event.objects.update(ranking=Ranking.WIN_3, sit_out_credit="win")
    cast.event.refresh_from_db()
    for _ in range(rounds):
        next_round(cast, DrawMethod.ROUND_ROBIN)
    return cast


@pytest.mark.full
@pytest.mark.parametrize(("before", "after"), [(1, Counts.CANCELLED), (2, Counts.SAT_OUT)])
def test_the_record_is_read_so_and_the_page_says_why(
    db: None, client: Client, before: int, after: Counts
) -> None:
    cast = playing(4, before)
    organise.withdraw_entry(cast.event.entries.get(number=4), cast.director)
    third = next_round(cast, DrawMethod.ROUND_ROBIN)
    (out,) = out_of(third)
    ranks_ = ranks(cast)
    last = ranks_[int(out)].rounds[-1]
    assert last.counts is after
    assert last.gone is not None
    assert last.gone.entry == cast.event.entries.get(number=4).uid
    if after is Counts.CANCELLED:
        assert ranks_[4].match_points == 0
        assert all(round_.counts is Counts.CANCELLED for round_ in ranks_[4].rounds)
    else:
        assert last.match_points == 3
    client.cookies["django_language"] = "en"
    page = read(client, reverse("entry", args=[cast.event.uid, out]))
    words = "none of these counts" if after is Counts.CANCELLED else "the opponent withdrew"
    assert words in page
    assert words in read(client, reverse("event", args=[cast.event.uid]))
    assert client.get(reverse("cross", args=[cast.event.uid])).status_code == 200
    assert "‡" in str(standings.standings_list.prepare(Subject(cast.event)).input)
    assert recount_shown(cast.tournament) == []


@pytest.mark.full
def test_who_comes_back_has_its_matches_again(db: None) -> None:
    cast = playing(5, 1)
    before = ranks(cast)
    gone = cast.event.entries.get(number=5)
    organise.withdraw_entry(gone, cast.director)
    gone.refresh_from_db()
    organise.readmit_entry(gone, cast.director)
    assert ranks(cast) == before


@pytest.mark.full
def test_in_a_swiss_draw_played_matches_stand(db: None) -> None:
    cast = pairs_cast(4)
    Event.objects.update(ranking=Ranking.WIN_3)
    cast.event.refresh_from_db()
    next_round(cast, DrawMethod.SWISS)
    organise.withdraw_entry(cast.event.entries.get(number=4), cast.director)
    played = [round_ for row in ranks(cast).values() for round_ in row.rounds]
    assert played
    assert all(round_.gone is None for round_ in played)
