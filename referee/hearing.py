"""When a device was last heard of, and how much it then said it had to send.

Every request of a tablet is heard, also one that only reads, and a note of it is a write: whoever
only reads would wait for whoever writes. So a process that serves keeps its notes in memory, and
one thread writes them down, all of a moment in one transaction. Without that thread, in commands
and in tests, each note is written at once. What a process that was killed had not written yet is
lost, which is some seconds of what the desk shows.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import Error, close_old_connections, connection, transaction

from referee.models import DeviceLease

__all__ = ["Keeper", "begin", "bring_up_to_date", "end", "note"]

log = logging.getLogger(__name__)

WRITTEN_EVERY: Final = 1.0
"""Seconds between the moments in which what was heard is written down."""
PATIENCE: Final = 2.0
"""Seconds for which a process that ends waits until its last notes are written."""


@dataclass(frozen=True, slots=True)
class Heard:
    """When a device was heard, and how much it said it had to send; None where it never said."""

    at: datetime
    waiting: int | None


class Keeper:
    """Keeps what was heard until it is written; each lease has one note, the last."""

    def __init__(self) -> None:
        self._notes: dict[int, Heard] = {}
        self._door = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hearing", daemon=True)

    def begin(self) -> None:
        """Let the thread write from now on."""
        self._thread.start()

    def end(self) -> None:
        """Write what is left, if that can be done soon."""
        self._ended.set()
        self._thread.join(PATIENCE)

    def keep(self, lease: DeviceLease, heard: Heard) -> None:
        """Keep a note until it is written."""
        with self._door:
            self._notes[lease.pk] = heard

    def kept(self, lease: DeviceLease) -> Heard | None:
        """Return the note of a lease that was not written yet."""
        with self._door:
            return self._notes.get(lease.pk)

    def write(self) -> None:
        """Write every note down; one that is replaced meanwhile is written the next time."""
        with self._door:
            notes = dict(self._notes)
        if not notes:
            return
        # In the order of their keys: two processes that write at once do not wait for each other.
        with transaction.atomic():
            for lease in sorted(notes):
                _write(lease, notes[lease])
        with self._door:
            for lease, heard in notes.items():
                if self._notes[lease] is heard:
                    del self._notes[lease]

    def _run(self) -> None:
        try:
            while not self._ended.wait(WRITTEN_EVERY):
                self._try()
            self._try()
        finally:
            connection.close()

    def _try(self) -> None:
        close_old_connections()
        try:
            self.write()
        except Error as error:
            log.warning("which tablets were heard of is not written yet: %s", error)
            connection.close()


_keeper: Keeper | None = None


def begin() -> None:
    """Keep what is heard from now on, and write it down by a thread."""
    global _keeper  # noqa: PLW0603
    _keeper = Keeper()
    _keeper.begin()


def end() -> None:
    """Write what is left, and from now on each note at once."""
    global _keeper
    keeper, _keeper = _keeper, None
    if keeper is not None:
        keeper.end()


def bring_up_to_date(lease: DeviceLease) -> DeviceLease:
    """Return the lease, which now says what was heard although it may not be written yet."""
    heard = _keeper.kept(lease) if _keeper is not None else None
    if heard is not None:
        lease.heard_at, lease.waiting = heard.at, heard.waiting
    return lease


def note(lease: DeviceLease, at: datetime, waiting: int | None) -> None:
    """Note that a device was heard.

    The first time is written at once: until then the token of the lease may be replaced.
    """
    heard, is_first = Heard(at, waiting), lease.heard_at is None
    if _keeper is None or is_first:
        _write(lease.pk, heard)
    else:
        _keeper.keep(lease, heard)
    lease.heard_at, lease.waiting = at, waiting


def _write(lease: int, heard: Heard) -> None:
    # What another process heard later stands.
    earlier = DeviceLease.objects.filter(pk=lease).exclude(heard_at__gt=heard.at)
    earlier.update(heard_at=heard.at, waiting=heard.waiting)
