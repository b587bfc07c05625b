"""Finds jobs whose signal was lost: jobs that wait too long, and jobs whose worker died.

It runs in a thread of every worker. Sweepers do not disturb each other: a job is
signalled by the one whose UPDATE moved its `ring_at`.
"""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path

from celery import current_app
from django.conf import settings
from django.utils import timezone

from tournaments.jobs import queue
from tournaments.jobs.models import FIRST_RING_AGAIN, Job
from tournaments.jobs.worker_thread import WorkerThread

AT_ONCE = 100
SELDOMEST = timedelta(seconds=60)
PRUNE_EVERY = 60.0
KEEP_MESSAGES = 600.0


def sweep() -> int:
    """Signal every job that is due and not started; return the number of signals."""
    queue.fail_lost()
    now = timezone.now()
    overdue = Job.objects.filter(queue.claimable(), ring_at__lte=now).order_by("pk")
    return sum(_ring(job) for job in overdue.only("pk", "uid", "ring_at", "rings")[:AT_ONCE])


def _ring(job: Job) -> bool:
    # At growing intervals, or a long queue would fill up with signals for the same jobs.
    pause = min(FIRST_RING_AGAIN * 2 ** min(job.rings, 10), SELDOMEST)
    mine = Job.objects.filter(pk=job.pk, ring_at=job.ring_at).update(
        ring_at=timezone.now() + pause, rings=min(job.rings + 1, 100)
    )
    if mine:
        queue.signal(job.uid)
    return bool(mine)


def prune(folder: Path, older_than: float) -> int:
    """Remove messages that were read more than `older_than` seconds ago; return their number."""
    limit = time.time() - older_than
    old = [path for path in folder.glob("*.msg") if _modified_at(path) < limit]
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def _modified_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return time.time()


class Sweeper(WorkerThread):
    """The step of a Celery worker that sweeps every `JOB_SWEEP_SECONDS`."""

    called = "sweeper"
    failure = "the jobs could not be swept"
    # Without its sweeper a worker loses jobs.
    is_vital = True
    _prune_at = 0.0

    def pause(self) -> float:
        """Return the seconds until the next sweep."""
        return float(settings.JOB_SWEEP_SECONDS)

    def take_turn(self) -> None:
        """Sweep, and prune once a minute."""
        sweep()
        if time.monotonic() >= self._prune_at:
            self._prune_at = time.monotonic() + PRUNE_EVERY
            queue.prune_finished()
            folder = current_app.conf.broker_transport_options.get("processed_folder")
            if folder:
                prune(Path(folder), KEEP_MESSAGES)
