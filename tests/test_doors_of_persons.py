"""Doors that open for one person alone: a member's link, a request, one's own account, a secret."""

from __future__ import annotations

from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse

from clubs.credentials import invitations, member_links, new_passwords, player_credentials, slips
from clubs.credentials.devices import DEVICE
from clubs.credentials.grants import Grant
from clubs.registration import requests, terms
from clubs.registration.requests import RequestedEntry
from clubs.registration.terms import EntryTerms
from tests.world import World, assemble
from tournaments import organise
from tournaments.models import AccountSession, Door, Event, Role

LOGIN: Final = "/desk/login/"


@pytest.fixture
def world(db: None) -> World:
    return assemble()


@pytest.mark.full
def test_a_member_s_page_opens_by_the_member_s_link_alone(world: World) -> None:
    person = world.cast.event.entries.get(number=1).members.order_by("pk")[0].person
    (slip,) = member_links.SLIPS.draw(
        member_links.MembersOf(world.cast.club, [person]), world.cast.director
    )
    (of_slip,) = player_credentials.SLIPS.draw(
        Event.objects.select_related("tournament").get(proof=_asked_by_phone(world)),
        world.cast.director,
        [person.uid],
    )
    stranger = Client()
    wrong_ones = (slip.link[:-2] + "xx", of_slip.link, slip.link.upper(), "x", "\0")
    for name, cookies in (("member", [DEVICE]), ("member_live", [])):
        answer = stranger.get(reverse(name, args=[slip.link]))
        assert (answer.status_code, sorted(answer.cookies)) == (200, cookies)
        answers = [stranger.get(reverse(name, args=[wrong])) for wrong in wrong_ones]
        assert {answer.status_code for answer in answers} == {404}
        assert len({without_address(answer) for answer in answers[:3]}) == 1
        assert all("no-store" in answer["Cache-Control"] for answer in answers)
    forged = Client(headers={"origin": "https://evil.example", "sec-fetch-site": "cross-site"})
    for name, more in (("member_word", []), ("member_act", ["enter"])):
        to = reverse(name, args=[slip.link, *more])
        assert stranger.get(to).status_code == 302
        assert forged.post(to).status_code == 403
        assert stranger.post(to).status_code == 404
        assert stranger.post(reverse(name, args=["x", *more])).status_code == 404
    # The script is the same for everybody.
    assert stranger.get(reverse("member_worker")).status_code == 200
    # A member's link is no link of a name slip.
    assert stranger.get(reverse("player", args=[slip.link])).status_code == 404


def without_address(answer: Any) -> str:
    """Return a page without its own address, to which the choice of a language leads back."""
    link = answer.wsgi_request.path.split("/")[2]
    return str(answer.content.decode().replace(link, ""))


def _asked_by_phone(_world: World) -> str:
    Event.objects.update(proof=Event.Proof.PHONE)
    return Event.Proof.PHONE


@pytest.mark.full
def test_who_guesses_members_links_is_slowed_and_no_right_link_is(world: World) -> None:
    persons = [entry.members.order_by("pk")[0].person for entry in world.cast.event.entries.all()]
    known, other, *_ = member_links.SLIPS.draw(
        member_links.MembersOf(world.cast.club, persons), world.cast.director
    )
    client = Client()
    assert client.get(reverse("member", args=[known.link])).status_code == 200
    guess = reverse("member", args=["zzzz-zzzz-zzzz-zzzz"])
    statuses = [client.get(guess).status_code for _ in range(member_links.MOST_WRONG + 1)]
    assert statuses == [404] * member_links.MOST_WRONG + [429]
    right = client.get(reverse("member", args=[other.link]))
    assert right.status_code == 200
    assert client.get(guess)["Retry-After"] == "3600"
    assert client.get(reverse("member", args=[known.link])).status_code == 200


