"""What `opens.js` looks for is in the real pages: what leads to another, and what that is for."""

from __future__ import annotations

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from tests import teams_cast
from tests.cast import PLAYERS, Cast
from tests.interface.stylesheet import FOLDER
from tournaments.models import Deal

SCRIPT = (FOLDER / "opens.js").read_text("utf-8")
LED = """([lead, link]) => [...document.querySelectorAll("a[href]")]
  .some((one) => one.getAttribute("href").split(/[?#]/)[0] === link && one.closest(lead))"""
FOUND = "(opened) => Boolean(document.querySelector(opened))"


def listed(name: str) -> list[str]:
    """Return the selectors of a constant of the script."""
    found = re.search(rf'const {name} =\s*"([^"]+)";', SCRIPT)
    assert found, name
    return str(found[1]).split(", ")


LEADS, OPENED = listed("LEADS"), listed("OPENED")
TILE, MATCH, RANK, PLAYED, TABLE = LEADS
FELT, PERSON, POINTS = OPENED


def check(page: Page, client: Client, address: str, opened: str, *leads: tuple[str, str]) -> None:
    """Expect a page to have what it is for, and what leads to the addresses of other pages."""
    answer = client.get(address)
    assert answer.status_code == 200
    markup = answer.content.decode()
    assert "/huapai/opens.js" in markup, address
    page.set_content(re.sub(r"<script.*?</script>|<link[^>]*>", "", markup, flags=re.DOTALL))
    if opened:
        assert page.evaluate(FOUND, opened), (address, opened)
    for lead, link in leads:
        assert page.evaluate(LED, [lead, link]), (address, lead, link)


@pytest.mark.full
def test_every_page_has_what_opens_and_what_it_opens_out_of(
    cast: Cast, client: Client, page: Page
) -> None:
    round_ = cast.round_in_play()
    first = cast.deals(round_)[0]
    cast.post(first)
    uid, number = cast.event.uid, first.sitting.table.number
    table = reverse("round_table", args=[uid, round_.number, number])
    deal = reverse("deal", args=[first.uid])
    entry = reverse("entry", args=[uid, entry_of(first)])

    check(page, client, reverse("event", args=[uid]), "", (RANK, entry))
    check(page, client, reverse("round", args=[uid, round_.number]), "", (TILE, table))
    check(page, client, table, POINTS, (TABLE, deal))
    check(page, client, entry, PERSON, (PLAYED, deal))
    check(page, client, deal, FELT)


def entry_of(deal: Deal) -> int:
    """Return the number of an entry that plays a deal."""
    return PLAYERS.index(deal.sitting.seats.get(label="N").person.name) + 1


@pytest.mark.full
@pytest.mark.django_db
def test_a_match_leads_to_its_teams(client: Client, page: Page) -> None:
    teams = teams_cast.assemble()
    uid, round_ = teams.event.uid, teams.round
    team = reverse("entry", args=[uid, 1])
    check(page, client, reverse("round", args=[uid, round_.number]), "", (MATCH, team))


def test_the_script_is_the_one_that_pages_load() -> None:
    assert finders.find("huapai/opens.js") == str(FOLDER / "opens.js")
