"""Limits how long a request to the web server waits for a busy database.

A request that waits longer is refused and can be repeated. The worker and commands have more time;
the seconds are in `queued_writes`.
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
    queued_writes.waits.most = queued_writes.OF_REQUESTS
    connection_created.connect(_limit_locks, dispatch_uid=__name__)


@contextmanager
def of_request(since: float) -> Iterator[None]:
    """Limit the waits of this thread's request, received at this monotonic time."""
    is_told = connection.vendor == "postgresql"
    told = connection.execute_wrapper(_tell) if is_told else nullcontext()
    with queued_writes.waits.of_request(since), told:
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
    """Set PostgreSQL's lock timeout for a statement, if it differs from the current one."""
    if only_reads(sql) and " FOR " not in sql:
        return execute(sql, params, many, context)
    seconds = queued_writes.waits.seconds()
    is_short = queued_writes.waits.most - seconds >= queued_writes.STEP
    if is_short and context["connection"].in_atomic_block:
        execute(f"SET LOCAL lock_timeout = {max(LEAST, int(seconds * 1000))}", None, False, context)
    with queued_writes.waits.noted(OperationalError):
        return execute(sql, params, many, context)
