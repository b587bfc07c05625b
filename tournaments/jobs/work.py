"""Runs a job, from its claim to its effect."""

from __future__ import annotations

import logging
import time
from types import TracebackType

from scoring import problems
from tournaments.jobs import claiming, registry
from tournaments.jobs.heartbeat import Heartbeat
from tournaments.jobs.registry import Attempt

log = logging.getLogger(__name__)

REPORT_EVERY = 0.3


def perform(uid: str) -> None:
    """Run the job if it can be claimed; an exception of its handler is stored in its row."""
    attempt = claiming.claim(uid)
    if attempt is None:
        return
    with _Outcome(attempt), Heartbeat(attempt):
        effect = registry.find(attempt.kind)(attempt, Reporter(attempt))
        claiming.finish(attempt, effect)


class Reporter:
    """The `Progress` of an attempt; it writes a few times a second at most."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._next = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            claiming.report(self._attempt, done, total)
            self._next = now + REPORT_EVERY


class _Outcome:
    """Turns the exception that ends a handler into the state of its job."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Exception):
            return False  # nothing happened, or the worker is being stopped
        self._write(error)
        return True

    def _write(self, error: Exception) -> None:
        job = self._attempt
        if isinstance(error, claiming.Superseded):
            log.info("job %s: attempt %d was overtaken", job.uid, job.number)
        elif isinstance(error, problems.Refused):
            claiming.refuse(job, str(error.problems[0].code), str(error))
        else:
            log.error("job %s (%s): attempt %d", job.uid, job.kind, job.number, exc_info=error)
            claiming.fail(job, f"{type(error).__name__}: {error}")
