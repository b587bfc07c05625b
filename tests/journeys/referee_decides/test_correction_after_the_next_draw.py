"""A result is corrected after the next draw: the draw stays, and everybody is told."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.journeys.referee_decides import hall_desk, told
from tests.journeys.referee_decides.official_desk import Desk
from tournaments.checks.verification import verify
from tournaments.models import Publication, Result, Round


@pytest.fixture
def desk(db: None) -> Desk:
    return Desk.of()


def drawn(round_: Round) -> list[tuple[int, str, str]]:
    """Who sits where in a round."""
    seats = round_.matches.values_list(
        "segments__sittings__table__number",
        "segments__sittings__seats__label",
        "segments__sittings__seats__person__name",
    )
    return sorted((number, label, name) for number, label, name in seats if name)


def typed(page: Any) -> dict[str, Any]:
    """What a page sends where nobody types anything."""
    form = page.context["form"]
    return {field.html_name: field.value() for field in form if field.value() not in (None, "", [])}


@pytest.mark.full
def test_the_published_draw_stays_and_the_standings_follow(desk: Desk) -> None:
    cast, first = desk.cast, desk.cast.closed_round()
    second = cast.round_in_play()
    seats, published = drawn(second), Publication.objects.count()
    page = desk.page("round", cast.event.uid, second.number)
    before, deal = desk.totals(), cast.deals(first)[0]

    # The pig was South's and not North's: typed again at the desk, with its reason.
    where = reverse("referee_type", args=[cast.tournament.uid, deal.uid])
    misread = {"won_N": "", "won_S": "C10 SQ", "reason": "猪看错了"}
    looked = desk.bobs.post(where, {**typed(desk.bobs.get(where)), **misread})
    assert Result.objects.filter(deal=deal).count() == 1, "a look writes nothing"
    assert desk.bobs.post(where, {**typed(looked), "won_N": "", "store": "1"}).status_code == 302
    assert Result.live.get(deal=deal).version == 2

    after = desk.totals()
    north, south = (desk.entry(desk.seat(first, label)).uid for label in "NS")
    assert after[north] != before[north]
    assert after[south] != before[south]
    assert drawn(second) == seats
    assert Publication.objects.count() == published, "what was shown is shown as it was"
    assert _seats_of(desk.page("round", cast.event.uid, second.number)) == _seats_of(page)
    page_of_deal = desk.page("referee_deal", cast.tournament.uid, deal.uid, browser=desk.bobs)
    assert "以下内容公布后又有变动" in page_of_deal
    assert "猪看错了" in desk.page("deal", deal.uid)
    at_desk = hall_desk.browser_of(cast.alice)
    paper = told.ordered(at_desk, cast.event, "round_results", first)
    assert "更正" in hall_desk.words_of(paper)
    assert verify(cast.tournament) == []


@pytest.mark.nightly
def test_a_ruling_on_an_earlier_round_says_first_that_the_draw_stays(desk: Desk) -> None:
    cast, first = desk.cast, desk.cast.closed_round()
    second = cast.round_in_play()
    seats, seat = drawn(second), desk.seat(first)
    looked = desk.rule(seat, "R-02", cast.deals(first)[0], facts="后来才发现有牌不跟")
    assert f"第{second.number}轮对阵" in looked
    assert drawn(second) == seats
    case = desk.ruling().case
    assert "裁-2026-0001" in desk.paper("referee_ruling_paper", case.uid)
    assert "裁-2026-0001" in desk.page("round", cast.event.uid, first.number)
    assert verify(cast.tournament) == []


def _seats_of(page: str) -> list[str]:
    return re.findall(r"/entries/\d+/", page)
