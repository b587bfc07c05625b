"""The page of a club: its mark and name, what it holds in numbers, and its settings in one view."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import cast as people
from tests.browser import signed_in
from tests.cast import Cast
from tests.interface.axe import broken_in_both_schemes
from tournaments.models import Club, ClubInk, Installation

pytestmark = pytest.mark.django_db(transaction=True)
page = signed_in.page
FINGER: Final = 44
DOORS: Final = """() => [...document.querySelectorAll(".club-doors > li")].map((door) => {
  const box = (part) => part.getBoundingClientRect();
  return {top: box(door).top, left: box(door).left, height: box(door).height,
    name: box(door.querySelector("a")).top, value: box(door.querySelector("a + span")).top};
})"""
EDGES: Final = """() => [".club-mark", ".club-doors > li", "#club-settings", "[name=name]"]
  .map((part) => document.querySelector(part).getBoundingClientRect().left)"""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    cast = people.assemble()
    Club.objects.filter(pk=cast.club.pk).update(ink=ClubInk.PLUM.value)
    Installation.objects.update_or_create(
        defaults={"copies_to": "/media/stick", "copied_at": timezone.now(), "copy_fault": ""}
    )
    return cast


def doors(page: Page) -> list[Any]:
    boxes: list[Any] = page.evaluate(DOORS)
    return boxes


@pytest.mark.full
def test_a_club_is_told_in_numbers_and_its_settings_are_in_the_same_view(
    page: Page, cast: Cast
) -> None:
    page.set_viewport_size(signed_in.DESK)
    page.goto(reverse("desk_club", args=[cast.club.uid]))
    shown = doors(page)
    rows = Counter(door["top"] for door in shown)
    assert len(set(rows.values())) == 1, "no door is alone in its row"
    assert page.locator(".club-idle a").count() >= 2
    assert all(door["value"] < door["name"] for door in shown)
    edges = page.evaluate(EDGES)
    assert max(edges) - min(edges) < 1
    expect(page.locator("form .button-primary")).to_be_in_viewport()
    assert broken_in_both_schemes(page) == {}


@pytest.mark.full
def test_on_a_phone_each_page_of_a_club_is_a_row_with_its_number_at_the_end(
    page: Page, cast: Cast
) -> None:
    page.set_viewport_size(signed_in.PHONE)
    page.goto(reverse("desk_club", args=[cast.club.uid]))
    shown = doors(page)
    assert {door["left"] for door in shown} == {shown[0]["left"]}
    assert min(door["height"] for door in shown) >= FINGER
    assert all(abs(door["value"] - door["name"]) < 4 for door in shown)
