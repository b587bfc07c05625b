"""What the tests of jobs do again and again."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from tournaments.jobs import claims
from tournaments.jobs.models import Job
from tournaments.jobs.registry import Attempt

KIND = "tests.work"


def claimed(job: Job) -> Attempt:
    attempt = claims.claim(job.uid)
    assert attempt is not None
    return attempt


def now(job: Job) -> Job:
    job.refresh_from_db()
    return job


def let_the_lease_run_out(job: Job) -> None:
    """As if its worker had not been heard for as long as it was given."""
    Job.objects.filter(pk=job.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
