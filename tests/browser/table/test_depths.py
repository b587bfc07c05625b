"""Hands, tricks and claims as they are written at the table, beyond the cards won."""

from __future__ import annotations

from fractions import Fraction

import pytest
from playwright.sync_api import expect

from referee.models import Call, Claim, Sheet
from tests.browser.conftest import Devices
from tests.browser.deals import SEATS, DeepTablet, Played
from tests.browser.table.test_the_look import SMALL, WINDOWS, fits, sizes, window
from tests.browser.tablet import TabletPage
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.models import Event, Result, Seat
from tournaments.record import ledger
from tournaments.record.audit import Verb, change

pytestmark = pytest.mark.full

WESTERN = {"preset": "western", "next_lead": "first_lead"}
MORE = "addEventListener('click', () => (document.title = 1 + (+document.title || 0)))"


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


@pytest.mark.full
def test_hands_are_typed_and_the_fourth_fills_itself(
    with_hands: DeepTablet, played: Played, hall: Hall
) -> None:
    page = with_hands.types_all(played)
    page.tablet.says("All hands are complete.")
    page.step("won")
    for seat in SEATS[:3]:
        page.tablet.gives(seat, *played.won(seat))
    page.tablet.rest("E").previews().sends().confirms("N").sees_done()
    facts = Result.live.get(deal=hall.deal()).facts
    assert facts["hands"] == {seat: played.hand(seat) for seat in SEATS}
    assert "dealt" not in facts


@pytest.mark.full
def test_hands_are_tapped_and_dealt_cards_leave_the_grid(
    with_hands: DeepTablet, played: Played
) -> None:
    page = with_hands.deals("N", played.hand("N"))
    expect(page.tablet.seat("W")).to_have_attribute("aria-pressed", "true")
    expect(page.dealt("S6")).to_be_hidden()
    for seat in ("W", "S"):
        for card in played.hand(seat):
            page.dealt(card).click()
    expect(page.count("E")).to_have_text("13/13")
    page.tablet.page.reload()
    page.tablet.says("2 Cards won")
    page.step("hands").tablet.says("All hands are complete.")
    page.tablet.seat("N").click()
    page.dealt("S6").click()
    page.tablet.says("Still to deal: North 1")


@pytest.mark.full
def test_what_is_typed_wrongly_is_named_and_nothing_is_lost(
    with_hands: DeepTablet, played: Played
) -> None:
    page = with_hands.types("N", played.typed("N"))
    expect(page.count("N")).to_have_text("13/13")
    page.types("W", "S 6 2 3 X")
    heard = page.section("hands").locator('[data-part="heard"]')
    expect(heard).to_contain_text("S6")
    expect(heard).to_contain_text("X")
    expect(page.count("W")).to_have_text("2/13")


@pytest.mark.full
def test_an_exposed_card_needs_no_name_where_the_hands_are_known(
    with_hands: DeepTablet, played: Played
) -> None:
    page = with_hands.types_all(played).step("won")
    page.tablet.exposable("SQ").click()
    expect(page.tablet.exposable("SQ")).to_contain_text("North")
    expect(page.page.locator(".ask")).to_be_hidden()


