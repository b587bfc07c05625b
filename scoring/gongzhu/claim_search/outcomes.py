"""The points that legal play of an ending can reach: the least and the most of each seat.

The points of a seat depend on its own pile alone, and there on a few facts (`settling.tables`):
pig, sheep, transformer, the value of its hearts, and the number of worthless hearts. Each scoring
card still out has a weight, so that the sum of the weights in a pile determines these facts. The
outcomes of a state are one number: the bit `weight · seats + seat` means that the seat can win
cards of this weight from there on. Winning a card shifts the bits of a seat; a choice joins the
bits of all plays.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import gcd

from scoring.gongzhu.bits import BIT, COPY, SUIT_OF, as_bits, as_cards, split
from scoring.gongzhu.claim_search.ending import STATES, Ending, GaveUp
from scoring.gongzhu.claim_search.moves import ALWAYS, Moves
from scoring.gongzhu.deck import HEART_ACE, HEART_FACES, SCORING
from scoring.gongzhu.rules import RuleSet
from scoring.gongzhu.settling.tables import table_of

Range = tuple[int, int]
"""The least and the most."""


def find_ranges(ending: Ending, limit: int = STATES) -> tuple[Range, ...]:
    """Return the least and the most raw points of each seat. Raises GaveUp.

    >>> hands = tuple(as_bits([card]) for card in ("SK", "SQ", "HA", "C10"))
    >>> find_ranges(Ending(RuleSet(), hands, 0, piles=(0, 0, 0, 0)))
    ((-300, -300), (0, 0), (0, 0), (0, 0))
    """
    out = as_cards((ending.left | sum(ending.trick)) & as_bits(SCORING))
    weights = weigh(out, ending.rules)
    outcomes = _Outcomes(ending, weights, limit).all()
    piles = {0: 0}
    for bit, weight in weights.items():
        piles |= {total + weight: pile | bit for total, pile in piles.items()}
    ranges = []
    for seat in range(ending.players):
        places = {total * ending.players + seat: pile for total, pile in piles.items()}
        wins = [pile for place, pile in places.items() if outcomes >> place & 1]
        ranges.append(_range(ending, seat, wins))
    return tuple(ranges)


def _range(ending: Ending, seat: int, wins: list[int]) -> Range:
    """Return the range of a seat over all that it may win.

    A card already won whose owner is unknown is tried both as self-won and as not.
    """
    table, before = table_of(ending.stakes, ending.rules), ending.piles[seat]
    owned = ending.dealt[seat] if ending.dealt else 0
    points = [
        table.worth(before | pile, owned | more)
        for more in _subsets(before & ending.unowned)
        for pile in wins
    ]
    return min(points), max(points)


def _subsets(cards: int) -> Iterator[int]:
    bits = split(cards)
    for size in range(len(bits) + 1):
        yield from map(sum, combinations(bits, size))


def weigh(out: tuple[str, ...], rules: RuleSet) -> dict[int, int]:
    """Return weights of scoring cards, such that equal sums mean equal points.

    >>> weigh(("H2", "H3", "HJ", "HQ", "C10"), RuleSet()) == {
    ...     BIT["H2"]: 1, BIT["H3"]: 1, BIT["HJ"]: 6, BIT["HQ"]: 9, BIT["C10"]: 18
    ... }
    True
    """
    faces: Mapping[str, int] = HEART_FACES[rules.hearts]
    unit = gcd(*faces.values())
    classes: dict[str, dict[int, int]] = {}
    for card in out:
        # Where the ace can be self-won it counts otherwise than hearts of the same worth.
        alone = card not in faces or (card == HEART_ACE and rules.self_won)
        name = card if alone else "worth" if faces[card] else "nothing"
        classes.setdefault(name, {})[BIT[card]] = 1 if name != "worth" else -faces[card] // unit
    weights: dict[int, int] = {}
    step = 1
    for parts in classes.values():
        weights |= {bit: part * step for bit, part in parts.items()}
        step *= sum(parts.values()) + 1
    return weights


class _Outcomes:
    """The outcomes of one ending, each state computed once."""

    def __init__(self, ending: Ending, weights: Mapping[int, int], limit: int) -> None:
        players = ending.players
        self.ending, self.limit, self.players = ending, limit, players
        # A mark is by how many places a card moves the bits of the seat that wins it.
        self.moves = Moves(ending, {bit: weight * players for bit, weight in weights.items()})
        self.nothing = (1 << players) - 1
        size = sum(weights.values()) + 1
        every = sum(1 << place * players for place in range(size))
        self.bits_of = tuple(every << seat for seat in range(players))
        self.known: dict[int, int] = {}

    def all(self) -> int:
        """Return the outcomes from the start of the ending."""
        ending = self.ending
        if not ending.trick:
            return self._trick(ending.left, ending.turn, ending.guarded)
        on_table = sum(self.moves.marks.get(bit, 0) for bit in ending.trick)
        place = ending.left, ending.turn, ending.best, ending.taker
        return self._open(*place, ending.guarded, on_table)

    def _trick(self, left: int, leader: int, guarded: int) -> int:
        """Return the outcomes before a lead."""
        if not left:
            return self.nothing
        left = self.moves.lowered(left)
        key = left | guarded << COPY | leader << 2 * COPY
        outcomes = self.known.get(key)
        if outcomes is not None:
            return outcomes
        outcomes, hand = 0, left & self.moves.own[leader]
        others, follower = left ^ hand | ALWAYS, self.moves.after[leader]
        for bit, between, mark in self.moves.plays(hand, 0, guarded & hand):
            if between & others:
                outcomes |= self._open(left ^ bit, follower, bit, leader, guarded, mark)
        return self._keep(key, outcomes)

    def _open(
        self, left: int, seat: int, best: int, taker: int, guarded: int, on_table: int
    ) -> int:
        """Return the outcomes within an undecided trick, cards on the table included."""
        led = SUIT_OF[best]
        following = left & self.moves.waiting[seat][left.bit_count() % self.players] & led
        if following < best:
            outcomes = self._decided(left, seat, led if following or guarded else 0, taker, guarded)
            return self._move(outcomes, taker, on_table)
        outcomes, hand = 0, left & self.moves.own[seat]
        others, follower = left ^ hand | best | ALWAYS, self.moves.after[seat]
        for bit, between, mark in self.moves.plays(hand, led, guarded & hand):
            if between & others:
                wins = bit & led > best
                top, winner = (bit, seat) if wins else (best, taker)
                outcomes |= self._open(left ^ bit, follower, top, winner, guarded, on_table + mark)
        return outcomes

    def _decided(self, left: int, seat: int, led: int, taker: int, guarded: int) -> int:
        """Return the outcomes within a trick whose winner is known, without cards on the table.

        `led` is 0 if nobody can follow the suit any more and nothing is guarded.
        """
        waiting = left.bit_count() % self.players
        if not waiting:
            return self._trick(left, taker, guarded & self.moves.guard.after[led] if guarded else 0)
        if not guarded and not left & self.moves.waiting[seat][waiting] & led:
            led = 0
        left = self.moves.lowered(left)
        key = left | guarded << COPY | led << 2 * COPY | (seat << 3 | taker) + 8 << 3 * COPY
        outcomes = self.known.get(key)
        if outcomes is not None:
            return outcomes
        outcomes, hand = 0, left & self.moves.own[seat]
        others, follower = left ^ hand | ALWAYS, self.moves.after[seat]
        for bit, between, mark in self.moves.plays(hand, led, guarded & hand):
            if between & others:
                rest = self._decided(left ^ bit, follower, led, taker, guarded)
                outcomes |= self._move(rest, taker, mark) if mark else rest
        return self._keep(key, outcomes)

    def _move(self, outcomes: int, seat: int, mark: int) -> int:
        """Return the outcomes after a seat has also won cards with this mark."""
        own = outcomes & self.bits_of[seat]
        return outcomes ^ own | own << mark

    def _keep(self, key: int, outcomes: int) -> int:
        if len(self.known) >= self.limit:
            raise GaveUp
        self.known[key] = outcomes
        return outcomes
