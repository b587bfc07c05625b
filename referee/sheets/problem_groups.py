"""What the problems of a sheet mean for it: who may overlook them, and what it cannot be then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.base.refusals import Code, CodedRefusal
from scoring.problems import Problem
from tournaments.base.refusals import Reason, refuse
from tournaments.models import Deal

REFEREE_MAY_OVERLOOK: Final = frozenset(
    {Code.LEASE_LOST, Code.RESULT_STANDS, Code.HANDED_IN_AGAIN, Code.BOARD_TRIES_SPENT}
)
"""Problems that keep the table from confirming a sheet, but not the referee."""

OUT_OF_PLACE: Final = frozenset(
    {
        Code.LEASE_LOST,
        Code.HANDED_IN_AGAIN,
        Code.DEAL_ELSEWHERE,
        Code.DEAL_NOT_IN_PLAY,
        Code.RECORDER_UNKNOWN,
        Code.CLAIM_OBJECTED,
        Code.CLAIM_AFTER_SCORING,
        Reason.RESULT_CHANGED,
    }
)
"""A sheet with these cannot hold a deal open: it is of another table, or out of date."""

NOT_AGAIN: Final = frozenset(
    {
        Code.DEAL_ELSEWHERE,
        Code.DEAL_NOT_IN_PLAY,
        Code.RESULT_STANDS,
        Reason.RESULT_CHANGED,
    }
)
"""What a deal may not be after a restore for its sheet to be handed in again: it has a result, or
was voided, replayed or withdrawn since."""


def checked_again(deal: Deal, problems: Sequence[Problem]) -> Sequence[Problem]:
    """Return what is wrong with a sheet that is handed in again after a restore.

    Raises CodedRefusal where its deal is no longer as the device saw it.
    """
    against = [row for row in problems if row.code in NOT_AGAIN]
    if deal.done and not against:
        against = [refuse(Code.RESULT_STANDS, "seen")]
    if against:
        raise CodedRefusal(against[0].code, *against)
    return problems
