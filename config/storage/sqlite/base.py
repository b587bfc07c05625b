"""The database backend `config.storage.sqlite`: durable, and with its writers in a queue.

Every transaction begins IMMEDIATE, so none can fail half-way because another
wrote meanwhile; that takes the write lock even to read, so nothing that only
reads belongs in `atomic`. A single statement that writes outside a transaction
takes its place in the queue too; one that reads never does.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

from config.storage.sqlite import fair_lock

_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    # A score that was acknowledged survives a power cut.
    "PRAGMA synchronous=FULL",
    "PRAGMA journal_size_limit=67108864",
    "PRAGMA cache_size=-20000",
    # Else REPLACE would remove a row past the trigger that guards it.
    "PRAGMA recursive_triggers=ON",
)
_READS = re.compile(
    r"[\s(]*(SELECT|PRAGMA|EXPLAIN|VALUES|BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)\b",
    re.IGNORECASE,
)
_WITH = re.compile(r"\s*WITH\b", re.IGNORECASE)
_CHANGES = re.compile(r"\b(INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)

_Params = Sequence[Any] | Mapping[str, Any] | None


def only_reads(sql: str) -> bool:
    if _WITH.match(sql):
        return _CHANGES.search(sql) is None
    return _READS.match(sql) is not None


class QueuedCursor(base.SQLiteCursorWrapper):
    """A cursor whose single writing statements wait for their turn."""

    wrapper: DatabaseWrapper

    def execute(self, query: str, params: _Params = None) -> Any:  # type: ignore[override]
        with self.wrapper.turn_for(query):
            return super().execute(query, params)

    def executemany(self, query: str, param_list: Iterable[Any]) -> Any:
        with self.wrapper.turn_for(query):
            return super().executemany(query, param_list)


class DatabaseWrapper(base.DatabaseWrapper):
    """One connection; it holds the write lock from its BEGIN to its end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lock: fair_lock.FairLock | None = None

    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        self.transaction_mode = "IMMEDIATE"
        commands: list[str] = self.init_commands  # type: ignore[has-type]
        self.init_commands = [*_PRAGMAS, *commands]
        return params

    def create_cursor(self, _name: str | None = None) -> QueuedCursor:
        cursor: QueuedCursor = self.connection.cursor(factory=QueuedCursor)
        cursor.wrapper = self
        return cursor

    @contextmanager
    def turn_for(self, sql: str) -> Iterator[None]:
        """The lock around one statement, where it writes and no transaction holds it."""
        if self._lock is not None or only_reads(sql) or self.connection.in_transaction:
            yield
            return
        self._take()
        try:
            yield
        finally:
            self._give_back()

    def _start_transaction_under_autocommit(self) -> None:
        self._take()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_back()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._give_back()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._give_back()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_back()

    def _take(self) -> None:
        if self.is_in_memory_db():
            return
        lock = fair_lock.lock_of(str(self.settings_dict["NAME"]))
        if lock.holder == threading.get_ident():
            raise OperationalError(
                "this thread already writes to the database through another connection, "
                "and would wait for itself"
            )
        patience = float(self.settings_dict["OPTIONS"].get("timeout", 20))
        try:
            lock.acquire(patience)
        except fair_lock.NotYet as error:
            raise OperationalError(
                f"the database was busy with other writers for {patience:g} seconds; "
                "nothing was written, try again"
            ) from error
        self._lock = lock

    def _give_back(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            lock.release()


Database = sqlite3
