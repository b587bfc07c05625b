"""A second opinion on the play of 升级: following, throwing, winning, and what it comes to.

The lists of obligations are written out and tried one after the other on every play that a hand
can make. It shares nothing with the engine.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from tests.scoring.shengji.cards_by_hand import (
    KINDS,
    Cards,
    Component,
    Shape,
    Trump,
    components,
    holds,
    kind,
    top,
    ways,
)

Item = tuple[Shape, ...]
"""What a list asks for in one of its places."""

TRIPLE, PAIR = Shape(3, 1), Shape(2, 1)

TITANIC: list[Item] = [
    (Shape(3, 2),),
    (TRIPLE, TRIPLE),
    (Shape(2, 2),),
    (TRIPLE, PAIR),
    (TRIPLE,),
    (PAIR, PAIR),
    (PAIR,),
    (),
]
"""泰坦尼克, 兩副三對, 一副拖拉機+兩單張, 一副三對+一副兩對+一單張, 一副三對+三單張,
兩副兩對+兩單張, 一副兩對+四單張, 六單張."""


def partitions(number: int, longest: int) -> Iterator[tuple[int, ...]]:
    """Divide a number into parts, the longest first.

    >>> list(partitions(3, 3))
    [(3,), (2, 1), (1, 1, 1)]
    """
    if number == 0:
        yield ()
    for first in range(min(number, longest), 0, -1):
        for rest in partitions(number - first, first):
            yield (first, *rest)


def runs(width: int, faces: int) -> list[Item]:
    """Return every way to have at most so many faces of a width, more first, longer first.

    >>> len(runs(2, 3))
    7
    """
    return [
        tuple(Shape(width, length) for length in parts)
        for number in range(faces, -1, -1)
        for parts in partitions(number, number)
    ]


def obligations(shape: Shape, partial: bool = True) -> list[Item]:
    """Return what a component of the lead asks for, the first thing to be tried first.

    Without `partial` a tractor that is not held whole asks for pairs, adjacent or not.
    """
    if shape.width == 2 and not partial:
        return [(shape,), *((PAIR,) * pairs for pairs in range(shape.length, -1, -1))]
    if shape.width == 1:
        return [()]
    if shape == TRIPLE:
        return [(TRIPLE,), (PAIR,), ()]
    if shape.width == 2:
        return runs(2, shape.length)
    if shape.length == 2:
        return TITANIC
    return [
        triples + pairs
        for triples in runs(3, shape.length)
        for pairs in runs(2, shape.length - sum(part.length for part in triples))
    ]


def asked_shapes(led: Cards, trump: Trump) -> Iterator[Item]:
    """Return what a lead asks for, the components one after the other, biggest kind first."""
    lists = [obligations(part.shape) for part in components(led, trump)]
    for choice in product(*lists):
        yield tuple(shape for item in choice for shape in item)


def lawful(led: Cards, hand: Sequence[str], trump: Trump) -> set[Cards] | None:
    """Return every play of the led suit that a hand may make, sorted; None where it is free.

    Free, or the whole of the suit and then free, is a hand with fewer cards than were led.
    """
    own = trump.of_group(hand, trump.group(led[0]))
    if len(own) < len(led):
        return None
    every = {tuple(sorted(play)) for play in combinations(own, len(led))}
    for item in asked_shapes(led, trump):
        enough = {play for play in every if holds(Counter(play), item, trump)}
        if enough:
            return enough
    raise ValueError(hand)


def wanted(led: Cards, hand: Sequence[str], trump: Trump, partial: bool = True) -> Item:
    """Return the first thing on the list that a hand has, component by component."""
    own, shapes = Counter(trump.of_group(hand, trump.group(led[0]))), Item()
    for part in components(led, trump):
        shapes += next(
            item
            for item in obligations(part.shape, partial)
            if holds(own, tuple(sorted(shapes + item, reverse=True)), trump)
        )
    return shapes


def legal(
    led: Cards, hand: Sequence[str], play: Sequence[str], trump: Trump, partial: bool = True
) -> bool:
    """Say whether a play may follow a lead, without trying the other plays of the hand."""
    if len(play) != len(led) or Counter(play) - Counter(hand):
        return False
    group = trump.group(led[0])
    own, played = trump.of_group(hand, group), trump.of_group(play, group)
    if len(own) <= len(led):
        return len(played) == len(own)
    return len(played) == len(led) and holds(
        Counter(play), wanted(led, hand, trump, partial), trump
    )


def beaten(part: Component, hand: Sequence[str], trump: Trump) -> bool:
    """Say whether a hand has the same shape, higher and of the same suit."""
    own = Counter(trump.of_group(hand, trump.group(part.cards[0])))
    highest = top(part.cards, trump)
    return any(top(way, trump) > highest for way in ways(own, part.shape, trump))


def thrown(
    cards: Cards, hands: Sequence[Sequence[str]], trump: Trump, smallest: bool = False
) -> Cards:
    """Return what is played of a throw: all of it where it stands.

    Else the lowest component that can be beaten, of the biggest kind that has one, or with
    `smallest` of the smallest.
    """
    parts = components(cards, trump)
    if len(parts) == 1:
        return cards
    for name in reversed(KINDS) if smallest else KINDS:
        weak = [
            part
            for part in parts
            if kind(part.shape) == name and any(beaten(part, hand, trump) for hand in hands)
        ]
        if weak:
            return min(weak, key=lambda part: top(part.cards, trump)).cards
    return cards


def contends(led: Cards, play: Cards, trump: Trump) -> bool:
    """Say whether a play is of the led suit, or all trump, and divides as the lead does."""
    groups = {trump.group(card) for card in play}
    shapes = tuple(part.shape for part in components(led, trump))
    if len(groups) > 1 or groups - {trump.group(led[0]), "T"}:
        return False
    return holds(Counter(play), shapes, trump)


def strength(led: Cards, play: Cards, trump: Trump) -> int:
    """Return the highest place that a play can give to the biggest component of the lead."""
    biggest, *others = (part.shape for part in components(led, trump))
    return max(
        top(way, trump)
        for way in ways(Counter(play), biggest, trump)
        if holds(Counter(play) - Counter(way), tuple(others), trump)
    )


def winner(plays: Sequence[Cards], trump: Trump) -> int:
    """Return which play wins a trick; of equal plays the first, and a throw in its suit."""
    led = plays[0]
    suit, throw = trump.group(led[0]), len(components(led, trump)) > 1
    best, ranked = 0, (False, strength(led, led, trump))
    for seat, play in enumerate(plays[1:], start=1):
        ruff = trump.group(play[0]) != suit
        if contends(led, play, trump) and (ruff or not throw):
            rank = (ruff, strength(led, play, trump))
            if rank > ranked:
                best, ranked = seat, rank
    return best


def points(cards: Sequence[str]) -> int:
    """Return the points of some cards.

    >>> points(["S5", "H10", "DK", "CA", "BJ"])
    25
    """
    return sum({"5": 5, "10": 10, "K": 10}.get(card[1:], 0) for card in cards)


def multiplier(play: Cards, trump: Trump) -> int:
    """Return by how much the source multiplies the kitty: its cases in its order."""
    parts = [part.shape for part in components(play, trump)]
    longest = {kind(shape): shape.length for shape in sorted(parts)}
    if "titanic" in longest:
        return int(2 * 3 ** longest["titanic"])
    if "triple" in longest:
        return 6
    if "tractor" in longest:
        return int(2 * 2 ** longest["tractor"])
    return 4 if "pair" in longest else 2


def greatest_multiplier(play: Cards, trump: Trump) -> int:
    """Return the greatest of the figures that the source has for the components of a play."""
    return max(multiplier(part.cards, trump) for part in components(play, trump))


def club_multiplier(play: Cards, trump: Trump) -> int:
    """Return by how much the clubs multiply the kitty: single 2, pair 4, anything more 8."""
    kinds = {kind(part.shape) for part in components(play, trump)}
    return 8 if kinds - {"pair", "single"} else 4 if "pair" in kinds else 2


Levels = tuple[bool, int, int]
"""Whether the dealer's side goes on, and the levels gained by it and by the attackers."""

