"""Repairs at one table or two: what is alike, what has changed since, and what stays."""

from __future__ import annotations

from typing import Any

import pytest

from tests import levels_cast, teams_cast
from tests.tournaments import over_boards, rows_written
from tests.tournaments.organise.played.test_rows_of_rounds import SWAP, deals, sitting
from tests.tournaments.organise.taking_part.test_bounds import codes
from tests.tournaments.rows_written import Three
from tournaments import organise
from tournaments.base.refusals import Reason, Stale
from tournaments.models import ClockMove, Deal, Event, Game, Round, RoundState, Seat, Sitting
from tournaments.organise import clock_moves, repairs, table_repairs
from tournaments.organise.table_repairs import TableExchange
from tournaments.structure.round_clock import MoveKind


@pytest.fixture
def three(db: None) -> Three:
    return rows_written.assemble("in_play")


def reasons(problems: Any) -> list[str]:
    return [problem.code for problem in problems]


@pytest.mark.full
def test_a_preview_holds_while_others_play_and_are_mended(three: Three) -> None:
    table, elsewhere = sitting(three), sitting(three, 1)
    seen = organise.preview_seats(table, SWAP, 1, 2).seen
    three.cast.post(deals(three)[2])
    organise.exchange_seats(elsewhere, three.director, SWAP, 1, 2, "x")
    Round.objects.filter(event=three.other).update(state=RoundState.CLOSED)
    assert organise.preview_seats(table, SWAP, 1, 2).seen == seen


@pytest.mark.full
@pytest.mark.parametrize("what", ["a result", "a seat", "a round"])
def test_a_preview_is_an_old_one_after_a_change_of_its_own(three: Three, what: str) -> None:
    table = sitting(three)
    seen = organise.preview_seats(table, SWAP, 1, 2).seen
    if what == "a result":
        three.cast.post(deals(three)[0])
    elif what == "a seat":
        seat = Seat.objects.filter(sitting=table).order_by("pk")[0]
        other = Seat.objects.filter(sitting=sitting(three, 1)).order_by("pk")[0]
        Seat.objects.filter(pk=seat.pk).update(person=other.person)
    else:
        Round.objects.filter(event=three.own).update(state=RoundState.CLOSED)
    with pytest.raises(Stale):
        organise.exchange_seats(table, three.director, SWAP, 1, 2, "x", seen=seen)


@pytest.mark.full
@pytest.mark.parametrize(
    ("exchange", "found"),
    [
        ({"N": "W", "W": "N"}, []),
        ({"N": "W", "W": "S", "S": "E", "E": "N"}, []),
        ({"N": "W"}, [Reason.SEATS_DIFFER]),
        ({"N": "X", "X": "N"}, [Reason.SEATS_DIFFER]),
        ({"N": "N", "W": "W"}, [Reason.EXCHANGE_OF_NOTHING]),
        ({"N": "N", "W": "S", "S": "W"}, []),
    ],
)
def test_seats_of_a_table_change_among_themselves(
    three: Three, exchange: dict[str, str], found: list[str]
) -> None:
    assert reasons(repairs._seat_problems(sitting(three), exchange, 1, 2)) == found
    preview = organise.preview_seats(sitting(three), exchange, 1, 2)
    assert reasons(preview.problems) == found


@pytest.mark.full
def test_what_differs_is_said_before_what_is_missing(three: Three) -> None:
    three.cast.post(deals(three)[0])
    first, second, *_others = deals(three)
    director = three.director
    assert codes(lambda: organise.exchange_results(first, first, director, "x")) == [
        Reason.DEALS_NOT_ALIKE
    ]
    assert codes(lambda: organise.move_result(first, first, director, "x")) == [
        Reason.DEALS_NOT_ALIKE
    ]
    assert codes(lambda: organise.exchange_results(first, second, director, "x")) == [
        Reason.RESULT_MISSING
    ]
    Seat.objects.filter(sitting=deals(three)[2].sitting, label="N").delete()
    other = deals(three)[2]
    assert codes(lambda: organise.move_result(first, other, director, "x")) == [
        Reason.DEALS_NOT_ALIKE
    ]


@pytest.mark.full
def test_both_rounds_of_two_deals_are_in_play(three: Three) -> None:
    three.cast.play(three.round())
    organise.publish_round(organise.draw_round(three.own, three.director, seed="2"), three.director)
    here, there = deals(three)[0], three.cast.deals(three.round(number=2))[0]
    assert reasons(repairs._result_problems(here, there)) == []
    for number, found in ((2, 1), (1, 2)):
        Round.objects.filter(event=three.own, number=number).update(state=RoundState.CANCELLED)
        wrong = repairs._result_problems(
            Deal.objects.select_related("sitting__segment__match__round").get(pk=here.pk),
            Deal.objects.select_related("sitting__segment__match__round").get(pk=there.pk),
        )
        assert reasons(wrong) == [Reason.ROUND_NOT_IN_PLAY] * found


