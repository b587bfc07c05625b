"""Tables of three and five seats."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Devices
from tests.browser.deals import DeepTablet, Played
from tests.browser.halls import hall_by
from tests.browser.table.test_the_look import fits
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments.models import Result

FIVE = {"preset": "classic", "players": 5}
THREE = {"preset": "fifty", "players": 3}
FIVE_AND_AT_NIGHT_THREE = (
    pytest.param(FIVE, id="five"),
    pytest.param(THREE, id="three", marks=pytest.mark.nightly),
)


@pytest.fixture
def rules() -> dict[str, Any]:
    """The rules of the event."""
    return FIVE


@pytest.fixture
def depth() -> str:
    """How much of a deal the event wants."""
    return "captures"


@pytest.fixture
def hall(transactional_db: None, rules: dict[str, Any], depth: str) -> Hall:
    """A table of as many as the rules say."""
    return hall_by(rules, depth, players=rules.get("players", 4))


@pytest.fixture
def played(rules: dict[str, Any]) -> Played:
    """A whole deal by the rules."""
    return Played.by(rules)


@pytest.fixture
def page(device: Devices, hall: Hall, played: Played) -> DeepTablet:
    """The tablet of the table, on which the third in order of play writes."""
    return DeepTablet(device().opens(hall.table).writes(played.seats[2]))


@pytest.mark.nightly
@pytest.mark.parametrize("rules", FIVE_AND_AT_NIGHT_THREE)
@pytest.mark.parametrize("depth", ["tricks"])
def test_every_trick_goes_round_the_table(page: DeepTablet, played: Played, hall: Hall) -> None:
    page.types_all(played).step("play")
    size = len(played.seats)
    for _seat, card in played.plays[: size + 1]:
        page.plays(card)
    expect(page.section("play").locator(".trick")).to_have_count(1)
    page.types_plays(" ".join(card for _seat, card in played.plays[size + 1 :]))
    page.tablet.says(f"All {len(played.plays) // size} tricks are recorded.")
    page.tablet.previews().sends().confirms(played.seats[0]).sees_done()
    assert Result.live.get(deal=hall.deal()).facts["plays"] == played.plays


@pytest.mark.nightly
@pytest.mark.parametrize("depth", ["hands"])
def test_five_hands_are_typed(page: DeepTablet, played: Played, hall: Hall) -> None:
    page.types_all(played).step("won")
    page.tablet.rest("2").previews().sends().confirms("4").sees_done()
    hands = Result.live.get(deal=hall.deal()).facts["hands"]
    assert {seat: sorted(cards) for seat, cards in hands.items()} == played.facts["hands"]


@pytest.mark.nightly
def test_five_seats_fit_share_the_cards_and_one_confirms(device: Devices, hall: Hall) -> None:
    tablet = device().opens(hall.table)
    expect(tablet.view("recorder")).to_be_visible()
    fits(tablet.page)
    whoever_writes_sits_at_the_bottom(tablet.writes("3"))
    tablet.exposable("SQ").click()
    fits(tablet.page)
    tablet.asked("5").click()
    tablet.gives("1", "SQ").gives("4", "DJ").rest("5").previews()
    fits(tablet.page)
    tablet.sends()
    fits(tablet.page)
    tablet.confirms("1").sees_done()
    result = Result.live.get(deal=hall.deal())
    assert result.settlement["scores"] == {"1": -200, "2": 0, "3": 0, "4": 100, "5": 400}


def whoever_writes_sits_at_the_bottom(tablet: TabletPage) -> None:
    """And the next in order of play at the right hand."""
    boxes = {seat: tablet.seat(seat).bounding_box() for seat in "12345"}
    places = {seat: box for seat, box in boxes.items() if box}
    assert max(places, key=lambda seat: places[seat]["y"]) == "3"
    right = sorted(places, key=lambda seat: places[seat]["x"])[-2:]
    assert set(right) == {"4", "5"}
    assert places["4"]["y"] > places["5"]["y"]


@pytest.mark.nightly
@pytest.mark.parametrize("rules", [THREE], ids=["three"])
def test_a_table_of_three_fits(device: Devices, hall: Hall, played: Played) -> None:
    tablet = device().opens(hall.table)
    expect(tablet.view("recorder")).to_be_visible()
    fits(tablet.page)
    tablet.writes(played.seats[1])
    tablet.exposable("SQ").click()
    fits(tablet.page)
    tablet.asked(played.seats[2]).click()
    tablet.rest(played.seats[0]).previews()
    fits(tablet.page)
    tablet.sends()
    fits(tablet.page)
