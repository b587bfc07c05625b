"""升级: pairs meet in matches of levels, from the reports of deals to victory points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import cast as people
from tests.cast import Cast
from tournaments import organise, results
from tournaments.checks import recount
from tournaments.checks.verification import verify
from tournaments.models import (
    Adjustment,
    Deal,
    Event,
    Publication,
    Result,
    ResultKind,
    Round,
    Side,
    Tournament,
    User,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Actor, Verb, change
from tournaments.record.ledger import Origin, Report
from tournaments.results import event_record
from tournaments.results.event_record import StandingsRow
from tournaments.standings.round_scores import Counts, TieBreak

SHEET = Origin(uid="sheet", label="sheet")


def won(dealer: str, points: int) -> Mapping[str, Any]:
    """Return a result under standard rules: the dealer's side kept the kitty."""
    return {
        "dealer": dealer,
        "level": "2",
        "trump": "H",
        "attackers_points": points,
        "kitty_points": 0,
        "last_trick": {"winner": dealer},
    }


DEALERS_THREE = won("N", 0)
DEALERS_ONE = won("N", 60)
ATTACKERS_TWO = won("N", 160)
NOBODY = won("N", 80)


@dataclass(frozen=True)
class Matches:
    """A pairs event of 升级 with so many pairs, its rounds and their tables."""

    tournament: Tournament
    event: Event
    director: Actor

    def begin(self) -> Round:
        round_ = organise.draw_round(self.event, self.director, seed="seed")
        organise.publish_round(round_, self.director)
        return round_

    def deals(self, round_: Round, table: int = 1) -> list[Deal]:
        match = round_.matches.order_by("number")[table - 1]
        rows = Deal.objects.filter(sitting__segment__match=match)
        return list(rows.select_related("event").order_by("play_order"))

    def post(
        self, deal: Deal, facts: Mapping[str, Any] | None, kind: ResultKind = Result.Kind.PLAYED
    ) -> None:
        stored = Deal.objects.get(pk=deal.pk)
        reason = "misread" if stored.version else ""
        with change(self.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            report = Report(kind, facts or {})
            ledger.post(made, stored, report, seen=stored.version, origin=SHEET, reason=reason)

    def play(self, round_: Round, *reports: Mapping[str, Any], table: int = 1) -> None:
        for report in reports:
            self.post(next(deal for deal in self.deals(round_, table) if not deal.done), report)

    def side(self, round_: Round, label: str, table: int = 1) -> Side:
        return self.deals(round_, table)[0].sitting.seats.get(label=label).side

    def penalise(self, side: Side, amount: int) -> None:
        with change(self.tournament, SYSTEM, Verb.ADJUST) as made:
            entry = side.entries.get()
            ledger.adjust(made, entry, Fraction(amount), reason="late", origin=SHEET, side=side)

    def row(self, side: Side) -> StandingsRow:
        uid = side.entries.get().uid
        return next(
            standing
            for standing in event_record.standings(results.read(self.event))
            if standing.rank.entry == uid
        )

    def sums(self, round_: Round, table: int = 1) -> tuple[str, ...]:
        """Return the victory points of North-South and of West-East, and their difference."""
        north = self.row(self.side(round_, "N", table)).rank
        west = self.row(self.side(round_, "W", table)).rank
        round_sum = next(
            round_sum for round_sum in north.rounds if round_sum.round == round_.number
        )
        return (str(north.match_points), str(west.match_points), str(round_sum.difference))


def plan(**changes: Any) -> organise.EventPlan:
    usual: dict[str, Any] = {
        "name": "双人赛",
        "game": "shengji",
        "rules": {"preset": "standard-2"},
        "deals_per_round": 3,
        "form": "pairs",
        "ranking": "vp_15_10",
    }
    return organise.EventPlan(**{**usual, **changes})


def create(pairs: int = 2, **changes: Any) -> Matches:
    alice: User = people.account("alice")
    director = Actor.from_user(alice)
    club = organise.create_club("城北棋牌俱乐部", alice)
    day = date(2026, 11, 21)
    tournament = organise.create_tournament(
        club, director, name="升级赛", starts_on=day, time_zone="Asia/Shanghai"
    )
    event = organise.create_event(tournament, director, plan(**changes))
    names = [[f"{number}甲", f"{number}乙"] for number in range(1, pairs + 1)]
    organise.add_entries(event, director, names)
    return Matches(tournament, event, director)


@pytest.fixture
def matches(db: None) -> Matches:
    return create()


@pytest.mark.full
def test_the_difference_of_levels_makes_the_victory_points(matches: Matches) -> None:
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, NOBODY)
    assert matches.sums(round_) == ("0", "0", "3")
    matches.play(round_, ATTACKERS_TWO)
    assert matches.sums(round_) == ("16", "14", "1")
    first, second = event_record.standings(results.read(matches.event))
    assert (first.rank.wins, second.rank.losses, str(second.rank.net)) == (1, 1, "-1")


