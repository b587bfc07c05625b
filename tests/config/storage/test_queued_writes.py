"""Connections to SQLite: durable, never locked, and fair to everyone who writes."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from config.storage.queued_writes import QueuedConnection, only_reads
from tests.services.worker import ROOT
from tournaments.models import Club
from tournaments.system import file_lock

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]

WRITES = """
import django
django.setup()
from django.db import transaction
from tournaments.models import Club
for number in range(40):
    with transaction.atomic():
        Club.objects.count()
        Club.objects.create(name="from a process")
    Club.objects.create(name="from a process")
"""
DIES_WRITING = """
import os, signal, sys, django
django.setup()
from django.db import transaction
from tournaments.models import Club
with transaction.atomic():
    Club.objects.create(name="never")
    print("writing", flush=True)
    sys.stdin.read()
"""


def in_threads(number: int, work: Callable[[], object]) -> None:
    """Run the work in several threads, each with a connection of its own."""
    wrong: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except (OperationalError, AssertionError) as error:
            wrong.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def the_lock() -> file_lock.FairLock:
    return file_lock.lock_of(str(connection.settings_dict["NAME"]))


@pytest.fixture
def second() -> Iterator[BaseDatabaseWrapper]:
    """A second connection of this thread to the same database."""
    wrapper = connections["default"].copy()
    wrapper.ensure_connection()
    assert isinstance(wrapper.connection, QueuedConnection)
    with closing(wrapper):
        yield wrapper


def value(sql: str) -> Any:
    with connection.cursor() as cursor:
        return cursor.execute(sql).fetchone()[0]


def test_a_score_that_was_acknowledged_survives_a_power_cut() -> None:
    full = 2

    assert value("PRAGMA journal_mode") == "wal"
    assert value("PRAGMA synchronous") == full


@pytest.mark.full
def test_threads_and_processes_that_write_at_once_all_succeed(
    worker_environ: dict[str, str],
) -> None:
    environ = worker_environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    processes = [
        subprocess.Popen([sys.executable, "-c", WRITES], cwd=ROOT, env=environ) for _ in range(2)
    ]

    def write() -> None:
        for _ in range(20):
            with transaction.atomic():
                Club.objects.count()
                Club.objects.create(name="from a thread")

    in_threads(8, write)

    assert [process.wait(120) for process in processes] == [0, 0]
    assert Club.objects.filter(name="from a thread").count() == 8 * 20
    assert Club.objects.filter(name="from a process").count() == 2 * 80


@pytest.mark.full
def test_a_process_that_is_killed_in_mid_write_leaves_nothing_and_frees_the_lock(
    worker_environ: dict[str, str],
) -> None:
    environ = worker_environ | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    process = subprocess.Popen(
        [sys.executable, "-c", DIES_WRITING],
        cwd=ROOT,
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"writing\n"
        finally:
            process.kill()

    assert [club.name for club in Club.objects.all()] == []
    Club.objects.create(name="later")


def test_whoever_only_reads_never_waits() -> None:
    Club.objects.create(name="before")
    with transaction.atomic():
        Club.objects.create(name="not yet to be seen")

        def read() -> None:
            assert list(Club.objects.values_list("name", flat=True)) == ["before"]

        in_threads(1, read)


def test_one_who_waits_too_long_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.05)

    def write() -> None:
        with pytest.raises(OperationalError, match=r"busy with other writers for 0\.05 seconds"):
            Club.objects.create(name="too late")

    with transaction.atomic():
        in_threads(1, write)
    assert not Club.objects.exists()


def test_a_thread_does_not_wait_for_itself(second: BaseDatabaseWrapper) -> None:
    with transaction.atomic(), pytest.raises(OperationalError, match="would wait for itself"):
        second.cursor().execute("DELETE FROM tournaments_club")


def test_savepoints_are_of_their_transaction() -> None:
    with transaction.atomic():
        with transaction.atomic():
            Club.objects.create(name="inner")
        assert the_lock().holder == threading.get_ident()
    assert the_lock().holder is None


def test_a_transaction_that_fails_gives_the_lock_back() -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.create(name=None)  # type: ignore[misc]
    assert the_lock().holder is None


def test_a_connection_that_is_closed_gives_the_lock_back(second: BaseDatabaseWrapper) -> None:
    second.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    assert the_lock().holder == threading.get_ident()

    second.close()

    assert the_lock().holder is None


def test_a_statement_that_fails_gives_the_lock_back() -> None:
    with pytest.raises(OperationalError), connection.cursor() as cursor:
        cursor.execute("DELETE FROM no_such_table")
    assert the_lock().holder is None


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 1",
        "  select 1",
        "(SELECT 1)",
        "PRAGMA user_version",
        "EXPLAIN SELECT 1",
        "WITH a AS (SELECT 1) SELECT * FROM a",
        "SAVEPOINT a",
    ],
)
def test_it_knows_what_only_reads(sql: str) -> None:
    assert only_reads(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO a VALUES (1)",
        "update a set b = 1",
        "\n DELETE FROM a",
        "WITH a AS (SELECT 1) INSERT INTO b SELECT * FROM a",
        "VACUUM",
        "CREATE TABLE a (b)",
    ],
)
def test_it_knows_what_writes(sql: str) -> None:
    assert not only_reads(sql)
