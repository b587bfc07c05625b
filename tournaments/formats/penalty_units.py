"""What penalty points are counted in: points, levels, IMPs or victory points.

The units themselves are `models.Unit`; how late line-ups are penalised is in `line_ups`.
"""

from __future__ import annotations

from scoring.game import Counting
from tournaments.models import Comparison
from tournaments.models.record import Unit
from tournaments.standings.match_scores import Order


def penalty_unit(
    counting: Counting, ranking: str, *, at_table: bool, comparison: str = Comparison.NONE
) -> Unit:
    """Return what a penalty is counted in: at a table as the game counts, else as the event ranks.

    Where boards are compared it is what these count at a table, and where their sum ranks. Where
    matches rank, one of the standings is taken from what the matches are worth.
    """
    if not at_table and Order(ranking).by_match:
        return Unit.VP
    if comparison in {Comparison.IMP, Comparison.DATUM_IMP}:
        return Unit.IMP
    return Unit.LEVEL if at_table and counting is Counting.LEVELS else Unit.SCALED
