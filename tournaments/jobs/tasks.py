"""Runs a job, from its claim to its effect, and renews its lease meanwhile.

The only Celery task is the signal that a job is waiting.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from celery import shared_task
from django.conf import settings
from django.db import DatabaseError, connection

from scoring.problems import Refused
from tournaments.jobs import queue, registry
from tournaments.jobs.registry import Attempt

log = logging.getLogger(__name__)

REPORT_EVERY = 0.3
RENEWALS = 3
"""How often the lease of a job is renewed before it would run out."""


def perform(uid: str) -> None:
    """Run the job if it can be claimed; an exception of its handler is stored in its row."""
    attempt = queue.claim(uid)
    if attempt is None:
        return
    try:
        with lease_renewed(attempt):
            effect = registry.find(attempt.kind)(attempt, Reporter(attempt))
            queue.finish(attempt, effect)
    except queue.Superseded:
        log.info("job %s: attempt %d was superseded by a later one", uid, attempt.number)
    except Refused as refusal:
        queue.refuse(attempt, str(refusal.problems[0].code), str(refusal))
    except Exception as error:
        log.exception("job %s (%s): attempt %d failed", uid, attempt.kind, attempt.number)
        queue.fail(attempt, f"{type(error).__name__}: {error}")


@contextmanager
def lease_renewed(attempt: Attempt) -> Iterator[None]:
    """Renew the lease for the length of the block, to keep other workers from the job."""
    ended = threading.Event()
    arguments = (attempt, ended)
    thread = threading.Thread(
        target=_renew, args=arguments, name=f"lease {attempt.uid}", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _renew(attempt: Attempt, ended: threading.Event) -> None:
    try:
        while not ended.wait(settings.JOB_LEASE_SECONDS / RENEWALS):
            try:
                queue.renew(attempt)
            except DatabaseError as error:
                log.warning("the lease of job %s was not renewed: %s", attempt.uid, error)
                connection.close()
    except queue.Superseded:
        # The attempt has just ended, or will itself notice that it was superseded.
        return
    finally:
        connection.close()


class Reporter:
    """The `Progress` of an attempt; it writes at most a few times a second."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._next = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            queue.report(self._attempt, done, total)
            self._next = now + REPORT_EVERY


@shared_task(name="tournaments.jobs.run", ignore_result=True)
def run(uid: str) -> None:
    """Run the job with this uid; a superfluous signal costs one UPDATE."""
    perform(uid)
