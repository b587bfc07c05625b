"""The test database: its tables are made once, and copied for every process and after every test.

The tables of a version of the program lie as a template in the checkout's folder for tests, which
git ignores, named by a digest of all that makes them: SQLite's as a file, PostgreSQL's as a dump,
from which the server of a run gets a template of its own.
A test that commits is not followed by Django's flush of 966 statements: SQLite gets the template's
pages back, PostgreSQL loses the rows that it did not begin with.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
from contextlib import closing
from functools import cache
from pathlib import Path

import django
import psycopg
from django.core.management import call_command
from django.db import OperationalError, connection, transaction
from django.db.backends.utils import CursorWrapper

from tests.services import postgres
from tests.services.once import once

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".test-cache"
MAKES_TABLES = ("*/migrations/*.py", "*/models.py", "*/models/*.py", "*/*/models.py")
MORE_THAT_MAKES_TABLES = (
    "config/settings.py",
    "config/storage/mark_writing.py",
    "requirements/base.txt",
    "tournaments/persons/keys.py",
    "tournaments/record/guards.py",
)
FILLED_BY_MIGRATE = {"django_migrations", "django_content_type", "auth_permission"}
PATIENCE = 20
"""Seconds that a page which was just closed may still hold a row, when all are taken away."""


@cache
def digest() -> str:
    """What the tables depend on: the models, their migrations, and what is done after these."""
    paths = {path for pattern in MAKES_TABLES for path in ROOT.glob(pattern)}
    paths |= {ROOT / name for name in MORE_THAT_MAKES_TABLES}
    made = hashlib.sha256(f"{django.VERSION} {sqlite3.sqlite_version}".encode())
    for path in sorted(paths):
        made.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return made.hexdigest()[:16]


def prepare() -> None:
    """Give this process its own database with all tables, and let Django work on it."""
    if connection.vendor == "sqlite":
        _use(str(Path(connection.settings_dict["TEST"]["NAME"])))
        _fill_sqlite(_template_of_sqlite())
    else:
        once("postgresql-template", _make_template_of_postgresql)
        name = f"test_huapai_{os.environ.get('PYTEST_XDIST_WORKER', 'main')}_{os.getpid()}"
        _on_the_server(f'CREATE DATABASE "{name}" TEMPLATE "{_template_name()}"')
        _use(name)


def put_away() -> None:
    """End what still works on this process's database, and drop it; a file goes with the run."""
    if connection.vendor == "postgresql":
        name = connection.settings_dict["NAME"]
        _let_go()
        _on_the_server(f'DROP DATABASE "{name}" WITH (FORCE)')


def restore() -> None:
    """Make the database what it was at the beginning, after a test that committed."""
    if connection.vendor == "sqlite":
        _fill_sqlite(_template_of_sqlite())
    else:
        _delete_rows()


def _use(name: str) -> None:
    _let_go()
    connection.settings_dict["NAME"] = name


def _let_go() -> None:
    connection.close()
    if close_pool := getattr(connection, "close_pool", None):  # PostgreSQL's alone has one
        close_pool()


@cache
def _template_of_sqlite() -> Path:
    return Path(once("sqlite-template", lambda: str(_kept_template())))


def _kept_template() -> Path:
    """The file with the tables of this version; those of others are taken away with its making."""
    path = CACHE / f"{digest()}.sqlite3"
    if not path.exists():
        CACHE.mkdir(exist_ok=True)
        call_command("migrate", verbosity=0, interactive=False)
        unfinished = path.with_suffix(f".{os.getpid()}")
        connection.ensure_connection()
        with closing(sqlite3.connect(unfinished)) as template:
            connection.connection.backup(template)
        _keep(unfinished, path)
    return path


def _keep(made: Path, path: Path) -> None:
    """Keep what was made under its name, and take away what other versions had of its kind."""
    for other in CACHE.glob(f"*{path.suffix}"):
        other.unlink()
    made.replace(path)


def _fill_sqlite(template: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(template)) as pages:
        pages.backup(connection.connection)


def _template_name() -> str:
    return f"huapai_template_{digest()}"


def _make_template_of_postgresql() -> str:
    name = _template_name()
    if not _on_the_server("SELECT 1 FROM pg_database WHERE datname = %s", name):
        unfinished = f"{name}_{os.getpid()}"
        _on_the_server(f'CREATE DATABASE "{unfinished}"')
        _use(unfinished)
        _fill_postgresql()
        _let_go()
        _on_the_server(f'ALTER DATABASE "{unfinished}" RENAME TO "{name}"')
    return name


def _fill_postgresql() -> None:
    """Give an empty database its tables: from the dump of this version, or anew, and dump them.

    The clients of a server that somebody else runs may be of another version, and are not asked.
    """
    dump = CACHE / f"{digest()}.sql"
    is_ours = not os.environ.get(postgres.ADDRESS)
    address = postgres.address_of(connection.settings_dict)
    if is_ours and dump.exists():
        postgres.run_client("psql", "-q", "-v", "ON_ERROR_STOP=1", "-f", dump, address)
        return
    call_command("migrate", verbosity=0, interactive=False)
    if is_ours:
        CACHE.mkdir(exist_ok=True)
        unfinished = dump.with_suffix(f".{os.getpid()}")
        postgres.run_client("pg_dump", "--no-owner", "-f", unfinished, address)
        _keep(unfinished, dump)


def _on_the_server(statement: str, *values: str) -> list[tuple[object, ...]]:
    """Run a statement about whole databases, from the one that every server has."""
    given = connection.settings_dict
    with psycopg.connect(
        host=given["HOST"],
        port=given["PORT"],
        user=given["USER"],
        password=given["PASSWORD"],
        dbname="postgres",
        autocommit=True,
    ) as link:
        cursor = link.execute(statement.encode(), values or None)
        return list(cursor.fetchall()) if cursor.description else []


def _delete_rows() -> None:
    """Empty the tables that were filled since; the guards and foreign keys look away meanwhile."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                filled = sorted(_filled(cursor) - FILLED_BY_MIGRATE)
                cursor.execute("SET LOCAL session_replication_role = replica")
                cursor.execute("SET LOCAL lock_timeout = '2s'")
                for table in filled:
                    cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608 - a table of ours
        except OperationalError:
            if time.monotonic() > deadline:
                raise
        else:
            return


def _filled(cursor: CursorWrapper) -> set[str]:
    """The tables that hold a row."""
    questions = (
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM \"{table}\")"  # noqa: S608 - ours too
        for table in connection.introspection.table_names(cursor)
    )
    cursor.execute(" UNION ALL ".join(questions))
    return {name for (name,) in cursor.fetchall()}
