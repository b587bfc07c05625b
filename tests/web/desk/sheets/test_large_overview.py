"""The page of sheets and tablets of a large hall reads what it shows."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse

from referee.models import Sheet
from referee.sheets import entry
from tests.referee.hall import Hall
from tests.referee.sheets.test_lean_writes import TABLES, grow, selected

MOST_DECODED = 100
"""Values of JSON but for the problems of each sheet: none of each deal, its event or its board."""
MOST_BYTES = 2_000_000


def wait_everywhere(hall: Hall) -> None:
    """Let the sheet that the first table has handed in wait at every other table too."""
    (columns,) = Sheet.objects.filter(deal=hall.deal(1)).values()
    like = {name: value for name, value in columns.items() if name not in ("id", "uid", "key")}
    deals = hall.cast.event.deals.filter(play_order=1, sheets=None)
    Sheet.objects.bulk_create(
        Sheet(**{**like, "key": f"more-{deal}", "deal_id": deal})
        for deal in deals.values_list("pk", flat=True)
    )


@pytest.mark.full
def test_five_hundred_tables_are_listed_without_what_the_page_does_not_show(
    hall: Hall, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    grow(hall)
    for number in (1, 2):
        entry.submit(writer=hall.writer(), sealed=hall.sheet(hall.deal(number)))
    wait_everywhere(hall)
    client.force_login(hall.cast.bob)
    read, decoded = models.JSONField.from_db_value, []

    def _counted(field: Any, value: Any, *others: Any) -> Any:
        decoded.append(field.name)
        return read(field, value, *others)

    monkeypatch.setattr(models.JSONField, "from_db_value", _counted)
    with selected() as asked:
        page = client.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    content = page.content.decode()
    assert content.count("visually-hidden") > 2 * TABLES
    assert content.count("table-tile-number") > TABLES
    assert len(decoded) < TABLES + MOST_DECODED
    assert asked.size() < MOST_BYTES
