"""Times of the exact search of a claim on one core: `python -m benchmarks.claims`.

Endings of five and of seven cards a hand are dealt from a seed, all by the rules of `classic`:

    played      reached by lawful play of a whole deal, where most suits are short
    dealt       any cards of the deck in any hands
    scoring     every scoring card still out, with five cards a hand
    void        hands of two suits at most, two and two the same: the most discards

The kinds of claims alternate, and each claim came true in one play of the ending, if possible. It
prints processor seconds for a whole answer (the median, 95 % and the worst), the share that gave
up, and the largest memory of the process so far.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable
from random import Random

from scoring.cards import DECK
from scoring.gongzhu.bits import BIT, as_bits, as_cards
from scoring.gongzhu.claim_search.ending import Claimed, Ending
from scoring.gongzhu.claim_search.question import Question
from scoring.gongzhu.claim_search.search import search_claim
from scoring.gongzhu.deck import SCORING
from scoring.gongzhu.facts import ClaimKind
from scoring.gongzhu.play.replay import Position
from scoring.gongzhu.rules import RuleSet

RULES = RuleSet()
SEED = 17
KINDS = (ClaimKind.ALL, ClaimKind.NONE, ClaimKind.ALLOCATION)

Deal = Callable[[Random, int], Ending]


def main() -> None:
    """Print a line for every sort of ending."""
    parser = argparse.ArgumentParser(description="Times of the exact search of claims.")
    parser.add_argument("--endings", type=int, default=1000, help="of each sort (1000)")
    parser.add_argument("--cards", type=int, nargs="*", default=[5, 7], help="a hand (5 7)")
    parser.add_argument("--sorts", nargs="*", choices=SORTS, default=[*SORTS], help="all four")
    called = parser.parse_args()
    head = ("median", "95 %", "worst", "gave up", "megabytes")
    _say(f"{'seconds':24}" + "".join(f"{name:>11}" for name in head))
    for cards in called.cards:
        for name in called.sorts:
            if name != "scoring" or cards == 5:
                measured = _measured(SORTS[name], cards, called.endings)
                _say(f"{f'{cards} cards, {name}':24}" + measured)


def _measured(deal: Deal, cards: int, endings: int) -> str:
    chance = Random(SEED)  # noqa: S311 (cards that nobody plays with)
    times, gave_up = [], 0
    for place in range(endings):
        ending = deal(chance, cards)
        question = Question(ending, _claim(chance, ending, KINDS[place % len(KINDS)]))
        started = time.process_time()
        evidence = search_claim(question)
        times.append(time.process_time() - started)
        gave_up += None in (evidence.possible, evidence.certain, evidence.ranges)
    times.sort()
    figures = (times[endings // 2], times[endings * 95 // 100], times[-1])
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return (
        "".join(f"{figure:>11.3f}" for figure in figures)
        + f"{gave_up / endings:>11.1%}{megabytes:>11}"
    )


def _played(chance: Random, cards: int) -> Ending:
    deck = list(DECK)
    chance.shuffle(deck)
    hands = {seat: tuple(deck[place::4]) for place, seat in enumerate(RULES.seats)}
    position = Position.from_deal(hands, (), chance.choice(RULES.seats), RULES)
    while max(map(int.bit_count, position.hands)) > cards or position.trick:
        position = position.play(chance.choice(position.legal()))
    return Ending(RULES, position.hands, position.turn, piles=position.piles)


def _dealt(chance: Random, cards: int) -> Ending:
    return _ending(chance.sample(DECK, 4 * cards), chance)


def _scoring(chance: Random, cards: int) -> Ending:
    plain = [card for card in DECK if card not in SCORING]
    held = [*SCORING, *chance.sample(plain, 4 * cards - len(SCORING))]
    chance.shuffle(held)
    return _ending(held, chance)


def _void(chance: Random, cards: int) -> Ending:
    """Return an ending in which north and south share two suits, west and east the others."""
    suits = list("SHDC")
    chance.shuffle(suits)
    sides = [
        [card for card in DECK if card[0] in suits[:2]],
        [c for c in DECK if c[0] in suits[2:]],
    ]
    shares = [chance.sample(side, 2 * cards) for side in sides]
    return _ending([card for half in (0, 1) for side in shares for card in side[half::2]], chance)


def _ending(held: list[str], chance: Random) -> Ending:
    size = len(held) // 4
    hands = tuple(as_bits(held[place * size : (place + 1) * size]) for place in range(4))
    piles = [0] * 4
    for card in DECK:
        if card not in held:
            piles[chance.randrange(4)] |= BIT[card]
    return Ending(RULES, hands, chance.randrange(4), piles=tuple(piles))


SORTS: dict[str, Deal] = {
    "played": _played,
    "dealt": _dealt,
    "scoring": _scoring,
    "void": _void,
}


def _claim(chance: Random, ending: Ending, kind: ClaimKind) -> Claimed:
    """Return a claim that came true in one play of the ending, if there is one."""
    position = Position(RULES, ending.hands, (0,) * 4, ending.turn, 0, piles=(0,) * 4)
    takers = []
    while not position.is_over:
        position = position.play(chance.choice(position.legal()))
        takers += [] if position.trick else [position.turn]
    if kind is ClaimKind.ALLOCATION:
        piles = enumerate(position.piles)
        seats = {BIT[c]: seat for seat, pile in piles for c in as_cards(pile) if c in SCORING}
        return Claimed(ending.turn, kind, seats)
    others = [seat for seat in range(4) if seat not in takers]
    by = takers[0] if kind is ClaimKind.ALL or not others else others[0]
    return Claimed(by, kind)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
