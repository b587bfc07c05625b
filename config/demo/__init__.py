"""The club day in progress that `demo` shows, and the accounts to look at it with.

The main event is there before the first page; a job makes the others once people look at it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from config.demo import accounts, club_day
from tournaments.jobs import queue, registry
from tournaments.models import User

OTHERS: Final = "demo_events"


def register() -> None:
    """Do the job that makes the other events."""
    registry.register(OTHERS, make_others)


def seed() -> None:
    """Make what the demo shows first; again is harmless, also after it was stopped half-way."""
    people = _people()
    club_day.play_main(*people)
    if club_day.lacks_others():
        queue.enqueue(OTHERS, {}, key=OTHERS)


def make_others(_job: registry.Attempt, progress: registry.Progress, /) -> Callable[[], object]:
    """Make the other events, or what is still missing of them: the handler of the job."""
    club_day.play_others(*_people(), progress)
    return lambda: None


def _people() -> tuple[User, User, User]:
    users = {user.username: user for user in accounts.create()}
    return users["owner"], users["director"], users["referee"]
