"""Deals settled and replayed a second on one core: `python -m benchmarks.scoring`.

Each is timed on whole numbers and with its reasons, so that the difference is what clarity costs:

    settled     piles to raw points and scores, the first time (which fills the tables) and again
    explained   the report of the cards won: read, checked, settled, with every line
    replayed    legal plays before every play, winners and piles
    by value    the same, each position a value of its own
    followed    the report of all plays: read, checked, flagged, settled, with every line

The deals are dealt, exposed and played at random from a seed, by the rules of each preset. Making
them is not timed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.game import find_game
from scoring.gongzhu.bits import as_bits, as_cards
from scoring.gongzhu.deck import EXPOSABLE, deck_of, hand_size
from scoring.gongzhu.play.replay import (
    Position,
    Replayed,
    ReplayedTwo,
    replay_bits,
    replay_two_decks,
)
from scoring.gongzhu.play.tricks import guard_of
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.settling.tables import Settler
from scoring.gongzhu.stakes import Exposure, ExposureKind

SETTLED = 50_000
PLAYED = 500
SEED = 4
OFTEN = 0.3

Numbers = tuple[list[int], int, int, list[int]]
"""A deal as `Settler.raw` takes it."""
Bits = tuple[Position, list[int]]
"""A deal as it is replayed on whole numbers: how it starts, and the plays."""


@dataclass(frozen=True)
class Deal:
    """A deal that was played out: by numbers, by value and as two reports."""

    start: Position
    plays: tuple[tuple[str, ...], ...]
    captures: dict[str, Any]
    tricks: dict[str, Any]


def main() -> None:
    """Print the rates of every preset, in deals a second."""
    names = ("settled", "again", "explained", "replayed", "by value", "followed")
    _say(f"{'deals a second':16}" + "".join(f"{name:>11}" for name in names))
    for name in find_game("gongzhu").presets:
        rates = _rates(find_game("gongzhu").rules({"preset": name}))
        _say(f"{name:16}" + "".join(f"{rate:>11,}" for rate in rates))


def _rates(rules: RuleSet) -> Iterator[int]:
    game, settler = find_game("gongzhu"), Settler(rules)
    chance = Random(SEED)  # noqa: S311 (cards that nobody plays with)
    numbers = [_numbers(chance, rules) for _ in range(SETTLED)]
    deals = [_played(chance, rules) for _ in range(PLAYED)]
    for _ in range(2):
        yield _rate(lambda deal: settler.scores(settler.raw(*deal)), numbers)
    yield _rate(lambda deal: game.settle(deal.captures, rules), deals)
    replay = _replay(rules)
    _check(replay, deals)
    yield _rate(replay, [_as_bits(deal) for deal in deals])
    yield _rate(_walk, deals)
    yield _rate(lambda deal: game.settle(deal.tricks, rules), deals)


def _rate(work: Callable[[Any], object], deals: Sequence[Any]) -> int:
    started = time.process_time()
    for deal in deals:
        work(deal)
    return round(len(deals) / (time.process_time() - started))


def _numbers(chance: Random, rules: RuleSet) -> Numbers:
    """Return piles of any size, so that all hearts and slams occur too."""
    deck = list(deck_of(rules))
    hands = [as_bits(hand) for hand in _shared(chance, deck, rules)]
    chance.shuffle(deck)
    cuts = sorted(chance.randrange(len(deck) + 1) for _ in rules.seats[1:])
    ends = zip((0, *cuts), (*cuts, len(deck)), strict=True)
    piles = [as_bits(deck[start:end]) for start, end in ends]
    shown = as_bits(card for card in EXPOSABLE if rules.exposure and chance.random() < OFTEN)
    return piles, shown, 0, hands


def _shared(chance: Random, deck: list[str], rules: RuleSet) -> list[tuple[str, ...]]:
    chance.shuffle(deck)
    size = hand_size(rules)
    return [tuple(deck[start : start + size]) for start in range(0, len(deck), size)]


def _played(chance: Random, rules: RuleSet) -> Deal:
    hands = dict(zip(rules.seats, _shared(chance, list(deck_of(rules)), rules), strict=True))
    exposures = tuple(
        Exposure(card, ExposureKind.EXPOSED, seat)
        for seat, hand in hands.items()
        for card in hand
        if rules.exposure and card in EXPOSABLE and chance.random() < OFTEN
    )
    leader = chance.choice(rules.seats)
    start = position = Position.from_deal(hands, exposures, leader, rules)
    plays = []
    while not position.is_over:
        cards = chance.choice(position.legal())
        plays.append((position.seat, cards))
        position = position.play(cards)
    exposed = [{"seat": e.seat, "card": e.card, "kind": e.kind.value} for e in exposures]
    report = {"hands": hands, "exposed": exposed}
    won = {seat: as_cards(pile) for seat, pile in zip(rules.seats, position.piles, strict=True)}
    written = [[seat, cards[0] if rules.decks == 1 else list(cards)] for seat, cards in plays]
    tricks = {**report, "plays": written, "leader": leader}
    return Deal(start, tuple(cards for _, cards in plays), {**report, "won": won}, tricks)


def _as_bits(deal: Deal) -> Bits:
    return deal.start, [as_bits(cards) for cards in deal.plays]


def _replay(rules: RuleSet) -> Callable[[Bits], Replayed | ReplayedTwo]:
    guard = guard_of(rules)

    def _one(deal: Bits) -> Replayed:
        start, plays = deal
        # With one deck a card is protected wherever it is.
        return replay_bits(start.hands, start.exposed[0], start.turn, plays, guard)

    def _two(deal: Bits) -> ReplayedTwo:
        start, plays = deal
        return replay_two_decks(start.hands, start.exposed, start.turn, plays, guard)

    return _one if rules.decks == 1 else _two


def _check(replay: Callable[[Bits], Replayed | ReplayedTwo], deals: Sequence[Deal]) -> None:
    """Check the timed replay: no play of these deals is illegal, and the piles are right."""
    for deal in deals:
        replayed = replay(_as_bits(deal))
        won = [list(as_cards(pile)) for pile in replayed.piles]
        if replayed.illegal or won != [list(pile) for pile in deal.captures["won"].values()]:
            raise SystemExit("the replay that is timed is wrong")


def _walk(deal: Deal) -> None:
    position = deal.start
    for cards in deal.plays:
        position.legal()
        position = position.play(cards)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
