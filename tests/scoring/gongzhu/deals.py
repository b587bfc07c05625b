"""Deals made up at random from a seed: who won which cards, what was exposed, who owned it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.gongzhu.deck import EXPOSABLE, SCORING
from scoring.gongzhu.rules import RuleSet

MORE_OFTEN_THAN_CHANCE = 0.5
"""So many deals have nearly all cards or hearts in one pile, which chance never brings."""


@dataclass(frozen=True)
class Deal:
    """Facts of a deal that is free of problems."""

    won: dict[str, list[str]]
    shown: list[tuple[str, str]]
    owners: dict[str, str]

    def report(self, rules: RuleSet) -> dict[str, Any]:
        """Return the deal as a report."""
        if rules.decks > 1:
            seats = rules.seats
            listed = [
                {"seat": seats[place % len(seats)], "card": card, "kind": kind}
                for place, (card, kind) in enumerate(self.shown)
            ]
            return {"won": self.won, "exposed": listed}
        return {"won": self.won, "exposed": dict(self.shown), "dealt": self.owners}


def deal_at_random(random: Random, rules: RuleSet) -> Deal:
    """Return a deal that these rules allow."""
    won: dict[str, list[str]] = {seat: [] for seat in rules.seats}
    cards = [card for card in SCORING for _ in range(rules.decks)]
    collector = random.choice(rules.seats)
    leaks = random.choice([0, 0, 0, 1, 2])
    collects = random.random() < MORE_OFTEN_THAN_CHANCE
    strays = set(random.sample(range(len(cards)), leaks)) if collects else set(range(len(cards)))
    if collects and random.random() < MORE_OFTEN_THAN_CHANCE:
        strays |= {place for place, card in enumerate(cards) if card[0] != "H"}
    for place, card in enumerate(cards):
        won[random.choice(rules.seats) if place in strays else collector].append(card)
    owners = {card: random.choice([*rules.seats, collector]) for card in EXPOSABLE}
    return Deal(won, _shown(random, rules), owners)


def _shown(random: Random, rules: RuleSet) -> list[tuple[str, str]]:
    if not rules.exposure:
        return []
    kinds = ["exposed", "first"] if rules.first_exposure else ["exposed"]
    copies = [card for card in EXPOSABLE for _ in range(rules.decks)]
    chance = random.choice([0.0, 0.3, 0.8])
    return [(card, random.choice(kinds)) for card in copies if random.random() < chance]
