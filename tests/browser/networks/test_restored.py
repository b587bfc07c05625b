"""The server runs on a copy older than the last hand-ins: what it lacks comes again, and waits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from referee.models import Sheet
from referee.rulings import corrections
from tests.browser.tablet import TabletPage, answers, counts
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.models import Deal, Person, ResultKind, Round, Seat
from tournaments.models.base import new_uid
from tournaments.organise.drawing import held_places
from tournaments.record.audit import SYSTEM, Verb, change

SHEETS = "**/api/tablet/1/sheets"
CONFIRMATIONS = "**/api/tablet/1/confirmations"
ROUND = "**/api/tablet/1/round"


def forgotten(route: Route) -> None:
    """Acknowledge what the server of before the restore took in, and this one never had."""
    sent = json.loads(route.request.post_data or "{}")
    if sent.get("again"):
        route.continue_()
        return
    answer: dict[str, Any] = {"key": sent["key"], "digest": sent["digest"], "kept": False}
    of_sheet = {"problems": [], "confirmers": ["N"], "awaited": ["N"], "scores": {}}
    of_agreement = {"awaited": [], "version": 1, "scores": {"N": -100, "E": 0, "S": 0, "W": 0}}
    is_sheet = route.request.url.endswith("sheets")
    route.fulfill(**answers(200, {**answer, **(of_sheet if is_sheet else of_agreement)}))


@pytest.fixture
def restored(tablet: TabletPage) -> TabletPage:
    """A tablet with a deal that was handed in and confirmed, before it hears of the restore."""
    for address in (SHEETS, CONFIRMATIONS):
        tablet.page.route(address, forgotten)
    tablet.page.route(ROUND, lambda route: route.abort())
    tablet.fills().previews().sends().confirms("N").sees_done()
    assert counts() == (0, 0, 0)
    return tablet


@pytest.mark.full
def test_what_the_restored_server_lacks_comes_again_and_waits_for_the_referee(
    restored: TabletPage,
) -> None:
    restored.page.unroute(ROUND)
    restored.asks_again()
    restored.says("Handed in again after a backup was restored. The referee confirms it.")
    sheet = Sheet.objects.get()
    assert [problem["code"] for problem in sheet.problems] == ["handed_in_again"]
    assert counts() == (1, 0, 0)
    expect(restored.page.locator(".confirm")).to_be_hidden()
    # Once is enough, and a page that is loaded again says the same.
    restored.page.reload()
    restored.says("Handed in again after a backup was restored. The referee confirms it.")
    assert counts() == (1, 0, 0)


@pytest.mark.nightly
def test_a_deal_that_was_voided_since_the_restore_gets_no_old_sheet(
    restored: TabletPage, hall: Hall
) -> None:
    corrections.rule(hall.deal(), hall.cast.bob, ResultKind.VOID, "cards fell", seen=0)
    for address in (SHEETS, CONFIRMATIONS, ROUND):
        restored.page.unroute(address)
    restored.asks_again()
    expect(restored.connection).to_have_text("Connected")
    restored.act("next").click()
    restored.enters()
    assert [sheet.deal for sheet in Sheet.objects.all()] == [hall.deal(2)]


@pytest.mark.nightly
def test_a_confirmation_that_the_restored_server_lacks_is_asked_for_again(
    tablet: TabletPage,
) -> None:
    tablet.page.route(CONFIRMATIONS, forgotten)
    tablet.fills().previews().sends()
    with tablet.page.expect_response(CONFIRMATIONS):
        tablet.confirms("N")
    expect(tablet.confirmer("N")).to_be_enabled()
    assert counts() == (1, 0, 0)
    tablet.page.unroute(CONFIRMATIONS)
    tablet.confirms("N").sees_done()
    assert counts() == (1, 1, 1)


GONE = "Sheets of this table that it does not have, kept on this device: 1."


def undraws(hall: Hall) -> None:
    """Leave the data as a copy of before the draw has them: no deal of the round is known."""
    organise.withdraw_draw(hall.round, hall.cast.director, reason="not in the copy")
    Round.objects.filter(pk=hall.round.pk).update(uid=new_uid())
    for deal in Deal.objects.all():
        Deal.objects.filter(pk=deal.pk).update(uid=new_uid())


def redraws(hall: Hall) -> None:
    """Draw the round once more, as it was drawn before."""
    with change(hall.cast.tournament, SYSTEM, Verb.PUBLISH_ROUND) as made:
        held_places.claim(made, hall.round)
        Round.objects.filter(pk=hall.round.pk).update(state=Round.State.PUBLISHED, closed_at=None)


@pytest.fixture
def undrawn(restored: TabletPage, hall: Hall) -> TabletPage:
    """A tablet that handed a deal in, of a round that was drawn after the copy was made."""
    undraws(hall)
    for address in (SHEETS, CONFIRMATIONS, ROUND):
        restored.page.unroute(address)
    restored.asks_again()
    restored.says(GONE)
    return restored


@pytest.mark.full
def test_a_sheet_of_a_round_that_the_copy_never_had_is_kept_shown_and_sent_once_it_is_drawn_again(
    undrawn: TabletPage, hall: Hall
) -> None:
    assert counts() == (0, 0, 0)
    undrawn.page.get_by_role("button", name="Show the sheets").click()
    undrawn.says("Round 1: deal 1, the sheet")
    undrawn.says("does not have this deal")
    (item,) = undrawn.kept()
    assert json.loads(item["sealed"])["report"]["won"]
    undrawn.page.keyboard.press("Escape")

    redraws(hall)
    undrawn.asks_again()
    undrawn.writes("S").opens_deal(1)
    undrawn.says("Handed in again after a backup was restored. The referee confirms it.")
    (sheet,) = Sheet.objects.all()
    assert (sheet.deal, sheet.seen, sheet.recorder) == (hall.deal(), 0, "S")
    assert [problem["code"] for problem in sheet.problems] == ["handed_in_again"]
    assert undrawn.kept() == []
    # Once is enough.
    undrawn.page.reload()
    undrawn.opens_deal(1)
    undrawn.says("Handed in again after a backup was restored. The referee confirms it.")
    assert counts() == (1, 0, 0)


@pytest.mark.nightly
def test_a_sheet_stays_on_the_device_where_others_are_drawn_to_its_table(
    undrawn: TabletPage, hall: Hall
) -> None:
    stranger = Person.objects.exclude(seats__sitting__table=hall.table).first()
    Seat.objects.filter(sitting__table=hall.table, label="N").update(person=stranger)
    redraws(hall)
    undrawn.asks_again()
    expect(undrawn.view("between")).to_be_hidden()
    undrawn.says(GONE)
    assert counts() == (0, 0, 0)
    assert len(undrawn.kept()) == 1
    undrawn.page.on("dialog", lambda dialog: dialog.accept())
    undrawn.page.reload()
    undrawn.says(GONE)
    undrawn.page.get_by_role("button", name="Show the sheets").click()
    undrawn.page.get_by_role("button", name="Put away: the referee has dealt with it").click()
    expect(undrawn.page.get_by_text(GONE)).to_be_hidden()
    undrawn.asks_again()
    assert undrawn.kept() == []
