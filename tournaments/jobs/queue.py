"""Queues jobs in the transaction of the caller.

Workers are signalled after the commit. If that fails (the broker is down), the request
succeeds all the same: the sweeper of a worker finds the job, see `sweeper`.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from tournaments.jobs import registry
from tournaments.jobs.models import LIVE, Job


def enqueue(kind: str, payload: dict[str, Any], *, key: str = "", about: str = "") -> Job:
    """Return a new job, or the live job of the same `key` if there is one.

    `payload` is plain JSON. `about` is the public uid of what the job is about.
    """
    registry.find(kind)
    with transaction.atomic():
        job = _live_job(key) or _add_job(Job(kind=kind, payload=payload, key=key, about=about))
        # A function of its own: Django names it when it fails, and a `partial` has no name.
        transaction.on_commit(lambda: ring(job.uid), robust=True)
    return job


def ring(uid: str) -> None:
    """Signal the workers that a job is waiting; repeating it is harmless."""
    # Imported by name when first needed: a web process that never rings does without Celery.
    import_string(settings.JOB_BELL)(uid)


def _live_job(key: str) -> Job | None:
    return Job.objects.filter(key=key, state__in=LIVE).first() if key else None


def _add_job(job: Job) -> Job:
    # Another transaction may add the same key at the same moment; its job is then returned.
    Job.objects.bulk_create([job], ignore_conflicts=True)
    added = Job.objects.filter(uid=job.uid).first() or _live_job(job.key)
    if added is None:
        # That job ended in between, so the key is free again.
        job.save(force_insert=True)
        return job
    return added
