"""Wrong pairs for two deals: they are put right across two tables after a look, and it is told.

East-West of both tables sit at the other one for the first two deals. The tables write them down
as they were drawn; afterwards both tablets show who really sat there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests import cast as people
from tests import levels_cast
from tests.browser.conftest import Devices
from tests.browser.tablet import TabletPage
from tests.journeys.referee_decides import hall_desk, hall_tablets
from tests.journeys.referee_decides.hall_tablets import CHINESE
from tests.referee.arrivals.lateness import official
from tests.referee.hall import Hall
from tests.tournaments.organise.played.test_table_repairs import persons, tables
from tournaments import organise, results, wording
from tournaments.checks.verification import verify
from tournaments.models import Event, Publication, Result
from tournaments.results import event_record
from tournaments.wording.values import signed
from web.templatetags.words import JOINER

pytestmark = pytest.mark.nightly


EXCHANGED = ("E", "W")
WHY = "东西两对坐错了桌"


@pytest.fixture
def hall(transactional_db: None) -> Iterator[Hall]:
    """Four pairs at two tables, four deals each; Bob is a referee."""
    cast = people.assemble(players=0)
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 4, form=Event.Form.PAIRS)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [list(pair) for pair in levels_cast.PAIRS])
    official(event)
    hall_desk.chief_of(cast)
    with translation.override("zh-hans"):
        yield Hall.of(replace(cast, event=Event.objects.get(pk=event.pk)))


@pytest.fixture
def referee(hall: Hall, device: Devices, live_server: LiveServer) -> Page:
    return hall_tablets.of_an_official(device, live_server.url, hall.cast.bob, locale=CHINESE)


def totals(hall: Hall) -> dict[str, str]:
    event = Event.objects.select_related("tournament", "ruleset").get(pk=hall.cast.event.pk)
    rows = event_record.standings(results.read(event))
    return {row.competitor.name: signed(row.rank.total) for row in rows}


def plays_two(tablet: TabletPage, winner: str) -> TabletPage:
    """A table plays two deals in which a seat takes everything, and begins the third."""
    for _ in range(2):
        tablet.rest(winner).previews().sends().confirms("W").sees_done()
        tablet.act("next").click()
    expect(tablet.view("entry")).to_be_visible()
    return tablet


def names(tablet: TabletPage, deal: int, seats: dict[str, str]) -> None:
    """The result of a deal names who sat where, and nobody else."""
    tablet.asks_again()
    tablet.opens_deal(deal)
    shown = tablet.page.locator(".totals > li")
    expect(shown).to_have_count(len(seats))
    for label, name in seats.items():
        seat = tablet.page.get_by_text(wording.seat_name(label), exact=True)
        expect(shown.filter(has=seat)).to_contain_text(name)


def names_the_next(tablet: TabletPage, seats: dict[str, str]) -> None:
    """The deal to be written names who was drawn there."""
    tablet.opens_deal(3)
    for label, name in seats.items():
        expect(tablet.seat(label)).to_contain_text(name)


def name_in(row: Locator) -> str:
    """Return the name in a row, without its number and the joiners before its slash."""
    return row.locator("th").inner_text().split(maxsplit=1)[1].replace(JOINER, "")


def looks(referee: Page, hall: Hall) -> dict[str, str]:
    """Say who sat at the other table; return what the page promises, by pair."""
    referee.goto(reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid]))
    referee.locator("summary", has_text="更多").tap()
    referee.get_by_role("link", name="坐错桌", exact=True).tap()
    referee.locator("[name=what][value=persons]").check()
    referee.locator("[name=first]").select_option("1")
    referee.locator("[name=last]").select_option("2")
    for label in EXCHANGED:
        referee.locator(f"[name=at_{label}]").select_option(label)
    referee.locator("[name=reason]").fill(WHY)
    referee.locator(".form-actions button").first.tap()
    changed = referee.locator("section:has(#effect) tbody tr")
    expect(changed).to_have_count(len(EXCHANGED))
    return {name_in(row): row.locator("strong").last.inner_text() for row in changed.all()}


def test_two_pairs_sat_at_each_others_table_for_two_deals(
    hall: Hall, device: Devices, referee: Page
) -> None:
    drawn = [persons(sitting) for sitting in tables(hall.round)]
    tablets = [device(locale=CHINESE).opens(table).writes("S") for table in hall.tables]
    for tablet, winner, seats in zip(tablets, "WN", drawn, strict=True):
        plays_two(tablet, winner)
        names(tablet, 1, seats)
        expect(tablet.page.locator('[data-part="round-so-far"]')).to_be_visible()
    before = totals(hall)
    promised = looks(referee, hall)
    assert [persons(sitting) for sitting in tables(hall.round)] == drawn, "a look writes nothing"
    assert totals(hall) == before
    referee.locator("button[name=apply]").tap()
    expect(referee.locator("button[name=apply]")).to_have_count(0)

    after = totals(hall)
    assert {name: after[name] for name in promised} == promised
    assert after != before
    # What was played stays as it was; who sat there is another matter.
    assert set(Result.objects.values_list("version", flat=True)) == {1}
    assert Publication.objects.filter(kind="draw").count() == 2
    for tablet, here, there in zip(tablets, drawn, reversed(drawn), strict=True):
        for deal in (1, 2):
            names(tablet, deal, here | {label: there[label] for label in EXCHANGED})
        # What they have so far is not known at this table: it has their later deals alone.
        expect(tablet.page.locator('[data-part="round-so-far"]')).to_be_hidden()
        names_the_next(tablet, here)
    told_everywhere(hall, drawn[0])


def told_everywhere(hall: Hall, sat: dict[str, str]) -> None:
    public = hall_desk.page(hall_desk.browser_of(), "round", hall.cast.event.uid, 1)
    assert all(name in public for name in sat.values())
    assert WHY in hall_desk.record_of(hall.cast.event)
    assert verify(hall.cast.tournament) == []
