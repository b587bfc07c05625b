"""The level of a decision: as the catalogue proposes it, as chosen, and its amount."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from referee.base.case_numbers import number_text
from referee.base.refusals import Code
from referee.models import (
    AppealDecision,
    AppealState,
    AppealStep,
    Needs,
    RulingCase,
    SanctionKind,
    SuspensionReach,
)
from referee.rulings import decisions, earlier_offences, listed, offices, penalties, ruling_stack
from referee.rulings.decisions import (
    DecisionMeasures,
    NamedOffender,
    RulingDecision,
    RulingSource,
    Sanction,
)
from referee.rulings.ruling_stack import NOBODY, PenalisedSeats, Removal
from scoring.problems import Problem
from tournaments.base.refusals import Reason, refuse
from tournaments.models import Event, User
from tournaments.record.ledger import Report
from tournaments.regulations import amounts, articles
from tournaments.regulations.amounts import PenaltyClass
from tournaments.regulations.articles import Article, Authority, Level
from tournaments.rights import ruling_offices
from tournaments.structure.regulations import regulations_of

MOST_ROUNDS: Final = 99
EXPLAINED_FROM = Level.L3.height
"""From this level on the facts are written down."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What follows from a decision: `earlier` offences raised the `proposed` level."""

    article: Article | None
    earlier: int
    proposed: Level | None
    level: Level
    sanctions: tuple[Sanction, ...]
    wanted: Authority
    needs: Needs
    is_second_card: bool = False
    """Whether somebody gets a yellow card who has one in this stage: the two are a red one."""
    is_uneven: bool = False
    """Whether their earlier offences propose another level for some of the offenders."""

    @property
    def is_repeated(self) -> bool:
        """Whether there was an offence before, inside the window."""
        return self.earlier > 0


def propose(
    source: RulingSource,
    decision: RulingDecision,
    official: User,
    case: RulingCase | None = None,
    *,
    on_appeal: bool = False,
) -> Proposal:
    """Return what follows from a decision, as the official would make it, or after an appeal."""
    event, article = source.event, None
    if decision.article:
        article = articles.article(event, decision.article)
    before, proposed, is_uneven = 0, None, False
    if article is not None:
        article = articles.of_several(article, len({row.entry for row in decision.offenders}))
        counts = [
            earlier_offences.count(article, source, offender, case)
            for offender in decision.offenders
        ]
        before = max(counts, default=0)
        proposed = articles.proposed_level(article, before)
        is_uneven = any(articles.proposed_level(article, count) != proposed for count in counts)
    level = level_of(source, decision, proposed)
    sanctions = tuple(sanctions_of(event, decision, level, article))
    heaviest = max((row.level for row in sanctions), key=lambda each: each.height, default=level)
    office = offices.office_of(official, event, source.table) or Authority.REFEREE
    is_upheld = case is not None and not on_appeal and was_upheld(case)
    return Proposal(
        article=article,
        earlier=before,
        proposed=proposed,
        level=level,
        sanctions=sanctions,
        wanted=Authority.CHIEF if is_upheld else offices.office_wanted(article, heaviest, before),
        needs=Needs.ORGANISER if is_upheld else _needs(source, sanctions, office),
        is_second_card=_is_second_card(source, sanctions, case),
        is_uneven=is_uneven,
    )


def was_upheld(case: RulingCase) -> bool:
    """Whether an appeal against a ruling was decided, and the ruling upheld (维持).

    It is then revised by a chief alone, and the organiser confirms it.
    """
    return AppealStep.objects.filter(
        state=AppealState.DECIDED, decision=AppealDecision.UPHELD, appeal__ruling__case=case
    ).exists()


def _is_second_card(
    source: RulingSource, sanctions: Sequence[Sanction], case: RulingCase | None
) -> bool:
    if not regulations_of(source.event).is_official:
        return False
    warned = (row.offender for row in sanctions if row.level == Level.L2)
    return any(earlier_offences.yellow_cards(source, offender, case) for offender in warned)