@pytest.mark.full
def test_results_of_two_tables_are_moved_where_one_has_none(three: Three) -> None:
    three.cast.post(deals(three)[0])
    exchange = TableExchange(sitting(three), sitting(three, 1), 1, 1, {})
    table_repairs.exchange_tables(exchange, three.director, "x")
    assert [deal.done for deal in deals(three)] == [False, False, True, False]
    assert [deal.version for deal in deals(three)] == [2, 0, 1, 0]


@pytest.mark.full
@pytest.mark.parametrize(
    ("seats", "found"),
    [
        ({"N": "W"}, []),
        (dict(zip("NWSE", "NWSE", strict=True)), []),
        ({"N": "X"}, [Reason.PERSONS_NOT_AT_TABLES]),
        ({"X": "N"}, [Reason.PERSONS_NOT_AT_TABLES]),
        ({"N": "W", "S": "W"}, [Reason.PERSONS_NOT_AT_TABLES]),
    ],
)
def test_persons_of_two_tables_change_for_seats_that_are_there(
    three: Three, seats: dict[str, str], found: list[str]
) -> None:
    exchange = TableExchange(sitting(three), sitting(three, 1), 1, 2, seats)
    assert reasons(table_repairs._problems(exchange)) == found
    if not found:
        assert table_repairs.preview_tables(exchange).problems == ()


@pytest.mark.full
def test_partners_stay_together_at_both_tables(three: Three) -> None:
    for place in (0, 1):
        table = sitting(three, place)
        seats = {seat.label: seat for seat in Seat.objects.filter(sitting=table)}
        Seat.objects.filter(pk=seats["S"].pk).update(side=seats["N"].side)
        Seat.objects.filter(pk=seats["E"].pk).update(side=seats["W"].side)

    def found(**seats: str) -> list[str]:
        return reasons(
            table_repairs._problems(TableExchange(sitting(three), sitting(three, 1), 1, 2, seats))
        )

    assert found(N="N") == [Reason.PARTNERS_PARTED]
    assert found(N="N", S="S") == found(N="W", S="E") == []


@pytest.mark.full
def test_tables_are_of_one_round_and_have_the_same_boards(three: Three) -> None:
    three.cast.play(three.round())
    organise.publish_round(organise.draw_round(three.own, three.director, seed="2"), three.director)
    first, second = (
        Sitting.objects.filter(
            segment__match__round__number=number, segment__match__round__event=three.own
        )
        .select_related("segment__match__round__event")
        .order_by("pk")
        for number in (1, 2)
    )

    def found(one: Sitting, other: Sitting, **more: Any) -> list[str]:
        values = {"first": 1, "last": 2, "seats": {}, **more}
        return reasons(table_repairs._problems(TableExchange(one, other, **values)))

    assert found(first[0], first[1]) == []
    assert found(first[0], second[0]) == [Reason.TABLES_NOT_ALIKE]
    assert found(first[0], first[1], first=3, last=9) == [
        Reason.DEALS_NOT_THERE,
        Reason.RESULT_MISSING,
    ]
    Round.objects.filter(number=1).update(state=RoundState.CANCELLED)
    withdrawn = Sitting.objects.select_related("segment__match__round__event").get(pk=first[0].pk)
    assert found(withdrawn, first[1], seats={"N": "N"}) == [Reason.ROUND_NOT_IN_PLAY]


@pytest.mark.full
def test_tables_of_other_boards_are_not_alike(db: None) -> None:
    cast = over_boards.assemble(8)
    round_ = cast.round_in_play()
    one, other = (
        Sitting.objects.filter(segment__match__round=round_)
        .select_related("segment__match__round__event")
        .order_by("pk")[:2]
    )
    exchange = TableExchange(one, other, 1, 2, {"N": "N", "S": "S"})
    assert Reason.TABLES_NOT_ALIKE not in reasons(table_repairs._problems(exchange))
    first, second = other.deals.order_by("play_order")
    Deal.objects.filter(pk=first.pk).update(play_order=9)
    Deal.objects.filter(pk=second.pk).update(play_order=1)
    assert Reason.TABLES_NOT_ALIKE in reasons(table_repairs._problems(exchange))


@pytest.mark.full
@pytest.mark.parametrize(
    ("columns", "counts"),
    [
        ({}, True),
        ({"form": "pairs"}, True),
        ({"form": "teams"}, False),
        ({"comparison": "matchpoints"}, True),
        ({"comparison": "datum_imp"}, True),
        ({"comparison": "board"}, False),
        ({"ranking": "table_points"}, True),
        ({"ranking": "wdl_2_1_0"}, False),
    ],
)
def test_a_deal_counts_at_another_table_where_points_add_up(
    three: Three, columns: dict[str, Any], *, counts: bool
) -> None:
    table = sitting(three)
    exchange = TableExchange(table, sitting(three, 1), 1, 2, {"N": "W"})
    for name, value in columns.items():
        setattr(table.segment.match.round.event, name, value)
    assert table_repairs._counts_across(exchange) is counts
    Game.objects.create(match=sitting(three, 1).segment.match, number=1)
    assert table_repairs._counts_across(exchange) is False


