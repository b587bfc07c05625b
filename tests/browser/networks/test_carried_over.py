"""The server is gone from its address: what a tablet holds there is saved and read in elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from referee.models import Sheet
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall


def holding(device: Devices, hall: Hall, **options: str) -> TabletPage:
    """Return a tablet whose server is gone, with a sheet that was handed in since."""
    tablet = device(**options).opens(hall.table).writes("S")
    tablet.page.wait_for_load_state("networkidle")
    if options:
        expect(tablet.page.locator("#table[data-kept]")).to_be_attached()
    tablet.context.set_offline(True)
    tablet.fills().previews().sends()
    # In the same page: one that is closed is no longer kept offline, and sends before it ends; on a
    # slow machine also one that is left.
    tablet.context.route("**/api/**", lambda route: route.abort())
    tablet.page.on("dialog", lambda dialog: dialog.accept())
    tablet.page.goto("about:blank")
    # Only the worker has the next page without the network.
    tablet.context.set_offline(bool(options))
    return tablet


def saved(tablet: TabletPage) -> str:
    tablet.page.goto(f"{tablet.address}/t/kept/")
    expect(tablet.page.get_by_text(f"Table {tablet.code}: 1 to send")).to_be_visible()
    expect(tablet.page.locator('[data-part="address"]')).to_have_text(tablet.address)
    with tablet.page.expect_download() as download:
        tablet.page.get_by_role("button", name="Save as a file").click()
    return Path(download.value.path()).read_text("utf-8")


@pytest.mark.full
@pytest.mark.parametrize(
    "options",
    [{}, pytest.param({"service_workers": "allow"}, marks=pytest.mark.nightly)],
    ids=["bare", "app"],
)
def test_what_waits_is_saved_while_the_server_is_gone_and_read_in_at_the_desk(
    device: Devices, hall: Hall, options: dict[str, str]
) -> None:
    text = saved(holding(device, hall, **options))
    assert not Sheet.objects.exists()

    desk = Client()
    desk.force_login(hall.cast.bob)
    desk.post(reverse("referee_read_in", args=[hall.cast.tournament.uid]), {"text": text})

    assert Sheet.objects.get().deal == hall.deal()
