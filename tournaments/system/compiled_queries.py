"""SQL statements compiled once, for queries that a full hall makes a hundred times a second.

Django compiles a query set on every use, which takes several times as long as the database takes to
answer. Here it is compiled on first use, with marks in place of the parameters; the rows equal
those of the query set itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.query import get_related_populators
from django.db.models.sql import UpdateQuery
from django.db.models.sql.compiler import SQLCompiler

Row = TypeVar("Row")
Made = TypeVar("Made", bound=models.Model)
Value = int | str
Reader = Callable[[Sequence[Any]], Any]

CHUNK: Final = 2000
"""Rows read from the database at a time, where somebody iterates over them."""
MOST_VALUES: Final = 5_000
"""Values of one insert; a database may take fewer."""
MOST_LENGTHS: Final = 32
"""Of so many numbers of keys a query is kept; what is asked seldom is compiled again."""
_MARK: Final = 32_011
"""Numbers from here on, and texts made of them, mark the parameters at compilation.

They fit into the smallest integer column: for a larger value Django would not query at all.
"""


@dataclass(frozen=True, slots=True)
class _Statement:
    """The SQL of a statement, its constant parameters, and the places of the values."""

    sql: str
    params: tuple[Any, ...]
    gaps: tuple[tuple[int, int], ...]

    def filled(self, values: Sequence[Value]) -> list[Any]:
        """Return the parameters with these values filled in."""
        params = list(self.params)
        for place, number in self.gaps:
            params[place] = values[number]
        return params


class _Compiled(threading.local):
    """The statement and the row reader of one thread for its own connection."""

    connection: BaseDatabaseWrapper | None = None
    text: _Statement
    reader: Reader


class Query(Generic[Row]):
    """A compiled query of rows or tuples; `asked` is called once with a mark of each kind.

    Rows have the columns of the model, its joins and annotations; nothing is prefetched.
    """

    def __init__(
        self, asked: Callable[..., models.QuerySet[Any, Row]], *kinds: type[int | str]
    ) -> None:
        self._asked = asked
        self._kinds = kinds
        self._ready = _Compiled()

    def all(self, *values: Value) -> list[Row]:
        """Return the rows for these values."""
        connection = self._connection()
        ready = self._ready
        with connection.cursor() as cursor:
            cursor.execute(ready.text.sql, ready.text.filled(values))
            return [ready.reader(row) for row in cursor.fetchall()]

    def iterate(self, *values: Value) -> Iterator[Row]:
        """Yield the rows for these values; the database is asked for some of them at a time."""
        connection = self._connection()
        ready = self._ready
        with connection.chunked_cursor() as cursor:
            cursor.execute(ready.text.sql, ready.text.filled(values))
            while rows := cursor.fetchmany(CHUNK):
                yield from map(ready.reader, rows)

    def first(self, *values: Value) -> Row | None:
        """Return the first row for these values, or None."""
        return next(iter(self.all(*values)), None)

    def any(self, *values: Value) -> bool:
        """Whether there is a row for these values."""
        return bool(self.all(*values))

    def _connection(self) -> BaseDatabaseWrapper:
        """Return the connection of this thread, for which the query is compiled."""
        connection = connections[DEFAULT_DB_ALIAS]
        if self._ready.connection is not connection:
            self._prepare(connection)
        return connection

    def _prepare(self, connection: BaseDatabaseWrapper) -> None:
        marks = _make_marks(self._kinds)
        compiler = self._asked(*marks).query.get_compiler(connection=connection)
        self._ready.text, self._ready.reader = _compile(compiler, marks), _make_reader(compiler)
        self._ready.connection = connection


class KeysQuery(Generic[Row]):
    """A query of rows with one of some keys, compiled once for each number of these.

    `asked` is given lists of keys; one of them may be empty where the others are not.
    """

    def __init__(self, asked: Callable[..., models.QuerySet[Any, Row]]) -> None:
        self._asked = asked
        self._of = lru_cache(MOST_LENGTHS)(self._query)

    def all(self, *lists: Sequence[int]) -> list[Row]:
        """Return the rows for these lists of keys; where all are empty, none without asking."""
        return self._of(*map(len, lists)).all(*chain(*lists)) if any(lists) else []

    def iterate(self, *lists: Sequence[int]) -> Iterator[Row]:
        """Yield the same rows; the database is asked for some of them at a time."""
        return self._of(*map(len, lists)).iterate(*chain(*lists)) if any(lists) else iter(())

    def _query(self, *lengths: int) -> Query[Row]:
        def _asked(*marks: Value) -> models.QuerySet[Any, Row]:
            left = iter(marks)
            return self._asked(*(list(islice(left, length)) for length in lengths))

        return Query(_asked, *[int] * sum(lengths))


class Update:
    """A compiled update of the query set `rows`; `to` gives each column a kind, or a constant.

    `run` takes the values of the columns first, then those of the query set.
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
        self._ready = _Compiled()

    def run(self, *values: Value) -> int:
        """Update the rows; return their number."""
        connection = connections[DEFAULT_DB_ALIAS]
        ready = self._ready
        if ready.connection is not connection:
            self._prepare(connection)
        with connection.cursor() as cursor:
            cursor.execute(ready.text.sql, ready.text.filled(values))
            return int(cursor.rowcount)

    def _prepare(self, connection: BaseDatabaseWrapper) -> None:
        marks = _make_marks(self._kinds)
        many = len(self._varied)
        query: Any = self._rows(*marks[many:]).query.chain(UpdateQuery)
        query.add_update_values({**self._to, **dict(zip(self._varied, marks[:many], strict=True))})
        self._ready.text = _compile(query.get_compiler(connection=connection), marks)
        self._ready.connection = connection


