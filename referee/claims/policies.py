"""How an event treats claims: who has to accept one, and how a contested one is decided.

What is decided of one claim is in `claims`; here is what holds for all of an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from referee.base.verbs import Verb
from referee.models import ClaimAcceptors, ClaimKind, ClaimMode, ClaimPolicy
from tournaments.models import Event, User
from tournaments.record.audit import Actor, Repeated, change
from tournaments.system.compiled_queries import Query


@dataclass(frozen=True, slots=True)
class ClaimTreatment:
    """How claims are treated. The usual policy asks everybody of another side.

    >>> ClaimTreatment().allows_claims
    True
    """

    mode: ClaimMode = ClaimMode.BRIDGE_DOUBT
    acceptors: ClaimAcceptors = ClaimAcceptors.OPPONENTS

    @property
    def allows_claims(self) -> bool:
        """Whether players may claim at all."""
        return self.mode is not ClaimMode.DISALLOWED

    @property
    def plays_on(self) -> bool:
        """Whether play continues after an objection."""
        return self.mode is ClaimMode.PLAY_ON_FACED


USUAL: Final = ClaimTreatment()

_NEWEST: Final = Query(
    lambda event: (
        ClaimPolicy.objects.filter(event=event)
        .order_by("-number")
        .values_list("mode", "acceptors", "number")[:1]
    ),
    int,
)


def policy_of(event: Event) -> ClaimTreatment:
    """Return how an event treats claims now."""
    newest = _NEWEST.first(event.pk)
    return ClaimTreatment(ClaimMode(newest[0]), ClaimAcceptors(newest[1])) if newest else USUAL


def set_policy(event: Event, official: User, policy: ClaimTreatment) -> None:
    """Change how an event treats claims from now on; the same again changes nothing."""
    with (
        suppress(Repeated),
        change(event.tournament, Actor.from_user(official), Verb.SET_CLAIM_POLICY) as made,
    ):
        newest = _NEWEST.first(event.pk)
        if newest and policy_of(event) == policy:
            raise Repeated
        row = ClaimPolicy.objects.create(
            event=event,
            number=newest[2] + 1 if newest else 1,
            mode=policy.mode,
            acceptors=policy.acceptors,
            official=official,
        )
        made.made(row)
        made.concerns(event=event)
        made.note(mode=policy.mode.value, acceptors=policy.acceptors.value)
        made.shows(event)


def seats_to_accept(
    sides: Mapping[str, int], claimant: str, kind: str = "", policy: ClaimTreatment = USUAL
) -> tuple[str, ...]:
    """Return the seats that have to accept a claim.

    Nobody is asked whether all cards are won. Who concedes asks the partner too.

    >>> pairs = {"N": 1, "W": 2, "S": 1, "E": 2}
    >>> seats_to_accept({"N": 1, "W": 2, "S": 3, "E": 4}, "W")
    ('N', 'S', 'E')
    >>> seats_to_accept(pairs, "W"), seats_to_accept(pairs, "W", "concede")
    (('N', 'S'), ('N', 'S', 'E'))
    >>> seats_to_accept(pairs, "W", "nothing_left")
    ()
    """
    if kind == ClaimKind.NOTHING_LEFT or policy.acceptors is ClaimAcceptors.REFEREE:
        return ()
    everybody = policy.acceptors is ClaimAcceptors.ALL_OTHERS or kind == ClaimKind.CONCEDE
    return tuple(
        seat
        for seat, side in sides.items()
        if seat != claimant and (everybody or side != sides[claimant])
    )
