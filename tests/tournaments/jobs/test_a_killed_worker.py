"""A real worker is killed with SIGKILL during a job: every job takes effect exactly once."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import redis
from django.db import connection

from config.celery import app
from tests.services.worker import Worker
from tests.tournaments.jobs import handlers
from tests.until import until
from tournaments.jobs import queue
from tournaments.jobs.models import LIVE, Job, JobState

HELD = 2
OPTIONS = ("--include", "tests.tournaments.jobs.handlers", "--concurrency", "4")
SHORT = {"HUAPAI_JOB_LEASE": "2", "HUAPAI_JOB_SWEEP": "1"}

StartAWorker = Callable[..., Worker]
Bell = dict[str, str]


@pytest.fixture
def doorbell() -> Bell:
    """The message folder that the test and its worker share."""
    return {}


@pytest.fixture
def valkey(valkey_url: str, monkeypatch: pytest.MonkeyPatch) -> Bell:
    """A Valkey database for this process alone, as broker of the test and its worker."""
    number = re.sub(r"\D", "", os.environ.get("PYTEST_XDIST_WORKER", "")) or "14"
    url = re.sub(r"/\d*$", f"/{1 + int(number) % 15}", valkey_url)
    with redis.Redis.from_url(url) as store:
        store.flushdb()

    def ring(uid: str) -> None:
        with app.connection_for_write(url, transport="redis") as link:
            app.send_task("tournaments.jobs.run", args=[uid], connection=link)

    monkeypatch.setattr("config.celery.signal", ring)
    return {"BROKER_URL": url}


@pytest.fixture
def usual_bell(request: pytest.FixtureRequest) -> Bell:
    """The broker that goes with the database: the folder with SQLite, Valkey with PostgreSQL."""
    name = "valkey" if connection.vendor == "postgresql" else "doorbell"
    bell: Bell = request.getfixturevalue(name)
    return bell


@pytest.fixture
def other_bell(request: pytest.FixtureRequest) -> Bell:
    name = "doorbell" if connection.vendor == "postgresql" else "valkey"
    bell: Bell = request.getfixturevalue(name)
    return bell


def kill_in_mid_job(start: StartAWorker, bell: Bell, folder: Path) -> list[Job]:
    """Start a worker, kill it during a job, start another; return the jobs once all are done."""
    hold = folder / "hold"
    hold.touch()
    first = start(*OPTIONS, **SHORT, **bell)
    first.wait_until_ready()
    held = [_ask_for(folder, held=True) for _ in range(HELD)]
    quick = [_ask_for(folder) for _ in range(6)]
    until(lambda: all(_has_begun(folder, job) for job in held), lambda: first.said)
    until(lambda: _done() >= len(quick), lambda: first.said)
    # These are anywhere between signal and effect when the worker is killed.
    anywhere = [_ask_for(folder) for _ in range(6)]
    first.kill()

    hold.unlink()
    second = start(*OPTIONS, **SHORT, **bell)
    until(lambda: not Job.objects.filter(state__in=LIVE).exists(), lambda: second.said)
    jobs = Job.objects.filter(uid__in=[job.uid for job in (*held, *quick, *anywhere)])
    return list(jobs.order_by("pk"))


def _ask_for(folder: Path, held: bool = False) -> Job:
    return queue.enqueue(handlers.STAMP, {"folder": str(folder), "held": held})


def _has_begun(folder: Path, job: Job, attempt: int = 1) -> bool:
    return (folder / f"{job.uid}-{attempt}").exists()


def _done() -> int:
    return Job.objects.filter(state=JobState.DONE).count()


def check(jobs: list[Job], folder: Path) -> None:
    assert len(jobs) == HELD + 12
    assert [job.state for job in jobs] == [JobState.DONE] * len(jobs)
    assert [handlers.rows_of(job.uid) for job in jobs] == [1] * len(jobs)
    held = jobs[:HELD]
    assert [job.attempts for job in held] == [2] * HELD
    assert all(_has_begun(folder, job, attempt) for job in held for attempt in (1, 2))


@pytest.mark.full
@pytest.mark.databases
def test_each_job_has_its_effect_exactly_once(
    start_a_worker: StartAWorker, usual_bell: Bell, tmp_path: Path
) -> None:
    check(kill_in_mid_job(start_a_worker, usual_bell, tmp_path), tmp_path)


@pytest.mark.nightly
def test_each_job_has_its_effect_exactly_once_over_the_other_broker(
    start_a_worker: StartAWorker, other_bell: Bell, tmp_path: Path
) -> None:
    check(kill_in_mid_job(start_a_worker, other_bell, tmp_path), tmp_path)


@pytest.mark.nightly
def test_jobs_that_nobody_rang_for_are_found(
    start_a_worker: StartAWorker, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("config.celery.signal", lambda uid: None)
    jobs = [_ask_for(tmp_path) for _ in range(3)]

    worker = start_a_worker(*OPTIONS, **SHORT)

    until(lambda: _done() == len(jobs), lambda: worker.said)
    assert [handlers.rows_of(job.uid) for job in jobs] == [1, 1, 1]
