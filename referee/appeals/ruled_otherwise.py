"""A ruling decided otherwise by its author or a chief: what was built on it is asked about first.

Nothing that was built moves silently. The answer is given with the decision, or later: until then
the version waits, the one before stays in force, and the desk is reminded.
"""

from __future__ import annotations

from referee.appeals import built_on
from referee.appeals.built_on import BuiltOn, BuiltOnAnswer
from referee.base.refusals import Code
from referee.models import RulingCase, RulingVersion
from referee.rulings import cases, listed, ruling_parts
from referee.rulings.decisions import RulingDecision
from referee.rulings.listed import Ruled
from tournaments.base.refusals import Refused, refuse
from tournaments.models import User

ANSWERS = (BuiltOnAnswer.CARRY_OUT, BuiltOnAnswer.LATER)
"""What may be said of what was built: who wants to leave it does not rule otherwise."""


def built(ruled: Ruled) -> tuple[BuiltOn, ...]:
    """Return what was built on the version of a ruling that is in force; nothing without one."""
    version = ruled.standing
    return built_on.since(version, ruling_parts.parts_of(version)) if version else ()


def revise(
    case: RulingCase,
    official: User,
    decision: RulingDecision,
    *,
    seen: int,
    key: str = "",
    answer: BuiltOnAnswer = BuiltOnAnswer.UNSAID,
) -> RulingVersion:
    """Rule otherwise as `cases.revise` does, with the answer on what was built on it.

    With `LATER` the version waits for that answer. Raises Refused also where something was built
    and nobody has answered.
    """

    def ask() -> None:
        ruled = listed.case_of(case.tournament, case.uid)
        if ruled is not None and answer not in ANSWERS and built(ruled):
            raise Refused(refuse(Code.BUILT_UNANSWERED, "answer"))

    waits = answer is BuiltOnAnswer.LATER
    return cases.revise(case, official, decision, seen=seen, key=key, waits=waits, ask=ask)