STEPS: dict[str, list[tuple[int, Levels]]] = {
    "lianzhong-1": [
        (0, (True, 2, 0)), (40, (True, 1, 0)), (80, (False, 0, 0)), (100, (False, 0, 1)),
    ],
    "lianzhong-2": [(0, (True, 3, 0)), (40, (True, 2, 0)), (80, (True, 1, 0))],
    "standard-2": [
        (0, (True, 3, 0)), (40, (True, 2, 0)), (80, (True, 1, 0)), (120, (False, 0, 0)),
    ],
    "lianzhong-3": [
        (0, (True, 3, 0)), (60, (True, 2, 0)), (120, (True, 1, 0)), (180, (False, 0, 0)),
    ],
}  # fmt: skip
"""What points bring that are none, or fewer than the first number that is greater."""


def levels(preset: str, attackers_points: int) -> Levels:
    """Return what the attackers' points bring under a preset.

    >>> levels("lianzhong-2", 85), levels("standard-2", 85), levels("lianzhong-3", 300)
    ((False, 0, 1), (False, 0, 0), (False, 0, 3))
    """
    table = STEPS["lianzhong-3" if preset == "standard-3" else preset]
    for below, brought in table:
        if attackers_points < below or attackers_points == below == 0:
            return brought
    if preset == "lianzhong-1":
        return (False, 0, 2)
    size = 60 if preset.endswith("3") else 40
    return (False, 0, 1 + (attackers_points - table[-1][0]) // size)
