"""A job from its claim to its effect, and the failures of its handler."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.db import DatabaseError

from scoring.problems import Problem, ProblemCode, Refused
from tests.tournaments.jobs.steps import KIND, leave_a_row, let_the_lease_run_out, now
from tests.until import until
from tournaments.jobs import queue, tasks
from tournaments.jobs.models import Document, Job, JobState
from tournaments.jobs.registry import Attempt, Effect, Handler, Progress

DoneBy = Callable[[Handler], None]

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture
def job(transactional_db: None) -> Job:
    return Job.objects.create(kind=KIND)


@pytest.mark.databases
def test_a_job_is_done_by_the_handler_of_its_kind(job: Job, done_by: DoneBy) -> None:
    def handler(attempt: Attempt, progress: Progress) -> Effect:
        progress(1, 2)
        assert (now(job).done, job.total) == (1, 2)
        assert not Document.objects.exists()
        return leave_a_row

    done_by(handler)

    tasks.perform(job.uid)

    assert now(job).state == JobState.DONE
    assert Document.objects.count() == 1


def test_a_bell_that_rings_twice_does_the_job_once(job: Job, done_by: DoneBy) -> None:
    done_by(lambda attempt, progress: leave_a_row)

    tasks.perform(job.uid)
    tasks.perform(job.uid)

    assert Document.objects.count() == 1


def test_a_crash_is_written_on_the_job_and_tried_again(
    job: Job, done_by: DoneBy, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(attempt: Attempt, progress: Progress) -> Effect:
        raise ZeroDivisionError("nobody sat down")

    done_by(crash)

    tasks.perform(job.uid)

    assert (now(job).state, job.error_text) == (
        JobState.QUEUED,
        "ZeroDivisionError: nobody sat down",
    )
    assert job.uid in caplog.text


def test_a_job_of_a_kind_that_nobody_does_any_more_waits_for_a_program_that_does(job: Job) -> None:
    tasks.perform(job.uid)

    assert now(job).state == JobState.QUEUED
    assert KIND in job.error_text


def test_what_a_handler_refuses_is_not_tried_again(job: Job, done_by: DoneBy) -> None:
    def refuse(attempt: Attempt, progress: Progress) -> Effect:
        raise Refused([Problem(ProblemCode.UNKNOWN_GAME)])

    done_by(refuse)

    tasks.perform(job.uid)

    assert (now(job).state, job.error_code) == (JobState.FAILED, ProblemCode.UNKNOWN_GAME)


def test_an_attempt_that_is_overtaken_while_it_works_leaves_nothing(
    job: Job, done_by: DoneBy
) -> None:
    def slow(attempt: Attempt, progress: Progress) -> Effect:
        let_the_lease_run_out(job)
        assert queue.claim(job.uid) is not None
        return leave_a_row

    done_by(slow)

    tasks.perform(job.uid)

    assert (now(job).state, job.attempts) == (JobState.RUNNING, 2)
    assert not Document.objects.exists()


def test_an_overtaken_attempt_is_stopped_at_its_next_report(job: Job, done_by: DoneBy) -> None:
    steps: list[int] = []

    def slow(attempt: Attempt, progress: Progress) -> Effect:
        steps.append(1)
        let_the_lease_run_out(job)
        queue.claim(job.uid)
        progress(1, 2)
        steps.append(2)
        return leave_a_row

    done_by(slow)

    tasks.perform(job.uid)

    assert steps == [1]
    assert now(job).error_text == ""


@pytest.mark.full
@pytest.mark.databases
def test_the_lease_is_renewed_while_the_handler_works(
    job: Job, done_by: DoneBy, settings: LazySettings
) -> None:
    settings.JOB_LEASE_SECONDS = 1
    leases: set[object] = set()

    def seen() -> set[object]:
        leases.add(now(job).lease_until)
        return leases

    def long(attempt: Attempt, progress: Progress) -> Effect:
        until(lambda: len(seen()) > 3)
        return leave_a_row

    done_by(long)

    tasks.perform(job.uid)

    assert (now(job).state, job.attempts) == (JobState.DONE, 1)


def test_a_heartbeat_goes_on_after_the_database_was_away(
    job: Job, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.JOB_LEASE_SECONDS = 0.03
    beats: list[Attempt] = []

    def renew(attempt: Attempt) -> None:
        beats.append(attempt)
        if len(beats) == 1:
            raise DatabaseError("the database was away")

    monkeypatch.setattr(queue, "renew", renew)
    with tasks.lease_renewed(Attempt(job.uid, KIND, {}, "", 1)):
        until(lambda: len(beats) > 2)


def test_a_heartbeat_ends_quietly_when_its_job_has_ended(
    job: Job, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.JOB_LEASE_SECONDS = 0.03
    with tasks.lease_renewed(Attempt(job.uid, KIND, {}, "", 7)):
        until(lambda: f"lease {job.uid}" not in {thread.name for thread in threading.enumerate()})

    assert caplog.text == ""
