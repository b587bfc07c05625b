"""A deal from the first tap to its result, as people at the table enter it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from referee.models import Sheet
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall
from tests.toy_game import ToyCode, toy_registered
from tests.web.tablet.test_toy import WORDS
from tournaments import organise, wording
from tournaments.models import Event, Result, Seat


@pytest.mark.full
def test_it_is_entered_previewed_sent_and_confirmed_from_another_seat(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.fills().previews()
    expect(tablet.total("North")).to_have_text("−100")
    expect(tablet.total("West")).to_have_text("+100")
    assert not Sheet.objects.exists()
    tablet.sends().confirms("W").sees_done()
    result = Result.live.get(deal=hall.deal())
    assert result.settlement["scores"] == {"N": -100, "W": 100, "S": 50, "E": 200}
    assert Sheet.objects.get().recorder == "S"
    assert {seat: sorted(cards) for seat, cards in result.facts["won"].items()} == {
        seat: sorted(cards) for seat, cards in NORTH_TAKES_THE_PIG["won"].items()
    }
    expect(tablet.total("East")).to_have_text("+200")
    tablet.says("To correct it, call the referee.")


TAPS = "addEventListener('click', () => (document.title = 1 + (+document.title || 0)))"


@pytest.mark.nightly
def test_a_card_is_exposed_and_the_deal_takes_no_more_than_twenty_taps(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.page.evaluate(TAPS)
    tablet.exposable("SQ").click()
    expect(tablet.exposable("SQ")).to_contain_text("whose?")
    assert tablet.page.locator(".ask [data-kind]").count() == 2
    tablet.asked("W").click()
    expect(tablet.exposable("SQ")).to_contain_text("West")
    expect(tablet.page.locator(".ask")).to_be_hidden()
    tablet.gives("N", "SQ", "H7", "H4").gives("W", "DJ", "HA", "H2").gives("E", "C10", "H9")
    tablet.rest("S").previews().sends().confirms("N").sees_done()
    assert int(tablet.page.title()) <= 20
    exposed = [{"seat": "W", "card": "SQ", "kind": "exposed"}]
    assert Result.live.get(deal=hall.deal()).facts["exposed"] == exposed


@pytest.mark.nightly
def test_a_sheet_may_be_corrected_until_somebody_confirms_and_the_next_is_written_by_another(
    tablet: TabletPage, hall: Hall
) -> None:
    the_keyboard_enters_too(tablet)
    tablet.fills().previews().sends()
    assert confirmers(tablet) == ["N", "W", "E"], "who wrote cannot confirm"
    tablet.act("back").click()
    tablet.gives("W", "SQ").previews().sends()
    the_list_of_deals_leads_to_any_of_them(tablet)
    tablet.confirms("E").sees_done()
    assert Sheet.objects.count() == 2
    assert Result.live.get(deal=hall.deal()).facts["won"]["W"] == ["SQ", "DJ"]
    assert not tablet.act("back").count()
    tablet.act("next").click()
    tablet.page.reload()
    expect(tablet.view("entry")).to_be_visible()
    tablet.page.locator('[data-sheet="menu"]').click()
    tablet.act("recorder").click()
    tablet.writes("E").fills().previews().sends()
    assert confirmers(tablet) == ["N", "W", "S"]


def confirmers(tablet: TabletPage) -> list[str | None]:
    """Return the seats that are asked to confirm."""
    names = tablet.page.locator(".confirm-names [data-seat]")
    return [name.get_attribute("data-seat") for name in names.all()]


def the_keyboard_enters_too(tablet: TabletPage) -> None:
    tablet.page.keyboard.press("w")
    expect(tablet.seat("W")).to_have_attribute("aria-pressed", "true")
    tablet.tile("HA").focus()
    tablet.page.keyboard.press("Enter")
    expect(tablet.tile("HA")).to_contain_text("West")
    tablet.page.keyboard.press("Control+z")
    expect(tablet.tile("HA")).not_to_contain_text("West")


def the_list_of_deals_leads_to_any_of_them(tablet: TabletPage) -> None:
    tablet.page.locator('[data-part="deals"]').click()
    rows = tablet.page.locator("#deals li")
    expect(rows.nth(0)).to_contain_text("To be confirmed")
    rows.nth(1).locator("button").click()
    tablet.gives("N", "SQ").page.locator('[data-part="deals"]').click()
    expect(rows.nth(1)).to_contain_text("Being entered")
    rows.nth(0).locator("button").click()
    expect(tablet.page.locator(".confirm")).to_be_visible()


@pytest.mark.full
def test_problems_are_named_once_marked_and_taken_back_and_nothing_moves(
    tablet: TabletPage,
) -> None:
    tablet.gives("N", "SQ").gives("W", "DJ").gives("E", "H2", "H3").seat("S").click()
    tablet.exposable("DJ").click()
    tablet.act("preview").click()
    exposed = "Who exposed this card? Tap it and then the name."
    expect(tablet.problems.filter(has_text=exposed)).to_have_count(1)
    tablet.asked("W").click()
    tablet.act("preview").click()
    expect(tablet.problems).to_have_count(1)
    expect(tablet.tile("H7")).to_have_attribute("aria-invalid", "true")
    expect(tablet.tile("SQ")).not_to_have_attribute("aria-invalid", "true")
    expect(tablet.page.get_by_text(tablet.problems.inner_text())).to_have_count(1)
    expect(tablet.tile("H7")).to_have_accessible_description(tablet.problems.inner_text())
    for width in (390, 820):
        tablet.page.set_viewport_size({"width": width, "height": 1180})
        a_step_takes_back_the_list_and_the_mark_of_its_tile(tablet)
    tablet.rest("S")
    expect(tablet.page.locator('[aria-invalid="true"]')).to_have_count(0)
    tablet.previews()
    tablet.act("back").click()
    expect(tablet.problems).to_have_count(0)


def a_step_takes_back_the_list_and_the_mark_of_its_tile(tablet: TabletPage) -> None:
    """Then the step is taken back too, and the list is there again when it is asked for."""
    # The page moves by itself once, to where a finger can reach the tile.
    tablet.tile("H7").hover()
    place = tablet.tile("C10").bounding_box()
    tablet.tile("H7").click()
    expect(tablet.tile("H7")).not_to_have_attribute("aria-invalid", "true")
    expect(tablet.tile("H6")).to_have_attribute("aria-invalid", "true")
    expect(tablet.problems).to_be_hidden()
    tablet.says("Changed: check again")
    # Without the list the room stays as a strip, and no frame is around nothing.
    framed = tablet.page.locator("[data-outdated]")
    expect(framed).to_have_css("border-top-color", "rgba(0, 0, 0, 0)")
    assert tablet.tile("C10").bounding_box() == place
    tablet.act("preview").click()
    expect(tablet.problems).to_be_visible()
    tablet.act("undo").click()
    expect(tablet.problems).to_be_hidden()
    tablet.act("preview").click()
    expect(tablet.problems).to_be_visible()


@pytest.mark.nightly
def test_the_referee_confirms_where_the_event_wants_it_and_nobody_is_led_in_a_circle(
    tablet: TabletPage, hall: Hall
) -> None:
    hall.confirmed_by("referee")
    tablet.page.reload()
    for has_more in (True, False):
        tablet.fills().previews().act("send").click()
        tablet.says("The referee confirms this deal.")
        expect(tablet.act("next")).to_have_count(int(has_more))
        if has_more:
            tablet.act("next").click()
            expect(tablet.view("entry")).to_be_visible()


@pytest.fixture
def competition(hall: Hall) -> Hall:
    """The same round under the rules of the competition."""
    plays_by(hall, organise.EventPlan("华牌", "gongzhu", {"preset": "huapai"}, 2))
    return hall


def plays_by(hall: Hall, plan: organise.EventPlan) -> None:
    """Let the event in the hall be played by the rules of another plan."""
    event = organise.create_event(hall.cast.tournament, hall.cast.director, plan)
    played = Event.objects.filter(pk=hall.cast.event.pk)
    played.update(game=event.game, ruleset=event.ruleset)


@pytest.mark.nightly
def test_the_rules_say_which_exposures_there_are_and_owners_are_asked_without_a_network_too(
    competition: Hall, device: Devices
) -> None:
    """A sheet that the server is certain to refuse is not shown as one to be confirmed."""
    tablet = device().opens(competition.table).writes("S").fills()
    expect(tablet.connection).to_have_text("Connected")
    tablet.context.set_offline(True)
    tablet.act("preview").click()
    expect(tablet.problems).to_have_count(1)
    tablet.says("Owner not recorded for these cards.")
    expect(tablet.exposable("C10")).to_have_attribute("aria-invalid", "true")
    first_exposed_by_east_and_the_others_north_s(tablet)
    owners = tablet.page.locator(".owners-note")
    tablet.previews()
    expect(owners).to_contain_text("dealt to North")
    tablet.sends()
    expect(owners).to_be_visible()
    tablet.context.set_offline(False)
    tablet.asks_again()
    tablet.confirms("W").sees_done()
    expect(owners).to_be_visible()
    expect(tablet.total("West")).to_have_text("+400")
    expect(tablet.total("North")).to_have_text("−200")


def first_exposed_by_east_and_the_others_north_s(tablet: TabletPage) -> None:
    """Answer what is asked of the four cards."""
    for card in ("SQ", "HA", "C10"):
        tablet.exposable(card).click()
        tablet.says("Dealt to whom? Was it exposed?")
        tablet.asked("N").click()
    tablet.exposable("DJ").click()
    tablet.asked("first").click()
    tablet.asked("E").click()
    expect(tablet.exposable("DJ")).to_contain_text("First exposure")


@pytest.mark.nightly
def test_between_two_rounds_it_says_wait_and_then_shows_the_new_seats(
    tablet: TabletPage, hall: Hall
) -> None:
    for deal in hall.cast.deals(hall.round):
        hall.cast.post(deal)
    organise.close_round(hall.round, hall.cast.director)
    tablet.asks_again()
    expect(tablet.view("between")).to_be_visible()
    the_last_ranking_stands_in_the_middle_a_line_for_each(tablet)
    hall.cast.round_in_play("second")
    tablet.asks_again()
    expect(tablet.view("recorder")).to_be_visible()
    seats = Seat.objects.filter(sitting__table=hall.table, sitting__segment__match__round__number=2)
    for seat in seats.select_related("person"):
        button = tablet.view("recorder").locator(f'[data-seat="{seat.label}"]')
        expect(button).to_contain_text(seat.person.name)
    tablet.writes("S").enters()


def the_last_ranking_stands_in_the_middle_a_line_for_each(tablet: TabletPage) -> None:
    view = tablet.view("between")
    head, rows = view.locator("h2").bounding_box(), view.locator("li").all()
    boxes = [box for row in rows if (box := row.locator(".points").bounding_box())]
    assert head
    assert len(boxes) == 4
    assert len({round(box["x"] + box["width"]) for box in boxes}) == 1
    gaps = {round(after["y"] - box["y"]) for box, after in itertools.pairwise(boxes)}
    assert gaps <= {56, 57}
    assert tablet.page.viewport_size
    middle = (head["y"] + boxes[-1]["y"] + boxes[-1]["height"]) / 2
    assert middle == pytest.approx(tablet.page.viewport_size["height"] / 2, rel=0.1)


@pytest.fixture
def toy_hall(hall: Hall) -> Iterator[Hall]:
    """The same round of a game that no page knows."""
    wording.register(ToyCode, WORDS)
    with toy_registered() as toy:
        plays_by(hall, organise.EventPlan("玩具", toy.name, {"value": 2}, 2))
        yield hall
    wording.unregister(ToyCode)


@pytest.mark.full
def test_a_game_without_a_page_of_its_own_is_written_on_paper(
    device: Devices, toy_hall: Hall
) -> None:
    tablet = device().opens(toy_hall.table)
    tablet.says("This game cannot be entered on a tablet yet.")
    expect(tablet.act("preview")).to_have_count(0)
