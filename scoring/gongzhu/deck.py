"""The cards of 拱猪: which are dealt, which count, and their face values.

Rules GZ-1 to GZ-3 and GZ-10 to GZ-13 of `docs/rules/gongzhu.md`.
"""

from collections.abc import Mapping
from typing import Final

from scoring.cards import DECK, RANKS, in_order
from scoring.gongzhu.rules import Hearts, RuleSet

PIG: Final = "SQ"
"""猪 (T9 L213)."""
SHEEP: Final = "DJ"
"""羊 (T9 L218)."""
TRANSFORMER: Final = "C10"
"""变压器 (T9 L216)."""
HEART_ACE: Final = "HA"
"""The heart that can be exposed (T9 L242)."""

HEARTS: Final = tuple("H" + rank for rank in RANKS)
"""红分: all thirteen hearts (T9 L215)."""

EXPOSABLE: Final = in_order([PIG, SHEEP, TRANSFORMER, HEART_ACE])
"""The four cards that can be exposed, and that can be self-won (T9 L242, L250)."""

SCORING: Final = in_order([PIG, SHEEP, TRANSFORMER, *HEARTS])
"""分牌: the sixteen cards that count, the transformer among them (T9 L258)."""

_REMOVED: Final = {3: ("D2",), 4: (), 5: ("S2", "D2")}

DEALT: Final = {
    players: tuple(card for card in DECK if card not in removed)
    for players, removed in _REMOVED.items()
}
"""The cards of one deck that are dealt to three, four or five players, so that all hands are as
long as each other: 17, 13 and 10 cards (GZ-1).
"""

_DECKS: Final = {
    (players, decks): tuple(card for card in dealt for _ in range(decks))
    for players, dealt in DEALT.items()
    for decks in (1, 2)
}


PIG_FACE: Final = -100
"""The pig (T9 L259)."""

_STANDARD: Final = (0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50)

_PIPS: Final = (-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50)

HEART_FACES: Final[Mapping[Hearts, Mapping[str, int]]] = {
    Hearts.STANDARD: dict(zip(HEARTS, _STANDARD, strict=True)),
    Hearts.PIPS: dict(zip(HEARTS, _PIPS, strict=True)),
}
"""The hearts, from the two to the ace (T9 L262-263; `pips` is played in Taiwan)."""


def deck_of(rules: RuleSet) -> tuple[str, ...]:
    """Return the cards that are dealt, each twice with two decks.

    >>> len(deck_of(RuleSet())), len(deck_of(RuleSet(players=5))), len(deck_of(RuleSet(decks=2)))
    (52, 50, 104)
    """
    return _DECKS[rules.players, rules.decks]


def hand_size(rules: RuleSet) -> int:
    """Return the number of cards dealt to each seat.

    >>> hand_size(RuleSet()), hand_size(RuleSet(players=3))
    (13, 17)
    """
    return len(deck_of(rules)) // rules.players


def all_hearts_face(rules: RuleSet) -> int:
    """Return the value of all hearts in one pile if nothing is exposed.

    >>> all_hearts_face(RuleSet()), all_hearts_face(RuleSet(all_hearts=100))
    (200, 100)
    """
    if isinstance(rules.all_hearts, int):
        return rules.all_hearts
    return -sum(HEART_FACES[rules.hearts].values()) * rules.decks
