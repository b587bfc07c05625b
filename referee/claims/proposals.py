"""What a failed claim comes to by all or nothing: the worst allocation for the claimant.

It fills in a form and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Final

from referee.claims import claims, hands
from referee.models import Claim
from scoring.problems import Unsettled
from tournaments.structure import games
from tournaments.structure.games import game_of, ruleset_of

MOST_CARDS: Final = 10
"""Of more cards that are out nothing is proposed: each doubles the work."""


def worst_allocation(claim: Claim, seats: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the allocation that is worst for the claimant: each card still out goes to the seat
    that was stated for it, or to the claimant. What was claimed for himself goes elsewhere, to the
    next seat, where that is worse. Empty where too many cards are out, or none can be settled.
    """
    out = hands.still_out(claim)
    if len(out) > MOST_CARDS or len(set(out)) < len(out):
        return {}
    stated = {card: seat for seat, cards in claim.allocation.items() for card in cards}
    others = [seat for seat in seats if seat != claim.seat]
    ways = [(claim.seat, _other(stated.get(card), claim.seat, others)) for card in out]
    points_of = _settler(claim)
    worst: tuple[int, dict[str, list[str]]] | None = None
    for owners in product(*ways):
        allocation = _as_allocation(dict(zip(out, owners, strict=True)), seats)
        points = points_of(allocation)
        if points is not None and (worst is None or points < worst[0]):
            worst = points, allocation
    return worst[1] if worst else {}


def _other(stated: str | None, claimant: str, others: list[str]) -> str:
    return stated if stated and stated != claimant else others[0]


def _as_allocation(owners: Mapping[str, str], seats: tuple[str, ...]) -> dict[str, list[str]]:
    shares = {seat: [card for card, owner in owners.items() if owner == seat] for seat in seats}
    return {seat: cards for seat, cards in shares.items() if cards}


def _settler(claim: Claim) -> Callable[[Mapping[str, list[str]]], int | None]:
    """Return what tells the claimant's score by an allocation, None where it cannot be settled."""
    game, deal = game_of(claim.deal.event), claim.deal
    rules, context = game.rules(ruleset_of(deal).rules), games.context_of(deal, games.Use.SETTLE)

    def _points(allocation: Mapping[str, list[str]]) -> int | None:
        facts = claims.facts_with_decision(claim, allocation, "-")
        try:
            return game.settle(facts, rules, context).scores[claim.seat]
        except Unsettled:
            return None

    return _points
