"""A referee with a tablet in one hand: a warning, and for the second offence the next step."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from referee.models import RulingCase
from tests.referee.appeals.test_appeals_of_rulings import heard
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import make_official, official_of, rule, seat
from tournaments import organise
from tournaments.models import Adjustment, Event, PenaltyWarning, Role


@pytest.fixture
def referee(
    live_server: LiveServer, hall: Hall, chromium: Browser, client: Client
) -> Iterator[Page]:
    """Bob's tablet, on the desk's pages."""
    make_official(hall)
    hall.cast.play(hall.round)
    client.force_login(hall.cast.bob)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    with chromium.new_context(
        base_url=live_server.url,
        viewport={"width": 1024, "height": 768},
        locale="en-GB",
        has_touch=True,
    ) as context:
        context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}]
        )
        yield context.new_page()


def rules(page: Page, hall: Hall, facts: str) -> None:
    """From the deal to the look at what follows."""
    page.goto(reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid]))
    page.get_by_role("link", name="Rule on it").click()
    page.locator("label", has_text=seat(hall).person.name).first.tap()
    page.locator(".articles label", has_text="P-07").first.tap()
    page.get_by_label("What happened").fill(facts)
    page.get_by_role("button", name="Show the effect").tap()


@pytest.mark.nightly
def test_a_warning_then_the_next_step(referee: Page, hall: Hall) -> None:
    Event.objects.filter(pk=hall.cast.event.pk).update(tie_breaks=["fewest_warnings"])
    rules(referee, hall, "took the ♥5 back")
    follows = referee.locator("section", has=referee.locator("#follows"))
    expect(follows).to_contain_text("oral warning")
    referee.get_by_role("button", name="Issue ruling").tap()
    expect(referee.locator("h1")).to_contain_text("0001")
    assert PenaltyWarning.objects.get().person == seat(hall).person

    rules(referee, hall, "once more")
    expect(follows).to_contain_text("1 earlier offence")
    expect(follows).to_contain_text("−20")
    expect(follows.locator("table").first).to_contain_text("→")
    assert not Adjustment.objects.exists()
    referee.get_by_role("button", name="Issue ruling").tap()
    expect(referee.locator("h1")).to_contain_text("0002")
    assert Adjustment.objects.get().amount == -20
    assert RulingCase.objects.count() == 2

    number = seat(hall).side.entries.get().number
    referee.goto(reverse("entry", args=[hall.cast.event.uid, number]))
    expect(referee.locator("main")).to_contain_text("R-")
    expect(referee.locator("main")).to_contain_text("−20")


@pytest.mark.full
def test_ruling_otherwise_asks_what_becomes_of_what_was_built(referee: Page, hall: Hall) -> None:
    version = rule(hall, "R-02")
    organise.close_round(hall.round, hall.cast.director)
    hall.cast.round_in_play("again")
    where = [hall.cast.tournament.uid, version.case.uid]
    referee.goto(reverse("referee_ruling", args=where))
    referee.get_by_role("link", name="Change the ruling").tap()
    referee.locator(".articles label", has_text="P-07").first.tap()
    referee.get_by_role("button", name="Show the effect").tap()
    expect(referee.get_by_text("Round 2 has been drawn since")).to_be_visible()
    referee.get_by_role("button", name="Issue ruling").tap()
    expect(referee.get_by_text("Something depends on this ruling by now").first).to_be_visible()
    assert version.case.versions.count() == 1
    referee.get_by_label("Decide later").check()
    referee.get_by_role("button", name="Issue ruling").tap()
    expect(referee.locator("h1")).to_contain_text("0001")
    # Nothing moved; whoever put the answer off gives it on this page.
    assert sum(row.amount for row in Adjustment.objects.all()) == -100
    referee.get_by_role("button", name="Carry it out anyway").tap()
    expect(referee.get_by_role("heading", name="Awaiting your confirmation")).to_have_count(0)
    assert sum(row.amount for row in Adjustment.objects.all()) == 0


TALLEST = 1300
"""Pixels to the end of the form on a phone once its effect is shown; what was entered is folded."""
ENDS = """() => document.querySelector(".ruling-form").getBoundingClientRect().bottom + scrollY"""
ROWS = """() => [...document.querySelectorAll(".rulings > li")].map((row) => {
  const link = getComputedStyle(row.querySelector(".ruling-case"), "::after");
  return {
    lefts: [...row.children].map((each) => Math.round(each.getBoundingClientRect().left)),
    tops: [...row.children].map((each) => Math.round(each.getBoundingClientRect().top)),
    ends: Math.round(row.lastElementChild.getBoundingClientRect().right),
    edge: Math.round(row.getBoundingClientRect().right),
    target: link.position,
  };
})"""


@pytest.mark.full
def test_a_refused_ruling_is_calm_on_a_phone(referee: Page, hall: Hall) -> None:
    """The error first and in sight, the articles folded."""
    rule(hall, "R-02")
    referee.set_viewport_size({"width": 390, "height": 844})
    rules(referee, hall, "")
    # The effect and the button that gives it are what is in sight.
    entered = referee.locator("summary", has_text="Change what was entered")
    expect(entered).to_be_visible()
    # The felt of the deal stands below on a phone.
    assert referee.evaluate(ENDS) <= TALLEST
    expect(referee.locator("#chosen-article")).to_be_hidden()
    entered.tap()
    referee.locator("summary", has_text="P-07").tap()
    referee.locator(".articles label", has_text="R-02").first.tap()
    referee.get_by_label("What happened").fill("")
    referee.get_by_role("button", name="Check again").tap()
    summary = referee.locator(".error-summary")
    expect(summary).to_be_focused()
    box, articles = summary.bounding_box(), referee.locator("#chosen-article").bounding_box()
    assert box
    assert articles
    assert box["y"] + box["height"] <= 844
    assert 44 <= articles["height"] <= 72


@pytest.mark.full
def test_the_list_of_rulings_stands_in_columns(referee: Page, hall: Hall) -> None:
    for article, label in (("R-02", "E"), ("P-07", "W"), ("B-01", "S")):
        rule(hall, article, label=label)
    referee.set_viewport_size({"width": 1366, "height": 768})
    referee.goto(reverse("referee_rulings", args=[hall.cast.tournament.uid]))
    rows = referee.evaluate(ROWS)
    assert len(rows) == 3
    assert {tuple(row["lefts"]) for row in rows} == {tuple(rows[0]["lefts"])}
    for row in rows:
        assert len(set(row["tops"])) == 1
        assert row["ends"] == row["edge"]
        assert row["target"] == "absolute"
    for levels, points, kinds in referee.evaluate(GIVEN):
        assert levels == kinds == rows[0]["lefts"][3]
        assert points in (None, rows[0]["edge"])
    filled = referee.locator(".button-primary")
    expect(filled).to_have_count(1)
    expect(filled).to_have_text("New ruling")
    referee.set_viewport_size({"width": 390, "height": 844})
    for row in referee.evaluate(ROWS):
        case, whom, what, given = row["tops"]
        assert case == given < whom < what
        assert row["lefts"][:3] == [row["lefts"][0]] * 3


LODGED = """() => {
  const [said, signs] = [...document.querySelectorAll(".appeal-lodge > .stack")].map(
    (each) => each.getBoundingClientRect(),
  );
  const head = document.querySelector(".page-head").getBoundingClientRect();
  return [said.right, signs.left, Math.round(signs.right), Math.round(head.right)];
}"""
GIVEN = """() => [...document.querySelectorAll(".ruling-given")].map((given) => {
  const [level, points] = given.querySelectorAll("strong");
  const left = (each) => Math.round(each.getBoundingClientRect().left);
  const ends = points ? Math.round(points.getBoundingClientRect().right) : null;
  return [left(level), ends, left(given.querySelector(".small") ?? level)];
})"""
"""Where what was given begins, its points end, and their kind begins."""

OPTIONS = """() => [...document.querySelectorAll("#id_ground label")].map((option) => {
  const { top, bottom } = option.getBoundingClientRect();
  return [top, bottom];
})"""


@pytest.mark.full
def test_what_an_appeal_is_against_is_chosen_by_thumb(referee: Page, hall: Hall) -> None:
    """Each choice is a box of its own: several lines of one are not taken for the next."""
    rule(hall, "R-02")
    rule(hall, "P-07", label="W")
    referee.set_viewport_size({"width": 390, "height": 844})
    lodge = reverse("referee_appeal_lodge", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    referee.goto(f"{lodge}?entry={seat(hall).side.entries.get().uid}")
    first, second = referee.evaluate(OPTIONS)
    assert min(bottom - top for top, bottom in (first, second)) >= 44
    assert second[0] - first[1] >= 8
    # Beyond a phone who signs stands beside what is said, and the form ends where the page does.
    for width in (820, 1366):
        referee.set_viewport_size({"width": width, "height": 1180})
        said, signs, ends, edge = referee.evaluate(LODGED)
        assert said < signs
        assert ends == edge


OPENED = """() => {
  const [panel] = document.querySelectorAll(".opened");
  const [label] = document.querySelectorAll("label:has([value=varied])");
  const [next] = document.querySelectorAll("label:has([value=overturned])");
  const box = (each) => each.getBoundingClientRect();
  return { seen: panel.checkVisibility(), panel: box(panel).top, label: box(label).bottom,
           below: box(panel).bottom, next: box(next).top };
}"""


@pytest.mark.full
def test_what_a_decision_needs_opens_below_it(referee: Page, hall: Hall, client: Client) -> None:
    chief = official_of(hall, "carol", Role.CHIEF_REFEREE)
    appeal = heard(hall, rule(hall, "R-02"), chief, "Lin", "Wang", "Zhao")
    client.force_login(chief)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    host = referee.context.cookies()[0]
    referee.context.clear_cookies()
    referee.context.add_cookies([{**host, "value": value}])  # type: ignore[typeddict-item]
    referee.set_viewport_size({"width": 390, "height": 844})
    referee.goto(reverse("referee_appeal", args=[hall.cast.tournament.uid, appeal.uid]))
    assert not referee.evaluate(OPENED)["seen"]
    referee.locator("label", has=referee.locator("[value=varied]")).tap()
    shown = referee.evaluate(OPENED)
    assert shown["seen"]
    assert shown["label"] <= shown["panel"]
    assert shown["below"] <= shown["next"]
    referee.locator("label", has=referee.locator("[value=upheld]")).tap()
    assert not referee.evaluate(OPENED)["seen"]
