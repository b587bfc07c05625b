"""The browser's storage fails: closed, cleared, refused. What the table handed in arrives."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee.models import Call, CallReason
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage, counts
from tests.referee.hall import Hall
from tests.until import until

API = "**/api/**"

# Every connection that the page opens, so that a test can close it as a browser does.
CONNECTIONS = """
  window.connections = [];
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...asked) {
    const request = open.apply(this, asked);
    request.addEventListener("success", () => window.connections.push(request.result));
    return request;
  };
"""
CLOSES = "window.connections.splice(0).forEach((database) => database.close())"
# As Safari says it when it has suspended the page; and a store that never answers at all.
CONNECTION_LOST = """
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
  };
"""
NEVER_ANSWERS = """
  IDBFactory.prototype.open = () => new EventTarget();
  window.connections.splice(0).forEach((database) => database.close());
"""
REFUSES_EVERYTHING = """
  const refuse = () => { throw new DOMException("full", "QuotaExceededError"); };
  IDBObjectStore.prototype.put = refuse;
  Storage.prototype.setItem = refuse;
"""
DELETES_THE_OUTBOX = """(name) => new Promise((done) => {
  indexedDB.deleteDatabase(name).onsuccess = () => done();
})"""
DATABASES = "async () => (await indexedDB.databases()).map(({ name }) => name)"
REFUSES_ALL_BUT_THE_TAB = """
  const { setItem } = Storage.prototype;
  const refuse = () => { throw new DOMException("full", "QuotaExceededError"); };
  IDBObjectStore.prototype.put = refuse;
  Storage.prototype.setItem = function (...said) {
    return this === sessionStorage ? setItem.apply(this, said) : refuse();
  };
"""


@pytest.fixture
def deals() -> int:
    """A deal for each way in which the storage fails."""
    return 4


@pytest.fixture
def noted(device: Devices, hall: Hall) -> TabletPage:
    """A tablet whose connections to its storage a test can close."""
    tablet = device()
    tablet.context.add_init_script(CONNECTIONS)
    return tablet.opens(hall.table).writes("S")


def waits(tablet: TabletPage) -> None:
    """Enter a deal without a network: a sheet and its confirmation are to be sent."""
    tablet.page.route(API, lambda route: route.abort())
    tablet.fills().previews().sends().confirms("N")
    expect(tablet.waiting).to_contain_text("To send 2")


def with_network(tablet: TabletPage) -> TabletPage:
    tablet.page.unroute(API)
    tablet.asks_again()
    return tablet


def clears(tablet: TabletPage, kinds: str) -> None:
    """Clear what the browser keeps of this origin, as its settings and its eviction do."""
    devtools = tablet.context.new_cdp_session(tablet.page)
    origin = {"origin": tablet.address, "storageTypes": kinds}
    devtools.send("Storage.clearDataForOrigin", origin)
    devtools.detach()


def writes_again(tablet: TabletPage) -> None:
    """Wait for the page to have made its database anew: looked at sooner, it would be ours."""
    name = f"huapai-outbox-{tablet.code}"
    until(lambda: name in tablet.page.evaluate(DATABASES))
    until(lambda: len(tablet.kept()) == 2)


def arrives(tablet: TabletPage, number: int) -> None:
    with_network(tablet)
    expect(tablet.view("result").locator(".state-done")).to_be_visible(timeout=20_000)
    tablet.sent()
    expect(tablet.connection).to_have_text("Connected")
    assert counts() == (number, number, number)


@pytest.mark.nightly
def test_a_connection_that_the_browser_closes_holds_nothing_up(noted: TabletPage) -> None:
    for number, fault in enumerate((CLOSES, CONNECTION_LOST, NEVER_ANSWERS), start=1):
        waits(noted)
        noted.page.evaluate(f"() => {{ {fault} }}")
        arrives(noted, number)
        # What was broken in the page is whole again.
        noted.page.reload()
        noted.act("next").click()


@pytest.mark.nightly
def test_what_is_deleted_or_cleared_is_written_again_by_the_page_that_knows_it(
    noted: TabletPage, hall: Hall
) -> None:
    waits(noted)
    # Whoever deletes it is not held up.
    noted.page.evaluate(DELETES_THE_OUTBOX, f"huapai-outbox-{noted.code}")
    writes_again(noted)
    arrives(noted, 1)
    for number, kinds in enumerate(("indexeddb", "all"), start=2):
        noted.act("next").click()
        waits(noted)
        clears(noted, kinds)
        noted.asks_again()
        writes_again(noted)
        noted.page.reload()
        expect(noted.waiting).to_contain_text("To send 2")
        arrives(noted, number)
    noted.act("next").click()
    waits(noted)
    has_a_copy(noted, hall)
    assert counts() == (4, 4, 4)


def has_a_copy(tablet: TabletPage, hall: Hall) -> None:
    """Clear what the browser keeps while no page is open; it is sent all the same."""
    blank = tablet.context.new_page()
    blank.goto(f"{tablet.address}/t/")
    tablet.page.close()
    tablet.page = blank
    clears(tablet, "indexeddb")
    tablet.opens(hall.table).sees_done().sent()


@pytest.mark.nightly
def test_what_only_the_page_has_is_said_and_sent_and_its_loss_is_told(tablet: TabletPage) -> None:
    tablet.page.route(API, lambda route: route.abort())
    tablet.page.evaluate(f"() => {{ {REFUSES_EVERYTHING} }}")
    tablet.fills().previews().sends()
    tablet.says("only this open page has it. Do not close or reload the page")
    tablet.says("Only this open page has it: do not close or reload the page")
    notice = tablet.page.get_by_text("kept on this device").locator("visible=true")
    expect(notice).to_have_count(0)
    tablet.waiting.click()
    expect(tablet.page.locator('#outbox [data-part="state"]')).to_have_text("Only in this page")
    tablet.page.keyboard.press("Escape")
    with_network(tablet).confirms("N").sees_done().sent()
    expect(tablet.page.locator('[data-part="only-here"]')).to_be_hidden()
    assert counts() == (1, 1, 1)
    tablet.page.reload()
    tablet.act("next").click()
    is_told_of_what_was_lost(tablet)


def is_told_of_what_was_lost(tablet: TabletPage) -> None:
    """The page was loaded again all the same: the table knows, and the referee is called."""
    tablet.page.route(API, lambda route: route.abort())
    tablet.page.evaluate(f"() => {{ {REFUSES_ALL_BUT_THE_TAB} }}")
    tablet.fills().previews().sends()
    tablet.page.on("dialog", lambda dialog: dialog.accept())
    tablet.page.reload()
    lost = tablet.page.locator('[data-part="lost"]')
    expect(lost).to_contain_text("This browser has lost what was still to be sent")
    expect(lost).to_contain_text("Deal 2, the sheet")
    tablet.page.unroute(API)
    tablet.asks_again()
    expect(lost).to_contain_text("The referee has been called.")
    call = Call.objects.get()
    assert call.reason == CallReason.DEVICE
    assert call.words.startswith(
        "The browser of this tablet has lost what was still to be sent (1)"
    )
    lost.get_by_role("button").click()
    expect(lost).to_be_hidden()
    tablet.page.reload()
    expect(tablet.view("entry")).to_be_visible()
    expect(lost).to_be_hidden()
