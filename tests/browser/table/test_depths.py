"""Hands, tricks and claims as they are written at the table, beyond the cards won."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from referee.models import Call, Claim, Sheet
from tests.browser.conftest import Devices
from tests.browser.deals import SEATS, DeepTablet, Played
from tests.browser.table.test_the_look import SMALL, WINDOWS, fits, in_every_window
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.models import Event, Result

WESTERN = {"preset": "western", "next_lead": "first_lead"}


def plays_by(hall: Hall, rules: dict[str, str], depth: str) -> None:
    """Let the event in the hall be played by other rules and written at a depth."""
    plan = organise.EventPlan("深", "gongzhu", rules, 2, depth=depth)
    event = organise.create_event(hall.cast.tournament, hall.cast.director, plan)
    played = Event.objects.filter(pk=hall.cast.event.pk)
    played.update(ruleset=event.ruleset, depth=depth)


@pytest.fixture
def played() -> Played:
    """A deal without exposures under western rules, in which West leads ♠2."""
    return Played.number(0)


@pytest.fixture
def with_hands(hall: Hall, device: Devices) -> DeepTablet:
    """A tablet of an event that wants the hands, under rules that ask who was dealt a card."""
    plays_by(hall, {"preset": "huapai"}, "hands")
    return DeepTablet(device().opens(hall.table).writes("S"))


@pytest.fixture
def with_tricks(hall: Hall, device: Devices) -> DeepTablet:
    """A tablet of an event in which every trick is written."""
    plays_by(hall, WESTERN, "tricks")
    return DeepTablet(device().opens(hall.table).writes("S"))


@pytest.fixture
def with_claims(tablet: TabletPage) -> DeepTablet:
    """A tablet of an event that wants the cards won."""
    return DeepTablet(tablet)


@pytest.mark.nightly
def test_hands_are_typed_what_is_wrong_is_named_and_the_fourth_fills_itself(
    with_hands: DeepTablet, played: Played, hall: Hall
) -> None:
    page = with_hands.types("N", played.typed("N"))
    expect(page.count("N")).to_have_text("13/13")
    page.types("W", "S 6 2 3 X")
    heard = page.section("hands").locator('[data-part="heard"]')
    expect(heard).to_contain_text("S6")
    expect(heard).to_contain_text("X")
    expect(page.count("W")).to_have_text("2/13")
    page.types_all(played).tablet.says("All hands are complete.")
    page.step("won")
    for seat in SEATS[:3]:
        page.tablet.gives(seat, *played.won(seat))
    page.tablet.rest("E").previews().sends().confirms("N").sees_done()
    facts = Result.live.get(deal=hall.deal()).facts
    assert facts["hands"] == {seat: played.hand(seat) for seat in SEATS}
    assert "dealt" not in facts


@pytest.mark.nightly
def test_a_whole_deal_of_52_plays_is_flagged_goes_on_without_a_network_and_comes_to_its_result(
    with_tricks: DeepTablet, played: Played, hall: Hall
) -> None:
    page = with_tricks.types_all(played).step("play")
    expect(page.turn_line).to_have_text("Trick 1 · West to play")
    page.plays("S2")
    expect(page.turn_line).to_have_text("Trick 1 · South to play")
    expect(page.dealt("H2", "play")).to_be_hidden()
    expect(page.dealt("DJ", "play")).to_have_attribute("data-look", "faint")
    page.plays("DJ")
    expect(page.flags).to_have_count(1)
    page.tablet.act("undo").click()
    expect(page.flags).to_have_count(0)
    page.tablet.context.set_offline(True)
    page.plays_all(played.plays[1:])
    page.tablet.says("All 13 tricks are recorded.")
    page.tablet.previews()
    page.tablet.act("back").click()
    page.tablet.context.set_offline(False)
    page.tablet.previews().sends().confirms("N").sees_done()
    assert Result.live.get(deal=hall.deal()).facts["plays"] == played.plays


@pytest.mark.nightly
def test_an_accepted_claim_shares_the_cards_out_and_completes_the_deal(
    with_claims: DeepTablet, hall: Hall
) -> None:
    page = with_claims
    page.tablet.gives("N", "SQ").gives("W", "DJ").gives("S", "C10")
    page.claims("E", "allocation").claim('[data-part="more"]').click()
    page.accepted_by("N", "W", "S")
    page.tablet.gives("N", "HA").rest("E")
    expect(page.tablet.tile("HA")).to_contain_text("North · claim")
    page.tablet.previews().says("East claims: Who gets which card")
    page.tablet.sends().confirms("W").sees_done()
    claim = Claim.objects.get()
    assert (claim.after_trick, claim.allocation["N"]) == (2, ["HA"])
    assert claim.accepted == ["N", "W", "S"]


@pytest.mark.nightly
def test_a_contested_claim_is_sent_and_waits_for_the_referee(
    with_claims: DeepTablet, hall: Hall
) -> None:
    page = with_claims
    page.tablet.gives("N", "SQ").gives("W", "DJ").gives("S", "C10")
    page.claims("E", "all").contests()
    assert [(call.reason, call.deal) for call in Call.objects.all()] == [("claim", hall.deal())]
    page.tablet.previews().act("send").click()
    expect(page.tablet.view("result").locator(".state")).to_have_text("With the referee")
    page.tablet.sent()
    page.tablet.says("The referee has been called and decides who gets which card")
    assert Claim.objects.get().contested
    assert not Sheet.objects.get().sound
    page.page.reload()
    expect(page.tablet.view("result").locator(".state")).to_have_text("With the referee")
    page.tablet.act("next").click()
    expect(page.tablet.view("entry")).to_be_visible()


@pytest.mark.nightly
def test_hands_tricks_and_claims_fit_and_nothing_moves_while_tricks_are_tapped(
    device: Devices, hall: Hall, played: Played
) -> None:
    plays_by(hall, WESTERN, "tricks")
    page = DeepTablet(device().opens(hall.table).writes("S"))
    page.deals("N", played.hand("N")[:3])
    fits(page.page)
    page.types_all(played).step("play")
    empty = hands(page)
    page.plays("S2").plays("DJ")
    expect(page.flags).to_have_count(1)
    fits(page.page)
    page.tablet.act("undo").click()
    expect(page.flags).to_have_count(0)
    for _seat, card in played.plays[1:8]:
        page.plays(card)
    assert hands(page) == empty
    page.claims("E", "allocation")
    assert [page.page.evaluate(SMALL) for _ in in_every_window(page.page)] == [[]] * len(WINDOWS)
    page.accepted_by("N", "W", "S").tablet.gives("N", "H2")
    fits(page.page)


def hands(page: DeepTablet) -> list[object]:
    """Return where the cards are tapped, in every window."""
    hand = page.section("play").locator('[data-part="hand"]')
    return [hand.bounding_box() for _ in in_every_window(page.page)]
