"""The model of ratings: what a game does to those who play it."""

from __future__ import annotations

from itertools import permutations

import pytest

from clubs.ratings.model import GameSide, rate_event
from clubs.ratings.values import BEGINNING, PROVISIONAL_BELOW, UNIT, Value

STRONG = Value(30 * UNIT, 4 * UNIT, 30)
WEAK = Value(20 * UNIT, 4 * UNIT, 30)


def alone(*places: int) -> tuple[GameSide, ...]:
    """A table where the persons 1, 2, … have these places."""
    return tuple(GameSide(place, (person,)) for person, place in enumerate(places, start=1))


def test_the_first_gains_what_the_last_loses_and_the_middle_is_symmetrical() -> None:
    after = rate_event({}, [alone(1, 2, 3, 4)])
    changes = [after[person].mean - BEGINNING.mean for person in (1, 2, 3, 4)]
    assert changes == [-change for change in reversed(changes)]
    assert changes == sorted(changes, reverse=True)
    assert {value.deviation < BEGINNING.deviation for value in after.values()} == {True}


def test_equals_in_the_middle_neither_gain_nor_lose() -> None:
    after = rate_event({}, [alone(1, 2, 2, 4)])
    assert (after[2].mean, after[3].mean) == (BEGINNING.mean, BEGINNING.mean)
    assert {value.mean for value in rate_event({}, [alone(1, 1, 1, 1)]).values()} == {
        BEGINNING.mean
    }


def test_a_draw_favours_the_weaker() -> None:
    after = rate_event({1: STRONG, 2: WEAK}, [alone(1, 1)])
    assert after[1].mean < STRONG.mean
    assert after[2].mean > WEAK.mean


def test_beating_the_stronger_is_worth_more() -> None:
    sides = GameSide(1, (1,)), GameSide(2, (2,))
    against_weak = rate_event({2: WEAK}, [sides])[1].mean
    against_strong = rate_event({2: STRONG}, [sides])[1].mean
    assert against_strong > against_weak > BEGINNING.mean


@pytest.mark.parametrize("places", [(1, 2, 2, 4), (1, 2, 3, 4, 5), (2, 1, 3)])
def test_the_order_in_which_sides_are_named_changes_nothing(places: tuple[int, ...]) -> None:
    values = {1: STRONG, 2: WEAK, 3: BEGINNING}
    results = [rate_event(values, [order]) for order in permutations(alone(*places))]
    assert all(result == results[0] for result in results)


def test_a_larger_side_is_not_stronger_by_its_number() -> None:
    few = GameSide(1, (1, 2, 3, 4))
    many = GameSide(1, (5, 6, 7, 8, 9, 10))
    after = rate_event({}, [(few, many)])
    assert {value.mean for value in after.values()} == {BEGINNING.mean}
    assert len(after) == 10


def test_a_side_of_guests_is_left_out_and_a_guest_beside_a_member_has_no_value() -> None:
    guests = GameSide(1, (None, None)), GameSide(2, (1, 2))
    assert rate_event({}, [guests]) == {}
    mixed = GameSide(1, (1, None)), GameSide(2, (2, 3))
    after = rate_event({}, [mixed])
    assert sorted(after) == [1, 2, 3]
    assert after[1].mean > BEGINNING.mean > after[2].mean
    three = GameSide(1, (None,)), GameSide(2, (1,)), GameSide(3, (2,))
    assert rate_event({}, [three]) == rate_event({}, [three[1:]])


def test_games_are_counted_and_few_are_provisional() -> None:
    after = rate_event({1: STRONG}, [alone(1, 2), alone(2, 1)])
    assert (after[1].games, after[2].games) == (32, 2)
    assert (after[1].is_provisional, after[2].is_provisional) == (False, True)
    assert Value(0, 0, PROVISIONAL_BELOW).is_provisional is False


def test_a_later_game_is_rated_from_the_earlier_one() -> None:
    once = rate_event({}, [alone(1, 2)])
    twice = rate_event({}, [alone(1, 2), alone(1, 2)])
    assert once[1].mean < twice[1].mean < once[1].mean + (once[1].mean - BEGINNING.mean)
