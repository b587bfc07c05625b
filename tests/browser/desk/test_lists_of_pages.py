"""Lists that a page has to itself: documents by rounds, the register, names of slips."""

from __future__ import annotations

from typing import Any, Final

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from tests import cast as people
from tests.browser import signed_in
from tests.cast import Cast
from tests.interface.axe import broken_in_both_schemes
from tournaments.models import Person

pytestmark = pytest.mark.django_db(transaction=True)
page = signed_in.page
LEFT: Final = """(parts) => parts.map((part) => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(part));
  return range.getBoundingClientRect().left;
})"""
BOXES: Final = """(part) => [...document.querySelectorAll(part)].map((each) => {
  const box = each.getBoundingClientRect();
  return {left: box.left, top: box.top, bottom: box.bottom};
})"""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.assemble(players=16)


def boxes(page: Page, part: str) -> list[Any]:
    found: list[Any] = page.evaluate(BOXES, part)
    return found


@pytest.mark.full
def test_documents_begin_at_the_edge_of_the_title_and_those_of_now_stand_first(
    page: Page, cast: Cast
) -> None:
    cast.closed_round()
    cast.round_in_play()
    page.set_viewport_size(signed_in.PHONE)
    page.goto(reverse("desk_documents", args=[cast.event.uid]))
    title, name = page.evaluate(LEFT, ["h1", ".documents tbody .name"])
    assert name == pytest.approx(title, abs=0.5)
    assert page.locator(".documents thead th").nth(1).inner_text().startswith("Round 2")
    washed = page.locator(".documents td[data-now]").first
    plain = page.locator(".documents td:not([data-now])").first
    background = "cell => getComputedStyle(cell).backgroundColor"
    assert washed.evaluate(background) != plain.evaluate(background)
    assert page.evaluate("document.documentElement.scrollWidth") <= signed_in.PHONE["width"]
    assert broken_in_both_schemes(page) == {}


@pytest.mark.full
def test_the_register_is_read_down_in_two_columns_of_one_grid(page: Page, cast: Cast) -> None:
    Person.objects.filter(club=cast.club).update(guest=False)
    page.set_viewport_size(signed_in.DESK)
    page.goto(reverse("desk_members", args=[cast.club.uid]))
    rows = boxes(page, ".members-table tbody tr")
    assert len({row["left"] for row in rows}) == 2
    assert len({row["top"] for row in rows}) == (len(rows) + 1) // 2
    assert broken_in_both_schemes(page) == {}


@pytest.mark.full
def test_names_of_slips_fill_their_columns_and_the_button_is_in_sight(
    page: Page, cast: Cast
) -> None:
    page.set_viewport_size(signed_in.DESK)
    page.goto(reverse("desk_slips", args=[cast.event.uid]))
    names = boxes(page, ".slip-choices > li")
    assert len({name["left"] for name in names}) * len({name["top"] for name in names}) == 16
    (button,) = boxes(page, "main .button-primary")
    assert button["bottom"] < signed_in.DESK["height"]
    assert broken_in_both_schemes(page) == {}
