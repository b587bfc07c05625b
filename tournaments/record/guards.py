"""Database triggers that protect the record on SQLite and PostgreSQL from every writer.

Rows of append-only tables and frozen rules are never changed or removed, and line-ups stay as
handed in. The triggers are installed after every migrate, because SQLite drops the triggers of a
table that a migration rebuilds. Only the flush of a test removes them, through `remove`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connections, transaction
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
"""Any change of a line-up but its first revelation."""
CHANGES_ARTICLES = (
    "OLD.frozen_at IS NOT NULL AND (OLD.articles <> NEW.articles OR NEW.frozen_at IS NULL)"
)
"""A change of a version of the catalogue by which somebody may have been judged."""


@dataclass(frozen=True, slots=True)
class RowGuard:
    """One trigger: its table, the refused action, the message, and a condition on rows."""

    table: str
    action: str
    words: str
    only: str = ""

    @property
    def name(self) -> str:
        """The name of the trigger."""
        return f"{self.table}_no_{self.action.lower()}"

    def create(self, vendor: str) -> str:
        """Return the SQL statement that installs the trigger."""
        when = f"WHEN ({self.only})" if self.only else ""
        if vendor == POSTGRESQL:
            each = "STATEMENT" if self.action == "TRUNCATE" else "ROW"
            return (
                f"CREATE OR REPLACE TRIGGER {self.name} BEFORE {self.action} ON {self.table} "
                f"FOR EACH {each} {when} EXECUTE FUNCTION huapai_refuse('{self.words}')"
            )
        return (
            f"CREATE TRIGGER {self.name} BEFORE {self.action} ON {self.table} "
            f"{when} BEGIN SELECT RAISE(ABORT, '{self.words}: {self.table}'); END"
        )

    def drop(self, vendor: str) -> str:
        """Return the SQL statement that removes the trigger."""
        on_table = f" ON {self.table}" if vendor == POSTGRESQL else ""
        return f"DROP TRIGGER IF EXISTS {self.name}{on_table}"


def guarded_tables() -> list[str]:
    """Return the tables of all append-only models."""
    return sorted(
        model._meta.db_table for model in apps.get_models() if getattr(model, "append_only", False)
    )


def guards(vendor: str) -> Iterator[RowGuard]:
    """Return every guard of a database; only PostgreSQL has TRUNCATE."""
    actions = ["UPDATE", "DELETE", *(["TRUNCATE"] if vendor == POSTGRESQL else [])]
    for table in guarded_tables():
        for action in actions:
            yield RowGuard(table, action, "this table is append-only")
    handed_in = apps.get_model("tournaments", "LineUp")._meta.db_table
    rules = apps.get_model("tournaments", "RuleSet")._meta.db_table
    for action in actions:
        # A truncation has no rows to check the condition on.
        of_rows = action != "TRUNCATE"
        changes = CHANGES_LINE_UP if action == "UPDATE" else ""
        yield RowGuard(handed_in, action, "what was handed in stays", changes)
        frozen = "OLD.frozen_at IS NOT NULL" if of_rows else ""
        yield RowGuard(rules, action, "these rules are frozen", frozen)
    catalogue = apps.get_model("tournaments", "Catalogue")._meta.db_table
    yield RowGuard(catalogue, "UPDATE", "these articles are frozen", CHANGES_ARTICLES)
    yield RowGuard(catalogue, "DELETE", "these articles are frozen", "OLD.frozen_at IS NOT NULL")


def install(connection: BaseDatabaseWrapper) -> None:
    """Guard every table that exists in this database.

    On SQLite a trigger with the name of a guard and another text is replaced: a restored database
    may have one that refuses nothing.
    """
    existing = set(connection.introspection.table_names())
    wanted = [guard for guard in guards(connection.vendor) if guard.table in existing]
    with transaction.atomic(connection.alias), connection.cursor() as cursor:
        if connection.vendor == POSTGRESQL:
            cursor.execute(FUNCTION)
            installed = {}
        else:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            installed = dict(cursor.fetchall())
        for guard in wanted:
            statement = guard.create(connection.vendor)
            if guard.name in installed and installed[guard.name] != statement:
                cursor.execute(guard.drop(connection.vendor))
            if installed.get(guard.name) != statement:
                cursor.execute(statement)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Remove the guards; only a test that flushes its database may do so."""
    with connection.cursor() as cursor:
        for guard in guards(connection.vendor):
            cursor.execute(guard.drop(connection.vendor))


def after_migrate(using: str, **_: Any) -> None:
    """Install the guards when `migrate` (or a flush) ends; a receiver of `post_migrate`."""
    install(connections[using])
