"""A member's year by the own link: evenings, places, rare deals and partners."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.credentials import member_links
from tests.cast import Cast
from tournaments import organise
from tournaments.models import Board, BoardSet, Deal, Event, Person, Tournament
from web.publish.club_pages import own_year
from web.publish.club_pages.person import PersonEvent


def finished(cast: Cast) -> None:
    cast.closed_round()
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)


@pytest.mark.full
@pytest.mark.databases
def test_a_year_counts_evenings_places_and_all_hearts(cast: Cast) -> None:
    """East takes all hearts in both deals of the round."""
    finished(cast)
    seat = cast.deals(cast.event.rounds.get())[0].sitting.seats.get(label="E")
    page = own_year.read_year([seat.person_id])
    assert (page.year, page.years, page.evenings) == (2026, (2026,), 1)
    assert [(played.event, played.ranked) for played in page.events] == [(cast.event, 8)]
    assert page.events[0].place == "1"
    assert (page.wins, page.podiums) == (1, 1)
    assert [(feat.name, feat.times) for feat in page.feats] == [("全红", 2)]
    best = page.best
    assert best is not None
    deal = Deal.objects.get(uid=best.uid)
    assert (best.event, best.points) == ("个人赛", deal.results.get().settlement["scores"]["E"])
    feats = {
        own.label: [(feat.name, feat.times) for feat in own_year.read_year([own.person_id]).feats]
        for own in seat.sitting.seats.exclude(label="E")
    }
    assert sorted(feats.values()) == [[], [], [("猪", 2)]], "somebody won the queen of spades"


@pytest.mark.full
def test_a_year_is_public_for_who_is_shown_and_not_for_who_was_blanked(
    cast: Cast, client: Client
) -> None:
    finished(cast)
    person = Person.objects.get(name="甲", club=cast.club)
    rows = Person.objects.filter(pk=person.pk)
    rows.update(shown=True, guest=False)
    address = reverse("person_year", args=[person.uid, 2026])
    assert f'href="{address}"' in client.get(reverse("person", args=[person.uid])).content.decode()
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-hans"
    page = client.get(address).content.decode()
    assert "甲的2026年" in page
    assert "个人赛" in page
    assert client.get(reverse("person_year", args=[person.uid, 2025])).status_code == 404
    rows.update(blanked_at=timezone.now())
    assert client.get(address).status_code == 404


@pytest.mark.full
def test_the_best_deal_shows_its_cards_unless_its_board_is_sealed(
    cast: Cast, client: Client
) -> None:
    finished(cast)
    seat = cast.deals(cast.event.rounds.get())[0].sitting.seats.get(label="E")
    best = own_year.read_year([seat.person_id]).best
    assert best is not None
    assert len(best.cards) >= 13, "all hearts"
    members = member_links.MembersOf(cast.club, [seat.person])
    (slip,) = member_links.SLIPS.draw(members, cast.director)
    page = client.get(reverse("member_year", args=[slip.link])).content.decode()
    assert page.count("rotate(") == len(best.cards)
    board_set = BoardSet.objects.create(event=cast.event, number=1)
    board = Board.objects.create(board_set=board_set, board_no=1)
    Deal.objects.filter(event=cast.event).update(board=board)
    assert own_year.read_year([seat.person_id]).best == best, "dealt at the table"
    Event.objects.update(boards=Event.BoardSource.MADE)
    sealed = own_year.read_year([seat.person_id]).best
    assert sealed is not None
    assert (sealed.points, sealed.cards) == (best.points, ())


@pytest.mark.full
@pytest.mark.databases
def test_who_was_entered_and_never_played_was_not_there(cast: Cast) -> None:
    cast.closed_round()
    late, *_ = organise.add_entries(cast.event, cast.director, [["壬"]])
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    page = own_year.read_year([late.members.get().person_id])
    assert (page.evenings, page.events) == (0, ())


@pytest.mark.full
def test_an_evening_that_goes_on_and_another_year_are_left_out(cast: Cast) -> None:
    cast.closed_round()
    person = Person.objects.get(name="甲", club=cast.club)
    assert own_year.read_year([person.pk]).events == ()
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    Tournament.objects.update(starts_on="2025-03-01")
    page = own_year.read_year([person.pk], 2026)
    assert (page.year, page.evenings) == (2025, 1)


@pytest.mark.full
def test_the_page_opens_by_the_link_alone(cast: Cast, client: Client) -> None:
    finished(cast)
    person = Person.objects.get(name="甲", club=cast.club)
    (slip,) = member_links.SLIPS.draw(member_links.MembersOf(cast.club, [person]), cast.director)
    own = client.get(reverse("member", args=[slip.link])).content.decode()
    address = reverse("member_year", args=[slip.link])
    assert f'href="{address}"' in own
    page = client.get(address).content.decode()
    assert "我的2026年" in page
    assert "个人赛" in page
    assert client.get(reverse("member_year", args=["x" * 20])).status_code == 404
    assert client.get(reverse("member_year_of", args=[slip.link, 2026])).status_code == 200


@pytest.mark.parametrize(
    ("place", "medal"), [("1", True), ("3", True), ("4", False), ("10", False), ("", False)]
)
def test_the_first_three_places_of_a_person_have_a_medal(place: str, medal: bool) -> None:
    drawn = render_to_string(
        "publish/club/_person_place.html",
        {"played": PersonEvent(Event(state="finished"), 1, "", place, 12)},
    )
    assert ('class="medal"' in drawn) == medal
    assert ("/12" in drawn) == bool(place)