@pytest.mark.full
def test_levels_are_of_one_match(db: None) -> None:
    cast = levels_cast.assemble()
    assert table_repairs._adds_up(cast.event) is False


@pytest.mark.full
def test_persons_whose_deals_count_in_matches_stay_at_their_tables(three: Three) -> None:
    Event.objects.filter(pk=three.own.pk).update(ranking="wdl_2_1_0")
    exchange = TableExchange(sitting(three), sitting(three, 1), 1, 2, {"N": "W"})
    assert reasons(table_repairs._problems(exchange)) == [Reason.PERSONS_COUNT_IN_MATCHES]


@pytest.mark.full
def test_the_time_of_a_table_of_the_round_is_extended(three: Three) -> None:
    round_, bob = three.round(), three.cast.bob
    organise.start_clock(round_, bob, 30)
    assert codes(lambda: organise.extend_clock(round_, bob, 5, seen=1, table=3)) == [
        Reason.CLOCK_TABLE
    ]
    organise.extend_clock(round_, bob, 5, seen=1, table=2)
    organise.extend_clock(round_, bob, 5, seen=2)
    moves = ClockMove.objects.order_by("pk").values_list("kind", "table__number")
    assert list(moves) == [("start", None), ("extend", 2), ("extend", None)]


@pytest.mark.full
@pytest.mark.parametrize(
    ("minutes", "found"), [(0, True), (1, False), (600, False), (601, True), (-1, True)]
)
def test_a_clock_runs_for_so_many_minutes(three: Three, minutes: int, *, found: bool) -> None:
    def start() -> None:
        organise.start_clock(three.round(), three.cast.bob, minutes)

    if found:
        assert codes(start) == [Reason.CLOCK_MINUTES]
        return
    start()
    organise.extend_clock(three.round(), three.cast.bob, minutes, seen=1)


@pytest.mark.full
def test_a_move_of_the_clock_is_one_that_it_can_make(three: Three) -> None:
    round_, bob = three.round(), three.cast.bob
    for call in (organise.hold_clock, organise.resume_clock, organise.call_time):
        assert codes(lambda call=call: call(round_, bob, seen=0)) == [  # type: ignore[misc]
            Reason.CLOCK_STANDS_OTHERWISE
        ]
    organise.start_clock(round_, bob, 30)
    assert codes(lambda: organise.start_clock(round_, bob, 20, seen=1)) == [
        Reason.CLOCK_STANDS_OTHERWISE
    ]
    organise.hold_clock(round_, bob, seen=1)
    organise.hold_clock(round_, bob, seen=1)
    organise.resume_clock(round_, bob, seen=2)
    organise.call_time(round_, bob, seen=3)
    assert [move.kind for move in ClockMove.objects.order_by("pk")] == [
        MoveKind.START,
        MoveKind.PAUSE,
        MoveKind.RESUME,
        MoveKind.CALL,
    ]


@pytest.mark.full
@pytest.mark.parametrize("state", [RoundState.DRAFT, RoundState.CLOSED, RoundState.CANCELLED])
def test_a_clock_runs_in_a_round_in_play(three: Three, state: str) -> None:
    Round.objects.filter(event=three.own).update(state=state)
    assert codes(lambda: organise.start_clock(three.round(), three.cast.bob, 30)) == [
        Reason.ROUND_NOT_IN_PLAY
    ]


@pytest.mark.parametrize(
    "changes",
    [{"kind": "pause"}, {"seconds": 61}, {"table_id": 2}, {"official_id": 2}],
)
def test_a_move_is_repeated_by_the_same_hand_for_the_same_table(changes: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"kind": "extend", "seconds": 60, "table_id": 1, "official_id": 1}
    wanted = ClockMove(**{name: value for name, value in usual.items() if name != "official_id"})
    bob: Any = type("Official", (), {"pk": 1})
    assert clock_moves._is_repeated([ClockMove(**usual)], wanted, bob)
    assert not clock_moves._is_repeated([ClockMove(**{**usual, **changes})], wanted, bob)
    assert not clock_moves._is_repeated([], wanted, bob)
    later = [ClockMove(**{**usual, **changes}), ClockMove(**usual)]
    assert not clock_moves._is_repeated(later, wanted, bob)


@pytest.mark.full
def test_who_has_seen_another_clock_moves_none(three: Three) -> None:
    organise.start_clock(three.round(), three.cast.bob, 30)
    for seen in (0, 2):
        with pytest.raises(Stale):
            organise.extend_clock(three.round(), three.cast.bob, 5, seen=seen)


@pytest.mark.full
def test_seats_of_one_room_of_a_team_are_exchanged_in_it(db: None) -> None:
    teams = teams_cast.assemble()
    teams.reveal(teams.segment())
    room = teams.segment().sittings.get(room="open")
    found = reasons(repairs._seat_problems(room, {"N": "S", "S": "N"}, 1, 2))
    assert found == []
    assert reasons(repairs._seat_problems(room, {"N": "W", "W": "N"}, 1, 2)) == [
        Reason.PARTNERS_PARTED
    ]
