"""Ratings that are made again: by the same model to the last digit, by another, and at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.members import merging, register
from clubs.members.register import MemberData
from clubs.ratings import making, model, ordering
from clubs.ratings.runs import rated_events
from clubs.ratings.values import BEGINNING, Value
from tests.cast import Cast
from tests.clubs.ratings.evenings import another, finish, rate_anew, switch_on, work_off
from tests.clubs.ratings.test_making import correct, is_the_same_again, ratings
from tournaments import organise
from tournaments.jobs.models import Job
from tournaments.models import (
    Event,
    Person,
    RatingRun,
    RatingStep,
)

GAME = "gongzhu"
EARLIER, LATER, LAST = date(2026, 11, 14), date(2026, 11, 28), date(2026, 12, 5)


@pytest.mark.nightly
def test_made_again_from_the_first_event_every_digit_is_the_same(cast: Cast) -> None:
    """Over corrections, a finish taken back, members merged and parted, an event of before."""
    switch_on(cast)
    evenings = [finish(cast), *(finish(another(cast, on)) for on in (LATER, LAST))]
    club, director = cast.club, cast.director
    # Of the register, and not yet of any event.
    [kept] = register.add_members(club, director, [MemberData("甲甲")])
    double = Person.objects.get(name="甲")

    def reopen_and_finish() -> None:
        organise.reopen_event(evenings[1], director)
        is_as_made_again(cast)
        evenings[1].refresh_from_db()
        organise.finish_event(evenings[1], director)

    acts: list[Callable[[], object]] = [
        lambda: None,
        lambda: correct(cast),
        lambda: merging.merge(club, director, kept, double),
        lambda: finish(another(cast, EARLIER)),
        reopen_and_finish,
        lambda: merging.split(club, director, double),
        lambda: merging.blank(club, director, Person.objects.get(name="乙")),
    ]
    seen = set()
    for act in acts:
        act()
        is_as_made_again(cast)
        seen.add(tuple(sorted(standing_steps(cast))))
    # A finish taken back and given again, and a blanked name, leave the ratings as they were.
    assert len(seen) == len(acts) - 2
    before = standing_steps(cast)
    assert rate_anew(cast).start == 0
    assert standing_steps(cast) == before, "stored as the same rows"


def is_as_made_again(cast: Cast) -> None:
    """The job makes the ratings; made again from nothing, every digit is the same."""
    work_off(cast)
    assert is_the_same_again(cast)


def standing_steps(cast: Cast) -> list[tuple[Any, ...]]:
    """Every stored digit of the steps that stand, in the order of play."""
    columns = ("mean_before", "deviation_before", "mean_after", "deviation_after")
    return [
        row
        for rated in rated_events(cast.club, GAME)
        for row in RatingStep.objects.filter(rated=rated.key)
        .order_by("person")
        .values_list("rated__event", "person", *columns, "games", "games_after")
    ]


@pytest.mark.full
@pytest.mark.parametrize("evenings", [1, 3])
def test_the_stored_steps_of_all_events_are_asked_for_once(cast: Cast, evenings: int) -> None:
    switch_on(cast)
    for number in range(evenings):
        finish(another(cast, LATER + timedelta(days=number)))
    making.update(cast.club)
    with CaptureQueriesContext(connection) as captured:
        assert is_the_same_again(cast)
    asked = [query["sql"].partition(" FROM ")[2].split()[0] for query in captured]
    assert asked.count(f'"{RatingStep._meta.db_table}"') == 1
    # The games, and the events in order: none is fetched again to be rated.
    assert asked.count(f'"{Event._meta.db_table}"') == 2


@pytest.mark.full
def test_another_model_makes_everything_again(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    switch_on(cast)
    finish(cast)
    making.update(cast.club)
    monkeypatch.setattr(model, "VERSION", "openskill 99")
    [run] = making.update(cast.club)
    assert (run.start, run.version) == (0, "openskill 99")
    assert making.update(cast.club) == []


@pytest.mark.full
def test_a_stored_digit_that_differs_is_named(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    switch_on(cast)
    finish(cast)
    rate = model.rate_event

    def one_off(*args: object) -> dict[int, Value]:
        values = rate(*args)  # type: ignore[arg-type]
        person = min(values)
        shifted = Value(values[person].mean + 1, values[person].deviation, values[person].games)
        return {**values, person: shifted}

    with monkeypatch.context() as patched:
        patched.setattr(model, "rate_event", one_off)
        making.update(cast.club)
    [difference] = making.differences(cast.club, GAME)
    assert difference.event == cast.event.uid
    assert difference.stored is not None
    assert difference.made is not None
    assert difference.stored[1].mean == difference.made[1].mean + 1
    assert difference.stored[0] == difference.made[0] == BEGINNING


@pytest.mark.full
@pytest.mark.databases
def test_two_runs_at_once_store_one(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    switch_on(cast)
    finish(cast)
    rate, others = making._rate, list[bool]()

    def meanwhile(*args: object) -> object:
        if not others:
            others.append(True)
            assert len(making.update(cast.club)) == 1
        return rate(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(making, "_rate", meanwhile)
    assert making.update(cast.club) == []
    assert RatingRun.objects.count() == 1
    assert RatingStep.objects.count() == 8


@pytest.mark.full
def test_a_correction_while_the_first_run_is_made_orders_the_next(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch_on(cast)
    finish(cast)
    rate, ordered = making._rate, list[int]()

    def meanwhile(*args: object) -> object:
        steps = rate(*args)  # type: ignore[arg-type]
        if not ordered:
            Job.objects.filter(kind=ordering.KIND).delete()
            correct(cast)
            ordered.append(Job.objects.filter(kind=ordering.KIND).count())
        return steps

    with monkeypatch.context() as patched:
        patched.setattr(making, "_rate", meanwhile)
        making.update(cast.club)
    assert ordered[0] > 0
    work_off(cast)
    assert len(ratings(cast)) == 4
    assert is_the_same_again(cast)
