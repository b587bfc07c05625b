"""The club day in progress that `demo` shows, and the accounts to look at it with.

The main event is there before the first page; a job makes the others while people look at it: the
smaller events of the day, and one of each form on the days before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from django.db.models import F

from config.simulation.demo import accounts, club_day, shows
from tournaments.jobs import registry, tournament_filling
from tournaments.models import Event, User


def register() -> None:
    """Register the job that makes the other events."""
    registry.register(tournament_filling.KIND, make_others)


def seed() -> None:
    """Make what the demo shows first; again is harmless, also after it was stopped half-way."""
    tournament = club_day.play_main(*_people())
    if club_day.lacks_others() or not shows.is_whole():
        tournament_filling.order(tournament.uid)


def make_others(_job: registry.Attempt, progress: registry.Progress, /) -> Callable[[], object]:
    """Make the other events, or what is still missing of them. The handler of the job."""
    owner, director, referee = _people()
    steps = _Steps(progress)
    tournament = club_day.play_others(owner, director, referee, steps.done)
    shows.make(owner, director, steps.done)
    # The page of the tournament is made anew, now that its list of events is whole.
    shown = Event.objects.filter(tournament=tournament)
    return partial(shown.update, public_revision=F("public_revision") + 1)


@dataclass(slots=True)
class _Steps:
    """Counts the rounds that are there, for whoever waits for them."""

    progress: registry.Progress
    count: int = 0

    def done(self) -> None:
        """Count one more."""
        self.count += 1
        self.progress(self.count, club_day.STEPS + shows.STEPS)


def _people() -> tuple[User, User, User]:
    users = {user.username: user for user in accounts.create()}
    return users["owner"], users["director"], users["referee"]
