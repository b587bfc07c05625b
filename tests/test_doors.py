"""The addresses that neither accounts nor publication guard: each has a test of its own."""

from __future__ import annotations

from datetime import date
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from clubs.credentials import captains, official_pins, player_credentials
from clubs.credentials.devices import DEVICE
from clubs.face import logos
from clubs.face.choosing import choose_face
from clubs.registration import kiosk, shut_codes
from tests import teams_cast
from tests.clubs.face.test_logos import file
from tests.world import World, assemble, code, kind_of
from tournaments import organise
from tournaments.models import Club, ClubFeature, Event
from tournaments.record.audit import SYSTEM

LOGIN: Final = "/desk/login/"
OF_A_LEASE: Final = (
    "api-release-table",
    "api-round",
    "api-standing",
    "api-preview",
    "api-cards",
    "api-unknown-deals",
    "api-calls",
    "api-withdraw-call",
    "api-sheets",
    "api-confirmations",
)
"""What belongs to a table, and opens to nobody without its lease."""


@pytest.fixture
def world(db: None) -> World:
    return assemble()


@pytest.mark.full
def test_the_first_page_lists_only_what_is_public(world: World, client: Client) -> None:
    assert "个人赛" in client.get(reverse("home")).content.decode()
    Event.objects.update(state=Event.State.DRAFT)
    addresses = [reverse(name) for name in ("home", "home_live")]
    addresses += [reverse(name, args=[1]) for name in ("home_part", "home_part_live")]
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "个人赛" not in answer.content.decode()


def test_public_data_list_only_what_is_public(world: World, client: Client) -> None:
    listed = reverse("data_tournaments")
    assert "个人赛" in client.get(listed).content.decode()
    assert client.get(reverse("data")).status_code == 200
    assert client.get(reverse("data_schema")).status_code == 200
    assert client.get(reverse("data_nothing", args=["desk/"])).status_code == 404
    Event.objects.update(state=Event.State.DRAFT)
    assert client.get(listed).json()["count"] == 0
    assert "个人赛" not in client.get(listed).content.decode()


@pytest.mark.full
def test_a_document_is_ordered_from_our_own_pages_alone(world: World) -> None:
    address = reverse("document_order", args=kind_of(world))
    forged = Client(headers={"origin": "https://evil.example", "sec-fetch-site": "cross-site"})
    assert forged.post(address).status_code == 403
    Event.objects.update(state=Event.State.DRAFT)
    ours = Client(headers={"origin": "http://testserver"})
    assert ours.post(address).status_code == 404


def test_a_change_of_language_opens_nothing(world: World, client: Client) -> None:
    away = {"next": "https://evil.example/"}
    assert client.get(reverse("language", args=["en"]), away)["Location"] == "/"
    assert client.get(reverse("language", args=["xx"])).status_code == 404
    assert client.post("/i18n/setlang/", {**away, "language": "en"}).status_code == 404


@pytest.mark.full
def test_the_desk_lists_only_what_the_account_has_a_part_in(world: World, client: Client) -> None:
    assert client.get(reverse("desk"))["Location"] == f"{LOGIN}?next=/desk/"
    client.force_login(world.cast.charlie)
    page = client.get(reverse("desk")).content.decode()
    assert "秋季赛" not in page
    assert world.cast.tournament.uid not in page


@pytest.mark.full
def test_the_doors_are_open_to_strangers_and_show_nothing(world: World, client: Client) -> None:
    names = ("login", "health", "health_alive")
    assert [client.get(reverse(name)).status_code for name in names] == [200, 200, 200]
    assert client.get(reverse("schema")).status_code == 200
    assert client.post(reverse("logout"))["Location"] == LOGIN


def test_the_words_of_a_game_are_open_to_strangers(world: World, client: Client) -> None:
    answer = client.get(reverse("glossary", args=[world.cast.event.game]))
    assert (answer.status_code, sorted(answer.cookies)) == (200, [])
    assert client.get(reverse("glossary", args=["whist"])).status_code == 404


@pytest.mark.full
def test_the_first_run_is_over(world: World) -> None:
    for who in (None, world.cast.charlie, world.cast.bob, world.cast.alice):
        client = Client()
        if who:
            client.force_login(who)
        assert client.get(reverse("setup")).status_code == 404
        assert client.post(reverse("setup")).status_code == 404


@pytest.mark.full
def test_a_table_opens_by_its_code_alone(world: World, client: Client) -> None:
    assert client.get(reverse("find_table")).status_code == 200
    assert client.get(reverse("table", args=code(world))).status_code == 200
    assert client.get(reverse("table", args=["ZZZZZZ"])).status_code == 404
    assert client.post(reverse("table_event", args=["ZZZZZZ"])).status_code == 404
    forged = Client(headers={"origin": "https://evil.example", "sec-fetch-site": "cross-site"})
    assert forged.post(reverse("table_event", args=code(world))).status_code == 403
    # They look no table up, and are the same for a code that nobody has.
    assert client.get(reverse("table_worker")).status_code == 200
    assert client.get(reverse("table_kept")).status_code == 200
    assert client.get(reverse("table_app", args=["ZZZZZZ"])).status_code == 200
    assert client.get(reverse("find_table_app")).status_code == 200
    wrong = client.post(
        reverse("api-open-table", args=["ZZZZZZ"]),
        {"device": "tablet-2"},
        content_type="application/json",
    )
    assert wrong.status_code == 404


