"""The browser's storage fails: closed, cleared, refused. What the table handed in arrives."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee.models import Call, CallReason
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage, counts
from tests.referee.hall import Hall
from tests.until import until

pytestmark = pytest.mark.full

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
def waiting(device: Devices, hall: Hall) -> TabletPage:
    """A tablet without a network, with a sheet and its confirmation to be sent."""
    tablet = device()
    tablet.context.add_init_script(CONNECTIONS)
    tablet.opens(hall.table).writes("S")
    tablet.page.route(API, lambda route: route.abort())
    tablet.fills().previews().sends().confirms("N")
    expect(tablet.waiting).to_contain_text("To send 2")
    return tablet


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


def arrives(tablet: TabletPage) -> None:
    with_network(tablet)
    expect(tablet.view("result").locator(".state-done")).to_be_visible(timeout=20_000)
    tablet.sent()
    expect(tablet.connection).to_have_text("Connected")
    assert counts() == (1, 1, 1)


@pytest.mark.parametrize(
    "fault", [CLOSES, CONNECTION_LOST, NEVER_ANSWERS], ids=["closed", "lost", "silent"]
)
def test_a_connection_that_the_browser_closes_holds_nothing_up(
    waiting: TabletPage, fault: str
) -> None:
    waiting.page.evaluate(f"() => {{ {fault} }}")
    arrives(waiting)


def test_whoever_deletes_the_outbox_is_not_held_up_and_the_page_writes_it_again(
    waiting: TabletPage,
) -> None:
    waiting.page.evaluate(DELETES_THE_OUTBOX, f"huapai-outbox-{waiting.code}")
    writes_again(waiting)
    arrives(waiting)


@pytest.mark.parametrize("kinds", ["indexeddb", "all"])
def test_what_the_browser_clears_is_written_again_by_the_page_that_knows_it(
    waiting: TabletPage, kinds: str
) -> None:
    clears(waiting, kinds)
    waiting.asks_again()
    writes_again(waiting)
    waiting.page.reload()
    expect(waiting.waiting).to_contain_text("To send 2")
    arrives(waiting)


def test_what_is_cleared_while_no_page_is_open_has_a_copy(waiting: TabletPage, hall: Hall) -> None:
    blank = waiting.context.new_page()
    blank.goto(f"{waiting.address}/t/")
    waiting.page.close()
    waiting.page = blank
    clears(waiting, "indexeddb")
    waiting.opens(hall.table).sees_done().sent()
    assert counts() == (1, 1, 1)


def test_what_only_the_page_has_is_said_and_sent(tablet: TabletPage) -> None:
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


def test_what_was_lost_with_the_page_is_told_to_the_table_and_to_the_referee(
    tablet: TabletPage,
) -> None:
    tablet.page.route(API, lambda route: route.abort())
    tablet.page.evaluate(f"() => {{ {REFUSES_ALL_BUT_THE_TAB} }}")
    tablet.fills().previews().sends()
    tablet.page.on("dialog", lambda dialog: dialog.accept())
    tablet.page.reload()
    lost = tablet.page.locator('[data-part="lost"]')
    expect(lost).to_contain_text("This browser has lost what was still to be sent")
    expect(lost).to_contain_text("Deal 1, the sheet")
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
