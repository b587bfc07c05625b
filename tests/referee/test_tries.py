"""Tries are counted before they are looked at, each of them, also those of one moment."""

from __future__ import annotations

import pytest
from django.core.cache import cache

from referee import proofs
from referee.tries import Tries
from tests.referee.hall import Hall, Tablet
from tests.referee.test_proofs import asks_for, drawn, sent, wrong
from tests.referee.test_races import together
from tournaments import slips
from tournaments.models import Person, Tournament

pytestmark = pytest.mark.databases

THREE = Tries("tests", most=3, seconds=60)


def test_so_many_may_be_looked_at_and_no_more() -> None:
    assert [THREE.begin() for _ in range(5)] == [True, True, True, False, False]
    assert Tries("others", most=3, seconds=60).begin()


def test_a_try_that_was_right_makes_room_for_one_other() -> None:
    for _ in range(3):
        THREE.begin()
    THREE.forgive()
    assert [THREE.begin(), THREE.begin()] == [True, False]


def test_what_was_not_looked_at_is_not_counted() -> None:
    for _ in range(9):
        THREE.begin()
    THREE.forgive()
    assert THREE.begin()


def test_a_count_that_is_gone_is_forgiven_all_the_same() -> None:
    THREE.begin()
    cache.clear()
    THREE.forgive()
    assert [THREE.begin() for _ in range(4)] == [True, True, True, False]


def test_of_many_at_once_no_more_are_looked_at() -> None:
    assert sorted(together(*[THREE.begin] * 8)) == [False] * 5 + [True] * 3


def test_wrong_pins_of_one_moment_are_all_counted(
    hall: Hall, tablet: Tablet, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = asks_for(hall, "pin")
    pin = drawn(hall, event, "W").pin
    sheet = hall.sheet()
    tablet.submits(sheet)
    looked: list[str] = []
    is_pin = slips.is_pin

    def slow(tournament: Tournament, person: Person, said: str) -> bool:
        # While one is hashed others arrive.
        looked.append(said)
        if len(looked) < proofs.MOST_WRONG + 2:
            sent(tablet, hall.agreement(sheet), wrong(pin))
        return is_pin(tournament, person, said)

    monkeypatch.setattr(slips, "is_pin", slow)
    sent(tablet, hall.agreement(sheet), wrong(pin))
    assert len(looked) == proofs.MOST_WRONG
