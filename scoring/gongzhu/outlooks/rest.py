"""The cards still to be won, and every way in which pig, sheep and transformer can fall.

Where self-winning counts, the ace of hearts is chosen with these three, and for each card whether
its winner was dealt it, as far as that is not known.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import prod
from typing import Final

from scoring.gongzhu.bits import BIT, as_bits, as_cards, together
from scoring.gongzhu.deck import HEART_ACE, HEARTS, PIG, SHEEP, TRANSFORMER
from scoring.gongzhu.rules import RuleSet, SelfWonHeartAce, SelfWonTransformer
from scoring.gongzhu.settling.pile import MULTIPLIER, SELF_WON
from scoring.gongzhu.settling.tables import Table, table_of
from scoring.gongzhu.stakes import Stakes

_HEARTS: Final = as_bits(HEARTS * 2)
_PIG, _SHEEP, _TRANSFORMER = (as_bits((card, card)) for card in (PIG, SHEEP, TRANSFORMER))

Piece = tuple[int, int, int]
"""What a choice gives to a seat: its place, the bits that it wins, the bits that it was dealt."""

Part = tuple[int, bool, tuple[str, ...]]
"""What belongs to one place of a rest."""


@dataclass(frozen=True)
class Rest:
    """The piles so far by place in the order of play, the cards still out, and who may get them.

    `owners` has the places of the seats that were dealt the exposable cards, as far as known.

    >>> rest = Rest(RuleSet(), Stakes(()), (0, 0, 0, 0), ("SQ", "H5"), (0, 1, 2, 3))
    >>> len(list(rest.choices(frozenset([0])))), rest.values
    (2, (-10,))
    """

    rules: RuleSet
    stakes: Stakes
    piles: tuple[int, ...]
    out: tuple[str, ...]
    open: tuple[int, ...]
    owners: tuple[tuple[str, int], ...] = ()

    def part_at(self, place: int) -> Part:
        """Return the pile of a place, whether it may get more, and what it was dealt."""
        dealt = tuple(card for card, owner in self.owners if owner == place)
        return self.piles[place], place in self.open, dealt

    def rearrange(self, parts: Iterable[Part]) -> "Rest":
        """Return the same rest with the parts of its places in another order."""
        piles, open_, dealt = zip(*parts, strict=True)
        return replace(
            self,
            piles=piles,
            open=tuple(place for place, may in enumerate(open_) if may),
            owners=tuple((card, place) for place, cards in enumerate(dealt) for card in cards),
        )

    @cached_property
    def table(self) -> Table:
        """What piles come to at these stakes."""
        return table_of(self.stakes, self.rules)

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """The cards that are placed one by one; the other hearts go where it is best."""
        ace = (HEART_ACE,) if self.rules.self_won else ()
        return (PIG, SHEEP, TRANSFORMER, *ace)

    @cached_property
    def hearts(self) -> tuple[int, ...]:
        """The bits of the hearts that are out and not chosen singly, equal ones repeated."""
        return tuple(BIT[card] for card in self.out if card in HEARTS and card not in self.chosen)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """What each of these hearts is worth at these stakes where not all are together."""
        return tuple(map(self.table.worth, self.hearts))

    def choices(self, concerned: frozenset[int]) -> Iterator["Choice"]:
        """Yield every way in which the chosen cards can fall to the places concerned.

        The other places are all alike, so that one of them stands for all.
        """
        others = [place for place in self.open if place not in concerned]
        places = [place for place in self.open if place in concerned] + others[:1]
        ways = [list(self._ways(card, places)) for card in self.chosen]
        for way in product(*ways):
            yield Choice(self, tuple(places), tuple(piece for pieces in way for piece in pieces))

    def _ways(self, card: str, places: list[int]) -> Iterator[tuple[Piece, ...]]:
        count, bit = self.out.count(card), BIT[card]
        if not self.rules.self_won:
            for winners in combinations_with_replacement(places, count):
                yield tuple((place, bit, 0) for place in winners)
            return
        holders = [place for place, pile in enumerate(self.piles) if pile & bit]
        owner = dict(self.owners).get(card)
        for place in places if count else holders:
            for own in (False, True) if owner is None else (owner == place,):
                yield ((place, bit if count else 0, bit if own else 0),)


class Choice:
    """One way in which the chosen cards fall, with the piles that there are then.

    >>> rest = Rest(RuleSet(), Stakes(()), (as_bits(["C10", "H5"]), 0, 0, 0), ("SQ",), (0, 1, 2, 3))
    >>> choice = next(rest.choices(frozenset([0])))
    >>> choice.others(0), choice.factor(0), choice.alone(0), choice.worth(0)
    (-110, 2, 50, -220)
    """

    def __init__(self, rest: Rest, places: tuple[int, ...], pieces: tuple[Piece, ...]) -> None:
        self.rest, self.places = rest, places
        self.piles, self.own = list(rest.piles), [0] * len(rest.piles)
        for place, won, dealt in pieces:
            if won:
                self.piles[place] = together(self.piles[place], won)
            self.own[place] |= dealt

    def others(self, place: int) -> int:
        """Return what pig, sheep and hearts of a pile come to if not all hearts are there."""
        table, pile, own = self.rest.table, self.piles[place], self.own[place]
        singles = table.worth(pile & _PIG, own) + table.worth(pile & _SHEEP, own)
        hearts = as_cards(pile & _HEARTS)
        return singles + sum(
            table.worth(BIT[card], own & BIT[card]) * self.suit(place, card) for card in hearts
        )

    def suit(self, place: int, card: str = "") -> int:
        """Return by what a self-won ace multiplies the hearts of a pile besides itself."""
        if self.rest.rules.self_won_heart_ace is not SelfWonHeartAce.SUIT or card == HEART_ACE:
            return 1
        return SELF_WON if self.own[place] & BIT[HEART_ACE] else 1

    def factor(self, place: int) -> int:
        """Return by what the transformers of a pile multiply it."""
        count = (self.piles[place] & _TRANSFORMER).bit_count()
        if not count:
            return 1
        both = self.rest.rules.self_won_transformer is SelfWonTransformer.BOTH
        doubled = both and self.own[place] & BIT[TRANSFORMER]
        shown = self.rest.stakes.transformers(count)
        return prod(MULTIPLIER * factor for factor in shown) * (SELF_WON if doubled else 1)

    def alone(self, place: int) -> int | None:
        """Return what the transformers of a pile are worth alone; None where there is none."""
        transformers = self.piles[place] & _TRANSFORMER
        if not transformers:
            return None
        return self.rest.table.worth(transformers, self.own[place])

    def worth(self, place: int) -> int:
        """Return the points of a pile as it is."""
        return self.rest.table.worth(self.piles[place], self.own[place])