@pytest.mark.full
def test_a_table_is_taken_over_by_the_pin_of_its_own_officials_alone(world: World) -> None:
    charlies = Club.objects.get(memberships__user=world.cast.charlie)
    organise.create_tournament(
        charlies, SYSTEM, name="南", starts_on=date(2026, 1, 1), time_zone="Asia/Shanghai"
    )
    pin = official_pins.set_own(world.cast.charlie, charlies)
    address = reverse("api-take-over", args=code(world))
    for wrong in (pin, "0" * 12):
        asked = {"device": "tablet-2", "pin": wrong, "seen": world.lease.uid}
        client = Client()
        # Not even an official's session stands for the PIN.
        client.force_login(world.cast.alice)
        answer = client.post(address, asked, content_type="application/json")
        assert (answer.status_code, answer.json()["code"]) == (403, "pin_wrong")
    assert world.lease.is_open


def test_a_certificate_is_shown_only_where_there_is_one(world: World, client: Client) -> None:
    names = ("trust", "trust_certificate", "trust_certificate_text")
    assert [client.get(reverse(name)).status_code for name in names] == [404, 404, 404]


def test_the_api_wants_a_lease(world: World) -> None:
    wrong: dict[str, int] = {}
    for header in ({}, {"authorization": "Lease forged"}, {"authorization": "Basic YTpi"}):
        client = Client(headers=header)
        # Not even an official's session opens what belongs to a table.
        client.force_login(world.cast.alice)
        for name in OF_A_LEASE:
            ask = client.get if name in {"api-round", "api-standing"} else client.post
            answer = ask(reverse(name), content_type="application/json")
            wrong |= {name: answer.status_code} if answer.status_code not in (401, 403) else {}
    assert wrong == {}


@pytest.mark.full
def test_a_captain_s_page_opens_by_the_link_of_the_slip_alone(db: None) -> None:
    teams = teams_cast.assemble()
    home, away = (teams.side(number).entries.get() for number in (1, 2))
    slip, _other = captains.SLIPS.draw(teams.event, teams.cast.director, [home.uid, away.uid])
    stranger, segment = Client(), teams.segment()
    answer = stranger.get(reverse("captain", args=[slip.link]))
    assert (answer.status_code, sorted(answer.cookies)) == (200, [])
    for wrong in (slip.link[:-2] + "xx", "x", "\0"):
        assert stranger.get(reverse("captain", args=[wrong])).status_code == 404
        to = reverse("captain_line_up", args=[wrong, segment.uid])
        assert stranger.post(to).status_code == 404
    to = reverse("captain_line_up", args=[slip.link, segment.uid])
    assert stranger.get(to).status_code == 302
    assert stranger.post(to).status_code == 409
    elsewhere = teams.segment(match=teams.round.matches.get(number=2))
    others = reverse("captain_line_up", args=[slip.link, elsewhere.uid])
    assert stranger.post(others).status_code == 404
    forged = Client(headers={"origin": "https://evil.example", "sec-fetch-site": "cross-site"})
    assert forged.post(to).status_code == 403


@pytest.mark.full
def test_a_player_s_page_opens_by_the_link_of_the_name_slip_alone(world: World) -> None:
    Event.objects.update(proof=Event.Proof.PHONE)
    event = Event.objects.select_related("tournament").get(pk=world.cast.event.pk)
    person = event.entries.get(number=1).members.order_by("pk")[0].person
    (slip,) = player_credentials.SLIPS.draw(event, world.cast.director, [person.uid])
    stranger = Client()
    # The device is known from then on, by a cookie that opens nothing.
    for name, cookies in (("player", [DEVICE]), ("player_live", [])):
        answer = stranger.get(reverse(name, args=[slip.link]))
        assert (answer.status_code, sorted(answer.cookies)) == (200, cookies)
        for wrong in (slip.link[:-2] + "xx", f"{'0' * 12}.{'x' * 22}", "x", "\0"):
            assert stranger.get(reverse(name, args=[wrong])).status_code == 404
    to = reverse("player_word", args=[slip.link])
    assert stranger.get(to).status_code == 302
    assert stranger.post(reverse("player_word", args=["x"])).status_code == 404
    forged = Client(headers={"origin": "https://evil.example", "sec-fetch-site": "cross-site"})
    assert forged.post(to).status_code == 403


