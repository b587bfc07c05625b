"""Rebuild what a stored version decided: to post it, or to start another decision from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.base.refusals import Code, problem
from referee.models import (
    CorrectionPurpose,
    FactsState,
    Remedy,
    RulingSanction,
    RulingVersion,
    SanctionKind,
    SuspensionReach,
)
from referee.rulings import remedies
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from referee.rulings.on_deals import deal_penalties
from referee.rulings.on_deals.deal_penalties import NOBODY
from referee.rulings.proposals import Measures, Sanction
from tournaments.base.refusals import Refused
from tournaments.models import Seat
from tournaments.regulations.articles import Level


def decision_of(version: RulingVersion) -> RulingDecision:
    """Return what a version decided: the same offenders, facts, article and three measures.

    Points are those of its level, unless others were given. Raises Refused where the seat of an
    offender is nobody's any more.
    """
    related = ("entry__event__tournament", "person")
    sanctions = list(version.sanctions.select_related(*related).order_by("number"))
    first = [row for row in sanctions if _is_of(row, sanctions[0])]
    return RulingDecision(
        offenders=tuple(_offenders(version, sanctions)),
        article=version.article,
        own_article=version.own_article,
        facts=version.facts,
        agreed=FactsState(version.agreed),
        statements=version.statements,
        level=Level(first[0].level) if first else None,
        points=first[0].points or None if first else None,
        level_reason=version.level_reason,
        # Beside what the article says an offender gets at most one penalty for conduct.
        disciplinary=Level(first[1].level) if first[1:] else None,
        remedy=Remedy(version.remedy),
        remedy_words=version.remedy_words,
        purpose=CorrectionPurpose(version.purpose),
        reach=SuspensionReach(version.reach),
        reach_rounds=version.reach_rounds,
        sure=True,
    )


def _offenders(version: RulingVersion, sanctions: Sequence[RulingSanction]) -> list[NamedOffender]:
    offenders: list[NamedOffender] = []
    for row in sanctions:
        offender = NamedOffender(row.entry, row.person, seat_of(version, row))
        if offender not in offenders:
            offenders.append(offender)
    return offenders


def _is_of(row: RulingSanction, other: RulingSanction) -> bool:
    return (row.entry_id, row.person_id) == (other.entry_id, other.person_id)


def measures_of(version: RulingVersion) -> Measures:
    """Return what a version imposes and does to its deal. Raises Refused as `decision_of` does."""
    case, related = version.case, ("entry__event__tournament", "person")
    rows = list(version.sanctions.select_related(*related).order_by("number"))
    sanctions = tuple(sanction_of(version, row) for row in rows)
    remedy, hit = Remedy(version.remedy), NOBODY
    if remedy not in remedies.WITHOUT_POINTS:
        given = ((row, row.entry, row.seat) for row in rows)
        hit = deal_penalties.hit(case.event, case.deal, given)
    return Measures(RulingSource.of_case(case), version.article, sanctions, hit, remedy)


def sanction_of(version: RulingVersion, row: RulingSanction) -> Sanction:
    """Return a stored sanction as it was proposed. Raises Refused where its seat is nobody's."""
    offender = NamedOffender(row.entry, row.person, seat_of(version, row))
    sanction = Sanction(offender, SanctionKind(row.kind), Level(row.level), row.points)
    if sanction.level is not Level.L8:
        return sanction
    reach, rounds = SuspensionReach(version.reach), version.reach_rounds
    return replace(sanction, reach=reach, reach_rounds=rounds)


def seat_of(version: RulingVersion, sanction: RulingSanction) -> Seat | None:
    """Return the seat at the table of the case; seats may have been corrected since."""
    if not sanction.seat:
        return None
    seats = Seat.objects.filter(sitting=version.case.sitting_id, person=sanction.person)
    seat = (
        seats.select_related("side__match__round__event", "person", "sitting__segment")
        .defer("side__match__round__reasons")
        .first()
    )
    if seat is None:
        raise Refused(problem(Code.SEAT_GONE, "whom"))
    return seat
