"""When a device was last heard of, and how much it then said it had to send.

Every request of a tablet is noted, even one that only reads, and a note is a write. A serving
process therefore keeps its notes in memory and writes them together, after the answers, in one
transaction. A killed process loses some seconds of notes, which only the desk shows.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from referee.models import DeviceLease
from tournaments.system import deferred_writes

__all__ = ["bring_up_to_date", "note"]


@dataclass(frozen=True, slots=True)
class Heard:
    """When a device was heard, and how much it said it had to send; None where it never said."""

    at: datetime
    waiting: int | None


class Notes:
    """Notes that are not written yet: the latest of each lease."""

    def __init__(self) -> None:
        self._notes: dict[int, Heard] = {}
        self._lock = threading.Lock()

    def keep(self, lease: int, heard: Heard) -> None:
        """Keep a note until it is written."""
        with self._lock:
            self._notes[lease] = heard

    def kept(self, lease: int) -> Heard | None:
        """Return the note of a lease that was not written yet."""
        with self._lock:
            return self._notes.get(lease)

    def write(self) -> None:
        """Write every note down; one that is replaced meanwhile is written the next time."""
        with self._lock:
            notes = dict(self._notes)
        # In the order of their keys: two processes that write at once do not wait for each other.
        with transaction.atomic():
            for lease in sorted(notes):
                _write(lease, notes[lease])
        with self._lock:
            for lease, heard in notes.items():
                if self._notes.get(lease) is heard:
                    del self._notes[lease]


notes = Notes()


def bring_up_to_date(lease: DeviceLease) -> DeviceLease:
    """Set a lease to its latest note, which may not be written yet, and return it."""
    heard = notes.kept(lease.pk)
    if heard is not None:
        lease.heard_at, lease.waiting = heard.at, heard.waiting
    return lease


def note(lease: DeviceLease, at: datetime, waiting: int | None) -> None:
    """Note that a device was heard.

    The first time is written at once: until then the token of the lease may be replaced.
    """
    heard, is_first = Heard(at, waiting), lease.heard_at is None
    if is_first or not deferred_writes.is_begun():
        _write(lease.pk, heard)
    else:
        notes.keep(lease.pk, heard)
        deferred_writes.leave("which tablets were heard of", notes.write)
    lease.heard_at, lease.waiting = at, waiting


def _write(lease: int, heard: Heard) -> None:
    # A later note of another process is kept.
    earlier = DeviceLease.objects.filter(pk=lease).exclude(heard_at__gt=heard.at)
    earlier.update(heard_at=heard.at, waiting=heard.waiting)
