"""The obligations of a seat that follows, in the order in which they are checked.

The obligations are data. Each combination led has a list of answers, best first, each a tuple of
blocks; the play must contain the first answer that the hand can give, and its other cards are free
within the suit (SJ-32 to SJ-37).

>>> from scoring.shengji.play.ladder import ladder
>>> two_four = ladder("S", "5")
>>> broken_obligation(["HA", "HA"], ["H2", "H2", "H7", "C3"], ["H2", "H7"], two_four, RuleSet())
<Obligation.PAIR_NOT_PLAYED: 'pair_not_played'>
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from scoring.shengji.codes import Obligation
from scoring.shengji.play.ladder import Ladder
from scoring.shengji.play.shapes import (
    PAIR,
    SINGLE,
    TRIPLE,
    Block,
    Holding,
    decompose,
    fits,
    holding,
)
from scoring.shengji.rules import RuleSet, Switch, ThrowFollow, TitanicOrder

Answer = tuple[Block, ...]
"""Blocks that a play must contain. Singles are never among them: they cannot be lacking."""


def broken_obligation(
    led: Sequence[str], hand: Sequence[str], play: Sequence[str], order: Ladder, rules: RuleSet
) -> Obligation | None:
    """Return the first obligation that a play breaks, or None if it is legal.

    `hand` is the hand before the play, `led` are cards of one suit.

    >>> from scoring.shengji.play.ladder import ladder
    >>> broken_obligation(["SA"], ["S3", "H4"], ["H4"], ladder("H", "2"), RuleSet())
    <Obligation.SUIT_NOT_FOLLOWED: 'suit_not_followed'>
    """
    if len(play) != len(led):
        return Obligation.WRONG_NUMBER_OF_CARDS
    if any(play.count(card) > hand.count(card) for card in play):
        return Obligation.NOT_HELD
    suit_of, suit = order.suit, order.suit[led[0]]
    of_suit = [card for card in hand if suit_of[card] == suit]
    played = [card for card in play if suit_of[card] == suit]
    if len(played) < len(play):
        # Whoever has too few plays all of them, and the rest is free (SJ-31).
        return None if len(played) == len(of_suit) else Obligation.SUIT_NOT_FOLLOWED
    if len(led) == 1 or len(of_suit) == len(played):
        return None
    wanted = required_answers(_blocks_of(tuple(led), order), holding(of_suit, order), rules)
    if rules.triple_protection is Switch.ON:
        # Two cards of a protected triple are no pair in the play either.
        played = [card for card in played if played.count(card) == of_suit.count(card)]
    return _lacking(wanted, holding(played, order), rules) if wanted else None


def required_answers(led: tuple[Block, ...], held: Holding, rules: RuleSet) -> Answer:
    """Return the answer that a hand with enough cards of the suit must contain.

    >>> from scoring.shengji.play.ladder import ladder
    >>> held = holding(["H2", "H2", "H7", "H8", "H8"], ladder("S", "5"))
    >>> required_answers((Block(2, 2),), held, RuleSet())
    (Block(width=2, length=1), Block(width=2, length=1))
    """
    if not any(held.twos) and not any(held.threes):
        return ()
    if rules.throw_follow is ThrowFollow.RBTYING_PATH and len(led) > 1:
        return next(answer for answer in _path(led, rules) if _can(answer, led, held, rules))
    chosen: Answer = ()
    for block in led:
        # The first of all products in their order is found one factor at a time, because the
        # last answer to everything that follows is nothing.
        chosen = next(
            chosen + answer
            for answer in answers(block, rules)
            if _can(chosen + answer, led, held, rules)
        )
    return chosen


def answers(block: Block, rules: RuleSet) -> tuple[Answer, ...]:
    """Return the possible answers to one combination, best first, the empty answer last.

    >>> [len(answer) for answer in answers(Block(2, 3), RuleSet())]
    [1, 2, 3, 1, 2, 1, 0]
    """
    return _answers(block, rules.titanic_order, rules.partial_tractor)


@cache
def _answers(block: Block, order: TitanicOrder, partial_tractor: bool) -> tuple[Answer, ...]:
    if block == SINGLE:
        return ((),)
    if block == TRIPLE:
        return ((TRIPLE,), (PAIR,), ())
    if block.width == PAIR.width:
        return tuple(_of_tractor(block.length, partial_tractor))
    if block.length == 2 and order is TitanicOrder.LIANZHONG:
        return LIST_OF_EIGHT
    return tuple(_of_titanic(block.length, partial_tractor))


LIST_OF_EIGHT: Final[tuple[Answer, ...]] = (
    (Block(3, 2),),
    (TRIPLE, TRIPLE),
    (Block(2, 2),),
    (TRIPLE, PAIR),
    (TRIPLE,),
    (PAIR, PAIR),
    (PAIR,),
    (),
)
"""What the source has a titanic of two triples answered with, in its order (SJ-34)."""


def _of_tractor(pairs: int, partial: bool) -> Iterator[Answer]:
    for total in range(pairs, -1, -1):
        for parts in _partitions(total, total):
            if partial or parts == (pairs,) or max(parts, default=1) == 1:
                yield tuple(Block(2, length) for length in parts)


def _of_titanic(triples: int, partial: bool) -> Iterator[Answer]:
    """Yield answers to a titanic: the most triples in the longest rows, then pairs instead."""
    for total in range(triples, -1, -1):
        for parts in _partitions(total, total):
            for pairs in _of_tractor(triples - total, partial):
                yield (*(Block(3, length) for length in parts), *pairs)


def _partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write a number as a sum, those with the largest parts first."""
    if total == 0:
        yield ()
    for part in range(min(total, most), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def _path(led: tuple[Block, ...], rules: RuleSet) -> Iterator[Answer]:
    """Yield the answers of one path down: the largest combination gives way to the next."""
    wanted = [block for block in led if block != SINGLE]
    while wanted:
        yield tuple(wanted)
        wanted.sort(key=lambda block: block.rank, reverse=True)
        wanted[:1] = answers(wanted[0], rules)[1]
    yield ()


def _can(answer: Answer, led: tuple[Block, ...], held: Holding, rules: RuleSet) -> bool:
    if rules.tractor_protection and max(led).width < TRIPLE.width:
        held = held if any(block.length > 1 for block in led) else _out_of_rows(held)
    return _has(answer, held, rules)


def _has(answer: Sequence[Block], held: Holding, rules: RuleSet) -> bool:
    """Say whether a hand or play contains an answer; protected triples give no pair."""
    if rules.triple_protection is Switch.OFF:
        return fits(answer, held)
    pairs = [block for block in answer if block.width == PAIR.width]
    triples = [block for block in answer if block.width == TRIPLE.width]
    return fits(triples, held) and fits(pairs, Holding(held.twos, (0,) * len(held.threes)))


def _out_of_rows(held: Holding) -> Holding:
    """Return the holding without the pairs that belong to a tractor."""
    counts = [two + three for two, three in zip(held.twos, held.threes, strict=True)]
    beside = [
        bool((place and counts[place - 1]) or (place + 1 < len(counts) and counts[place + 1]))
        for place in range(len(counts))
    ]
    return Holding(
        tuple(0 if near else two for two, near in zip(held.twos, beside, strict=True)),
        tuple(0 if near else three for three, near in zip(held.threes, beside, strict=True)),
    )


def _lacking(wanted: Answer, played: Holding, rules: RuleSet) -> Obligation | None:
    """Return the obligation for the first block that a play lacks, the largest first."""
    blocks = sorted(wanted, key=lambda block: block.rank, reverse=True)
    for end, block in enumerate(blocks, start=1):
        if not _has(blocks[:end], played, rules):
            return _NAMES[block.width, block.length > 1]
    return None


_NAMES: Final = {
    (3, True): Obligation.TITANIC_NOT_PLAYED,
    (2, True): Obligation.TRACTOR_NOT_PLAYED,
    (3, False): Obligation.TRIPLE_NOT_PLAYED,
    (2, False): Obligation.PAIR_NOT_PLAYED,
}


@lru_cache(maxsize=4096)
def _blocks_of(led: tuple[str, ...], order: Ladder) -> tuple[Block, ...]:
    return tuple(component.block for component in decompose(led, order))