@pytest.mark.full
def test_a_level_that_must_be_played_holds_a_side_up(db: None) -> None:
    """SJ-81: who begins at J stops at A, so that the sum of the deals is not the level."""
    high = create(rules={"preset": "standard-2", "start_level": "J"})
    round_ = high.begin()
    high.play(round_, DEALERS_THREE, ATTACKERS_TWO, won("N", 200))
    north, west = (high.row(high.side(round_, label)).rank for label in "NW")
    assert (int(north.points), int(west.points)) == (3, 5)
    totals = north.rounds[0].totals
    assert totals is not None
    assert tuple(map(int, totals)) == (12, 12)
    assert high.sums(round_)[:2] == ("15", "15")


@pytest.mark.full
def test_a_correction_carries_the_match_along(matches: Matches) -> None:
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, DEALERS_ONE, DEALERS_ONE)
    assert matches.sums(round_) == ("20", "10", "5")
    matches.post(matches.deals(round_)[0], ATTACKERS_TWO)
    assert matches.sums(round_) == ("15", "15", "0")
    matches.post(matches.deals(round_)[0], None, Result.Kind.RETRACTED)
    assert matches.sums(round_) == ("0", "0", "2")
    assert verify(matches.tournament) == []


@pytest.mark.full
def test_a_deal_not_played_counts_for_nobody(matches: Matches) -> None:
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, DEALERS_ONE)
    matches.post(matches.deals(round_)[2], None, Result.Kind.NOT_PLAYED)
    assert matches.sums(round_) == ("19", "11", "4")


@pytest.mark.full
def test_a_penalty_at_the_table_is_a_level_and_one_of_the_event_a_victory_point(
    matches: Matches,
) -> None:
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, DEALERS_ONE, DEALERS_ONE)
    north = matches.side(round_, "N")
    matches.penalise(north, -1)
    assert matches.sums(round_) == ("19", "11", "4")
    with change(matches.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.adjust(made, north.entries.get(), Fraction(-2), reason="late", origin=SHEET)
    rank = matches.row(north).rank
    assert [str(value) for value in (rank.match_points, rank.penalties, rank.total)] == [
        "19",
        "-2",
        "17",
    ]


@pytest.mark.full
def test_who_sits_out_has_won_without_play_once_the_round_is_over(db: None) -> None:
    matches = create(pairs=3)
    assert matches.event.sit_out_credit == Event.SitOutCredit.WIN
    round_ = matches.begin()
    out = event_record.standings(results.read(matches.event))
    assert {int(row.rank.total) for row in out} == {0}
    matches.play(round_, DEALERS_ONE, DEALERS_ONE, DEALERS_ONE)
    ranks = [standing.rank for standing in event_record.standings(results.read(matches.event))]
    assert [str(rank.total) for rank in ranks] == ["18", "18", "12"]
    (sat_out,) = (rank for rank in ranks if rank.rounds[0].counts is Counts.SAT_OUT)
    assert (sat_out.wins, sat_out.rounds[0].unplayed) == (1, True)


@pytest.mark.full
def test_a_pair_that_does_not_come_loses_without_play(matches: Matches) -> None:
    round_ = matches.begin()
    north = matches.side(round_, "N")
    organise.withdraw_entry(north.entries.get(), matches.director)
    for deal in matches.deals(round_):
        matches.post(deal, None, Result.Kind.NOT_PLAYED)
    (won_it,) = event_record.standings(results.read(matches.event))
    assert (str(won_it.rank.total), won_it.rank.wins) == ("18", 1)
    assert won_it.rank.entry != north.entries.get().uid


@pytest.mark.full
@pytest.mark.parametrize(
    ("ranking", "sums"),
    [("vp_13", ("18", "8")), ("wdl_2_1_0", ("2", "0")), ("win3", ("3", "0"))],
)
def test_an_event_ranks_by_the_scale_that_it_says(
    db: None, ranking: str, sums: tuple[str, str]
) -> None:
    matches = create(ranking=ranking)
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, DEALERS_ONE, DEALERS_ONE)
    assert matches.sums(round_)[:2] == sums


