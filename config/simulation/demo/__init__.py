"""The club day in progress that `demo` shows, and the accounts to look at it with.

The main event is there before the first page with its first round published; while people look at
it, a job plays it and makes the others: the smaller events of the day, one of each form on the days
before it, and two official competitions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.db.models import F

from config.simulation.demo import accounts, club, club_day, entry_fees, official, season, shows
from config.simulation.demo.bringing import are_there
from config.simulation.demo.moments import Show
from tournaments.jobs import registry, tournament_filling
from tournaments.models import Event, User


def seed() -> None:
    """Make what the demo shows first; again is harmless, also after it was stopped half-way."""
    officials = _officials()
    club.ensure(officials[0])
    tournament = club_day.play([club_day.OPENING], officials, lambda: None)
    if not are_there(_shows()):
        tournament_filling.order(tournament.uid)


def play(_job: registry.Attempt, progress: registry.Progress, /) -> Callable[[], object]:
    """Make and play the events, or what is still missing of them. The handler of the job."""
    officials = _officials()
    steps = _Steps(progress, sum(show.steps for show in _shows()))
    tournament = club_day.play(club_day.EVENTS, officials, steps.done)
    entry_fees.take(tournament.events.get(name=club_day.MAIN.event.name), officials[1])
    season.make(officials[0], officials[1], steps.done)
    shows.make(officials[0], officials[1], steps.done)
    official.make(officials, steps.done)
    # The page of the tournament is made anew, now that its list of events is whole.
    shown = Event.objects.filter(tournament=tournament)
    return partial(shown.update, public_revision=F("public_revision") + 1)


def _shows() -> list[Show]:
    return [*club_day.EVENTS, *season.SHOWS, *shows.SHOWS, *official.SHOWS]


@dataclass(slots=True)
class _Steps:
    """Counts the steps that are done, for whoever waits for them."""

    progress: registry.Progress
    total: int
    count: int = 0

    def done(self) -> None:
        """Count one more."""
        self.count += 1
        self.progress(self.count, self.total)


def _officials() -> tuple[User, User, User]:
    users = {user.username: user for user in accounts.create()}
    return users["owner"], users["director"], users["referee"]


JOBS: Final[registry.Jobs] = {tournament_filling.KIND: play}
