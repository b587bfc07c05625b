"""Repairs: players in other seats than published, results entered for the wrong deal or table."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import cast as people
from tests.cast import Cast
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused, Stale
from tournaments.checks.verification import verify
from tournaments.models import Deal, Membership, Publication, Result, Round, Seat, Sitting
from tournaments.organise import table_repairs
from tournaments.organise.table_repairs import TableExchange
from tournaments.pairing.seating import meetings
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Actor, Verb, change
from tournaments.results import event_record, queries
from web.publish import table_overview

NORTH_AND_WEST = {"N": "W", "W": "N"}
WEST_WINS_ALL_HEARTS = {
    "won": {"W": ["SQ", *(f"H{rank}" for rank in "23456789"), "H10", "HJ", "HQ", "HK", "HA"]}
    | {"N": ["DJ"], "S": ["C10"]}
}


@pytest.fixture
def cast(db: None) -> Cast:
    """Alice's club with an event of eight players and four deals a round."""
    return people.assemble(deals_per_round=4)


@pytest.fixture
def round_(cast: Cast) -> Round:
    """The first round with every deal played."""
    played = cast.round_in_play()
    cast.play(played)
    return played


def sitting(round_: Round, table: int = 1) -> Sitting:
    sittings = Sitting.objects.filter(segment__match__round=round_, table__number=table)
    related = ("table", "segment__match__round__event__tournament")
    return sittings.select_related(*related).order_by("pk")[0]


def points(cast: Cast) -> dict[str, int]:
    return {
        row.competitor.name: int(row.rank.total)
        for row in event_record.standings(results.read(cast.event))
    }


def names(of: Sitting) -> dict[str, str]:
    return dict(Seat.objects.filter(sitting=of).values_list("label", "person__name"))


def refused(call: object, *args: object, **more: object) -> list[str]:
    with pytest.raises(Refused) as caught:
        call(*args, **more)  # type: ignore[operator]
    return [problem.code.value for problem in caught.value.problems]


@pytest.mark.full
def test_seats_are_exchanged_for_all_deals_as_the_preview_said(cast: Cast, round_: Round) -> None:
    table, before, revision = sitting(round_), points(cast), cast.event.public_revision
    sat = names(table)
    shown = organise.preview_seats(table, NORTH_AND_WEST, 1, 4)
    assert points(cast) == before
    organise.exchange_seats(
        table, cast.director, NORTH_AND_WEST, 1, 4, "wrong chairs", seen=shown.seen
    )
    after = points(cast)
    assert after[sat["N"]] == before[sat["W"]]
    assert after[sat["W"]] == before[sat["N"]]
    assert {effect.competitor.name: int(effect.after.total) for effect in shown.effect} == {
        name: after[name] for name in (sat["N"], sat["W"])
    }
    assert names(table) == sat | {"N": sat["W"], "W": sat["N"]}
    assert Publication.objects.filter(round=round_, kind="draw").count() == 2
    cast.event.refresh_from_db()
    assert cast.event.public_revision > revision
    assert verify(cast.tournament) == []