@pytest.mark.full
def test_what_decided_between_equals_is_told(db: None) -> None:
    matches = create(pairs=4, tie_breaks=("net", "own_totals"))
    round_ = matches.begin()
    matches.play(round_, DEALERS_ONE, NOBODY, NOBODY, table=1)
    matches.play(round_, ATTACKERS_TWO, DEALERS_THREE, NOBODY, table=2)
    ranks = [standing.rank for standing in event_record.standings(results.read(matches.event))]
    assert [str(rank.total) for rank in ranks] == ["16", "16", "14", "14"]
    decided = [rank.decided_by for rank in ranks]
    assert {decision.by for decision in decided if decision} == {TieBreak.OWN_TOTALS}
    assert [str(decision.value) for decision in decided if decision] == ["3", "1", "2", "0"]
    assert [rank.place for rank in ranks] == [1, 2, 3, 4]


@pytest.mark.full
def test_published_standings_are_counted_again_to_the_same(matches: Matches) -> None:
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, DEALERS_ONE, DEALERS_ONE)
    organise.close_round(round_, matches.director)
    shown = Publication.objects.get(kind=Publication.Kind.STANDINGS).shown
    assert [row["total"] for row in shown] == ["20", "10"]
    assert recount.recount(matches.tournament) == []
    assert recount.recount_shown(matches.tournament) == []
    assert verify(matches.tournament) == []


@pytest.mark.full
def test_a_preview_of_exchanged_results_follows_the_levels(db: None) -> None:
    matches = create(pairs=4, deals_per_round=1)
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, table=1)
    matches.play(round_, ATTACKERS_TWO, table=2)
    first, other = (matches.deals(round_, table)[0] for table in (1, 2))
    effect = organise.preview_results(first, other).effect
    expected = {effect.competitor.uid: str(effect.after.match_points) for effect in effect}
    organise.exchange_results(first, other, matches.director, "exchanged")
    rows = event_record.standings(results.read(matches.event))
    assert {row.competitor.uid: str(row.rank.match_points) for row in rows} == expected
    assert sorted(expected.values()) == ["12", "13", "17", "18"]


@pytest.mark.full
def test_the_effect_of_a_penalty_at_the_table_is_foreseen(matches: Matches) -> None:
    round_ = matches.begin()
    matches.play(round_, DEALERS_THREE, DEALERS_ONE, DEALERS_ONE)
    north = matches.side(round_, "N")
    before, at_table = results.read(matches.event), Adjustment.StageOfSum.GAME
    more = Adjustment(side=north, numerator=-2, reason="late", stage_of_sum=at_table)
    effect = event_record.compare_standings(before, before.with_adjustment(more))
    assert [str(effect_.after.total) for effect_ in effect] == ["18", "12"]
    matches.penalise(north, -2)
    assert matches.sums(round_)[:2] == ("18", "12")
    assert Adjustment.objects.get().unit == Adjustment.Unit.LEVEL


@pytest.mark.full
def test_standings_of_matches_take_a_number_of_queries_that_does_not_grow(
    matches: Matches, django_assert_num_queries: Any
) -> None:
    matches.play(matches.begin(), DEALERS_ONE)
    event = organise.create_event(matches.tournament, matches.director, plan(name="大"))
    names = [[f"再{number}甲", f"再{number}乙"] for number in range(1, 7)]
    organise.add_entries(event, matches.director, names)
    large = Matches(matches.tournament, event, matches.director)
    round_ = large.begin()
    for table in (1, 2, 3):
        large.play(round_, DEALERS_ONE, table=table)
    with CaptureQueriesContext(connection) as caught:
        event_record.standings(results.read(matches.event))
    with django_assert_num_queries(len(caught)):
        event_record.standings(results.read(large.event))


def test_a_cast_of_individuals_ranks_as_before(cast: Cast) -> None:
    assert {
        standing.rank.match_points for standing in event_record.standings(results.read(cast.event))
    } == {Fraction(0)}
