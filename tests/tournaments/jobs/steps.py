"""Steps that several tests of jobs share."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tournaments.jobs import queue
from tournaments.jobs.models import Document, Job
from tournaments.jobs.registry import Attempt

KIND = "tests.work"


def claimed(job: Job) -> Attempt:
    attempt = queue.claim(job.uid)
    assert attempt is not None
    return attempt


def now(job: Job) -> Job:
    job.refresh_from_db()
    return job


def let_the_lease_run_out(job: Job) -> None:
    """Set the lease of a job into the past, as if its worker had died."""
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def leave_a_row() -> None:
    """Add a row, as an effect without a key does: a second one would show."""
    Document.objects.create(kind="row", input_digest="d", content=b"")
