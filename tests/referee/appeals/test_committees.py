"""Who sits in the committee that hears an appeal."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.appeals import committees
from referee.base.refusals import Code
from referee.models import AppealMember
from tests.cast import Cast, account
from tests.referee.appeals.test_appeals import Hall
from tournaments import organise
from tournaments.models import Membership, Role, User

LI: Any = User(username="li")
NOBODY: Any = SimpleNamespace(by=frozenset(), parties=frozenset())


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        (["Li Lei", "LI LEI", "LiLei"], ["Li Lei"]),
        (["  李  雷 ", "李雷"], ["李 雷"]),
        (["Straße", "STRASSE", "Lin"], ["Straße", "Lin"]),
        (["", "  ", "Lin"], ["Lin"]),
    ],
)
def test_one_name_is_one_member_however_it_is_spelt(typed: list[str], named: list[str]) -> None:
    assert [member.name for member in committees.members_of(typed, ())] == named


def test_an_account_is_one_member(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(User, "called", "Li Lei")
    (member,) = committees.members_of(["LILEI", "li lei"], [LI])
    assert member.user is LI


@pytest.mark.django_db
def test_three_spellings_are_no_committee_of_three() -> None:
    members = committees.members_of(["Li Lei", "LI LEI", "LiLei"], ())
    found = committees.problems(NOBODY, members)
    assert [problem.code for problem in found] == [Code.COMMITTEE_TOO_SMALL]


@pytest.mark.full
def test_who_hears_is_an_account_by_a_role_held_here_or_in_the_club(
    cast: Cast, client: Client
) -> None:
    """A scorer who is referee elsewhere was recorded for good, the club's owner never."""
    hall = Hall(cast)
    dora, erin, judge = map(account, ("dora", "erin", "judge"))
    for user, place, role in (
        (dora, {"tournament": cast.tournament}, Role.SCORER),
        (erin, {"club": cast.club}, Role.REFEREE),
        (judge, {"tournament": cast.tournament}, Role.JURY),
    ):
        Membership.objects.create(user=user, role=role, **place)
    elsewhere = organise.create_tournament(
        cast.club, cast.director, name="别处", starts_on=cast.tournament.starts_on, time_zone="UTC"
    )
    Membership.objects.create(user=dora, tournament=elsewhere, role=Role.REFEREE)
    named = [cast.alice, dora, erin, judge]
    appeal = hall.appeal()
    client.force_login(hall.chief)
    where = reverse("referee_appeal", args=[cast.tournament.uid, appeal.uid])
    typed = "\n".join(account.called for account in named)
    client.post(where, {"step": "hear", "seen": 1, "matter": "fact", "committee": typed})
    # The step was taken: what is typed for it once more is shown again.
    late = client.post(where, {"step": "reply", "seen": 1, "text": "晚了一步"}, follow=True)
    assert "晚了一步" in late.content.decode()
    members = AppealMember.objects.filter(step__appeal=appeal).order_by("pk")
    assert [row.user for row in members] == [cast.alice, None, erin, judge]
