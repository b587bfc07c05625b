"""Checks of the option for fields of odd size in a plan: half matches of three (三队赛), or the
last sits out.
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
"""Draw methods with fixed meetings: there one entry of an odd field sits out."""


def misfits(plan: EventPlan) -> Iterator[Problem]:
    """Yield why the option for odd fields does not fit a plan."""
    if plan.odd_field == OddField.THREE_WAY:
        yield from _three_way_problems(plan)
    methods = {stage.draw_method or plan.draw_method for stage in plan.planned}
    if plan.odd_field == OddField.LAST and DrawMethod.SWISS not in methods:
        yield refuse(Reason.LAST_NOT_DRAWN, field="odd_field")


def _three_way_problems(plan: EventPlan) -> Iterator[Problem]:
    """Yield why three teams cannot play half matches.

    A half match has half the boards of a whole one, and its two rooms are played one after the
    other.
    """
    of_rooms = plan.form == Form.TEAMS and plan.rooms == ROOMS and plan.over_boards
    if not of_rooms or plan.segments > 1:
        yield refuse(Reason.THREE_WITHOUT_BOARDS, field="odd_field")
    lengths = {plan.deals_per_round, *(stage.deals_per_round for stage in plan.stages)} - {None}
    for deals in sorted(length for length in lengths if length is not None and length % ROOMS):
        yield refuse(Reason.THREE_OF_ODD_BOARDS, field="odd_field", deals=deals)
    if {stage.draw_method or plan.draw_method for stage in plan.planned} <= DRAWN_OTHERWISE:
        yield refuse(Reason.THREE_NOT_DRAWN, field="odd_field")
