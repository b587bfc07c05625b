"""Triggers that hold what the record promises, on SQLite and on PostgreSQL, whoever writes.

Rows of an append-only table are never changed nor removed, and neither are rules that are frozen;
who is named by a line-up stays as it was handed in.
The triggers are installed after every migrate, and again is harmless: SQLite drops the triggers of
a table that a migration remakes. Only a test's flush may remove them, through `remove`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

POSTGRESQL = "postgresql"
FUNCTION = """
CREATE OR REPLACE FUNCTION huapai_refuse() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION '%: %', TG_ARGV[0], TG_TABLE_NAME
USING ERRCODE = 'integrity_constraint_violation';
END $$ LANGUAGE plpgsql
"""


CHANGES_LINE_UP = " OR ".join(
    [
        "OLD.revealed_at IS NOT NULL",
        *(
            f"OLD.{column} <> NEW.{column}"
            for column in ("segment_id", "side_id", "version", "seats")
        ),
    ]
)
"""A line-up is revealed once; nothing else of it ever changes."""


@dataclass(frozen=True, slots=True)
class Guard:
    """One trigger: on which table it refuses what, with which words, and on which rows only."""

    table: str
    action: str
    words: str
    only: str = ""

    @property
    def name(self) -> str:
        """The name of the trigger."""
        return f"{self.table}_no_{self.action.lower()}"

    def create(self, vendor: str) -> str:
        """Return the statement that installs it."""
        when = f"WHEN ({self.only})" if self.only else ""
        if vendor == POSTGRESQL:
            each = "STATEMENT" if self.action == "TRUNCATE" else "ROW"
            return (
                f"CREATE OR REPLACE TRIGGER {self.name} BEFORE {self.action} ON {self.table} "
                f"FOR EACH {each} {when} EXECUTE FUNCTION huapai_refuse('{self.words}')"
            )
        return (
            f"CREATE TRIGGER IF NOT EXISTS {self.name} BEFORE {self.action} ON {self.table} "
            f"{when} BEGIN SELECT RAISE(ABORT, '{self.words}: {self.table}'); END"
        )

    def drop(self, vendor: str) -> str:
        """Return the statement that takes it away."""
        on_table = f" ON {self.table}" if vendor == POSTGRESQL else ""
        return f"DROP TRIGGER IF EXISTS {self.name}{on_table}"


def guarded_tables() -> list[str]:
    """Return the tables of every model that says it is append-only."""
    return sorted(
        model._meta.db_table for model in apps.get_models() if getattr(model, "append_only", False)
    )


def guards(vendor: str) -> Iterator[Guard]:
    """Return every guard of a database; only PostgreSQL can empty a table past its rows."""
    actions = ["UPDATE", "DELETE", *(["TRUNCATE"] if vendor == POSTGRESQL else [])]
    for table in guarded_tables():
        for action in actions:
            yield Guard(table, action, "this table is append-only")
    handed_in = apps.get_model("tournaments", "LineUp")._meta.db_table
    yield Guard(handed_in, "UPDATE", "what was handed in stays", CHANGES_LINE_UP)
    rules = apps.get_model("tournaments", "RuleSet")._meta.db_table
    for action in ("UPDATE", "DELETE"):
        yield Guard(rules, action, "these rules are frozen", "OLD.frozen_at IS NOT NULL")


def install(connection: BaseDatabaseWrapper) -> None:
    """Guard every table that exists in this database."""
    existing = set(connection.introspection.table_names())
    with connection.cursor() as cursor:
        if connection.vendor == POSTGRESQL:
            cursor.execute(FUNCTION)
        for guard in guards(connection.vendor):
            if guard.table in existing:
                cursor.execute(guard.create(connection.vendor))


def remove(connection: BaseDatabaseWrapper) -> None:
    """Lift the guards; only a test that flushes its database has a reason to."""
    with connection.cursor() as cursor:
        for guard in guards(connection.vendor):
            cursor.execute(guard.drop(connection.vendor))


def after_migrate(using: str, **_: Any) -> None:
    """Install the guards when `migrate` (or a flush) ends; a receiver of `post_migrate`."""
    install(connections[using])
