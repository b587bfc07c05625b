"""What is done in one round, at one table or with one match is done in no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from tests.suspending import suspend
from tests.tournaments import rows_written
from tests.tournaments.rows_written import Three, written
from tournaments import organise
from tournaments.models import Deal, Event, Match, Round, RoundState, Seat, Side, Sitting
from tournaments.organise.absences import suspensions
from tournaments.organise.absences.awards import AwardGrounds
from tournaments.organise.table_repairs import TableExchange, exchange_tables

Act: TypeAlias = Callable[[Three], object]
Rows: TypeAlias = dict[str, int]

WHY = AwardGrounds("x")
SWAP = {"N": "W", "W": "N"}


def sitting(three: Three, place: int = 0) -> Sitting:
    related = ("table", "segment__match__round__event__tournament")
    rows = Sitting.objects.filter(segment__match__round__event=three.own)
    return rows.select_related(*related).order_by("table__number")[place]


def match(three: Three, place: int = 0) -> Match:
    related = ("round__event__tournament", "round__event__ruleset", "round__group__stage__event")
    rows = Match.objects.filter(round__event=three.own).select_related(*related)
    return rows.order_by("number")[place]


def deals(three: Three) -> list[Deal]:
    return three.cast.deals(three.round())


def seats_of_draft(three: Three) -> list[str]:
    rows = Seat.objects.filter(sitting__segment__match__round=three.round()).order_by("pk")
    return list(rows.values_list("uid", flat=True))


def as_match_of_two(three: Three) -> Match:
    """Leave two sides of the first match."""
    of = match(three)
    Side.objects.filter(match=of, number__gt=2).delete()
    return of


@pytest.mark.full
@pytest.mark.parametrize(
    ("act", "found"),
    [
        pytest.param(
            lambda three: organise.publish_round(three.round(), three.director),
            {"~round": 1, "~ruleset": 1, "~place": 2},
            id="a draft is published",
        ),
        pytest.param(
            lambda three: organise.discard_round(three.round(), three.director),
            {
                "-round": 1,
                "-match": 2,
                "-side": 8,
                "-side_entries": 8,
                "-segment": 2,
                "-sitting": 2,
                "-seat": 8,
                "-deal": 4,
            },
            id="a draft is thrown away",
        ),
        pytest.param(
            lambda three: organise.adjust_draft(
                three.round(), three.director, seats_of_draft(three)[0], seats_of_draft(three)[4]
            ),
            {
                "~round": 1,
                "-side": 8,
                "+side": 8,
                "-side_entries": 8,
                "+side_entries": 8,
                "-seat": 8,
                "+seat": 8,
            },
            id="two are exchanged",
        ),
    ],
)
def test_a_draft_is_changed_alone(db: None, act: Act, found: Rows) -> None:
    three = rows_written.assemble("drafted")
    assert written(lambda: act(three)) == found


@pytest.mark.full
@pytest.mark.parametrize(
    ("act", "found"),
    [
        pytest.param(
            lambda three: organise.withdraw_draw(three.round(), three.director, "x"),
            {"~round": 1},
            id="a draw is withdrawn",
        ),
        pytest.param(
            lambda three: organise.start_clock(three.round(), three.cast.bob, 30),
            {"+clockmove": 1},
            id="a clock is started",
        ),
        pytest.param(
            lambda three: organise.exchange_seats(sitting(three), three.director, SWAP, 1, 2, "x"),
            {"-seat": 4, "+seat": 4},
            id="seats of all deals",
        ),
        pytest.param(
            lambda three: organise.exchange_seats(sitting(three), three.director, SWAP, 2, 2, "x"),
            {"-seat": 4, "+seat": 8, "+segment": 1, "+sitting": 1, "~deal": 1},
            id="seats of the last deal",
        ),
        pytest.param(
            lambda three: organise.forfeit_places(
                match(three), three.director, [match(three).sides.all()[0]], WHY
            ),
            {"+award": 1, "+result": 2, "~deal": 2},
            id="places are forfeited",
        ),
        pytest.param(
            lambda three: organise.seat_house_player(
                match(three).sides.get(number=2), three.director, "俱乐部", WHY
            ),
            {"+person": 1, "+entrymember": 1, "~seat": 1},
            id="a house player is seated",
        ),
        pytest.param(
            lambda three: organise.award_both_absent(as_match_of_two(three), three.director, WHY),
            {
                "-side": 2,
                "-side_entries": 2,
                "-seat": 2,
                "+award": 1,
                "+result": 2,
                "~deal": 2,
            },
            id="a match is awarded",
        ),
    ],
)
def test_a_round_in_play_is_changed_alone(db: None, act: Act, found: Rows) -> None:
    three = rows_written.assemble("in_play")
    assert written(lambda: act(three)) == found


@pytest.mark.full
def test_persons_of_two_tables_are_exchanged_at_these(db: None) -> None:
    three = rows_written.assemble("in_play")
    exchange = TableExchange(sitting(three), sitting(three, 1), 2, 2, {"N": "W"})
    assert written(lambda: exchange_tables(exchange, three.director, "x")) == {
        "-seat": 8,
        "+seat": 16,
        "+segment": 2,
        "+sitting": 2,
        "~deal": 2,
    }


@pytest.mark.full
def test_results_are_exchanged_and_moved_between_two_deals(db: None) -> None:
    three = rows_written.assemble("in_play")
    first, second, third, fourth = deals(three)
    for deal in (first, second, third):
        three.cast.post(deal)
    first, second, third, fourth = deals(three)
    exchanged = written(lambda: organise.exchange_results(first, second, three.director, "x"))
    assert exchanged == {"+result": 2, "~deal": 2}
    moved = written(lambda: organise.move_result(third, fourth, three.director, "x"))
    assert moved == {"+result": 2, "~deal": 2}


@pytest.mark.full
def test_an_award_that_is_taken_back_opens_the_deals_of_its_own_match(db: None) -> None:
    three = rows_written.assemble("in_play")
    of = as_match_of_two(three)
    Side.objects.filter(match=match(three, 1), number__gt=2).delete()
    three.cast.post(deals(three)[0])
    for each in (of, match(three, 1)):
        organise.award_both_absent(each, three.director, WHY)
    found = written(lambda: organise.take_back_award(of, three.director, WHY))
    assert found == {"+award": 1, "+result": 1, "~deal": 1}


@pytest.mark.full
def test_a_waiver_is_of_one_suspension_and_one_round(db: None) -> None:
    three = rows_written.assemble("in_play")
    first, second = (suspend(three.cast, three.entry(number), 2, 3) for number in (1, 2))
    suspensions.waive(first, three.cast.bob, 2, "x")
    assert written(lambda: suspensions.waive(first, three.cast.bob, 2, "x")) == {}
    for row, number in ((first, 3), (second, 2)):
        found = written(
            lambda row=row, number=number: suspensions.waive(  # type: ignore[misc]
                row, three.cast.bob, number, "x"
            )
        )
        assert found == {"+suspensionwaiver": 1}


@pytest.mark.full
def test_a_round_is_closed_alone_and_an_event_finished_alone(db: None) -> None:
    three = rows_written.assemble("in_play")
    for event in (three.own, three.other, three.away):
        three.play(event)
    closed = written(lambda: organise.close_round(three.round(), three.director))
    assert closed == {"~round": 1}
    finished = written(lambda: organise.finish_event(three.fresh(), three.director))
    assert finished == {"~event": 1}
    Event.objects.update(state="finished")
    reopened = written(lambda: organise.reopen_event(three.fresh(), three.director))
    assert reopened == {"~event": 1}


@pytest.mark.full
def test_tables_of_a_draft_move_alone(db: None) -> None:
    three = rows_written.assemble("drafted")
    organise.publish_round(three.round(three.away), three.director)
    moved = written(lambda: organise.move_to_free_tables(three.round(), three.director))
    assert moved == {"~round": 1, "~match": 2, "~sitting": 2, "+table": 1, "+place": 1}
    Round.objects.filter(event=three.away).update(state=RoundState.CLOSED)
    given = written(lambda: organise.give_places_back(three.away.tournament, three.director))
    assert given == {"~place": 1}
