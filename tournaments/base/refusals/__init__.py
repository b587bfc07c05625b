"""Refusals of operations: coded problems that a person can act on, and the exception that carries
them.

Codes of a subject with its own package are defined in that package.
"""

from __future__ import annotations

from scoring import problems
from scoring.problems import Problem
from tournaments.base.refusals.plan_reasons import PlanReason
from tournaments.base.refusals.reasons import Reason
from tournaments.codes import WordedCode

__all__ = ["PlanReason", "Reason", "Refused", "Stale", "refuse"]


class Refused(problems.Refused):
    """An operation was refused and nothing was changed; `problems` has every reason."""

    def __init__(self, *reasons: Problem) -> None:
        super().__init__(reasons)


class Stale(Refused):
    """The caller saw a version that is no longer the live one; nothing was changed."""


def refuse(
    reason: WordedCode,
    field: str = "",
    **values: int | str | tuple[str, ...],
) -> Problem:
    """Return the problem for a reason, with the values that its sentence needs.

    Several names are a tuple: a name may have a comma in it.
    """
    return Problem(reason, field=field, values=tuple(sorted(values.items())))
