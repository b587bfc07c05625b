"""What is done to an account or a club stands in the log, or it is not done."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from clubs.credentials import accounts, club_accounts, new_passwords, second_factor
from clubs.credentials.refusals import AccountReason
from tests.cast import Cast
from tests.clubs.credentials import test_signing_in
from tests.clubs.credentials.test_signing_in import NEW, code, with_factor
from tournaments import organise
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify_club
from tournaments.models import Club, ClubEntry, Membership, Role, User
from tournaments.record.audit import SYSTEM
from tournaments.record.once import Sent
from web.desk.accounts import embedding
from web.desk.frame import views

bob = test_signing_in.bob
_hashed_quickly = test_signing_in._hashed_quickly

DEEDS: dict[str, Callable[[User], object]] = {
    "codes off": second_factor.switch_off,
    "codes off at the machine": second_factor.switch_off_at_the_machine,
    "name": lambda bob: accounts.set_real_name(bob, "新名字", seen=bob.real_name),
    "password": lambda bob: new_passwords.set_own(bob, NEW),
}


def elsewhere(user: User) -> Club:
    """Give an account a role in another club."""
    other = Club.objects.create(name="另一个俱乐部")
    Membership.objects.create(user=user, club=other, role=Role.DIRECTOR)
    return other


def fails_at(monkeypatch: pytest.MonkeyPatch, entry: int) -> None:
    """Let the database fail where it stores the log's entry of this number from now."""
    create, stored = ClubEntry.objects.create, []

    def failing(**columns: Any) -> ClubEntry:
        stored.append(columns)
        if len(stored) == entry:
            raise OperationalError("database is locked")
        return create(**columns)

    monkeypatch.setattr(ClubEntry.objects, "create", failing)


def state(user: User) -> tuple[object, ...]:
    now = User.objects.get(pk=user.pk)
    return now.password, now.real_name, now.sessions_ended, second_factor.is_on(now)


@pytest.mark.parametrize("entry", [1, 2], ids=["first club", "second club"])
@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS.keys())
def test_an_account_is_not_changed_without_an_entry_in_each_of_its_clubs(
    cast: Cast,
    bob: User,
    deed: Callable[[User], object],
    entry: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_factor(bob)
    other, before, logged = elsewhere(bob), state(bob), ClubEntry.objects.count()
    with monkeypatch.context() as failing:
        fails_at(failing, entry)
        with pytest.raises(OperationalError):
            deed(User.objects.get(pk=bob.pk))
    assert (state(bob), ClubEntry.objects.count()) == (before, logged)
    deed(User.objects.get(pk=bob.pk))
    assert state(bob) != before
    for club in (cast.club, other):
        club.refresh_from_db()
        assert json.loads(club.log.latest("seq").body)["details"] == {"account": bob.uid}
        assert verify_club(club) == []


def test_a_wrong_code_switches_nothing_on_and_no_log_says_so(cast: Cast, bob: User) -> None:
    second_factor.prepare(bob)
    wrong = "000000" if code(bob) != "000000" else "000001"
    logged = ClubEntry.objects.count()
    assert second_factor.confirm(bob, wrong) == []
    assert not second_factor.is_on(bob)
    assert ClubEntry.objects.count() == logged
    assert len(second_factor.confirm(bob, code(bob))) == second_factor.CODES
    assert ClubEntry.objects.count() == logged + 1


def test_a_club_is_not_made_without_the_first_entry_of_its_log(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = Sent("k" * 16, "c")
    with monkeypatch.context() as failing:
        fails_at(failing, 1)
        with pytest.raises(OperationalError):
            organise.found_club("新俱乐部", cast.alice, cast.director, sent)
    assert not Club.objects.filter(name="新俱乐部").exists()
    made = organise.found_club("新俱乐部", cast.alice, cast.director, sent)
    assert organise.found_club("新俱乐部", cast.alice, cast.director, sent) == made
    assert [entry.verb for entry in made.log.all()] == ["create_club"]
    assert made.memberships.get().user == cast.alice
    assert verify_club(Club.objects.get(pk=made.pk)) == []


def test_a_role_elsewhere_that_comes_meanwhile_keeps_the_codes_on(cast: Cast, bob: User) -> None:
    with_factor(bob)
    elsewhere(bob)
    with pytest.raises(Refused) as refused:
        second_factor.switch_off_for(cast.club, bob, cast.alice)
    assert [one.code for one in refused.value.problems] == [AccountReason.ACCOUNT_ELSEWHERE]
    assert second_factor.is_on(bob)


@pytest.mark.parametrize("page", ["desk_password", "desk_second_factor_off"])
def test_a_role_elsewhere_that_comes_meanwhile_is_told_on_the_page(
    cast: Cast, bob: User, client: Client, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_factor(bob)
    real = club_accounts.password_problem
    asked: list[object] = []

    def comes_after_the_page_asked(*args: Any) -> Any:
        problem = real(*args)
        if not asked:
            asked.append(elsewhere(bob))
        return problem

    monkeypatch.setattr(club_accounts, "password_problem", comes_after_the_page_asked)
    client.force_login(cast.alice)
    answer = client.post(reverse(page, args=[cast.club.uid, bob.uid]), follow=True)
    assert answer.status_code == 200
    assert [message.level_tag for message in answer.context["messages"]] == ["error"]
    assert second_factor.is_on(bob)


def test_the_sites_that_another_owner_laid_down_meanwhile_are_kept(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(cast.alice)
    unchanged = views.is_unchanged

    def meanwhile(*args: Any) -> bool:
        club = Club.objects.get(pk=cast.club.pk)
        organise.set_embed_origins(club, SYSTEM, ["https://first.example"])
        return unchanged(*args)

    monkeypatch.setattr(embedding, "is_unchanged", meanwhile)
    page = reverse("desk_club_sites", args=[cast.club.uid])
    sent, english = {"origins": "https://second.example"}, {"accept-language": "en"}
    answer: Any = client.post(page, sent, headers=english)
    assert answer.status_code == 200
    (problem,) = answer.context["form"].non_field_errors()
    assert problem.startswith("Somebody else saved this in the meantime")
    cast.club.refresh_from_db()
    assert cast.club.embed_origins == ["https://first.example"]
