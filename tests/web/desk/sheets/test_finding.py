"""The way from a sheet of paper to its deal: the numbers at its head, and what is wrong there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.referee.hall import Hall
from web.desk.sheets.finding import FindDealForm


def table(number: int, *deals: int) -> Any:
    return SimpleNamespace(
        sitting=SimpleNamespace(table=SimpleNamespace(number=number)),
        deals=[SimpleNamespace(board_no=deal, at=number) for deal in deals],
    )


TABLES = [table(1, 1, 2), table(2, 1, 2), table(2, 3, 1)]


def looked_for(at: str, number: str) -> tuple[Any, dict[str, str]]:
    """Return what is found, and the words of what is wrong by their fields."""
    with translation.override("en"):
        form = FindDealForm({"table": at, "deal": number})
        found = form.find(TABLES)
        return found, {name: " ".join(map(str, errors)) for name, errors in form.errors.items()}


def test_the_deal_of_a_table_is_found_by_its_number() -> None:
    found, errors = looked_for("1", "2")
    assert (found.at, found.board_no, errors) == (1, 2, {})
    assert looked_for("2", "3")[0].at == 2


@pytest.mark.parametrize(
    ("at", "number", "field", "words"),
    [
        ("", "1", "table", "Table"),
        ("x", "1", "table", "Table"),
        ("1", "0", "deal", "1"),
        ("7", "1", "table", "No deal of table 7 is listed here."),
        ("1", "5", "deal", "Table 1 has no deal 5, only: 1, 2."),
        ("2", "1", "deal", "Table 2 has deal 1 more than once: choose one below."),
    ],
)
def test_what_is_wrong_is_named(at: str, number: str, field: str, words: str) -> None:
    found, errors = looked_for(at, number)
    assert found is None
    assert list(errors) == [field]
    assert words in errors[field]


@pytest.mark.full
def test_the_overview_leads_to_the_deal(hall: Hall, client: Client) -> None:
    client.force_login(hall.cast.bob)
    uid, deal = hall.cast.tournament.uid, hall.deal(2)
    overview = reverse("referee_overview", args=[uid])
    asks = {"table": hall.table.number, "deal": 2}
    answer = client.get(overview, asks)
    assert answer.headers["Location"] == reverse("referee_type", args=[uid, deal.uid])
    hall.cast.post(deal)
    answer = client.get(overview, asks)
    assert answer.headers["Location"] == reverse("referee_deal", args=[uid, deal.uid])
    answer = client.get(overview, {**asks, "table": 99}, headers={"accept-language": "en"})
    assert answer.status_code == 200
    assert "No deal of table 99 is listed here." in answer.content.decode()
    # It stands below the fields, which stay in one line.
    form = answer.content.decode().partition('class="find-deal"')[2].partition("</form>")[0]
    fields, _button, below = form.partition("</button>")
    assert "is listed here" not in fields
    assert 'aria-describedby="id_table_error"' in fields
    assert 'id="id_table_error"' in below
