"""Links to a new password, codes of an app, and the devices on which an account is signed in."""

from __future__ import annotations

import time

import pyotp
import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.credentials import invitations, new_passwords, second_factor, sessions
from clubs.credentials.grants import Grant
from clubs.credentials.refusals import AccountReason
from clubs.credentials.slips import new_link
from config.serving.log_lines import LogLines
from tests.cast import Cast
from tests.clubs.credentials.test_club_accounts import (
    is_signed_in,
    revoke,
    role_of,
    signed_in,
)
from tests.referee.sheets.test_races import together
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify_club
from tournaments.models import (
    AccountSession,
    Club,
    Membership,
    Role,
    SecondFactor,
    User,
)
from tournaments.system import deferred_writes, sealed_secrets
from tournaments.system.deferred_writes import Afterwards
from web.desk.accounts import signing_in

OLD, NEW = "green umbrella", "seven blue herons"
AGENT = "Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit Version/17.0 Safari/604.1"


@pytest.fixture(autouse=True)
def _hashed_quickly(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def bob(cast: Cast) -> User:
    """Bob, with a password."""
    cast.bob.set_password(OLD)
    cast.bob.save()
    return cast.bob


def sign_in(client: Client, password: str = OLD, name: str = "bob") -> str:
    """Sign in by the form; return where it leads."""
    sent = client.post(reverse("login"), {"username": name, "password": password})
    return sent.get("Location", str(sent.status_code))


def code(account: User, steps: int = 0) -> str:
    secret = sealed_secrets.unseal(
        SecondFactor.objects.get(user=account).secret, second_factor._SALT
    )
    return pyotp.TOTP(secret).at(int(time.time()) + steps * second_factor.STEP)


def with_factor(account: User) -> list[str]:
    """Switch the second factor on by the code before the present one, so that this one is left."""
    second_factor.prepare(account)
    return second_factor.confirm(account, code(account, -1))


class TestNewPassword:
    """A link to a new password."""

    @pytest.mark.full
    @pytest.mark.databases
    def test_the_holder_sets_it_and_every_session_ends(self, cast: Cast, bob: User) -> None:
        before = signed_in(bob)
        secret = new_passwords.make_link(cast.club, bob, cast.alice)
        assert User.objects.get(pk=bob.pk).check_password(OLD)
        client, address = Client(), reverse("new_password", args=[secret])
        assert client.post(address, {"password": NEW, "again": NEW})["Location"] == "/desk/login/"
        assert User.objects.get(pk=bob.pk).check_password(NEW)
        assert not is_signed_in(before)
        assert client.post(address, {"password": OLD, "again": OLD}).status_code == 404
        logged = "".join(entry.body for entry in cast.club.log.all())
        verbs = [entry.verb for entry in cast.club.log.order_by("seq")]
        assert verbs == ["make_password_link", "set_password"]
        assert not any(word in logged for word in (secret, NEW, "bob"))
        assert verify_club(cast.club) == []

    def test_the_owner_s_page_shows_a_link_and_no_password(self, cast: Cast, bob: User) -> None:
        client = signed_in(cast.alice)
        address = reverse("desk_password", args=[cast.club.uid, bob.uid])
        page = client.post(address)
        assert "no-store" in page["Cache-Control"]
        assert page.context["link"] in page.content.decode()
        assert "password" not in page.context
        assert page.context["link"] not in client.get(address).content.decode()

    def test_a_new_link_ends_the_one_before(self, cast: Cast, bob: User) -> None:
        first = new_passwords.make_link(cast.club, bob, cast.alice)
        second = new_passwords.make_link(cast.club, bob, cast.alice)
        assert new_passwords.find(first) is None
        assert new_passwords.find(second) is not None

    @pytest.mark.parametrize("what", ["role", "password"])
    def test_a_link_ends_with_the_role_and_with_another_password(
        self, cast: Cast, bob: User, what: str
    ) -> None:
        secret = new_passwords.make_link(cast.club, bob, cast.alice)
        if what == "role":
            revoke(cast, role_of(bob))
        else:
            new_passwords.set_own(bob, NEW)
        assert new_passwords.find(secret) is None

    @pytest.mark.databases
    @pytest.mark.django_db(transaction=True)
    @pytest.mark.full
    def test_of_two_uses_at_once_one_counts(self, transactional_cast: Cast) -> None:
        cast = transactional_cast
        secret = new_passwords.make_link(cast.club, cast.bob, cast.alice)

        def used(password: str) -> str:
            credential = new_passwords.find(secret)
            if credential is None:
                return "over"
            try:
                new_passwords.set_by_link(credential, password)
            except Refused:
                return "over"
            return password

        outcomes = together(lambda: used(OLD), lambda: used(NEW))
        (counted,) = [outcome for outcome in outcomes if outcome != "over"]
        assert User.objects.get(pk=cast.bob.pk).check_password(counted)
        verbs = [entry.verb for entry in cast.club.log.all()]
        assert verbs.count("set_password") == 1

    @pytest.mark.parametrize("why", ["another club", "superuser"])
    def test_an_owner_is_not_let_into_another_club(self, cast: Cast, bob: User, why: str) -> None:
        made_before = new_passwords.make_link(cast.club, bob, cast.alice)
        if why == "superuser":
            User.objects.filter(pk=bob.pk).update(is_superuser=True)
        else:
            charlies = Club.objects.get(memberships__user=cast.charlie)
            Membership.objects.create(user=bob, club=charlies, role=Role.SCORER)
        bob.refresh_from_db()
        with pytest.raises(Refused) as refused:
            new_passwords.make_link(cast.club, bob, cast.alice)
        assert [each.code for each in refused.value.problems] == [AccountReason.ACCOUNT_ELSEWHERE]
        credential = new_passwords.find(made_before)
        assert credential
        with pytest.raises(Refused):
            new_passwords.set_by_link(credential, NEW)
        assert User.objects.get(pk=bob.pk).check_password(OLD)
        page = signed_in(cast.alice).post(reverse("desk_password", args=[cast.club.uid, bob.uid]))
        assert "change how that account signs in" in page.content.decode()

    @pytest.mark.full
    def test_a_lockout_for_wrong_passwords_ends(self, cast: Cast, bob: User) -> None:
        client = Client()
        for _ in range(5):
            sign_in(client, "wrong")
        assert sign_in(client) == "429"
        secret = new_passwords.make_link(cast.club, bob, cast.alice)
        new_passwords.set_by_link(new_passwords.find(secret), NEW)  # type: ignore[arg-type]
        assert sign_in(client, NEW) == reverse("desk")


@pytest.mark.full
@pytest.mark.parametrize("with_codes", [False, True])
@pytest.mark.parametrize(
    "away", ["https://evil.example/", "//evil.example/", "/\\\\evil.example", "javascript:alert(1)"]
)
def test_signing_in_leads_to_no_other_site(bob: User, away: str, with_codes: bool) -> None:
    if with_codes:
        with_factor(bob)
    client = Client()
    form = {"username": "bob", "password": OLD, "next": away}
    answer = client.post(reverse("login"), form)
    if with_codes:
        answer = client.post(reverse("login_code"), {"code": code(bob)})
    assert answer["Location"] == reverse("desk")
    assert client.get(reverse("login"), {"next": away})["Location"] == reverse("desk")


@pytest.mark.full
@pytest.mark.parametrize("with_codes", [False, True])
def test_a_session_of_before_is_not_the_one_that_is_signed_in(bob: User, with_codes: bool) -> None:
    """Whoever slips somebody a session beforehand is not signed in with it."""
    if with_codes:
        with_factor(bob)
    client = Client()
    planted = client.session
    planted["planted"] = True
    planted.save()
    key = planted.session_key or ""
    client.cookies["huapai_session"] = key
    sign_in(client)
    if with_codes:
        client.post(reverse("login_code"), {"code": code(bob)})
    assert is_signed_in(client)
    assert client.cookies["huapai_session"].value != key
    thief = Client()
    thief.cookies["huapai_session"] = key
    assert not is_signed_in(thief)


@pytest.mark.full
@pytest.mark.parametrize(
    "name", ["login", "login_code", "account_password", "account_second_factor", "logout"]
)
def test_no_other_site_presses_anything(bob: User, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(bob)
    assert client.post(reverse(name)).status_code == 403


@pytest.mark.full
def test_a_link_stands_in_no_line_of_the_log(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    """The framework writes down the address of what it refuses."""
    secrets = {
        "invitation": invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR)),
        "new_password": new_passwords.make_link(cast.club, cast.bob, cast.alice),
    }
    for name, secret in secrets.items():
        for typed in (secret, secret.upper(), secret.replace("-", ""), secret.replace("-", "%20")):
            address = reverse(name, args=["x"]).replace("/x/", f"/{typed}/")
            Client(enforce_csrf_checks=True).post(address)
    lines = [LogLines("{message}", style="{").format(record) for record in caplog.records]
    asked = [line for line in lines if "/desk/" in line]
    assert len(asked) == 8
    signs = "".join(asked).lower().replace("-", "").replace("%20", "").replace(" ", "")
    assert not any(secret.replace("-", "") in signs for secret in secrets.values())


@pytest.mark.full
@pytest.mark.parametrize(
    ("password", "words"),
    [
        ("short", "A password needs 10 characters or more."),
        ("1029384756", "something else than digits"),
        ("password123", "soon guessed"),
        ("bob-bob-bob", "too much like the user name"),
        ("", "Please fill in"),
    ],
)
def test_a_weak_password_is_refused_in_words(cast: Cast, password: str, words: str) -> None:
    User.objects.filter(pk=cast.bob.pk).update(username="bob-bob-bobby")
    secret = new_passwords.make_link(cast.club, cast.bob, cast.alice)
    client = Client(headers={"accept-language": "en"})
    form = {"password": password, "again": password}
    page = client.post(reverse("new_password", args=[secret]), form).content.decode()
    assert words in page
    assert new_passwords.find(secret) is not None


def test_two_passwords_that_differ_are_refused(bob: User) -> None:
    form = {"present": OLD, "password": NEW, "again": NEW + "s"}
    page = signed_in(bob).post(reverse("account_password"), form).content.decode()
    assert "The two passwords are not the same." in page


@pytest.mark.full
def test_one_s_own_is_set_by_the_present_one_and_keeps_this_session_alone(
    cast: Cast, bob: User
) -> None:
    here, elsewhere = signed_in(bob), signed_in(bob)
    address, form = reverse("account_password"), {"password": NEW, "again": NEW}
    page = here.post(address, {**form, "present": "wrong"}).content.decode()
    assert "not your current password" in page
    assert here.post(address, {**form, "present": OLD}).status_code == 302
    assert [is_signed_in(here), is_signed_in(elsewhere)] == [True, False]
    assert [entry.verb for entry in cast.club.log.all()] == ["set_password"]


@pytest.mark.full
def test_the_present_password_is_not_guessed_without_end(bob: User) -> None:
    client = signed_in(bob)
    form = {"password": NEW, "again": NEW, "present": "wrong"}
    statuses = [client.post(reverse("account_password"), form).status_code for _ in range(61)]
    assert statuses == [200] * 60 + [429]


class TestSessions:
    """Where an account is signed in."""

    @pytest.mark.full
    @pytest.mark.databases
    def test_devices_are_listed_in_words_and_ended_one_by_one(self, bob: User) -> None:
        tablet, here = Client(headers={"user-agent": AGENT}), Client()
        sign_in(tablet)
        sign_in(here)
        page = here.get(reverse("account"))
        assert [each.is_here for each in page.context["devices"]] == [True, False]
        other = page.context["devices"][1]
        assert (other.browser, other.system) == ("Safari", "iPad")
        here.post(reverse("account_session_end", args=[other.uid]))
        assert [is_signed_in(tablet), is_signed_in(here)] == [False, True]
        assert len(here.get(reverse("account")).context["devices"]) == 1

    @pytest.mark.full
    @pytest.mark.databases
    def test_all_others_end_at_once(self, bob: User) -> None:
        others, here = [Client(), signed_in(bob)], Client()
        sign_in(others[0])
        sign_in(here)
        here.post(reverse("account_sessions_end"))
        assert [is_signed_in(each) for each in (*others, here)] == [False, False, True]
        assert len(here.get(reverse("account")).context["devices"]) == 1

    @pytest.mark.full
    def test_nobody_ends_the_session_of_another(self, cast: Cast, bob: User) -> None:
        client = Client()
        sign_in(client)
        row = AccountSession.objects.get(user=bob)
        signed_in(cast.alice).post(reverse("account_session_end", args=[row.uid]))
        assert is_signed_in(client)

    def test_who_signs_out_is_listed_no_more(self, bob: User) -> None:
        client = Client()
        sign_in(client)
        client.post(reverse("logout"))
        assert not AccountSession.objects.filter(user=bob).exists()

    def test_a_session_that_is_over_is_not_listed(self, bob: User) -> None:
        gone, here = Client(), Client()
        sign_in(gone)
        sign_in(here)
        Session.objects.filter(session_key=gone.cookies["huapai_session"].value).delete()
        assert len(here.get(reverse("account")).context["devices"]) == 1

    @pytest.mark.full
    @pytest.mark.databases
    def test_a_session_of_before_is_noted_by_a_serving_process(
        self, bob: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        afterwards = Afterwards()
        monkeypatch.setattr(deferred_writes, "_afterwards", afterwards)
        sessions._noted.forget()
        client = signed_in(bob)
        client.get(reverse("desk"), headers={"user-agent": AGENT})
        assert not AccountSession.objects.exists()
        afterwards.do()
        assert AccountSession.objects.get().user == bob
        # What was seen before all sessions were ended is written after it.
        sessions._noted.forget()
        client.get(reverse("desk"), headers={"user-agent": AGENT})
        sessions.end_all(bob)
        afterwards.do()
        assert not AccountSession.objects.exists()

    def test_the_list_is_forgotten_with_a_revoked_role(self, cast: Cast, bob: User) -> None:
        sign_in(Client())
        revoke(cast, role_of(bob))
        assert not AccountSession.objects.exists()


@pytest.mark.full
def test_a_real_name_is_asked_for_by_a_line_and_kept_without_it_in_the_log(cast: Cast) -> None:
    client = signed_in(cast.alice)
    assert "Enter your real name" in client.get(reverse("desk")).content.decode()
    client.post(reverse("account"), {"real_name": " 王爱丽 "})
    assert "Enter your real name" not in client.get(reverse("desk")).content.decode()
    cast.alice.refresh_from_db()
    assert (cast.alice.real_name, cast.alice.called) == ("王爱丽", "王爱丽")
    assert "王爱丽" not in "".join(entry.body for entry in cast.club.log.all())


@pytest.mark.parametrize("name", ["invitation", "new_password"])
@pytest.mark.full
def test_a_right_link_opens_however_many_wrong_ones_came_from_its_address(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(signing_in, "MOST_WRONG", 2)
    links = {
        "invitation": invitations.invite(cast.club, cast.alice, Grant(Role.DIRECTOR)),
        "new_password": new_passwords.make_link(cast.club, cast.bob, cast.alice),
    }
    client = Client()
    guesses = [client.get(reverse(name, args=[new_link()])).status_code for _ in range(3)]
    assert guesses == [404, 404, 429]
    assert client.get(reverse(name, args=[links[name]])).status_code == 200
