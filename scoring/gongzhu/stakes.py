"""The factors of exposures: 明 and 首明 multiply the value of a card.

Rules GZ-21 to GZ-23 and GZ-26 of `docs/rules/gongzhu.md`.
"""

from dataclasses import dataclass
from enum import StrEnum
from math import prod
from typing import Final

from scoring.gongzhu.deck import EXPOSABLE, TRANSFORMER
from scoring.gongzhu.rules import RuleSet


class ExposureKind(StrEnum):
    """How a card was exposed: 明, after the deal, or 首明, as its holder's first card."""

    EXPOSED = "exposed"
    FIRST = "first"


_FACTORS: Final = {ExposureKind.EXPOSED: 2, ExposureKind.FIRST: 4}
"""By what an exposure multiplies (GZ-21, GZ-22)."""


@dataclass(frozen=True, slots=True)
class Exposure:
    """An exposed card. The short form of a report does not name the seat."""

    card: str
    kind: ExposureKind
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Stakes:
    """The exposures that count, and the fourth card exposed by three others, if any."""

    exposures: tuple[Exposure, ...]
    by_itself: str | None = None

    def factor(self, card: str) -> int:
        """Return the exposure factor of a card, or for HA of all hearts.

        With two decks an exposed copy multiplies both copies of the card; if both were exposed the
        factor applies twice (T8 L171-175).

        >>> exposure = Exposure("SQ", ExposureKind.EXPOSED)
        >>> Stakes((exposure, exposure)).factor("SQ")
        4
        """
        return prod(_FACTORS[shown.kind] for shown in self.exposures if shown.card == card)

    def transformers(self, won: int) -> tuple[int, ...]:
        """Return the factors of the transformers that a seat won, the exposed ones first.

        With two decks it does not matter which copy was won: a seat with one copy has the exposed
        one (T8 L173).

        >>> Stakes((Exposure("C10", ExposureKind.EXPOSED),)).transformers(2)
        (2, 1)
        """
        shown = [_FACTORS[e.kind] for e in self.exposures if e.card == TRANSFORMER]
        return tuple([*shown, *[1] * won][:won])


UNEXPOSED: Final = Stakes(())
"""Nothing was exposed."""


def stakes_of(exposures: tuple[Exposure, ...], rules: RuleSet) -> Stakes:
    """Return the counting exposures, with a fourth card if three bring it out (T8 L137).

    >>> three = tuple(Exposure(card, ExposureKind.EXPOSED) for card in ("SQ", "HA", "DJ"))
    >>> stakes_of(three, RuleSet(auto_expose_fourth=True)).by_itself
    'C10'
    """
    hidden = [card for card in EXPOSABLE if all(card != shown.card for shown in exposures)]
    if not rules.auto_expose_fourth or len(hidden) != 1:
        return Stakes(exposures)
    [fourth] = hidden
    return Stakes((*exposures, Exposure(fourth, ExposureKind.EXPOSED)), by_itself=fourth)
