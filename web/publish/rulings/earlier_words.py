"""Rulings without a number in words: on irregularities and claims, points, results."""

from __future__ import annotations

from django.utils.translation import gettext

from referee.claims.texts import claim_text, decision_text
from referee.models import ClaimDecision, IrregularityRuling
from referee.rulings.unnumbered import EarlierRuling
from referee.sheets import irregularities
from tournaments import wording
from tournaments.base.separators import join_facts
from tournaments.models import Adjustment, Result
from tournaments.results.event_record import entry_name
from tournaments.wording import result_words, signed
from tournaments.wording.official.penalties import offender_text
from tournaments.wording.values import deal_title
from web.publish.rulings.changed_results import change_lines, change_text


def told(earlier: EarlierRuling) -> tuple[str, str, str]:
    """Return what an earlier ruling was about, what was decided, and by whom."""
    row = earlier.row
    if isinstance(row, ClaimDecision):
        return claim_text(row.claim), decision_text(row), row.official.called
    if isinstance(row, IrregularityRuling):
        what = irregularities.text(row.irregularity)
        return what, irregularities.ruling_text(row), row.official.called
    if isinstance(row, Adjustment):
        return _whose(row), _penalty(row), earlier.by
    return _deal(row), _result(row), earlier.by


def _whose(row: Adjustment) -> str:
    entries = [row.entry] if row.entry else list(row.side.entries.all()) if row.side else []
    named = row.named
    counted_for = wording.listed(entry_name(entry) for entry in entries)
    return offender_text(named.person.listed_name if named else "", counted_for)


def told_apart(earlier: EarlierRuling) -> tuple[str, list[str], list[str]]:
    """Return the points that a penalty gives, what was decided and what changed, by lines."""
    row = earlier.row
    if isinstance(row, Adjustment):
        return _points(row), [join_facts(*_reasons(row))], []
    if isinstance(row, ClaimDecision | IrregularityRuling):
        return "", [told(earlier)[1]], []
    version, *changes = change_lines(row)
    return "", [version, result_words.translated_reason(row.reason)], changes


def _points(row: Adjustment) -> str:
    return gettext("penalty points %(points)s") % {"points": signed(row.amount)}


def _penalty(row: Adjustment) -> str:
    return join_facts(_points(row), *_reasons(row))


def _reasons(row: Adjustment) -> list[str]:
    parts = [row.reason]
    if row.article:
        parts.append(gettext("Article: %(article)s") % {"article": row.article})
    if counter := getattr(row, "reversed_by", None):
        parts.append(gettext("Taken back: %(reason)s") % {"reason": counter.reason})
    return list(filter(None, parts))


def _deal(row: Result) -> str:
    sitting = row.deal.sitting
    values = {"round": sitting.segment.match.round.number, "table": sitting.table.number}
    place = gettext("Round %(round)s, table %(table)s") % values
    return join_facts(place, deal_title(row.deal.number))


def _result(row: Result) -> str:
    return wording.joined_sentences([change_text(row), result_words.translated_reason(row.reason)])
