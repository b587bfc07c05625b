"""The clock of a round: what it shows follows from its moves, in any order, and from the hour."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.structure.round_clock import (
    Clock,
    ClockMoment,
    ClockState,
    Move,
    MoveKind,
    after,
    clock_story,
    moved,
    over_since,
    possible,
    shown,
)

TEN = datetime(2026, 11, 21, 10, tzinfo=UTC)
HOUR = 3600
TABLES = (None, 1, 2)


def at(minutes: float) -> datetime:
    return TEN + timedelta(minutes=minutes)


def start(minutes: float = 0, seconds: int = HOUR) -> Move:
    return Move(MoveKind.START, at(minutes), seconds)


def pause(minutes: float) -> Move:
    return Move(MoveKind.PAUSE, at(minutes))


def resume(minutes: float) -> Move:
    return Move(MoveKind.RESUME, at(minutes))


def extend(minutes: float, seconds: int, table: int | None = None) -> Move:
    return Move(MoveKind.EXTEND, at(minutes), seconds, table)


def call(minutes: float) -> Move:
    return Move(MoveKind.CALL, at(minutes))


def test_before_its_start_a_clock_waits_with_the_whole_time() -> None:
    reading = shown(after([], timedelta(minutes=50)), at(1000))
    assert (reading.state, reading.seconds, reading.until) == (ClockState.WAITING, 3000, None)


def test_a_clock_that_runs_says_when_it_will_be_over() -> None:
    reading = shown(after([start()]), at(20))
    assert (reading.state, reading.seconds) == (ClockState.RUNNING, 2400)
    assert (reading.until, reading.no_new_deal) == (at(60), at(50))


def test_of_a_short_round_a_fifth_is_left_without_a_new_deal() -> None:
    assert shown(after([start(seconds=600)]), at(0)).no_new_deal == at(8)


def test_a_held_clock_stays() -> None:
    clock = after([start(), pause(20)])
    assert {shown(clock, at(later)).seconds for later in (20, 30, 1000)} == {2400}
    assert shown(clock, at(1000)).state == ClockState.HELD
    assert shown(moved(clock, resume(90)), at(100)).until == at(130)


def test_time_that_runs_out_is_called() -> None:
    reading = shown(after([start()]), at(60))
    assert (reading.state, reading.seconds, reading.until) == (ClockState.CALLED, 0, None)
    assert shown(after([start()]), at(60) - timedelta(milliseconds=1)).seconds == 1


def test_an_extension_of_one_table_is_its_own() -> None:
    clock = after([start(), extend(20, 300, table=2)])
    assert shown(clock, at(30), 2).seconds == 2100
    assert {shown(clock, at(30), table).seconds for table in (None, 1)} == {1800}
    assert clock.own == (2,)
    assert shown(clock, at(62), 1).state == ClockState.CALLED
    assert shown(clock, at(62), 2).state == ClockState.RUNNING


def test_an_extension_of_all_is_that_of_a_table_with_its_own_time_too() -> None:
    clock = after([start(), extend(20, 300, table=2), extend(25, 600)])
    assert [shown(clock, at(30), table).seconds for table in (None, 2)] == [2400, 2700]


def test_after_the_call_an_extension_runs_from_when_it_was_given() -> None:
    clock = after([start(), pause(10), call(20), extend(30, 120, table=1)])
    assert shown(clock, at(31)).state == ClockState.CALLED
    assert (shown(clock, at(31), 1).state, shown(clock, at(31), 1).seconds) == ("running", 60)


def test_the_call_of_time_is_for_every_table() -> None:
    clock = after([start(), extend(20, 300, table=2), call(30)])
    assert {shown(clock, at(30), table).state for table in TABLES} == {ClockState.CALLED}


def test_what_can_be_done_depends_on_what_the_clock_does() -> None:
    running, held = after([start()]), after([start(), pause(5)])
    extend_, call_ = MoveKind.EXTEND, MoveKind.CALL
    assert possible(after([]), at(0)) == {MoveKind.START}
    assert possible(running, at(6)) == {MoveKind.PAUSE, extend_, call_}
    assert possible(held, at(6)) == {MoveKind.RESUME, extend_, call_}
    assert possible(running, at(61)) == {extend_}


def test_a_clock_of_the_machine_that_was_set_back_takes_no_time_away() -> None:
    clock = after([start(), pause(10), resume(5)])
    assert shown(clock, at(0)).seconds == shown(clock, at(10)).seconds == 3000


def test_the_story_says_what_was_left_before_each_move() -> None:
    moves = [start(), pause(20), resume(30), extend(40, 300, table=2), call(50), pause(51)]
    story = clock_story(moves, at(100))
    assert [(moment.moment, moment.left) for moment in story] == [
        (ClockMoment.STARTED, 0),
        (ClockMoment.HELD, 2400),
        (ClockMoment.RESUMED, 2400),
        (ClockMoment.TABLE_EXTENDED, 1800),
        (ClockMoment.CALLED, 1200),
    ]


def test_the_story_says_when_the_time_of_the_hall_ran_out_by_itself() -> None:
    story = clock_story([start(), extend(70, 300)], at(80))
    assert [(moment.moment, moment.at) for moment in story] == [
        (ClockMoment.STARTED, at(0)),
        (ClockMoment.RAN_OUT, at(60)),
        (ClockMoment.EXTENDED, at(70)),
        (ClockMoment.RAN_OUT, at(75)),
    ]
    assert [moment.moment for moment in clock_story([start()], at(59))] == [ClockMoment.STARTED]


kinds = st.sampled_from(MoveKind)
gaps = st.floats(min_value=-10, max_value=40, allow_nan=False)


@st.composite
def any_moves(draw: st.DrawFn) -> list[Move]:
    """Moves in any order, some of them by a clock of the machine that was set back."""
    minutes = accumulate(draw(st.lists(gaps, max_size=12)))
    return [
        Move(
            draw(kinds),
            at(minute),
            draw(st.integers(1, 2 * HOUR)),
            draw(st.sampled_from(TABLES)),
        )
        for minute in minutes
    ]


def left(clock: Clock, now: datetime) -> list[int]:
    return [shown(clock, now, table).seconds for table in TABLES]


@pytest.mark.full
@given(any_moves(), st.floats(0, 600), st.floats(0, 600))
def test_time_only_goes_by_and_never_below_nothing(
    moves: list[Move], first: float, other: float
) -> None:
    clock = after(moves)
    earlier, later = (left(clock, at(minutes)) for minutes in sorted((first, other)))
    assert all(0 <= after_ <= before for before, after_ in zip(earlier, later, strict=True))


@pytest.mark.full
@given(any_moves(), st.floats(0, 600))
def test_only_what_is_possible_changes_a_clock(moves: list[Move], minutes: float) -> None:
    clock = after(moves)
    for kind in MoveKind:
        move = Move(kind, at(minutes), 60)
        is_possible = kind in possible(clock, move.at)
        assert (moved(clock, move) != clock) == is_possible


@pytest.mark.full
@given(any_moves(), st.floats(0, 600))
def test_no_move_but_extension_and_call_changes_the_time_that_is_left(
    moves: list[Move], minutes: float
) -> None:
    clock, now = after([start(-700), *moves]), at(minutes)
    for kind in (MoveKind.START, MoveKind.PAUSE, MoveKind.RESUME):
        assert left(moved(clock, Move(kind, now, 60)), now) == left(clock, now)
    longer = left(moved(clock, Move(MoveKind.EXTEND, now, 60)), now)
    assert longer == [before + 60 for before in left(clock, now)]


@pytest.mark.full
@given(any_moves(), st.floats(0, 600))
def test_who_knows_the_hour_and_what_was_shown_need_not_ask_again(
    moves: list[Move], minutes: float
) -> None:
    clock, now = after(moves), at(minutes)
    for table in TABLES:
        reading = shown(clock, now, table)
        assert (reading.until is not None) == (reading.state == ClockState.RUNNING)
        if reading.until:
            last = shown(clock, reading.until - timedelta(milliseconds=500), table)
            over = shown(clock, reading.until, table)
            assert (last.seconds, over.state) == (1, ClockState.CALLED)


@pytest.mark.full
@given(any_moves(), st.integers(1, 11))
def test_a_move_that_was_sent_twice_counts_once_unless_it_extends(
    moves: list[Move], place: int
) -> None:
    twice = [*moves[:place], *moves[place : place + 1] * 2, *moves[place + 1 :]]
    if place < len(moves) and moves[place].kind != MoveKind.EXTEND:
        assert after(moves) == after(twice)


def test_it_is_known_since_when_no_time_is_left() -> None:
    assert over_since([start()], at(59)) is None
    assert over_since([start()], at(90)) == at(60)
    called = [start(), call(20), extend(25, 600, table=2)]
    assert [over_since(called, at(30), table) for table in TABLES] == [at(20), at(20), None]
    assert over_since(called, at(90), 2) == at(35)
    assert over_since([start(), pause(30)], at(1000)) is None
    assert over_since([start(), extend(70, 300)], at(80)) == at(75)
    assert over_since([], at(10)) is None


@pytest.mark.full
@given(st.lists(st.sampled_from([start(), pause(10), resume(20), extend(25, 600, 1), call(40)])))
def test_no_time_is_left_exactly_where_the_clock_says_that_it_is_called(moves: list[Move]) -> None:
    moves = sorted(moves, key=lambda move: move.at)
    clock = after(moves)
    for table in TABLES:
        is_over = shown(clock, at(50), table).state == ClockState.CALLED
        assert (over_since(moves, at(50), table) is not None) == is_over
