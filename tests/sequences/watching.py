"""Sees what a step has changed, by the tables that it wrote and a digest of their rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Final

from django.apps import apps
from django.db import connection

from tournaments.models import AuditEntry, ClubEntry

UNOFFICIAL: Final = {
    "referee_devicelease": "a lease is heard of without a log; opening and releasing are logged",
    "jobs_job": "background work",
    "jobs_document": "made by background work",
    "tournaments_accountsession": "when an account was last heard of",
    "tournaments_attemptcount": "counts wrong attempts",
    "tournaments_secondfactor": "belongs to an account",
    "tournaments_recoverycode": "belongs to an account",
    "tournaments_user": "when an account last signed in",
    "tournaments_installation": "belongs to the machine",
    "tournaments_ratingrun": "computed from the record",
    "tournaments_ratedevent": "computed from the record",
    "tournaments_ratingstep": "computed from the record",
}
"""The tables that may change without an entry of the log, and why."""
APPS: Final = ("tournaments", "referee")
LOGS: Final = (AuditEntry, ClubEntry)
WRITING: Final = re.compile(
    r'(?:INSERT (?:OR \w+ )?INTO|UPDATE|DELETE FROM) "?(\w+)', re.IGNORECASE
)


class Watch:
    """The official tables as they were after the last step; used as a context."""

    def __init__(self) -> None:
        self.official = {
            model._meta.db_table
            for model in apps.get_models()
            if model._meta.app_label in APPS and model._meta.db_table not in UNOFFICIAL
        }
        self.written: set[str] = set()
        self.digests = self._digests(self.official)
        self.entries = self._entries()

    def watches(self) -> Any:
        """Return the context in which it is noted which tables are written."""
        return connection.execute_wrapper(self._note)

    def step(self, *, whole: bool = False) -> tuple[set[str], int]:
        """Return the official tables that differ from those before, and how far the logs grew.

        With `whole` all tables are compared: those too that were written past the connection.
        """
        tables = self.official if whole else self.written & self.official
        digests, entries = self._digests(tables), self._entries()
        changed = {table for table in tables if digests[table] != self.digests[table]}
        grown, self.entries = entries - self.entries, entries
        self.digests |= digests
        self.written.clear()
        return changed, grown

    def _note(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        self.written.update(WRITING.findall(sql))
        return execute(sql, params, many, context)

    @staticmethod
    def _entries() -> int:
        return sum(model._default_manager.count() for model in LOGS)

    @staticmethod
    def _digests(tables: Iterable[str]) -> dict[str, str]:
        digests = {}
        with connection.cursor() as cursor:
            for table in tables:
                cursor.execute(f'SELECT * FROM "{table}" ORDER BY id')  # noqa: S608
                digests[table] = sha256(repr(cursor.fetchall()).encode()).hexdigest()
        return digests