def problems(
    source: RulingSource,
    decision: RulingDecision,
    proposal: Proposal,
    official: User,
    case: RulingCase | None = None,
) -> Iterator[Problem]:
    """Yield everything that is against a decision."""
    yield from _office_problems(source, proposal, official)
    if case is None:
        yield from _call_problems(source)
    if proposal.is_uneven and decision.level is None:
        yield refuse(Code.OFFENDERS_UNEVEN, "whom")
    if decision.article and proposal.article is None:
        yield refuse(Code.ARTICLE_UNKNOWN, "article")
    if not (decision.article or decision.own_article.strip() or decision.facts.strip()):
        yield refuse(Code.RULING_EMPTY, "article")
    if proposal.level.height and not decision.offenders:
        yield refuse(Code.RULING_OF_NOBODY, "whom")
    is_moved = proposal.proposed is not None and (proposal.level.height != proposal.proposed.height)
    if is_moved and not decision.level_reason.strip():
        yield refuse(Code.LEVEL_WITHOUT_REASON, "level_reason")
    if _wants_facts(source, proposal) and not decision.facts.strip():
        yield refuse(Code.FACTS_MISSING, "facts")
    yield from _reach_problems(source, decision, proposal)
    yield from offices.remedy_problems(source, decision, official)
    yield from _deal_problems(source, decision, proposal, official, case)
    yield from _amount_problems(source, decision, proposal)


def _call_problems(source: RulingSource) -> Iterator[Problem]:
    """Yield that another ruling decides the call from which a new one would start."""
    if (other := listed.case_of_call(source.call)) is not None:
        yield refuse(Code.CALL_RULED_ON, number=number_text(other))


def _office_problems(source: RulingSource, proposal: Proposal, official: User) -> Iterator[Problem]:
    office = offices.office_of(official, source.event, source.table)
    if ruling_offices.only_organises(official, source.event):
        yield refuse(Reason.WITHOUT_OFFICE)
    elif office is None or min(proposal.wanted, Authority.CHIEF) > office:
        yield offices.beyond_office(proposal.wanted)


def _reach_problems(
    source: RulingSource, decision: RulingDecision, proposal: Proposal
) -> Iterator[Problem]:
    """Yield what is wrong with the reach of a suspension."""
    if not any(row.level is Level.L8 for row in proposal.sanctions):
        return
    reach, is_over = decision.reach, source.round is None or source.round.closed_at is not None
    if reach == SuspensionReach.UNSAID:
        yield refuse(Code.REACH_MISSING, "reach")
    elif reach == SuspensionReach.THIS_ROUND and is_over:
        yield refuse(Code.REACH_OVER, "reach")
    elif reach == SuspensionReach.ROUNDS and not 1 <= decision.reach_rounds <= MOST_ROUNDS:
        yield refuse(Code.REACH_ROUNDS, "reach_rounds", most=MOST_ROUNDS)


def proposed_measures(
    source: RulingSource, decision: RulingDecision, proposal: Proposal
) -> DecisionMeasures:
    """Return the measures of a decision that is not stored yet."""
    seats = penalised_seats(source, decision, proposal)
    return DecisionMeasures(source, decision.article, proposal.sanctions, seats, decision.remedy)


def penalised_seats(
    source: RulingSource, decision: RulingDecision, proposal: Proposal
) -> PenalisedSeats:
    """Return the seats that lose points of the deal, or the deal; of one that is void nobody."""
    if decision.remedy in decisions.WITHOUT_POINTS:
        return NOBODY
    return _penalised_seats(source, proposal)


def _penalised_seats(source: RulingSource, proposal: Proposal) -> PenalisedSeats:
    rows = ((row, row.offender.entry, row.offender.label) for row in proposal.sanctions)
    return ruling_stack.penalised_seats(source.event, source.deal, rows)


def result_of_deal(
    source: RulingSource,
    decision: RulingDecision,
    proposal: Proposal,
    case: RulingCase | None = None,
) -> Report | None:
    """Return the result that the penalties make of the deal; None where they make none.

    Of a `case` that is revised, what its versions posted is left out.
    """
    seats = penalised_seats(source, decision, proposal)
    if not any(seats) or source.deal is None:
        return None
    without = Removal.of_case(case)
    return ruling_stack.penalised_result(
        source.deal, ruling_stack.of_deal(source.deal, without).result, seats
    )


