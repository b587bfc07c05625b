"""The page of one entry: what is needed now is open, everything else is folded."""

from __future__ import annotations

from typing import Final

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests import cast as people
from tests.browser import signed_in
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)
page = signed_in.page
SCREENS: Final = 1.5
"""The most screens of a phone that the page takes, with one fold open."""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.assemble()


def opened(page: Page) -> list[str]:
    titles: list[str] = page.locator("main details.fold[open] > summary").all_inner_texts()
    return titles


def fold(page: Page, title: str) -> Locator:
    return page.locator("main details.fold", has=page.get_by_role("heading", name=title))


@pytest.mark.full
def test_one_fold_is_open_and_the_page_is_short(page: Page, cast: Cast) -> None:
    address = reverse("desk_entry", args=[cast.event.uid, 1])
    page.goto(address)
    assert opened(page) == ["Correct a name"]
    cast.round_in_play()
    page.goto(address)
    assert opened(page) == ["Name a stand-in"]
    high = page.evaluate("document.documentElement.scrollHeight / innerHeight")
    assert high <= SCREENS
    fold(page, "Withdraw").locator("summary").click()
    page.get_by_role("button", name="Withdraw the entry").click()
    assert opened(page) == ["Re-enter"]


@pytest.mark.full
def test_a_refused_form_stands_in_an_open_fold_beside_its_button(page: Page, cast: Cast) -> None:
    page.goto(reverse("desk_entry", args=[cast.event.uid, 1]))
    names = fold(page, "Correct a name")
    field = names.get_by_label("Name")
    button = names.get_by_role("button")
    text, press = field.bounding_box(), button.bounding_box()
    assert text is not None
    assert press is not None
    assert abs(text["y"] + text["height"] - press["y"] - press["height"]) <= 1
    field.fill("乙")
    button.click()
    expect(names.locator(".field-error")).to_be_visible()
    assert opened(page) == ["Correct a name"]
