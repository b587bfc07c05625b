"""What is read once for all pages of an event is what each page would read by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from pytest_django import Settings

from referee.models import FactsState, Remedy
from tests.cast import assemble
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import make_official, rule
from tournaments.models import Event, Person, User
from tournaments.rights import public_access
from web.publish import mirror_paths
from web.publish.mirror import choosing, pushing
from web.publish.mirror.sources import PageSources
from web.publish.mirror.stores.directory import Directory
from web.publish.pages import deal as deals
from web.publish.served import public_page
from web.publish.served.public_page import PublicPage

pytestmark = pytest.mark.django_db
LANGUAGE = "zh-hans"
UNKNOWN = 99
"""No entry has this number."""


@pytest.mark.full
def test_sources_are_those_of_the_hall(hall: Hall) -> None:
    make_official(hall)
    hall.cast.post(hall.deal())
    rule(hall, "R-02", agreed=FactsState.AGREED, remedy=Remedy.CORRECTED)
    Person.objects.filter(entry_members__entry__number__lt=3).update(shown=True, guest=False)
    event = Event.objects.select_related("tournament__club").get(pk=hall.cast.event.pk)
    sources, told = PageSources([event]), set[str]()
    for page in _pages(hall, event):
        own, shared = public_page.find(page), sources.found(page)
        assert (own.event, own.scope, own.face) == (shared.event, shared.scope, shared.face), page
        if page.name == "deal":
            (deal,), (again, notes) = own.given, shared.given
            assert deal == again
            with translation.override(LANGUAGE):
                assert deals.read(deal).notes == deals.read(deal, notes).notes
        else:
            assert own.given == shared.given
        more = sources.more(page, shared)
        if more and page.args[-1] != UNKNOWN:
            read: Any = public_page.shown_on(page, own).more
            with translation.override(LANGUAGE):
                told_once: Any = more()
                assert [*read["rulings"]] == [*told_once["rulings"]]
            told |= {page.name} if read["rulings"] else set()
    assert told == {"entry", "deal"}
    assert len(public_access.shown_members(event)) == 2


def _pages(hall: Hall, event: Event) -> Iterator[PublicPage]:
    for number in (*event.entries.values_list("number", flat=True), UNKNOWN):
        yield PublicPage("entry", (event.uid, number), LANGUAGE)
    for deal in hall.cast.deals(hall.round):
        yield PublicPage("deal", (deal.uid,), LANGUAGE)
    yield PublicPage("round_table", (event.uid, 1, 1), LANGUAGE)


@pytest.mark.full
def test_a_result_costs_no_question_for_each_page(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA = tmp_path / "data"
    monkeypatch.delitem(mirror_paths.FOLDERS, "en")
    monkeypatch.setattr("web.publish.mirror.site.MOST_DEALS", 0)
    drawings = list[str]()
    draw = public_page.draw

    def watched(page: PublicPage, *given: Any) -> object:
        drawings.append(page.address)
        return draw(page, *given)

    monkeypatch.setattr(public_page, "draw", watched)
    asked = []
    for players in (8, 16):
        cast = assemble(players=players, deals_per_round=1)
        cast.closed_round()
        open_deals = cast.deals(cast.round_in_play())
        _push(tmp_path)
        cast.post(open_deals[0])
        Event.objects.update(public_revision=F("public_revision") + 1)
        drawings.clear()
        with CaptureQueriesContext(connection) as questions:
            _push(tmp_path)
        tables = [each for each in drawings if "/tables/" in each]
        assert tables == [f"/e/{cast.event.uid}/rounds/2/tables/1/"]
        asked.append(len(questions))
        # The next cast has officials of the same names.
        Event.objects.update(state=Event.State.DRAFT)
        for user in (cast.alice, cast.bob, cast.charlie):
            User.objects.filter(pk=user.pk).update(username=f"{user.username}-{players}")
    assert asked[1] - asked[0] < 4, "eight more entries ask nothing by themselves"


def _push(folder: Path) -> None:
    site = folder / "site"
    pushing.push(choosing.scope(), Directory(site), str(site))
