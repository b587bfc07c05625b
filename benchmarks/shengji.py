"""Plays of 升级 judged, and deals played, a second: `python -m benchmarks.shengji`.

    checks      whether a play may follow a lead, the hand being known: one core, whole process
    several     the same, of the plays that answer two cards or more
    deals       dealt, buried, led, followed by what is required, won and reckoned, to the last card
    judged      the records of these deals read, every play of them judged, and settled with lines

Everything comes from a seed. A deal is played by nobody's wits: leads are drawn at random among
singles, pairs, rows and throws; who follows plays the lowest cards that the rules ask for. Making
the positions of the checks is not timed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from scoring.cards import RANKS, SUITS
from scoring.game import find_game
from scoring.seats import COMPASS
from scoring.shengji.cards import KITTY_SIZES, deck, hand_size, points_in
from scoring.shengji.play.follow import broken_obligation, required_answers
from scoring.shengji.play.kitty import kitty_multiplier
from scoring.shengji.play.ladder import Ladder, ladder
from scoring.shengji.play.shapes import (
    SINGLE,
    Block,
    Holding,
    decompose,
    fits,
    holding,
    tops,
    without,
)
from scoring.shengji.play.throws import resolve_throw, winning_play
from scoring.shengji.rules import RuleSet
from scoring.shengji.settling.levels import find_outcome

SEED = 6
DEALS = 150
OFTEN = 0.15
"""How often a lead is thrown together of several combinations."""

COLUMNS = ("checks", "several", "deals", "judged")
Play = tuple[str, ...]


class Check(NamedTuple):
    """A question of legality as `broken` takes it."""

    led: Play
    hand: list[str]
    play: Play
    order: Ladder
    rules: RuleSet


class Dealt(NamedTuple):
    """A deal before the first lead: north has buried the kitty."""

    order: Ladder
    hands: list[list[str]]
    kitty: list[str]


def main() -> None:
    """Print the rates of the presets of one, two and three decks."""
    _say(f"{'a second':14}" + "".join(f"{name:>10}" for name in COLUMNS))
    for name in ("lianzhong-1", "lianzhong-2", "lianzhong-3"):
        rules: RuleSet = find_game("shengji").rules({"preset": name})
        _say(f"{name:14}" + "".join(f"{rate:>10,}" for rate in _rates(rules)))


def _rates(rules: RuleSet) -> Iterator[int]:
    chance = Random(SEED)  # noqa: S311 (cards that nobody plays with)
    dealt = [_deal(chance, rules) for _ in range(DEALS)]
    checks: list[Check] = []
    reports = [_report(deal, rules, Random(place), checks) for place, deal in enumerate(dealt)]  # noqa: S311
    for some in (checks, [check for check in checks if len(check.led) > 1]):
        yield _rate(lambda check: broken_obligation(*check), some) if some else 0
    pairs = [(deal, Random(place)) for place, deal in enumerate(dealt)]  # noqa: S311
    yield _rate(lambda pair: _play_out(pair[0], rules, pair[1]), pairs)
    game = find_game("shengji")
    yield _rate(lambda report: game.settle(report, rules), reports)


def _rate(work: Callable[[Any], object], many: Sequence[Any]) -> int:
    started = time.process_time()
    for item in many:
        work(item)
    return round(len(many) / (time.process_time() - started))


def _deal(chance: Random, rules: RuleSet) -> Dealt:
    cards = list(deck(rules.decks))
    chance.shuffle(cards)
    size = hand_size(rules.decks)
    hands = [cards[start : start + size] for start in range(0, 4 * size, size)]
    order = ladder(chance.choice([*SUITS, None]), chance.choice(RANKS))
    hands[0].extend(cards[4 * size :])
    kitty = [hands[0].pop(chance.randrange(len(hands[0]))) for _ in range(KITTY_SIZES[rules.decks])]
    return Dealt(order, hands, kitty)


def _report(deal: Dealt, rules: RuleSet, chance: Random, checks: list[Check]) -> dict[str, Any]:
    plays = _play_out(deal, rules, chance, checks)
    return {
        "dealer": COMPASS[0],
        "level": deal.order.level,
        "trump": deal.order.trump,
        "hands": dict(zip(COMPASS, deal.hands, strict=True)),
        "kitty": deal.kitty,
        "plays": [[COMPASS[seat], list(cards)] for seat, cards in plays],
    }


def _play_out(
    deal: Dealt, rules: RuleSet, chance: Random, checks: list[Check] | None = None
) -> list[tuple[int, Play]]:
    """Play a deal to its end and reckon it; the plays that follow are kept as checks."""
    order, hands = deal.order, [list(hand) for hand in deal.hands]
    turn, points, plays = 0, 0, []
    while hands[turn]:
        led = _lead(hands, turn, order, rules, chance)
        trick: list[Play] = []
        for step in range(4):
            seat = (turn + step) % 4
            play = _follow(led, hands[seat], order, rules) if step else led
            if step and checks is not None:
                checks.append(Check(led, list(hands[seat]), play, order, rules))
            for card in play:
                hands[seat].remove(card)
            trick.append(play)
            plays.append((seat, play))
        won = winning_play(trick, order, rules)
        turn = (turn + won) % 4
        if turn % 2:
            points += sum(points_in(play) for play in trick)
    if turn % 2:
        points += points_in(deal.kitty) * kitty_multiplier(trick[won], order, rules)
    find_outcome(points, rules)
    return plays


def _lead(
    hands: Sequence[list[str]], turn: int, order: Ladder, rules: RuleSet, chance: Random
) -> Play:
    suit = order.suit[chance.choice(hands[turn])]
    own = [card for card in hands[turn] if order.suit[card] == suit]
    components = decompose(own, order)
    if len(components) > 1 and chance.random() < OFTEN:
        some = chance.sample(components, 2)
        thrown = [card for component in some for card in component.cards]
        others = [hands[(turn + step) % 4] for step in (1, 2, 3)]
        return resolve_throw(thrown, others, order, rules).played
    return chance.choice(components).cards


def _follow(led: Play, hand: Sequence[str], order: Ladder, rules: RuleSet) -> Play:
    """Return the lowest cards that the rules require."""
    suit = order.suit[led[0]]
    own = sorted((card for card in hand if order.suit[card] == suit), key=order.place.__getitem__)
    if len(own) <= len(led):
        rest = [card for card in hand if order.suit[card] != suit]
        return (*own, *rest[: len(led) - len(own)])
    if len(led) == 1:
        return (own[0],)
    held = holding(own, order)
    blocks = tuple(component.block for component in decompose(led, order))
    play = list(_made_of(required_answers(blocks, held, rules), held, own, order))
    rest = list(own)
    for card in play:
        rest.remove(card)
    return (*play, *rest[: len(led) - len(play)])


def _made_of(
    blocks: Sequence[Block], held: Holding, own: Sequence[str], order: Ladder
) -> Iterator[str]:
    free = list(own)
    for place, block in enumerate(blocks):
        for top in [*tops(block, held)][::-1]:
            start = top - block.length + 1
            left = without(block, start, held)
            if block != SINGLE and left is not None and fits(blocks[place + 1 :], left):
                held = left
                for step in range(start, top + 1):
                    face = _least(free, step, block.width, order)
                    for _ in range(block.width):
                        free.remove(face)
                        yield face
                break


def _least(free: Sequence[str], place: int, width: int, order: Ladder) -> str:
    """The card at a place of which there are enough, and no more than need be."""
    faces = [face for face in free if order.place[face] == place and free.count(face) >= width]
    return min(faces, key=free.count)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
