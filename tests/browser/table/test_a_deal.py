"""A deal from the first tap to its result, as people at the table enter it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from referee.models import Sheet
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall
from tests.referee.tablet.test_toy import WORDS
from tests.toy_game import ToyCode, toy_registered
from tournaments import organise, wording
from tournaments.models import Event, Result, Seat

pytestmark = pytest.mark.full


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


@pytest.mark.full
def test_it_takes_no_more_than_twenty_taps(tablet: TabletPage) -> None:
    taps = "addEventListener('click', () => (document.title = 1 + (+document.title || 0)))"
    tablet.page.evaluate(taps)
    tablet.exposable("SQ").click()
    tablet.asked("W").click()
    tablet.gives("N", "SQ", "H7", "H4").gives("W", "DJ", "HA", "H2").gives("E", "C10", "H9")
    tablet.rest("S").previews().sends().confirms("N").sees_done()
    assert int(tablet.page.title()) <= 20


@pytest.mark.full
def test_who_wrote_is_asked_once_and_cannot_confirm(tablet: TabletPage) -> None:
    tablet.fills().previews().sends()
    names = tablet.page.locator(".confirm-names [data-seat]")
    assert [name.get_attribute("data-seat") for name in names.all()] == ["N", "W", "E"]
    tablet.confirms("E").sees_done().act("next").click()
    expect(tablet.view("entry")).to_be_visible()
    tablet.page.reload()
    expect(tablet.view("entry")).to_be_visible()


@pytest.mark.full
def test_somebody_else_may_write_the_next_deal(tablet: TabletPage) -> None:
    tablet.page.locator('[data-sheet="menu"]').click()
    tablet.act("recorder").click()
    tablet.writes("E").fills().previews().sends()
    assert tablet.page.locator('.confirm [data-seat="E"]').count() == 0


def test_a_problem_is_named_once_and_its_tiles_are_marked(tablet: TabletPage) -> None:
    tablet.gives("N", "SQ").gives("W", "DJ").gives("E", "H2", "H3")
    tablet.act("preview").click()
    expect(tablet.problems).to_have_count(1)
    expect(tablet.tile("H7")).to_have_attribute("aria-invalid", "true")
    expect(tablet.tile("SQ")).not_to_have_attribute("aria-invalid", "true")
    expect(tablet.page.get_by_text(tablet.problems.inner_text())).to_have_count(1)
    expect(tablet.tile("H7")).to_have_accessible_description(tablet.problems.inner_text())


@pytest.mark.full
@pytest.mark.parametrize("width", [390, 820])
def test_a_step_takes_back_the_list_and_the_mark_of_its_tile_and_moves_nothing(
    device: Devices, hall: Hall, width: int
) -> None:
    tablet = device(viewport={"width": width, "height": 1180}).opens(hall.table).writes("S")
    tablet.gives("N", "SQ").gives("W", "DJ").gives("E", "H2", "H3").seat("S").click()
    tablet.act("preview").click()
    expect(tablet.problems).to_be_visible()
    # The page moves by itself once, to where a finger can reach the tile.
    tablet.tile("H7").hover()
    place = tablet.tile("C10").bounding_box()
    tablet.tile("H7").click()
    expect(tablet.tile("H7")).not_to_have_attribute("aria-invalid", "true")
    expect(tablet.tile("H6")).to_have_attribute("aria-invalid", "true")
    expect(tablet.problems).to_be_hidden()
    tablet.says("Changed: check again")
    # Without the list the room stays, and no frame is around nothing.
    framed = tablet.page.locator("[data-outdated]")
    expect(framed).to_have_css("border-top-color", "rgba(0, 0, 0, 0)")
    expect(framed).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    assert tablet.tile("C10").bounding_box() == place
    tablet.act("preview").click()
    expect(tablet.problems).to_be_visible()
    tablet.act("undo").click()
    expect(tablet.problems).to_be_hidden()
    tablet.rest("S")
    expect(tablet.page.locator('[aria-invalid="true"]')).to_have_count(0)
    tablet.previews()
    tablet.act("back").click()
    expect(tablet.problems).to_have_count(0)


@pytest.mark.full
def test_a_tile_shows_its_seat_and_a_second_tap_takes_it_back(tablet: TabletPage) -> None:
    tablet.gives("W", "HA")
    expect(tablet.tile("HA")).to_contain_text("West")
    expect(tablet.seat("W").locator(".seat-count")).to_have_text("1")
    tablet.tile("HA").click()
    expect(tablet.tile("HA")).not_to_contain_text("West")
    tablet.gives("N", "HA").gives("E", "HA")
    expect(tablet.tile("HA")).to_contain_text("East")


@pytest.mark.full
def test_the_first_step_can_be_undone(tablet: TabletPage) -> None:
    expect(tablet.act("undo")).to_be_disabled()
    tablet.tile("HA").click()
    expect(tablet.tile("HA")).to_contain_text("North")
    tablet.act("undo").click()
    expect(tablet.tile("HA")).not_to_contain_text("North")
    expect(tablet.act("undo")).to_be_disabled()


@pytest.mark.full
def test_undo_goes_back_step_by_step_also_after_a_reload(tablet: TabletPage) -> None:
    tablet.gives("W", "HA").rest("N")
    tablet.page.reload()
    tablet.act("undo").click()
    expect(tablet.tile("C10")).not_to_contain_text("North")
    expect(tablet.tile("HA")).to_contain_text("West")
    tablet.act("undo").click()
    tablet.act("undo").click()
    expect(tablet.tile("HA")).not_to_contain_text("West")


def test_an_exposed_card_asks_whose_it_was(tablet: TabletPage, hall: Hall) -> None:
    tablet.exposable("SQ").click()
    expect(tablet.exposable("SQ")).to_contain_text("whose?")
    assert tablet.page.locator(".ask [data-kind]").count() == 2
    tablet.asked("W").click()
    expect(tablet.exposable("SQ")).to_contain_text("West")
    expect(tablet.page.locator(".ask")).to_be_hidden()
    tablet.fills().previews()
    expect(tablet.total("North")).to_have_text("−200")
    tablet.sends().confirms("N").sees_done()
    exposed = [{"seat": "W", "card": "SQ", "kind": "exposed"}]
    assert Result.live.get(deal=hall.deal()).facts["exposed"] == exposed


@pytest.mark.full
def test_a_second_tap_on_an_exposed_card_takes_the_exposure_back(tablet: TabletPage) -> None:
    tablet.exposable("DJ").click()
    tablet.exposable("DJ").click()
    expect(tablet.page.locator(".ask")).to_be_hidden()
    tablet.fills().previews()
    expect(tablet.total("West")).to_have_text("+100")


@pytest.mark.full
def test_a_question_that_was_closed_is_asked_again(tablet: TabletPage) -> None:
    tablet.exposable("SQ").click()
    tablet.page.locator('.ask [data-part="close"]').click()
    tablet.exposable("SQ").click()
    expect(tablet.exposable("SQ")).to_contain_text("whose?")
    tablet.exposable("DJ").click()
    tablet.exposable("SQ").click()
    expect(tablet.exposable("SQ")).to_contain_text("whose?")
    tablet.asked("W").click()
    expect(tablet.exposable("SQ")).to_contain_text("West")
    expect(tablet.exposable("DJ")).to_contain_text("whose?")


@pytest.mark.full
def test_an_exposure_without_a_name_is_named_before_anything_is_sent(tablet: TabletPage) -> None:
    tablet.fills()
    tablet.exposable("DJ").click()
    tablet.act("preview").click()
    expect(tablet.problems).to_have_text("Who exposed this card? Tap it and then the name.")
    expect(tablet.exposable("DJ")).to_have_attribute("aria-invalid", "true")


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


@pytest.mark.full
def test_the_rules_say_which_exposures_there_are_and_whether_owners_are_asked(
    competition: Hall, device: Devices
) -> None:
    tablet = device().opens(competition.table).writes("S").fills()
    tablet.act("preview").click()
    expect(tablet.exposable("C10")).to_have_attribute("aria-invalid", "true")
    for card in ("SQ", "HA", "C10"):
        tablet.exposable(card).click()
        tablet.asked("N").click()
    tablet.exposable("DJ").click()
    tablet.asked("first").click()
    tablet.asked("E").click()
    expect(tablet.exposable("DJ")).to_contain_text("First exposure")
    tablet.previews()
    expect(tablet.total("West")).to_have_text("+400")
    expect(tablet.total("North")).to_have_text("−200")


@pytest.mark.full
def test_the_keyboard_enters_too(tablet: TabletPage) -> None:
    tablet.page.keyboard.press("w")
    expect(tablet.seat("W")).to_have_attribute("aria-pressed", "true")
    tablet.tile("HA").focus()
    tablet.page.keyboard.press("Enter")
    expect(tablet.tile("HA")).to_contain_text("West")
    tablet.page.keyboard.press("Control+z")
    expect(tablet.tile("HA")).not_to_contain_text("West")


@pytest.mark.full
def test_the_list_of_deals_leads_to_any_of_them(tablet: TabletPage) -> None:
    tablet.fills().previews().sends()
    tablet.page.locator('[data-part="deals"]').click()
    rows = tablet.page.locator("#deals li")
    expect(rows.nth(0)).to_contain_text("To be confirmed")
    rows.nth(1).locator("button").click()
    tablet.gives("N", "SQ").page.locator('[data-part="deals"]').click()
    expect(rows.nth(1)).to_contain_text("Being entered")
    rows.nth(0).locator("button").click()
    tablet.confirms("N").sees_done()


@pytest.mark.full
def test_a_sheet_may_be_corrected_until_somebody_confirms_it(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.fills().previews().sends()
    tablet.act("back").click()
    tablet.gives("W", "SQ").previews().sends().confirms("N").sees_done()
    assert Sheet.objects.count() == 2
    assert Result.live.get(deal=hall.deal()).facts["won"]["W"] == ["SQ", "DJ"]
    assert not tablet.act("back").count()


@pytest.mark.full
def test_every_other_seat_confirms_where_the_event_wants_it(tablet: TabletPage, hall: Hall) -> None:
    hall.confirmed_by("all_others")
    tablet.page.reload()
    tablet.fills().previews().sends()
    for seat in ("N", "E"):
        tablet.confirms(seat)
        expect(tablet.page.locator(f'.confirm [data-seat="{seat}"]')).to_have_count(0)
    tablet.sent()
    assert not Result.live.exists()
    tablet.confirms("W").sees_done()


@pytest.mark.full
def test_the_referee_confirms_where_the_event_wants_it(tablet: TabletPage, hall: Hall) -> None:
    hall.confirmed_by("referee")
    tablet.page.reload()
    tablet.fills().previews().act("send").click()
    tablet.says("The referee confirms this deal.")
    tablet.act("next").click()
    expect(tablet.view("entry")).to_be_visible()


@pytest.mark.full
def test_between_two_rounds_it_says_wait_and_then_shows_the_new_seats(
    tablet: TabletPage, hall: Hall
) -> None:
    tablet.enters().act("next").click()
    tablet.enters()
    for deal in hall.cast.deals(hall.round)[2:]:
        hall.cast.post(deal)
    organise.close_round(hall.round, hall.cast.director)
    tablet.asks_again()
    expect(tablet.view("between")).to_be_visible()
    hall.cast.round_in_play("second")
    tablet.asks_again()
    expect(tablet.view("recorder")).to_be_visible()
    seats = Seat.objects.filter(sitting__table=hall.table, sitting__segment__match__round__number=2)
    for seat in seats.select_related("person"):
        button = tablet.view("recorder").locator(f'[data-seat="{seat.label}"]')
        expect(button).to_contain_text(seat.person.name)
    tablet.writes("S").enters()


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
