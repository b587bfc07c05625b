"""Statements whose text is made once, for what a full hall asks a hundred times a second.

The framework makes the text of a statement anew each time, which takes several times as long as
the database takes to answer it. Here the framework makes it at the first use, with marks where
something varies; the rows are those that the query set itself would have given.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.query import get_related_populators
from django.db.models.sql import UpdateQuery
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")
Value = int | str
Reader = Callable[[Sequence[Any]], Any]

_MARK: Final = 32_011
"""Numbers from here on, and texts made of them, stand where something varies.

They fit into the smallest column: of a larger one the framework knows the answer without asking.
"""


@dataclass(frozen=True, slots=True)
class _Text:
    """A statement as one kind of database wants it, and which value belongs in which place."""

    sql: str
    params: tuple[Any, ...]
    gaps: tuple[tuple[int, int], ...]

    def filled(self, values: Sequence[Value]) -> list[Any]:
        """Return the parameters with these values in their places."""
        params = list(self.params)
        for place, number in self.gaps:
            params[place] = values[number]
        return params


class _Prepared(threading.local):
    """What one thread has made for its own connection, which another thread must not keep."""

    connection: BaseDatabaseWrapper | None = None
    text: _Text
    reader: Reader


class Query(Generic[Row]):
    """Rows, or tuples of values; `asked` is called once, with a mark of each of these kinds.

    Rows are those of the model and of what it is joined with; nothing is fetched beside them.
    """

    def __init__(
        self, asked: Callable[..., models.QuerySet[Any, Row]], *kinds: type[int | str]
    ) -> None:
        self._asked = asked
        self._kinds = kinds
        self._ready = _Prepared()

    def all(self, *values: Value) -> list[Row]:
        """Return what there is for these values."""
        connection = connections[DEFAULT_DB_ALIAS]
        ready = self._ready
        if ready.connection is not connection:
            self._prepare(connection)
        with connection.cursor() as cursor:
            cursor.execute(ready.text.sql, ready.text.filled(values))
            return [ready.reader(row) for row in cursor.fetchall()]

    def first(self, *values: Value) -> Row | None:
        """Return the first that there is for these values, or nothing."""
        return next(iter(self.all(*values)), None)

    def any(self, *values: Value) -> bool:
        """Whether there is anything for these values."""
        return bool(self.all(*values))

    def _prepare(self, connection: BaseDatabaseWrapper) -> None:
        marks = _marks(self._kinds)
        compiler = self._asked(*marks).query.get_compiler(connection=connection)
        self._ready.text, self._ready.reader = _text(compiler, marks), _reader(compiler)
        self._ready.connection = connection


class Update:
    """A change of the rows that `rows` returns: of each column `to` names a kind, or its value.

    The values of the columns come first, then those by which the rows are found.
    """

    def __init__(
        self,
        rows: Callable[..., models.QuerySet[Any, Any]],
        *kinds: type[int | str],
        **to: type[int | str] | bool,
    ) -> None:
        self._rows = rows
        self._varied = [name for name, kind in to.items() if isinstance(kind, type)]
        self._kinds = (*(kind for kind in to.values() if isinstance(kind, type)), *kinds)
        self._to = to
        self._ready = _Prepared()

    def run(self, *values: Value) -> int:
        """Change the rows, and return how many there were."""
        connection = connections[DEFAULT_DB_ALIAS]
        ready = self._ready
        if ready.connection is not connection:
            self._prepare(connection)
        with connection.cursor() as cursor:
            cursor.execute(ready.text.sql, ready.text.filled(values))
            return int(cursor.rowcount)

    def _prepare(self, connection: BaseDatabaseWrapper) -> None:
        marks = _marks(self._kinds)
        many = len(self._varied)
        query: Any = self._rows(*marks[many:]).query.chain(UpdateQuery)
        query.add_update_values({**self._to, **dict(zip(self._varied, marks[:many], strict=True))})
        self._ready.text = _text(query.get_compiler(connection=connection), marks)
        self._ready.connection = connection


def _marks(kinds: Sequence[type[int | str]]) -> list[int | str]:
    return [kind(_MARK + number) for number, kind in enumerate(kinds)]


def _text(compiler: SQLCompiler, marks: Sequence[int | str]) -> _Text:
    """Raises ValueError where a mark is lost: what varied would be the same for ever."""
    sql, params = compiler.as_sql()
    places = [(place, value) for place, value in enumerate(params) if value in marks]
    gaps = tuple((place, marks.index(value)) for place, value in places)
    if {number for _, number in gaps} != set(range(len(marks))):
        raise ValueError(f"not everything that varies is a parameter of {sql}")
    return _Text(sql, tuple(params), gaps)


def _reader(compiler: SQLCompiler) -> Reader:
    """Return what makes a row of what the database answers.

    Raises ValueError where rows are annotated: what was added to them would be lost.
    """
    read = _converted(compiler)
    if not compiler.query.default_cols:
        return lambda row: tuple(read(row))
    if compiler.query.annotations:
        raise ValueError(f"rows cannot be annotated: {', '.join(compiler.query.annotations)}")
    class_info: Any = compiler.klass_info
    model, columns = class_info["model"], class_info["select_fields"]
    first, end = columns[0], columns[-1] + 1
    names = [column[0].target.attname for column in compiler.select[first:end]]
    related = get_related_populators(class_info, compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]

    def _row(row: Sequence[Any]) -> Any:
        values = read(row)
        made = model.from_db(DEFAULT_DB_ALIAS, names, values[first:end])
        for populator in related:
            populator.populate(values, made)
        return made

    return _row


def _converted(compiler: SQLCompiler) -> Callable[[Sequence[Any]], list[Any]]:
    """Return what turns the values of a row into those of its fields."""
    selected = [column[0] for column in compiler.select[: compiler.col_count]]
    converters = tuple(compiler.get_converters(selected).items())
    connection = compiler.connection

    def _values(row: Sequence[Any]) -> list[Any]:
        values = list(row)
        for place, (functions, expression) in converters:
            for function in functions:
                values[place] = function(values[place], expression, connection)
        return values

    return _values
