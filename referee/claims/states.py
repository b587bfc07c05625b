"""The states of a claim, and the steps that lead from one to another; each step is a row.

    declared > stated > agreed
                      > objected > decided
    agreed > reopened > decided, or agreed as it was
    declared, stated > withdrawn;  any but agreed and decided > cancelled

A claim of which something is missing stays declared and is said again, in a new sheet. After an
objection only the referee ends it, unless the table plays on with the claimant's hand faced.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from referee.models import Claim, ClaimMode, ClaimState, ClaimStep
from tournaments.models import Deal, User
from tournaments.record.audit import Change

AFTER: Final[Mapping[ClaimState | None, frozenset[ClaimState]]] = {
    None: frozenset({ClaimState.DECLARED, ClaimState.STATED}),
    ClaimState.DECLARED: frozenset({ClaimState.STATED, ClaimState.WITHDRAWN, ClaimState.CANCELLED}),
    ClaimState.STATED: frozenset(
        {
            ClaimState.AGREED,
            ClaimState.OBJECTED,
            ClaimState.DECIDED,
            ClaimState.WITHDRAWN,
            ClaimState.CANCELLED,
        }
    ),
    ClaimState.OBJECTED: frozenset(
        {ClaimState.DECIDED, ClaimState.WITHDRAWN, ClaimState.CANCELLED}
    ),
    ClaimState.AGREED: frozenset({ClaimState.REOPENED}),
    ClaimState.REOPENED: frozenset({ClaimState.DECIDED, ClaimState.AGREED, ClaimState.CANCELLED}),
    ClaimState.DECIDED: frozenset(),
    ClaimState.WITHDRAWN: frozenset(),
    ClaimState.CANCELLED: frozenset(),
}
"""The states that may follow each."""

OPEN: Final = (
    ClaimState.DECLARED,
    ClaimState.STATED,
    ClaimState.OBJECTED,
    ClaimState.REOPENED,
)
"""The states in which something is still to come."""


class IllegalStep(ValueError):
    """A step that leads from no state that the claim is in."""


def state_of(claim: Claim) -> ClaimState:
    """Return the state of a claim; one older than stored steps is derived from its other data."""
    newest = max(claim.steps.all(), key=lambda step: step.number, default=None)
    if newest is not None:
        return ClaimState(newest.state)
    if hasattr(claim, "decision"):
        return ClaimState.DECIDED
    return ClaimState.OBJECTED if claim.contested else ClaimState.STATED


def is_reopened(claim: Claim) -> bool:
    """Whether a claim was agreed on and is open again."""
    return state_of(claim) == ClaimState.REOPENED


def add_step(
    made: Change,
    claim: Claim,
    state: ClaimState,
    *,
    official: User | None = None,
    seats: Sequence[str] = (),
    mode: ClaimMode | None = None,
    reason: str = "",
) -> ClaimStep:
    """Add a step as a part of a change. Raises IllegalStep where none such may follow."""
    steps = list(ClaimStep.objects.filter(claim=claim).order_by("number"))
    before = ClaimState(steps[-1].state) if steps else _state_before_steps(claim, state)
    if state not in AFTER[before]:
        raise IllegalStep(f"{before} > {state}")
    step = ClaimStep.objects.create(
        claim=claim,
        number=len(steps) + 1,
        state=state,
        seats=list(seats),
        mode=mode.value if mode else "",
        reason=reason,
        official=official,
    )
    made.made(step)
    return step


def begin(made: Change, claim: Claim, states: Iterable[tuple[ClaimState, Sequence[str]]]) -> None:
    """Add the first steps of a claim as its sheet tells them, each with its seats."""
    for state, seats in states:
        add_step(made, claim, state, seats=seats)


def end_open_claims(
    made: Change, deal: Deal, state: ClaimState, official: User | None, reason: str = ""
) -> None:
    """End every claim of a deal that is still open, as a part of the change that settles it."""
    for claim in open_claims(deal):
        add_step(made, claim, state, official=official, reason=reason)


def open_claims(deal: Deal) -> list[Claim]:
    """Return the claims of a deal of which something is still to come, the oldest first."""
    rows = deal.claims.select_related("decision").prefetch_related("steps").order_by("pk")
    return [claim for claim in rows if state_of(claim) in OPEN]


def _state_before_steps(claim: Claim, state: ClaimState) -> ClaimState | None:
    """Return the state of a claim without steps: none, or one older than stored steps."""
    is_first = state in AFTER[None]
    return None if is_first else state_of(claim)
