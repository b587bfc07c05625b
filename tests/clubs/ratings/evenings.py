"""A club with ratings, and finished evenings of it."""

from __future__ import annotations

from datetime import date
from unittest.mock import patch

from clubs.ratings import making, model, ordering
from tests.cast import PLAYERS, Cast
from tests.kept_worlds import kept
from tournaments import organise
from tournaments.jobs.models import Job
from tournaments.models import ClubFeature, Event, Person, RatingRun


def switch_on(cast: Cast) -> None:
    """Let the club use ratings, and make members of all who play."""
    organise.set_features(cast.club, cast.director, [ClubFeature.RATINGS])
    Person.objects.filter(club=cast.club).update(guest=False)


def finish(cast: Cast) -> Event:
    """Play a round of the event to its end and finish it."""
    cast.closed_round()
    Event.objects.filter(pk=cast.event.pk).update(rounds_planned=1)
    cast.event.refresh_from_db()
    organise.finish_event(cast.event, cast.director)
    return cast.event


def another(cast: Cast, on: date) -> Cast:
    """The same players on another evening, nothing drawn yet."""
    tournament = organise.create_tournament(
        cast.club, cast.director, name=f"{on}", starts_on=on, time_zone="Asia/Shanghai"
    )
    plan = organise.EventPlan("个人赛", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[name] for name in PLAYERS])
    return Cast(cast.club, cast.alice, cast.bob, cast.charlie, tournament, event)


@kept
def two_rated(cast: Cast) -> None:
    """Play two evenings, a week apart, and rate them."""
    switch_on(cast)
    finish(cast)
    finish(another(cast, date(2026, 11, 28)))
    making.update(cast.club)


def rate_anew(cast: Cast) -> RatingRun:
    """Rate everything from the first event on, as the program does after a change of its model."""
    with patch.object(model, "VERSION", "openskill 99"):
        [run] = making.update(cast.club)
    return run


def work_off(cast: Cast) -> int:
    """Do the jobs that were ordered, and return how many these were."""
    jobs = Job.objects.filter(kind=ordering.KIND, about=cast.club.uid)
    count = jobs.count()
    if count:
        making.update(cast.club)
    jobs.delete()
    return count
