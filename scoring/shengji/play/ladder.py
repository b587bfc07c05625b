"""The order of the cards under a trump and a level: which suit a card belongs to, and its place.

Trump is a suit of its own, `T`: both jokers, every card of the level and every card of the trump
suit (SJ-10). A place says how high a card stands in its suit; the level is taken out of the plain
ranks, so that cards at neighbouring places are neighbours (SJ-12).

>>> ladder("S", "5").suit["H5"], ladder("S", "5").place["H5"], ladder("S", "5").place["S5"]
('T', 12, 13)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from scoring.cards import RANKS, SUITS
from scoring.shengji.cards import FACES, JOKERS, SMALL_JOKER

TRUMP: Final = "T"
"""The suit of every trump card."""

PLACES: Final = 16
"""Places of the highest suit: twelve ranks, level cards twice, two jokers."""

LEVEL_PLACE: Final = len(RANKS) - 1
"""Where the cards of the level stand that are not of the trump suit: above every plain rank."""


@dataclass(frozen=True, eq=False)
class Ladder:
    """What a trump and a level make of every card: its suit, and its place within it."""

    trump: str | None
    level: str
    suit: Mapping[str, str]
    place: Mapping[str, int]

    def one_suit(self, cards: tuple[str, ...] | list[str]) -> str | None:
        """Return the suit that all of some cards belong to, None where there is no such suit.

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


@cache
def ladder(trump: str | None, level: str) -> Ladder:
    """Return the order under a trump suit, or none, and the rank of the level.

    Raises ValueError for what is no suit or no rank.
    """
    if (trump is not None and trump not in SUITS) or level not in RANKS:
        raise ValueError(f"no deal has trump {trump!r} and level {level!r}")
    suit, place = {}, {}
    for face in FACES:
        is_trump = face in JOKERS or face[1:] == level or face[0] == trump
        suit[face] = TRUMP if is_trump else face[0]
        place[face] = _place(face, trump, level)
    return Ladder(trump, level, suit, place)


def _place(face: str, trump: str | None, level: str) -> int:
    # Without a trump suit all four cards of the level are equal, and the jokers follow them.
    top = LEVEL_PLACE if trump is None else LEVEL_PLACE + 1
    if face in JOKERS:
        return top + (1 if face == SMALL_JOKER else 2)
    if face[1:] == level:
        return top if face[0] == trump else LEVEL_PLACE
    rank = RANKS.index(face[1:])
    return rank - (rank > RANKS.index(level))
