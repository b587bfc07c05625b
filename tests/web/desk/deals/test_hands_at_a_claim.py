"""What the referee sees of the hands at a claim, on the page of its deal and on its own."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from referee.claims import claims, hands
from referee.models import Claim
from tests.referee.claims.test_hands import captured, claimed, ended
from tests.referee.hall import Hall
from tests.web.desk.deals import test_desk_entry
from tests.web.desk.deals.test_desk_entry import address, text

desk = test_desk_entry.desk


def shown(desk: Client, hall: Hall) -> tuple[Any, str]:
    """The hands at the claim on the page of the deal, and the words of that page."""
    answer = desk.get(address(hall, "referee_deal"))
    return answer.context["at_claim"], text(answer)


@pytest.mark.full
def test_the_remaining_hands_lie_on_the_felt_beside_the_claim(hall: Hall, desk: Client) -> None:
    claim = claimed(hall, ended(objecting=["S"]))
    at, page = shown(desk, hall)
    faced = hands.faced_hands(claim)
    assert {label: set(cards) for label, cards in at.felt.hands} == {
        label: set(cards) for label, cards in faced.hands.items()
    }
    assert "What each seat still holds." in page
    assert "objects" in page


@pytest.mark.full
def test_of_captures_alone_it_shows_them_and_asks_for_the_hands(hall: Hall, desk: Client) -> None:
    claimed(hall, captured(ended()))
    at, page = shown(desk, hall)
    assert not at.felt.hands
    assert any(at.felt.piles.values())
    assert "the remaining hands are not recorded." in page
    assert f'href="{address(hall, "referee_claim")}#hands"' in page
    own = text(desk.get(address(hall, "referee_claim")))
    assert "felt-deal" in own
    assert own.partition('class="claim-out"')[2].count("data-card") == len(at.still_out)
    assert "won so far" not in own
    assert 'class="open-list claim-seats"' in own
    assert '<span class="seat-label">' not in own.partition("claim-seats")[2].partition("</ul>")[0]
    assert "Hand not recorded" not in own


@pytest.mark.full
def test_hands_without_plays_are_those_that_were_dealt(hall: Hall, desk: Client) -> None:
    report = ended()
    claimed(hall, {**captured(report), "hands": report["hands"]})
    at, page = shown(desk, hall)
    assert {label: len(cards) for label, cards in at.felt.hands} == dict.fromkeys("NWSE", 13)
    assert "The hands as dealt" in page


@pytest.mark.full
def test_no_felt_is_empty(hall: Hall, desk: Client) -> None:
    report: dict[str, Any] = {"won": {}, "claim": ended()["claim"]}
    claimed(hall, report)
    at, page = shown(desk, hall)
    assert at.felt is None
    assert "No card is recorded." in page


@pytest.mark.full
def test_a_decided_claim_shows_none(hall: Hall, desk: Client) -> None:
    claim = claimed(hall, ended())
    out = hands.still_out(claim)
    claims.decide(claim, hall.cast.bob, {claim.seat: out}, "nothing could be lost")
    at, page = shown(desk, hall)
    assert at is None
    assert "The hands at the claim" not in page
    assert Claim.objects.count() == 1
