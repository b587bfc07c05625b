"""Lists of tie-breaks that regulations are known to use, by the form of a competition.

Each is data: its forms, its tie-breaks in order, and its source. An event stores the names of the
tie-breaks and not that of the list, so that a list can change here without changing a ranking.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.standings.round_scores import TieBreak

_TWO: Final = TieBreak.HEAD_TO_HEAD_OF_TWO


class CompetitionForm(StrEnum):
    """The kind of competition for which a list of tie-breaks is made."""

    INDIVIDUAL = "individual"
    MATCHES_SWISS = "matches_swiss"
    MATCHES_ROUND_ROBIN = "matches_round_robin"
    TEAMS_SWISS = "teams_swiss"
    TEAMS_ROUND_ROBIN = "teams_round_robin"
    KNOCKOUT = "knockout"


class TieBreakListName(StrEnum):
    """The names of the lists."""

    INDIVIDUAL = "individual_usual"
    TEAMS_SWISS = "teams_swiss_usual"
    TEAMS_ROUND_ROBIN = "teams_round_robin_usual"
    LEVELS = "levels_usual"
    CLUB_SWISS = "club_swiss"
    CLUB_ROUND_ROBIN = "club_round_robin"
    TEAMS_AMONG_THEMSELVES = "teams_among_themselves"
    MEDIAN = "median"
    CUMULATIVE = "progressive_first"
    WINS = "wins_before_lot"
    BEST_MATCHES = "best_matches"
    LEVELS_NET = "levels_net"
    EXTRA_DEAL = "extra_deal_only"


@dataclass(frozen=True, slots=True)
class TieBreakList:
    """A list of tie-breaks, the forms that it is made for and its source.

    `source` names the regulation it was read in; it is empty where the list is ours.
    """

    name: TieBreakListName
    forms: frozenset[CompetitionForm]
    tie_breaks: tuple[TieBreak, ...]
    source: str = ""


_SWISS: Final = frozenset({CompetitionForm.MATCHES_SWISS, CompetitionForm.TEAMS_SWISS})
_ROUND_ROBIN: Final = frozenset(
    {CompetitionForm.MATCHES_ROUND_ROBIN, CompetitionForm.TEAMS_ROUND_ROBIN}
)

LISTS: Final[tuple[TieBreakList, ...]] = (
    TieBreakList(
        TieBreakListName.INDIVIDUAL,
        frozenset({CompetitionForm.INDIVIDUAL}),
        (
            TieBreak.TOTAL,
            TieBreak.FEWEST_PENALTIES,
            TieBreak.FEWEST_GAMES_LOST,
            TieBreak.LOT,
        ),
    ),
    TieBreakList(
        TieBreakListName.TEAMS_SWISS,
        frozenset({CompetitionForm.TEAMS_SWISS}),
        (
            TieBreak.BUCHHOLZ,
            TieBreak.HEAD_TO_HEAD,
            TieBreak.NET,
            TieBreak.QUOTIENT,
            TieBreak.LOT,
        ),
    ),
    TieBreakList(
        TieBreakListName.TEAMS_ROUND_ROBIN,
        frozenset({CompetitionForm.TEAMS_ROUND_ROBIN}),
        (_TWO, TieBreak.QUOTIENT_AMONG, TieBreak.NET, TieBreak.LOT),
    ),
    TieBreakList(
        TieBreakListName.LEVELS,
        frozenset({CompetitionForm.MATCHES_SWISS, CompetitionForm.MATCHES_ROUND_ROBIN}),
        (
            TieBreak.HEAD_TO_HEAD,
            TieBreak.BUCHHOLZ,
            TieBreak.NET,
            TieBreak.WINS,
            TieBreak.BEST_SCORE,
            TieBreak.LOT,
        ),
    ),
    # 贡献分 is not explained there; the net difference of the own matches is our reading of it.
    TieBreakList(
        TieBreakListName.CLUB_SWISS,
        _SWISS,
        (TieBreak.BUCHHOLZ, TieBreak.WINS, TieBreak.NET, TieBreak.LOT),
        "南山杯 2026",
    ),
    TieBreakList(
        TieBreakListName.CLUB_ROUND_ROBIN,
        _ROUND_ROBIN,
        (_TWO, TieBreak.NET, TieBreak.OWN_TOTALS, TieBreak.LOT),
        "南山杯 2026",
    ),
    TieBreakList(
        TieBreakListName.TEAMS_AMONG_THEMSELVES,
        frozenset({CompetitionForm.TEAMS_SWISS, CompetitionForm.TEAMS_ROUND_ROBIN}),
        (
            TieBreak.HEAD_TO_HEAD,
            TieBreak.HEAD_TO_HEAD_NET,
            TieBreak.QUOTIENT_AMONG,
            TieBreak.COMMON_OPPONENT,
            TieBreak.EXTRA_DEAL,
        ),
        "CBAI",
    ),
    TieBreakList(
        TieBreakListName.MEDIAN,
        _SWISS,
        (
            TieBreak.BUCHHOLZ,
            TieBreak.MEDIAN_BUCHHOLZ,
            TieBreak.WINS,
            TieBreak.EXTRA_DEAL,
        ),
        "五子棋 2023",
    ),
    TieBreakList(
        TieBreakListName.CUMULATIVE,
        _SWISS,
        (
            TieBreak.BUCHHOLZ,
            TieBreak.CUMULATIVE,
            TieBreak.FEWEST_WARNINGS,
            TieBreak.HEAD_TO_HEAD,
            TieBreak.EXTRA_DEAL,
            TieBreak.LOT,
        ),
        "汕头围棋",
    ),
    TieBreakList(
        TieBreakListName.WINS,
        frozenset({CompetitionForm.MATCHES_SWISS, CompetitionForm.MATCHES_ROUND_ROBIN}),
        (TieBreak.WINS, TieBreak.FEWEST_LOSSES, TieBreak.LOT),
        "Skat",
    ),
    TieBreakList(
        TieBreakListName.BEST_MATCHES,
        _SWISS,
        (
            TieBreak.HEAD_TO_HEAD,
            TieBreak.WINS,
            TieBreak.BEST_SCORE,
            TieBreak.SECOND_BEST_SCORE,
        ),
        "南通职大 2017",
    ),
    TieBreakList(
        TieBreakListName.LEVELS_NET,
        _ROUND_ROBIN,
        (TieBreak.NET, TieBreak.OWN_TOTALS, TieBreak.LOT),
        "双升 win 3",
    ),
    TieBreakList(
        TieBreakListName.EXTRA_DEAL,
        frozenset({CompetitionForm.KNOCKOUT}),
        (TieBreak.EXTRA_DEAL,),
        "南山杯 2026",
    ),
)
"""Every list that is proposed, the usual one of a form before the others."""

BY_NAME: Final[Mapping[TieBreakListName, TieBreakList]] = {
    tie_break_list.name: tie_break_list for tie_break_list in LISTS
}
"""The lists by their names."""


def lists_for(form: CompetitionForm) -> tuple[TieBreakList, ...]:
    """Return the lists that are made for a form, the usual one first.

    >>> [str(proposal.name) for proposal in lists_for(CompetitionForm.KNOCKOUT)]
    ['extra_deal_only']
    """
    return tuple(tie_break_list for tie_break_list in LISTS if form in tie_break_list.forms)
