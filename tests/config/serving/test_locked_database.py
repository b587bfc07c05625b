"""Another program locks the database: who writes waits, and whoever reads is served meanwhile."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest
from django.db import connection

from config.serving.web_watch import PAGE
from referee.leases import leases
from referee.models import DeviceLease, Sheet
from tests import cast as people
from tests.config.program import Program, serving
from tests.referee.hall import Hall
from tests.until import until

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db(transaction=True)]

THREADS = 2
PATIENCE = 15
"""Seconds for one answer: fewer than a writer waits, and enough for a busy machine."""


@pytest.fixture
def hall(db: None) -> Hall:
    return Hall.of(people.assemble(players=4 * 4, deals_per_round=1))


@pytest.fixture
def club(hall: Hall, worker_environ: dict[str, str], tmp_path: Path) -> Iterator[Program]:
    environ = {"DATABASE_URL": worker_environ["DATABASE_URL"], "HUAPAI_WEB_THREADS": str(THREADS)}
    with serving("serve", tmp_path / "club", **environ) as program:
        yield program


def ask(
    club: Program, method: str, path: str, token: str = "", body: str | None = None
) -> tuple[int, bytes]:
    """Ask once; 0 where nothing came in time."""
    link = HTTPConnection("127.0.0.1", club.port, timeout=PATIENCE)
    headers = {"Content-Type": "application/json", "Huapai-Waiting": "3"}
    headers |= {"Authorization": f"Lease {token}"} if token else {}
    try:
        link.request(method, path, body, headers)
        answer = link.getresponse()
        return answer.status, answer.read()
    except (OSError, HTTPException):
        return 0, b""
    finally:
        link.close()


@contextmanager
def locked_by_another() -> Iterator[None]:
    """Hold the lock of writing, as a program would that knows nothing of ours."""
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, timeout=30)
    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            other.execute("ROLLBACK")


@pytest.mark.full
def test_whoever_reads_is_served_while_all_who_write_wait(club: Program, hall: Hall) -> None:
    tokens = [leases.open_table(table=table, device="tablet").token for table in hall.tables]
    sheets = [hall.sheet(hall.deal(1, table)) for table in hall.tables]
    # The first time that a token is used, it is noted at once.
    assert {ask(club, "GET", "/api/tablet/1/round", token)[0] for token in tokens} == {200}
    bodies = [
        json.dumps({"key": sheet.key, "digest": sheet.digest, "sealed": sheet.sealed})
        for sheet in sheets
    ]
    with ThreadPoolExecutor(2 * len(tokens)) as tablets, locked_by_another():
        sending = [
            tablets.submit(ask, club, "POST", "/api/tablet/1/sheets", token, body)
            for token, body in zip(tokens, bodies, strict=True)
        ]
        for _ in range(3):
            assert {ask(club, "GET", "/api/tablet/1/round", token)[0] for token in tokens} == {200}
            assert ask(club, "GET", "/health")[0] == 200
            assert ask(club, "GET", PAGE)[0] == 200
        assert not any(answer.done() and answer.result()[0] == 200 for answer in sending)
        assert not Sheet.objects.exists()
    for token, body in zip(tokens, bodies, strict=True):
        until(partial(_is_taken, club, token, body), seconds=90)
    until(lambda: set(DeviceLease.objects.values_list("waiting", flat=True)) == {2})
    assert "web ended" not in club.text


def _is_taken(club: Program, token: str, body: str) -> bool:
    return ask(club, "POST", "/api/tablet/1/sheets", token, body)[0] == 200
