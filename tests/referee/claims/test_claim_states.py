"""The states of a claim: how far each has come, who may end it, and that every step is a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.claims import claims, policies, states
from referee.claims.policies import ClaimTreatment
from referee.claims.states import IllegalStep
from referee.models import Claim, ClaimAcceptors, ClaimMode, ClaimState, ClaimStep, Sheet
from referee.rulings import corrections
from referee.sheets import entry
from tests.cast import Cast
from tests.referee.hall import Hall
from tests.toy_game import ToyCode, toy_registered
from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.checks.verification import verify
from tournaments.models import Deal, Hold, Result, ResultKind
from tournaments.record.audit import Actor, change

EVERYBODY = ["W", "S", "E"]


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


def report(kind: str = "all", **facts: Any) -> Mapping[str, Any]:
    claim = {"seat": "N", "after_trick": 8, "kind": kind, "accepted": [], **facts}
    return {"won": {"N": 7, "W": 6}, "claim": claim}


def sent(hall: Hall, content: Mapping[str, Any], key: str = "") -> Sheet:
    """Hand in a sheet from the table's tablet."""
    sealed = hall.sheet(report=content, key=key)
    return entry.submit(writer=hall.writer(), sealed=sealed)


def course(claim: Claim) -> list[str]:
    return list(claim.steps.order_by("number").values_list("state", flat=True))


def held(deal: Deal) -> bool:
    return Hold.objects.filter(deal=deal, code="claim", released_at=None).exists()


@pytest.mark.full
@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (report(accepted=EVERYBODY), ["stated", "agreed"]),
        (report(accepted=["W"]), ["stated"]),
        (report(contested=True, objecting=["E"]), ["stated", "objected"]),
        (report("nothing_left"), ["stated", "agreed"]),
        (report("nothing_left", contested=True), ["stated", "agreed"]),
    ],
)
def test_how_far_a_claim_has_come_with_its_sheet(
    hall: Hall, content: Mapping[str, Any], wanted: list[str]
) -> None:
    claim = sent(hall, content).claim
    assert course(claim) == wanted
    assert states.state_of(claim) == wanted[-1]
    assert held(claim.deal) is (wanted[-1] != "agreed")
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_all_cards_won_is_agreed_at_once_and_nobody_votes(hall: Hall) -> None:
    """Scenario 6 of 7.11: the sheet is sound, and only the usual confirmation is wanted."""
    sealed, writer = hall.sheet(report=report("nothing_left")), hall.writer()
    assert entry.submit(writer=writer, sealed=sealed).sound
    assert entry.confirm(writer=writer, sealed=hall.agreement(sealed)).result is not None


@pytest.mark.full
def test_who_objects_is_written_down(hall: Hall) -> None:
    claim = sent(hall, report(contested=True, objecting=["S", "E"])).claim
    assert claim.steps.get(state="objected").seats == ["S", "E"]


@pytest.mark.full
def test_after_an_objection_the_table_neither_plays_on_nor_withdraws(hall: Hall) -> None:
    """Scenario 7 of 7.11: play has stopped, cards played after are void."""
    claim = sent(hall, report(contested=True)).claim
    for content in ({"won": {"N": 13}}, report(accepted=EVERYBODY)):
        later = sent(hall, content)
        assert Code.CLAIM_OBJECTED in [problem["code"] for problem in later.problems]
    assert course(claim) == ["stated", "objected"]
    assert claims.waiting_in(claim.deal) == {claim.uid}
    with pytest.raises(Refused) as refused:
        claims.let_play_on(claim, hall.cast.bob, "they want to")
    assert [problem.code for problem in refused.value.problems] == [Code.PLAY_ON_NOT_OFFERED]
    claims.decide(claim, hall.cast.bob, {}, "clear")
    assert course(claim) == ["stated", "objected", "decided"]
    assert claim.steps.get(state="decided").mode == ClaimMode.BRIDGE_DOUBT
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_a_claim_that_nobody_objected_to_is_withdrawn_by_a_sheet_without_it(hall: Hall) -> None:
    claim = sent(hall, report(accepted=["W"])).claim
    assert held(claim.deal)
    assert sent(hall, {"won": {"N": 13}}).sound
    assert course(claim) == ["stated", "withdrawn"]
    assert not held(claim.deal)


def test_a_claim_is_said_again_in_a_new_sheet(hall: Hall) -> None:
    first = sent(hall, report(accepted=["W"])).claim
    second = sent(hall, report(accepted=EVERYBODY)).claim
    assert course(first) == ["stated", "withdrawn"]
    assert course(second) == ["stated", "agreed"]


@pytest.mark.full
@pytest.mark.databases
def test_a_deal_that_is_voided_cancels_its_claim(hall: Hall) -> None:
    claim = sent(hall, report(contested=True)).claim
    corrections.rule(claim.deal, hall.cast.bob, ResultKind.VOID, "cards fell", seen=0)
    assert course(claim) == ["stated", "objected", "cancelled"]
    assert not held(claim.deal)
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_what_an_official_writes_instead_cancels_a_claim(hall: Hall) -> None:
    claim = sent(hall, report(contested=True)).claim
    sealed = hall.sheet(report={"won": {"N": 13}}, recorder="referee")
    entry.submit(writer=hall.official(), sealed=sealed)
    agreement = hall.agreement(sealed, "referee")
    entry.confirm(writer=hall.official(), sealed=agreement, reason="they mistook it")
    assert course(claim) == ["stated", "objected", "cancelled"]


