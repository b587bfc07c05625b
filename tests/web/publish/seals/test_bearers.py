"""Whose seals are shown, and where the mark of the club stands for one that a name lacks."""

from __future__ import annotations

import pytest

from tournaments.models import Person
from web.publish.seals import bearers
from web.publish.seals.bearers import NONE, seals_of_bearers

UID = "0" * 12


@pytest.mark.usefixtures("serif_face")
@pytest.mark.parametrize(
    ("names", "seals", "by_club"),
    [
        (["赵敏"], 1, False),
        (["赵敏", "欧阳修"], 2, False),
        (["韩雪 #37"], 1, False),
        (["Ann Lee"], 0, True),
        (["赵敏", "Ann Lee"], 0, True),
        (["𠮷田"], 0, True),
        ([Person.BLANKED], 0, False),
        (["赵敏", Person.BLANKED], 0, False),
        ([], 0, False),
    ],
    ids=str,
)
def test_a_name_without_a_seal_is_stood_for_and_who_is_blanked_is_not(
    names: list[str], seals: int, by_club: bool
) -> None:
    shown = seals_of_bearers([(name, UID) for name in names])
    assert (len(shown.seals), shown.by_club) == (seals, by_club)


def test_without_the_face_nothing_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bearers, "serif", lambda: None)
    assert seals_of_bearers([("赵敏", UID)]) == seals_of_bearers([("Ann", UID)]) == NONE
