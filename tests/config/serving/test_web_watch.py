"""How long a web server may be silent: longer while it starts, and longest while it works at it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import pytest

from config.serving import web_watch
from config.serving.processes import Child
from config.serving.web_watch import AT_FIRST, SILENT, STARTS_WITHIN, WORKS, Silence
from tests.until import until


def questions(silence: Silence, used: Iterable[float], now: float = 0.0) -> list[bool]:
    """Whether it is too long after each question that is not answered."""
    told = []
    for seconds in used:
        silence.note(answered=False, used=seconds, now=now)
        told.append(silence.is_too_long)
    return told


def working(questions: int) -> list[float]:
    return [1.01 * WORKS * (number + 1) for number in range(questions)]


def test_one_that_has_answered_may_leave_two_questions_and_not_three() -> None:
    silence = Silence(now=0)
    silence.note(answered=True, used=0, now=0)
    assert questions(silence, working(SILENT)) == [False, False, True]
    silence.note(answered=True, used=0, now=0)
    assert not silence.is_too_long


def test_one_that_starts_may_leave_more() -> None:
    told = questions(Silence(now=0), [0.0] * (AT_FIRST + SILENT))
    assert told == [False] * (AT_FIRST + SILENT - 1) + [True]


def test_one_that_works_at_its_start_is_waited_for() -> None:
    silence = Silence(now=0)
    assert not any(questions(silence, working(10 * AT_FIRST), now=STARTS_WITHIN - 1))
    used = working(10 * AT_FIRST)[-1]
    less = WORKS * 0.99
    told = questions(silence, [used + less * n for n in range(1, AT_FIRST + SILENT + 1)])
    assert told[-1], "who only looks now and then does not work"


@pytest.mark.parametrize(
    ("now", "is_too_long"), [(STARTS_WITHIN, False), (STARTS_WITHIN + 1, True)]
)
def test_nobody_is_waited_for_for_ever(now: float, is_too_long: bool) -> None:
    told = questions(Silence(now=0), working(AT_FIRST + SILENT), now=now)
    assert told[-1] == is_too_long


def test_a_new_process_begins_anew() -> None:
    silence = Silence(now=0)
    silence.note(answered=True, used=9, now=0)
    assert questions(silence, working(SILENT))[-1]
    silence.begin_anew(now=1000)
    assert not silence.is_too_long
    assert not any(questions(silence, working(AT_FIRST * 2), now=1000 + STARTS_WITHIN))


@pytest.mark.skipif(sys.platform != "linux", reason="the system tells it in /proc")
@pytest.mark.full
def test_a_child_tells_what_it_used_of_the_processor() -> None:
    child = Child("one", ("-c", "while True: pass"), os.environ)
    assert child.seconds_used() == 0
    child.start()
    try:
        until(lambda: child.seconds_used() > web_watch.WORKS)
    finally:
        child.kill()
        until(lambda: child.ended() is not None)
    assert child.seconds_used() == 0
