"""Questions about play made up at random from a seed, rich in pairs, triples and runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.scoring.shengji.cards_by_hand import FACES, RANKS, SUITS, Cards, Shape, Trump, ways
from tests.scoring.shengji.play_by_hand import legal, thrown

DECKS = {
    "lianzhong-1": 1,
    "lianzhong-2": 2,
    "lianzhong-3": 3,
    "standard-2": 2,
    "standard-3": 3,
}
"""The presets of the issue, and how many decks each is played with."""

LONGEST_LEAD = 8


def line(preset: str, trump: Trump | None = None, **fields: Any) -> dict[str, Any]:
    """Return a line of a command."""
    position = {} if trump is None else {"trump": trump.suit, "level": trump.level}
    return {"id": 1, "game": "shengji", "rules": {"preset": preset}, **position, **fields}


def trump_at_random(random: Random) -> Trump:
    """Return a trump and a level, without a trump suit often enough."""
    return Trump(random.choice([*SUITS, *SUITS, None]), random.choice(RANKS))


@dataclass(frozen=True)
class Table:
    """What a leader may lead, and what the three others hold, of few faces so that they meet."""

    trump: Trump
    leader: Cards
    others: tuple[Cards, ...]


def table_at_random(random: Random, decks: int, faces: int = 9) -> Table:
    """Return a table where one suit is dense, every face mostly in one hand."""
    trump = trump_at_random(random)
    group = random.choice([name for name in "TTSHDC" if trump.of_group(FACES, name)])
    suit = sorted(trump.of_group(FACES, group), key=trump.height)
    start = random.randrange(max(1, len(suit) - faces + 1))
    dense = suit[start : start + faces]
    hands: list[list[str]] = [[], [], [], []]
    for card in dense:
        _give(random, hands, card, decks)
    for card in random.sample([card for card in FACES if card not in suit], 8):
        _give(random, hands, card, decks)
    leader = tuple(card for card in hands[0] if trump.group(card) == group)
    if not leader:
        return table_at_random(random, decks, faces)
    return Table(trump, leader, tuple(tuple(hand) for hand in hands[1:]))


def _give(random: Random, hands: list[list[str]], card: str, decks: int) -> None:
    keeper = random.choice([0, 0, 1, 2, 3])
    for _ in range(decks):
        stays = random.random() < 0.75
        hands[keeper if stays else random.randrange(4)].append(card)


def lead_at_random(random: Random, own: Cards, trump: Trump) -> Cards:
    """Return a lead from cards of one suit: a combination, a few of them, or any cards."""
    count, led = Counter(own), Counter[str]()
    for _ in range(random.choice([1, 1, 1, 2, 2, 3])):
        shapes = [
            (shape, choices)
            for shape in (*(Shape(w, n) for w in (3, 2) for n in (4, 3, 2, 1)), Shape(1, 1))
            for choices in [list(ways(count - led, shape, trump))]
            if choices and shape.width * shape.length + led.total() <= LONGEST_LEAD + 1
        ]
        if shapes:
            weights = [shape.width * shape.length**2 for shape, _ in shapes]
            [(_, sets)] = random.choices(shapes, weights)
            led += Counter(random.choice(sets))
    return tuple(led.elements())


def throw_at_random(
    random: Random, decks: int, standing: bool, smallest: bool
) -> tuple[Table, Cards]:
    """Return a table and what its leader puts down, or where `standing` what is left of it."""
    table = table_at_random(random, decks)
    led = lead_at_random(random, table.leader, table.trump)
    return table, thrown(led, table.others, table.trump, smallest) if standing else led


def plays_at_random(
    random: Random, hand: Sequence[str], led: Cards, trump: Trump, number: int
) -> Iterator[Cards]:
    """Return plays of a hand, most of them of the led suit and with what goes together."""
    own = trump.of_group(hand, trump.group(led[0]))
    for _ in range(number):
        pool = list(own if random.random() < 0.9 else hand)
        random.shuffle(pool)
        if random.random() < 0.7:
            rank = {card: place for place, card in enumerate(pool)}
            pool.sort(key=lambda card: (-pool.count(card) * random.choice([0, 1]), rank[card]))
        rest = list((Counter(hand) - Counter(pool)).elements())
        random.shuffle(rest)
        yield tuple([*pool, *rest][: len(led)])


def lawful_at_random(random: Random, hand: Sequence[str], led: Cards, trump: Trump) -> Cards:
    """Return a play that may follow a lead."""
    while True:
        for play in plays_at_random(random, hand, led, trump, 20):
            if legal(led, hand, play, trump):
                return play
