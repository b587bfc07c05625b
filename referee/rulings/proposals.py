"""What a decision comes to: the level the catalogue proposes, the one taken, and its amount."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.base.refusals import Code, problem
from referee.models import Needs, Remedy, RulingCase, SanctionKind
from referee.rulings import deal_points, earlier, offices, penalties, remedies
from referee.rulings.decisions import Decision, Offender, Source
from scoring.problems import Problem
from tournaments.models import Event, User
from tournaments.record.ledger import Report
from tournaments.refusals import Reason, refuse
from tournaments.regulations import amounts, articles, escalation
from tournaments.regulations.amounts import PenaltyClass
from tournaments.regulations.articles import Article, Authority, Level
from tournaments.structure.regulations import regulations_of

EXPLAINED_FROM = Level.L3.height
"""From this level on the facts are written down."""


@dataclass(frozen=True, slots=True)
class Sanction:
    """What one offender gets: a level, and penalty points where it has an amount."""

    offender: Offender
    kind: SanctionKind
    level: Level
    points: Fraction = Fraction(0)


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
    source: Source, decision: Decision, official: User, case: RulingCase | None = None
) -> Proposal:
    """Return what follows from a decision, as the official would make it."""
    event, article = source.event, None
    if decision.article:
        article = articles.article(event, decision.article)
    before, proposed, is_uneven = 0, None, False
    if article is not None:
        article = articles.of_several(article, len({row.entry for row in decision.offenders}))
        counts = [
            earlier.earlier_offences(article, source, offender, case)
            for offender in decision.offenders
        ]
        before = max(counts, default=0)
        proposed = escalation.proposed(article, before)
        is_uneven = any(escalation.proposed(article, count) != proposed for count in counts)
    level = level_of(source, decision, proposed)
    sanctions = tuple(sanctions_of(event, decision, level, article))
    heaviest = max((row.level for row in sanctions), key=lambda each: each.height, default=level)
    office = offices.office_of(official, event) or Authority.REFEREE
    return Proposal(
        article=article,
        earlier=before,
        proposed=proposed,
        level=level,
        sanctions=sanctions,
        wanted=offices.office_wanted(article, heaviest, before),
        needs=_needs(source, sanctions, office),
        is_second_card=_is_second_card(source, sanctions, case),
        is_uneven=is_uneven,
    )


def _is_second_card(source: Source, sanctions: Sequence[Sanction], case: RulingCase | None) -> bool:
    if not regulations_of(source.event).is_official:
        return False
    warned = (row.offender for row in sanctions if row.level == Level.L2)
    return any(earlier.yellow_cards(source, offender, case) for offender in warned)


def problems(
    source: Source, decision: Decision, proposal: Proposal, official: User
) -> Iterator[Problem]:
    """Yield everything that is against a decision."""
    office = offices.office_of(official, source.event)
    if office is None or min(proposal.wanted, Authority.CHIEF) > office:
        yield offices.beyond_office(proposal.wanted)
    if proposal.is_uneven and decision.level is None:
        yield problem(Code.OFFENDERS_UNEVEN, "whom")
    if decision.article and proposal.article is None:
        yield problem(Code.ARTICLE_UNKNOWN, "article")
    if not (decision.article or decision.own_article.strip() or decision.facts.strip()):
        yield problem(Code.RULING_EMPTY, "article")
    if proposal.level.height and not decision.offenders:
        yield problem(Code.RULING_OF_NOBODY, "whom")
    is_moved = proposal.proposed is not None and (proposal.level.height != proposal.proposed.height)
    if is_moved and not decision.level_reason.strip():
        yield problem(Code.LEVEL_WITHOUT_REASON, "level_reason")
    if _wants_facts(source, proposal) and not decision.facts.strip():
        yield refuse(Reason.REASON_MISSING, field="facts")
    yield from remedies.problems(source, decision, official)
    yield from _docking_problems(source, decision, proposal, official)
    yield from _amount_problems(source, decision, proposal)


def seats_docked(source: Source, decision: Decision, proposal: Proposal) -> tuple[str, ...]:
    """Return the seats whose sides lose points of the deal; of one that is void nobody does."""
    if decision.remedy in {Remedy.VOID, Remedy.NOT_PLAYED}:
        return ()
    rows = ((row, row.offender.seat.label) for row in proposal.sanctions if row.offender.seat)
    return deal_points.seats_docked(source.event, rows)


def docked(source: Source, decision: Decision, proposal: Proposal) -> Report | None:
    """Return the result without the points of the deal that are taken; None where none are."""
    seats = seats_docked(source, decision, proposal)
    return deal_points.docked(source.deal, seats) if seats and source.deal is not None else None


def _docking_problems(
    source: Source, decision: Decision, proposal: Proposal, official: User
) -> Iterator[Problem]:
    """Yield what is against taking points of the deal: none are there, or it is too late."""
    if not seats_docked(source, decision, proposal):
        return
    if docked(source, decision, proposal) is None:
        yield problem(Code.DEAL_POINTS_OF_NOTHING, "level")
    elif source.deal and not remedies.may_change(source.deal, official):
        yield problem(Code.RESULT_LATE, "level")


def _amount_problems(source: Source, decision: Decision, proposal: Proposal) -> Iterator[Problem]:
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


def _wants_facts(source: Source, proposal: Proposal) -> bool:
    if not regulations_of(source.event).is_official:
        return False
    asked = proposal.article is not None and proposal.article.needs_facts
    return bool(proposal.level.height) and (asked or proposal.level.height >= EXPLAINED_FROM)


def sanctions_of(
    event: Event, decision: Decision, level: Level, article: Article | None
) -> Iterator[Sanction]:
    """Yield what every offender gets at a level."""
    for offender in decision.offenders:
        yield _sanction(event, offender, level, article, decision.points)
        if (conduct := decision.disciplinary) is not None:
            yield _sanction(event, offender, conduct, article, is_conduct=True)


def _sanction(
    event: Event,
    offender: Offender,
    level: Level,
    article: Article | None,
    points: Fraction | None = None,
    *,
    is_conduct: bool = False,
) -> Sanction:
    """Return what an offender gets; points that were typed replace those of the level."""
    at_table = offender.seat is not None
    amount = points or None
    if amount is None:
        amount = amounts.amount(event, level, at_table=at_table) or Fraction(0)
    family = "" if article is None else article.family
    is_conduct = is_conduct or amounts.class_of(level, family) is PenaltyClass.DISCIPLINARY
    kind = SanctionKind.DISCIPLINARY if is_conduct else SanctionKind.PROCEDURAL
    return Sanction(offender, kind, level, Fraction(amount))


def level_of(source: Source, decision: Decision, proposed: Level | None) -> Level:
    """Return the level of a decision: the one that was chosen, else the one `proposed`."""
    return _without_rectification(_level(source, decision) or proposed or Level.L0)


def _level(source: Source, decision: Decision) -> Level | None:
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


def _needs(source: Source, sanctions: tuple[Sanction, ...], office: Authority) -> Needs:
    needed = {offices.needed_for(source.event, row.level, office) for row in sanctions}
    return next((need for need in (Needs.ORGANISER, Needs.DEPUTY) if need in needed), Needs.NOBODY)


def _without_rectification(level: Level) -> Level:
    """Return the level of a penalty: a rectification alone is none."""
    return Level.L0 if level is Level.RECT else level