@pytest.mark.full
def test_an_event_is_entered_where_it_is_open_to_all_alone(world: World) -> None:
    address, stranger = reverse("enter", args=[world.cast.event.uid]), Client()
    assert stranger.get(address).status_code == 404
    opened = EntryTerms(Door.MEMBERS)
    terms.set_terms(world.cast.event, world.cast.director, opened)
    assert (stranger.get(address).status_code, stranger.post(address).status_code) == (404, 404)
    terms.set_terms(world.cast.event, world.cast.director, EntryTerms(Door.PUBLIC))
    answer = stranger.get(address)
    assert (answer.status_code, sorted(answer.cookies)) == (200, [])
    # Rounds are drawn: the form is not shown, and takes nothing.
    assert "name_1" not in answer.content.decode()
    sent = {"key": slips.new_link(), "name_1": "张三"}
    assert stranger.post(address, sent).status_code == 409
    forged = Client(headers={"origin": "https://evil.example", "sec-fetch-site": "cross-site"})
    assert forged.post(address, sent).status_code == 403


@pytest.mark.full
def test_a_request_opens_by_its_link_alone(world: World) -> None:
    director = world.cast.director
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(world.cast.tournament, director, plan)
    terms.set_terms(event, director, EntryTerms(Door.PUBLIC))
    link = slips.new_link()
    requests.ask(event, RequestedEntry(("张三",), link))
    stranger = Client()
    answer = stranger.get(reverse("entry_request", args=[link]))
    assert (answer.status_code, sorted(answer.cookies)) == (200, [])
    assert "no-store" in answer["Cache-Control"]
    to = reverse("entry_request_act", args=[link])
    assert stranger.get(to).status_code == 302
    for wrong in (link[:-2] + "xx", link.upper(), "x", "\0"):
        assert stranger.get(reverse("entry_request", args=[wrong])).status_code == 404
        assert stranger.post(reverse("entry_request_act", args=[wrong])).status_code == 404
    forged = Client(headers={"origin": "https://evil.example", "sec-fetch-site": "cross-site"})
    assert forged.post(to).status_code == 403


@pytest.mark.full
def test_one_s_own_account_is_one_s_own_alone(world: World, client: Client) -> None:
    gets = ("account", "account_password", "account_second_factor")
    posts = (*gets, "account_second_factor_off", "account_sessions_end")
    for name in gets:
        assert client.get(reverse(name))["Location"].startswith(LOGIN)
    for name in posts:
        assert client.post(reverse(name))["Location"].startswith(LOGIN)
    held = AccountSession.objects.create(user=world.cast.alice, session_key="a" * 32)
    end = reverse("account_session_end", args=[held.uid])
    assert client.post(end)["Location"].startswith(LOGIN)
    for name in ("account_pin", "account_pin_end"):
        assert client.post(reverse(name, args=["1" * 12]))["Location"].startswith(LOGIN)
    client.force_login(world.cast.charlie)
    assert client.post(reverse("account_pin_end", args=["1" * 12])).status_code == 404
    pin = reverse("account_pin", args=[world.cast.club.uid])
    assert (client.get(pin).status_code, client.post(pin).status_code) == (404, 404)
    page = client.get(reverse("account")).content.decode()
    assert ("charlie" in page, "alice" in page) == (True, False)
    client.post(end)
    client.post(reverse("account_sessions_end"))
    assert AccountSession.objects.filter(pk=held.pk).exists()


@pytest.mark.full
@pytest.mark.databases
def test_a_link_of_an_account_opens_by_its_secret_alone(world: World, client: Client) -> None:
    alice, club = world.cast.alice, world.cast.club
    secrets = {
        "invitation": invitations.invite(club, alice, Grant(Role.DIRECTOR)),
        "new_password": new_passwords.make_link(club, world.cast.bob, alice),
    }
    for name, secret in secrets.items():
        assert client.get(reverse(name, args=[secret])).status_code == 200
        others = [other for other in secrets.values() if other != secret]
        for wrong in (*others, secret[:-2] + "xx", "x", "\0"):
            assert client.get(reverse(name, args=[wrong])).status_code == 404
            assert client.post(reverse(name, args=[wrong])).status_code == 404


def test_a_code_is_asked_of_whoever_had_the_right_password_alone(
    world: World, client: Client
) -> None:
    for ask in (client.get, client.post):
        assert ask(reverse("login_code"))["Location"] == LOGIN
    client.force_login(world.cast.charlie)
    assert client.get(reverse("login_code"))["Location"] == LOGIN
