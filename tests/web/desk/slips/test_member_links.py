"""The desk draws members' links, shows each once, and revokes them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.web.publish.papers import pages
from tournaments import organise
from tournaments.jobs.models import Document
from tournaments.models import Club, Credential, Person, Role
from tournaments.record.audit import SYSTEM

Answer = Any
LINK = re.compile(r"/m/([0-9a-z-]{19})/")


@pytest.fixture
def desk(cast: Cast) -> Client:
    """The owner's browser."""
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast.alice)
    return client


def address_of(cast: Cast, name: str = "甲") -> str:
    person = Person.objects.get(club=cast.club, name=name)
    return reverse("desk_member_link", args=[cast.club.uid, person.uid])


def presses(desk: Client, address: str, what: str) -> Answer:
    seen = desk.get(address).context["state"]
    return desk.post(address, {"seen": seen, "what": what})


def text_of(answer: Answer) -> str:
    return str(answer.content.decode())


@pytest.mark.full
def test_a_link_is_drawn_shown_once_and_opens(cast: Cast, desk: Client) -> None:
    address = address_of(cast)
    assert "no link yet" in text_of(desk.get(address))
    drawn = presses(desk, address, "draw")
    assert "no-store" in drawn["Cache-Control"]
    (link,) = set(LINK.findall(text_of(drawn)))
    assert "<svg" in text_of(drawn)
    assert Client().get(reverse("member", args=[link])).status_code == 200
    again = text_of(desk.get(address))
    assert LINK.findall(again) == []
    assert "drawn" in again


def test_the_register_leads_to_the_link_of_a_member_and_back(cast: Cast, desk: Client) -> None:
    member = Person.objects.create(club=cast.club, name="会员", number=7)
    register, link = (
        reverse(name, args=[cast.club.uid, member.uid])
        for name in ("desk_member", "desk_member_link")
    )
    assert f'href="{link}"' in text_of(desk.get(register))
    assert f'href="{register}"' in text_of(desk.get(link))


@pytest.mark.full
def test_a_link_on_a_slip_is_the_one_that_opens(cast: Cast, desk: Client) -> None:
    paper = presses(desk, address_of(cast), "print")
    assert (paper["Content-Type"], "no-store" in paper["Cache-Control"]) == (
        "application/pdf",
        True,
    )
    text = " ".join(pages(paper.content))
    assert "甲" in text
    (link,) = LINK.findall(text.replace(" ", ""))
    assert Client().get(reverse("member", args=[link])).status_code == 200
    assert not Document.objects.exists()


@pytest.mark.full
def test_a_link_is_revoked_and_opens_nothing(cast: Cast, desk: Client) -> None:
    address = address_of(cast)
    (link,) = set(LINK.findall(text_of(presses(desk, address, "draw"))))
    presses(desk, address, "revoke")
    assert Client().get(reverse("member", args=[link])).status_code == 404
    assert "no link yet" in text_of(desk.get(address))


@pytest.mark.full
@pytest.mark.databases
def test_pressed_twice_the_link_that_is_shown_stays_valid(cast: Cast, desk: Client) -> None:
    address = address_of(cast)
    seen = desk.get(address).context["state"]
    (link,) = set(LINK.findall(text_of(desk.post(address, {"seen": seen, "what": "draw"}))))
    answer = desk.post(address, {"seen": seen, "what": "draw"})
    assert "error-summary" in text_of(answer)
    assert Client().get(reverse("member", args=[link])).status_code == 200


def test_a_double_leads_to_the_member(cast: Cast, desk: Client) -> None:
    known = Person.objects.create(club=cast.club, name="真名")
    double = address_of(cast)
    Person.objects.filter(name="甲").update(same_as=known)
    assert desk.get(double)["Location"] == address_of(cast, "真名")


@pytest.mark.full
def test_all_who_play_in_an_event_get_slips_and_who_has_a_link_keeps_it(
    cast: Cast, desk: Client
) -> None:
    (kept,) = set(LINK.findall(text_of(presses(desk, address_of(cast), "draw"))))
    address = reverse("desk_member_links", args=[cast.event.uid])
    assert address in text_of(desk.get(reverse("desk_documents", args=[cast.event.uid])))
    form = desk.get(address).context["form"]
    assert len(form.initial["persons"]) == 7
    answer = desk.post(address, {"seen": form.state, "persons": form.initial["persons"]})
    assert answer["Content-Type"] == "application/pdf"
    links = LINK.findall("".join(pages(answer.content)).replace(" ", ""))
    assert len(links) == 7
    opened = [Client().get(reverse("member", args=[link])).status_code for link in [kept, *links]]
    assert opened == [200] * 8
    assert Credential.objects.filter(revoked_at=None).count() == 8
    old = desk.post(address, {"seen": form.state, "persons": form.initial["persons"]})
    assert "error-summary" in text_of(old)
    nobody = desk.post(address, {"seen": desk.get(address).context["form"].state})
    assert "Choose at least one player." in text_of(nobody)


def test_a_person_of_another_club_is_not_there(cast: Cast, desk: Client) -> None:
    other = Club.objects.get(memberships__user=cast.charlie)
    stranger = Person.objects.create(club=other, name="南")
    for club in (cast.club, other):
        address = reverse("desk_member_link", args=[club.uid, stranger.uid])
        assert desk.get(address).status_code == 404
        assert desk.post(address, {"what": "draw"}).status_code == 404


@pytest.mark.full
def test_who_directs_one_tournament_alone_draws_no_links_of_the_club(cast: Cast) -> None:
    organise.grant_role(SYSTEM, cast.tournament, cast.bob, Role.DIRECTOR)
    client = Client()
    client.force_login(cast.bob)
    address = reverse("desk_member_links", args=[cast.event.uid])
    assert client.get(address).status_code == 403
    assert client.post(address).status_code == 403
    assert client.get(address_of(cast)).status_code == 404
    documents = client.get(reverse("desk_documents", args=[cast.event.uid]))
    assert address not in text_of(documents)
