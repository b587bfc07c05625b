"""声称: claims on the rest of a deal: who has to accept them, and what a referee decides.

A claim becomes a row when its sheet comes in. While it is contested, or those who have to accept
it have not, its sheet is not sound and the deal is held open: the referee decides who gets which
card, and the deal is posted with that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.expressions import Combinable
from django.utils.translation import gettext

from referee.base.refusals import Code, problem
from referee.base.verbs import BY_DECISION, Verb
from referee.calls import calls
from referee.models import CallReason, Claim, ClaimDecision, ClaimKind, Sheet
from scoring.problems import Problem, ProblemCode
from tournaments import wording
from tournaments.models import Deal, Hold, Result, Tournament, User
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, change
from tournaments.refusals import Reason, Refused, refuse

HOLD: Final = "claim"
"""The code under which a deal is held while a claim waits for the referee."""

MOST_TRICKS: Final = 64


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """Claim as a report states it."""

    seat: str
    kind: str
    after_trick: int | None
    allocation: Mapping[str, list[str]]
    accepted: tuple[str, ...]
    contested: bool
    decided: bool


def reported_claim(report: Mapping[str, Any], seats: Sequence[str]) -> ClaimFacts | None:
    """Return the claim of a report; None where there is none, or none that can be understood."""
    claim = report.get("claim")
    if not isinstance(claim, Mapping) or claim.get("seat") not in seats:
        return None
    if claim.get("kind") not in ClaimKind.values:
        return None
    trick = claim.get("after_trick")
    is_trick = isinstance(trick, int) and not isinstance(trick, bool) and 0 <= trick <= MOST_TRICKS
    accepted = claim.get("accepted")
    accepting = accepted if isinstance(accepted, list) else []
    return ClaimFacts(
        seat=claim["seat"],
        kind=claim["kind"],
        after_trick=trick if is_trick else None,
        allocation=_allocation(claim.get("allocation"), seats),
        accepted=tuple(seat for seat in seats if seat in accepting),
        contested=claim.get("contested") is True,
        decided=bool(claim.get("decided")),
    )


def seats_to_accept(sides: Mapping[str, int], claimant: str) -> tuple[str, ...]:
    """Return the seats that have to accept a claim: all that are not of the claimant's side.

    >>> seats_to_accept({"N": 1, "W": 2, "S": 3, "E": 4}, "W")
    ('N', 'S', 'E')
    >>> seats_to_accept({"N": 1, "W": 2, "S": 1, "E": 2}, "W")
    ('N', 'S')
    """
    return tuple(seat for seat, side in sides.items() if side != sides[claimant])


def problems(report: Mapping[str, Any], sides: Mapping[str, int]) -> list[Problem]:
    """Return the problems that keep the claim of a report from counting as it is."""
    if report.get("claim") is None:
        return []
    claim = reported_claim(report, list(sides))
    if claim is None:
        return [problem(Code.CLAIM_UNREADABLE, "claim")]
    if claim.decided:
        return []
    if claim.contested:
        return [Problem(ProblemCode.CLAIM_CONTESTED, "claim.contested", seats=(claim.seat,))]
    silent = [seat for seat in seats_to_accept(sides, claim.seat) if seat not in claim.accepted]
    if silent:
        return [Problem(Code.CLAIM_NOT_ACCEPTED, "claim.accepted", seats=tuple(silent))]
    return []


def store_claim(
    made: Change, sheet: Sheet, sides: Mapping[str, int], *, holds: bool = True
) -> Claim | None:
    """Store the claim of a sheet, and hold the deal open where the referee has to decide."""
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
    if holds and problems(sheet.report, sides):
        ledger.hold(made, sheet.deal, HOLD, origin=ledger.Origin(claim.uid, BY_DECISION))
    return claim


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
        _check_decidable(claim, reason)
        ledger.reload_round_state(deal.sitting)
        decision = ClaimDecision(
            claim=claim,
            allocation={seat: list(cards) for seat, cards in allocation.items()},
            reason=reason,
            article=article,
            official=official,
        )
        result = ledger.post(
            made,
            deal,
            ledger.Report(
                Result.Kind.CLAIMED, facts_with_decision(claim, allocation, reason, article)
            ),
            seen=claim.sheet.seen if claim.sheet else deal.version,
            origin=ledger.Origin(decision.uid, BY_DECISION),
            reason=reason,
            releases=HOLD,
        )
        decision.result = result.uid
        decision.save()
        made.made(decision)
        made.concerns(claim=claim, decision=decision)
        calls.end_calls_about(made, deal, CallReason.CLAIM, official)
    return decision


def claim_text(claim: Claim, *, sealed: bool = False) -> str:
    """Return who claimed what, when, and who accepted it, as sentences that name seats only.

    Of a sealed board only the fact of the claim is told.
    """
    contested = gettext("The claim was contested.") if claim.contested else ""
    seats = {"seats": wording.seat_list(claim.accepted)}
    accepted = gettext("Accepted by %(seats)s.") % seats if claim.accepted else ""
    return wording.joined_sentences([_claim_sentence(claim, sealed=sealed), accepted, contested])


def decision_text(decision: ClaimDecision, *, sealed: bool = False) -> str:
    """Return what the referee decided of a claim, with the reason and the article.

    Of a sealed board only the fact of the decision is told, because a reason may name cards.
    """
    values = {"allocation": allocation_text(decision.allocation)}
    parts = [
        gettext("The referee decided: %(allocation)s.") % values,
        gettext("Reason: %(reason)s") % {"reason": decision.reason},
    ]
    if sealed:
        parts = [gettext("The referee decided the claim.")]
    if decision.article:
        parts.append(gettext("Article: %(article)s") % {"article": decision.article})
    return wording.joined_sentences(parts)


def claim_texts(claim: Claim, *, sealed: bool) -> list[str]:
    """Return a claim and what was decided of it, if anything was."""
    decision = getattr(claim, "decision", None)
    decided = [decision_text(decision, sealed=sealed)] if decision else []
    return [claim_text(claim, sealed=sealed), *decided]


def allocation_text(allocation: Mapping[str, Sequence[str]]) -> str:
    """Return which seat gets which cards."""
    shares = [
        gettext("%(cards)s to %(seat)s")
        % {"cards": wording.card_list(cards), "seat": wording.seat_name(seat)}
        for seat, cards in allocation.items()
        if cards
    ]
    return wording.listed(shares) if shares else gettext("no scoring card to anybody")


def _check_decidable(claim: Claim, reason: str) -> None:
    problems = []
    if not reason.strip():
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    if ClaimDecision.objects.filter(claim=claim).exists():
        problems.append(problem(Code.CLAIM_DECIDED))
    if problems:
        raise Refused(*problems)


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


def _allocation(allocation: object, seats: Sequence[str]) -> dict[str, list[str]]:
    if not isinstance(allocation, Mapping):
        return {}
    cards_by_seat = {seat: allocation.get(seat) for seat in seats}
    return {
        seat: [card for card in cards if isinstance(card, str)]
        for seat, cards in cards_by_seat.items()
        if isinstance(cards, list) and cards
    }


def _claim_sentence(claim: Claim, *, sealed: bool) -> str:
    seat, values = wording.seat_name(claim.seat), {"allocation": allocation_text(claim.allocation)}
    if sealed:
        return (
            gettext("%(when)s %(seat)s claimed.") % {"seat": seat, "when": _claim_time(claim)}
        ).strip()
    words = {
        ClaimKind.ALL.value: gettext("%(when)s %(seat)s claimed all the rest."),
        ClaimKind.NONE.value: gettext("%(when)s %(seat)s claimed to win none of the rest."),
        ClaimKind.ALLOCATION.value: gettext("%(when)s %(seat)s claimed: %(allocation)s."),
        ClaimKind.NOTHING_LEFT.value: gettext(
            "%(when)s %(seat)s claimed that no scoring card is left."
        ),
    }
    return (words[claim.kind] % {**values, "seat": seat, "when": _claim_time(claim)}).strip()


def _claim_time(claim: Claim) -> str:
    if claim.after_trick is None:
        return ""
    if claim.after_trick == 0:
        return gettext("Before the first trick,")
    return gettext("After trick %(trick)s,") % {"trick": claim.after_trick}
