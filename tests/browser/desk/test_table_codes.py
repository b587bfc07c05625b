"""The codes of the tables: many in a row on a screen, on paper a card each with the address."""

from __future__ import annotations

from typing import Final

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect

from tests import cast as people
from tests.browser import signed_in
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)
page = signed_in.page
PLAYERS: Final = 116
CARDS: Final = """() => [...document.querySelectorAll(".table-codes > li")].map((card) => {
  const code = card.querySelector(".code");
  return {top: card.getBoundingClientRect().top, cut: code.scrollWidth > code.clientWidth,
    picture: card.querySelector("img").getBoundingClientRect().width};
})"""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    cast = people.assemble(players=PLAYERS)
    cast.round_in_play()
    return cast


@pytest.mark.full
@pytest.mark.parametrize(
    ("size", "in_a_row", "longest"),
    [(signed_in.PHONE, 3, 2400), (signed_in.DESK, 5, 2300)],
    ids=["phone", "desk"],
)
def test_codes_of_twenty_nine_tables_stand_in_rows_and_none_is_cut(
    page: Page, cast: Cast, size: ViewportSize, in_a_row: int, longest: int
) -> None:
    page.set_viewport_size(size)
    page.goto(reverse("desk_codes", args=[cast.tournament.uid]))
    cards = page.evaluate(CARDS)
    assert len(cards) == PLAYERS / 4
    assert sum(card["top"] == cards[0]["top"] for card in cards) == in_a_row
    assert not any(card["cut"] for card in cards)
    assert min(card["picture"] for card in cards) >= 96
    assert page.evaluate("document.documentElement.scrollHeight") <= longest
    address = page.locator(".table-codes .small").first
    expect(address).to_be_hidden()
    page.emulate_media(media="print")
    expect(address).to_be_visible()
