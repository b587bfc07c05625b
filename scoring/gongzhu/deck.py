"""The cards of 拱猪 that count: pig, sheep, transformer and hearts, and which cards are dealt.

Rules GZ-1 to GZ-3 of `docs/rules/gongzhu.md`.
"""

from typing import Final

from scoring.cards import DECK, RANKS, in_order

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
