"""Who sits in the committee that hears an appeal."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from referee.appeals import committees
from referee.base.refusals import Code
from tournaments.models import User

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
