"""The numbers of a movement in play: free, left, waited for and taken."""

from __future__ import annotations

import pytest

from tests.cast import Cast
from tests.tournaments.drawing import boards_cast, next_round
from tests.tournaments.organise.drawn.test_board_conditions import entry, reasons
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.models import (
    DrawMethod,
    Entry,
    EntryState,
    Round,
    RoundState,
)
from tournaments.organise.drawing import board_places


@pytest.fixture
def moving(db: None) -> Cast:
    """A Mitchell of six pairs after its first round."""
    cast = boards_cast(6, DrawMethod.MITCHELL)
    next_round(cast)
    return cast


def leave(cast: Cast, number: int) -> None:
    organise.withdraw_entry(entry(cast, number), cast.director, after_round=1)


def come(cast: Cast, name: str) -> Entry:
    return organise.add_entries(cast.event, cast.director, [[f"{name}甲", f"{name}乙"]])[0]


@pytest.mark.full
def test_a_movement_takes_as_many_as_have_left(moving: Cast) -> None:
    cast = moving
    assert reasons(board_places.full_problems(cast.event, 0)) == []
    assert reasons(board_places.full_problems(cast.event, 1)) == [Reason.MOVEMENT_FULL]
    leave(cast, 2)
    assert reasons(board_places.full_problems(cast.event, 1)) == []
    assert reasons(board_places.full_problems(cast.event, 2)) == [Reason.MOVEMENT_FULL]
    late = come(cast, "迟")
    assert reasons(board_places.full_problems(cast.event, 0)) == []
    assert reasons(board_places.full_problems(cast.event, 1)) == [Reason.MOVEMENT_FULL]
    Entry.objects.filter(pk=late.pk).update(state=EntryState.WITHDRAWN)
    assert reasons(board_places.full_problems(cast.event, 1)) == []


@pytest.mark.full
def test_late_arrivals_wait_for_the_numbers_of_those_who_left(moving: Cast) -> None:
    cast = moving
    leave(cast, 2)
    late = come(cast, "迟")

    def found(*numbers: int) -> list[str]:
        return reasons(board_places.late_arrival_problems(cast.event, numbers))

    assert found(1, 3) == found(late.number) == []
    assert found(late.number, 99) == [Reason.MOVEMENT_FULL]
    Entry.objects.filter(pk=late.pk).update(state=EntryState.CHECKED_IN)
    assert found(late.number) == []
    assert found(99) == [Reason.MOVEMENT_FULL]
    Entry.objects.filter(event=cast.event).update(state=EntryState.CHECKED_IN)
    assert found(1, 3) == []


@pytest.mark.full
def test_who_comes_late_is_told_whose_number_is_free(moving: Cast) -> None:
    cast = moving
    assert board_places.next_places(cast.event) == {}
    leave(cast, 4)
    leave(cast, 2)
    late, later = come(cast, "迟"), come(cast, "晚")
    assert board_places.next_places(cast.event) == {late.number: 2, later.number: 4}
    Entry.objects.filter(pk=late.pk).update(state=EntryState.WITHDRAWN)
    assert board_places.next_places(cast.event) == {later.number: 2}


@pytest.mark.full
def test_a_free_number_of_an_odd_field_is_taken_first(db: None) -> None:
    cast = boards_cast(5, DrawMethod.HOWELL)
    next_round(cast)
    assert reasons(board_places.full_problems(cast.event, 1)) == []
    assert reasons(board_places.full_problems(cast.event, 2)) == [Reason.MOVEMENT_FULL]
    late = come(cast, "迟")
    assert board_places.next_places(cast.event) == {late.number: 0}


@pytest.mark.full
def test_a_number_is_taken_once_another_has_played_by_it(moving: Cast) -> None:
    cast = moving
    leave(cast, 2)
    assert board_places.taken_number_problems(entry(cast, 2)) == []
    late = come(cast, "迟")
    assert board_places.taken_number_problems(entry(cast, 2)) == []
    next_round(cast)
    (problem,) = board_places.taken_number_problems(entry(cast, 2))
    assert dict(problem.values) == {"number": 2, "by": late.number}
    for number in (1, 3, late.number):
        assert board_places.taken_number_problems(entry(cast, number)) == []


@pytest.mark.full
def test_without_a_movement_in_play_every_number_is_free(cast: Cast) -> None:
    assert board_places.full_problems(cast.event, 99) == []
    assert board_places.late_arrival_problems(cast.event, [1]) == []
    assert board_places.next_places(cast.event) == {}
    assert board_places.taken_number_problems(entry(cast, 1)) == []
    cast.round_in_play()
    assert board_places.full_problems(cast.event, 99) == []
    assert board_places.taken_number_problems(entry(cast, 1)) == []


@pytest.mark.full
def test_a_movement_that_was_withdrawn_fills_nothing(moving: Cast) -> None:
    Round.objects.filter(event=moving.event).update(state=RoundState.CANCELLED)
    assert board_places.full_problems(moving.event, 99) == []
