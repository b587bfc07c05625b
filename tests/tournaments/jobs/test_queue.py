"""Jobs are queued in the transaction of the caller, and never make the request fail."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from tests.services.processes import free_port
from tests.services.worker import ROOT
from tests.tournaments.jobs.steps import KIND, claimed
from tournaments.jobs import queue, registry
from tournaments.jobs.models import Job, JobState
from tournaments.jobs.registry import Attempt, Effect, Progress

pytestmark = pytest.mark.usefixtures("done_by")

RING = "from config import celery; celery.ring('x')"


class Undone(Exception):
    """An error of the caller."""


def ask_and_fail() -> None:
    with transaction.atomic():
        queue.enqueue(KIND, {})
        raise Undone


@pytest.mark.databases
@pytest.mark.django_db
def test_the_bell_rings_once_the_transaction_is_committed(
    rings: list[str], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        job = queue.enqueue(KIND, {"of": 1}, about="someone")
        assert rings == []

    assert rings == [job.uid]
    assert (job.state, job.payload, job.about) == (JobState.QUEUED, {"of": 1}, "someone")


@pytest.mark.databases
@pytest.mark.usefixtures("transactional_db")
def test_a_job_goes_with_the_transaction_that_asked_for_it(rings: list[str]) -> None:
    with pytest.raises(Undone):
        ask_and_fail()

    assert not Job.objects.exists()
    assert rings == []


@pytest.mark.databases
@pytest.mark.django_db
def test_the_same_key_is_the_same_job_while_it_lives(rings: list[str]) -> None:
    first = queue.enqueue(KIND, {}, key="a")

    assert queue.enqueue(KIND, {}, key="a") == first
    claimed(first)
    assert queue.enqueue(KIND, {}, key="a") == first
    assert queue.enqueue(KIND, {}, key="b") != first


@pytest.mark.databases
@pytest.mark.django_db
def test_a_key_is_free_again_when_its_job_has_ended(rings: list[str]) -> None:
    first = queue.enqueue(KIND, {}, key="a")
    queue.refuse(claimed(first), "no", "no")

    assert queue.enqueue(KIND, {}, key="a") != first


@pytest.mark.django_db
def test_jobs_without_a_key_are_all_different(rings: list[str]) -> None:
    assert queue.enqueue(KIND, {}) != queue.enqueue(KIND, {})


@pytest.mark.django_db
def test_a_kind_that_nobody_does_is_refused(rings: list[str]) -> None:
    with pytest.raises(registry.UnknownKind):
        queue.enqueue("tests.nobody", {})


@pytest.mark.databases
@pytest.mark.usefixtures("transactional_db")
@pytest.mark.full
def test_many_who_ask_for_the_same_at_once_get_one_job(rings: list[str]) -> None:
    together = threading.Barrier(6)
    uids: set[str] = set()

    def ask() -> None:
        together.wait(20)
        uids.add(queue.enqueue(KIND, {}, key="a").uid)
        connection.close()

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(uids) == 1
    assert Job.objects.count() == 1


@pytest.mark.usefixtures("transactional_db")
def test_a_broker_that_is_down_fails_no_request(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def nobody_answers(uid: str) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("config.celery.ring", nobody_answers)

    job = queue.enqueue(KIND, {})

    assert Job.objects.get() == job
    assert "ConnectionRefusedError" in caplog.text


@pytest.mark.full
def test_pulling_the_bell_of_a_broker_that_is_down_ends_by_itself() -> None:
    environ = {**os.environ, "BROKER_URL": f"redis://127.0.0.1:{free_port()}/0"}
    pulled = subprocess.run(
        [sys.executable, "-c", RING],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        timeout=60,
        check=False,
    )

    assert pulled.returncode == 1
    assert b"kombu.exceptions.OperationalError" in pulled.stderr


def test_a_kind_has_one_handler() -> None:
    def other(job: Attempt, progress: Progress) -> Effect:
        return lambda: None

    registry.register(KIND, registry.find(KIND))
    with pytest.raises(ValueError, match=KIND):
        registry.register(KIND, other)
    assert callable(registry.find(KIND))
