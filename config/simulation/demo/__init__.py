"""The club day in progress of `demo`, and its accounts.

The main event exists before the first page, with its first round published; meanwhile a job plays
it and creates the others: the smaller events of the day, one of each form on the days before it,
and two official competitions.
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
    """Create what the demo shows first; repeating it is harmless, even after an interruption."""
    officials = _officials()
    club.ensure(officials[0])
    tournament = club_day.play([club_day.OPENING], officials, lambda: None)
    if not are_there(_shows()):
        tournament_filling.order(tournament.uid)


def play(_job: registry.Attempt, progress: registry.Progress, /) -> Callable[[], object]:
    """Create and play the events, or the missing ones. The handler of the job."""
    officials = _officials()
    steps = _Steps(progress, sum(show.steps for show in _shows()))
    tournament = club_day.play(club_day.EVENTS, officials, steps.done)
    entry_fees.take(tournament.events.get(name=club_day.MAIN.event.name), officials[1])
    season.make(officials[0], officials[1], steps.done)
    shows.make(officials[0], officials[1], steps.done)
    official.make(officials, steps.done)
    # The page of the tournament is rebuilt, now that its list of events is complete.
    shown = Event.objects.filter(tournament=tournament)
    return partial(shown.update, public_revision=F("public_revision") + 1)


def _shows() -> list[Show]:
    return [*club_day.EVENTS, *season.SHOWS, *shows.SHOWS, *official.SHOWS]


@dataclass(slots=True)
class _Steps:
    """Counts the completed steps, for the progress line."""

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
