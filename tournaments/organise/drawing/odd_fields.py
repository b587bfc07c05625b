"""Whether what is chosen for an odd number fits an event as it is planned: that three meet in half
matches (三队赛), or that the last sits out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scoring.problems import Problem
from tournaments.models import DrawMethod, Form, OddField
from tournaments.organise.plans import EventPlan
from tournaments.pairing import rounds as pairing
from tournaments.refusals import Reason, refuse

ROOMS: Final = 2
DRAWN_OTHERWISE: Final = pairing.FIXED | {DrawMethod.KNOCKOUT.value}
"""Ways to draw in which who meets whom is fixed: there one of an odd number sits out."""


def misfits(plan: EventPlan) -> Iterator[Problem]:
    """Yield why what was chosen for an odd number cannot be done."""
    if plan.odd_field == OddField.THREE_WAY:
        yield from _of_threes(plan)
    methods = {stage.draw_method or plan.draw_method for stage in plan.planned}
    if plan.odd_field == OddField.LAST and DrawMethod.SWISS not in methods:
        yield refuse(Reason.LAST_NOT_DRAWN, field="odd_field")


def _of_threes(plan: EventPlan) -> Iterator[Problem]:
    """Yield why three cannot meet in half matches.

    Each half match is of half as many boards as the others have, and both rooms of it are played
    one after the other by teams of two pairs.
    """
    of_rooms = plan.form == Form.TEAMS and plan.rooms == ROOMS and plan.over_boards
    if not of_rooms or plan.segments > 1:
        yield refuse(Reason.THREE_WITHOUT_BOARDS, field="odd_field")
    lengths = {plan.deals_per_round, *(stage.deals_per_round for stage in plan.stages)} - {None}
    for deals in sorted(length for length in lengths if length is not None and length % ROOMS):
        yield refuse(Reason.THREE_OF_ODD_BOARDS, field="odd_field", deals=deals)
    if {stage.draw_method or plan.draw_method for stage in plan.planned} <= DRAWN_OTHERWISE:
        yield refuse(Reason.THREE_NOT_DRAWN, field="odd_field")
