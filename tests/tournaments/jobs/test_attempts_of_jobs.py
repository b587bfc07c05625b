"""A job is held by one attempt at a time; an overtaken attempt writes nothing."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import connection
from django.utils import timezone

from tests.tournaments.jobs.steps import claimed, leave_a_row, let_the_lease_run_out, now
from tournaments.jobs import queue
from tournaments.jobs.models import Document, Failure, Job, JobState

pytestmark = pytest.mark.django_db


class Refused(Exception):
    """An effect that cannot be written."""


def fail_half_way() -> None:
    leave_a_row()
    raise Refused


@pytest.mark.databases
def test_a_claim_takes_the_job_for_one_lease(job: Job, settings: LazySettings) -> None:
    settings.JOB_LEASE_SECONDS = 30
    before = timezone.now()

    attempt = claimed(job)

    assert (attempt.kind, attempt.payload, attempt.about) == (job.kind, {"of": 1}, "someone")
    assert attempt.number == 1
    assert now(job).state == JobState.RUNNING
    assert job.lease_until is not None
    assert timedelta(0) < job.lease_until - before - timedelta(seconds=30) < timedelta(seconds=30)


@pytest.mark.databases
def test_a_job_that_is_held_cannot_be_claimed(job: Job) -> None:
    claimed(job)

    assert queue.claim(job.uid) is None
    assert now(job).attempts == 1


@pytest.mark.databases
def test_a_job_whose_lease_ran_out_is_claimed_as_the_next_attempt(job: Job) -> None:
    claimed(job)
    let_the_lease_run_out(job)

    assert claimed(job).number == 2


def test_a_job_that_is_not_due_cannot_be_claimed(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now() + timedelta(minutes=1))

    assert queue.claim(job.uid) is None


def test_nothing_is_claimed_where_there_is_no_such_job() -> None:
    assert queue.claim("nobody") is None


@pytest.mark.databases
def test_a_finished_job_has_its_effect_and_an_end(job: Job) -> None:
    attempt = claimed(job)
    queue.report(attempt, 1, 3)

    queue.finish(attempt, leave_a_row)

    assert now(job).state == JobState.DONE
    assert (job.done, job.total) == (3, 3)
    assert job.lease_until is None
    assert job.finished_at is not None
    assert Document.objects.count() == 1
    assert queue.claim(job.uid) is None


@pytest.mark.databases
def test_an_effect_that_fails_ends_nothing_and_writes_nothing(job: Job) -> None:
    attempt = claimed(job)

    with pytest.raises(Refused):
        queue.finish(attempt, fail_half_way)

    assert now(job).state == JobState.RUNNING
    assert not Document.objects.exists()


@pytest.mark.databases
def test_an_attempt_that_was_overtaken_writes_nothing(job: Job) -> None:
    overtaken = claimed(job)
    let_the_lease_run_out(job)
    claimed(job)

    with pytest.raises(queue.Superseded):
        queue.finish(overtaken, leave_a_row)
    with pytest.raises(queue.Superseded):
        queue.renew(overtaken)
    with pytest.raises(queue.Superseded):
        queue.report(overtaken, 1, 2)
    queue.fail(overtaken, "late")
    queue.refuse(overtaken, "late", "late")

    assert (now(job).state, job.attempts, job.error_text) == (JobState.RUNNING, 2, "")
    assert not Document.objects.exists()


def test_an_attempt_without_a_lease_may_still_finish_while_nobody_took_its_job(job: Job) -> None:
    attempt = claimed(job)
    let_the_lease_run_out(job)

    queue.finish(attempt, leave_a_row)

    assert now(job).state == JobState.DONE


def test_renewing_holds_the_job_for_another_lease(job: Job) -> None:
    attempt = claimed(job)
    let_the_lease_run_out(job)

    queue.renew(attempt)

    assert queue.claim(job.uid) is None


@pytest.mark.databases
def test_a_failed_attempt_puts_the_job_back_for_later_and_each_time_longer(job: Job) -> None:
    pauses = []
    for _ in range(3):
        before = timezone.now()
        queue.fail(claimed(job), "Trouble: no paper")
        pauses.append(now(job).due_at - before)
        assert (job.state, job.error_text) == (JobState.QUEUED, "Trouble: no paper")
        assert job.ring_at == job.due_at
        Job.objects.filter(pk=job.pk).update(due_at=before)

    assert pauses[0] >= timedelta(seconds=2)
    assert pauses[1] >= timedelta(seconds=4)
    assert pauses[2] >= timedelta(seconds=8)


def test_the_last_attempt_that_fails_gives_the_job_up(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(max_attempts=2, attempts=1)

    queue.fail(claimed(job), "Trouble: no paper")

    assert (now(job).state, job.error_code) == (JobState.FAILED, Failure.CRASHED)
    assert job.error_text == "Trouble: no paper"
    assert job.finished_at is not None
    assert queue.claim(job.uid) is None


def test_a_success_after_a_failure_forgets_the_failure(job: Job) -> None:
    queue.fail(claimed(job), "Trouble: no paper")
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now())

    queue.finish(claimed(job), leave_a_row)

    assert (now(job).state, job.error_text) == (JobState.DONE, "")


def test_a_refused_job_is_given_up_at_once(job: Job) -> None:
    queue.refuse(claimed(job), "no_event", "there is no such event")

    assert (now(job).state, job.error_code) == (JobState.FAILED, "no_event")
    assert queue.claim(job.uid) is None


@pytest.mark.databases
def test_a_job_whose_every_attempt_died_is_buried_when_its_lease_is_over(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(max_attempts=1)
    claimed(job)
    assert queue.fail_lost() == 0
    let_the_lease_run_out(job)
    assert queue.claim(job.uid) is None

    assert queue.fail_lost() == 1

    assert (now(job).state, job.error_code) == (JobState.FAILED, Failure.LOST)


@pytest.mark.databases
@pytest.mark.usefixtures("transactional_db")
def test_of_many_who_claim_at_once_one_has_the_job() -> None:
    job = Job.objects.create(kind="tests.work")
    together = threading.Barrier(6)
    claimed: list[bool] = []

    def claim() -> None:
        together.wait(20)
        claimed.append(queue.claim(job.uid) is not None)
        connection.close()

    threads = [threading.Thread(target=claim) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(claimed) == [False] * 5 + [True]
    assert now(job).attempts == 1


def test_an_ended_job_keeps_nothing_of_what_it_was_given(job: Job) -> None:
    queue.finish(claimed(job), leave_a_row)
    other = Job.objects.create(kind=job.kind, payload={"of": 1})
    queue.refuse(claimed(other), "no", "")
    assert (now(job).payload, now(other).payload) == ({}, {})


@pytest.mark.databases
def test_jobs_that_ended_long_ago_are_forgotten(job: Job) -> None:
    queue.finish(claimed(job), leave_a_row)
    waiting = Job.objects.create(kind=job.kind)
    assert queue.prune_finished() == 0
    Job.objects.update(created_at=timezone.now() - 2 * queue.KEEP_ENDED)
    Job.objects.filter(pk=job.pk).update(finished_at=timezone.now() - queue.KEEP_ENDED)
    assert queue.prune_finished() == 1
    assert list(Job.objects.all()) == [waiting]
