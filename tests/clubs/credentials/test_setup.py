"""The first run: one owner, once, and nobody who has not the code."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.credentials import accounts, setup_code
from clubs.credentials.grants import Grant
from tests import cast as people
from tests.cast import Cast
from tournaments.models import Club, Credential, Membership, Role, User

# The test client adds its context and more to what a view answered.
Answer = Any
SETUP = "/desk/setup/"
ELSEWHERE = "192.168.1.77"
SAID = {
    "club": "城北棋牌俱乐部",
    "real_name": "王建国",
    "username": "王主任",
    "password": "correct horse",
    "again": "correct horse",
}


@pytest.fixture(autouse=True)
def fresh(db: None, settings: Settings, tmp_path: Path) -> None:
    """An installation that nobody has set up."""
    settings.SETUP_CODE_FILE = tmp_path / "setup_code"
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def send(client: Client, **differs: str) -> Answer:
    form = {"code": setup_code.current(), **SAID, **differs}
    return client.post(SETUP, form, headers={"accept-language": "en"})


def errors(answer: Answer) -> list[str]:
    return list(answer.context["form"].errors)


def test_the_owner_and_the_club_are_made_in_one_go(client: Client) -> None:
    answer = send(client)
    assert answer["Location"] == reverse("desk")
    owner = User.objects.get()
    membership = Membership.objects.get()
    assert (membership.user, membership.role) == (owner, Role.OWNER)
    assert membership.club == Club.objects.get(name="城北棋牌俱乐部")
    assert owner.check_password("correct horse")
    assert not owner.is_staff
    assert not owner.is_superuser


@pytest.mark.full
def test_the_new_owner_is_signed_in_and_shown_the_next_step(client: Client) -> None:
    answer = client.post(SETUP, {**SAID, "code": setup_code.current()}, follow=True)
    club = Club.objects.get()
    assert reverse("desk_tournament_new", args=[club.uid]) in answer.content.decode()


def test_who_would_sign_in_before_the_first_run_is_led_to_it(client: Client) -> None:
    answer = client.get(reverse("desk"), follow=True)
    assert answer.redirect_chain[-1] == (SETUP, 302)


@pytest.mark.parametrize("address", ["127.0.0.1", ELSEWHERE])
def test_the_code_is_asked_for_wherever_the_browser_is(address: str) -> None:
    browser = Client(REMOTE_ADDR=address)
    assert "code" in browser.get(SETUP).context["form"].fields
    assert errors(send(browser, code="")) == ["code"]
    assert errors(send(browser, code="AAAA-BBBB-CCCC")) == ["code"]
    assert not User.objects.exists()


def test_the_address_that_the_terminal_shows_fills_the_code_in(client: Client) -> None:
    code = setup_code.current()
    assert f'value="{code}"' in client.get(SETUP, {"code": code}).content.decode()


@pytest.mark.parametrize("typed", ["{}", " {} ", "lower", "spaced"])
def test_the_right_code_opens_however_it_is_typed(client: Client, typed: str) -> None:
    code = setup_code.current()
    forms = {"lower": code.lower(), "spaced": code.replace("-", " ")}
    answer = send(client, code=forms.get(typed, typed.format(code)))
    assert answer.status_code == 302


def test_the_name_of_an_account_that_is_there_is_refused_beside_its_field(client: Client) -> None:
    people.account("王主任")
    answer = send(client)
    assert errors(answer) == ["username"]
    assert not Club.objects.exists()


def test_an_account_without_a_club_does_not_end_the_first_run(client: Client) -> None:
    people.account("somebody")
    assert setup_code.is_needed()
    assert send(client).status_code == 302


def test_a_name_typed_in_full_width_letters_is_kept_as_it_will_be_typed(client: Client) -> None:
    send(client, username="\uff41\uff4c\uff49\uff43\uff45")
    assert User.objects.get().username == "alice"


def test_two_passwords_that_differ_are_said_beside_what_else_is_wrong(client: Client) -> None:
    answer = send(client, password="short", again="other")
    assert errors(answer) == ["password", "again"]


def test_the_code_is_gone_once_the_owner_exists(client: Client, settings: Settings) -> None:
    send(client)
    assert not settings.SETUP_CODE_FILE.exists()


@pytest.mark.full
def test_once_the_owner_exists_there_is_no_such_page_for_anybody(client: Client) -> None:
    send(client)
    for visitor in (client, Client(), Client(REMOTE_ADDR=ELSEWHERE)):
        assert visitor.get(SETUP).status_code == 404
        assert send(visitor, username="second").status_code == 404
    assert User.objects.count() == 1


@pytest.mark.full
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("club", ""),
        ("club", "长" * 121),
        ("username", ""),
        ("username", "two words"),
        ("password", "short"),
        ("password", "1234567890123"),
        ("password", "password123"),
        ("again", "something else"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(client: Client, field: str, value: str) -> None:
    answer = send(client, **{field: value})
    assert field in errors(answer)
    assert not User.objects.exists()


def test_passwords_do_not_come_back_in_the_page(client: Client) -> None:
    answer = send(client, again="something else")
    page = answer.content.decode()
    assert "城北棋牌俱乐部" in page
    assert "correct horse" not in page
    assert "something else" not in page


@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_of_several_who_come_at_once_one_becomes_the_owner(transactional_db: None) -> None:
    start = threading.Barrier(4)
    outcomes: list[str] = []

    def come(name: str) -> None:
        start.wait()
        try:
            accounts.found(f"club of {name}", name, name, "correct horse")
        except accounts.AlreadyFounded:
            outcomes.append("late")
        else:
            outcomes.append("owner")
        finally:
            connections.close_all()

    comers = [threading.Thread(target=come, args=[name]) for name in "abcd"]
    for comer in comers:
        comer.start()
    for comer in comers:
        comer.join()
    assert sorted(outcomes) == ["late", "late", "late", "owner"]
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


def test_who_comes_too_late_with_a_form_in_hand_is_told_that_there_is_no_page(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_said: str) -> User:
        raise accounts.AlreadyFounded

    monkeypatch.setattr(accounts, "found", late)
    assert send(client).status_code == 404


@pytest.fixture
def cast() -> Cast:
    return people.assemble(players=0)


def appoint(client: Client, cast: Cast, username: str, role: str = "referee") -> Answer:
    client.force_login(cast.alice)
    address = reverse("desk_officials", args=[cast.tournament.uid])
    form = {"username": username, "role": role}
    return client.post(address, form, headers={"accept-language": "en"})


@pytest.mark.full
def test_somebody_new_is_invited_by_a_link_that_is_shown_once(client: Client, cast: Cast) -> None:
    answer = appoint(client, cast, "", "scorer")
    link = answer.context["link"]
    assert link in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    page = client.get(reverse("desk_officials", args=[cast.tournament.uid]))
    assert link not in page.content.decode()
    (waiting,) = page.context["invitations"]
    assert waiting.grant == Grant(Role.SCORER, cast.tournament)
    password = "seven blue herons"
    form = {"real_name": "朵拉", "username": "dora", "password": password, "again": password}
    assert Client().post(urlsplit(link).path, form).status_code == 302
    assert User.objects.get(username="dora").memberships.get().role == Role.SCORER


@pytest.mark.full
def test_the_log_tells_of_an_appointment_without_name_and_link(client: Client, cast: Cast) -> None:
    appoint(client, cast, "bob", "scorer")
    entry = cast.tournament.log.latest("seq")
    assert entry.verb == "grant_role"
    assert cast.bob.uid in entry.body
    assert "bob" not in entry.body
    link = appoint(client, cast, "", "scorer").context["link"]
    invited = cast.club.log.latest("seq")
    assert invited.verb == "invite"
    assert link.rstrip("/").rpartition("/")[2] not in invited.body


def test_an_official_s_name_is_read_as_it_is_typed(client: Client, cast: Cast) -> None:
    assert appoint(client, cast, "\uff42\uff4f\uff42", "scorer").status_code == 302
    assert cast.bob.memberships.filter(role=Role.SCORER).exists()


def test_an_official_of_the_club_gets_one_more_role_and_keeps_the_password(
    client: Client, cast: Cast
) -> None:
    before = cast.bob.password
    answer = appoint(client, cast, "bob", "scorer")
    assert answer.status_code == 302
    cast.bob.refresh_from_db()
    assert cast.bob.password == before
    assert {membership.role for membership in cast.bob.memberships.all()} == {
        Role.REFEREE,
        Role.SCORER,
    }


@pytest.mark.full
@pytest.mark.parametrize("name", ["charlie", "nobody"])
def test_a_name_that_nobody_in_the_club_has_is_refused_alike(
    client: Client, cast: Cast, name: str
) -> None:
    """Whether another club has an account of that name is nobody's business."""
    answer = appoint(client, cast, name)
    assert answer.context["form"].errors["username"] == [
        f"Nobody in this club signs in as {name}. Leave the name empty and invite by a link."
    ]
    assert f'value="{name}"' in answer.content.decode()
    assert cast.charlie.memberships.count() == 1
    assert not Credential.objects.exists()


@pytest.mark.full
@pytest.mark.parametrize("role", ["owner", "jury", "captain", "king", ""])
@pytest.mark.parametrize("name", ["bob", ""])
def test_only_officials_are_appointed(client: Client, cast: Cast, role: str, name: str) -> None:
    answer = appoint(client, cast, name, role)
    assert errors(answer) == ["role"]
    assert cast.bob.memberships.count() == 1
    assert not Credential.objects.exists()
