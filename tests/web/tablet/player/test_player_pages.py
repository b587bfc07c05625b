"""A player's own phone shows what the player has to confirm, and takes each confirmation once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.credentials import member_links, player_credentials
from referee.models import Call, Confirmation
from tests.referee.hall import Hall, Tablet
from tournaments import organise
from tournaments.models import Club, ClubInk, Event, Result, Seat

Answer = Any


@pytest.fixture
def phones(hall: Hall) -> Event:
    """The event asks for the players' own phones."""
    Event.objects.filter(pk=hall.cast.event.pk).update(proof="phone")
    return Event.objects.select_related("tournament").get(pk=hall.cast.event.pk)


class Phone:
    """A player's browser, without an account and in English."""

    def __init__(self, hall: Hall, event: Event, seat: str) -> None:
        person = Seat.objects.get(sitting=hall.deal().sitting, label=seat).person
        (slip,) = player_credentials.SLIPS.draw(event, hall.cast.director, [person.uid])
        self.link = slip.link
        self.client = Client(headers={"accept-language": "en"})

    def page(self) -> str:
        """Return the page as it is now."""
        answer = self.client.get(reverse("player", args=[self.link]))
        assert answer.status_code == 200
        return str(answer.content.decode())

    def says(self, word: str, page: str = "", why: str = "") -> Answer:
        """Press a button of the page."""
        names = ("sheet", "digest", "key")
        page_text = page or self.page()
        sent = {name: re.findall(f'name="{name}" value="([^"]+)"', page_text)[0] for name in names}
        address = reverse("player_word", args=[self.link])
        return self.client.post(address, {**sent, "word": word, "why": why})


@pytest.mark.full
def test_a_deal_is_shown_with_its_facts_and_points_and_agreed_upon(
    hall: Hall, tablet: Tablet, phones: Event
) -> None:
    west = Phone(hall, phones, "W")
    assert "Nothing awaits your confirmation" in west.page()
    tablet.submits(hall.sheet())
    page = west.page()
    assert "Deal 1: is this right?" in page
    assert "−100" in page
    assert "You sit West." in page
    assert page.index("Yes, this is right") < page.index("The sheet, and how it adds up")
    answer = west.says("agree", page)
    assert answer["Location"] == reverse("player", args=[west.link])
    assert Confirmation.objects.get().proof == "phone"
    assert Result.live.filter(deal=hall.deal()).exists()
    assert "Nothing awaits your confirmation" in west.page()
    assert west.says("agree", page).status_code == 302
    assert Confirmation.objects.count() == 1


def test_who_wrote_the_sheet_is_not_asked(hall: Hall, tablet: Tablet, phones: Event) -> None:
    tablet.submits(hall.sheet())
    page = Phone(hall, phones, "N").page()
    assert "is this right?" not in page
    assert "Waits for others" in page


@pytest.mark.full
def test_all_others_agree_each_on_the_own_phone(hall: Hall, tablet: Tablet, phones: Event) -> None:
    hall.confirmed_by("all_others")
    tablet.submits(hall.sheet())
    for seat in "WSE":
        assert not hall.deal().done
        Phone(hall, phones, seat).says("agree")
    assert hall.deal().done


@pytest.mark.full
def test_an_objection_is_shown_to_all_and_calls_the_referee(
    hall: Hall, tablet: Tablet, phones: Event
) -> None:
    tablet.submits(hall.sheet())
    west, south = (Phone(hall, phones, seat) for seat in "WS")
    page = south.page()
    west.says("object", why="the pig was mine")
    assert Call.objects.get().words == "the pig was mine"
    assert "Objected: the referee is called" in west.page()
    assert south.says("agree", page).status_code == 302
    assert not Confirmation.objects.exists()


@pytest.mark.full
def test_when_the_event_is_over_the_page_says_the_rank(hall: Hall, phones: Event) -> None:
    west = Phone(hall, phones, "W")
    assert "Rank" not in west.page()
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    organise.finish_event(Event.objects.get(pk=phones.pk), hall.cast.director)
    page = west.page()
    assert "This tournament is over" in page
    assert re.search(r"Rank \d", page)


@pytest.mark.full
def test_the_page_moves_with_the_log_and_is_not_sent_twice(
    hall: Hall, tablet: Tablet, phones: Event
) -> None:
    west = Phone(hall, phones, "W")
    address = reverse("player_live", args=[west.link])
    stamp = west.client.get(address)["ETag"]
    assert west.client.get(address, headers={"if-none-match": stamp}).status_code == 304
    tablet.submits(hall.sheet())
    assert west.client.get(address, headers={"if-none-match": stamp}).status_code == 200


def test_where_a_tap_is_enough_the_page_asks_nothing(hall: Hall, tablet: Tablet) -> None:
    event = Event.objects.select_related("tournament").get(pk=hall.cast.event.pk)
    event.proof = Event.Proof.PHONE
    west = Phone(hall, event, "W")
    tablet.submits(hall.sheet())
    page = west.page()
    assert "You do not sit at a table just now" in page
    entered = page.partition('class="fact-line"')[2].partition("</p>")[0]
    assert event.name in entered
    assert str(event.tournament.starts_on.year) in entered


POLICY = re.compile(r'<meta name="referrer" content="([^"]+)">')


@pytest.mark.full
def test_a_browser_on_plain_http_says_where_the_form_comes_from_and_is_heard(
    hall: Hall, tablet: Tablet, phones: Event
) -> None:
    tablet.submits(hall.sheet())
    west = Phone(hall, phones, "W")
    answer = west.client.get(reverse("player", args=[west.link]))
    page = answer.content.decode()
    own_policy = POLICY.search(page)
    policy = own_policy[1] if own_policy else answer["Referrer-Policy"]
    # A name of the local network is no secure context: no Sec-Fetch-Site goes with the form, and
    # a page that forbids the referrer sends the word null for its origin.
    origin = "null" if policy == "no-referrer" else "http://testserver"
    west.client.defaults["HTTP_ORIGIN"] = origin
    assert west.says("agree", page).status_code == 302
    assert Confirmation.objects.count() == 1
    assert policy == "same-origin"


@pytest.mark.full
def test_a_form_that_hides_where_it_comes_from_is_refused(
    hall: Hall, tablet: Tablet, phones: Event
) -> None:
    tablet.submits(hall.sheet())
    west = Phone(hall, phones, "W")
    west.client.defaults["HTTP_ORIGIN"] = "null"
    assert west.says("agree").status_code == 403
    assert not Confirmation.objects.exists()


@pytest.mark.full
@pytest.mark.parametrize("name", ["player", "member"])
@pytest.mark.parametrize("changed", [{"name": "城西桥牌社"}, {"ink": ClubInk.PLUM}])
def test_a_club_in_another_name_or_colour_is_so_on_phones(
    hall: Hall, phones: Event, name: str, changed: dict[str, str]
) -> None:
    person = Seat.objects.get(sitting=hall.deal().sitting, label="W").person
    of_member = member_links.MembersOf(hall.cast.club, [person])
    (slip,) = (
        player_credentials.SLIPS.draw(phones, hall.cast.director, [person.uid])
        if name == "player"
        else member_links.SLIPS.draw(of_member, hall.cast.director)
    )
    address, client = reverse(name, args=[slip.link]), Client()
    first = client.get(address)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    Club.objects.filter(pk=hall.cast.club.pk).update(**changed)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert again.content != first.content
