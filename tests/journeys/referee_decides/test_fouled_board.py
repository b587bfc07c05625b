"""错牌: two of four tables of a duplicate event got other cards; the groups are scored apart.

Of a board with four tables a result has 2 matchpoints for every one that it beats, 6 at most. The
four reports are all different, so that North-South have 2, 0, 6 and 4 at tables 1 to 4. Tables 3
and 4 had other cards. In each group of two the better one has 2 and the other 0; Neuberg makes
((M + 1) · E / A) − 1 of it with E = 4 results expected and A = 2 there: (2 + 1) · 4 / 2 − 1 = 5 and
(0 + 1) · 4 / 2 − 1 = 1.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Page, expect

from referee.models import CallReason
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.cast import NORTH_TAKES_THE_PIG
from tests.journeys.referee_decides import hall_tablets, told
from tests.journeys.referee_decides.hall_tablets import PHONE
from tests.referee.hall import Hall
from tests.referee.rulings.deals.test_adjusted_scores import record, text
from tests.web.desk.adjusted.test_adjusted_pages import (
    FIELD,
    boards_hall,
    scoresheet,
    shares,
    sound,
)
from tournaments import organise
from tournaments.models import Result
from tournaments.wording.values import signed

NEUBERG = {1: 2, 2: 0, 3: 6, 4: 4}, {1: 5, 2: 1, 3: 5, 4: 1}
"""North-South by the table, before and after."""
NOTE = "Played with other cards than the rest"
WHY = "the hands of South and West were exchanged"


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    return boards_hall()


def writes_down(hall: Hall, device: Devices) -> TabletPage:
    """Table 3 writes the board on its tablet and calls; the others are recorded."""
    tablet = device().opens(hall.tables[2]).writes("S")
    tablet.gives("N", "DJ").gives("S", "C10").gives("W", "SQ").rest("E")
    tablet.previews().sends().confirms("W").sees_done()
    expect(hall_tablets.calls(tablet, CallReason.CARDS)).to_have_text("Referee called")
    written = Result.live.get(deal=hall.deal(1, hall.tables[2])).facts["won"]
    assert {seat: set(cards) for seat, cards in written.items()} == {
        seat: set(cards) for seat, cards in FIELD[2]["won"].items()
    }
    for number, (table, report) in enumerate(zip(hall.tables, FIELD, strict=True), 1):
        if number != 3:
            record(hall.deal(1, table), report)
        record(hall.deal(2, table), NORTH_TAKES_THE_PIG)
    return tablet


def separates(referee: Page, *tables: int, why: str) -> None:
    """On the page of the board say which tables had other cards, and look at what follows."""
    named = referee.locator("[name=otherwise]")
    expect(named).to_have_count(4)
    for place in range(4):
        named.nth(place).set_checked(place + 1 in tables)
    referee.locator("[name=reason]").fill(why)
    referee.get_by_role("button", name="Show the effect").tap()
    expect(referee.get_by_role("heading", name="This would change")).to_be_visible()


def applies(referee: Page) -> None:
    referee.get_by_role("button", name="Confirm the correction").tap()
    expect(
        referee.get_by_text("The tables of this board are now compared in separate groups.")
    ).to_be_visible()


def goes_there(referee: Page, hall: Hall) -> None:
    """From the call of the table to the board."""
    referee.goto(reverse("referee_calls", args=[hall.cast.tournament.uid]))
    referee.locator("a.call-deal").first.tap()
    referee.locator("summary", has_text="More").tap()
    referee.get_by_role("link", name="Fouled board").tap()


def reads_on_a_phone(hall: Hall, phone: Page) -> None:
    """A stranger reads on the page of the board that its tables are compared apart."""
    phone.goto(reverse("board", args=[hall.cast.event.uid, 1, 1]))
    expect(phone.locator("main")).to_contain_text("Tables that played it with other cards")


@pytest.mark.nightly
def test_from_the_table_to_the_papers(hall: Hall, device: Devices, referee: Page) -> None:
    tablet, cast = writes_down(hall, device), hall.cast
    before = shares(hall)
    assert before == NEUBERG[0]
    goes_there(referee, hall)
    separates(referee, 3, 4, why=WHY)
    rows = referee.locator("section:has(#effect) table.versus tbody tr")
    for row, (was, then) in zip(rows.all(), ((2, 5), (0, 1), (6, 5), (4, 1)), strict=True):
        expect(row.locator("td").first).to_have_text(signed(was))
        expect(row.locator("td").last).to_have_text(f"→ {signed(then)}")
    assert shares(hall) == before, "a look writes nothing"
    applies(referee)
    assert shares(hall) == NEUBERG[1]
    # What the table wrote is untouched.
    tablet.asks_again()
    tablet.sees_done()
    expect(tablet.total("North")).to_have_text("+100")
    # Its cards are public once the round is closed.
    organise.close_round(hall.round, cast.director)
    assert_told(hall, [False, False, True, True])
    reads_on_a_phone(hall, device(viewport=PHONE, base_url=tablet.address).page)

    # It was a mistake: all are one field again, and the record keeps both.
    goes_there(referee, hall)
    separates(referee, why="the cards were the same")
    applies(referee)
    assert shares(hall) == before
    assert_told(hall, [False] * 4)
    assert "as dealt after all" in told.record(cast.event)
    sound(cast)


def assert_told(hall: Hall, noted: list[bool]) -> None:
    """The pages of the deals and the scoresheet note it; the 裁判记录 keeps who said so and why."""
    cast, deals = hall.cast, [hall.deal(1, table) for table in hall.tables]
    stranger = Client(headers={"accept-language": "en"})
    board = text(stranger.get(reverse("board", args=[cast.event.uid, 1, 1])))
    assert ("Tables that played it with other cards" in board) is any(noted)
    pages = [text(stranger.get(reverse("deal", args=[deal.uid]))) for deal in deals]
    assert [NOTE in page for page in pages] == noted
    with translation.override("en"):
        assert (NOTE in scoresheet(deals[2])) is noted[2]
        kept = told.record(cast.event)
    for words in ("Boards played with other cards", "compared apart", WHY, cast.bob.called):
        assert words in kept
