"""Tournaments that a job fills with events, such as the demo, and their progress.

Pages show the progress, because the events of such a tournament are still incomplete.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from django.db.models import OuterRef, Subquery
from django.db.models.expressions import Combinable

from tournaments.jobs import queue
from tournaments.jobs.models import Job, JobState

KIND: Final = "fill_tournament"
COLUMNS: Final = ("done", "total", "state")


@dataclass(frozen=True, slots=True)
class Filling:
    """The progress of a tournament that is being filled; `total` is 0 before it has begun."""

    tournament: str
    done: int
    total: int
    failed: bool


def order(tournament: str) -> Job:
    """Queue the job that fills a tournament; a second call returns the same job."""
    return queue.enqueue(KIND, {}, key=f"{KIND}:{tournament}", about=tournament)


def fillings_of(tournaments: Iterable[str]) -> dict[str, Filling]:
    """Return the running or failed fillings of these tournaments, by uid."""
    jobs = Job.objects.filter(kind=KIND, about__in=list(tournaments)).order_by("pk")
    latest = {job.about: job for job in jobs}
    return {
        uid: Filling(uid, job.done, job.total, job.state == JobState.FAILED)
        for uid, job in latest.items()
        if job.state != JobState.DONE
    }


class WithFilling(Protocol):
    """A row of a tournament fetched with `columns`; without a job there are no numbers."""

    uid: str
    filling_done: int
    filling_total: int
    filling_state: str | None


def columns() -> dict[str, Combinable]:
    """Return the annotations of a query of tournaments that `filling_of` reads without another
    query.
    """
    latest = Job.objects.filter(kind=KIND, about=OuterRef("uid")).order_by("-pk")
    return {f"filling_{name}": Subquery(latest.values(name)[:1]) for name in COLUMNS}


def filling_of(row: WithFilling) -> Filling | None:
    """Return the running or failed filling of a tournament."""
    if row.filling_state is None or row.filling_state == JobState.DONE:
        return None
    is_failed = row.filling_state == JobState.FAILED
    return Filling(row.uid, row.filling_done, row.filling_total, is_failed)
