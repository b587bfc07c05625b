"""Many names at the desk: the list first, in columns; the form one tap away, or in sight beside."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.cast import Cast
from tournaments import organise
from tournaments.models import Entry

PLAYERS: Final = 40
FINGER: Final = 44
BOXES: Final = """(selector) => [...document.querySelectorAll(selector)]
  .filter((element) => element.checkVisibility())
  .map((element) => element.getBoundingClientRect().toJSON())"""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return people.assemble(players=PLAYERS)


@contextmanager
def names(
    cast: Cast, client: Client, live_server: LiveServer, chromium: Browser, width: int, height: int
) -> Iterator[Page]:
    """Open the names of the event, as its director, in a window of this size."""
    client.force_login(cast.alice)
    session = client.cookies[settings.SESSION_COOKIE_NAME]
    cookie = {"name": session.key, "value": session.value, "url": live_server.url}
    size = {"width": width, "height": height}
    with chromium.new_context(viewport=size, has_touch=width < 960) as context:  # type: ignore[arg-type]
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(live_server.url + reverse("desk_entries", args=[cast.event.uid]))
        yield page


@pytest.mark.full
def test_on_a_phone_the_names_stand_above_the_form(
    cast: Cast, client: Client, live_server: LiveServer, chromium: Browser
) -> None:
    with names(cast, client, live_server, chromium, 390, 844) as page:
        rows = page.evaluate(BOXES, ".entries-many tbody > tr")
        assert len(rows) == PLAYERS
        assert len({round(row["left"]) for row in rows}) == 2
        assert all(row["height"] >= FINGER and row["right"] <= 390 for row in rows)
        removals = page.evaluate(BOXES, ".entries-many button")
        assert all(min(each["width"], each["height"]) >= FINGER for each in removals)
        (form,) = page.evaluate(BOXES, ".entries-adding")
        assert form["top"] >= max(row["bottom"] for row in rows)
        page.locator(".entries-to-add[href='#add']").click()
        (form,) = page.evaluate(BOXES, ".entries-adding form:has(input[name=name])")
        assert 0 <= form["top"] < form["bottom"] <= 844


@pytest.mark.full
def test_who_listens_to_many_names_hears_a_table_with_the_heads_of_its_columns(
    cast: Cast, client: Client, live_server: LiveServer, chromium: Browser
) -> None:
    with names(cast, client, live_server, chromium, 390, 844) as page:
        table = page.get_by_role("table")
        assert table.get_by_role("columnheader").count() == 3
        assert table.get_by_role("row").count() == PLAYERS + 1
        assert table.get_by_role("rowheader").count() == PLAYERS
        assert table.get_by_role("cell").count() == 2 * PLAYERS
        (head,) = page.evaluate(BOXES, ".entries-many > thead")
        assert head["width"] <= 1
        assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.full
def test_at_the_desk_the_form_stays_in_sight_beside_the_names(
    cast: Cast, client: Client, live_server: LiveServer, chromium: Browser
) -> None:
    with names(cast, client, live_server, chromium, 1366, 600) as page:
        assert page.evaluate(BOXES, ".entries-to-add") == []
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        (form,) = page.evaluate(BOXES, ".entries-adding form:has(input[name=name])")
        (shown,) = page.evaluate(BOXES, ".entries-list")
        assert 0 <= form["top"] < form["bottom"] <= 600
        assert form["left"] >= shown["right"]


@pytest.mark.full
@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1366, 768), (1920, 1080)])
def test_no_name_begins_a_column_outside_of_the_list(
    cast: Cast, client: Client, live_server: LiveServer, chromium: Browser, width: int, height: int
) -> None:
    with names(cast, client, live_server, chromium, width, height) as page:
        rows = page.evaluate(BOXES, ".entries-many tbody > tr")
        (table,) = page.evaluate(BOXES, ".entries-many")
        assert len(rows) == PLAYERS
        assert max(row["right"] for row in rows) <= table["right"] + 1
        assert table["bottom"] - max(row["bottom"] for row in rows) < 2


@pytest.mark.full
def test_who_is_here_has_a_tick_in_the_row_and_who_is_not_has_no_line_for_it(
    cast: Cast, client: Client, live_server: LiveServer, chromium: Browser
) -> None:
    with names(cast, client, live_server, chromium, 390, 844) as page:
        organise.check_in(cast.event, cast.director, [2, 5])
        page.reload()
        rows = page.evaluate(BOXES, ".entries-many tbody > tr")
        assert {round(row["bottom"] - row["top"]) for row in rows} == {45}
        ticks = page.evaluate(BOXES, ".entry-state > .state-done")
        for tick, row in zip(ticks, (rows[1], rows[4]), strict=True):
            assert row["top"] < tick["top"] < tick["bottom"] < row["bottom"]
        expect(page.locator(".entry-state", has_text="present")).to_have_count(2)
        expect(page.locator(".entry-state", has_text="not here yet")).to_have_count(PLAYERS - 2)


@pytest.mark.full
def test_of_few_names_the_way_out_stands_beside_each_and_a_state_only_once_there_is_one(
    cast: Cast, client: Client, live_server: LiveServer, chromium: Browser
) -> None:
    Entry.objects.filter(event=cast.event, number__gt=4).delete()
    with names(cast, client, live_server, chromium, 1366, 768) as page:
        removals = page.evaluate(BOXES, ".entry-remove button")
        assert len(removals) == 4
        listed = page.evaluate(BOXES, ".entries-table tbody .name")
        beside = [out["left"] - one["right"] for out, one in zip(removals, listed, strict=True)]
        assert all(0 <= gap <= 24 for gap in beside)
        assert page.evaluate(BOXES, ".entry-state") == []
        organise.check_in_all(cast.event, cast.director)
        page.reload()
        states = page.evaluate(BOXES, ".entry-state")
        assert len(states) == 4
        assert states[0]["left"] >= listed[0]["right"]
