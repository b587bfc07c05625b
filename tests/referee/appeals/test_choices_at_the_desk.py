"""The forms of an appeal ask only what can be decided in it, and open what a choice needs."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.appeals import committees, hearing
from referee.appeals.states import StepRequest
from referee.models import Appeal, Matter
from referee.rulings import corrections
from tests.referee.appeals import looked_at
from tests.referee.appeals.test_appeals import JURY
from tests.referee.appeals.test_appeals_of_rulings import appeal_against
from tests.referee.hall import Hall
from tests.referee.rulings.deciding import test_cases as rulings
from tournaments.models import User


def asked(desk: Client, appeal: Appeal) -> Any:
    return desk.get(looked_at.page_of(appeal)).context["forms"]["decide"]


def heard(hall: Hall, chief: User, matter: Matter, label: str = "N") -> Appeal:
    """An appeal against a ruling with a penalty, heard by a committee."""
    appeal = appeal_against(hall, rulings.rule(hall, "R-02", label=label), key=label)
    turn = StepRequest(chief, appeal.steps.count())
    hearing.hear(appeal, turn, matter, committees.members_of(JURY, ()))
    return appeal


@pytest.mark.full
@pytest.mark.parametrize(
    ("matter", "decisions", "opened"),
    [
        (
            Matter.FACT,
            ["upheld", "varied", "overturned", "recommend"],
            {"varied": ["level", "points"]},
        ),
        (Matter.LAW, ["upheld", "recommend"], {}),
        (Matter.DISCIPLINE, ["upheld", "overturned", "recommend"], {}),
    ],
)
def test_only_what_can_be_decided_is_asked(
    hall: Hall,
    chief: User,
    desk: Client,
    matter: Matter,
    decisions: list[str],
    opened: dict[str, list[str]],
) -> None:
    form = asked(desk, heard(hall, chief, matter))
    assert [choice.data["value"] for choice, _fields in form.choices] == decisions
    assert {
        choice.data["value"]: [field.name for field in fields]
        for choice, fields in form.choices
        if fields
    } == opened
    assert {"level", "points"} & set(form.fields) == set(opened.get("varied", []))


def test_decisions_on_others_are_folded(hall: Hall, chief: User, desk: Client) -> None:
    """Who appeals reads their own first; all of them are still there."""
    rulings.rule(hall, "R-02")
    other = hall.deal(table=hall.tables[1])
    corrections.rule(other, hall.cast.bob, "void", "散牌", seen=1)
    where = reverse("referee_appeal_lodge", args=[hall.cast.tournament.uid, hall.cast.event.uid])
    page = desk.get(f"{where}?entry={rulings.offender(hall).entry.uid}")
    form = page.context["form"]
    others = [choice.data["value"] for choice in form.other_grounds]
    assert f"result:{other.results.get(version=2).uid}" in others
    assert [choice.data["value"][:7] for choice in form.own_grounds][:1] == ["ruling:"]
    assert page.text.count('name="ground"') == len(form.fields["ground"].choices)
    assert not form.is_other
