"""For how long the web server's writers wait for a database that others keep busy.

Whoever waits longer is told so, and tries again: one request waits so long in all, however many
statements and programs it waits for. The worker and commands have more time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Final
from weakref import WeakSet

from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from config.storage import queued_writes
from config.storage.queued_writes import only_reads

__all__ = ["limit", "of_request"]

LEAST: Final = 1
"""Milliseconds: none at all would be no limit."""
_limited: Final[WeakSet[Any]] = WeakSet()
"""Connections to PostgreSQL that know it; those of the pool are used again."""


def limit() -> None:
    """Limit the waits of this process."""
    queued_writes.patience.most = queued_writes.OF_REQUESTS
    connection_created.connect(_limit_locks, dispatch_uid=__name__)


@contextmanager
def of_request(since: float) -> Iterator[None]:
    """Limit what the request waits that this thread serves, which came at this monotonic time."""
    is_told = connection.vendor == "postgresql"
    told = connection.execute_wrapper(_tell) if is_told else nullcontext()
    with queued_writes.patience.of_request(since), told:
        yield


def _limit_locks(connection: BaseDatabaseWrapper, **_of: object) -> None:
    """Limit the waits for locks on a new connection to PostgreSQL."""
    raw = connection.connection
    if connection.vendor == "postgresql" and raw not in _limited:
        raw.execute(f"SET lock_timeout = '{queued_writes.OF_REQUESTS}s'")
        _limited.add(raw)


def _tell(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Tell PostgreSQL for how long a statement waits for locks, where that is not as always."""
    if only_reads(sql) and " FOR " not in sql:
        return execute(sql, params, many, context)
    seconds = queued_writes.patience.seconds()
    is_short = queued_writes.patience.most - seconds >= queued_writes.STEP
    if is_short and context["connection"].in_atomic_block:
        execute(f"SET LOCAL lock_timeout = {max(LEAST, int(seconds * 1000))}", None, False, context)
    with queued_writes.patience.noted(OperationalError):
        return execute(sql, params, many, context)
