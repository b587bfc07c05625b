"""Whole deals of 升级 played out at random by the second opinion, from the deal to the kitty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tests.scoring.shengji import play_by_hand as reference
from tests.scoring.shengji.cards_by_hand import FACES, Cards, Trump
from tests.scoring.shengji.questions import (
    DECKS,
    lawful_at_random,
    lead_at_random,
    trump_at_random,
)

KITTY = {1: 6, 2: 8, 3: 6}


@dataclass(frozen=True)
class Trick:
    """One trick: who leads, what he put down, what was played from whose hands, who won.

    Seats count from the dealer, plays from the leader; `hands` are those before the trick.
    """

    leader: int
    led: Cards
    hands: tuple[Cards, ...]
    plays: tuple[Cards, ...]
    winner: int

    @property
    def points(self) -> int:
        """The points of the trick."""
        return sum(map(reference.points, self.plays))


@dataclass(frozen=True)
class WholeDeal:
    """A deal from its kitty to its last trick, the dealer being seat 0."""

    preset: str
    trump: Trump
    hands: tuple[Cards, ...]
    kitty: Cards
    tricks: tuple[Trick, ...]

    @property
    def in_tricks(self) -> int:
        """The points that the attackers won in tricks."""
        return sum(trick.points for trick in self.tricks if trick.winner % 2)

    @property
    def last(self) -> Cards:
        """The play that won the last trick."""
        trick = self.tricks[-1]
        return trick.plays[(trick.winner - trick.leader) % 4]

    @property
    def factor(self) -> int:
        """By how much the points of the kitty count for the attackers."""
        if self.tricks[-1].winner % 2 == 0:
            return 0
        if self.preset.startswith("standard"):
            return reference.club_multiplier(self.last, self.trump)
        return reference.multiplier(self.last, self.trump)

    @property
    def attackers_points(self) -> int:
        """All that the attackers come to."""
        return self.in_tricks + self.factor * reference.points(self.kitty)


def played_out(random: Random, preset: str) -> WholeDeal:
    """Deal, bury the first cards of a suit or any, and play to the end."""
    decks, trump = DECKS[preset], trump_at_random(random)
    cards = list(FACES * decks)
    random.shuffle(cards)
    if random.random() < 0.5:
        cards.sort(key=lambda card: (len(card) + random.randrange(3), card[-1]))
    kitty, size = KITTY[decks], (len(cards) - KITTY[decks]) // 4
    hands = [tuple(cards[kitty + seat * size :][:size]) for seat in range(4)]
    deal = WholeDeal(preset, trump, tuple(hands), tuple(cards[:kitty]), ())
    tricks: list[Trick] = []
    leader = 0
    while hands[0]:
        trick = _trick(random, deal, leader, hands)
        leader = trick.winner
        hands = [
            tuple((Counter(hand) - Counter(trick.plays[(seat - trick.leader) % 4])).elements())
            for seat, hand in enumerate(hands)
        ]
        tricks.append(trick)
    return WholeDeal(preset, trump, deal.hands, deal.kitty, tuple(tricks))


def _trick(random: Random, deal: WholeDeal, leader: int, hands: Sequence[Cards]) -> Trick:
    turn = [(leader + place) % 4 for place in range(4)]
    own, others = hands[leader], [hands[seat] for seat in turn[1:]]
    group = deal.trump.group(random.choice(own))
    led = lead_at_random(random, tuple(deal.trump.of_group(own, group)), deal.trump)
    smallest = deal.preset.startswith("standard")
    plays = [reference.thrown(led, others, deal.trump, smallest)]
    plays += [lawful_at_random(random, hand, plays[0], deal.trump) for hand in others]
    winner = turn[reference.winner(plays, deal.trump)]
    return Trick(leader, led, tuple(hands), tuple(plays), winner)
