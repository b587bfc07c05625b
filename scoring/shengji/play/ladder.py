"""The order of the cards under a trump and a level: the suit and the place of each card.

Trump is a suit of its own, `T`: the jokers, the cards of the level, the cards of the trump suit
(SJ-10), and the ranks that a club always plays as trump (SJ-13). A place is the height of a card in
its suit; trump ranks are left out of the plain places, so that cards at neighbouring places are
neighbours (SJ-12). If a club does not treat the ranks beside the level as neighbours, a place stays
empty between them (SJ-14).

>>> ladder("S", "5").suit["H5"], ladder("S", "5").place["H5"], ladder("S", "5").place["S5"]
('T', 12, 13)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from scoring.cards import RANKS, SUITS
from scoring.shengji.cards import FACES, JOKERS
from scoring.shengji.rules import RuleSet, Switch

TRUMP: Final = "T"
"""The suit of every trump card."""

PLACES: Final = 16
"""Places of the trump suit as most play: twelve ranks, level cards twice, two jokers.

A rank that is trump always is one place more, since it is no plain rank and takes two.
"""

_EACH_TWICE: Final = 2
"""A rank that is trump takes a place for the trump suit, and one below it for the others."""


@dataclass(frozen=True, eq=False)
class Ladder:
    """The suit of every card, and its place in the suit, under a trump and a level."""

    trump: str | None
    level: str
    suit: Mapping[str, str]
    place: Mapping[str, int]
    places: int
    """How many places the highest suit has; without a trump suit the last ones stay empty."""

    def one_suit(self, cards: tuple[str, ...] | list[str]) -> str | None:
        """Return the suit of all these cards, None if they are of several.

        >>> ladder("H", "2").one_suit(["RJ", "S2", "H9"]), ladder("H", "2").one_suit(["S3", "H9"])
        ('T', None)
        """
        suits = {self.suit[card] for card in cards}
        return suits.pop() if len(suits) == 1 else None

    def order(self) -> dict[str, list[list[str]]]:
        """Return every suit from its lowest card to its highest, equal cards together.

        >>> ladder(None, "5").order()["T"]
        [['C5', 'D5', 'H5', 'S5'], ['BJ'], ['RJ']]
        """
        suits: dict[str, dict[int, list[str]]] = {TRUMP: {}, **{suit: {} for suit in SUITS}}
        for face in sorted(FACES, key=lambda face: (self.place[face], face)):
            suits[self.suit[face]].setdefault(self.place[face], []).append(face)
        return {suit: list(steps.values()) for suit, steps in suits.items() if steps}


def rules_ladder(trump: str | None, level: str, rules: RuleSet) -> Ladder:
    """Return the order under a trump suit (None for no trump) and a level, by a set of rules.

    Raises ValueError for an unknown suit or rank.

    >>> rules_ladder("S", "5", RuleSet(always_trump=("2",))).order()["T"][10:14]
    [['SA'], ['C2', 'D2', 'H2'], ['S2'], ['C5', 'D5', 'H5']]
    """
    return ladder(trump, level, rules.always_trump, rules.over_level_tractor is Switch.ON)


@cache
def ladder(
    trump: str | None, level: str, always_trump: tuple[str, ...] = (), over_level: bool = True
) -> Ladder:
    """Return the order under a trump suit (None for no trump) and a level.

    `always_trump` are the ranks that are trump at every level (SJ-13); without `over_level` the
    plain ranks beside the level are no neighbours (SJ-14). Raises ValueError for an unknown suit or
    rank.

    >>> [ladder("S", "5", (), False).place[face] for face in ("H4", "H6", "HA", "H5")]
    [2, 4, 12, 13]
    """
    if (trump is not None and trump not in SUITS) or level not in RANKS:
        raise ValueError(f"no deal has trump {trump!r} and level {level!r}")
    trumps = (*(rank for rank in RANKS if rank in always_trump and rank != level), level)
    plain = _plain_places(level, trumps, over_level)
    above = max(plain.values(), default=-1) + 1
    suit, place = {}, {}
    for face in FACES:
        is_trump = face in JOKERS or face[1:] in trumps or face[0] == trump
        suit[face] = TRUMP if is_trump else face[0]
        is_plain = face not in JOKERS and face[1:] in plain
        place[face] = plain[face[1:]] if is_plain else above + _trump_place(face, trump, trumps)
    places = above + _EACH_TWICE * len(trumps) + len(JOKERS)
    return Ladder(trump, level, suit, place, places)


def _plain_places(level: str, trumps: Sequence[str], over_level: bool) -> dict[str, int]:
    """Return the places of the plain ranks; ranks below the level keep theirs."""
    ranks = [rank for rank in RANKS if rank not in trumps]
    lower = sum(RANKS.index(rank) < RANKS.index(level) for rank in ranks)
    is_between = 0 < lower < len(ranks)
    gap = 1 if is_between and not over_level else 0
    return {rank: number + gap * (number >= lower) for number, rank in enumerate(ranks)}


def _trump_place(face: str, trump: str | None, trumps: Sequence[str]) -> int:
    """Return how far a joker or trump rank stands above the plain ranks."""
    # Without a trump suit all four cards of a rank are equal, and the jokers follow the level.
    steps = 1 if trump is None else _EACH_TWICE
    if face in JOKERS:
        return steps * len(trumps) + JOKERS.index(face)
    return steps * trumps.index(face[1:]) + (face[0] == trump)
