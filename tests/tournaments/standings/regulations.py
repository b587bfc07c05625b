"""Orders of tie-breaks that regulations are known to use, as samples for tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tournaments.standings.round_scores import TieBreak

_TWO: Final = TieBreak.HEAD_TO_HEAD_OF_TWO

ORDERS: Final[Mapping[str, tuple[TieBreak, ...]]] = {
    "individual": (
        TieBreak.TOTAL,
        TieBreak.FEWEST_PENALTIES,
        TieBreak.FEWEST_GAMES_LOST,
        TieBreak.LOT,
    ),
    "teams_swiss": (
        TieBreak.BUCHHOLZ,
        TieBreak.HEAD_TO_HEAD,
        TieBreak.NET,
        TieBreak.QUOTIENT,
        TieBreak.LOT,
    ),
    "teams_round_robin": (_TWO, TieBreak.QUOTIENT_AMONG, TieBreak.NET, TieBreak.LOT),
    "levels": (
        TieBreak.HEAD_TO_HEAD,
        TieBreak.BUCHHOLZ,
        TieBreak.NET,
        TieBreak.WINS,
        TieBreak.BEST_SCORE,
        TieBreak.LOT,
    ),
    # 南山杯 2026.
    # 贡献分 is not explained there; the net difference of the own matches is our reading of it.
    "club_swiss": (TieBreak.BUCHHOLZ, TieBreak.WINS, TieBreak.NET, TieBreak.LOT),
    # 南山杯 2026.
    "club_round_robin": (_TWO, TieBreak.NET, TieBreak.OWN_TOTALS, TieBreak.LOT),
    # CBAI.
    "teams_among_themselves": (
        TieBreak.HEAD_TO_HEAD,
        TieBreak.HEAD_TO_HEAD_NET,
        TieBreak.QUOTIENT_AMONG,
        TieBreak.COMMON_OPPONENT,
        TieBreak.EXTRA_DEAL,
    ),
    # 五子棋 2023.
    "median": (
        TieBreak.BUCHHOLZ,
        TieBreak.MEDIAN_BUCHHOLZ,
        TieBreak.WINS,
        TieBreak.EXTRA_DEAL,
    ),
    # 汕头围棋.
    "cumulative": (
        TieBreak.BUCHHOLZ,
        TieBreak.CUMULATIVE,
        TieBreak.FEWEST_WARNINGS,
        TieBreak.HEAD_TO_HEAD,
        TieBreak.EXTRA_DEAL,
        TieBreak.LOT,
    ),
    # Skat.
    "wins": (TieBreak.WINS, TieBreak.FEWEST_LOSSES, TieBreak.LOT),
    # 南通职大 2017.
    "best_matches": (
        TieBreak.HEAD_TO_HEAD,
        TieBreak.WINS,
        TieBreak.BEST_SCORE,
        TieBreak.SECOND_BEST_SCORE,
    ),
    # 双升 win 3.
    "levels_net": (TieBreak.NET, TieBreak.OWN_TOTALS, TieBreak.LOT),
    # 南山杯 2026.
    "extra_deal": (TieBreak.EXTRA_DEAL,),
}
