"""PINs of officials: drawn, shown once, kept as a hash, and said by nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.test import Client
from django.urls import reverse

from tests.cast import Cast, account
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.credentials import official_pins, six_digits
from tournaments.models import Credential, CredentialKind, Role, User
from tournaments.record import audit
from tournaments.record.audit import Change, Verb


def drawn(cast: Cast, official: User) -> str:
    return official_pins.give_to(official, cast.tournament, cast.director)


@pytest.mark.full
def test_a_pin_says_whose_it_is(cast: Cast) -> None:
    bobs, alices = drawn(cast, cast.bob), drawn(cast, cast.alice)
    assert bobs != alices
    assert official_pins.official_with(bobs, cast.tournament) == cast.bob
    assert official_pins.official_with(alices, cast.tournament) == cast.alice


def test_only_its_hash_is_kept_and_the_log_knows_nothing_of_it(cast: Cast) -> None:
    pin = drawn(cast, cast.bob)
    kept = Credential.objects.values().get()
    assert pin not in str(kept)
    logged = cast.tournament.log.get(verb=Verb.SET_PIN).body
    assert pin not in logged
    assert kept["secret_hash"] not in logged
    assert cast.bob.uid in logged
    assert verify(cast.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_a_new_pin_takes_the_place_of_the_one_before(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    digits = iter(["111111", "222222"])
    monkeypatch.setattr(six_digits, "drawn", lambda: next(digits))
    before, now = drawn(cast, cast.bob), drawn(cast, cast.bob)
    assert official_pins.official_with(before, cast.tournament) is None
    assert official_pins.official_with(now, cast.tournament) == cast.bob
    assert official_pins.live_of_officials(cast.tournament).count() == 1
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_no_two_officials_have_the_same_pin(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    digits = iter(["111111", "111111", "111111", "222222"])
    monkeypatch.setattr(six_digits, "drawn", lambda: next(digits))
    assert [drawn(cast, cast.bob), drawn(cast, cast.alice)] == ["111111", "222222"]


@pytest.mark.parametrize("text", ["", "12345", "1234567", "猪猪猪猪猪猪", "١٢٣٤٥٦"])
def test_what_is_not_six_digits_is_nobodys(cast: Cast, text: str) -> None:
    drawn(cast, cast.bob)
    assert official_pins.official_with(text, cast.tournament) is None


def test_the_pin_of_one_tournament_says_nothing_in_another(cast: Cast) -> None:
    pin = drawn(cast, cast.bob)
    other = organise.create_tournament(
        cast.club,
        cast.director,
        name="冬季赛",
        starts_on=cast.tournament.starts_on,
        time_zone="Asia/Shanghai",
    )
    assert official_pins.official_with(pin, other) is None


def test_who_is_no_longer_an_official_has_no_pin_that_works(cast: Cast) -> None:
    pin = drawn(cast, cast.bob)
    cast.bob.memberships.all().delete()
    assert official_pins.official_with(pin, cast.tournament) is None


def test_an_account_that_was_closed_has_no_pin_that_works(cast: Cast) -> None:
    pin = drawn(cast, cast.bob)
    User.objects.filter(pk=cast.bob.pk).update(is_active=False)
    assert official_pins.official_with(pin, cast.tournament) is None


def test_nothing_is_hashed_while_the_tournament_is_locked(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(cast, cast.alice)
    open_changes: list[bool] = []
    hashed_within: list[bool] = []
    change, encode = audit.change, PBKDF2PasswordHasher.encode

    @contextmanager
    def watched(*of: Any) -> Iterator[Change]:
        with change(*of) as made:
            open_changes.append(True)
            yield made
        open_changes.clear()

    def noted(hasher: PBKDF2PasswordHasher, *of: Any, **by: Any) -> str:
        hashed_within.append(bool(open_changes))
        return encode(hasher, *of, **by)

    monkeypatch.setattr(official_pins, "change", watched)
    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", noted)
    drawn(cast, cast.bob)
    assert hashed_within == [False, False]


@pytest.mark.full
@pytest.mark.databases
def test_a_pin_that_was_given_meanwhile_is_compared_too(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins_given: list[str] = []

    def same_digits() -> str:
        # Alice is given the same digits after those of the others were read for Bob.
        if len(pins_given) == 1:
            pins_given.append("alice")
            assert drawn(cast, cast.alice) == "111111"
        pins_given.append("")
        return "111111" if len(pins_given) < 6 else "222222"

    pins_given.append("bob")
    monkeypatch.setattr(six_digits, "drawn", same_digits)
    bobs = drawn(cast, cast.bob)
    assert bobs == "222222"
    assert official_pins.official_with("111111", cast.tournament) == cast.alice
    assert official_pins.official_with(bobs, cast.tournament) == cast.bob
    assert cast.tournament.log.filter(verb=Verb.SET_PIN).count() == 2
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_pin_is_hashed_in_so_few_rounds_that_all_can_be_compared(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(cast, cast.bob)
    drawn(cast, cast.alice)
    rounds: list[int | None] = []
    encode = PBKDF2PasswordHasher.encode

    def noted(
        hasher: PBKDF2PasswordHasher, password: str, salt: str, iterations: int | None = None
    ) -> str:
        rounds.append(iterations)
        return encode(hasher, password, salt, iterations)

    monkeypatch.setattr(PBKDF2PasswordHasher, "encode", noted)
    assert official_pins.official_with("abcdef", cast.tournament) is None
    official_pins.official_with("000000", cast.tournament)
    assert rounds == [50_000, 50_000]


@pytest.mark.full
def test_a_pin_that_was_hashed_in_more_rounds_holds_on(cast: Cast) -> None:
    Credential.objects.create(
        tournament=cast.tournament,
        kind=CredentialKind.PIN,
        secret_hash=make_password("123456"),
        user=cast.bob,
    )
    assert official_pins.official_with("123456", cast.tournament) == cast.bob


# The pages.


def page_of(cast: Cast, official: User) -> str:
    return reverse("desk_pin", args=[cast.tournament.uid, official.uid])


@pytest.mark.full
def test_a_referee_draws_his_own_pin_and_sees_it_once(cast: Cast, client: Client) -> None:
    client.force_login(cast.bob)
    shown = client.post(page_of(cast, cast.bob)).content.decode()
    match = re.search(r'class="code">(\d{6})<', shown)
    assert match
    assert official_pins.official_with(match[1], cast.tournament) == cast.bob
    assert match[1] not in client.get(page_of(cast, cast.bob)).content.decode()


@pytest.mark.full
def test_a_director_draws_the_pin_of_a_referee(cast: Cast, client: Client) -> None:
    client.force_login(cast.alice)
    officials = client.get(reverse("desk_officials", args=[cast.tournament.uid]))
    assert page_of(cast, cast.bob) in officials.content.decode()
    client.post(page_of(cast, cast.bob))
    assert official_pins.live_of_officials(cast.tournament).get().user == cast.bob


def test_a_referee_does_not_draw_the_pin_of_somebody_else(cast: Cast, client: Client) -> None:
    client.force_login(cast.bob)
    assert client.post(page_of(cast, cast.alice)).status_code == 403
    assert not Credential.objects.exists()


def test_who_may_not_act_as_referee_has_no_pin(cast: Cast, client: Client) -> None:
    dave = account("dave")
    organise.grant_role(cast.director, cast.tournament, dave, Role.SCORER)
    client.force_login(cast.alice)
    assert client.post(page_of(cast, dave)).status_code == 404
    client.force_login(dave)
    assert client.post(page_of(cast, dave)).status_code == 403