class Insert:
    """An insert of rows of plain values into these fields of a model, in their order.

    The database returns nothing, so that the rows get no keys.
    """

    def __init__(self, model: type[models.Model], *fields: str) -> None:
        self._table = model._meta.db_table
        columns = {field.name: str(field.column) for field in model._meta.concrete_fields}
        self._columns = [columns[name] for name in fields]

    def run(self, rows: Iterable[Sequence[Value]]) -> None:
        """Insert the rows, many by one statement."""
        connection, left = connections[DEFAULT_DB_ALIAS], iter(rows)
        quoted = connection.ops.quote_name
        columns = ", ".join(map(quoted, self._columns))
        into = f"INSERT INTO {quoted(self._table)} ({columns}) VALUES "  # noqa: S608
        marks = f"({', '.join(['%s'] * len(self._columns))})"
        most = min(MOST_VALUES, connection.features.max_query_params or MOST_VALUES)
        while some := list(islice(left, most // len(self._columns))):
            with connection.cursor() as cursor:
                cursor.execute(into + ", ".join([marks] * len(some)), [*chain(*some)])


class Creation(Generic[Made]):
    """`objects.create` of a model as a compiled statement, without signals.

    Only for models of one table whose first column is a key made by the database and whose other
    values come from Django; raises TypeError otherwise.
    """

    def __init__(self, model: type[Made]) -> None:
        self._model = model
        self._key, *self._fields = model._meta.concrete_fields
        made_there = [
            field
            for field in model._meta.concrete_fields
            if isinstance(field, models.AutoField) or field.generated or field.has_db_default()
        ]
        if model._meta.parents or made_there != [self._key]:
            raise TypeError(f"rows of {model.__name__} are stored by Django alone")
        self._sql: dict[str, str] = {}

    def create(self, **columns: Any) -> Made:
        """Store a new row and return it with its key."""
        row, connection = self._model(**columns), connections[DEFAULT_DB_ALIAS]
        values = [
            field.get_db_prep_save(field.pre_save(row, add=True), connection)
            for field in self._fields
        ]
        with connection.cursor() as cursor:
            cursor.execute(self._statement(connection), values)
            (row.pk,) = cursor.fetchone()
        # Documented for every model, in spite of its name.
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001
        return row

    def _statement(self, connection: BaseDatabaseWrapper) -> str:
        if connection.vendor not in self._sql:
            quoted = connection.ops.quote_name
            columns = ", ".join(quoted(str(field.column)) for field in self._fields)
            marks = ", ".join(["%s"] * len(self._fields))
            into = f"INSERT INTO {quoted(self._model._meta.db_table)} ({columns})"
            key = quoted(str(self._key.column))
            self._sql[connection.vendor] = f"{into} VALUES ({marks}) RETURNING {key}"
        return self._sql[connection.vendor]


def _make_marks(kinds: Sequence[type[int | str]]) -> list[int | str]:
    return [kind(_MARK + number) for number, kind in enumerate(kinds)]


def _compile(compiler: SQLCompiler, marks: Sequence[int | str]) -> _Statement:
    """Raise ValueError if a mark is lost, because the parameter would be constant."""
    sql, params = compiler.as_sql()
    places = [(place, value) for place, value in enumerate(params) if value in marks]
    gaps = tuple((place, marks.index(value)) for place, value in places)
    if {number for _, number in gaps} != set(range(len(marks))):
        raise ValueError(f"not everything that varies is a parameter of {sql}")
    return _Statement(sql, tuple(params), gaps)


def _make_reader(compiler: SQLCompiler) -> Reader:
    """Return the function that converts a database record to a row."""
    read = _make_converter(compiler)
    if not compiler.query.default_cols:
        return lambda row: tuple(read(row))
    class_info: Any = compiler.klass_info
    model, columns = class_info["model"], class_info["select_fields"]
    first, end = columns[0], columns[-1] + 1
    names = [column[0].target.attname for column in compiler.select[first:end]]
    noted = tuple((compiler.annotation_col_map or {}).items())
    related = get_related_populators(class_info, compiler.select, DEFAULT_DB_ALIAS)  # type: ignore[call-arg]

    def _row(row: Sequence[Any]) -> Any:
        values = read(row)
        made = model.from_db(DEFAULT_DB_ALIAS, names, values[first:end])
        for populator in related:
            populator.populate(values, made)
        for name, place in noted:
            setattr(made, name, values[place])
        return made

    return _row


def _make_converter(compiler: SQLCompiler) -> Callable[[Sequence[Any]], list[Any]]:
    """Return the function that converts database values to those of the fields."""
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
