"""Line-ups: taken from each side, read by nobody before they are revealed, and played by then."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from tests import teams_cast
from tests.teams_cast import Teams, codes
from tournaments import organise, results
from tournaments.base.refusals import Refused
from tournaments.checks import verification
from tournaments.line_ups import line_up_state
from tournaments.models import (
    AuditEntry,
    BoardSource,
    Deal,
    Event,
    LineUp,
    Publication,
    Seat,
    Segment,
    Sitting,
)
from tournaments.record.audit import Actor
from tournaments.results import event_record
from tournaments.rights import sealed_access
from tournaments.structure.line_up_rules import (
    LineUpProblem,
    LineUpSeat,
    LineUpSeats,
    exchanged,
    places_of,
    problems,
    proposed,
    room_orders,
    share,
)

CAPTAIN = Actor("entry", "0" * 12)


@pytest.mark.parametrize("side", [1, 2])
def test_the_two_sides_fill_all_seats_of_both_rooms_and_no_pair_meets_itself(side: int) -> None:
    mine = places_of(("open", "closed"), "NWSE", side)
    other = places_of(("open", "closed"), "NWSE", 3 - side)
    assert len(mine) == 4
    assert {*mine, *other} == {
        LineUpSeat(room, label) for room in ("open", "closed") for label in "NWSE"
    }


def test_a_line_up_names_everything_that_is_wrong_with_it() -> None:
    wanted = places_of(("open", "closed"), "NWSE", 1)
    members = {"a": "甲", "b": "乙", "c": "丙"}
    seats = dict(zip(wanted, ["a", "a", "x", ""], strict=True)) | {LineUpSeat("open", "W"): "b"}
    problems_found = {(problem.code, problem.field) for problem in problems(wanted, seats, members)}
    assert problems_found == {
        (LineUpProblem.SEAT_EMPTY, "closed-E"),
        (LineUpProblem.SEAT_UNKNOWN, ""),
        (LineUpProblem.NOT_A_MEMBER, ""),
        (LineUpProblem.PERSON_TWICE, ""),
    }


def test_the_line_up_before_keeps_everybody_in_his_room_on_the_other_side() -> None:
    home, away = (places_of(("open", "closed"), "NWSE", side) for side in (1, 2))
    was = dict(zip(home, "abcd", strict=True))
    now = proposed(away, was, "abcd")
    assert now is not None
    assert {now[LineUpSeat("open", "W")], now[LineUpSeat("open", "E")]} == {"a", "b"}
    assert proposed(away, was, "abc") is None
    assert proposed(home, exchanged(was), "abcd") == dict(zip(home, "cdab", strict=True))
    only = dict(zip(places_of(("only",), "NWSE", 1), "ab", strict=True))
    assert list(exchanged(only).values()) == ["b", "a"]


@pytest.mark.parametrize(("total", "parts"), [(16, 2), (7, 3), (1, 1), (5, 5)])
def test_the_parts_of_a_match_share_its_deals(total: int, parts: int) -> None:
    shares = [share(total, parts, part) for part in range(parts)]
    assert [number for each in shares for number in each] == list(range(1, total + 1))
    assert max(map(len, shares)) - min(map(len, shares)) <= 1


@pytest.mark.full
@given(st.integers(1, 40), st.integers(1, 2))
def test_both_rooms_have_the_same_boards_and_one_copy_is_in_one_room(
    count: int, copies: int
) -> None:
    boards = list(range(1, count + 1))
    opened, closed = room_orders(boards, copies)
    assert list(opened) == sorted(closed) == boards
    if copies == 1:
        half = count // 2
        assert not set(opened[:half]) & set(closed[:half])


@pytest.mark.full
@pytest.mark.databases
def test_revealed_line_ups_make_the_seats_and_the_deals_of_both_rooms(teams: Teams) -> None:
    segment = teams.segment()
    assert not Seat.objects.exists()
    teams.reveal(segment)
    seated = {
        (sitting.room, seat.label): (seat.person.name, seat.side.number)
        for sitting in segment.sittings.all()
        for seat in sitting.seats.select_related("person", "side")
    }
    assert seated == {
        ("open", "N"): ("华清一", 1),
        ("open", "S"): ("华清二", 1),
        ("open", "W"): ("城北一", 2),
        ("open", "E"): ("城北二", 2),
        ("closed", "W"): ("华清三", 1),
        ("closed", "E"): ("华清四", 1),
        ("closed", "N"): ("城北三", 2),
        ("closed", "S"): ("城北四", 2),
    }
    deals = Deal.objects.filter(sitting__segment=segment)
    assert sorted(deals.values_list("sitting__room", "board_no")) == [
        ("closed", 1),
        ("closed", 2),
        ("open", 1),
        ("open", 2),
    ]
    assert verification.verify(teams.cast.tournament) == []
    kinds = list(Publication.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["draw", "line_up", "draw"]


@pytest.mark.full
@pytest.mark.parametrize("copies", [1, 2])
def test_both_rooms_play_the_same_boards_and_each_segment_its_share(db: None, copies: int) -> None:
    teams = teams_cast.assemble(deals=8, boards=BoardSource.PASSED, board_copies=copies)
    orders = {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}
    for number, here in orders.items():
        for match in teams.round.matches.all():
            teams.reveal(teams.segment(number, match))
        teams.play()
        for sitting in Sitting.objects.filter(segment__number=number):
            played = list(sitting.deals.order_by("play_order").values_list("board_no", flat=True))
            halves = sitting.room == Sitting.Room.CLOSED and copies == 1
            assert played == ([*here[2:], *here[:2]] if halves else here)
            assert [deal.board and deal.board.board_no for deal in sitting.deals.all()] == played
    assert teams.event.board_sets.count() == 1
    assert verification.verify(teams.cast.tournament) == []


@pytest.mark.full
def test_a_match_at_one_table_has_two_seats_for_each_side(db: None) -> None:
    teams = teams_cast.assemble(rooms=1, segments=1)
    teams.reveal(teams.segment())
    assert Seat.objects.count() == 4
    assert Deal.objects.count() == 4


@pytest.mark.full
def test_nobody_reads_a_line_up_before_it_is_revealed_but_its_own_side(teams: Teams) -> None:
    segment = teams.segment()
    teams.hand_in(segment, 1)
    teams.hand_in(segment, 2)
    home, away, third = (teams.event.entries.get(number=number) for number in (1, 2, 3))
    assert set(sealed_access.line_ups(segment)) == set()
    assert set(sealed_access.line_ups(segment, home)) == {1}
    assert set(sealed_access.line_ups(segment, away)) == {2}
    assert set(sealed_access.line_ups(segment, third)) == set()
    organise.reveal_line_ups(segment, teams.cast.director)
    assert set(sealed_access.line_ups(segment)) == {1, 2}


def test_the_log_tells_that_a_line_up_came_and_nothing_by_which_it_could_be_found(
    teams: Teams,
) -> None:
    line_up = teams.hand_in(teams.segment(), 1)
    entry = AuditEntry.objects.get(verb="hand_in_line_up")
    body = json.loads(entry.body)
    assert body["rows"] == []
    assert body["details"] == {"round": 1, "version": 1}
    assert not any(seat["person"] in entry.body for seat in line_up.seats)


@pytest.mark.full
@pytest.mark.databases
def test_what_was_handed_in_stays_and_the_last_version_counts(teams: Teams) -> None:
    segment = teams.segment()
    teams.hand_in(segment, 1)
    teams.hand_in(segment, 1, shift=1)
    teams.hand_in(segment, 2)
    organise.reveal_line_ups(segment, teams.cast.director)
    assert [
        line_up.version for line_up in LineUp.objects.filter(side__number=1).order_by("pk")
    ] == [1, 2]
    assert not Seat.objects.filter(person__name="华清一").exists()
    revealed = LineUp.objects.filter(revealed_at__isnull=False)
    assert sorted(revealed.values_list("side__number", "version")) == [(1, 2), (2, 1)]


@pytest.mark.full
def test_the_same_once_more_is_nothing_new_from_the_captain_and_untold_at_the_desk(
    teams: Teams,
) -> None:
    segment, side = teams.segment(), teams.side(1)
    seats, logged = teams.seats(segment, 1), AuditEntry.objects.count()
    for _ in range(2):
        assert organise.hand_in_line_up(segment, side, CAPTAIN, seats).version == 1
    assert AuditEntry.objects.count() == logged + 1
    # Who guesses at the desk learns nothing by it.
    assert teams.hand_in(segment, 1).version == 2
    teams.hand_in(segment, 2)
    organise.reveal_line_ups(segment, teams.cast.director)
    assert organise.hand_in_line_up(segment, side, CAPTAIN, seats).version == 2
    assert codes(
        lambda: organise.hand_in_line_up(segment, side, CAPTAIN, teams.seats(segment, 1, shift=1))
    ) == [LineUpProblem.REVEALED]


@pytest.mark.full
def test_a_line_up_is_refused_with_all_that_speaks_against_it(teams: Teams) -> None:
    segment, director = teams.segment(), teams.cast.director
    seats = teams.seats(segment, 1)
    others = teams.seats(segment, 2)
    mixed = dict(zip(seats, [*list(seats.values())[:2], *list(others.values())[:2]], strict=True))

    def hand_in(side: int, wanted: LineUpSeats) -> Callable[[], Any]:
        return lambda: organise.hand_in_line_up(segment, teams.side(side), director, wanted)

    assert codes(hand_in(1, mixed)) == [LineUpProblem.NOT_A_MEMBER]
    assert codes(hand_in(1, {})) == [LineUpProblem.SEAT_EMPTY] * 4
    elsewhere = teams.side(1, teams.round.matches.get(number=2))
    refusals = codes(lambda: organise.hand_in_line_up(segment, elsewhere, director, seats))
    assert refusals == [LineUpProblem.NOT_YOURS]
    teams.reveal(segment)
    assert codes(hand_in(1, seats)) == [LineUpProblem.REVEALED]


@pytest.mark.full
def test_line_ups_are_revealed_when_both_are_in_and_nothing_is_played_before(teams: Teams) -> None:
    first, second = teams.segment(1), teams.segment(2)
    director = teams.cast.director
    teams.hand_in(first, 1)
    with pytest.raises(Refused) as refused:
        organise.reveal_line_ups(first, director)
    (problem,) = refused.value.problems
    assert (problem.code, dict(problem.values)) == (LineUpProblem.MISSING, {"team": "城北队"})
    teams.hand_in(first, 2)
    teams.hand_in(second, 1)
    teams.hand_in(second, 2)
    assert codes(lambda: organise.reveal_line_ups(second, director)) == [
        LineUpProblem.STILL_PLAYING
    ]
    organise.reveal_line_ups(first, director)
    assert codes(lambda: organise.reveal_line_ups(first, director)) == [LineUpProblem.REVEALED]
    assert codes(lambda: organise.reveal_line_ups(second, director)) == [
        LineUpProblem.STILL_PLAYING
    ]
    teams.play()
    organise.reveal_line_ups(second, director)


@pytest.mark.full
@pytest.mark.parametrize(
    ("order", "second"),
    [(Event.LineUpOrder.HOME_SECOND, 1), (Event.LineUpOrder.AWAY_SECOND, 2)],
)
def test_by_the_seating_right_one_side_hands_in_second_and_knows_the_other(
    db: None, order: str, second: int
) -> None:
    teams = teams_cast.assemble(line_up_order=order)
    segment, first = teams.segment(), 3 - second
    assert codes(lambda: teams.hand_in(segment, second)) == [LineUpProblem.OTHER_FIRST]
    side, seats = teams.side(first), teams.seats(segment, first)
    organise.hand_in_line_up(segment, side, CAPTAIN, seats)
    other = teams.seats(segment, first, shift=1)
    assert codes(lambda: organise.hand_in_line_up(segment, side, CAPTAIN, other)) == [
        LineUpProblem.FIXED
    ]
    # A button pressed twice, or an answer that was lost on the way, is no other line-up.
    assert organise.hand_in_line_up(segment, side, CAPTAIN, seats).version == 1
    knows, waits = (teams.side(number).entries.get() for number in (second, first))
    assert set(sealed_access.line_ups(segment, knows)) == {first}
    assert set(sealed_access.line_ups(segment, waits)) == {first}
    assert sealed_access.line_ups(segment) == {}
    # The desk may still mend a slip, until the other side has handed in.
    teams.hand_in(segment, first)
    teams.hand_in(segment, second)
    assert set(sealed_access.line_ups(segment, waits)) == {first}
    assert codes(lambda: teams.hand_in(segment, first)) == [LineUpProblem.FIXED]
    organise.reveal_line_ups(segment, teams.cast.director)


@pytest.mark.full
def test_who_is_late_plays_as_in_the_segment_before(teams: Teams) -> None:
    director, side = teams.cast.director, teams.side(1)
    first, second = teams.segment(1), teams.segment(2)

    def late(segment: Segment) -> LineUp:
        return organise.default_line_up(segment, side, director)

    assert codes(lambda: late(first)) == [LineUpProblem.NONE_BEFORE]
    teams.reveal(first, shift=1)
    teams.play()
    late(second)
    teams.hand_in(second, 2)
    organise.reveal_line_ups(second, director)
    of_home = Seat.objects.filter(side=side).order_by("sitting__room", "label")
    names = [
        list(of_home.filter(sitting__segment=segment).values_list("person__name", flat=True))
        for segment in (first, second)
    ]
    assert names[0] == names[1]
    assert "华清一" not in names[0]


@pytest.mark.full
def test_players_and_seats_change_between_segments_and_each_scores_for_the_team(
    teams: Teams,
) -> None:
    teams.reveal(teams.segment(1))
    teams.play()
    teams.reveal(teams.segment(2), shift=1)
    teams.play()
    who = set(Seat.objects.filter(side=teams.side(1)).values_list("person__name", flat=True))
    assert who == {f"华清{n}" for n in "一二三四五"}
    assert verification.verify(teams.cast.tournament) == []
    assert {row.competitor.name for row in event_record.standings(results.read(teams.event))} >= {
        "华清队",
        "城北队",
    }


def test_a_stand_in_of_the_round_can_be_named(teams: Teams) -> None:
    entry = teams.side(1).entries.get()
    organise.stand_in(entry, teams.cast.director, "替补", 2)
    assert "替补" not in line_up_state.players(entry, 1).values()
    assert "替补" in line_up_state.players(entry, 2).values()


@pytest.mark.databases
def test_no_row_of_a_line_up_can_be_changed_once_it_is_in(teams: Teams) -> None:
    teams.hand_in(teams.segment(), 1)
    other: dict[str, Any] = {"seats": [], "version": 9, "side_id": teams.side(2).pk}
    for column, value in other.items():
        with pytest.raises(IntegrityError), transaction.atomic():
            LineUp.objects.update(**{column: value})


@pytest.mark.full
@pytest.mark.databases
def test_a_line_up_is_revealed_once_and_for_all(teams: Teams) -> None:
    teams.reveal(teams.segment())
    with pytest.raises(IntegrityError), transaction.atomic():
        LineUp.objects.update(revealed_at=None)


@pytest.mark.full
def test_line_ups_are_looked_at_in_a_number_of_queries_that_does_not_grow(teams: Teams) -> None:
    with CaptureQueriesContext(connection) as asked:
        line_up_state.line_up_states(results.read(teams.round.event), teams.round)
    before = len(asked.captured_queries)
    teams.reveal(teams.segment())
    with CaptureQueriesContext(connection) as asked:
        line_up_state.line_up_states(results.read(teams.round.event), teams.round)
    assert len(asked.captured_queries) <= before + 2
