"""An event of two records: the table hands its paper in, the desk sees what differs and chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from referee.models import Sheet
from referee.sheets.entry import submit
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import WEST_TAKES_ALL, Hall
from tournaments.models import Event, Result, User


@pytest.fixture
def hall(hall: Hall) -> Hall:
    """A hall whose event asks for two records."""
    Event.objects.filter(pk=hall.cast.event.pk).update(records=Event.Records.TWO)
    return hall


def signed_in(device: Devices, user: User, **options: Any) -> Page:
    """Return a page of a browser in which somebody has signed in."""
    client = Client()
    client.force_login(user)
    tablet = device(**options)
    name = settings.SESSION_COOKIE_NAME
    cookie = client.cookies[name].value
    tablet.context.add_cookies([{"name": name, "value": cookie, "url": tablet.address}])
    return tablet.page


def keyed_in(hall: Hall, report: Mapping[str, Any], number: int = 1) -> Sheet:
    """The paper record of a deal is keyed in."""
    sealed = hall.sheet(hall.deal(number), report=report, recorder="referee")
    return submit(writer=hall.official(), sealed=sealed, paper=True)


def table_confirms(tablet: TabletPage) -> None:
    """Enter a deal, and confirm it."""
    tablet.fills().previews().sends().confirms("N")
    tablet.says("The table has confirmed. The deal counts when the record on paper")


@pytest.mark.nightly
def test_the_table_goes_on_and_the_desk_sees_what_differs_and_chooses(
    tablet: TabletPage, hall: Hall, device: Devices
) -> None:
    table_confirms(tablet)
    assert not Result.objects.exists()
    tablet.page.reload()
    tablet.says("The table has confirmed.")
    tablet.act("next").click()
    expect(tablet.view("entry")).to_be_visible()
    # The paper that agrees makes the result.
    keyed_in(hall, NORTH_TAKES_THE_PIG)
    tablet.opens_deal(1).asks_again()
    tablet.sees_done()
    tablet.act("next").click()
    table_confirms(tablet)
    paper = keyed_in(hall, WEST_TAKES_ALL, 2)
    tablet.asks_again()
    tablet.says("The tablet's record and the one on paper differ.")
    chooses_the_paper(signed_in(device, hall.cast.bob), f"{tablet.address}{desk_of(hall)}")
    assert Result.objects.latest("pk").origin_uid == paper.uid
    tablet.asks_again()
    tablet.sees_done()
    tablet.says("The referee chose this version: “The record on paper”.")


def desk_of(hall: Hall) -> str:
    return reverse("referee_overview", args=[hall.cast.tournament.uid])


def chooses_the_paper(desk: Page, address: str) -> None:
    """Look at what differs, and decide."""
    desk.goto(address)
    desk.get_by_role("region", name="Two versions of one deal").get_by_role("link").click()
    expect(desk.locator("tr.differs").first).to_contain_text("won by")
    desk.get_by_label("The record on paper").check()
    desk.get_by_label("Reason").fill("three players say so")
    desk.get_by_role("button", name="This version counts").click()
    expect(desk.get_by_text("The version is now the result of the deal.")).to_be_visible()
