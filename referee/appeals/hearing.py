"""What is written to an appeal, its hearing and its decision, and what follows from that."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from referee.appeals import (
    admissibility,
    committees,
    decided_parts,
    grounds,
    pending_entries,
    texts,
    undoing,
)
from referee.appeals.built_on import BuiltOnAnswer
from referee.appeals.committees import CommitteeMember
from referee.appeals.decided_parts import Fates
from referee.appeals.grounds import Ground
from referee.appeals.states import StepRequest, add, heard_step, require_next
from referee.base.refusals import Code
from referee.base.verbs import Verb
from referee.models import (
    Appeal,
    AppealDecision,
    AppealMember,
    AppealState,
    AppealStep,
    DepositFate,
    Matter,
    PartFate,
    Rejection,
    RulingPart,
    RulingVersion,
)
from referee.rulings import offices, ruling_parts
from scoring.problems import Problem
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Event, User
from tournaments.record.audit import Actor, Change, Repeated, change
from tournaments.regulations.articles import Authority, Level
from tournaments.rights import ruling_offices

OF_CHIEFS: Final = frozenset({Verb.REJECT_APPEAL, Verb.HEAR_APPEAL, Verb.DECIDE_APPEAL})
"""The steps that the chief referee takes."""


@dataclass(frozen=True, slots=True)
class CommitteeDecision:
    """What was decided, why, and what becomes of the deposit.

    `points` and `level` are what takes the place of the former where a ruling is varied; without
    points a level has its own amount, and penalty points given apart from a ruling have no level.
    `preview_stamp` is that of the preview which was seen; empty asks nothing.
    `parts` are those of a ruling that are annulled, None means all that go with it, and `answer`
    says what becomes of what was built on them since.
    """

    decision: AppealDecision
    reasons: str
    deposit: DepositFate | None = None
    without_merit: bool = False
    points: Fraction | None = None
    level: Level | None = None
    sure: bool = False
    preview_stamp: str = ""
    parts: tuple[RulingPart, ...] | None = None
    answer: BuiltOnAnswer = BuiltOnAnswer.UNSAID


def write(appeal: Appeal, request: StepRequest, state: AppealState, text: str) -> AppealStep:
    """Add the reply of the other side or the comment of the referee.

    Raises Refused without words, and once the appeal is heard.
    """
    if not text.strip():
        raise Refused(refuse(Code.APPEAL_WITHOUT_WORDS, "text"))

    def _write(made: Change) -> AppealStep:
        if AppealStep.objects.filter(appeal=appeal, state=AppealState.DECIDED).exists():
            raise Refused(refuse(Code.APPEAL_OVER))
        return add(made, appeal, request, state, text=text)

    return _record_step(appeal, request, Verb.ANSWER_APPEAL, _write)


def settle(appeal: Appeal, request: StepRequest, text: str) -> AppealStep:
    """Record after a decision that no result has to be entered any more, and why.

    Raises Refused without words, and where none is.
    """
    if not text.strip():
        raise Refused(refuse(Code.APPEAL_WITHOUT_WORDS, "text"))

    def _settle(made: Change) -> AppealStep:
        step = add(made, appeal, request, AppealState.COMMENTED, text=text)
        if not pending_entries.settle(made, appeal):
            raise Refused(refuse(Code.APPEAL_OVER))
        return step

    return _record_step(appeal, request, Verb.DECIDE_APPEAL, _settle)


def reject(appeal: Appeal, request: StepRequest, why: Rejection, text: str) -> AppealStep:
    """Reject an appeal that is not heard; its deposit goes back.

    Raises Refused for one in time that is rejected as late.
    """
    values = {"rejection": why, "text": text, "deposit": _fate(appeal, DepositFate.RETURNED)}

    def _reject(made: Change) -> AppealStep:
        step = add(made, appeal, request, AppealState.REJECTED, **values)
        if why == Rejection.OUT_OF_TIME and not admissibility.is_late(
            appeal.lodged_at, appeal.deadline
        ):
            raise Refused(refuse(Code.APPEAL_IN_TIME, "why"))
        return step

    return _record_step(appeal, request, Verb.REJECT_APPEAL, _reject)


def withdraw(appeal: Appeal, request: StepRequest, text: str) -> AppealStep:
    """Withdraw an appeal before it is heard; its deposit goes back."""
    values = {"text": text, "deposit": _fate(appeal, DepositFate.RETURNED)}
    return _record_step(
        appeal,
        request,
        Verb.WITHDRAW_APPEAL,
        lambda made: add(made, appeal, request, AppealState.WITHDRAWN, **values),
    )


def hear(
    appeal: Appeal,
    request: StepRequest,
    matter: Matter,
    members: Sequence[CommitteeMember],
    text: str = "",
) -> AppealStep:
    """Note who hears an appeal and what it turns on; without members it is the chief referee.

    Raises Refused for a committee that is too small, or in which somebody has an interest.
    """

    def _hear(made: Change) -> AppealStep:
        ground = ground_of(appeal)
        if wrong := list(committees.problems(ground, members)):
            raise Refused(*wrong)
        about = ground.matter or matter
        step = add(made, appeal, request, AppealState.HEARD, matter=about, text=text)
        for number, member in enumerate(members, 1):
            row = AppealMember(step=step, number=number, user=member.user, name=member.name)
            row.save()
            made.made(row)
        return step

    return _record_step(appeal, request, Verb.HEAR_APPEAL, _hear)


def decide(appeal: Appeal, request: StepRequest, decision: CommitteeDecision) -> AppealStep:
    """Decide an appeal, and take back what the ruling did where it does not stand.

    After a recommendation of the committee the chief referee decides. Raises Refused for what the
    committee may only recommend, without reasons, where another step came meanwhile, and where what
    it is about has changed since the effect was looked at.
    """

    def _decide(made: Change) -> AppealStep:
        values: dict[str, Any] = {"decision": decision.decision, "text": decision.reasons}
        state = AppealState.RECOMMENDED
        if decision.decision != AppealDecision.RECOMMEND:
            state = AppealState.DECIDED
            values |= {"without_merit": decision.without_merit}
            values |= {"deposit": _fate(appeal, decision.deposit)}
        require_next(appeal, request, state)
        require_sound(appeal, decision)
        _require_unchanged(appeal, decision)
        if state is AppealState.RECOMMENDED:
            return add(made, appeal, request, state, **values)
        return _apply(made, appeal, request, decision, values)

    return _record_step(appeal, request, Verb.DECIDE_APPEAL, _decide)


def require_sound(appeal: Appeal, decision: CommitteeDecision) -> None:
    """Raise Refused for a decision that cannot be taken, whatever follows from it."""
    if not decision.reasons.strip():
        raise Refused(refuse(Reason.REASON_MISSING, field="reasons"))
    if wrong := _decision_problem(appeal, decision):
        raise Refused(wrong)


def varied_by(appeal: Appeal, decision: CommitteeDecision) -> undoing.Variation:
    """Return what a decision puts in the place of a penalty."""
    reason = texts.public_reason(appeal, decision.decision, decision.reasons)
    return undoing.Variation(decision.points, decision.level, reason, sure=decision.sure)


def may_overrule(appeal: Appeal) -> bool:
    """Whether who decides now may overrule: a committee on facts alone, the chief on everything."""
    heard = heard_step(appeal)
    if heard is None or _is_recommended(appeal):
        return True
    return heard.matter == Matter.FACT or not heard.members.exists()


def may_decide_parts(appeal: Appeal, parts: Sequence[RulingPart] | None = None) -> bool:
    """Whether a committee decides on some of these parts of a ruling of conduct.

    Without `parts` they are all. On the others it recommends.
    """
    heard = heard_step(appeal)
    if appeal.ruling is None or heard is None or heard.matter != Matter.DISCIPLINE:
        return False
    version = undoing.current(appeal.ruling)
    named = ruling_parts.parts_of(version) if parts is None else parts
    return not all(ruling_parts.is_of_chiefs(version, part) for part in named)


def _apply(
    made: Change,
    appeal: Appeal,
    request: StepRequest,
    decision: CommitteeDecision,
    values: dict[str, Any],
) -> AppealStep:
    """Carry a final decision out, and add its step with these values."""
    ground, instead = ground_of(appeal), undoing.Replacement()
    reason = texts.public_reason(appeal, decision.decision, decision.reasons)
    if decision.decision == AppealDecision.OVERTURNED and ground.ruling is not None:
        return _annul(made, appeal, request, decision, values)
    if decision.decision == AppealDecision.OVERTURNED:
        undoing.undone(ground).post(made, reason)
    elif decision.decision == AppealDecision.VARIED and ground.result is not None:
        pending_entries.await_result(made, appeal)
    elif decision.decision == AppealDecision.VARIED:
        instead = undoing.vary(made, ground, request.official, varied_by(appeal, decision))
    values |= {"penalty": instead.penalty, "ruling": instead.ruling}
    return add(made, appeal, request, AppealState.DECIDED, **values)


def fates_by(appeal: Appeal, version: RulingVersion, decision: CommitteeDecision) -> Fates:
    """Return what a decision that annuls a ruling makes of each part of it."""
    heard = heard_step(appeal)
    has_committee = heard is not None and heard.members.exists()
    return decided_parts.fates(
        version,
        decision.parts,
        is_recommended=has_committee and not _is_recommended(appeal),
        answer=decision.answer,
    )


def _annul(
    made: Change,
    appeal: Appeal,
    request: StepRequest,
    decision: CommitteeDecision,
    values: dict[str, Any],
) -> AppealStep:
    """Annul a ruling by its parts: what can be is taken back now, the rest waits for an answer."""
    if appeal.ruling is None:
        raise Refused(refuse(Code.APPEAL_OF_NOTHING))
    version = undoing.current(appeal.ruling)
    fates = fates_by(appeal, version, decision)
    reason = texts.public_reason(appeal, decision.decision, decision.reasons)
    step = add(made, appeal, request, AppealState.DECIDED, **values)
    decided_parts.carry_out(made, version, fates, request.official, reason)
    decided_parts.store(made, step, fates)
    return step


def answer(
    appeal: Appeal, request: StepRequest, answers: Mapping[RulingPart, PartFate], text: str
) -> AppealStep:
    """Record what becomes of the parts of a ruling that wait for an answer after a decision.

    Raises Refused without words or answers, and where no such part waits.
    """
    if not text.strip() or not answers:
        raise Refused(refuse(Code.APPEAL_WITHOUT_WORDS, "text"))

    def _answer(made: Change) -> AppealStep:
        step = add(made, appeal, request, AppealState.COMMENTED, text=text)
        waiting = {RulingPart(row.part) for row in decided_parts.waiting_in(appeal)}
        if appeal.ruling is None or not waiting.issuperset(answers):
            raise Refused(refuse(Code.APPEAL_OVER))
        version = undoing.current(appeal.ruling)
        reason = texts.public_reason(appeal, AppealDecision.OVERTURNED, text)
        decided_parts.carry_out(made, version, answers, request.official, reason)
        decided_parts.store(made, step, answers)
        decided_parts.release(made, appeal)
        return step

    return _record_step(appeal, request, Verb.DECIDE_APPEAL, _answer)


def _decision_problem(appeal: Appeal, decision: CommitteeDecision) -> Problem | None:
    is_overruling = decision.decision in (AppealDecision.VARIED, AppealDecision.OVERTURNED)
    is_annulling = decision.decision == AppealDecision.OVERTURNED
    decides_parts = is_annulling and may_decide_parts(appeal, decision.parts)
    if is_overruling and not (may_overrule(appeal) or decides_parts):
        return refuse(Code.ONLY_RECOMMEND, "decision")
    heard = heard_step(appeal)
    is_by_chief = heard is None or not heard.members.exists() or _is_recommended(appeal)
    if is_annulling and decision.parts == ():
        return refuse(Code.ANNULLED_NOTHING, "parts")
    if decision.decision == AppealDecision.RECOMMEND and is_by_chief:
        return refuse(Code.NOBODY_TO_RECOMMEND, "decision")
    is_final = decision.decision != AppealDecision.RECOMMEND
    if appeal.deposit and is_final and decision.deposit is None:
        return refuse(Code.APPEAL_DEPOSIT_FATE, "deposit")
    return (
        pending_entries.problem_of(appeal) if decision.decision == AppealDecision.VARIED else None
    )


def _is_recommended(appeal: Appeal) -> bool:
    return AppealStep.objects.filter(appeal=appeal, state=AppealState.RECOMMENDED).exists()


def _fate(appeal: Appeal, fate: DepositFate | None) -> str:
    return (fate or "") if appeal.deposit else ""


def _require_unchanged(appeal: Appeal, decision: CommitteeDecision) -> None:
    """Raise Refused where what was looked at has changed."""
    if decision.preview_stamp not in ("", undoing.preview_stamp(ground_of(appeal))):
        raise Refused(refuse(Code.APPEAL_CHANGED))


def ground_of(appeal: Appeal) -> Ground:
    """Return what an appeal is against. Raises Refused where there is no such thing any more."""
    ground = grounds.of_appeal(appeal)
    if ground is None:
        raise Refused(refuse(Code.APPEAL_OF_NOTHING))
    return ground


def _check_right(appeal: Appeal, official: User, verb: Verb) -> None:
    """Raise Refused for an official who may not take the step; asked under the lock."""
    event = Event.objects.select_related("tournament", "regulations").get(pk=appeal.event_id)
    ruling_offices.check_office(official, event)
    office = offices.office_of(official, event)
    wanted = Authority.CHIEF if verb in OF_CHIEFS else Authority.REFEREE
    if office is None or office < wanted:
        raise Refused(refuse(Code.APPEAL_BEYOND_OFFICE))


def _record_step(
    appeal: Appeal, request: StepRequest, verb: Verb, step: Callable[[Change], AppealStep]
) -> AppealStep:
    """Open the change of a step; a form that is sent twice is answered with the step it made."""
    try:
        with change(appeal.tournament, Actor.from_user(request.official), verb) as made:
            _check_right(appeal, request.official, verb)
            return step(made)
    except Repeated:
        found = request.sent.find(AppealStep)
        if found is None:
            raise
        return found
