"""A thread of a worker goes on after whatever fault, and a vital one ends with its worker."""

from __future__ import annotations

import logging
from unittest.mock import Mock

import pytest
from celery.platforms import EX_FAILURE
from django.db import DatabaseError

from tournaments.jobs import worker_thread
from tournaments.jobs.worker_thread import WorkerThread


class Ticks(WorkerThread):
    called = "ticks"
    failure = "no tick"

    def __init__(self, *faults: Exception) -> None:
        super().__init__(Mock())
        self.faults, self.without = [*faults], 0

    def pause(self) -> float:
        return 0

    def take_turn(self) -> None:
        if not self.faults:
            self._stopped.set()
            return
        raise self.faults.pop(0)

    def do_without(self) -> None:
        self.without += 1


@pytest.fixture(autouse=True)
def _no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_thread, "close_old_connections", Mock())
    monkeypatch.setattr(worker_thread, "connection", Mock())


def test_a_fault_that_nobody_foresaw_is_told_with_its_trace_and_the_next_turn_comes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    ticks = Ticks(ValueError("a row that nobody foresaw"), DatabaseError("locked"), KeyError("x"))
    ticks._run()
    told = [(record.levelno, bool(record.exc_info)) for record in caplog.records]
    assert told == [(logging.ERROR, True), (logging.WARNING, False), (logging.ERROR, True)]
    assert {record.getMessage().partition(":")[0] for record in caplog.records} == {"no tick"}
    assert ticks.without == 1


def test_a_vital_thread_ends_with_its_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_thread, "state", ended := Mock())
    ticks = Ticks(ValueError("a row that nobody foresaw"))
    ticks.is_vital = True
    with pytest.raises(ValueError, match="foresaw"):
        ticks._run()
    assert ended.should_stop == EX_FAILURE
