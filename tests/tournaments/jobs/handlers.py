"""Kinds of jobs that only the tests have: a worker learns them by `--include` of this module.

The effect of a job is one more row, under no key that would hide a second one.
"""

from __future__ import annotations

import time
import uuid
from pathlib import Path

from tournaments.jobs import registry
from tournaments.jobs.models import Document
from tournaments.jobs.registry import Attempt, Effect, Progress

STAMP = "tests.stamp"


def stamp(job: Attempt, progress: Progress) -> Effect:
    """Say that it began, wait while the file `hold` is there, and leave one row."""
    folder = Path(job.payload["folder"])
    (folder / f"{job.uid}-{job.number}").touch()
    while job.payload.get("held") and (folder / "hold").exists():
        progress(1, 2)
        time.sleep(0.02)
    return lambda: add_row(job.uid)


def add_row(uid: str) -> None:
    """Leave a trace that counts how often it was left."""
    Document.objects.create(
        kind=STAMP, language="", input_digest=uuid.uuid4().hex, title=uid, content=b""
    )


def rows_of(uid: str) -> int:
    return Document.objects.filter(kind=STAMP, title=uid).count()


registry.register(STAMP, stamp)
