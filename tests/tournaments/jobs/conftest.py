"""Fixtures that record the signals of jobs, and register handlers for one test."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tournaments.jobs.steps import KIND
from tournaments.jobs import registry
from tournaments.jobs.models import Job
from tournaments.jobs.registry import Handler


@pytest.fixture
def rings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The uids of the signalled jobs."""
    heard: list[str] = []
    monkeypatch.setattr("config.celery.signal", heard.append)
    return heard


@pytest.fixture
def done_by(monkeypatch: pytest.MonkeyPatch) -> Callable[[Handler], None]:
    """Register the handler of the jobs of this test."""

    def register(handler: Handler) -> None:
        monkeypatch.setitem(registry._handlers, KIND, handler)

    register(lambda job, progress: lambda: None)
    return register


@pytest.fixture
def job(db: None) -> Job:
    return Job.objects.create(kind=KIND, payload={"of": 1}, about="someone")
