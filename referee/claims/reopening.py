"""An agreed claim that is opened again within the correction period, as a table may ask.

A trick that was won already, or a concession of what could not be lost, is no agreement that has
to stand (Laws 69 and 71 of duplicate bridge, after which the process is made). The referee decides
it as a contested one, or leaves it as it was.
"""

from __future__ import annotations

from referee.base.refusals import Code
from referee.base.verbs import BY_DECISION, Verb
from referee.claims import claims, states
from referee.models import Claim, ClaimState
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Result, ResultKind, User
from tournaments.record import ledger
from tournaments.record.audit import Actor, change
from tournaments.rights import ruling_offices


def is_followed(claim: Claim, result: Result | None) -> bool:
    """Whether a result is what the table agreed on with a claim, and nothing newer."""
    return (
        result is not None
        and claim.sheet is not None
        and result.kind == ResultKind.CLAIMED
        and result.origin_uid == claim.sheet.uid
    )


def reopen(claim: Claim, official: User, reason: str) -> None:
    """Open an agreed claim again: the deal is held until the referee has decided.

    Its result stands until then. Raises Refused without a reason, and for a claim that was not
    agreed or whose result was changed since.
    """
    deal = claim.deal
    with change(deal.event.tournament, Actor.from_user(official), Verb.REOPEN_CLAIM) as made:
        ruling_offices.check_change(official, deal)
        problems = []
        if not reason.strip():
            problems.append(refuse(Reason.REASON_MISSING, field="reason"))
        live = Result.live.filter(deal=deal).first()
        if states.state_of(claim) != ClaimState.AGREED or not is_followed(claim, live):
            problems.append(refuse(Code.CLAIM_NOT_AGREED))
        if problems:
            raise Refused(*problems)
        ledger.reload_round_state(deal.sitting)
        states.add_step(made, claim, ClaimState.REOPENED, official=official, reason=reason)
        ledger.hold(made, deal, claims.HOLD, origin=ledger.Origin(claim.uid, BY_DECISION))
        made.concerns(claim=claim)


def keep_agreement(claim: Claim, official: User, reason: str) -> None:
    """Leave a claim that was opened again as the table agreed on it.

    Raises Refused without a reason, and where the claim is not open again.
    """
    deal = claim.deal
    with change(deal.event.tournament, Actor.from_user(official), Verb.KEEP_AGREEMENT) as made:
        ruling_offices.check_change(official, deal)
        problems = []
        if not reason.strip():
            problems.append(refuse(Reason.REASON_MISSING, field="reason"))
        if states.state_of(claim) != ClaimState.REOPENED:
            problems.append(refuse(Code.CLAIM_OVER))
        if problems:
            raise Refused(*problems)
        states.add_step(made, claim, ClaimState.AGREED, official=official, reason=reason)
        ledger.release(made, claims.HOLD, origin=ledger.Origin(claim.uid, BY_DECISION))
        made.concerns(claim=claim, deal=deal)
