"""Puts jobs into the queue, in the transaction of whoever asks for them.

The bell rings after the commit. When it cannot (the broker is down), the request
succeeds all the same: a worker's sweeper finds the job, see `sweeper`.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from tournaments.jobs import registry
from tournaments.jobs.models import LIVE, Job


def enqueue(kind: str, payload: dict[str, Any], *, key: str = "", about: str = "") -> Job:
    """The new job; with a `key`, the live job of that key when there is one.

    `payload` is plain JSON. `about` is the public uid of what the job is about.
    """
    registry.find(kind)
    with transaction.atomic():
        job = _live(key) or _added(Job(kind=kind, payload=payload, key=key, about=about))
        # A function of its own: Django names it when it fails, and a `partial` has no name.
        transaction.on_commit(lambda: ring(job.uid), robust=True)
    return job


def ring(uid: str) -> None:
    """Tell the workers that a job is waiting; any number of times."""
    # Found by name at the first ring: a web process that never rings does without Celery.
    import_string(settings.JOB_BELL)(uid)


def _live(key: str) -> Job | None:
    return Job.objects.filter(key=key, state__in=LIVE).first() if key else None


def _added(job: Job) -> Job:
    # Another transaction may add the same key at the same moment: then its job counts.
    Job.objects.bulk_create([job], ignore_conflicts=True)
    added = Job.objects.filter(uid=job.uid).first() or _live(job.key)
    if added is None:
        # The other's job ended in between; its key is free again.
        job.save(force_insert=True)
        return job
    return added
