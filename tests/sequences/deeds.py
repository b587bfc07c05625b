"""What nobody at a page does: the hour strikes, and the program goes on by itself."""

from __future__ import annotations

from datetime import timedelta
from typing import Final
from unittest import mock

from django.utils import timezone

from tests.sequences.sequence import Sequence
from tests.sequences.world import Who
from tournaments.jobs import queue
from tournaments.jobs.models import Job, JobState
from tournaments.official import job, ordering

NOTICE: Final = timedelta(hours=12)
"""After so long every period is over."""


def notice_over(sequence: Sequence) -> None:
    """The periods of a final result are over, and its job is done."""
    due = Job.objects.filter(kind=ordering.KIND, state=JobState.QUEUED)
    job = due.order_by("pk").first()
    if job is not None:
        uid = job.uid
        sequence.deed(ordering.KIND, Who.PROGRAM, lambda: _do(uid))


def _do(uid: str) -> None:
    later = timezone.now() + NOTICE
    with mock.patch.object(timezone, "now", return_value=later):
        attempt = queue.claim(uid)
        if attempt is not None:
            queue.finish(attempt, job.make(attempt, lambda _done, _total: None))
