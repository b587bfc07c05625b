"""A tablet and the real server, by plain HTTP and by HTTPS, under a name of the hall."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Browser, expect

from config.serving.supervisor import DATABASE
from config.serving.tls import certificate_files
from tests.browser.conftest import TABLET
from tests.browser.tablet import TabletPage
from tests.config.program import Program, serving
from tests.services import chromium as browsers

NAME = "hall.lan"
A_TABLE = "SELECT code FROM tournaments_table ORDER BY id DESC LIMIT 1"


@dataclass(frozen=True)
class Evening:
    """The demo, served by both ways, and a browser that knows its name and its certificate."""

    program: Program
    browser: Browser

    @property
    def code(self) -> str:
        with closing(sqlite3.connect(self.program.data / DATABASE)) as database:
            return str(database.execute(A_TABLE).fetchone()[0])

    def tablet(self, scheme: str) -> TabletPage:
        match = re.search(rf"{scheme}://127\.0\.0\.1:(\d+)/", self.program.text)
        assert match
        context = self.browser.new_context(viewport=TABLET, locale="en-GB")  # type: ignore[arg-type]
        tablet = TabletPage(context, f"{scheme}://{NAME}:{match[1]}")
        tablet.code = self.code
        return tablet.opens_code()


def trusting(program: Program) -> list[str]:
    """What lets Chromium believe the server's key, and find the name."""
    certificate = x509.load_pem_x509_certificate(
        certificate_files.server(program.data).read_bytes()
    )
    key = certificate.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    digest = b64encode(hashlib.sha256(key).digest()).decode()
    return [
        f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
        f"--ignore-certificate-errors-spki-list={digest}",
    ]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Evening]:
    data = tmp_path_factory.mktemp("evening")
    with serving("demo", data, "--https", "0", ALLOWED_HOSTS=NAME) as program:
        path = browsers.find()
        flags = [*browsers.FLAGS, *trusting(program)]
        browser = chromium.browser_type.launch(executable_path=path, args=flags)
        yield Evening(program, browser)
        browser.close()


@pytest.mark.nightly
def test_by_https_a_page_is_an_app_that_is_loaded_again_without_a_network(evening: Evening) -> None:
    tablet = evening.tablet("https")
    assert tablet.page.evaluate("isSecureContext")
    expect(tablet.page.locator('link[rel="manifest"]')).to_have_count(1)
    expect(tablet.page.locator("#table[data-kept]")).to_be_attached()

    tablet.context.set_offline(True)
    tablet.page.reload()

    expect(tablet.page.locator("[data-view]:visible h2").first).to_be_visible()
    tablet.context.close()


@pytest.mark.nightly
def test_by_plain_http_a_closed_page_opens_again_without_a_network(evening: Evening) -> None:
    tablet = evening.tablet("http")
    assert not tablet.page.evaluate("isSecureContext")
    expect(tablet.connection).to_have_class(re.compile("state-done"))

    tablet.context.set_offline(True)
    tablet.page.close()
    tablet.page = tablet.context.new_page()
    tablet.opens_code()

    expect(tablet.connection).to_have_class(re.compile("state-offline"))
    expect(tablet.page.locator('[data-part="no-reload"]')).to_be_visible()
    tablet.context.close()


@pytest.mark.nightly
def test_an_official_comes_in_by_https(evening: Evening) -> None:
    tablet = evening.tablet("http")

    tablet.page.goto(f"{tablet.address}/desk/")

    assert tablet.page.url.startswith(f"https://{NAME}:")
    password = re.search(r"Account (\S+)\s+password (\S+)", evening.program.text)
    assert password
    tablet.page.locator('[name="username"]').fill(password[1])
    tablet.page.locator('[name="password"]').fill(password[2])
    tablet.page.locator('main button[type="submit"]').click()
    expect(tablet.page).to_have_url(re.compile(r"^https://hall\.lan:\d+/desk/$"))
    tablet.context.close()
