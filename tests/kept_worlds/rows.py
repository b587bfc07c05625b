"""The rows of the whole database, the changes of an operation, and restoring them.

Rows are read and written below Django, without conversion of values: restored rows equal the stored
ones, and these queries are not counted in tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.models import AutoField, Model

MADE_BY_MIGRATE = frozenset({ContentType, Permission})
"""What is there before any test."""

Row = tuple[Any, ...]
Rows = dict[str, dict[Any, Row]]
"""By table and by primary key."""
Statement = tuple[str, list[Row]]


@dataclass(frozen=True, slots=True)
class Table:
    """A table, the primary key first of its columns."""

    name: str
    columns: tuple[str, ...]
    is_numbered: bool

    @classmethod
    def of(cls, model: type[Model]) -> Table:
        """Return the table of a model, without the columns of the model it extends."""
        key = model._meta.pk
        names = [str(field.column) for field in model._meta.local_concrete_fields]
        first = sorted(names, key=lambda name: name != key.column)
        return cls(model._meta.db_table, tuple(first), isinstance(key, AutoField))

    def select(self) -> str:
        """Read all rows; on SQLite an expression keeps its driver from converting a column."""
        plain = "+" if is_sqlite() else ""
        shown = ", ".join(f'{plain}"{name}" AS c{n}' for n, name in enumerate(self.columns))
        return f'SELECT {shown} FROM "{self.name}"'  # noqa: S608

    def insert(self, rows: Iterable[Row]) -> Statement:
        names = ", ".join(f'"{name}"' for name in self.columns)
        places = ", ".join([place()] * len(self.columns))
        return f'INSERT INTO "{self.name}" ({names}) VALUES ({places})', list(rows)  # noqa: S608

    def update(self, rows: Iterable[Row]) -> Statement:
        key, *others = self.columns
        new = ", ".join(f'"{name}" = {place()}' for name in others)
        sql = f'UPDATE "{self.name}" SET {new} WHERE "{key}" = {place()}'  # noqa: S608
        return sql, [(*row[1:], row[0]) for row in rows]

    def delete(self, keys: Iterable[Any]) -> Statement:
        sql = f'DELETE FROM "{self.name}" WHERE "{self.columns[0]}" = {place()}'  # noqa: S608
        return sql, [(key,) for key in keys]

    def go_on_after(self, rows: Iterable[Row]) -> Statement:
        """Set the next key after these rows, which PostgreSQL does not do by itself."""
        sql = f"SELECT setval(pg_get_serial_sequence('\"{self.name}\"', '{self.columns[0]}'), %s)"
        return sql, [(max(row[0] for row in rows),)]


@cache
def tables() -> tuple[Table, ...]:
    """Return every table to which a test may write."""
    models = apps.get_models(include_auto_created=True)
    return tuple(
        Table.of(model)
        for model in models
        if model._meta.managed and not model._meta.proxy and model not in MADE_BY_MIGRATE
    )


def is_sqlite() -> bool:
    return connection.vendor == "sqlite"


def place() -> str:
    """Return how the driver writes a parameter."""
    return "?" if is_sqlite() else "%s"


def read() -> Rows:
    """Return all rows of all tables."""
    found: Rows = {}
    for table in tables():
        rows = _answer(table.select())
        if rows:
            found[table.name] = {row[0]: tuple(row) for row in rows}
    return found


def are_none() -> bool:
    """Whether no test has written anything."""
    some = " OR ".join(f'EXISTS (SELECT 1 FROM "{table.name}")' for table in tables())  # noqa: S608
    return not _answer(f"SELECT {some}")[0][0]


def written() -> int:
    """Return the number of rows written since some beginning, which grows with every change."""
    if is_sqlite():
        connection.ensure_connection()
        return int(connection.connection.total_changes)
    counted = "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_xact_user_tables"
    return int(_answer(counted)[0][0] or 0)


def changes(before: Rows, after: Rows) -> list[Statement]:
    """Return the statements that turn the rows `before` into those `after`.

    Deleted and changed rows are removed first. New rows are inserted in their final state, because
    an append-only table refuses changes.
    """
    gone: list[Statement] = []
    changed: list[Statement] = []
    come: list[Statement] = []
    for table in (table for table in tables() if table.name in before or table.name in after):
        old, new = before.get(table.name, {}), after.get(table.name, {})
        gone.append(table.delete(old.keys() - new.keys()))
        changed.append(table.update(row for key, row in new.items() if old.get(key, row) != row))
        inserted = [row for key, row in new.items() if key not in old]
        come.append(table.insert(inserted))
        if inserted and table.is_numbered and not is_sqlite():
            come.append(table.go_on_after(inserted))
    return [(sql, rows) for sql, rows in (*gone, *changed, *come) if rows]


def put(statements: Sequence[Statement]) -> None:
    """Execute changes."""
    cursor = connection.connection.cursor()
    if is_sqlite():
        for sql, rows in statements:
            cursor.executemany(sql, rows)
    elif statements:
        cursor.execute(";".join(_with_values(cursor, statements)))


def _with_values(cursor: Any, statements: Sequence[Statement]) -> Iterator[str]:
    for sql, rows in statements:
        for row in rows:
            yield cursor.mogrify(sql, row)


def _answer(sql: str) -> list[Row]:
    connection.ensure_connection()
    cursor = connection.connection.cursor()
    return list(cursor.execute(sql).fetchall())
