"""What the page of a deal proposes, and what its newest version changed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import Hall
from web.desk.deals.state import Proposed, proposed

DONE: Any = SimpleNamespace(done=True)
OPEN: Any = SimpleNamespace(done=False)


def sheet(*, can_count: bool = True, is_objected: bool = False) -> Any:
    return SimpleNamespace(
        form=object() if can_count else None, sheet=SimpleNamespace(is_objected=is_objected)
    )


def claim(*, waits: bool) -> Any:
    return SimpleNamespace(waits=waits)


def irregularity(ruled: str = "") -> Any:
    return SimpleNamespace(ruled=ruled)


@pytest.mark.parametrize(
    ("deal", "sheets", "claims", "found", "what"),
    [
        (OPEN, [], [], [], Proposed.ENTER),
        (DONE, [sheet(can_count=False)], [], [], Proposed.NOTHING),
        (OPEN, [sheet()], [], [], Proposed.CONFIRM),
        (OPEN, [sheet(is_objected=True)], [], [irregularity()], Proposed.CORRECT),
        (DONE, [sheet(can_count=False, is_objected=True)], [], [], Proposed.NOTHING),
        (OPEN, [sheet()], [], [irregularity()], Proposed.RULE),
        (OPEN, [sheet()], [], [irregularity("warned")], Proposed.CONFIRM),
        (OPEN, [sheet(is_objected=True)], [claim(waits=True)], [], Proposed.DECIDE_CLAIM),
        (DONE, [], [claim(waits=False)], [], Proposed.NOTHING),
    ],
)
def test_the_most_urgent_is_proposed(
    deal: Any, sheets: list[Any], claims: list[Any], found: list[Any], what: Proposed
) -> None:
    assert proposed(deal, sheets, claims, found) is what


@pytest.mark.full
def test_the_newest_version_stands_beside_the_one_before(hall: Hall, client: Client) -> None:
    deal = hall.deal()
    hall.cast.post(deal)
    won = NORTH_TAKES_THE_PIG["won"]
    report = {**NORTH_TAKES_THE_PIG, "won": {**won, "N": won["W"], "W": won["N"]}}
    hall.cast.post(deal, seen=1, report=report, reason="the pig was West's")
    client.force_login(hall.cast.bob)
    address = reverse("referee_deal", args=[hall.cast.tournament.uid, deal.uid])
    page = client.get(address, headers={"accept-language": "en"})
    change = page.context["change"]
    assert [shown.row.version for shown in change.pair] == [1, 2]
    assert {seat.label for seat in change.seats if seat.is_changed} == {"N", "W"}
    assert len(change.facts) == 2
    assert page.content.decode().count('class="differs"') == 4
    assert page.content.decode().count('class="felt felt-deal"') == 1
    assert page.context["proposed"] == ""


@pytest.mark.full
def test_a_form_about_a_deal_asks_for_its_felt(client: Client, hall: Hall) -> None:
    deal = hall.deal()
    client.force_login(hall.cast.alice)
    hall.cast.post(deal)
    tournament, event = hall.cast.tournament, hall.cast.event
    felt = reverse("referee_deal_felt", args=[tournament.uid, deal.uid])
    rule = reverse("referee_rule_case", args=[tournament.uid, event.uid])
    for address in (
        f"{rule}?deal={deal.uid}",
        reverse("referee_adjust", args=[tournament.uid, deal.uid]),
    ):
        assert f'data-live="{felt}"' in client.get(address).content.decode()
    assert (
        "data-live"
        not in client.get(rule).content.decode().partition("<main")[2].partition("ruling-form")[2]
    )

    answer = client.get(felt)
    assert 'class="felt felt-deal"' in answer.content.decode()
    assert client.get(felt, headers={"if-none-match": answer["ETag"]}).status_code == 304
