"""Orders the job that updates the ratings of a club, after every change that may affect them.

The job itself finds what has changed, so that a superfluous order costs a few queries.
"""

from __future__ import annotations

from typing import Final

from clubs.ratings import making
from tournaments.jobs import queue, registry
from tournaments.jobs.models import LIVE, Job
from tournaments.jobs.registry import Attempt, Effect, Progress
from tournaments.models import Club, ClubFeature
from tournaments.record.audit import Change, Verb
from tournaments.record.club_log import ClubChange

KIND: Final = "make_ratings"
OF_STATES: Final = frozenset(
    {
        Verb.FINISH_EVENT,
        Verb.REOPEN_EVENT,
        Verb.DELETE_EVENT,
        Verb.DELETE_TOURNAMENT,
        Verb.CHANGE_TOURNAMENT,
        Verb.CHANGE_EVENT,
    }
)
"""The changes that say which events are rated, and in what order."""
OF_PERSONS: Final = frozenset({Verb.ADD_MEMBERS, Verb.MERGE_MEMBERS, Verb.SPLIT_MEMBER})
"""The changes that say as whom somebody is rated; fees and accounts order nothing."""


def make(job: Attempt, _progress: Progress, /) -> Effect:
    """Update the ratings of the club of a job. The handler; its effect does nothing.

    A change of a club is never a part of a larger one, and repeating it is harmless.
    """
    club = Club.objects.get(uid=job.about)
    if club.uses(ClubFeature.RATINGS):
        making.update(club)
    return _nothing


def follow_tournament(made: Change) -> None:
    """Order the ratings after a change of a tournament that is rated or may be."""
    if made.verb in OF_STATES or made.finished:
        _order(made.tournament.club, f"{made.tournament.uid}:{made.seq}")


def follow_club(made: ClubChange) -> None:
    """Order the ratings after a change of the register, or when they are switched on."""
    if made.verb == Verb.SET_FEATURES:
        _enqueue(made.club, f"{made.club.uid}:{made.seq}")
    elif made.verb in OF_PERSONS:
        _order(made.club, f"{made.club.uid}:{made.seq}")


def is_ordered(club: Club) -> bool:
    """Whether an update of the ratings of a club is queued or running."""
    return Job.objects.filter(kind=KIND, about=club.uid, state__in=LIVE).exists()


def _order(club: Club, change: str) -> None:
    if club.uses(ClubFeature.RATINGS):
        _enqueue(club, change)


def _enqueue(club: Club, change: str) -> None:
    """Order the job under its own key, because a running one may have read earlier data."""
    queue.enqueue(KIND, {}, key=f"{KIND}:{change}", about=club.uid)


def _nothing() -> None:
    """Leave the job without any effect."""


JOBS: Final[registry.Jobs] = {KIND: make}
