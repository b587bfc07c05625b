"""Rulings on irregularities: noted, a warning, penalty points, an adjusted result, dismissed.

A newer ruling takes the place of an older one, which stays in the record; penalty points and
warnings that the older one gave are taken back with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db.models import QuerySet

from referee.base import case_numbers
from referee.base.refusals import Code
from referee.base.verbs import BY_RULING, Verb
from referee.models import Decision, DecisionKind, Irregularity, IrregularityRuling, RulingVersion
from referee.rulings import penalties
from referee.rulings.late_exposures import FIRST_EXPOSURE, LATER_EXPOSURE, earlier_exposures
from referee.sheets.irregularities import Incident
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    Adjustment,
    PenaltyWarning,
    Seat,
    User,
    WarningLevel,
)
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, Repeated, change
from tournaments.regulations import articles
from tournaments.results.queries import live_results
from tournaments.rights import ruling_offices
from tournaments.structure import sides
from tournaments.structure.games import BY_REFEREE


@dataclass(frozen=True, slots=True)
class Ruling:
    """Decision with its reason and article; `points` are signed and count only for a penalty."""

    decision: Decision
    reason: str = ""
    article: str = ""
    points: int = 0
    sure: bool = False
    """Whether the official looked twice at points beyond the usual."""


def rule(incident: Incident, official: User, ruling: Ruling, *, seen: int) -> IrregularityRuling:
    """Decide an irregularity; `seen` is how many rulings on it were shown.

    A button pressed twice is one ruling. Raises Refused with everything that is missing, and where
    another official was faster.
    """
    row, tournament = incident.row, incident.row.deal.event.tournament
    try:
        with change(tournament, Actor.from_user(official), Verb.RULE_IRREGULARITY) as made:
            ruling_offices.check_change(official, row.deal)
            made.note(decision=ruling.decision.value)
            stored, kind = (
                _store_ruling(made, row, official, ruling, seen),
                DecisionKind.IRREGULARITY,
            )
            case_numbers.number_of_deal(made, row.deal, kind, stored, official)
            return stored
    except Repeated:
        return _rulings_on_same(row)[seen]


def settled_by(
    incident: Incident, official: User
) -> Callable[[Change, RulingVersion], None] | None:
    """Return what notes on an irregularity the case that decides it; None if it was decided before.

    It is called in the change of the case. Raises Refused if another official decided the
    irregularity meanwhile, so that no case is left behind which the next press would repeat, and
    for an official who may not rule on its deal.
    """
    if incident.rulings:
        return None
    row = incident.row

    def note(made: Change, version: RulingVersion) -> None:
        number = case_numbers.number_text(version.case)
        noted = Ruling(Decision.NOTED, number, version.article)
        ruling_offices.check_change(official, row.deal)
        # It has no number of its own: the case has one.
        _store_ruling(made, row, official, noted, seen=0)

    return note


def taken_back(stored: Sequence[IrregularityRuling]) -> Collection[str]:
    """Return the uids of penalty points of these rulings that were taken back."""
    return set(_penalties_of(stored).exclude(reversed_by=None).values_list("uid", flat=True))


def _store_ruling(
    made: Change, row: Irregularity, official: User, ruling: Ruling, seen: int
) -> IrregularityRuling:
    made.concerns(irregularity=row, deal=row.deal)
    stored = _rulings_on_same(row)
    if _is_repeated(stored, official, ruling, seen):
        raise Repeated
    adjustments = list(_penalties_of(stored).filter(reversed_by=None))
    warnings = list(_warnings_of(stored).filter(reversed_by=None))
    _check_ruling(ruling, len(stored), seen, takes_back=bool(adjustments or warnings))
    for adjustment in adjustments:
        penalties.take_back_within(made, adjustment, official, ruling.reason)
    for warning in warnings:
        origin = ledger.Origin(warning.origin_uid, BY_RULING)
        ledger.take_back_warning(made, warning, reason=ruling.reason, origin=origin)
    stored_ruling = IrregularityRuling.objects.create(
        irregularity=row,
        number=row.rulings.count() + 1,
        decision=ruling.decision,
        reason=ruling.reason,
        article=ruling.article,
        adjustment=_apply_decision(made, row, official, ruling),
        official=official,
    )
    made.made(stored_ruling)
    # The ruling is shown on the public page of the deal.
    made.shows(row.deal.event)
    return stored_ruling


def _penalties_of(stored: Sequence[IrregularityRuling]) -> QuerySet[Adjustment]:
    """Return the penalty points that rulings gave, whatever became of them."""
    uids = [ruling.adjustment for ruling in stored if ruling.decision == Decision.PENALTY]
    return Adjustment.objects.filter(uid__in=uids).select_related("event", "side").order_by("pk")


def _warnings_of(stored: Sequence[IrregularityRuling]) -> QuerySet[PenaltyWarning]:
    """Return the warnings that rulings gave, whatever became of them."""
    uids = [ruling.adjustment for ruling in stored if ruling.decision == Decision.WARNED]
    rows = PenaltyWarning.objects.filter(uid__in=uids).order_by("pk")
    return rows.select_related("event", "entry", "person", "round", "deal").defer("round__reasons")


def _rulings_on_same(row: Irregularity) -> list[IrregularityRuling]:
    """Return the rulings on the same irregularity, whichever sheet of the deal reports it."""
    same_play = {"code": row.code, "seat": row.seat, "play": row.play}
    rows = Irregularity.objects.filter(deal=row.deal, **same_play)
    keys = [other.pk for other in rows if other.cards == row.cards]
    return list(IrregularityRuling.objects.filter(irregularity__in=keys).order_by("pk"))


def _is_repeated(
    stored: list[IrregularityRuling], official: User, ruling: Ruling, seen: int
) -> bool:
    """Whether the newest ruling is this one, sent twice.

    With other points it is another ruling, which must not be ignored.
    """
    if len(stored) != seen + 1 or stored[-1].official_id != official.pk:
        return False
    newest = stored[-1]
    given = next((adjustment.amount for adjustment in _penalties_of([newest])), Fraction(0))
    points = Fraction(ruling.points if ruling.decision == Decision.PENALTY else 0)
    newest_content = (newest.decision, newest.reason, newest.article, given)
    return newest_content == (ruling.decision, ruling.reason, ruling.article, points)


def _check_ruling(ruling: Ruling, stored: int, seen: int, *, takes_back: bool) -> None:
    problems = []
    if stored != seen:
        problems.append(refuse(Code.IRREGULARITY_RULED))
    follows = (takes_back and stored == seen) or ruling.decision != Decision.NOTED
    if follows and not ruling.reason.strip():
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    if ruling.decision == Decision.PENALTY and not ruling.points:
        problems.append(refuse(Code.PENALTY_NOTHING, "points"))
    if problems:
        raise Refused(*problems)


def _apply_decision(made: Change, row: Irregularity, official: User, ruling: Ruling) -> str:
    """Give a warning or penalty points; return their uid, or that of the changed result."""
    if ruling.decision == Decision.ADJUSTED:
        result = live_results([row.deal]).get(row.deal.pk)
        if result is None or (result.version < 2 and result.kind not in BY_REFEREE):
            raise Refused(refuse(Code.RESULT_NOT_CHANGED, "decision"))
        return result.uid
    if ruling.decision not in {Decision.PENALTY, Decision.WARNED}:
        return ""
    seat = (
        Seat.objects.select_related("side__match__round__event", "person")
        .defer("side__match__round__reasons")
        .get(sitting=row.deal.sitting_id, label=row.seat)
    )
    whom = penalties.Target(sides.entry_of(seat), seat)
    if ruling.decision == Decision.WARNED:
        return _warn(made, row, whom, ruling).uid
    penalty = penalties.Penalty(ruling.points, ruling.reason, ruling.article, sure=ruling.sure)
    adjustment = penalties.give_within(made, whom, official, penalty, key=new_uid())
    return adjustment.uid


def _warn(
    made: Change, row: Irregularity, whom: penalties.Target, ruling: Ruling
) -> PenaltyWarning:
    """Warn the player who sat there, by the article that was named if the event has it."""
    event, seat = whom.entry.event, whom.seat
    wanted = ruling.article.strip().partition(" ")[0]
    rows = articles.articles(event) if wanted else ()
    code = next((one.code for one in rows if wanted in {one.code, one.number}), "")
    round_ = row.deal.sitting.segment.match.round
    origin = ledger.Origin(new_uid(), BY_RULING, row.deal, seat, round=round_)
    level, reason = WarningLevel.SPOKEN, ruling.reason
    return ledger.warn(made, whom.entry, level, reason=reason, origin=origin, article=code)


ARTICLES: Final = {
    "revoke": "R-02",
    "protected_card_led": "E-05",
    "protected_card_followed": "E-05",
    "protected_card_discarded": "E-06",
    "late_exposure": FIRST_EXPOSURE,
    "out_of_turn": "P-03",
    "wrong_first_lead": "P-02",
    "played_without_suit": "R-02",
    "played_without_pair": "S-05",
    "played_without_triple": "S-05",
    "played_without_tractor": "S-05",
    "played_without_titanic": "S-05",
    "throw_not_standing": "S-04",
}
"""Codes of the games; a sheet shows what stands, so that a revoke is an established one."""


def article_code(incident: Incident) -> str:
    """Return the code of the article; empty where there is none in force for it."""
    code = ARTICLES.get(incident.row.code, "")
    if code == FIRST_EXPOSURE and earlier_exposures(incident):
        code = LATER_EXPOSURE
    event = incident.row.deal.event
    return code if code and articles.article(event, code) is not None else ""
