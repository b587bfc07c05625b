"""PINs of officials: drawn, shown once, kept as a hash, and said by nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from clubs.credentials import official_pins, six_digits
from tests.cast import Cast, account
from tests.earlier_pins import given_for
from tournaments import organise
from tournaments.checks.verification import verify, verify_club
from tournaments.models import (
    Club,
    Credential,
    CredentialKind,
    Event,
    Role,
    Tournament,
    User,
)
from tournaments.record import club_log
from tournaments.record.audit import Actor, Verb
from tournaments.record.club_log import ClubChange


def drawn(cast: Cast, official: User) -> str:
    return official_pins.set_own(official, cast.club)


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
    logged = cast.club.log.get(verb=Verb.SET_PIN).body
    assert pin not in logged
    assert kept["secret_hash"] not in logged
    assert cast.bob.uid in logged
    assert verify_club(cast.club) == []


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
    assert official_pins.live_in_club(cast.club).count() == 1
    assert verify_club(cast.club) == []


@pytest.mark.full
def test_no_two_officials_have_the_same_pin(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    digits = iter(["111111", "111111", "111111", "222222"])
    monkeypatch.setattr(six_digits, "drawn", lambda: next(digits))
    assert [drawn(cast, cast.bob), drawn(cast, cast.alice)] == ["111111", "222222"]


@pytest.mark.full
@pytest.mark.parametrize("text", ["", "12345", "1234567", "猪猪猪猪猪猪", "١٢٣٤٥٦"])
def test_what_is_not_six_digits_is_nobodys(cast: Cast, text: str) -> None:
    drawn(cast, cast.bob)
    assert official_pins.official_with(text, cast.tournament) is None


def winter(cast: Cast, club: Club, owner: Actor | None = None) -> Tournament:
    return organise.create_tournament(
        club,
        owner or cast.director,
        name="冬季赛",
        starts_on=cast.tournament.starts_on,
        time_zone="Asia/Shanghai",
    )


@pytest.mark.full
@pytest.mark.databases
def test_a_pin_works_in_every_tournament_in_which_the_account_is_a_referee(cast: Cast) -> None:
    pin, other = drawn(cast, cast.bob), winter(cast, cast.club)
    assert official_pins.official_with(pin, cast.tournament) == cast.bob
    assert official_pins.official_with(pin, other) is None
    organise.grant_role(cast.director, other, cast.bob, Role.REFEREE)
    assert official_pins.official_with(pin, other) == cast.bob
    elsewhere = winter(
        cast, Club.objects.get(memberships__user=cast.charlie), Actor.from_user(cast.charlie)
    )
    organise.grant_role(cast.director, elsewhere, cast.bob, Role.REFEREE)
    assert official_pins.official_with(pin, elsewhere) is None
    in_other_club = official_pins.set_own(cast.bob, elsewhere.club)
    assert official_pins.official_with(in_other_club, elsewhere) == cast.bob
    assert official_pins.official_with(pin, cast.tournament) == cast.bob


@pytest.mark.full
def test_no_two_officials_of_a_club_have_the_same_pin_in_different_tournaments(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    digits = iter(["111111", "123456", "111111", "222222"])
    monkeypatch.setattr(six_digits, "drawn", lambda: next(digits))
    given_for(winter(cast, cast.club), cast.charlie)
    assert [drawn(cast, cast.bob), drawn(cast, cast.alice)] == ["111111", "222222"]


@pytest.mark.full
@pytest.mark.databases
def test_a_pin_that_was_given_for_a_tournament_holds_until_that_is_over(cast: Cast) -> None:
    given_for(cast.tournament, cast.bob)
    now = drawn(cast, cast.bob)
    other = winter(cast, cast.club)
    organise.grant_role(cast.director, other, cast.bob, Role.REFEREE)
    for pin, works in (("123456", True), (now, True)):
        assert (official_pins.official_with(pin, cast.tournament) == cast.bob) is works
    assert official_pins.official_with("123456", other) is None
    Event.objects.filter(tournament=cast.tournament).update(state=Event.State.FINISHED)
    assert official_pins.official_with("123456", cast.tournament) is None
    assert official_pins.official_with(now, cast.tournament) == cast.bob
    assert list(official_pins.live_of(cast.bob).values_list("club", flat=True)) == [cast.club.pk]


@pytest.mark.full
def test_a_pin_that_was_given_for_a_tournament_is_ended_by_its_owner(
    cast: Cast, client: Client
) -> None:
    credential = given_for(cast.tournament, cast.bob)
    end = reverse("account_pin_end", args=[credential.uid])
    client.force_login(cast.alice)
    assert client.post(end).status_code == 404
    client.force_login(cast.bob)
    assert cast.tournament.name in client.get(reverse("account")).content.decode()
    client.post(end)
    client.post(end)
    assert official_pins.official_with("123456", cast.tournament) is None
    assert cast.tournament.log.filter(verb=Verb.END_PIN).count() == 1
    assert cast.tournament.name not in client.get(reverse("account")).content.decode()
    assert verify(cast.tournament) == []


def test_who_is_no_longer_an_official_has_no_pin_that_works(cast: Cast) -> None:
    pin = drawn(cast, cast.bob)
    cast.bob.memberships.all().delete()
    assert official_pins.official_with(pin, cast.tournament) is None


def test_an_account_that_was_closed_has_no_pin_that_works(cast: Cast) -> None:
    pin = drawn(cast, cast.bob)
    User.objects.filter(pk=cast.bob.pk).update(is_active=False)
    assert official_pins.official_with(pin, cast.tournament) is None


def test_nothing_is_hashed_while_the_club_is_locked(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn(cast, cast.alice)
    open_changes: list[bool] = []
    hashed_within: list[bool] = []
    change, encode = club_log.change, PBKDF2PasswordHasher.encode

    @contextmanager
    def watched(*of: Any) -> Iterator[ClubChange]:
        with change(*of) as made:
            open_changes.append(True)
            yield made
        open_changes.clear()

    def noted(hasher: PBKDF2PasswordHasher, *of: Any, **by: Any) -> str:
        hashed_within.append(bool(open_changes))
        return encode(hasher, *of, **by)

    monkeypatch.setattr(club_log, "change", watched)
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
    assert cast.club.log.filter(verb=Verb.SET_PIN).count() == 2
    assert verify_club(cast.club) == []


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


def page_of(cast: Cast) -> str:
    return reverse("account_pin", args=[cast.club.uid])


@pytest.mark.full
def test_a_referee_draws_his_own_pin_and_sees_it_once(cast: Cast, client: Client) -> None:
    client.force_login(cast.bob)
    assert page_of(cast) in client.get(reverse("account")).content.decode()
    shown = client.post(page_of(cast)).content.decode()
    match = re.search(r'class="code">(\d{6})<', shown)
    assert match
    assert official_pins.official_with(match[1], cast.tournament) == cast.bob
    for page in (page_of(cast), reverse("account")):
        assert match[1] not in client.get(page).content.decode()


@pytest.mark.full
def test_a_director_sees_who_has_a_pin_and_draws_none_for_others(
    cast: Cast, client: Client
) -> None:
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = reverse("desk_officials", args=[cast.tournament.uid])
    assert '<td class="nowrap">not set yet</td>' in client.get(page).content.decode().replace(
        '<span class="muted">', ""
    ).replace("</span>", "")
    drawn(cast, cast.bob)
    shown = client.get(page).content.decode()
    assert '<td class="nowrap">set</td>' in shown
    assert page_of(cast) in shown
    client.post(page_of(cast))
    assert official_pins.live_in_club(cast.club).get(user=cast.alice).club == cast.club


@pytest.mark.full
def test_who_may_not_act_as_referee_has_no_pin(cast: Cast, client: Client) -> None:
    dave = account("dave")
    organise.grant_role(cast.director, cast.tournament, dave, Role.SCORER)
    client.force_login(dave)
    assert client.post(page_of(cast)).status_code == 404
    assert page_of(cast) not in client.get(reverse("account")).content.decode()
    assert not Credential.objects.exists()
    with pytest.raises(PermissionDenied):
        official_pins.set_own(dave, cast.club)
