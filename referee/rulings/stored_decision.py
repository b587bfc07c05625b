"""Rebuild the decision of a stored ruling version, from which another one starts."""

from __future__ import annotations

from collections.abc import Sequence

from referee.models import (
    CorrectionPurpose,
    FactsState,
    Remedy,
    RulingSanction,
    RulingVersion,
    SuspensionReach,
)
from referee.rulings import posting
from referee.rulings.decisions import Decision, Offender
from tournaments.regulations.articles import Level


def decision_of(version: RulingVersion) -> Decision:
    """Return what a version decided: the same offenders, facts, article and three measures.

    Points are those of its level, unless others were given. Raises Refused where the seat of an
    offender is nobody's any more.
    """
    related = ("entry__event__tournament", "person")
    sanctions = list(version.sanctions.select_related(*related).order_by("number"))
    first = [row for row in sanctions if _is_of(row, sanctions[0])]
    return Decision(
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


def _offenders(version: RulingVersion, sanctions: Sequence[RulingSanction]) -> list[Offender]:
    offenders: list[Offender] = []
    for row in sanctions:
        offender = Offender(row.entry, row.person, posting.seat_of(version, row))
        if offender not in offenders:
            offenders.append(offender)
    return offenders


def _is_of(row: RulingSanction, other: RulingSanction) -> bool:
    return (row.entry_id, row.person_id) == (other.entry_id, other.person_id)
