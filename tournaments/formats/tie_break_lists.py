"""Lists of tie-breaks proposed for an event; the tie-breaks themselves are in `standings`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.standings.round_scores import TieBreak
from tournaments.standings.tie_breaks import USUAL_OF_MATCHES

OF_MATCHES: Final[Mapping[str, tuple[TieBreak, ...]]] = {
    "usual": USUAL_OF_MATCHES,
    "without_lot": USUAL_OF_MATCHES[:-1],
    "swiss": (TieBreak.BUCHHOLZ, TieBreak.WINS, TieBreak.NET, TieBreak.LOT),
    "round_robin": (
        TieBreak.HEAD_TO_HEAD_OF_TWO,
        TieBreak.NET,
        TieBreak.OWN_TOTALS,
        TieBreak.LOT,
    ),
    "wins_first": (TieBreak.HEAD_TO_HEAD, TieBreak.WINS, TieBreak.BEST_SCORE, TieBreak.NET),
    "net_first": (TieBreak.NET, TieBreak.OWN_TOTALS, TieBreak.LOT),
    "teams_swiss": (
        TieBreak.BUCHHOLZ,
        TieBreak.HEAD_TO_HEAD,
        TieBreak.NET,
        TieBreak.QUOTIENT,
        TieBreak.LOT,
    ),
    "teams_round_robin": (
        TieBreak.HEAD_TO_HEAD_OF_TWO,
        TieBreak.QUOTIENT_AMONG,
        TieBreak.NET,
        TieBreak.LOT,
    ),
}
"""The lists that are proposed where matches rank, by their names."""
OF_MATCHES_BY_DEAL: Final[Mapping[str, tuple[TieBreak, ...]]] = {
    "deal": (*USUAL_OF_MATCHES[:3], TieBreak.EXTRA_DEAL, TieBreak.LOT),
}
"""The same, where a deal is played between equals."""
_FIRST: Final = (TieBreak.TOTAL, TieBreak.FEWEST_PENALTIES)
OF_POINTS: Final[Mapping[str, tuple[TieBreak, ...]]] = {
    "fewest_penalties": (*_FIRST, TieBreak.FEWEST_GAMES_LOST, TieBreak.LOT),
    "deal": (*_FIRST, TieBreak.EXTRA_DEAL, TieBreak.LOT),
}
"""The lists that are proposed where points rank or places at a table."""
