"""The first page: which events there are, and what to do where there are none."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import cast as people
from tests.cast import Cast
from tests.web.publish.reading import read
from tournaments import organise
from tournaments.models import Event, Round, Tournament
from web.publish.pages import home
from web.publish.pages.home_standings import RankPicture
from web.publish.pages.parts import PagePart, PageParts
from web.publish.pages.progress import PublicRound


def test_the_first_page_says_which_events_are_played_and_how_far(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.post(cast.deals(round_)[0])
    page = read(english, reverse("home"))
    assert "秋季赛 城北棋牌俱乐部 · Nov. 21, 2026" in page
    assert "个人赛 In play Round 1 is in play: 1 of 4 deals are in." in page


@pytest.mark.django_db
def test_an_installation_that_nobody_owns_leads_to_the_first_run(english: Client) -> None:
    answer = english.get(reverse("home"))
    assert f'href="{reverse("setup")}"' in answer.content.decode()
    assert "Nothing is being played here yet." not in answer.content.decode()
    organise.create_club("城北棋牌俱乐部", people.account("alice"))
    stamp = {"If-None-Match": answer["ETag"]}
    again = english.get(reverse("home"), headers=stamp)
    assert again.status_code == 200
    assert reverse("setup") not in again.content.decode()


@pytest.mark.django_db
def test_an_empty_installation_tells_a_newcomer_what_to_do(english: Client) -> None:
    organise.create_club("城北棋牌俱乐部", people.account("alice"))
    page = read(english, reverse("home"))
    assert "Nothing is being played here yet." in page
    assert "sign in at the desk" in page


def test_the_tournament_of_which_ranks_are_drawn_is_the_first_in_play() -> None:
    parts = [
        home.TournamentPart(
            Tournament(name=name),
            (home.EventLine(Event(name=name), PublicRound(3, True, 8, 0), picture=picture),),
        )
        for name, picture in (("春", None), ("夏", RankPicture((), ())), ("秋", None))
    ]
    divided = PageParts((), PagePart(0, 1, 3, ""))
    page = home.HomePage(divided, tuple(parts), is_unowned=False)
    assert [part.tournament.name for part in page.in_play] == ["夏", "春", "秋"]


def test_what_has_begun_stands_before_what_has_not(
    cast: Cast, round_: Round, english: Client
) -> None:
    later = organise.create_tournament(
        cast.club, cast.director, name="冬季赛", starts_on=date(2026, 12, 24), time_zone="UTC"
    )
    plan = organise.EventPlan("未开始", "gongzhu", {"preset": "classic"})
    organise.create_event(later, cast.director, plan)
    page = read(english, reverse("home"))
    assert page.index("个人赛") < page.index("未开始")


@pytest.mark.full
def test_what_is_played_comes_first_and_what_is_over_last(cast: Cast, round_: Round) -> None:
    plan = organise.EventPlan("项目", "gongzhu", {"preset": "classic"})
    today = timezone.localdate()
    for name, day, state in (
        ("旧", -9, Event.State.FINISHED),
        ("远", 60, Event.State.PUBLISHED),
        ("近", 1, Event.State.PUBLISHED),
    ):
        other = organise.create_tournament(
            cast.club,
            cast.director,
            name=name,
            starts_on=today + timedelta(days=day),
            time_zone="UTC",
        )
        event = organise.create_event(other, cast.director, plan)
        Event.objects.filter(pk=event.pk).update(state=state)
    page = home.read(home.events_by_tournament())
    assert [part.tournament.name for part in page.tournaments] == ["秋季赛", "近", "远", "旧"]
    Event.objects.filter(pk=cast.event.pk).update(state=Event.State.FINISHED)
    page = home.read(home.events_by_tournament())
    assert page.tournaments[0].tournament.name == "近"


def lines_in_sight(page: str, title: str, fold: str) -> tuple[int, int]:
    """Return how many events stand below a title before its fold, and in it."""
    seen, _, folded = (
        page.partition(f'id="{title}"')[2].partition("</section>")[0].partition(f'id="{fold}"')
    )
    return seen.count("event-line"), folded.count("event-line")


@pytest.mark.full
def test_a_long_season_is_folded_below_the_latest_evenings(cast: Cast, english: Client) -> None:
    plan = organise.EventPlan("项目", "gongzhu", {"preset": "classic"})
    for day in range(1, 9):
        for state in (Event.State.PUBLISHED, Event.State.FINISHED):
            evening = organise.create_tournament(
                cast.club, cast.director, name="夜场", starts_on=date(2026, 3, day), time_zone="UTC"
            )
            event = organise.create_event(evening, cast.director, plan)
            Event.objects.filter(pk=event.pk).update(state=state)
    Event.objects.filter(pk=cast.event.pk).update(state=Event.State.PUBLISHED)
    page = english.get(reverse("home")).content.decode()
    assert lines_in_sight(page, "finished", "more-finished") == (4, 4)
    assert lines_in_sight(page, "to-come", "more-to-come") == (2, 7)
