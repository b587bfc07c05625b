"""The face values of cards, before any factor (GZ-10 to GZ-13)."""

from collections.abc import Mapping
from typing import Final

from scoring.gongzhu.deck import HEARTS
from scoring.gongzhu.rules import Hearts, RuleSet

PIG_FACE: Final = -100
"""The pig (T9 L259)."""

_STANDARD: Final = (0, 0, 0, -10, -10, -10, -10, -10, -10, -20, -30, -40, -50)
_PIPS: Final = (-2, -3, -10, -5, -6, -7, -8, -9, -10, -20, -30, -40, -50)

HEART_FACES: Final[Mapping[Hearts, Mapping[str, int]]] = {
    Hearts.STANDARD: dict(zip(HEARTS, _STANDARD, strict=True)),
    Hearts.PIPS: dict(zip(HEARTS, _PIPS, strict=True)),
}
"""The hearts, from the two to the ace (T9 L262-263; `pips` is played in Taiwan)."""


def all_hearts_face(rules: RuleSet) -> int:
    """Return what all hearts are worth to one seat when nothing is exposed.

    >>> all_hearts_face(RuleSet()), all_hearts_face(RuleSet(all_hearts=100))
    (200, 100)
    """
    if isinstance(rules.all_hearts, int):
        return rules.all_hearts
    return -sum(HEART_FACES[rules.hearts].values()) * rules.decks
