"""Deals that are dealt and played at random from a seed, lawfully or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.gongzhu.deck import DEALT, EXPOSABLE
from scoring.gongzhu.rules import RuleSet
from tests.scoring import play_reference as reference

Choose = Callable[[list[str], set[str]], str]
"""Takes a hand and what of it is lawful, and returns the card to be played."""

LEADS = {"C2": "C2", "S2": "S2", "S7": "S7"}


@dataclass(frozen=True)
class Dealt:
    """A deal before play."""

    hands: dict[str, list[str]]
    exposed: dict[str, str]
    leader: str
    must_lead: str | None

    def report(self, plays: list[tuple[str, str]]) -> dict[str, Any]:
        """Return the deal with its plays as a report."""
        return {
            "hands": self.hands,
            "exposed": self.exposed,
            "leader": self.leader,
            "first_deal": self.must_lead is not None,
            "plays": [list(play) for play in plays],
        }


def dealt_at_random(random: Random, rules: RuleSet) -> Dealt:
    """Return a deal with some cards exposed; whether it is a first deal is chosen too."""
    deck = list(DEALT[rules.players])
    random.shuffle(deck)
    hands = {seat: deck[place :: rules.players] for place, seat in enumerate(rules.seats)}
    shown = [card for card in EXPOSABLE if rules.exposure and random.random() < 0.6]
    kinds = ["exposed", "exposed", "first"] if rules.first_exposure else ["exposed"]
    exposed = {card: random.choice(kinds) for card in shown}
    first = {"first": next((c for c in shown if exposed[c] == "first"), None)}
    exposed = {
        c: "exposed" if k == "first" and c != first["first"] else k for c, k in exposed.items()
    }
    card = LEADS.get(rules.first_lead.value)
    if card is None or random.random() < 0.5:
        return Dealt(hands, exposed, random.choice(rules.seats), None)
    holder = next(seat for seat, hand in hands.items() if card in hand)
    return Dealt(hands, exposed, holder, card)


def played(deal: Dealt, rules: RuleSet, choose: Choose) -> list[tuple[str, str, set[str]]]:
    """Play a deal out in turn; each play with what would have been lawful."""
    left = {seat: list(hand) for seat, hand in deal.hands.items()}
    shown = reference.exposed_by_now(deal.exposed, rules.auto_expose_fourth)
    must = None if deal.must_lead == "S7" else deal.must_lead
    plays: list[tuple[str, str]] = []
    story: list[tuple[str, str, set[str]]] = []
    seat = deal.leader
    for _ in range(len(DEALT[rules.players])):
        may = reference.lawful(
            left[seat], plays, rules.players, rules.protection.value, shown, must
        )
        card = choose(left[seat], may)
        left[seat].remove(card)
        plays.append((seat, card))
        story.append((seat, card, may))
        if len(plays) % rules.players == 0:
            seat = reference.taker(plays[-rules.players :])
        else:
            seat = rules.seats[(rules.seats.index(seat) + 1) % rules.players]
    return story
