"""Whether the program is up is told in time, whatever its database does."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from config.serving import health, web_watch
from config.serving.health import Database


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """A database that never answers; the questions that it was asked."""
    questions: list[int] = []
    go_on = threading.Event()

    def ask() -> None:
        questions.append(1)
        go_on.wait(20)
        raise OperationalError("it never came")

    monkeypatch.setattr(health, "PATIENCE", 0.2)
    monkeypatch.setattr(health, "database", Database())
    monkeypatch.setattr(health, "_ask", ask)
    yield questions
    go_on.set()


@pytest.mark.django_db
def test_a_balancer_is_told_in_time_that_the_database_does_not_answer(
    client: Client, silent: list[int]
) -> None:
    began = time.monotonic()
    statuses = [client.get("/health").status_code for _ in range(20)]
    assert statuses == [503] * 20
    assert time.monotonic() - began < 5, "they wait together and not one after another"
    assert len(silent) == 1, "and ask once"


@pytest.mark.django_db
def test_the_watch_is_answered_all_the_same(client: Client, silent: list[int]) -> None:
    answer = client.get(web_watch.PAGE)
    assert (answer.status_code, answer.content.decode()) == (200, f"{settings.BUILD}\n")
    assert not silent


def test_the_watch_asks_nothing_of_the_database(client: Client) -> None:
    # Without the mark, a test may not ask it.
    assert client.get(web_watch.PAGE).status_code == 200


@pytest.mark.django_db
def test_a_database_that_answers_again_is_believed_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "database", Database())
    assert client.get("/health").status_code == 200
    assert client.get("/health").status_code == 200
