"""The jobs and the documents that they make.

A `Job` row is the only state of a job; a message of the broker is just a signal. A
`Document` is stored in the database, because workers on several machines share no disk.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.models import Row

FIRST_RING_AGAIN = timedelta(seconds=3)


class JobState(models.TextChoices):
    """The state of a job; a failed one is not tried again."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Failure(models.TextChoices):
    """Why a job failed; handlers that refuse have further codes of their own."""

    CRASHED = "job_crashed"
    LOST = "job_lost"


LIVE = (JobState.QUEUED, JobState.RUNNING)


def _ring_again() -> datetime:
    return timezone.now() + FIRST_RING_AGAIN


class Job(Row):
    """A piece of work, its state, and the attempt that holds it until `lease_until`."""

    kind = models.CharField(max_length=60)
    payload = models.JSONField(default=dict)
    about = models.CharField(max_length=40, blank=True, default="")
    key = models.CharField(max_length=200, blank=True, default="")
    state = models.CharField(max_length=10, choices=JobState, default=JobState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    max_attempts = models.PositiveSmallIntegerField(default=5)
    due_at = models.DateTimeField(default=timezone.now)
    ring_at = models.DateTimeField(default=_ring_again)
    rings = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    error_code = models.CharField(max_length=60, blank=True, default="")
    error_text = models.TextField(blank=True, default="")
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=~Q(key="") & Q(state__in=LIVE), name="one_live_job_a_key"
            ),
            models.CheckConstraint(
                condition=~Q(state=JobState.RUNNING) | Q(lease_until__isnull=False),
                name="a_running_job_has_a_lease",
            ),
            models.CheckConstraint(
                condition=Q(state__in=LIVE) | Q(finished_at__isnull=False),
                name="an_ended_job_has_an_end",
            ),
        ]
        indexes = [
            models.Index(fields=["ring_at"], condition=Q(state__in=LIVE), name="live_jobs_by_ring"),
            models.Index(fields=["about", "kind"], name="jobs_about"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.uid} {self.state}"

    @property
    def is_live(self) -> bool:
        return self.state in LIVE


class Document(Row):
    """A finished file, identified by the digest of its input."""

    kind = models.CharField(max_length=60)
    language = models.CharField(max_length=10)
    input_digest = models.CharField(max_length=64)
    about = models.CharField(max_length=40, blank=True, default="")
    seq = models.PositiveBigIntegerField(default=0)
    title = models.CharField(max_length=200)
    file_name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=100)
    content = models.BinaryField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "language", "input_digest"], name="one_document_an_input"
            ),
        ]
        indexes = [models.Index(fields=["about", "kind"], name="documents_about")]

    def __str__(self) -> str:
        return f"{self.kind} {self.language} {self.uid}"
