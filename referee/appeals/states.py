"""The states of an appeal, and the steps between them.

lodged → rejected | heard → decided; a committee may recommend before that, where only the chief
referee decides; it is withdrawn until it is heard. Replies and comments change no state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from referee.base.refusals import Code
from referee.models import Appeal, AppealState, AppealStep
from tournaments.base.refusals import Refused, refuse
from tournaments.models import User
from tournaments.official.final import APPEAL
from tournaments.record import ledger
from tournaments.record.audit import Change, Repeated
from tournaments.record.once import UNKEYED, Sent

WORDS: Final = frozenset({AppealState.REPLIED, AppealState.COMMENTED})
OVER: Final = frozenset({AppealState.REJECTED, AppealState.DECIDED, AppealState.WITHDRAWN})
FOLLOWS: Final = {
    AppealState.REPLIED: frozenset({AppealState.LODGED}),
    # After the decision that nothing more follows from it, which `hearing.settle` says alone.
    AppealState.COMMENTED: frozenset({AppealState.LODGED, AppealState.DECIDED}),
    AppealState.REJECTED: frozenset({AppealState.LODGED}),
    AppealState.WITHDRAWN: frozenset({AppealState.LODGED}),
    AppealState.HEARD: frozenset({AppealState.LODGED}),
    AppealState.RECOMMENDED: frozenset({AppealState.HEARD}),
    AppealState.DECIDED: frozenset({AppealState.HEARD, AppealState.RECOMMENDED}),
}
"""The states after which each step may come."""
ORIGIN: Final = "appeal"


@dataclass(frozen=True, slots=True)
class StepRequest:
    """Who takes the next step of an appeal, how many steps were seen, and by which form of a page.

    The same form again is answered with the step that it made, without a form there is no again.
    """

    official: User
    seen: int
    sent: Sent = UNKEYED


def state_of(appeal: Appeal) -> AppealState:
    """Return the state of an appeal, from the steps that were fetched with it."""
    steps = [step.state for step in steps_of(appeal) if step.state not in WORDS]
    return AppealState(steps[-1]) if steps else AppealState.LODGED


def steps_of(appeal: Appeal) -> Sequence[AppealStep]:
    """Return the steps of an appeal in their order."""
    return sorted(appeal.steps.all(), key=lambda step: step.number)


def heard_step(appeal: Appeal) -> AppealStep | None:
    """Return the step at which an appeal was heard."""
    return next((step for step in steps_of(appeal) if step.state == AppealState.HEARD), None)


def decided_step(appeal: Appeal) -> AppealStep | None:
    """Return the step by which an appeal was decided."""
    return next((step for step in steps_of(appeal) if step.state == AppealState.DECIDED), None)


def require_next(appeal: Appeal, turn: StepRequest, state: AppealState) -> None:
    """Raise Repeated for a step that came before, and Refused where it does not come next.

    It is refused too where the form of that step now says something else. To be asked before
    anything else that the step does or looks at, which the first one changed.
    """
    if turn.sent.find(AppealStep) is not None:
        raise Repeated
    stored = list(AppealStep.objects.filter(appeal=appeal).order_by("number"))
    if len(stored) != turn.seen:
        raise Refused(refuse(Code.APPEAL_MOVED))
    states = [step.state for step in stored if step.state not in WORDS]
    if not states or AppealState(states[-1]) not in FOLLOWS[state]:
        raise Refused(refuse(Code.APPEAL_OVER))


def add(
    made: Change, appeal: Appeal, turn: StepRequest, state: AppealState, **values: Any
) -> AppealStep:
    """Add a step in the caller's change, and release the hold of an appeal that is over.

    Raises as `require_next` does.
    """
    made.concerns(appeal=appeal)
    made.note(appeal_state=state.value)
    require_next(appeal, turn, state)
    step = AppealStep.objects.create(
        appeal=appeal, number=turn.seen + 1, state=state, official=turn.official, **values
    )
    made.made(turn.sent.keep(step))
    if state in OVER:
        ledger.release(made, APPEAL, origin=ledger.Origin(appeal.uid, ORIGIN))
    made.shows(appeal.event)
    return step