@pytest.mark.full
@pytest.mark.parametrize(
    ("first", "last"), [(1, 2), (3, 4), pytest.param(2, 3, marks=pytest.mark.databases)]
)
def test_seats_are_exchanged_for_some_deals(
    cast: Cast, round_: Round, first: int, last: int
) -> None:
    table, before = sitting(round_), points(cast)
    sat = names(table)
    shown = organise.preview_seats(table, NORTH_AND_WEST, first, last)
    organise.exchange_seats(table, cast.director, NORTH_AND_WEST, first, last, "received late")
    after = points(cast)
    assert after[sat["N"]] == before[sat["N"]] + 2 * 200
    promised = {effect.competitor.name: int(effect.after.total) for effect in shown.effect}
    assert promised.items() <= after.items()
    assert {sat["N"], sat["W"]} <= promised.keys()
    deals = Deal.objects.filter(sitting__segment__match=table.segment.match)
    for deal in deals:
        wrong = first <= deal.play_order <= last
        assert (names(deal.sitting)["W"] == sat["N"]) is wrong
    order = deals.order_by("sitting__segment__number", "play_order")
    assert list(order.values_list("play_order", flat=True)) == [1, 2, 3, 4]
    assert verify(cast.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_a_table_mended_twice_keeps_the_order_of_play_and_stays_one_table(
    cast: Cast, round_: Round
) -> None:
    table = sitting(round_)
    organise.exchange_seats(table, cast.director, NORTH_AND_WEST, 3, 4, "received late")
    organise.exchange_seats(table, cast.director, {"S": "E", "E": "S"}, 1, 1, "and these")
    deals = Deal.objects.filter(sitting__segment__match=table.segment.match)
    order = deals.order_by("sitting__segment__number", "play_order")
    assert list(order.values_list("play_order", flat=True)) == [1, 2, 3, 4]
    (shown,) = [
        tile
        for tile in table_overview.table_overviews(results.read(round_.event), round_)
        if tile.number == 1
    ]
    assert (shown.done, shown.deals) == (4, 4)
    assert [sitter.name for sitter in shown.sitters][:2] == [names(table)["W"], names(table)["N"]]
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_who_exchanged_seats_for_some_deals_met_once_all_the_same(
    cast: Cast, round_: Round
) -> None:
    table = sitting(round_)
    before = meetings(queries.seating_history(cast.event))
    organise.exchange_seats(table, cast.director, NORTH_AND_WEST, 2, 3, "received late")
    history = queries.seating_history(cast.event)
    assert len(history) == 2
    assert meetings(history) == before


@pytest.mark.full
def test_a_movement_goes_on_after_seats_were_mended(db: None) -> None:
    cast = people.assemble(players=16)
    round_ = organise.draw_round(cast.event, cast.director, method="movement")
    organise.publish_round(round_, cast.director)
    cast.play(round_)
    organise.exchange_seats(sitting(round_), cast.director, NORTH_AND_WEST, 2, 2, "received late")
    following = organise.draw_round(cast.event, cast.director, method="movement")
    assert Seat.objects.filter(sitting__segment__match__round=following).count() == 16


@pytest.mark.full
def test_seats_are_not_exchanged_in_a_draw_that_was_withdrawn_since_it_was_shown(
    cast: Cast,
) -> None:
    drawn = cast.round_in_play()
    table = sitting(drawn)
    sat, shown = names(table), organise.preview_seats(table, NORTH_AND_WEST, 1, 4)
    assert shown.problems == ()
    organise.withdraw_draw(drawn, cast.director, "a team was left out")
    exchange = (table, cast.director, NORTH_AND_WEST, 1, 4, "wrong chairs")
    assert refused(organise.exchange_seats, *exchange, seen=shown.seen) == ["round_not_in_play"]
    assert refused(organise.exchange_seats, *exchange) == ["round_not_in_play"]
    assert names(table) == sat
    assert Publication.objects.filter(round=drawn, kind="draw").count() == 1
    (problem,) = organise.preview_seats(sitting(drawn), NORTH_AND_WEST, 1, 4).problems
    assert problem.code == Reason.ROUND_NOT_IN_PLAY


@pytest.mark.full
def test_a_round_that_was_closed_since_the_preview_is_looked_at_again(
    cast: Cast, round_: Round
) -> None:
    table = sitting(round_)
    shown = organise.preview_seats(table, NORTH_AND_WEST, 1, 4)
    organise.close_round(round_, cast.director)
    exchange = (table, cast.director, NORTH_AND_WEST, 1, 4, "wrong chairs")
    with pytest.raises(Stale):
        organise.exchange_seats(*exchange, seen=shown.seen)
    again = organise.preview_seats(sitting(round_), NORTH_AND_WEST, 1, 4)
    organise.exchange_seats(*exchange, seen=again.seen)


@pytest.mark.full
def test_what_speaks_against_other_seats_is_said(cast: Cast, round_: Round) -> None:
    table, who = sitting(round_), cast.director
    for exchange, first, code in (
        ({"N": "W"}, 1, Reason.SEATS_DIFFER),
        ({"N": "X", "X": "N"}, 1, Reason.SEATS_DIFFER),
        ({"N": "N"}, 1, Reason.EXCHANGE_OF_NOTHING),
        (NORTH_AND_WEST, 5, Reason.DEALS_NOT_THERE),
    ):
        assert refused(organise.exchange_seats, table, who, exchange, first, 9, "x") == [code]
        assert [
            problem.code for problem in organise.preview_seats(table, exchange, first, 9).problems
        ]
    assert refused(organise.exchange_seats, table, who, NORTH_AND_WEST, 1, 4, " ") == [
        Reason.REASON_MISSING
    ]
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CANCELLED)
    assert refused(organise.exchange_seats, sitting(round_), who, NORTH_AND_WEST, 1, 4, "x") == [
        Reason.ROUND_NOT_IN_PLAY
    ]


def test_partners_stay_partners(cast: Cast, round_: Round) -> None:
    table = sitting(round_)
    seats = {seat.label: seat for seat in Seat.objects.filter(sitting=table)}
    Seat.objects.filter(pk=seats["S"].pk).update(side=seats["N"].side)
    Seat.objects.filter(pk=seats["E"].pk).update(side=seats["W"].side)
    parted = refused(organise.exchange_seats, table, cast.director, NORTH_AND_WEST, 1, 4, "x")
    assert parted == [Reason.PARTNERS_PARTED]
    turned = {"N": "W", "W": "S", "S": "E", "E": "N"}
    assert organise.preview_seats(table, turned, 1, 4).problems == ()


