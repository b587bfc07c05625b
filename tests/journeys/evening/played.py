"""The deals of the evening: who won what, who was dealt the four great cards, what was exposed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

SEATS: Final = ("N", "W", "S", "E")
GREAT: Final = ("SQ", "HA", "DJ", "C10")
HEARTS: Final = tuple(f"H{rank}" for rank in [*"23456789", "10", *"JQKA"])


@dataclass(frozen=True, slots=True)
class Deal:
    """What happened in a deal; `rest` won whatever is in nobody's pile."""

    piles: Mapping[str, str]
    rest: str
    dealt: str
    """The seats that were dealt ♠Q, ♥A, ♦J and ♣10, in this order."""
    exposed: Mapping[str, str] = field(default_factory=dict)
    """The kind of exposure of a card."""

    @property
    def owners(self) -> dict[str, str]:
        """Who was dealt the great cards."""
        return dict(zip(GREAT, self.dealt, strict=True))

    @property
    def won(self) -> dict[str, list[str]]:
        """The scoring cards of every seat."""
        won = {seat: self.piles.get(seat, "").split() for seat in SEATS}
        placed = [card for pile in won.values() for card in pile]
        won[self.rest] += [card for card in (*GREAT, *HEARTS[:-1]) if card not in placed]
        return won


REVERSED: Final = Deal({"N": "SQ", "W": "DJ", "S": "C10"}, rest="E", dealt="WNSW")
CLAIMED: Final = Deal({"N": "SQ", "W": "DJ H2 H3"}, rest="E", dealt="WNSW")
MISREAD: Final = Deal({"W": "SQ H5", "E": "DJ"}, rest="S", dealt="NWSN")
CORRECTED: Final = Deal({"N": "SQ H5", "E": "DJ"}, rest="S", dealt="NWSN")
EXPOSED: Final = Deal(
    {"S": "SQ", "W": "DJ", "N": "H5 H6 H7 H8 H9"},
    rest="E",
    dealt="NSWW",
    exposed={"SQ": "exposed", "HA": "first"},
)
FIRST: Final = ((REVERSED, CLAIMED), (MISREAD, EXPOSED))
"""The first round, table by table."""

SECOND: Final = (
    (
        Deal({"W": "DJ", "S": "HK HA"}, rest="N", dealt="EENW"),
        Deal({"E": "C10", "N": "SQ HJ HQ"}, rest="W", dealt="SSSS"),
    ),
    (
        Deal({"S": "DJ C10 H4"}, rest="E", dealt="WWNN", exposed={"DJ": "exposed"}),
        Deal({"N": "DJ", "W": "H7 HA"}, rest="S", dealt="SEEN", exposed={"SQ": "first"}),
    ),
)
"""The second round, table by table."""