@pytest.mark.full
def test_a_kiosk_opens_by_its_link_alone(world: World) -> None:
    link = kiosk.open_kiosk(world.cast.tournament, world.cast.alice)
    address, stranger = reverse("kiosk", args=[link]), Client()
    # Nothing opens where the club has not switched it on.
    Club.objects.filter(pk=world.cast.club.pk).update(features=[])
    assert stranger.get(address).status_code == 404
    Club.objects.filter(pk=world.cast.club.pk).update(features=[ClubFeature.KIOSK.value])
    answer = stranger.get(address)
    assert (answer.status_code, sorted(answer.cookies)) == (200, [])
    # Nothing else is reached from it.
    links = [part.split('"')[0] for part in answer.content.decode().split('href="')[1:]]
    assert all(to.startswith((address, "/static/", "/face/", "#")) for to in links)
    forged = Client(headers={"origin": "https://evil.example", "sec-fetch-site": "cross-site"})
    for name in ("kiosk_check_in", "kiosk_undo"):
        assert stranger.get(reverse(name, args=[link])).status_code == 405
        assert forged.post(reverse(name, args=[link])).status_code == 403
    for wrong in (link[:-2] + "xx", link.upper(), "x"):
        for name in ("kiosk", "kiosk_list"):
            assert stranger.get(reverse(name, args=[wrong])).status_code == 404
        for name in ("kiosk_check_in", "kiosk_undo"):
            assert stranger.post(reverse(name, args=[wrong])).status_code == 404
    # A link of a name slip opens no kiosk, and a kiosk's no player's page.
    assert stranger.get(reverse("player", args=[link])).status_code == 404


def test_a_crawler_is_told_what_is_not_for_it(client: Client) -> None:
    answer = client.get("/robots.txt")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = answer.content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    for private in ("desk", "t", "p", "m", "c", "r", "k", "api"):
        assert f"Disallow: /{private}/" in lines
    assert not any(line.endswith(("/e/", "/d/", ": /")) for line in lines)
    assert not answer.cookies


@pytest.mark.django_db  # the end of an answer closes connections that are old
@pytest.mark.parametrize("ending", ["otf", "css"])
def test_a_face_is_cut_for_an_address_of_our_own_alone(client: Client, ending: str) -> None:
    """tests/web/publish/pdf/test_title_faces.py has those that are."""
    for digest in ("a", "5Liq.AAAAAAAAAAAAAAAA"):
        assert client.get(f"/face/{digest}.{ending}").status_code == 404


def test_a_logo_is_served_by_its_digest_alone(world: World, client: Client) -> None:
    logo = logos.read(file("PNG"))
    assert client.get(reverse("logo", args=[logo.digest])).status_code == 404
    choose_face(world.cast.club, world.cast.director, ink="", logo=logo)
    answer = client.get(reverse("logo", args=[logo.digest]))
    assert (answer.content, answer["Content-Type"]) == (logo.small, "image/webp")
    kept = {"public", "immutable", "max-age=31536000"}
    assert set(answer["Cache-Control"].split(", ")) == kept
    assert not answer.cookies


@pytest.mark.django_db  # the end of an answer closes connections that are old
def test_a_browser_finds_the_picture_of_the_program(client: Client) -> None:
    answer = client.get("/favicon.ico", follow=True)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/png"
    answer.close()


@pytest.mark.full
def test_a_further_club_is_made_by_who_keeps_the_installation(world: World) -> None:
    address, form = reverse("desk_club_new"), {"name": "第三俱乐部"}
    assert Client().post(address, form)["Location"].startswith(LOGIN)
    for who, status in ((world.cast.bob, 403), (world.cast.charlie, 403), (world.cast.alice, 302)):
        client = Client()
        client.force_login(who)
        assert client.post(address, form).status_code == status
        made = Club.objects.filter(name="第三俱乐部")
        assert made.exists() == (status == 302)
    assert made.get().memberships.get().user == world.cast.alice


@pytest.mark.full
@pytest.mark.parametrize("name", ["captain", "player", "player_live"])
def test_who_guesses_links_of_slips_is_slowed_and_no_right_link_is(
    world: World, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Wrong ones are counted by address; one that has ended is none, nor is a right one."""
    monkeypatch.setattr(shut_codes, "MOST_LINKS", 4)
    event = Event.objects.select_related("tournament").get(pk=world.cast.event.pk)
    Event.objects.update(proof=Event.Proof.PHONE)
    event.proof = Event.Proof.PHONE
    person = event.entries.get(number=1).members.order_by("pk")[0].person
    ended, right = (
        player_credentials.SLIPS.draw(event, world.cast.director, [person.uid])[0]
        for _again in range(2)
    )
    client = Client()
    own = name.replace("captain", "player")
    for _again in range(6):
        assert client.get(reverse(own, args=[ended.link])).status_code == 404
    guess = reverse(name, args=["zzzz-zzzz-zzzz-zzzz"])
    assert [client.get(guess).status_code for _again in range(5)] == [404] * 4 + [429]
    shut = client.get(guess)
    assert shut["Retry-After"] == "3600"
    assert "no-store" in shut["Cache-Control"]
    assert client.get(reverse(own, args=[right.link])).status_code == 200
    assert client.get(reverse(own, args=[ended.link])).status_code == 404
