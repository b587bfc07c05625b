"""Who does a job: every step is one conditional UPDATE, and its row count is the answer.

An attempt holds its job until its lease runs out. It is known by its number; an
attempt that was overtaken finds no row with its number and writes nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from tournaments.jobs.models import LIVE, Failure, Job, JobState
from tournaments.jobs.registry import Attempt, Effect

LONGEST_PAUSE = 60
KEEP_ENDED = timedelta(days=1)
FORGOTTEN_AT_ONCE = 500


class Superseded(Exception):
    """The job is no longer this attempt's: another holds it, or it has ended."""


def claimable() -> Q:
    """Due jobs that nobody holds."""
    now = timezone.now()
    waiting = Q(state=JobState.QUEUED, due_at__lte=now)
    return waiting | Q(state=JobState.RUNNING, lease_until__lt=now)


def claim(uid: str) -> Attempt | None:
    """Take a job, or nothing when another has it or it has been tried often enough."""
    now = timezone.now()
    free = Job.objects.filter(claimable(), uid=uid, attempts__lt=F("max_attempts"))
    with transaction.atomic():
        taken = free.update(
            state=JobState.RUNNING,
            attempts=F("attempts") + 1,
            lease_until=_lease(),
            # Should this attempt die, the sweeper rings as soon as its lease has run out.
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
    """Hold on to the job for another lease."""
    _must_hit(_held(attempt).update(lease_until=_lease()))


def report(attempt: Attempt, done: int, total: int) -> None:
    """Write down how far it is."""
    _must_hit(_held(attempt).update(done=done, total=total))


def finish(attempt: Attempt, effect: Effect) -> None:
    """End the job and apply its effect, both or neither."""
    with transaction.atomic():
        _must_hit(
            _held(attempt).update(
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
    """Give the job up: trying again would end the same way."""
    _held(attempt).update(**_end(code, text))


def fail(attempt: Attempt, text: str) -> None:
    """Put the job back for a later attempt; give it up after the last one."""
    last = _held(attempt).filter(attempts__gte=F("max_attempts"))
    if last.update(**_end(Failure.CRASHED, text)):
        return
    later = timezone.now() + timedelta(seconds=min(2**attempt.number, LONGEST_PAUSE))
    _held(attempt).update(
        state=JobState.QUEUED, lease_until=None, due_at=later, ring_at=later, error_text=text
    )


def bury_the_lost() -> int:
    """Give up the jobs whose every attempt died without a word."""
    now = timezone.now()
    lost = Job.objects.filter(
        state=JobState.RUNNING, lease_until__lt=now, attempts__gte=F("max_attempts")
    )
    return lost.update(**_end(Failure.LOST, "")) if lost.exists() else 0


def forget_the_ended() -> int:
    """Remove the jobs that ended long ago, a part of them at a time; the number of them."""
    ended = Job.objects.filter(finished_at__lt=timezone.now() - KEEP_ENDED).exclude(state__in=LIVE)
    old = list(ended.order_by("pk").values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE])
    return Job.objects.filter(pk__in=old).delete()[0] if old else 0


def _held(attempt: Attempt) -> QuerySet[Job]:
    return Job.objects.filter(uid=attempt.uid, state=JobState.RUNNING, attempts=attempt.number)


def _lease() -> datetime:
    return timezone.now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)


def _end(code: str, text: str) -> dict[str, object]:
    return {
        "state": JobState.FAILED,
        "lease_until": None,
        "finished_at": timezone.now(),
        "payload": {},
        "error_code": code,
        "error_text": text,
    }


def _must_hit(rows: int) -> None:
    if not rows:
        raise Superseded
