"""The page of sheets and tablets of a large hall reads what it shows."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse

from referee.sheets import entry
from tests.referee.hall import Hall
from tests.referee.sheets.test_lean_writes import TABLES, grow, selected

MOST_DECODED = 100
"""Values of JSON: those of the settings, sheets and boards, and none of each deal."""
MOST_BYTES = 2_000_000


@pytest.mark.full
def test_five_hundred_tables_are_listed_without_what_the_page_does_not_show(
    hall: Hall, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(hall)
    for number in (1, 2):
        entry.submit(writer=hall.writer(), sealed=hall.sheet(hall.deal(number)))
    client.force_login(hall.cast.bob)
    read, decoded = models.JSONField.from_db_value, []

    def _counted(field: Any, value: Any, *others: Any) -> Any:
        decoded.append(field.name)
        return read(field, value, *others)

    monkeypatch.setattr(models.JSONField, "from_db_value", _counted)
    with selected() as asked:
        page = client.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    assert page.content.decode().count("visually-hidden") > 2 * TABLES
    assert len(decoded) < MOST_DECODED
    assert asked.size() < MOST_BYTES
