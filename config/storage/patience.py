"""For how long the web server's writers wait for a database that others keep busy.

Whoever waits longer is told so, and tries again. The worker and commands have more time.
"""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakSet

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from config.storage import queued_writes

__all__ = ["limit"]

_limited: Final[WeakSet[Any]] = WeakSet()
"""Connections to PostgreSQL that know it; those of the pool are used again."""


def limit() -> None:
    """Limit the waits of this process."""
    queued_writes.patience.most = queued_writes.OF_REQUESTS
    connection_created.connect(_limit_locks, dispatch_uid=__name__)


def _limit_locks(connection: BaseDatabaseWrapper, **_of: object) -> None:
    """Limit the waits for locks on a new connection to PostgreSQL."""
    raw = connection.connection
    if connection.vendor == "postgresql" and raw not in _limited:
        raw.execute(f"SET lock_timeout = '{queued_writes.OF_REQUESTS}s'")
        _limited.add(raw)