@pytest.mark.full
def test_a_preview_that_is_out_of_date_applies_nothing(cast: Cast, round_: Round) -> None:
    table, who = sitting(round_), cast.director
    seats = organise.preview_seats(table, NORTH_AND_WEST, 1, 4)
    first, second = cast.deals(round_)[:2]
    results = organise.preview_results(first, second)
    cast.post(first, seen=1, reason="counted again")
    with pytest.raises(Stale):
        organise.exchange_seats(table, who, NORTH_AND_WEST, 1, 4, "x", seen=seats.seen)
    first, second = cast.deals(round_)[:2]
    with pytest.raises(Stale):
        organise.exchange_results(first, second, who, "x", seen=results.seen)


@pytest.mark.full
@pytest.mark.databases
def test_results_of_two_tables_are_exchanged(cast: Cast, round_: Round) -> None:
    deal, other = cast.deals(round_)[0], cast.deals(round_)[4]
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = ledger.Report(Result.Kind.PLAYED, WEST_WINS_ALL_HEARTS)
        origin = ledger.Origin("sheet", "sheet")
        ledger.post(made, other, report, seen=1, origin=origin, reason="counted again")
    deal, other = cast.deals(round_)[0], cast.deals(round_)[4]
    shown = organise.preview_results(deal, other)
    promised = {row.competitor.name: int(row.after.total) for row in shown.effect}
    organise.exchange_results(deal, other, cast.director, "tables mixed up", seen=shown.seen)
    assert Result.live.get(deal=deal).facts == WEST_WINS_ALL_HEARTS
    assert Result.live.get(deal=other).facts == people.NORTH_TAKES_THE_PIG
    assert promised
    assert {name: points(cast)[name] for name in promised} == promised
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_result_is_moved_to_the_deal_it_belongs_to(cast: Cast) -> None:
    round_ = cast.round_in_play()
    deal, other = cast.deals(round_)[0], cast.deals(round_)[5]
    cast.post(deal)
    shown = organise.preview_results(deal, other)
    organise.move_result(deal, other, cast.director, "the sheet of table 2", seen=shown.seen)
    deal, other = cast.deals(round_)[0], cast.deals(round_)[5]
    assert (deal.done, deal.version, other.done, other.version) == (False, 2, True, 1)
    assert {row.competitor.name: int(row.after.total) for row in shown.effect}.items() <= points(
        cast
    ).items()
    assert verify(cast.tournament) == []


def test_what_speaks_against_moving_a_result_is_said(cast: Cast) -> None:
    round_, who = cast.round_in_play(), cast.director
    first, second, third = cast.deals(round_)[:3]
    assert refused(organise.move_result, first, second, who, "x") == [Reason.RESULT_MISSING]
    cast.post(first)
    first = cast.deals(round_)[0]
    assert refused(organise.exchange_results, first, second, who, "x") == [Reason.RESULT_MISSING]
    assert refused(organise.move_result, first, first, who, "x") == [Reason.DEALS_NOT_ALIKE]
    cast.post(third)
    third = cast.deals(round_)[2]
    assert refused(organise.move_result, first, third, who, "x") == [Reason.RESULT_IN_THE_WAY]
    assert refused(organise.exchange_results, first, third, who, "") == [Reason.REASON_MISSING]


@pytest.mark.full
def test_who_may_correct_no_longer_repairs_nothing(cast: Cast, round_: Round) -> None:
    """The right is asked for under the lock: since the form was sent the period may have ended."""
    organise.close_round(round_, cast.director)
    table, referee = sitting(round_), Actor.from_user(cast.bob)
    first, other = cast.deals(round_)[0], cast.deals(round_)[4]
    tables = TableExchange(first.sitting, other.sitting, 1, 2, {})
    repairs = (
        lambda: organise.exchange_seats(table, referee, NORTH_AND_WEST, 1, 4, "x"),
        lambda: organise.exchange_results(first, other, referee, "x"),
        lambda: organise.move_result(first, other, referee, "x"),
        lambda: table_repairs.exchange_tables(tables, referee, "x"),
    )
    Round.objects.filter(pk=round_.pk).update(closed_at=timezone.now() - timedelta(days=1))
    for repair in repairs:
        assert refused(repair) == [Reason.OFFICE_ENDED]
    Round.objects.filter(pk=round_.pk).update(closed_at=timezone.now())
    repairs[0]()
    Membership.objects.filter(user=cast.bob).delete()
    assert refused(repairs[1]) == [Reason.OFFICE_ENDED]
