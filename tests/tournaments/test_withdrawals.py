"""Who withdraws from a round robin: matches that stand, that are cancelled, that are made good."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.publish.reading import read
from tests.tournaments.drawing import next_round, out_of, pairs_cast
from tournaments import organise, queries
from tournaments.counted import Away, Counts, Field, Scored, Table
from tournaments.gone import Best, Gone
from tournaments.match_scores import Order
from tournaments.models import DrawMethod, Event, Ranking
from tournaments.publish.documents import Subject
from tournaments.publish.sheets import standings
from tournaments.recount import recount_shown
from tournaments.standings import Rank, ranked
from tournaments.withdrawals import Robin, applied, rules_of


def match(number: int, one: str, other: str, ahead: int, **said: Any) -> tuple[Table, list[Scored]]:
    """A match of eight boards in which `one` is so many IMPs ahead."""
    table = Table(number, ((one,), (other,)), totals=(ahead, 0), boards=8, **said)
    scored = [Scored(entry, number, f"{number}{entry}", 0) for entry in (one, other)]
    return table, scored


def field(*matches: tuple[Table, list[Scored]], away: tuple[Away, ...] = ()) -> Field:
    """The round robin of a, b, c, d and e from which e withdrew."""
    return Field(
        "abcde",
        scored=[one for _, scored in matches for one in scored],
        tables=[table for table, _ in matches],
        away=away,
        withdrawn=frozenset("e"),
        order=Order.VP_20,
    )


def rows(known: Field, robin: Robin) -> dict[str, Rank]:
    return {one.entry: one for one in ranked(applied(known, [robin]))}


def robin(*missed: tuple[int, str, str]) -> Robin:
    return Robin(frozenset(range(1, 6)), dict.fromkeys("abcde", 4), missed)


def test_before_half_of_its_matches_none_counts() -> None:
    known = field(match(1, "e", "a", 40), match(1, "b", "c", 0), away=(Away("d", 2), Away("b", 3)))
    found = rows(known, robin((2, "d", "e")))
    assert found["a"].match_points == found["e"].match_points == 0
    assert found["a"].rounds[0].counts is Counts.CANCELLED
    assert found["a"].rounds[0].gone == Gone("e")
    assert found["d"].rounds[0].counts is Counts.CANCELLED
    # The other one had its bye by the table.
    assert found["b"].rounds[1].counts is Counts.SAT_OUT
    assert found["c"].match_points == 10
    assert found["e"].place == 5


def test_from_half_on_they_stand_and_the_best_of_three_is_given() -> None:
    matches = (match(1, "e", "a", 17), match(2, "e", "b", -8), match(1, "b", "c", 40))
    known = field(*matches, away=(Away("c", 3), Away("d", 4)))
    found = rows(known, robin((3, "c", "e"), (4, "d", "e")))
    # 17 IMPs on eight boards are 15.75, eight the other way 6.85 or so: less than ten on average.
    given = found["d"].rounds[0]
    assert given.match_points == 12
    assert given.gone == Gone("e", Best.INDEMNITY)
    assert (given.counts, given.unplayed) == (Counts.SAT_OUT, True)
    assert found["a"].match_points == Fraction("4.25")
    assert found["e"].rounds[0].match_points == Fraction("15.75")


def test_the_average_of_others_and_the_own_one_may_be_better() -> None:
    matches = (
        match(1, "a", "e", 40),
        match(2, "b", "e", 30),
        match(1, "c", "d", 17),
        match(2, "c", "a", 17),
    )
    known = field(*matches, away=(Away("c", 3), Away("d", 3)))
    found = rows(known, robin((3, "c", "e"), (3, "d", "e")))
    theirs = [found["e"].rounds[n].match_points or Fraction(0) for n in (0, 1)]
    assert found["d"].rounds[1].match_points == 20 - sum(theirs) / 2
    assert found["d"].rounds[1].gone == Gone("e", Best.OTHERS_AVERAGE)
    stronger = field(
        match(1, "e", "a", 0),
        match(2, "e", "b", 0),
        match(1, "c", "d", 17),
        away=(Away("c", 3),),
    )
    own = rows(stronger, robin((3, "c", "e")))["c"].rounds[1]
    assert (own.match_points, own.gone) == (Fraction("15.75"), Gone("e", Best.OWN_AVERAGE))


def test_a_match_that_was_drawn_and_never_begun_is_made_good_too() -> None:
    drawn = Table(3, (("c",), ("e",)), absent=frozenset({1}))
    known = field(match(1, "e", "a", 0), match(2, "e", "b", 0), (drawn, []))
    found = rows(known, robin())
    assert found["c"].rounds[0].gone == Gone("e", Best.INDEMNITY)
    assert found["c"].match_points == 12
    assert found["e"].match_points == 20


def test_where_matches_do_not_rank_nothing_is_changed() -> None:
    known = Field("ab", withdrawn=frozenset("a"), order=Order.POINTS)
    assert applied(known, [robin()]) is known


@pytest.mark.parametrize(
    ("order", "whole", "without_play"),
    [(Order.VP_20, 20, 12), (Order.VP_15_10, 30, 18), (Order.VP_13, 26, 18), (Order.WIN_3, 3, 3)],
)
def test_the_whole_is_what_both_sides_share(order: Order, whole: int, without_play: int) -> None:
    rules = rules_of(order)
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


def ranks(cast: Cast) -> dict[int, Rank]:
    return {one.competitor.number: one.rank for one in queries.standings(cast.event)}


@pytest.mark.parametrize(("before", "after"), [(1, Counts.CANCELLED), (2, Counts.SAT_OUT)])
def test_the_record_is_read_so_and_the_page_says_why(
    db: None, client: Client, before: int, after: Counts
) -> None:
    cast = playing(4, before)
    organise.withdraw_entry(cast.event.entries.get(number=4), cast.director)
    third = next_round(cast, DrawMethod.ROUND_ROBIN)
    (out,) = out_of(third)
    found = ranks(cast)
    last = found[int(out)].rounds[-1]
    assert last.counts is after
    assert last.gone is not None
    assert last.gone.entry == cast.event.entries.get(number=4).uid
    if after is Counts.CANCELLED:
        assert found[4].match_points == 0
        assert all(one.counts is Counts.CANCELLED for one in found[4].rounds)
    else:
        assert last.match_points == 3
    client.cookies["django_language"] = "en"
    page = read(client, reverse("entry", args=[cast.event.uid, out]))
    words = "none of these counts" if after is Counts.CANCELLED else "the opponent withdrew"
    assert words in page
    assert words in read(client, reverse("event", args=[cast.event.uid]))
    assert client.get(reverse("cross", args=[cast.event.uid])).status_code == 200
    assert "‡" in str(standings.prepare(Subject(cast.event)).input)
    assert recount_shown(cast.tournament) == []


def test_who_comes_back_has_its_matches_again(db: None) -> None:
    cast = playing(5, 1)
    before = ranks(cast)
    gone = cast.event.entries.get(number=5)
    organise.withdraw_entry(gone, cast.director)
    gone.refresh_from_db()
    organise.readmit_entry(gone, cast.director)
    assert ranks(cast) == before


def test_elsewhere_what_was_played_stands(db: None) -> None:
    cast = pairs_cast(4)
    Event.objects.update(ranking=Ranking.WIN_3)
    cast.event.refresh_from_db()
    next_round(cast, DrawMethod.SWISS)
    organise.withdraw_entry(cast.event.entries.get(number=4), cast.director)
    assert all(one.gone is None for row in ranks(cast).values() for one in row.rounds)
