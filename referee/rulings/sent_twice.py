"""Whether a decision is the one that was stored before under the same key."""

from __future__ import annotations

from collections.abc import Iterator

from referee.models import Remedy, RulingCase, RulingVersion
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from referee.rulings.proposals import level_of, sanctions_of
from tournaments.models import User
from tournaments.regulations import articles
from tournaments.regulations.articles import Level

Row = tuple[object, ...]


def is_same(
    version: RulingVersion,
    source: RulingSource,
    official: User,
    decision: RulingDecision,
    case: RulingCase | None,
) -> bool:
    """Whether a stored version says what was decided now, there and by the same official.

    A level that nobody chose is the one that the catalogue gave at that time.
    """
    is_there = _place(RulingSource.of_case(version.case)) == _place(source)
    is_anew = version.number > 1
    return (
        is_there
        and case == (version.case if is_anew else None)
        and version.official_id == official.pk
        and _words_of(version) == _words(decision)
        and list(_stored(version)) == list(_sent(version, source, decision))
    )


def _place(source: RulingSource) -> Row:
    return (source.event, source.sitting, source.deal, source.call, source.sheet, source.entry)


def _words_of(version: RulingVersion) -> Row:
    return (
        version.article,
        version.own_article,
        version.facts,
        version.agreed,
        version.statements,
        version.level_reason,
        version.remedy,
        version.remedy_words,
        version.purpose,
        version.reach,
        version.reach_rounds,
    )


def _words(decision: RulingDecision) -> Row:
    """Return what is written, as it is stored."""
    return (
        decision.article,
        decision.own_article.strip(),
        decision.facts.strip(),
        decision.agreed,
        {seat: words for seat, words in decision.statements.items() if words.strip()},
        decision.level_reason.strip(),
        decision.remedy,
        decision.remedy_words.strip(),
        _purpose(decision),
        decision.reach,
        decision.reach_rounds,
    )


def _purpose(decision: RulingDecision) -> str:
    """Return what a correction is for; another remedy has no purpose."""
    return decision.purpose if decision.remedy == Remedy.CORRECTED else ""


def _stored(version: RulingVersion) -> Iterator[Row]:
    for row in version.sanctions.order_by("number"):
        yield (row.entry_id, row.person_id, row.seat, row.level, row.points)


def _sent(version: RulingVersion, source: RulingSource, decision: RulingDecision) -> Iterator[Row]:
    proposed = Level(version.proposed) if version.proposed else None
    level = level_of(source, decision, proposed)
    article = articles.article(source.event, decision.article) if decision.article else None
    for row in sanctions_of(source.event, decision, level, article):
        yield (*_whom(row.offender), row.level.value, row.points)


def _whom(offender: NamedOffender) -> Row:
    person, seat = offender.person, offender.seat
    return (offender.entry.pk, person.pk if person else None, seat.label if seat else "")
