"""The sweeper finds jobs whose signal was lost; a worker whose sweeper fails ends."""

from __future__ import annotations

import os
import threading
from datetime import timedelta
from pathlib import Path

import pytest
from celery.platforms import EX_FAILURE
from celery.worker import state
from django.conf import LazySettings
from django.db import DatabaseError
from django.utils import timezone

from tests.tournaments.jobs.steps import claimed, let_the_lease_run_out, now
from tests.until import until
from tournaments.jobs import sweeper
from tournaments.jobs.models import FIRST_RING_AGAIN, Failure, Job, JobState


def overdue(job: Job) -> Job:
    Job.objects.filter(pk=job.pk).update(ring_at=timezone.now())
    return now(job)


def test_a_job_that_waits_too_long_is_rung_for(job: Job, rings: list[str]) -> None:
    assert sweeper.sweep() == 0
    overdue(job)

    assert sweeper.sweep() == 1
    assert rings == [job.uid]


def test_it_rings_ever_more_seldom(job: Job, rings: list[str]) -> None:
    pauses = []
    for _ in range(12):
        before = timezone.now()
        overdue(job)
        sweeper.sweep()
        pauses.append((now(job).ring_at - before) // FIRST_RING_AGAIN)

    assert len(rings) == len(pauses)
    assert pauses == sorted(pauses)
    assert pauses[0] < pauses[-1]
    assert pauses[-3:] == [sweeper.SELDOMEST // FIRST_RING_AGAIN] * 3


@pytest.mark.databases
def test_a_job_whose_worker_died_is_rung_for_as_soon_as_its_lease_is_over(
    job: Job, rings: list[str]
) -> None:
    for _ in range(5):  # it had waited long, and was rung for seldom by then
        overdue(job)
        sweeper.sweep()
    claimed(job)
    rings.clear()
    assert sweeper.sweep() == 0
    let_the_lease_run_out(job)

    assert sweeper.sweep() == 1
    assert rings == [job.uid]


def test_a_job_that_has_ended_or_is_not_due_is_left_alone(job: Job, rings: list[str]) -> None:
    overdue(job)
    Job.objects.filter(pk=job.pk).update(due_at=timezone.now() + timedelta(minutes=1))
    Job.objects.create(kind="x", state=JobState.DONE, finished_at=timezone.now())

    assert sweeper.sweep() == 0


@pytest.mark.databases
def test_two_sweepers_ring_once(job: Job, rings: list[str]) -> None:
    seen_by_both = overdue(job)

    assert sweeper._ring(seen_by_both)
    assert not sweeper._ring(seen_by_both)
    assert rings == [job.uid]


def test_the_lost_are_given_up(job: Job, rings: list[str]) -> None:
    Job.objects.filter(pk=job.pk).update(max_attempts=1)
    claimed(job)
    let_the_lease_run_out(job)

    assert sweeper.sweep() == 0
    assert now(job).error_code == Failure.LOST


def test_messages_that_were_read_long_ago_are_removed(tmp_path: Path) -> None:
    old, new, other = (tmp_path / name for name in ("1_a.q.msg", "2_b.q.msg", "other"))
    for path in (old, new, other):
        path.touch()
    os.utime(old, (1, 1))
    os.utime(other, (1, 1))

    assert sweeper.prune(tmp_path, 60) == 1
    assert {path.name for path in tmp_path.iterdir()} == {new.name, other.name}


class Sweeping:
    """The sweeper of a worker with sweeps controlled by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *rounds: Exception | None) -> None:
        self.left = list(rounds)
        monkeypatch.setattr(sweeper, "sweep", self._sweep)
        monkeypatch.setattr(state, "should_stop", None)
        self.step = sweeper.Sweeper(None)

    def _sweep(self) -> int:
        if self.left and (trouble := self.left.pop(0)) is not None:
            raise trouble
        return 0


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.parametrize("trouble", [DatabaseError("away"), OSError("no space left")])
def test_a_sweeper_goes_on_after_trouble_that_passes(
    trouble: Exception, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.JOB_SWEEP_SECONDS = 0.01
    sweeping = Sweeping(monkeypatch, trouble, None, None)

    sweeping.step.start(None)
    until(lambda: not sweeping.left)
    sweeping.step.stop(None)
    sweeping.step._thread.join()

    assert vars(state)["should_stop"] is None


@pytest.mark.usefixtures("transactional_db")
def test_a_worker_whose_sweeper_breaks_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    reported: list[object] = []
    monkeypatch.setattr(threading, "excepthook", reported.append)
    sweeping = Sweeping(monkeypatch, ZeroDivisionError())

    sweeping.step.start(None)
    sweeping.step._thread.join()

    assert reported
    assert vars(state)["should_stop"] == EX_FAILURE
