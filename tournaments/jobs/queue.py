"""The queue of jobs: every change of a job's state, from the caller's transaction to its end.

Workers are signalled after the commit. If that fails (the broker is down), the request
succeeds all the same: the sweeper of a worker finds the job, see `sweeper`.

Every step of an attempt is one conditional UPDATE whose row count is the answer. An attempt, known
by its number, holds its job until its lease runs out. One that was overtaken finds no row with its
number and writes nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.module_loading import import_string

from tournaments.jobs import registry
from tournaments.jobs.models import LIVE, Failure, Job, JobState
from tournaments.jobs.registry import Attempt, Effect

LONGEST_PAUSE = 60
KEEP_ENDED = timedelta(days=1)
FORGOTTEN_AT_ONCE = 500


class Superseded(Exception):
    """The job no longer belongs to this attempt: another holds it, or it has ended."""


def enqueue(
    kind: str,
    payload: dict[str, Any],
    *,
    key: str = "",
    about: str = "",
    due_at: datetime | None = None,
) -> Job:
    """Return a new job, or the live job of the same `key` if there is one.

    `payload` is plain JSON. `about` is the public uid of what the job is about. A job that is due
    later is signalled by the sweeper when it is due.
    """
    registry.find(kind)
    job = Job(kind=kind, payload=payload, key=key, about=about)
    is_later = False
    if due_at is not None and due_at > timezone.now():
        job.due_at = job.ring_at = due_at
        is_later = True
    with transaction.atomic():
        job = _live_job(key) or _add_job(job)
        if not is_later:
            # A function rather than a `partial`, because Django logs its name when it fails.
            transaction.on_commit(lambda: signal(job.uid), robust=True)
    return job


def signal(uid: str) -> None:
    """Signal the workers that a job is waiting; repeating it is harmless."""
    # Imported on first use: a web process that never signals does without Celery.
    import_string(settings.JOB_BELL)(uid)


def claimable() -> Q:
    """Return the condition of jobs that are due and not held by an attempt."""
    now = timezone.now()
    waiting = Q(state=JobState.QUEUED, due_at__lte=now)
    return waiting | Q(state=JobState.RUNNING, lease_until__lt=now)


def claim(uid: str) -> Attempt | None:
    """Claim a job; None if another attempt holds it or it has no attempts left."""
    now = timezone.now()
    free = Job.objects.filter(claimable(), uid=uid, attempts__lt=F("max_attempts"))
    with transaction.atomic():
        taken = free.update(
            state=JobState.RUNNING,
            attempts=F("attempts") + 1,
            lease_until=_lease_end(),
            # If this attempt dies, the sweeper signals as soon as its lease has expired.
            ring_at=now,
            rings=0,
            started_at=now,
            done=0,
            total=0,
        )
        if not taken:
            return None
        job = Job.objects.get(uid=uid)
    return Attempt(job.uid, job.kind, job.payload, job.about, job.attempts)


def renew(attempt: Attempt) -> None:
    """Extend the lease. Raises Superseded if the job no longer belongs to this attempt."""
    _require_hit(_held_job(attempt).update(lease_until=_lease_end()))


def report(attempt: Attempt, done: int, total: int) -> None:
    """Store the progress. Raises Superseded if the job no longer belongs to this attempt."""
    _require_hit(_held_job(attempt).update(done=done, total=total))


def finish(attempt: Attempt, effect: Effect) -> None:
    """End the job and apply its effect in one transaction. Raises Superseded."""
    with transaction.atomic():
        _require_hit(
            _held_job(attempt).update(
                state=JobState.DONE,
                done=F("total"),
                lease_until=None,
                finished_at=timezone.now(),
                payload={},
                error_code="",
                error_text="",
            )
        )
        effect()


def refuse(attempt: Attempt, code: str, text: str) -> None:
    """Fail the job for good, because another attempt would end the same way."""
    _held_job(attempt).update(**_failed_fields(code, text))


def fail(attempt: Attempt, text: str) -> None:
    """Queue the job for a later attempt; fail it after the last one."""
    last = _held_job(attempt).filter(attempts__gte=F("max_attempts"))
    if last.update(**_failed_fields(Failure.CRASHED, text)):
        return
    later = timezone.now() + timedelta(seconds=min(2**attempt.number, LONGEST_PAUSE))
    _held_job(attempt).update(
        state=JobState.QUEUED, lease_until=None, due_at=later, ring_at=later, error_text=text
    )


def fail_lost() -> int:
    """Fail the jobs whose last attempt died without a report; return their number."""
    now = timezone.now()
    lost = Job.objects.filter(
        state=JobState.RUNNING, lease_until__lt=now, attempts__gte=F("max_attempts")
    )
    return lost.update(**_failed_fields(Failure.LOST, "")) if lost.exists() else 0


def prune_finished() -> int:
    """Remove jobs that ended more than a day ago, a batch at a time; return their number."""
    ended = Job.objects.filter(finished_at__lt=timezone.now() - KEEP_ENDED).exclude(state__in=LIVE)
    old = list(ended.order_by("pk").values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])
    return Job.objects.filter(pk__in=old).delete()[0] if old else 0


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


def _held_job(attempt: Attempt) -> QuerySet[Job]:
    return Job.objects.filter(uid=attempt.uid, state=JobState.RUNNING, attempts=attempt.number)


def _lease_end() -> datetime:
    return timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)


def _failed_fields(code: str, text: str) -> dict[str, object]:
    return {
        "state": JobState.FAILED,
        "lease_until": None,
        "finished_at": timezone.now(),
        "payload": {},
        "error_code": code,
        "error_text": text,
    }


def _require_hit(rows: int) -> None:
    if not rows:
        raise Superseded
