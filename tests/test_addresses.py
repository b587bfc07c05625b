"""What no row can be called is not found before a database is asked, which may not even take it."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tournaments.models.base import new_uid

pytestmark = pytest.mark.django_db

OF_A_LINK = (
    "captain",
    "entry_request",
    "invitation",
    "kiosk",
    "member",
    "new_password",
    "player",
)
"""What opens by a link that somebody was given."""


@pytest.mark.parametrize("name", ["\0", "x" * 5000, "nosuchevent0", "0" * 11, "0" * 13])
@pytest.mark.parametrize("start", ["e", "d", "desk/events", "desk/rounds", "desk/referee"])
def test_what_nothing_can_be_called_is_not_found_without_being_looked_for(
    client: Client, start: str, name: str
) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/{start}/{quote(name)}/").status_code == 404
    assert queries.captured_queries == []


@pytest.mark.parametrize("code", ["\0", "A" * 17, "A" * 5000, "ＡＢＣ"])
def test_no_table_is_looked_for_by_what_is_no_code(client: Client, code: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/t/{quote(code)}/").status_code == 404
        body = {"device": "tablet-2"}
        address = f"/api/tablet/1/tables/{quote(code)}/lease"
        assert client.post(address, body, content_type="application/json").status_code == 404
    # What is asked is how many wrong codes came from here, and nothing of tables.
    asked = [each["sql"] for each in queries.captured_queries if "SAVEPOINT" not in each["sql"]]
    assert asked
    assert all("tournaments_attemptcount" in statement for statement in asked)


def test_a_document_is_looked_for_by_a_digest_alone(client: Client) -> None:
    start = f"/e/{new_uid()}/documents/standings"
    for digest in ("\0", "0" * 63, "0" * 65, "g" * 64):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"{start}/{quote(digest)}/").status_code == 404
        assert queries.captured_queries == []


@pytest.mark.parametrize("name", ["\0", "nosuchround0", "0" * 13])
def test_a_round_is_not_looked_for_by_what_none_is_called(client: Client, name: str) -> None:
    address = f"/desk/referee/{new_uid()}/rounds/{quote(name)}/not-begun/"
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 404
    assert asked.captured_queries == []


@pytest.mark.databases  # PostgreSQL takes no NUL in a text, and SQLite does
def test_a_link_that_none_can_be_is_not_found(client: Client) -> None:
    statuses = {name: client.get(reverse(name, args=["\0"])).status_code for name in OF_A_LINK}
    assert statuses == dict.fromkeys(OF_A_LINK, 404)