def _deal_problems(
    source: RulingSource,
    decision: RulingDecision,
    proposal: Proposal,
    official: User,
    case: RulingCase | None,
) -> Iterator[Problem]:
    """Yield what is against it: the deal is void, it has no points, or it is too late."""
    seats = penalised_seats(source, decision, proposal)
    if decision.remedy in decisions.WITHOUT_POINTS and source.deal is not None:
        if _penalised_seats(source, proposal).lost:
            yield refuse(Code.DEAL_LOST_AND_VOID, "remedy")
        return
    if not any(seats):
        return
    if result_of_deal(source, decision, proposal, case) is None:
        yield seats.nothing_there
    elif source.deal and not offices.may_change_result(source.deal, official):
        yield refuse(Code.RESULT_LATE, "level")


def _amount_problems(
    source: RulingSource, decision: RulingDecision, proposal: Proposal
) -> Iterator[Problem]:
    """Yield what is wrong with points that were typed; those of the catalogue are as they are."""
    if not decision.points:
        return
    for sanction in proposal.sanctions:
        at_table = sanction.offender.seat is not None
        wrong = penalties.amount_problem(
            source.event, sanction.points, at_table=at_table, sure=decision.sure
        )
        if wrong is not None and sanction.points:
            yield wrong
            return


def _wants_facts(source: RulingSource, proposal: Proposal) -> bool:
    if not regulations_of(source.event).is_official:
        return False
    asked = proposal.article is not None and proposal.article.needs_facts
    return bool(proposal.level.height) and (asked or proposal.level.height >= EXPLAINED_FROM)


def sanctions_of(
    event: Event, decision: RulingDecision, level: Level, article: Article | None
) -> Iterator[Sanction]:
    """Yield what every offender gets at a level."""
    for offender in decision.offenders:
        rows = [_sanction(event, offender, level, article, decision.points)]
        if (conduct := decision.disciplinary) is not None:
            rows.append(_sanction(event, offender, conduct, article, is_conduct=True))
        for row in rows:
            suspends = row.level is Level.L8
            reach, rounds = decision.reach, decision.reach_rounds
            yield replace(row, reach=reach, reach_rounds=rounds) if suspends else row


def _sanction(
    event: Event,
    offender: NamedOffender,
    level: Level,
    article: Article | None,
    points: Fraction | None = None,
    *,
    is_conduct: bool = False,
) -> Sanction:
    """Return what an offender gets; points that were typed replace those of the level."""
    at_table = offender.seat is not None
    amount = points or _laid_down(article, level, at_table=at_table)
    if amount is None:
        amount = amounts.amount(event, level, at_table=at_table) or Fraction(0)
    family = "" if article is None else article.family
    is_conduct = is_conduct or amounts.class_of(level, family) is PenaltyClass.DISCIPLINARY
    kind = SanctionKind.DISCIPLINARY if is_conduct else SanctionKind.PROCEDURAL
    return Sanction(offender, kind, level, Fraction(amount))


def _laid_down(article: Article | None, level: Level, *, at_table: bool) -> Fraction | None:
    """Return the points of an article's own level, where a policy of the event gives it others."""
    is_own = article is not None and level is article.level and at_table
    return article.points if article is not None and is_own else None


def level_of(source: RulingSource, decision: RulingDecision, proposed: Level | None) -> Level:
    """Return the level of a decision: the one that was chosen, else the one `proposed`."""
    return _without_rectification(_level(source, decision) or proposed or Level.L0)


def _level(source: RulingSource, decision: RulingDecision) -> Level | None:
    """Return the level that was chosen: points alone are of the highest that they reach."""
    if decision.level is not None or not decision.points:
        return decision.level
    at_table = any(row.seat is not None for row in decision.offenders)
    reached = Level.L3
    for level in amounts.WITH_AMOUNT:
        amount = amounts.amount(source.event, level, at_table=at_table)
        if amount and abs(amount) <= abs(decision.points):
            reached = level
    return reached


def _needs(source: RulingSource, sanctions: tuple[Sanction, ...], office: Authority) -> Needs:
    needed = {offices.needed_for(source.event, row.level, office) for row in sanctions}
    return next((need for need in (Needs.ORGANISER, Needs.DEPUTY) if need in needed), Needs.NOBODY)


def _without_rectification(level: Level) -> Level:
    """Return the level of a penalty: a rectification alone is none."""
    return Level.L0 if level is Level.RECT else level
