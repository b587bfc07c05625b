"""A page of a claim that was left open: it says who ended the claim, when, and what comes next."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from referee.claims import claims, hands
from referee.models import Claim, ClaimDecision
from referee.sheets import entry
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.claims.test_hands import captured, claimed, ended
from tests.referee.hall import Hall
from tests.web.desk.deals import test_desk_entry
from tests.web.desk.deals.test_desk_entry import address, text

desk = test_desk_entry.desk
REASON = "nothing could be lost"


def decide(hall: Hall, claim: Claim) -> None:
    """Give the claimant all, as Alice."""
    out = {claim.seat: hands.still_out(claim)}
    claims.decide(claim, hall.cast.alice, out, REASON)


def said(hall: Hall, claim: Claim) -> str:
    """How the messages begin once Alice has decided a claim."""
    at = timezone.localtime(ClaimDecision.objects.get(claim=claim).created_at, hall_zone(hall))
    return f"alice decided this claim at {at:%H:%M}. The referee decided:"


def hall_zone(hall: Hall) -> ZoneInfo:
    return ZoneInfo(hall.cast.tournament.time_zone)


@pytest.mark.full
def test_opened_or_sent_it_says_who_decided_what_and_leads_to_the_deal(
    hall: Hall, desk: Client
) -> None:
    claim = claimed(hall, ended())
    sent = {"claim": claim.uid, "reason": "West had an entry", f"gets_{claim.seat}": ""}
    decide(hall, claim)
    where = address(hall, "referee_claim")
    for answer in (desk.get(where, follow=True), desk.post(where, sent, follow=True)):
        assert answer.redirect_chain == [(address(hall, "referee_deal"), 302)]
        assert said(hall, claim) in text(answer)
        assert REASON in text(answer)
        assert "To change the result, correct the deal, give an adjusted score" in text(answer)
    assert "You wrote: West had an entry" in text(answer)
    for name in ("referee_claim_hands", "referee_claim_search", "referee_claim_play_on"):
        assert said(hall, claim) in text(desk.post(address(hall, name), sent, follow=True))


@pytest.mark.full
def test_who_was_faster_under_the_lock_is_named_too(
    hall: Hall, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    claim = claimed(hall, ended())
    where, out = address(hall, "referee_claim"), " ".join(hands.still_out(claim))
    sent = {"claim": claim.uid, "reason": "as claimed", f"gets_{claim.seat}": out}
    looked = desk.post(where, sent).context["deciding"]["previewed"].value()
    decides = claims.decide

    def faster(late: Claim, *decision: Any) -> Any:
        first = Claim.objects.select_related("sheet", "deal__event").get(pk=late.pk)
        decides(first, hall.cast.alice, {first.seat: hands.still_out(first)}, REASON)
        return decides(late, *decision)

    monkeypatch.setattr(claims, "decide", faster)
    answer = desk.post(where, {**sent, "previewed": looked, "apply": "1"}, follow=True)
    assert said(hall, claim) in text(answer)


@pytest.mark.full
def test_another_claim_of_the_deal_is_led_to(hall: Hall, desk: Client) -> None:
    first = claimed(hall, ended(contested=False))
    second = claimed(hall, captured(ended()))
    assert claims.waiting_in(hall.deal()) == {second.uid}
    sent = {"claim": first.uid, "reason": "as claimed"}
    answer = desk.post(address(hall, "referee_claim"), sent, follow=True)
    assert answer.redirect_chain == [(address(hall, "referee_claim"), 302)]
    assert "The table sent a newer sheet at" in text(answer)
    assert "Another claim of this deal awaits a decision" in text(answer)


@pytest.mark.full
def test_a_newer_sheet_of_the_table_is_named(hall: Hall, desk: Client) -> None:
    claim = claimed(hall, {**captured(ended(contested=False))})
    entry.submit(writer=hall.writer(), sealed=hall.sheet(report=NORTH_TAKES_THE_PIG))
    assert claim.uid not in claims.waiting_in(hall.deal())
    answer = desk.get(address(hall, "referee_claim"), follow=True)
    assert "The table sent a newer sheet at" in text(answer)
