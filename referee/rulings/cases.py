"""Rulings as records: decided, confirmed by a second official, superseded; never deleted.

A later version takes back, in the same change, what the one before it posted, once it is in force.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.base.case_numbers import next_number
from referee.base.refusals import Code
from referee.base.verbs import Verb
from referee.calls import calls
from referee.models import (
    Needs,
    Remedy,
    RulingCase,
    RulingSanction,
    RulingStep,
    RulingStepKind,
    RulingVersion,
)
from referee.rulings import offices, penalties, posting, proposals, sent_twice, two_cards
from referee.rulings.decisions import RulingDecision, RulingSource, Sanction
from referee.rulings.proposals import Proposal
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Event, Result, Round, User
from tournaments.models.base import new_uid
from tournaments.models.record import ANNULLED, BY_CASE
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, change
from tournaments.record.ledger import Origin
from tournaments.record.once import once
from tournaments.regulations.articles import Authority
from tournaments.rights import ruling_offices
from tournaments.structure.regulations import regulations_of

RELATED = (
    "case__tournament",
    "case__event__tournament__club",
    "case__event__ruleset",
    "case__round",
    "case__sitting__segment__match__round",
    "case__deal__event",
    "case__deal__sitting__segment__match__round",
    "official",
)


def decide(
    source: RulingSource,
    official: User,
    decision: RulingDecision,
    *,
    key: str = "",
    also: Callable[[Change, RulingVersion], None] | None = None,
) -> RulingVersion:
    """Make a ruling under the next number; the same one under the same key is made once.

    What is `also` done belongs to the same change: if it is refused, nothing is stored. Raises
    Refused with everything that is against it, and for another one under the same key; Stale where
    a remedy is about another result than was shown.
    """
    return _decide(_RulingRequest(source, official, decision, key or new_uid(), also=also))


def revise(
    case: RulingCase,
    official: User,
    decision: RulingDecision,
    *,
    seen: int,
    key: str = "",
    waits: bool = False,
    ask: Callable[[], None] | None = None,
) -> RulingVersion:
    """Rule otherwise; `seen` is the version that was shown.

    What the version before posted is taken back in the same change; one that `waits` for an answer
    takes nothing back yet. `ask` refuses under the lock. Raises Refused as `decide` and `ask` do,
    and for an official who is neither its author nor a chief.
    """
    source = RulingSource.of_case(case)
    request = _RulingRequest(
        source, official, decision, key or new_uid(), case, seen, waits=waits, ask=ask
    )
    return _decide(request)


def may_revise(case: RulingCase, official: User) -> bool:
    """Whether an account may rule otherwise: who made the newest version, or a chief."""
    office = offices.office_of(official, case.event, RulingSource.of_case(case).table)
    if office is None:
        return False
    if not regulations_of(case.event).is_official or office >= Authority.CHIEF:
        return True
    if proposals.was_upheld(case):
        return False
    return case.versions.order_by("-number")[0].official_id == official.pk


def revise_within(
    made: Change, case: RulingCase, official: User, decision: RulingDecision
) -> RulingVersion:
    """Rule otherwise as a part of an open change, on top of the newest version.

    Raises Refused as `revise` does.
    """
    newest = case.versions.order_by("-number").values_list("number", flat=True)[0]
    if case.deal is not None:
        decision = replace(decision, seen=Deal.objects.get(pk=case.deal.pk).version)
    source = RulingSource.of_case(case)
    return _store(
        made, _RulingRequest(source, official, decision, new_uid(), case, newest, on_appeal=True)
    )


def confirm(version: RulingVersion, official: User) -> RulingVersion:
    """Confirm a version that waits; then it is in force.

    Raises Refused for an official who may not, and where it is waiting no more or was revised.
    """
    actor, tournament = Actor.from_user(official), version.case.tournament
    with change(tournament, actor, Verb.CONFIRM_RULING) as made:
        current = _waiting(made, version, official)
        _step(made, current, RulingStepKind.CONFIRMED, official)
        _come_into_force(made, current, _posts(current, official))
        return current


def reject(version: RulingVersion, official: User, reason: str) -> RulingVersion:
    """Refuse to confirm a version that waits: it never comes into force. Raises Refused."""
    if not reason.strip():
        raise Refused(refuse(Reason.REASON_MISSING, field="reason"))
    actor, tournament = Actor.from_user(official), version.case.tournament
    with change(tournament, actor, Verb.CONFIRM_RULING) as made:
        current = _waiting(made, version, official)
        _step(made, current, RulingStepKind.REFUSED, official, reason)
        _release(made, current)
        return current


def version_of(uid: str) -> RulingVersion:
    """Return a version with everything that posting it reads."""
    return (
        RulingVersion.objects.select_related(*RELATED).defer(*Round.draws_by(*RELATED)).get(uid=uid)
    )


@dataclass(frozen=True, slots=True)
class _RulingRequest:
    """What an official asks to be decided; without a case it is a new one."""

    source: RulingSource
    official: User
    decision: RulingDecision
    key: str
    case: RulingCase | None = None
    seen: int = 0
    on_appeal: bool = False
    waits: bool = False
    ask: Callable[[], None] | None = None
    also: Callable[[Change, RulingVersion], None] | None = None


def _decide(request: _RulingRequest) -> RulingVersion:
    def stored() -> RulingVersion | None:
        versions = RulingVersion.objects.filter(key=request.key).select_related(*RELATED)
        version = versions.defer(*Round.draws_by(*RELATED)).first()
        return _own(version, request) if version else None

    def decided(made: Change) -> RulingVersion:
        version = _store(made, request)
        if request.case is None and request.source.call is not None:
            calls.end_within(made, request.source.call, request.official)
        if request.also is not None:
            request.also(made, version)
        return version

    return once(
        stored,
        request.source.event.tournament,
        Actor.from_user(request.official),
        Verb.RULE_CASE,
        decided,
    )


def _own(version: RulingVersion, request: _RulingRequest) -> RulingVersion:
    """Return what came under the same key. Raises Refused for other content."""
    is_put_off = {Needs.ANSWER: True, Needs.NOBODY: False}.get(Needs(version.needs), request.waits)
    is_same = sent_twice.is_same(
        version, request.source, request.official, request.decision, request.case
    )
    if not is_same or is_put_off is not request.waits:
        raise Refused(refuse(Code.RULING_FROM_SAME_FORM))
    return version


def _store(made: Change, request: _RulingRequest) -> RulingVersion:
    """Store a decision with everything that follows from it."""
    # Asked again under the lock: roles may have ended, offences may have come meanwhile.
    event = Event.objects.select_related("tournament__club", "ruleset", "regulations").get(
        pk=request.source.event.pk
    )
    source, decision = replace(request.source, event=event), request.decision
    _check_right(request, event)
    penalties.require_entries(source.entry, *(named.entry for named in decision.offenders))
    if request.ask is not None:
        request.ask()
    proposal = proposals.propose(
        source, decision, request.official, request.case, on_appeal=request.on_appeal
    )
    if problems := list(
        proposals.problems(source, decision, proposal, request.official, request.case)
    ):
        raise Refused(*problems)
    is_lost = bool(proposals.penalised_seats(source, decision, proposal).lost)
    offices.require_result_seen(source, decision, changes=is_lost)
    case = request.case or _new_case(made, source)
    version = _store_version(made, case, request, proposal)
    if decision.cards:
        two_cards.sign_pair(made, case, decision.cards, request.official)
    made.concerns(ruling=case, event=event)
    made.note(number=f"{case.year}-{case.number}", level=proposal.level.value)
    made.shows(event)
    version = version_of(version.uid)
    _replace_waiting(made, version, request.official)
    if version.needs == Needs.NOBODY:
        _come_into_force(made, version, request.official)
    else:
        _hold(made, version)
    return version


def _hold(made: Change, version: RulingVersion) -> None:
    """Note that a version waits; without an answer that was put off nothing becomes official."""
    case, origin = version.case, Origin(version.uid, BY_CASE)
    if case.deal is not None:
        ledger.hold(made, case.deal, posting.HOLD, origin=origin, blocks=False)
    if version.needs == Needs.ANSWER:
        on = ledger.held(case.event, case.round)
        ledger.hold(made, on, ANNULLED, origin=origin, blocks=False)


def _check_right(request: _RulingRequest, event: Event) -> None:
    """Raise Refused for an official who may not rule here now, or saw another version."""
    office = offices.office_of(request.official, event, request.source.table)
    ruling_offices.check_office(request.official, event)
    if office is None:
        raise Refused(offices.beyond_office(Authority.REFEREE))
    if request.case is None:
        if request.source.call is not None:
            calls.require_right(request.source.call, request.official)
        return
    newest = request.case.versions.order_by("-number")[0]
    if newest.number != request.seen:
        raise Refused(refuse(Code.RULING_CHANGED))
    if not may_revise(request.case, request.official):
        raise Refused(refuse(Code.RULING_OF_ANOTHER))


def _new_case(made: Change, source: RulingSource) -> RulingCase:
    year, number = next_number(source.event.tournament)
    case = RulingCase.objects.create(
        tournament=source.event.tournament,
        event=source.event,
        year=year,
        number=number,
        round=source.round,
        sitting=source.sitting,
        deal=source.deal,
        call=source.call,
        sheet=source.sheet,
        entry=source.entry,
    )
    made.made(case)
    return case


def _store_version(
    made: Change, case: RulingCase, request: _RulingRequest, proposal: Proposal
) -> RulingVersion:
    decision, newest = request.decision, case.versions.order_by("-number").first()
    version = RulingVersion.objects.create(
        case=case,
        key=request.key,
        number=newest.number + 1 if newest else 1,
        supersedes=newest,
        facts=decision.facts.strip(),
        agreed=decision.agreed,
        statements={seat: words for seat, words in decision.statements.items() if words.strip()},
        article=decision.article,
        own_article=decision.own_article.strip(),
        proposed=proposal.proposed.value if proposal.proposed else "",
        level_reason=decision.level_reason.strip(),
        remedy=decision.remedy,
        remedy_words=decision.remedy_words.strip(),
        reach=decision.reach,
        reach_rounds=decision.reach_rounds,
        result=_correction(case, decision, newest),
        purpose=decision.purpose if decision.remedy == Remedy.CORRECTED else "",
        needs=proposal.needs or (Needs.ANSWER if request.waits else Needs.NOBODY),
        official=request.official,
    )
    made.made(version)
    for number, row in enumerate(proposal.sanctions, 1):
        made.made(_store_sanction(version, number, row))
    return version


def _correction(
    case: RulingCase, decision: RulingDecision, before: RulingVersion | None
) -> Result | None:
    """Return the result by which the deal was corrected, where that is the remedy.

    It is that of the version `before`: what a ruling itself made of the deal is no correction.
    """
    if decision.remedy != Remedy.CORRECTED or case.deal is None:
        return None
    if before is not None and before.result is not None:
        return before.result
    return Result.objects.filter(deal=case.deal).order_by("-version").first()


def _store_sanction(version: RulingVersion, number: int, row: Sanction) -> RulingSanction:
    seat = row.offender.seat
    return RulingSanction.objects.create(
        version=version,
        number=number,
        kind=row.kind,
        level=row.level.value,
        numerator=row.points.numerator,
        denominator=row.points.denominator,
        entry=row.offender.entry,
        person=row.offender.person,
        seat=seat.label if seat else "",
    )


def _come_into_force(made: Change, version: RulingVersion, official: User) -> None:
    """Take back what earlier versions posted, and post what follows from this one."""
    reason = posting.posted_reason(version)
    earlier = RulingVersion.objects.filter(case=version.case, number__lt=version.number)
    for other in (
        earlier.select_related(*RELATED).defer(*Round.draws_by(*RELATED)).order_by("number")
    ):
        offices.require_undoing(other, official)
        posting.undo(made, other, official, reason)
    posting.post(made, version, official)
    _release(made, version)


def _replace_waiting(made: Change, version: RulingVersion, official: User) -> None:
    """End the wait of earlier versions: nobody confirms what was superseded."""
    earlier = RulingVersion.objects.filter(case=version.case, number__lt=version.number)
    waiting = earlier.exclude(needs=Needs.NOBODY).filter(steps=None).order_by("number")
    for other in waiting.select_related(*RELATED).defer(*Round.draws_by(*RELATED)):
        posting.undo(made, other, official, posting.posted_reason(version))
        _release(made, other)


def _waiting(made: Change, version: RulingVersion, official: User) -> RulingVersion:
    """Return a version as it is under the lock. Raises Refused where this account may not."""
    current = version_of(version.uid)
    if current.case.versions.filter(number__gt=current.number).exists():
        raise Refused(refuse(Code.RULING_CHANGED))
    if current.needs == Needs.NOBODY or current.steps.exists():
        raise Refused(refuse(Code.RULING_NOT_WAITING))
    event, needs = current.case.event, Needs(current.needs)
    table = RulingSource.of_case(current.case).table
    if not offices.may_confirm(official, current.official, event, needs, table):
        raise Refused(refuse(Code.RULING_OWN_WORD))
    made.concerns(ruling=current.case)
    made.shows(event)
    return current


def _posts(version: RulingVersion, confirming: User) -> User:
    """Return by whose right a version is posted: an organiser may confirm and have no office."""
    case = version.case
    office = offices.office_of(confirming, case.event, RulingSource.of_case(case).table)
    return version.official if office is None else confirming


def _step(
    made: Change, version: RulingVersion, kind: RulingStepKind, official: User, reason: str = ""
) -> None:
    made.note(state=kind.value)
    made.made(
        RulingStep.objects.create(version=version, kind=kind, official=official, reason=reason)
    )


def _release(made: Change, version: RulingVersion) -> None:
    if version.needs != Needs.NOBODY:
        ledger.release(made, posting.HOLD, origin=Origin(version.uid, BY_CASE))
    if version.needs == Needs.ANSWER:
        ledger.release(made, ANNULLED, origin=Origin(version.uid, BY_CASE))
