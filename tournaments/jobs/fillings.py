"""Tournaments that a job fills with events, as that of the demo: how far it is.

Whoever looks at such a tournament sees events that are not whole yet, and is told so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from tournaments.jobs import queue
from tournaments.jobs.models import Job, JobState

KIND: Final = "fill_tournament"


@dataclass(frozen=True, slots=True)
class Filling:
    """A tournament, by its uid, that is being filled; `total` is 0 until that has begun."""

    tournament: str
    done: int
    total: int
    failed: bool


def order(tournament: str) -> Job:
    """Have a tournament filled by a worker; again is harmless."""
    return queue.enqueue(KIND, {}, key=f"{KIND}:{tournament}", about=tournament)


def of(tournaments: Iterable[str]) -> dict[str, Filling]:
    """Return what is being filled, or could not be, of these tournaments, by their uids."""
    jobs = Job.objects.filter(kind=KIND, about__in=list(tournaments)).order_by("pk")
    latest = {job.about: job for job in jobs}
    return {
        uid: Filling(uid, job.done, job.total, job.state == JobState.FAILED)
        for uid, job in latest.items()
        if job.state != JobState.DONE
    }
