"""An agreed claim is opened again within the correction period, and decided or left as it was."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee.base.refusals import Code
from referee.base.verbs import Verb
from referee.claims import claims, reopening
from referee.models import Claim
from referee.rulings import corrections
from referee.sheets import entry
from tests.cast import Cast
from tests.referee.claims.test_claim_states import EVERYBODY, course, held, report, sent
from tests.referee.hall import Hall
from tests.toy_game import ToyCode, toy_registered
from tournaments import wording
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import Result, ResultKind, Round
from tournaments.record.audit import SYSTEM, change


@pytest.fixture
def hall(cast: Cast) -> Iterator[Hall]:
    """A hall of the toy game, which takes any claim as it is."""
    wording.register(ToyCode, dict.fromkeys(ToyCode, "-"))
    with toy_registered() as toy:
        event = cast.event
        event.game = event.ruleset.game = toy.name
        event.ruleset.rules = toy.rules({"value": 2}).as_dict()
        event.ruleset.save()
        event.save()
        yield Hall.of(cast)
    wording.unregister(ToyCode)


def agreed(hall: Hall) -> Claim:
    """Have the table agree on a claim and confirm its sheet."""
    sealed, writer = hall.sheet(report=report(accepted=EVERYBODY)), hall.writer()
    sheet = entry.submit(writer=writer, sealed=sealed)
    entry.confirm(writer=writer, sealed=hall.agreement(sealed))
    claim = Claim.objects.get(sheet=sheet)
    claim.deal.refresh_from_db()
    return claim


def reread(claim: Claim) -> Claim:
    return Claim.objects.select_related("deal__event__tournament", "sheet").get(pk=claim.pk)


def codes_of(refused: pytest.ExceptionInfo[Refused]) -> list[Any]:
    return [problem.code for problem in refused.value.problems]


@pytest.mark.full
@pytest.mark.databases
def test_a_claim_that_was_opened_again_is_decided_with_reasons(hall: Hall) -> None:
    claim = agreed(hall)
    before = Result.live.get(deal=claim.deal)
    reopening.reopen(claim, hall.cast.bob, "the ace was won already")
    assert course(claim) == ["stated", "agreed", "reopened"]
    assert held(claim.deal)
    assert Result.live.get(deal=claim.deal) == before, "the result stands until it is decided"
    claims.decide(reread(claim), hall.cast.bob, {}, "the ace counts for East")
    assert course(claim)[-1] == "decided"
    assert not held(claim.deal)
    after = Result.live.get(deal=claim.deal)
    assert after.version == before.version + 1
    assert after.facts["claim"]["decided"]["reason"] == "the ace counts for East"
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
@pytest.mark.databases
def test_a_claim_that_was_opened_again_can_stand_as_agreed(hall: Hall) -> None:
    claim = agreed(hall)
    reopening.reopen(claim, hall.cast.bob, "they say so")
    reopening.keep_agreement(claim, hall.cast.bob, "it could be lost")
    assert course(claim) == ["stated", "agreed", "reopened", "agreed"]
    assert not held(claim.deal)
    assert Result.live.get(deal=claim.deal).version == 1
    with pytest.raises(Refused) as refused:
        reopening.keep_agreement(claim, hall.cast.bob, "again")
    assert codes_of(refused) == [Code.CLAIM_OVER]


@pytest.mark.full
def test_only_an_agreed_claim_that_the_result_follows_is_opened_again(hall: Hall) -> None:
    contested = sent(hall, report(contested=True)).claim
    with pytest.raises(Refused) as refused:
        reopening.reopen(contested, hall.cast.bob, "")
    assert codes_of(refused) == [Reason.REASON_MISSING, Code.CLAIM_NOT_AGREED]


@pytest.mark.full
def test_a_result_that_was_changed_since_is_corrected_and_its_claim_stays(hall: Hall) -> None:
    claim = agreed(hall)
    corrections.rule(claim.deal, hall.cast.bob, ResultKind.VOID, "cards fell", seen=1)
    with pytest.raises(Refused) as refused:
        reopening.reopen(reread(claim), hall.cast.bob, "the ace was won already")
    assert codes_of(refused) == [Code.CLAIM_NOT_AGREED]


@pytest.mark.full
def test_nobody_plays_on_a_deal_that_was_scored(hall: Hall) -> None:
    claim = agreed(hall)
    reopening.reopen(claim, hall.cast.bob, "the ace was won already")
    with pytest.raises(Refused):
        claims.let_play_on(reread(claim), hall.cast.bob, "they want to")
    assert course(claim)[-1] == "reopened"


@pytest.mark.full
@pytest.mark.parametrize("plays_on", [False, True])
def test_a_newer_sheet_leaves_a_claim_that_is_open_again_to_the_referee(
    hall: Hall, plays_on: bool
) -> None:
    claim = agreed(hall)
    reopening.reopen(claim, hall.cast.bob, "the ace was won already")
    with change(hall.cast.tournament, SYSTEM, Verb.SUBMIT_SHEET) as made:
        claims.take_back_earlier(made, claim.deal, plays_on=plays_on)
    assert course(claim)[-1] == "reopened"
    assert held(claim.deal)


@pytest.mark.full
def test_a_correction_ends_a_claim_that_is_open_again(hall: Hall) -> None:
    claim = agreed(hall)
    reopening.reopen(claim, hall.cast.bob, "the ace was won already")
    corrections.rule(reread(claim).deal, hall.cast.bob, ResultKind.VOID, "cards fell", seen=1)
    assert course(claim)[-1] == "cancelled"
    assert not held(claim.deal)


@pytest.mark.full
def test_the_referee_opens_it_on_the_page_of_the_deal_until_the_period_is_over(
    hall: Hall, client: Client
) -> None:
    claim = agreed(hall)
    tournament, deal = hall.cast.tournament, claim.deal
    client.force_login(hall.cast.bob)
    page = reverse("referee_deal", args=[tournament.uid, deal.uid])
    address = reverse("referee_claim_reopen", args=[tournament.uid, deal.uid])
    assert "?action=reopen#claims" in client.get(page).content.decode()
    assert address in client.get(page, {"action": "reopen"}).content.decode()
    data = {"claim": claim.uid, "reason": ""}
    assert client.post(address, data, follow=True).redirect_chain[0][0] == page
    assert course(claim)[-1] == "agreed"
    answer = client.post(address, {**data, "reason": "the ace was won"}, follow=True)
    assert reverse("referee_claim_keep", args=[tournament.uid, deal.uid]) in answer.content.decode()
    keep = reverse("referee_claim_keep", args=[tournament.uid, deal.uid])
    client.post(keep, {**data, "reason": "it was not"})
    assert course(claim)[-1] == "agreed"
    long_ago = timezone.now() - timedelta(days=1)
    Round.objects.filter(event=hall.cast.event).update(state="closed", closed_at=long_ago)
    assert client.post(address, {**data, "reason": "late"}).status_code == 403
    assert course(claim)[-1] == "agreed"
