"""Attempts are counted before they are compared, each of them, also those of one moment."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from config.serving.worker_steps import AttemptPruner
from tests.referee.sheets.test_races import together
from tournaments.models import AttemptCount
from tournaments.system import attempts
from tournaments.system.attempts import AttemptLimit

THREE = AttemptLimit("tests", most=3, seconds=60)


def end_all() -> None:
    """Let the time of every counter be over."""
    AttemptCount.objects.update(ends_at=timezone.now() - timedelta(seconds=1))


@pytest.mark.databases
def test_so_many_may_be_compared_and_no_more(db: None) -> None:
    assert [THREE.begin() for _ in range(5)] == [True, True, True, False, False]
    assert AttemptLimit("others", most=3, seconds=60).begin()
    assert AttemptLimit("tests", most=3, seconds=60, subject="a-table").begin()
    assert AttemptLimit("tests", most=3, seconds=60, origin="10.0.0.1").begin()


def test_an_attempt_that_was_right_makes_room_for_one_other(db: None) -> None:
    for _ in range(3):
        THREE.begin()
    THREE.take_back()
    assert [THREE.begin(), THREE.begin()] == [True, False]


@pytest.mark.databases
def test_a_subject_is_cleared_while_an_attempt_at_it_is_counted(transactional_db: None) -> None:
    near = AttemptLimit("near", most=9, seconds=60, subject="table", origin="10.0.0.1")
    whole = AttemptLimit("whole", most=9, seconds=60, subject="table")
    assert whole.begin()
    assert near.begin()
    is_counted, is_cleared = threading.Event(), threading.Event()

    def counts() -> bool:
        with transaction.atomic():
            counted = near.begin()
            is_counted.set()
            # As long as somebody who took the counters in another order would need for the other.
            is_cleared.wait(0.5)
            return whole.begin() and counted

    def clears() -> bool:
        is_counted.wait(20)
        attempts.clear(subject="table")
        is_cleared.set()
        return True

    assert together(counts, clears) == [True, True]


def test_what_was_not_compared_is_not_counted(db: None) -> None:
    for _ in range(9):
        THREE.begin()
    assert (THREE.used, THREE.is_spent) == (3, True)
    THREE.take_back()
    assert THREE.begin()


def test_a_count_whose_time_is_over_begins_anew(db: None) -> None:
    for _ in range(3):
        THREE.begin()
    end_all()
    assert (THREE.used, THREE.is_spent) == (0, False)
    THREE.take_back()
    assert [THREE.begin() for _ in range(4)] == [True, True, True, False]


def test_a_count_that_is_gone_is_taken_back_all_the_same(db: None) -> None:
    THREE.begin()
    THREE.forget()
    THREE.take_back()
    assert [THREE.begin() for _ in range(4)] == [True, True, True, False]


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_no_more_are_compared() -> None:
    assert sorted(together(*[THREE.begin] * 8)) == [False] * 5 + [True] * 3
    end_all()
    assert sorted(together(*[THREE.begin] * 8)) == [False] * 5 + [True] * 3


def test_the_counters_of_one_subject_are_cleared_alone(db: None) -> None:
    limits = [AttemptLimit(kind, 1, 60, subject) for kind in ("a", "b") for subject in ("x", "y")]
    for limit in limits:
        limit.begin()
    attempts.clear("a", subject="x")
    assert [limit.used for limit in limits] == [0, 1, 1, 1]
    attempts.clear(subject="y")
    assert [limit.used for limit in limits] == [0, 0, 1, 0]


def test_a_step_of_the_worker_removes_the_counters_whose_time_is_over(db: None) -> None:
    THREE.begin()
    end_all()
    AttemptLimit("others", most=3, seconds=60).begin()
    AttemptPruner(None).take_turn()
    assert list(AttemptCount.objects.values_list("kind", flat=True)) == ["others"]


@pytest.mark.databases
def test_an_address_that_is_too_long_is_counted_all_the_same(db: None) -> None:
    long = AttemptLimit("tests", most=1, seconds=60, origin="f" * 200)
    assert [long.begin(), long.begin()] == [True, False]
    attempts.remember("tests-right", "x", "f" * 200, 60)
