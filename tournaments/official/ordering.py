"""Orders the job that makes a final result official; the job itself is in `job`."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from tournaments.jobs import queue
from tournaments.models import Event

KIND: Final = "make_official"


def order(event: Event, due: datetime, change_no: str) -> None:
    """Order the job for a given time, as a part of the numbered change that made it necessary."""
    queue.enqueue(KIND, {}, key=f"{KIND}:{event.uid}:{change_no}", about=event.uid, due_at=due)
