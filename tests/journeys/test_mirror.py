"""At home, while the hall is off: a browser reads a mirror in a folder, and one in a bucket."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import boto3
import pytest
from moto.server import ThreadedMotoServer
from playwright.sync_api import Browser, ConsoleMessage, Request
from pytest_django import Settings

from tests.cast import Cast, assemble
from web.publish.mirror import choosing, pushing
from web.publish.mirror.stores.bucket import Bucket
from web.publish.mirror.stores.directory import Directory
from web.publish.mirror.stores.places import Access, StorePlace
from web.publish.mirror.stores.store import Store

pytestmark = pytest.mark.django_db

# A page asks for news when somebody looks at it again: here, every three seconds. It may load
# itself anew at any moment after a push, so the test itself runs nothing in it then.
LOOKED_AT_AGAIN = "setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 3000)"


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_args: object) -> None:
        """Say nothing."""


@pytest.fixture
def folder_and_address(tmp_path: Path) -> Iterator[tuple[Store, str]]:
    """A folder, and a plain server of files over it."""
    folder = tmp_path / "site"
    folder.mkdir()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Directory(folder), f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def bucket_and_address() -> Iterator[tuple[Store, str]]:
    """A bucket, and the address at which everybody reads it."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    keys = {"aws_access_key_id": "key", "aws_secret_access_key": "secret"}
    client = boto3.client("s3", endpoint_url=address, region_name="us-east-1", **keys)
    client.create_bucket(Bucket="evenings", ACL="public-read")
    client.close()
    store = Bucket(
        StorePlace("s3", "evenings", "club"),
        Access("key", "secret", address, allowed=["127.0.0.1"]),
    )
    yield store, f"{address}/evenings/club"
    store.close()
    server.stop()


@pytest.mark.full
@pytest.mark.parametrize("kind", ["folder_and_address", "bucket_and_address"])
def test_results_are_read_at_home(
    kind: str,
    request: pytest.FixtureRequest,
    chromium: Browser,
    settings: Settings,
    tmp_path: Path,
) -> None:
    settings.DATA = tmp_path / "data"
    store, address = request.getfixturevalue(kind)
    cast = assemble(players=4, deals_per_round=1)
    cast.closed_round()
    _push(store, address)
    page = chromium.new_page(locale="zh-CN")
    wrong: list[str] = []
    page.add_init_script(LOOKED_AT_AGAIN)
    page.on("console", lambda said: wrong.extend(_faults(said)))
    page.on("requestfailed", lambda failed: wrong.extend(_lost(failed)))
    page.goto(f"{address}/index.html")
    page.wait_for_url("**/zh/index.html")
    page.get_by_role("link", name="个人赛").first.click()
    assert "网上成绩，截至" in page.locator("[data-mirror]").inner_text()
    assert page.evaluate("getComputedStyle(document.body).fontSize") == "17px"
    page.get_by_role("link", name="English").click()
    page.wait_for_url("**/en/e/**")
    page.go_back()
    _goes_on(cast)
    _push(store, address)
    page.get_by_text("第2轮进行中").first.wait_for()
    assert wrong == []
    page.close()


def _faults(said: ConsoleMessage) -> list[str]:
    return [f"{said.text} {said.location}"] if said.type == "error" else []


def _lost(request: Request) -> list[str]:
    """Return what did not come; what the browser gave up as it went on did not get lost."""
    return [] if request.failure == "net::ERR_ABORTED" else [f"{request.failure} {request.url}"]


def _push(store: Store, address: str) -> None:
    pushing.push(choosing.scope(), store, address)


def _goes_on(cast: Cast) -> None:
    cast.round_in_play()
