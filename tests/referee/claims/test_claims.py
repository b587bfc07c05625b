"""Claims: who has to accept one, what a contested one holds, and what the referee decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from referee.base.refusals import Code, CodedRefusal
from referee.calls import calls
from referee.calls.calls import CallDetails
from referee.claims import claims, texts
from referee.claims.reported import claim_problems
from referee.models import CallReason, Claim, ClaimDecision, Sheet
from referee.sheets import entry
from scoring.problems import ProblemCode
from tests.cast import Cast
from tests.referee.hall import Hall
from tests.toy_game import ToyCode, toy_registered
from tournaments import organise, wording
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import Hold, Result, Round
from web.publish.rulings import stories

SCORING = [*(f"H{rank}" for rank in "23456789"), "H10", "HJ", "HQ", "HK", "HA"]
TOY_WORDS: wording.Words = {
    ToyCode.TRICKS: "tricks: %(points)s",
    ToyCode.NOT_THIRTEEN: "There are thirteen tricks.",
    ToyCode.TRICK_VALUE: "A trick counts %(points)s.",
}


@pytest.fixture
def hall(cast: Cast) -> Iterator[Hall]:
    """A hall of the toy game, which takes any claim as it is."""
    wording.register(ToyCode, TOY_WORDS)
    with toy_registered() as toy:
        event = cast.event
        event.game = event.ruleset.game = toy.name
        event.ruleset.rules = toy.rules({"value": 2}).as_dict()
        event.ruleset.save()
        event.save()
        yield Hall.of(cast)
    wording.unregister(ToyCode)


def claimed(accepted: list[str], **facts: Any) -> Mapping[str, Any]:
    """Return a report in which North claims the rest after the ninth trick."""
    claim = {"seat": "N", "after_trick": 9, "kind": "all", "accepted": accepted, **facts}
    return {"won": {"N": 7, "W": 6}, "claim": claim}


def taken(hall: Hall, report: Mapping[str, Any]) -> Sheet:
    return entry.submit(writer=hall.official(), sealed=hall.sheet(report=report, recorder="W"))


@pytest.mark.full
@pytest.mark.databases
def test_a_claim_that_everybody_accepted_becomes_the_result(hall: Hall) -> None:
    sealed = hall.sheet(report=claimed(["W", "S", "E"]), recorder="N")
    writer = hall.writer()
    assert entry.submit(writer=writer, sealed=sealed).sound
    assert entry.confirm(writer=writer, sealed=hall.agreement(sealed)).result is not None
    assert Result.live.get().kind == Result.Kind.CLAIMED
    assert Claim.objects.get().accepted == ["W", "S", "E"]
    assert not Hold.objects.exists()
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
@pytest.mark.parametrize("accepted", [[], ["W"], ["W", "S", "N"]])
def test_a_claim_waits_for_everybody_who_has_to_accept_it(hall: Hall, accepted: list[str]) -> None:
    sheet = taken(hall, claimed(accepted))
    (problem,) = sheet.problems
    assert problem["code"] == Code.CLAIM_NOT_ACCEPTED
    assert set(problem["seats"]) == {"W", "S", "E"} - set(accepted)
    assert [claim.sheet for claim in claims.waiting_claims(hall.cast.tournament)] == [sheet]


@pytest.mark.full
def test_more_claims_take_no_more_queries(
    hall: Hall, client: Client, django_assert_max_num_queries: Any
) -> None:
    client.force_login(hall.cast.bob)
    page = reverse("referee_overview", args=[hall.cast.tournament.uid])
    taken(hall, claimed([]))
    with CaptureQueriesContext(connection) as of_one:
        client.get(page)
    for table in hall.tables:
        sealed = hall.sheet(hall.deal(2, table), claimed([]), recorder="W")
        entry.submit(writer=hall.official(), sealed=sealed)
    with django_assert_max_num_queries(len(of_one)):
        answer = client.get(page)
    assert len(answer.context["claims"]) == 3


def test_a_claim_without_its_trick_is_said_again(hall: Hall) -> None:
    report = claimed(["W", "S", "E"], contested=True)
    untimed = {**report, "claim": {**report["claim"], "after_trick": None}}
    codes = [problem["code"] for problem in taken(hall, untimed).problems]
    assert codes == [Code.CLAIM_WITHOUT_TRICK, ProblemCode.CLAIM_CONTESTED]
    assert not Hold.objects.exists()
    # The plays tell it where they are written down.
    with_plays = {**untimed, "plays": [["N", "C2"]]}
    assert Code.CLAIM_WITHOUT_TRICK not in {
        problem.code for problem in claim_problems(with_plays, dict.fromkeys("NWSE", 1))
    }


def test_a_claim_of_none_says_who_was_to_get_which_card() -> None:
    shares = {"N": ["SQ"], "E": ["HA", "HK"]}
    claim = Claim(seat="W", kind="none", after_trick=8, allocation=shares, contested=True)
    with translation.override("en"):
        words = texts.claim_text(claim)
    assert "claimed to win none of the rest: ♠Q to North" in words
    assert "♥K" in words
    assert "♠Q" not in texts.claim_text(claim, sealed=True)


def test_a_partner_is_not_asked() -> None:
    pairs = {"N": 1, "W": 2, "S": 1, "E": 2}
    assert claim_problems(claimed(["W", "E"]), pairs) == []


@pytest.mark.full
def test_what_is_no_claim_is_said_to_be_none(hall: Hall) -> None:
    for claim in (5, {}, {"seat": "X", "kind": "all"}, {"seat": "N", "kind": "some"}):
        (problem,) = taken(hall, {**claimed([]), "claim": claim}).problems
        assert problem["code"] == Code.CLAIM_UNREADABLE
    assert not Claim.objects.exists()


@pytest.mark.full
@pytest.mark.databases
def test_a_contested_claim_holds_its_deal_until_the_referee_has_decided(hall: Hall) -> None:
    sheet = taken(hall, claimed(["W"], contested=True))
    assert [problem["code"] for problem in sheet.problems] == [ProblemCode.CLAIM_CONTESTED]
    (hold,) = Hold.objects.filter(released_at=None)
    assert (hold.deal, hold.code, hold.blocks) == (hall.deal(), "claim", True)
    with pytest.raises(Refused) as refused:
        organise.close_round(hall.round, hall.cast.director)
    assert Reason.HOLDS_OPEN in [problem.code for problem in refused.value.problems]
    decision = claims.decide(sheet.claim, hall.cast.bob, {"W": ["SQ"]}, "W was sure of it", "§12")
    result = Result.live.get()
    assert (result.kind, result.origin_label, result.uid) == ("claimed", "claim", decision.result)
    assert result.facts["claim"]["allocation"] == {"W": ["SQ"]}
    assert not Hold.objects.filter(released_at=None).exists()
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_decision_answers_the_call_that_came_with_the_claim(hall: Hall) -> None:
    lease, deal = hall.lease(), hall.deal()
    call = calls.call_referee(lease, "contested", CallDetails(CallReason.CLAIM, deal=deal.uid))
    other = calls.call_referee(hall.lease(hall.tables[1]), "other", CallDetails(CallReason.CLAIM))
    claim = taken(hall, claimed(["W"], contested=True)).claim
    claims.decide(claim, hall.cast.bob, {"W": ["SQ"]}, "W was sure of it")
    assert [waiting.call for waiting in calls.open_calls(hall.cast.tournament)] == [other]
    (done,) = calls.done_calls(hall.cast.tournament, 5)
    assert (done.call, done.newest.official) == (call, hall.cast.bob)
    newest = hall.cast.tournament.log.order_by("seq").last()
    assert newest is not None
    assert (newest.verb, newest.seq) == ("decide_claim", hall.cast.tournament.log.count())
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_decision_leaves_a_call_about_something_else(hall: Hall) -> None:
    details = CallDetails(CallReason.IRREGULARITY, deal=hall.deal().uid)
    calls.call_referee(hall.lease(), "revoke", details)
    claim = taken(hall, claimed(["W"], contested=True)).claim
    claims.decide(claim, hall.cast.bob, {}, "clear")
    assert len(calls.open_calls(hall.cast.tournament)) == 1


@pytest.mark.full
def test_a_claim_is_decided_once_and_with_a_reason(hall: Hall) -> None:
    claim = taken(hall, claimed([], contested=True)).claim
    with pytest.raises(Refused) as refused:
        claims.decide(claim, hall.cast.bob, {}, " ")
    assert [problem.code for problem in refused.value.problems] == [Reason.REASON_MISSING]
    claims.decide(claim, hall.cast.bob, {}, "clear")
    with pytest.raises(Refused) as refused:
        claims.decide(claim, hall.cast.bob, {}, "clear")
    assert [problem.code for problem in refused.value.problems] == [Code.CLAIM_DECIDED]
    assert ClaimDecision.objects.count() == 1


@pytest.mark.full
def test_a_claim_is_not_decided_over_a_result_that_came_since(hall: Hall) -> None:
    claim = taken(hall, claimed([], contested=True)).claim
    sealed, writer = hall.sheet(report={"won": {"N": 13}}, recorder="referee"), hall.official()
    entry.submit(writer=writer, sealed=sealed)
    entry.confirm(writer=writer, sealed=hall.agreement(sealed, "referee"), reason="seen")
    assert claim.uid not in claims.waiting_in(claim.deal)
    with pytest.raises(Refused) as refused:
        claims.decide(claim, hall.cast.bob, {}, "too late")
    assert [problem.code for problem in refused.value.problems] == [Code.CLAIM_OVER]


@pytest.mark.databases
def test_a_claim_is_not_decided_in_a_round_that_was_withdrawn_since_it_was_fetched(
    hall: Hall,
) -> None:
    claim = taken(hall, claimed([], contested=True)).claim
    assert claim.deal.sitting.segment.match.round.state == Round.State.PUBLISHED
    Round.objects.filter(pk=hall.round.pk).update(state=Round.State.CANCELLED)
    with pytest.raises(Refused) as refused:
        claims.decide(claim, hall.cast.bob, {}, "heard at the table")
    assert [problem.code for problem in refused.value.problems] == [Reason.ROUND_NOT_IN_PLAY]
    assert not ClaimDecision.objects.exists()


@pytest.mark.full
def test_a_sheet_that_is_not_of_the_table_holds_nothing(hall: Hall) -> None:
    sealed = hall.sheet(report=claimed([], contested=True))
    entry.submit(writer=hall.writer(hall.tables[1]), sealed=sealed)
    assert not Hold.objects.exists()


@pytest.mark.full
def test_a_contested_claim_cannot_be_confirmed(hall: Hall) -> None:
    sealed, writer = hall.sheet(report=claimed([], contested=True)), hall.writer()
    entry.submit(writer=writer, sealed=sealed)
    with pytest.raises(CodedRefusal):
        entry.confirm(writer=writer, sealed=hall.agreement(sealed))
    assert not Result.objects.exists()


@pytest.mark.full
def test_the_story_tells_the_claim_and_the_decision(hall: Hall) -> None:
    claim = taken(hall, claimed([], contested=True)).claim
    decision = claims.decide(claim, hall.cast.bob, {"S": SCORING[:2]}, "clear", "§3")
    story = stories.decision_stories([decision.uid])[decision.uid]
    assert [word for word in ("♥2 ♥3", "clear", "§3") if word not in story] == []
    (notes,) = stories.note_claims([hall.deal().uid]).values()
    assert len(notes) == 2
