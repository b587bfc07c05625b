"""The time in which whoever has declared a claim states it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from referee.models import Call
from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet
from tests.referee.hall import Hall


@pytest.fixture
def page(hall: Hall, device: Devices) -> DeepTablet:
    """A tablet whose time the test moves on."""
    tablet = device().opens(hall.table).writes("S")
    tablet.page.clock.install()
    return DeepTablet(tablet)


@pytest.fixture
def app(hall: Hall, device: Devices) -> DeepTablet:
    """The same in a browser that has the worker, which loads pages without a network."""
    tablet = device(service_workers="allow").opens(hall.table).writes("S")
    expect(tablet.page.locator("#table[data-kept]")).to_be_attached()
    tablet.page.clock.install()
    return DeepTablet(tablet)


def declares(page: DeepTablet, seat: str) -> Locator:
    """Say who claims, and nothing more; return the part with the time."""
    page.tablet.more()
    page.section("claim").locator('[data-sheet="claim"]').click()
    page.claim(f'[data-part="claimants"] [data-seat="{seat}"]').click()
    return page.claim('[data-part="statement"]')


@pytest.mark.full
def test_it_goes_on_over_a_reload_without_the_network_and_nothing_ends_by_itself(
    app: DeepTablet,
) -> None:
    page = app
    declares(page, "E")
    page.page.clock.fast_forward(15_000)
    page.tablet.context.set_offline(True)
    page.page.reload()
    line = page.page.locator('[data-part="claim-line"]')
    expect(line).to_contain_text("Seconds left to state the claim")
    page.page.clock.fast_forward(60_000)
    expect(line).to_contain_text("The 60 seconds are over: the claim was not stated.")
    line.click()
    statement = page.claim('[data-part="statement"]')
    expect(statement).to_contain_text("Cards that the claimant has faced count as shown.")
    expect(page.claim('[data-seat="E"][aria-pressed="true"]').first).to_be_visible()
    statement.get_by_role("button", name="Withdraw the claim").click()
    expect(statement).to_be_hidden()
    expect(line).to_be_hidden()


@pytest.mark.full
def test_its_end_is_filled_once_it_is_said_what_is_claimed(page: DeepTablet) -> None:
    declares(page, "E")
    end = page.claim(".sheet-foot .button-primary")
    expect(end).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    page.claim('[data-kind="all"]').click()
    expect(end).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")


@pytest.mark.nightly
def test_nothing_moves_when_it_is_over_and_the_referee_is_called_with_that_reason_alone(
    page: DeepTablet,
) -> None:
    """A call fails without a network; what the page had filled in for it is not sent later."""
    statement = declares(page, "E")
    expect(statement).to_contain_text("Seconds left to state the claim")
    button = statement.get_by_role("button", name="Withdraw the claim")
    expect(button).to_be_hidden()
    running = statement.bounding_box()
    page.page.clock.fast_forward(61_000)
    expect(button).to_be_visible()
    page.tablet.context.set_offline(True)
    statement.get_by_role("button", name="Call the referee").click()
    page.tablet.says("Raise a hand")
    page.page.locator("#calls [data-close]").click()
    page.tablet.context.set_offline(False)
    page.claim('[data-kind="all"]').click()
    expect(statement).to_contain_text("not within 60.")
    assert statement.bounding_box() == running, "nothing moves"
    page.claim('[data-part="contested"]').click()
    expect(page.page.locator("#calls")).to_contain_text("The referee has been called")
    assert [(call.reason, call.words) for call in Call.objects.all()] == [("claim", "")]


@pytest.mark.nightly
def test_the_referee_is_called_with_the_reason(page: DeepTablet) -> None:
    statement = declares(page, "E")
    page.page.clock.fast_forward(61_000)
    statement.get_by_role("button", name="Call the referee").click()
    expect(page.page.locator("#calls")).to_contain_text("the claim was not stated")
    call = Call.objects.get()
    assert call.reason == "claim"
    assert call.words == "The 60 seconds are over: the claim was not stated."
