"""The second factor: set up by a code, asked for at the door, and its spare codes."""

from __future__ import annotations

import re
from functools import partial
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from clubs.credentials import new_passwords, second_factor
from tests.cast import Cast
from tests.clubs.credentials import test_signing_in
from tests.clubs.credentials.test_club_accounts import is_signed_in, signed_in
from tests.clubs.credentials.test_signing_in import NEW, OLD, code, sign_in, with_factor
from tests.referee.sheets.test_races import together
from tournaments.checks.verification import verify_club
from tournaments.models import (
    Club,
    Membership,
    RecoveryCode,
    Role,
    SecondFactor,
    User,
)
from tournaments.record.audit import SYSTEM
from tournaments.system import sealed_secrets

bob = test_signing_in.bob
_hashed_quickly = test_signing_in._hashed_quickly


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_of_two_who_type_the_same_code_at_once_one_is_let_in(transactional_cast: Cast) -> None:
    bob = transactional_cast.bob
    drawn = with_factor(bob)
    for typed in (code(bob), drawn[0]):
        tried = partial(second_factor.is_right, bob, typed)
        assert sorted(together(tried, tried)) == [False, True]


class TestSecondFactor:
    """Codes of an app."""

    @pytest.mark.full
    @pytest.mark.databases
    def test_it_counts_once_a_code_has_confirmed_it(self, bob: User) -> None:
        client, address = signed_in(bob), reverse("account_second_factor")
        client.post(address, {"begin": "1"})
        page = client.get(address).content.decode()
        secret = second_factor.pending(bob)
        assert secret in page.replace(" ", "")
        assert "<svg" in page
        assert sign_in(Client()) == reverse("desk")
        wrong = "000000" if code(bob) != "000000" else "000001"
        refused = client.post(address, {"code": wrong, "present": OLD})
        assert list(refused.context["form"].errors) == ["code"]
        assert not second_factor.is_on(bob)
        page = client.post(address, {"code": code(bob), "present": OLD}).content.decode()
        shown = set(re.findall(r"\b[0-9a-z]{4}(?:-[0-9a-z]{4}){3}\b", page))
        assert len(shown) == second_factor.CODES
        assert second_factor.is_on(bob)
        assert sign_in(Client()) == reverse("login_code")
        assert secret not in client.get(address).content.decode().replace(" ", "")
        assert second_factor.prepare(bob) == ""

    @pytest.mark.full
    def test_it_ends_the_sessions_that_began_by_the_password_alone(self, bob: User) -> None:
        here, elsewhere = signed_in(bob), signed_in(bob)
        address, own = reverse("account_second_factor"), reverse("account")
        here.post(address, {"begin": "1"})
        assert elsewhere.get(own).status_code == 200
        here.post(address, {"code": code(bob), "present": OLD})
        assert second_factor.is_on(bob)
        assert here.get(own).status_code == 200
        assert elsewhere.get(own).status_code == 302

    @pytest.mark.full
    @pytest.mark.parametrize("present", ["", "wrong"])
    def test_an_unattended_desk_is_not_bound_to_another_phone(
        self, bob: User, present: str
    ) -> None:
        client, address = signed_in(bob), reverse("account_second_factor")
        client.post(address, {"begin": "1"})
        page = client.post(address, {"code": code(bob), "present": present})
        assert list(page.context["form"].errors) == ["present"]
        assert not second_factor.is_on(bob)
        # The code was not looked at, and counts with the password.
        client.post(address, {"code": code(bob), "present": OLD})
        assert second_factor.is_on(bob)

    @pytest.mark.full
    def test_whoever_keeps_the_machine_switches_it_off_and_the_log_says_so(
        self, cast: Cast, bob: User
    ) -> None:
        with_factor(bob)
        client, said = Client(), StringIO()
        sign_in(client)
        for _ in range(5):
            client.post(reverse("login_code"), {"code": "x"})
        call_command("second_factor_off", "bob", stdout=said)
        assert "bob" in said.getvalue()
        assert sign_in(Client()) == reverse("desk")
        assert not RecoveryCode.objects.exists()
        entry = cast.club.log.latest("seq")
        assert (entry.verb, entry.actor) == ("switch_off_second_factor", str(SYSTEM))
        assert verify_club(cast.club) == []
        with_factor(bob)
        sign_in(client)
        assert client.post(reverse("login_code"), {"code": code(bob)}).status_code == 302

    @pytest.mark.parametrize("name", ["bob", "nobody"])
    def test_the_command_says_what_it_does_not_find(self, bob: User, name: str) -> None:
        with pytest.raises(CommandError, match=name):
            call_command("second_factor_off", name)

    @pytest.mark.full
    def test_who_lost_phone_and_paper_is_told_what_to_do(self, bob: User) -> None:
        with_factor(bob)
        client = Client(headers={"accept-language": "en"})
        for name in ("login", "login_code"):
            page = client.get(reverse(name)).content.decode()
            assert "manage.py second_factor_off" in page
            assert "Accounts and roles" in page
            sign_in(client)

    @pytest.mark.full
    def test_a_code_is_asked_after_the_password_and_counts_once(self, bob: User) -> None:
        with_factor(bob)
        now, client = code(bob), Client()
        assert sign_in(client) == reverse("login_code")
        assert not is_signed_in(client)
        assert client.post(reverse("login_code"), {"code": now})["Location"] == reverse("desk")
        assert is_signed_in(client)
        other = Client()
        sign_in(other)
        assert other.post(reverse("login_code"), {"code": now}).status_code == 200
        assert not is_signed_in(other)

    @pytest.mark.parametrize(("steps", "counts"), [(-2, False), (0, True), (1, True), (2, False)])
    def test_a_clock_may_be_wrong_by_one_step(self, bob: User, steps: int, counts: bool) -> None:
        with_factor(bob)
        assert second_factor.is_right(bob, code(bob, steps)) is counts

    def test_a_code_of_before_the_last_one_does_not_count(self, bob: User) -> None:
        with_factor(bob)
        assert second_factor.is_right(bob, code(bob, 1))
        assert not second_factor.is_right(bob, code(bob))

    @pytest.mark.full
    @pytest.mark.databases
    def test_each_code_on_paper_signs_in_once(self, bob: User) -> None:
        first, second, *_others = with_factor(bob)
        for typed, counts in ((first, True), (first, False), (second.upper(), True)):
            client = Client()
            sign_in(client)
            client.post(reverse("login_code"), {"code": typed})
            assert is_signed_in(client) is counts
        assert second_factor.codes_left(bob) == second_factor.CODES - 2
        assert not RecoveryCode.objects.filter(code_hash=first).exists()

    def test_the_secret_is_not_kept_as_it_is(self, bob: User) -> None:
        secret = second_factor.prepare(bob)
        assert secret not in SecondFactor.objects.get(user=bob).secret

    def test_with_a_key_that_is_gone_the_codes_on_paper_are_left(
        self, bob: User, settings: Settings
    ) -> None:
        drawn = with_factor(bob)
        now = code(bob)
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", []
        assert not second_factor.is_right(bob, now)
        assert second_factor.is_right(bob, drawn[0])

    @pytest.mark.full
    def test_wrong_codes_are_not_tried_without_end(self, bob: User) -> None:
        with_factor(bob)
        client = Client()
        sign_in(client)
        statuses = [client.post(reverse("login_code"), {"code": "x"}).status_code for _ in range(6)]
        assert statuses == [200] * 5 + [429]
        assert client.post(reverse("login_code"), {"code": code(bob)}).status_code == 429

    @pytest.mark.full
    def test_a_device_that_signed_in_before_has_codes_of_its_own(self, bob: User) -> None:
        known, stranger = Client(), Client()
        sign_in(known)
        known.post(reverse("logout"))
        with_factor(bob)
        sign_in(stranger)
        for _ in range(6):
            shut = stranger.post(reverse("login_code"), {"code": "x"})
        assert shut.status_code == 429
        sign_in(known)
        known.post(reverse("login_code"), {"code": code(bob)})
        assert is_signed_in(known)

    @pytest.mark.full
    def test_a_password_that_changed_meanwhile_was_not_the_right_one(self, bob: User) -> None:
        with_factor(bob)
        client = Client()
        sign_in(client)
        new_passwords.set_own(User.objects.get(pk=bob.pk), NEW)
        assert client.post(reverse("login_code"), {"code": code(bob)})["Location"] == (
            reverse("login")
        )

    def test_where_the_sign_in_leads_is_kept(self, bob: User) -> None:
        with_factor(bob)
        client, wanted = Client(), reverse("account")
        form = {"username": "bob", "password": OLD, "next": wanted}
        client.post(reverse("login"), form)
        assert client.post(reverse("login_code"), {"code": code(bob)})["Location"] == wanted

    @pytest.mark.full
    def test_its_holder_switches_it_off_by_the_password_and_a_code(
        self, cast: Cast, bob: User
    ) -> None:
        paper = with_factor(bob)
        client, off = signed_in(bob), reverse("account_second_factor_off")
        wrong = {
            "present": {"present": "wrong", "code": paper[0]},
            "code": {"present": OLD, "code": "000000"},
        }
        for field, sent in wrong.items():
            refused = client.post(off, sent)
            assert list(refused.context["off_form"].errors) == [field]
        assert list(client.post(off, {"present": OLD}).context["off_form"].errors) == ["code"]
        assert second_factor.is_on(bob)
        client.post(off, {"present": OLD, "code": paper[0]})
        assert not second_factor.is_on(bob)
        verbs = [entry.verb for entry in cast.club.log.order_by("seq")]
        assert verbs == ["switch_on_second_factor", "switch_off_second_factor"]

    @pytest.mark.full
    def test_an_owner_switches_it_off_and_the_log_says_so(self, cast: Cast, bob: User) -> None:
        with_factor(bob)
        address = reverse("desk_second_factor_off", args=[cast.club.uid, bob.uid])
        signed_in(cast.alice).post(address)
        assert not second_factor.is_on(bob)
        entry = cast.club.log.latest("seq")
        assert (entry.verb, entry.actor) == ("switch_off_second_factor", str(cast.director))
        assert verify_club(cast.club) == []

    def test_an_owner_switches_nothing_off_for_another_club(self, cast: Cast, bob: User) -> None:
        with_factor(bob)
        charlies = Club.objects.get(memberships__user=cast.charlie)
        Membership.objects.create(user=bob, club=charlies, role=Role.SCORER)
        address = reverse("desk_second_factor_off", args=[cast.club.uid, bob.uid])
        signed_in(cast.alice).post(address)
        assert second_factor.is_on(bob)


@pytest.mark.django_db
def test_without_the_package_of_secrets_codes_on_paper_still_count(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installed program has it by an extra only: nobody is let in who would not be with it."""
    paper = with_factor(cast.bob)
    shown = code(cast.bob)
    monkeypatch.setattr(sealed_secrets, "IS_AVAILABLE", False)
    assert not second_factor.is_right(cast.bob, shown)
    assert second_factor.is_right(cast.bob, paper[0])
    client.force_login(cast.charlie)
    address = reverse("account_second_factor")
    assert "requirements/https.in" in client.get(address).content.decode()
    client.post(address, {"begin": "1"})
    assert not SecondFactor.objects.filter(user=cast.charlie).exists()