@pytest.mark.full
def test_the_table_plays_on_with_the_hand_faced_where_the_event_says_so(hall: Hall) -> None:
    policies.set_policy(
        hall.cast.event, hall.cast.bob, ClaimTreatment(mode=ClaimMode.PLAY_ON_FACED)
    )
    claim = sent(hall, report(contested=True)).claim
    assert sent(hall, {"won": {"N": 13}}).sound
    assert course(claim) == ["stated", "objected", "decided"]
    assert claim.steps.get(state="decided").mode == ClaimMode.PLAY_ON_FACED
    assert not held(claim.deal)


@pytest.mark.full
def test_the_referee_has_the_table_play_on(hall: Hall) -> None:
    policies.set_policy(
        hall.cast.event, hall.cast.bob, ClaimTreatment(mode=ClaimMode.PLAY_ON_FACED)
    )
    claim = sent(hall, report(contested=True)).claim
    claims.let_play_on(claim, hall.cast.bob, "the line is in doubt")
    assert not held(claim.deal)
    assert sent(hall, {"won": {"N": 13}}).sound
    with pytest.raises(Refused) as refused:
        claims.let_play_on(claim, hall.cast.bob, "again")
    assert [problem.code for problem in refused.value.problems] == [Code.CLAIM_DECIDED]
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_the_table_plays_on_by_a_claim_that_waits_and_by_no_other(hall: Hall) -> None:
    policies.set_policy(
        hall.cast.event, hall.cast.bob, ClaimTreatment(mode=ClaimMode.PLAY_ON_FACED)
    )
    waits = sent(hall, report(contested=True)).claim
    idle = Claim.objects.create(deal=waits.deal, seat="N", kind="all", contested=True)
    with pytest.raises(Refused) as refused:
        claims.let_play_on(idle, hall.cast.bob, "the line is in doubt")
    assert [problem.code for problem in refused.value.problems] == [Code.CLAIM_DECIDED]
    assert held(waits.deal)


@pytest.mark.full
def test_nobody_claims_where_the_event_says_so(hall: Hall) -> None:
    policies.set_policy(hall.cast.event, hall.cast.bob, ClaimTreatment(mode=ClaimMode.DISALLOWED))
    sheet = sent(hall, report(accepted=EVERYBODY))
    assert [problem["code"] for problem in sheet.problems] == [Code.CLAIM_DISALLOWED]
    assert course(sheet.claim) == ["declared"]
    assert not held(sheet.deal)
    with pytest.raises(Refused) as refused:
        claims.decide(sheet.claim, hall.cast.bob, {}, "there is nothing to decide")
    assert [problem.code for problem in refused.value.problems] == [Code.CLAIM_OVER]
    assert sent(hall, {"won": {"N": 13}}).sound
    assert course(sheet.claim) == ["declared", "withdrawn"]


@pytest.mark.full
def test_the_referee_decides_every_claim_where_the_event_says_so(hall: Hall) -> None:
    policy = ClaimTreatment(acceptors=ClaimAcceptors.REFEREE)
    policies.set_policy(hall.cast.event, hall.cast.bob, policy)
    sheet = sent(hall, report(accepted=EVERYBODY))
    assert [problem["code"] for problem in sheet.problems] == [Code.CLAIM_TO_REFEREE]
    claims.decide(sheet.claim, hall.cast.bob, {}, "clear")
    assert course(sheet.claim) == ["stated", "decided"]


@pytest.mark.full
def test_a_claim_after_the_deal_was_scored_is_refused_with_its_reason(hall: Hall) -> None:
    sealed, writer = hall.sheet(report={"won": {"N": 13}}), hall.writer()
    entry.submit(writer=writer, sealed=sealed)
    entry.confirm(writer=writer, sealed=hall.agreement(sealed))
    late = entry.submit(writer=writer, sealed=hall.sheet(report=report(accepted=EVERYBODY), seen=1))
    codes = {problem["code"] for problem in late.problems}
    assert codes == {Code.RESULT_STANDS, Code.CLAIM_AFTER_SCORING}
    assert Result.live.count() == 1


def test_no_step_leads_where_none_may(hall: Hall) -> None:
    claim = sent(hall, report(accepted=EVERYBODY)).claim
    tournament, actor = hall.cast.tournament, Actor.from_user(hall.cast.bob)
    for state in set(ClaimState) - {ClaimState.REOPENED}:
        with pytest.raises(IllegalStep), change(tournament, actor, "decide_claim") as made:
            states.add_step(made, claim, state)
    assert ClaimStep.objects.filter(claim=claim).count() == 2


@pytest.mark.full
@pytest.mark.databases
def test_a_claim_of_before_steps_were_kept_has_a_state(hall: Hall) -> None:
    deal = hall.deal()
    old = [
        Claim.objects.create(deal=deal, seat="N", kind="all", contested=contested)
        for contested in (True, False)
    ]
    assert [states.state_of(claim) for claim in old] == [ClaimState.OBJECTED, ClaimState.STATED]
    with change(hall.cast.tournament, Actor.from_user(hall.cast.bob), "decide_claim") as made:
        states.add_step(made, old[0], ClaimState.DECIDED, mode=ClaimMode.BRIDGE_DOUBT)
    assert states.state_of(old[0]) == ClaimState.DECIDED
