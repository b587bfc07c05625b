"""A file that is too big is not sent, and nothing that was typed beside it is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.interface.small_server import Hall

FORM = """<form method="get" action="/sent" novalidate>
<textarea name="text" aria-label="Text"></textarea>
<input type="file" name="file" aria-label="File" data-most="10" data-too-big="At most 10 bytes.">
<button>Read in</button></form>"""


def file_of(size: int) -> FilePayload:
    return {"name": "list.csv", "mimeType": "text/csv", "buffer": b"a" * size}


@pytest.mark.full
def test_a_file_that_is_too_big_stays_in_its_form(hall: Hall, page: Page) -> None:
    hall.body = FORM
    page.goto(hall.address)
    page.get_by_label("Text").fill("typed for an hour")
    page.get_by_label("File").set_input_files(file_of(11))
    assert page.get_by_label("File").evaluate("one => one.validationMessage") == "At most 10 bytes."
    page.get_by_role("button", name="Read in").click()
    expect(page.get_by_label("Text")).to_have_value("typed for an hour")
    assert "/sent" not in page.url
    page.get_by_label("File").set_input_files(file_of(10))
    page.get_by_role("button", name="Read in").click()
    page.wait_for_url("**/sent?*")