def test_every_trick_is_tapped_and_an_illegal_play_is_flagged_and_undone(
    with_tricks: DeepTablet, played: Played
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
    page.plays_all(played.plays[1:9])
    expect(page.turn_line).to_have_text("Trick 3 · North to play")
    expect(page.section("play").locator(".trick")).to_have_count(2)
    page.page.reload()
    expect(page.turn_line).to_have_text("Trick 3 · North to play")
    page.shows_tricks().section("play").locator('[data-trick="2"]').click()
    expect(page.turn_line).to_have_text("East won trick 1 · trick 2: East leads")
    page.tablet.act("undo").click()
    expect(page.turn_line).to_have_text("Trick 3 · North to play")


@pytest.mark.full
def test_a_whole_deal_of_52_plays_comes_to_its_result(
    with_tricks: DeepTablet, played: Played, hall: Hall
) -> None:
    page = with_tricks.types_all(played).step("play")
    page.page.evaluate(MORE)
    page.plays_all(played.plays)
    assert page.page.title() == "48", "the last trick follows by itself"
    page.tablet.says("All 13 tricks are written down.")
    expect(page.section("play").locator('[data-part="hand"]')).to_be_hidden()
    page.tablet.previews().sends().confirms("N").sees_done()
    facts = Result.live.get(deal=hall.deal()).facts
    assert facts["plays"] == played.plays


@pytest.mark.full
def test_tricks_go_on_without_a_network(with_tricks: DeepTablet, played: Played) -> None:
    page = with_tricks.types_all(played).step("play")
    expect(page.turn_line).to_have_text("Trick 1 · West to play")
    page.tablet.context.set_offline(True)
    page.plays_all(played.plays)
    page.tablet.says("All 13 tricks are written down.")
    page.tablet.previews()


@pytest.mark.full
def test_more_may_be_written_than_the_event_wants_and_never_less(with_hands: DeepTablet) -> None:
    chosen = with_hands.section("depth").locator("button")
    expect(chosen).to_have_text(["Hands", "Every trick"])
    with_hands.chooses("tricks")
    expect(with_hands.page.locator(".entry-steps")).to_contain_text("2 Tricks")


def test_an_accepted_claim_completes_the_deal(with_claims: DeepTablet, hall: Hall) -> None:
    page = with_claims
    page.tablet.gives("N", "SQ").gives("W", "DJ").gives("S", "C10")
    page.claims("E", "all").tablet.act("preview")
    page.accepted_by("N", "W", "S")
    page.tablet.previews().says("East claims: All the rest")
    page.tablet.sends().confirms("W").sees_done()
    result = Result.live.get(deal=hall.deal())
    assert result.settlement["scores"] == {"N": -100, "W": 100, "S": 50, "E": 200}
    assert Claim.objects.get().accepted == ["N", "W", "S"]


@pytest.mark.full
def test_a_claim_that_shares_the_cards_out_says_who_gets_which(
    with_claims: DeepTablet, hall: Hall
) -> None:
    page = with_claims
    page.tablet.gives("N", "SQ").gives("W", "DJ").gives("S", "C10")
    page.claims("E", "allocation").claim('[data-part="more"]').click()
    page.accepted_by("N", "W", "S")
    page.tablet.gives("N", "HA").rest("E")
    expect(page.tablet.tile("HA")).to_contain_text("North · claim")
    page.tablet.previews().sends().confirms("W").sees_done()
    claim = Claim.objects.get()
    assert (claim.after_trick, claim.allocation["N"]) == (1, ["HA"])


@pytest.mark.full
def test_what_a_claim_shared_out_does_not_count_once_it_claims_all(
    with_claims: DeepTablet,
) -> None:
    page = with_claims
    page.tablet.gives("N", "SQ").gives("W", "DJ").gives("S", "C10")
    page.claims("E", "allocation").accepted_by("N", "W", "S")
    page.tablet.gives("N", "HA")
    page.page.locator('[data-part="claim-line"]').click()
    page.claim('[data-kind="all"]').click()
    page.closes().tablet.previews()
    expect(page.tablet.total("East")).to_have_text("+200")


@pytest.mark.full
def test_penalty_points_of_the_table_stand_in_the_list_of_deals(
    with_claims: DeepTablet, hall: Hall
) -> None:
    seat = Seat.objects.select_related("side").get(sitting__deals=hall.deal(), label="W")
    origin = ledger.Origin("ruling", "penalty")
    with change(hall.cast.tournament, hall.cast.director, Verb.ADJUST) as made:
        entry = seat.side.entries.get()
        ledger.adjust(made, entry, Fraction(-50), reason="Late", origin=origin)
    with_claims.page.reload()
    with_claims.page.locator('[data-part="deals"]').click()
    with_claims.tablet.says("−50 penalty points. Late")


@pytest.mark.full
def test_a_claim_that_nobody_accepted_is_asked_about(with_claims: DeepTablet) -> None:
    with_claims.tablet.gives("N", "SQ").gives("W", "DJ")
    with_claims.claims("E", "all").closes()
    with_claims.tablet.act("preview").click()
    expect(with_claims.tablet.problems).to_contain_text("Who accepts the claim?")


@pytest.mark.full
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
    page.tablet.says("Call the referee, who decides who gets which card")
    assert Claim.objects.get().contested
    assert not Sheet.objects.get().sound
    page.page.reload()
    expect(page.tablet.view("result").locator(".state")).to_have_text("With the referee")
    page.tablet.act("next").click()
    expect(page.tablet.view("entry")).to_be_visible()


@pytest.mark.full
@pytest.mark.parametrize("size", sizes(*WINDOWS))
def test_hands_tricks_and_claims_fit(
    device: Devices, hall: Hall, played: Played, size: tuple[int, int]
) -> None:
    plays_by(hall, WESTERN, "tricks")
    page = DeepTablet(device(viewport=window(size)).opens(hall.table).writes("S"))
    page.deals("N", played.hand("N")[:3])
    fits(page.page)
    page.types_all(played).step("play").plays("S2").plays("DJ")
    expect(page.flags).to_have_count(1)
    fits(page.page)
    page.tablet.act("undo").click()
    for _seat, card in played.plays[1:8]:
        page.plays(card)
    page.claims("E", "allocation")
    assert page.page.evaluate(SMALL) == []
    page.accepted_by("N", "W", "S").tablet.gives("N", "H2")
    fits(page.page)


@pytest.mark.full
@pytest.mark.parametrize("size", sizes(*WINDOWS))
def test_nothing_moves_while_tricks_are_tapped(
    device: Devices, hall: Hall, played: Played, size: tuple[int, int]
) -> None:
    plays_by(hall, WESTERN, "tricks")
    page = DeepTablet(device(viewport=window(size)).opens(hall.table).writes("S"))
    page.types_all(played).step("play")
    expect(page.turn_line).to_have_text("Trick 1 · West to play")
    before = page.section("play").locator('[data-part="hand"]').bounding_box()
    for _seat, card in played.plays[:8]:
        page.plays(card)
        assert page.section("play").locator('[data-part="hand"]').bounding_box() == before
