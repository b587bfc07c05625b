"""声称: claims on the rest of a deal as rows: stored with a sheet, and decided by a referee.

A claim becomes a row when its sheet comes in. While it is contested, or those who have to accept
it have not, its sheet is not sound and the deal is held open: the referee decides who gets which
card, and the deal is posted with that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.expressions import Combinable

from referee.base import case_numbers
from referee.base.refusals import Code
from referee.base.verbs import BY_DECISION, Verb
from referee.calls import calls
from referee.claims import policies, states
from referee.claims.reported import ClaimFacts, is_whole, reported_claim
from referee.models import (
    CallReason,
    Claim,
    ClaimDecision,
    ClaimKind,
    ClaimMode,
    ClaimState,
    DecisionKind,
    Sheet,
)
from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Hold, Result, Tournament, User
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, change
from tournaments.rights import ruling_offices

HOLD: Final = "claim"
"""The code under which a deal is held while a claim waits for the referee."""


def store_claim(
    made: Change,
    sheet: Sheet,
    sides: Mapping[str, int],
    problems: Iterable[Problem],
    *,
    in_place: bool = True,
) -> Claim | None:
    """Store the claim of a sheet, and hold the deal open where the referee has to decide.

    An incomplete claim is only declared, and holds nothing: the table has to state it again. A
    sheet that is not `in_place`, of another table or out of date, holds nothing either.
    """
    facts = reported_claim(sheet.report, list(sides))
    if facts is None:
        return None
    claim = Claim.objects.create(
        deal=sheet.deal,
        sheet=sheet,
        seat=facts.seat,
        after_trick=facts.after_trick,
        kind=facts.kind,
        allocation=dict(facts.allocation),
        accepted=list(facts.accepted),
        contested=facts.contested,
    )
    made.made(claim)
    of_claim = list(problems)
    waits = any(row.field.startswith("claim") for row in of_claim)
    states.begin(made, claim, _first_states(facts, of_claim, waits=waits))
    if in_place and waits and is_whole(of_claim):
        ledger.hold(made, sheet.deal, HOLD, origin=ledger.Origin(claim.uid, BY_DECISION))
    return claim


def take_back_earlier(made: Change, deal: Deal, *, plays_on: bool) -> None:
    """End the claims of a deal that a newer sheet of its table leaves out or repeats.

    A claim that was objected to ends so only where the table plays on with hands faced.
    """
    for claim in states.open_claims(deal):
        state = states.state_of(claim)
        if state == ClaimState.REOPENED:
            continue
        if state == ClaimState.OBJECTED:
            if not plays_on:
                continue
            states.add_step(made, claim, ClaimState.DECIDED, mode=ClaimMode.PLAY_ON_FACED)
        else:
            states.add_step(made, claim, ClaimState.WITHDRAWN)
        ledger.release(made, HOLD, origin=ledger.Origin(claim.uid, BY_DECISION))


def made_in(deal: int) -> Combinable:
    """Return an expression: whether anybody has claimed in the deal of this key before."""
    return Exists(Claim.objects.filter(deal=deal))


def objected_in(deal: int) -> Combinable:
    """Return an expression: whether somebody objected to a claim of the deal of this key, and
    nothing is decided yet.
    """
    held = Hold.objects.filter(deal=deal, code=HOLD, released_at=None).values("origin_uid")
    return Exists(Claim.objects.filter(deal=deal, contested=True, uid__in=held))


def waiting_claims(tournament: Tournament) -> QuerySet[Claim]:
    """Return the claims that wait for the referee, the oldest first."""
    holds = Hold.objects.filter(tournament=tournament, code=HOLD, released_at=None)
    claims = Claim.objects.filter(uid__in=holds.values("origin_uid"))
    related = ("deal__event", "deal__sitting__table", "sheet", "decision__official")
    return claims.select_related(*related).order_by("pk")


def claims_of_deal(deal: Deal) -> QuerySet[Claim]:
    """Return the claims of a deal, the newest first, with what was decided of them."""
    return deal.claims.select_related("sheet", "decision__official").order_by("-pk")


def waiting_in(deal: Deal) -> frozenset[str]:
    """Return the uids of the claims of a deal that wait for the referee."""
    holds = Hold.objects.filter(deal=deal, code=HOLD, released_at=None)
    return frozenset(holds.values_list("origin_uid", flat=True))


def waits_of_sheet() -> Combinable:
    """Return an expression of a sheet: whether its claim waits for the referee."""
    of_deal = Hold.objects.filter(deal=OuterRef("deal"), code=HOLD, released_at=None)
    return Exists(of_deal.filter(origin_uid=OuterRef("claim__uid")))


def decide(
    claim: Claim,
    official: User,
    allocation: Mapping[str, Sequence[str]],
    reason: str,
    article: str = "",
) -> ClaimDecision:
    """Allocate the outstanding cards to seats, and post that as the result of the deal.

    The call that came with the claim is answered with it. Raises Refused without a reason, the
    second time, and with everything that the game finds wrong with the deal so completed; Stale
    where another result has come since.
    """
    deal = claim.deal
    with change(deal.event.tournament, Actor.from_user(official), Verb.DECIDE_CLAIM) as made:
        ruling_offices.check_change(official, deal)
        _check_decidable(claim, reason)
        ledger.reload_round_state(deal.sitting)
        decision = ClaimDecision(
            claim=claim,
            allocation={seat: list(cards) for seat, cards in allocation.items()},
            reason=reason,
            article=article,
            official=official,
        )
        decision.result = _post_decision(made, decision).uid
        decision.save()
        made.made(decision)
        made.concerns(claim=claim, decision=decision)
        case_numbers.number_of_deal(made, deal, DecisionKind.CLAIM, decision, official)
        mode = policies.policy_of(deal.event).mode
        states.add_step(
            made, claim, ClaimState.DECIDED, official=official, mode=mode, reason=reason
        )
        calls.end_calls_about(made, deal, CallReason.CLAIM, official)
    return decision


def _post_decision(made: Change, decision: ClaimDecision) -> Result:
    """Post the deal as a decision completes it; a claim that is reopened replaces what stands."""
    claim, deal = decision.claim, decision.claim.deal
    facts = facts_with_decision(claim, decision.allocation, decision.reason, decision.article)
    sheet = None if states.is_reopened(claim) else claim.sheet
    return ledger.post(
        made,
        deal,
        ledger.Report(Result.Kind.CLAIMED, facts),
        seen=sheet.seen if sheet else deal.version,
        origin=ledger.Origin(decision.uid, BY_DECISION),
        reason=decision.reason,
        releases=HOLD,
    )


def let_play_on(claim: Claim, official: User, reason: str) -> None:
    """Have the table play the rest with the claimant's hand faced; the claim decides nothing.

    Raises Refused where the event does not decide claims in this way, and for a claim for which no
    deal waits.
    """
    deal = claim.deal
    with change(deal.event.tournament, Actor.from_user(official), Verb.PLAY_ON) as made:
        ruling_offices.check_change(official, deal)
        if not policies.policy_of(deal.event).plays_on:
            raise Refused(refuse(Code.PLAY_ON_NOT_OFFERED))
        _check_decidable(claim, reason)
        if states.is_reopened(claim):
            raise Refused(refuse(Code.CLAIM_OVER))
        if claim.uid not in waiting_in(deal):
            raise Refused(refuse(Code.CLAIM_DECIDED))
        ledger.reload_round_state(deal.sitting)
        states.add_step(
            made,
            claim,
            ClaimState.DECIDED,
            official=official,
            mode=ClaimMode.PLAY_ON_FACED,
            reason=reason,
        )
        ledger.release(made, HOLD, origin=ledger.Origin(claim.uid, BY_DECISION))
        made.concerns(claim=claim, deal=deal)
        calls.end_calls_about(made, deal, CallReason.CLAIM, official)


def facts_with_decision(
    claim: Claim, allocation: Mapping[str, Sequence[str]], reason: str, article: str = ""
) -> dict[str, Any]:
    """Return the facts of the deal with the claim as it is decided."""
    facts = dict(claim.sheet.report) if claim.sheet else {}
    decided = {"reason": reason, "article": article}
    reported = facts.get("claim")
    facts["claim"] = {
        **(reported if isinstance(reported, Mapping) else {}),
        "kind": ClaimKind.ALLOCATION.value,
        "allocation": {seat: list(cards) for seat, cards in allocation.items()},
        "decided": decided,
    }
    return facts


def _first_states(
    facts: ClaimFacts, problems: Sequence[Problem], *, waits: bool
) -> list[tuple[ClaimState, Sequence[str]]]:
    """Return the states that a claim has passed when its sheet comes in, each with its seats."""
    claimant = (facts.seat,)
    if not is_whole(problems):
        return [(ClaimState.DECLARED, claimant)]
    stated: list[tuple[ClaimState, Sequence[str]]] = [(ClaimState.STATED, claimant)]
    if facts.contested and waits:
        return [*stated, (ClaimState.OBJECTED, facts.objecting)]
    return stated if waits else [*stated, (ClaimState.AGREED, facts.accepted)]


def _check_decidable(claim: Claim, reason: str) -> None:
    problems = []
    if not reason.strip():
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    state = states.state_of(claim)
    if state == ClaimState.DECIDED:
        problems.append(refuse(Code.CLAIM_DECIDED))
    elif ClaimState.DECIDED not in states.AFTER[state]:
        problems.append(refuse(Code.CLAIM_OVER))
    if problems:
        raise Refused(*problems)
