"""A director runs an event with the keyboard alone: from its creation to the close of a round."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import Event, Result, Round
from tournaments.record import ledger
from tournaments.record.audit import Verb, change
from tournaments.record.ledger import Origin, Report

PASSWORD = "north-west-south-east"
NAMES = ("任甲", "任乙", "任丙", "任丁", "任戊", "任己", "任庚", "任辛")
ASKED = {"SQ", "DJ", "C10", "HA"}
"""The cards of which it counts who was dealt them."""
FARTHEST = 120
"""So many steps and no more are taken to what is looked for."""
COVERED = """() => {
  const here = document.activeElement;
  if (here.matches("body, [role=region]")) return "";
  const { left, top, width, height } = here.getBoundingClientRect();
  const middle = (length) => Math.min(length, 40) / 2;
  const found = document.elementFromPoint(left + middle(width), top + middle(height));
  const own = [here, ...(here.labels || [])];
  return found && (found.contains(here) || own.some((one) => one.contains(found)))
    ? "" : here.outerHTML;
}"""
"""The control that has the focus, if something else lies over it."""
FOCUSED = """(wanted) => {
  const here = document.activeElement;
  if (!here.matches(wanted)) return "";
  const label = here.labels && here.labels.length ? here.labels[0] : here;
  return (here.getAttribute("aria-label") || label.innerText || "").trim().split("\\n")[0];
}"""


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    """A tournament whose director has a password and has entered nobody."""
    cast = people.assemble(players=0)
    cast.alice.set_password(PASSWORD)
    cast.alice.save()
    return cast


@pytest.fixture
def page(chromium: Browser, cast: Cast, live_server: LiveServer) -> Iterator[Page]:
    """The page on which one signs in."""
    context = chromium.new_context(locale="en-GB", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(f"{live_server.url}/desk/tournaments/{cast.tournament.uid}/")
    yield page
    context.close()


def goes_to(page: Page, words: str, wanted: str = "a, button, input, summary") -> None:
    """Step on until the focus is on what is called so and is what a selector says."""
    seen = []
    for _ in range(FARTHEST):
        page.keyboard.press("Tab")
        seen.append(page.evaluate(FOCUSED, wanted))
        if seen[-1] == words:
            return
    raise AssertionError(f"no {words!r} among {seen}")


def presses(page: Page, words: str) -> None:
    """Press a button or follow a link, and wait for the page that comes."""
    goes_to(page, words)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def writes(page: Page, field: str, text: str) -> None:
    """Write into a field what is to stand there, instead of what was proposed."""
    goes_to(page, field, "input, textarea")
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type(text)


def plays(cast: Cast, round_: Round) -> None:
    """Give every deal a result; entering one by keyboard is shown elsewhere."""
    won = NORTH_TAKES_THE_PIG["won"]
    dealt = {card: seat for seat, cards in won.items() for card in cards if card in ASKED}
    report = Report(Result.Kind.PLAYED, {"won": won, "dealt": dealt})
    for deal in cast.deals(round_):
        with change(cast.tournament, cast.director, Verb.RECORD_RESULT) as made:
            ledger.post(made, deal, report, seen=0, origin=Origin("sheet", "sheet"))


@pytest.mark.full
def test_an_event_goes_from_its_creation_to_the_close_of_a_round_by_keyboard(
    page: Page, cast: Cast
) -> None:
    writes(page, "Username", cast.alice.username)
    writes(page, "Password", PASSWORD)
    presses(page, "Sign in")
    presses(page, "New event")
    writes(page, "Name", "Keyboard cup")
    writes(page, "Deals in a round", "1")
    presses(page, "Create the event")
    writes(page, "Names", "\n".join(NAMES))
    presses(page, "Show what was read")
    presses(page, "Enter these names")
    event = Event.objects.get(name="Keyboard cup")
    assert [entry.members.get().person.name for entry in event.entries.order_by("number")] == [
        *NAMES
    ]

    page.goto(page.url.partition("entries/")[0])
    presses(page, "Draw the round")
    presses(page, "Publish the round")
    round_ = Round.objects.get(event=event)
    assert round_.state == Round.State.PUBLISHED
    plays(cast, round_)
    page.reload()
    presses(page, "Close round 1")
    expect(page.get_by_text("The round is closed.")).to_be_visible()
    round_.refresh_from_db()
    assert round_.state == Round.State.CLOSED
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_the_focus_is_never_under_what_stays_at_the_foot(page: Page, cast: Cast) -> None:
    organise.add_entries(cast.event, cast.director, [[f"{number}号"] for number in range(1, 17)])
    cast.round_in_play()
    writes(page, "Username", cast.alice.username)
    writes(page, "Password", PASSWORD)
    presses(page, "Sign in")
    page.set_viewport_size({"width": 390, "height": 844})
    desk = page.url.partition("/desk/")[0] + "/desk"
    for address in (
        f"{desk}/events/{cast.event.uid}/entries/",
        f"{desk}/referee/{cast.tournament.uid}/events/{cast.event.uid}/rulings/new/",
    ):
        page.goto(address)
        for _ in range(FARTHEST):
            page.keyboard.press("Tab")
            assert page.evaluate(COVERED) == "", address
            if page.evaluate("document.activeElement === document.body"):
                break
