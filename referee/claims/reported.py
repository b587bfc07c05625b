"""The claim of a report as the referee reads it, and what keeps it from counting as it is.

What it does to the points is the game's affair (`scoring`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.base.refusals import Code
from referee.claims.policies import USUAL, ClaimTreatment, seats_to_accept
from referee.models import ClaimAcceptors, ClaimKind
from scoring.problems import Problem, ProblemCode
from tournaments.base.refusals import refuse

MOST_TRICKS: Final = 64
FIELD: Final = "claim"
DECIDED: Final = "claim.decided"
"""The part that only a referee's decision puts into the claim of a deal's facts."""

WAITING: Final = frozenset(
    {ProblemCode.CLAIM_CONTESTED, Code.CLAIM_NOT_ACCEPTED, Code.CLAIM_TO_REFEREE}
)
"""Problems that the referee decides. A claim with any other is incomplete and stated again."""


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """Claim as a report states it."""

    seat: str
    kind: str
    after_trick: int | None
    allocation: Mapping[str, list[str]]
    accepted: tuple[str, ...]
    objecting: tuple[str, ...]
    contested: bool
    decided: bool


def reported_claim(report: Mapping[str, Any], seats: Sequence[str]) -> ClaimFacts | None:
    """Return the claim of a report; None where there is none, or none that can be understood."""
    claim = report.get(FIELD)
    if not isinstance(claim, Mapping) or claim.get("seat") not in seats:
        return None
    if claim.get("kind") not in ClaimKind.values:
        return None
    trick = claim.get("after_trick")
    is_trick = isinstance(trick, int) and not isinstance(trick, bool) and 0 <= trick <= MOST_TRICKS
    return ClaimFacts(
        seat=claim["seat"],
        kind=claim["kind"],
        after_trick=trick if is_trick else None,
        allocation=_allocation(claim.get("allocation"), seats),
        accepted=_seats(claim.get("accepted"), seats),
        objecting=_seats(claim.get("objecting"), seats),
        # Whether all cards are won is seen, and nobody is asked.
        contested=claim.get("contested") is True and claim["kind"] != ClaimKind.NOTHING_LEFT,
        decided=bool(claim.get("decided")),
    )


def decision_in(report: object) -> object:
    """Return what a report says of a decision on its claim; None where it says nothing.

    >>> decision_in({"claim": {"seat": "N", "decided": {"reason": "shown"}}})
    {'reason': 'shown'}
    """
    claim = report.get(FIELD) if isinstance(report, Mapping) else None
    return claim.get("decided") if isinstance(claim, Mapping) else None


def claim_problems(
    report: Mapping[str, Any], sides: Mapping[str, int], policy: ClaimTreatment = USUAL
) -> list[Problem]:
    """Return the problems that keep the claim of a report from counting as it is."""
    if report.get(FIELD) is None:
        return []
    claim = reported_claim(report, list(sides))
    if claim is None:
        return [refuse(Code.CLAIM_UNREADABLE, FIELD)]
    if claim.decided:
        return []
    # Where the plays are written down, they tell after which trick it was.
    is_timed = claim.after_trick is not None or bool(report.get("plays"))
    untimed = [] if is_timed else [refuse(Code.CLAIM_WITHOUT_TRICK, "claim.after_trick")]
    return [*untimed, *_still_open(claim, sides, policy)]


def _still_open(
    claim: ClaimFacts, sides: Mapping[str, int], policy: ClaimTreatment
) -> Iterator[Problem]:
    """Yield what an undecided claim waits for, or why it does not count as one."""
    if not policy.allows_claims:
        yield refuse(Code.CLAIM_DISALLOWED, FIELD)
        return
    if claim.contested:
        yield Problem(ProblemCode.CLAIM_CONTESTED, "claim.contested", seats=(claim.seat,))
        return
    if policy.acceptors is ClaimAcceptors.REFEREE and claim.kind != ClaimKind.NOTHING_LEFT:
        yield Problem(Code.CLAIM_TO_REFEREE, "claim.accepted", seats=(claim.seat,))
    needed = seats_to_accept(sides, claim.seat, claim.kind, policy)
    silent = tuple(seat for seat in needed if seat not in claim.accepted)
    if silent:
        yield Problem(Code.CLAIM_NOT_ACCEPTED, "claim.accepted", seats=silent)


def is_whole(problems: Iterable[Problem]) -> bool:
    """Whether a claim is complete, judged by all problems of its report.

    >>> is_whole([refuse(Code.CLAIM_NOT_ACCEPTED, "claim.accepted")])
    True
    >>> is_whole([refuse(Code.CLAIM_UNREADABLE, "claim")])
    False
    """
    of_claim = (row for row in problems if row.field.partition(".")[0] == FIELD)
    return all(row.code in WAITING for row in of_claim)


def _seats(value: object, seats: Sequence[str]) -> tuple[str, ...]:
    named = value if isinstance(value, list) else []
    return tuple(seat for seat in seats if seat in named)


def _allocation(allocation: object, seats: Sequence[str]) -> dict[str, list[str]]:
    if not isinstance(allocation, Mapping):
        return {}
    cards_by_seat = {seat: allocation.get(seat) for seat in seats}
    return {
        seat: [card for card in cards if isinstance(card, str)]
        for seat, cards in cards_by_seat.items()
        if isinstance(cards, list) and cards
    }
