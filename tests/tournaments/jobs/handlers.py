"""Kinds of jobs for tests, which a worker loads by `--include` of this module.

The effect of a job is a new row without a unique key, so that a second effect would show.
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
    """Report the start, wait while the file `hold` exists, and add a row."""
    folder = Path(job.payload["folder"])
    (folder / f"{job.uid}-{job.number}").touch()
    while job.payload.get("held") and (folder / "hold").exists():
        progress(1, 2)
        time.sleep(0.02)
    return lambda: add_row(job.uid)


def add_row(uid: str) -> None:
    """Add a row as the effect of a job."""
    Document.objects.create(
        kind=STAMP, language="", input_digest=uuid.uuid4().hex, title=uid, content=b""
    )


def rows_of(uid: str) -> int:
    return Document.objects.filter(kind=STAMP, title=uid).count()


registry.register(STAMP, stamp)
