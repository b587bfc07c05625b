"""Long lists of names stand in folds of sixty, and the search opens those it finds in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests import cast as people
from tests.browser import signed_in
from tests.cast import Cast
from tests.interface.axe import broken_in_both_schemes
from tournaments import organise
from tournaments.models import Credential, Entry, Event, Person

pytestmark = pytest.mark.django_db(transaction=True)
page = signed_in.page
PLAYERS: Final = 116
LISTS: Final = ("desk_slips", "desk_member_links", "desk_seeding", "desk_entries_guests")
HIGHEST: Final = 1_000
"""Pixels of a list of 116 names whose folds are shut, on a phone too."""

DRAFT: Final = 2_400
"""Pixels of the draft of 29 tables at the desk."""
DRAFT_ON_A_PHONE: Final = 2_400


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.assemble(players=PLAYERS)


def height(page: Page) -> int:
    found: int = page.evaluate("document.documentElement.scrollHeight")
    return found


def folds(page: Page) -> Locator:
    return page.locator("form:has([name=find]) details.fold")


def opened(page: Page) -> list[bool]:
    states: list[bool] = folds(page).evaluate_all("folds => folds.map((fold) => fold.open)")
    return states


def search(page: Page, typed: str) -> None:
    page.get_by_role("searchbox").fill(typed)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def goes_to(page: Page, name: str, event: Event) -> None:
    page.goto(reverse(name, args=[event.uid]))


@pytest.mark.full
@pytest.mark.parametrize("name", LISTS)
def test_a_long_list_is_short_and_is_opened_by_its_search(
    page: Page, cast: Cast, name: str
) -> None:
    goes_to(page, name, cast.event)
    assert opened(page) == [False, False]
    assert height(page) <= HIGHEST
    search(page, "100号")
    assert sum(opened(page)) == 1
    found = page.locator("mark")
    expect(found).to_have_text("100号")
    page.locator("form [role=status] a").click()
    expect(found).to_be_in_viewport()
    goes_to(page, name, cast.event)
    search(page, "nobody")
    expect(page.locator("form [role=status]")).to_contain_text("Nobody of this name")
    assert opened(page) == [False, False]
    assert broken_in_both_schemes(page) == {}
    assert not Credential.objects.exists()
    assert not Person.objects.filter(number__isnull=False).exists()


@pytest.mark.full
def test_what_is_ticked_and_typed_stays_when_another_name_is_searched_for(
    page: Page, cast: Cast
) -> None:
    goes_to(page, "desk_slips", cast.event)
    search(page, "99号")
    box = page.get_by_role("checkbox", name="99号")
    box.uncheck()
    search(page, "3")
    folds(page).nth(1).locator("summary").click()
    expect(box).not_to_be_checked()
    goes_to(page, "desk_seeding", cast.event)
    search(page, "99号")
    page.get_by_label("Club of 99号").fill("北队")
    search(page, "98号")
    expect(page.get_by_label("Club of 99号")).to_have_value("北队")
    assert clubs(cast.event) == [""]
    # In a field the key saves, as it does on a page without a search.
    page.get_by_label("Seeding of 98号").fill("7")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert clubs(cast.event) == ["", "北队"]


@pytest.mark.full
def test_the_tables_of_a_draft_are_four_in_a_row_on_a_laptop(page: Page, cast: Cast) -> None:
    cast.drawn_round()
    page.set_viewport_size(signed_in.DESK)
    goes_to(page, "desk_event", cast.event)
    tops: list[float] = page.locator(".table-tiles > li").evaluate_all(
        "tiles => tiles.map((tile) => tile.getBoundingClientRect().top)"
    )
    assert len(tops) == PLAYERS / 4
    assert tops.count(tops[0]) == 4
    assert height(page) <= DRAFT


@pytest.mark.full
def test_the_draft_of_many_tables_is_short_on_a_phone(page: Page, cast: Cast) -> None:
    cast.drawn_round()
    page.set_viewport_size(signed_in.PHONE)
    goes_to(page, "desk_event", cast.event)
    assert page.locator(".draft-seat").count() == PLAYERS
    assert height(page) <= DRAFT_ON_A_PHONE


@pytest.mark.full
def test_all_or_none_are_ticked_and_the_button_says_how_many(page: Page, cast: Cast) -> None:
    goes_to(page, "desk_slips", cast.event)
    download = page.get_by_role("button", name="Download slips:")
    expect(download).to_have_accessible_name(f"Download slips: {PLAYERS}")
    expect(page.locator("[data-ticked='10']")).to_have_text("12")
    page.get_by_role("button", name="None", exact=True).click()
    expect(download).to_have_accessible_name("Download slips: 0")
    folds(page).nth(1).locator("summary").click()
    page.get_by_role("checkbox", name="99号").check()
    expect(download).to_have_accessible_name("Download slips: 1")
    expect(folds(page).nth(0).locator("summary [data-ticked]")).to_have_text("0")
    expect(folds(page).nth(1).locator("summary [data-ticked]")).to_have_text("1")
    expect(page.locator("[data-ticked='10']")).to_have_text("1")
    expect(page.locator("[data-after]")).to_be_hidden()
    with page.expect_download() as saved:
        download.click()
    assert saved.value.suggested_filename.endswith(".pdf")
    expect(page.locator("[data-after]")).to_be_visible()
    page.get_by_role("button", name=f"All {PLAYERS}").click()
    expect(download).to_have_accessible_name(f"Download slips: {PLAYERS}")


@pytest.mark.full
def test_the_cross_of_a_pair_stands_on_its_row(page: Page, cast: Cast) -> None:
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2, form=Event.Form.PAIRS)
    event = organise.create_event(cast.tournament, cast.director, plan)
    pairs = [[f"欧阳震华{number}", f"司马相如{number}"] for number in range(40)]
    organise.add_entries(event, cast.director, pairs)
    goes_to(page, "desk_entries", event)
    off = page.locator(".entries-many tbody tr").evaluate_all(
        """rows => rows.filter((row) => {
          const box = (part) => row.querySelector(part).getBoundingClientRect();
          const [name, button] = [box(".name"), box("button")];
          return button.top >= name.bottom || button.left < name.right;
        }).length"""
    )
    assert off == 0
    numbers = page.locator(".entries-many .rank").evaluate_all(
        "cells => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length"
    )
    assert numbers == 0


@pytest.mark.full
def test_a_list_is_pasted_in_sight_where_nobody_is_entered_and_a_tap_away_elsewhere(
    page: Page, cast: Cast
) -> None:
    plan = organise.EventPlan("小组赛", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(cast.tournament, cast.director, plan)
    goes_to(page, "desk_entries", event)
    box = page.get_by_label("Names", exact=True).bounding_box()
    assert box
    assert box["y"] < signed_in.PHONE["height"]
    goes_to(page, "desk_entries", cast.event)
    page.set_viewport_size(signed_in.PHONE)
    way = page.locator(".page-head").get_by_role("link", name="Paste a list")
    expect(way).to_be_in_viewport()
    way.click()
    expect(page.get_by_label("Names", exact=True)).to_be_in_viewport()


def clubs(event: Event) -> Sequence[str]:
    return sorted(set(Entry.objects.filter(event=event).values_list("club", flat=True)))


@pytest.mark.full
def test_a_list_of_sixty_is_whole_and_has_no_search(page: Page, cast: Cast) -> None:
    names = [[f"新人{number}"] for number in range(60)]
    plan = organise.EventPlan("小组赛", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, names)
    goes_to(page, "desk_slips", event)
    expect(page.get_by_role("checkbox", name="新人59")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_count(0)
    assert folds(page).count() == 0
