"""Replays of deals that were played at random, and what the second opinion answers to them.

A line is what `python3 -m scoring replay` takes. With one deck a card is written as its code,
with two as a list of one or two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.scoring.gongzhu import oracle
from tests.scoring.gongzhu.play import play_reference as reference
from tests.scoring.gongzhu.play.play_reference import Cards, Play
from tests.scoring.gongzhu.play.plays import (
    Choose,
    Dealt,
    Turn,
    dealt_at_random,
    played_out,
    seats_of,
)


@dataclass(frozen=True)
class Replay:
    """A deal as it was played, so far as it was, and the rules that it was played under."""

    wanted: Mapping[str, Any]
    facts: Mapping[str, Any]
    deal: Dealt
    story: tuple[Turn, ...]

    @property
    def plays(self) -> list[Play]:
        """Return who played what."""
        return [(turn.seat, turn.cards) for turn in self.story]

    @property
    def complete(self) -> bool:
        """Say whether every card was played."""
        played = [card for _, cards in self.plays for card in cards]
        return len(played) == sum(map(len, self.deal.hands.values()))

    def line(self, leader: bool = True) -> dict[str, Any]:
        """Return the line of the command; without its leader if the first play is to tell."""
        is_single = self.facts["decks"] == 1
        plays = [(seat, cards[0] if is_single else cards) for seat, cards in self.plays]
        report = self.deal.report(plays)
        if not (leader or self.deal.first_deal or self.facts["next_lead"] == "first_lead"):
            report.pop("leader", None)
        return {"id": 1, "game": "gongzhu", "rules": dict(self.wanted), **report}

    def legal(self) -> list[list[str] | list[list[str]]]:
        """Return what was lawful before each play, as the answer writes it."""
        if self.facts["decks"] == 1:
            return [[*reference.in_order([card for (card,) in turn.may])] for turn in self.story]
        return [sorted([*map(list, turn.may)], key=_places) for turn in self.story]

    def offences(self) -> list[tuple[str, str, list[str], list[str]]]:
        """Return the code, the field, the cards and the seats of each play against the law."""
        return [
            (turn.offence, f"plays.{at}", [*turn.cards], [turn.seat])
            for at, turn in enumerate(self.story)
            if turn.offence
        ]

    def won(self) -> dict[str, list[str]]:
        """Return every card that each seat won in complete tricks."""
        piles: dict[str, list[str]] = {seat: [] for seat in seats_of(self.facts)}
        for trick in reference.tricks_of(self.plays, self.facts["players"]):
            piles[reference.taker(trick)] += [card for _, cards in trick for card in cards]
        return {seat: [*reference.in_order(pile)] for seat, pile in piles.items()}

    def raw(self) -> dict[str, int] | None:
        """Return the points, if every card that counts has been won."""
        counting = {
            seat: [card for card in pile if card in oracle.SIXTEEN]
            for seat, pile in self.won().items()
        }
        if sum(map(len, counting.values())) < 16 * self.facts["decks"]:
            return None
        owners = {card: seat for seat, hand in self.deal.hands.items() for card in hand}
        shown = [(card, kind) for _, card, kind in self.deal.shown]
        return oracle.raw_points(self.facts, counting, shown, owners)


def _places(cards: Sequence[str]) -> list[tuple[int, int]]:
    return [(reference.SUITS.index(card[0]), reference.ORDER.index(card[1:])) for card in cards]


def replay_at_random(
    random: Random, wanted: Mapping[str, Any], rules: Any, *, in_turn: bool = False
) -> Replay:
    """Deal and play under some rules: lawfully or not, and perhaps not to the end.

    Unless `in_turn` is asked for, seats play before their turn in some deals.
    """
    deal = dealt_at_random(random, rules)
    way = random.choice([at_random, for_the_tricks, against_the_law])
    disorder = random if way is at_random and random.random() < 0.3 and not in_turn else None
    story = played_out(deal, rules, way(random), disorder)
    end = random.randrange(len(story) + 1) if random.random() < 0.2 else len(story)
    return Replay(wanted, rules.as_dict(), deal, tuple(story[:end]))


def at_random(random: Random) -> Choose:
    """Play anything lawful; two cards as often as one."""

    def choose(hand: tuple[str, ...], table: list[Play], may: frozenset[Cards]) -> Cards:
        size = random.choice(sorted({len(cards) for cards in may}))
        return random.choice(sorted(cards for cards in may if len(cards) == size))

    return choose


def for_the_tricks(random: Random) -> Choose:
    """Play high with good cards and low with bad ones, so that one seat gathers them."""

    def choose(hand: tuple[str, ...], table: list[Play], may: frozenset[Cards]) -> Cards:
        heights = Counter({card: reference.highest((card,)) for card in hand})
        strong = sum(heights[card] for card in hand) >= 6.5 * len(hand)

        def strength(cards: Cards) -> tuple[int, int]:
            return len(cards), sum(heights[card] for card in cards) * (1 if strong else -1)

        return max(sorted(may), key=strength)

    return choose


def against_the_law(random: Random) -> Choose:
    """Now and then play anything of the right number of cards."""

    def choose(hand: tuple[str, ...], table: list[Play], may: frozenset[Cards]) -> Cards:
        if random.random() < 0.8:
            return random.choice(sorted(may))
        if table:
            return reference.in_order(random.sample(hand, len(table[0][1])))
        card = random.choice(hand)
        return (card,) * random.randint(1, hand.count(card))

    return choose
