"""The overview of a hall with many tables: those that ask something are in sight, others folded."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.leases import leases
from referee.models import DeviceLease
from referee.sheets import entry
from tests.referee.hall import Hall
from web.desk.sheets import round_tables


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


@pytest.mark.parametrize("many", [2, 12, 13])
def test_of_many_rows_those_that_ask_are_in_sight(many: int) -> None:
    rows = list(range(many))
    in_sight, folded = round_tables.parted(rows, lambda row: row % 5 == 1)
    assert sorted([*in_sight, *folded]) == rows
    assert in_sight == (rows if many <= round_tables.IN_SIGHT else [1, 6, 11])


@pytest.mark.full
def test_the_overview_folds_what_asks_nothing(
    hall: Hall, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_tables, "IN_SIGHT", 1)
    for table in hall.tables:
        leases.open_table(table=table, device=f"a-tablet-{table.number}-of-the-club")
    DeviceLease.objects.filter(table=hall.tables[1]).update(waiting=2)
    entry.submit(writer=hall.official(), sealed=hall.sheet(recorder="N"))
    page = desk.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    (of_round,) = page.context["listed"]
    numbers = [
        [table.sitting.table.number for table in part]
        for part in (of_round.in_sight, of_round.folded)
    ]
    assert numbers == [[hall.table.number], [hall.tables[1].number]]
    tablets = [page.context[name] for name in ("leases", "folded_leases")]
    assert [[lease.table for lease in part] for part in tablets] == [
        [hall.tables[1]],
        [hall.tables[0]],
    ]
    text = " ".join(page.content.decode().split())
    assert 'Other tables <span class="number">1</span>' in text
    assert 'Other tablets <span class="number">1</span>' in text


@pytest.mark.full
def test_a_tablet_that_has_been_silent_is_in_sight(hall: Hall, desk: Client) -> None:
    now = timezone.now()
    for table, minutes in zip(hall.tables, (1, 20), strict=True):
        leases.open_table(table=table, device=f"a-tablet-{table.number}-of-the-club")
        heard = now - timedelta(minutes=minutes)
        DeviceLease.objects.filter(table=table).update(heard_at=heard)
    page = desk.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    tablets = [page.context[name] for name in ("leases", "folded_leases")]
    assert [[lease.table for lease in part] for part in tablets] == [
        [hall.tables[1]],
        [hall.tables[0]],
    ]
    assert "silent for 20 min" in " ".join(page.content.decode().split())


@pytest.mark.full
def test_the_table_that_has_waited_longest_comes_first_and_is_marked(
    hall: Hall, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits at one table stands beside each other; the longest alone is marked."""
    first, second = hall.tables[:2]
    sent = [(second, 1), (first, 1), (second, 2)]
    for table, number in sent:
        sheet = hall.sheet(hall.deal(number, table))
        entry.submit(writer=hall.writer(table, f"tablet-of-{table.number}"), sealed=sheet)
    later = timezone.now() + timedelta(minutes=25)
    monkeypatch.setattr(timezone, "now", lambda: later)
    page = desk.get(reverse("referee_overview", args=[hall.cast.tournament.uid]))
    (_table, waiting), *_others = page.context["shelves"]
    tables = [sheet.deal.sitting.table for sheet in waiting]
    assert tables == [second, second, first]
    text = " ".join(page.content.decode().split())
    assert text.count("waited 25 min") == 1
