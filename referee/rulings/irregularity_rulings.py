"""Rulings on irregularities: noted, a warning, penalty points, an adjusted result, dismissed.

A newer ruling takes the place of an older one, which stays in the record; penalty points and
warnings that the older one gave are taken back with it.

An exposure after its time is void unless the referee allows it; he is shown both first. What the
deal comes to is decided here. A warning or penalty points for it are rulings of their own, by the
catalogue of the event: E-01 for the first one of a person in a stage, E-02 for each further.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.db.models import QuerySet

from referee.base import case_numbers
from referee.base.refusals import Code
from referee.base.verbs import BY_RULING, Verb
from referee.models import Decision, DecisionKind, Irregularity, IrregularityRuling, RulingVersion
from referee.rulings import penalties
from referee.sheets import queries
from referee.sheets.irregularities import Incident
from scoring.settlement import Settlement
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    Adjustment,
    Deal,
    Event,
    PenaltyWarning,
    Result,
    ResultKind,
    Seat,
    User,
    WarningLevel,
)
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, Repeated, change
from tournaments.record.ledger import Report
from tournaments.regulations import amounts, articles
from tournaments.regulations.articles import Article, Level
from tournaments.results.queries import live_results
from tournaments.rights import ruling_offices
from tournaments.structure import sides
from tournaments.structure.games import BY_REFEREE, game_of, ruleset_of
from tournaments.structure.regulations import regulations_of


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
            return _store_ruling(made, row, official, ruling, seen)
    except Repeated:
        return _rulings_on_same(row)[seen]


def settled_by(
    incident: Incident, official: User
) -> Callable[[Change, RulingVersion], None] | None:
    """Return what notes on an irregularity the case that decides it; None if it was decided before.

    It is called in the change of the case. Raises Refused if another official decided the
    irregularity meanwhile, so that no case is left behind which the next press would repeat.
    """
    if incident.rulings:
        return None
    row = incident.row

    def note(made: Change, version: RulingVersion) -> None:
        number = case_numbers.number_text(version.case)
        noted = Ruling(Decision.NOTED, number, version.article)
        _store_ruling(made, row, official, noted, seen=0)

    return note


def taken_back(stored: Sequence[IrregularityRuling]) -> Collection[str]:
    """Return the uids of penalty points of these rulings that were taken back."""
    return set(_penalties_of(stored).exclude(reversed_by=None).values_list("uid", flat=True))


def _store_ruling(
    made: Change, row: Irregularity, official: User, ruling: Ruling, seen: int
) -> IrregularityRuling:
    made.concerns(irregularity=row, deal=row.deal)
    made.note(decision=ruling.decision.value)
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
    case_numbers.number_of_deal(made, row.deal, DecisionKind.IRREGULARITY, stored_ruling, official)
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


FIRST_EXPOSURE, LATER_EXPOSURE = "E-01", "E-02"


WARNED: Final = frozenset({Level.L1, Level.L2})


POLICY: Final = "late_exposure"


ALLOW_FIRST: Final = "allow_first_warn"


@dataclass(frozen=True, slots=True)
class ExposureChoice:
    """The score of a deal with an exposure void and allowed, and which of the two is in force.

    `allows_first` where the regulations of the event allow the first one of a person.
    """

    result: Result
    is_allowed: bool
    facts: Mapping[bool, Mapping[str, Any]]
    settlements: Mapping[bool, Settlement]
    allows_first: bool


def exposure_choice(incident: Incident) -> ExposureChoice | None:
    """Return the choice that an irregularity leaves; None where the result that counts has none."""
    deal, seat = incident.row.deal, incident.row.seat
    result = Result.live.filter(deal=deal).first()
    if result is None or result.kind not in {ResultKind.PLAYED, ResultKind.CLAIMED}:
        return None
    found = {
        is_allowed: _facts_with(result, deal, seat, is_allowed) for is_allowed in (False, True)
    }
    facts = {is_allowed: of for is_allowed, of in found.items() if of is not None}
    outcomes = {
        is_allowed: queries.outcome(deal, of).settlement for is_allowed, of in facts.items()
    }
    settled = {is_allowed: of for is_allowed, of in outcomes.items() if of is not None}
    if len(settled) < len(found):
        return None
    return ExposureChoice(
        result,
        is_allowed=result.facts == facts[True],
        facts=facts,
        settlements=settled,
        allows_first=_allows_first(deal) and not earlier_exposures(incident),
    )


def _facts_with(
    result: Result, deal: Deal, seat: str, is_allowed: bool
) -> Mapping[str, Any] | None:
    game = game_of(deal.event)
    rules = game.rules(ruleset_of(deal).rules)
    found = game.allow(result.facts, rules, seat, is_allowed=is_allowed)
    return found if isinstance(found, Mapping) else None


def _allows_first(deal: Deal) -> bool:
    policies = regulations_of(deal.event).policies
    return str(policies.get(POLICY, "")).lower() == ALLOW_FIRST


def earlier_exposures(incident: Incident) -> int:
    """Return how many deals of the stage had the same of the same person before this one."""
    row = incident.row
    person = Seat.objects.filter(sitting=row.deal.sitting_id, label=row.seat).values("person")
    stage = row.deal.sitting.segment.match.round.group.stage_id
    rows = Irregularity.objects.filter(
        code=row.code,
        pk__lt=row.pk,
        deal__sitting__segment__match__round__group__stage=stage,
    ).exclude(deal=row.deal)
    found = {
        (deal, seat): sitting
        for deal, seat, sitting in rows.values_list("deal", "seat", "deal__sitting")
    }
    seats = Seat.objects.filter(sitting__in=found.values(), person__in=person)
    same = set(seats.values_list("sitting", "label"))
    return sum((sitting, seat) in same for (_deal, seat), sitting in found.items())


def proposed_ruling(incident: Incident) -> Mapping[str, Any]:
    """Return what the form of a ruling begins with; nothing where no exposure was late.

    Level and amount are those of the event's copy of the catalogue.
    """
    if incident.rulings or exposure_choice(incident) is None:
        return {}
    event, before = incident.row.deal.event, earlier_exposures(incident)
    first, again = (articles.article(event, code) for code in (FIRST_EXPOSURE, LATER_EXPOSURE))
    if before and again is not None:
        return _form_values(event, again, articles.proposed_level(again, before - 1))
    return (
        {} if first is None else _form_values(event, first, articles.proposed_level(first, before))
    )


def _form_values(event: Event, article: Article, level: Level) -> Mapping[str, Any]:
    """Return the article with the amount of its level; a level without a number is not filled in.

    Where penalties have fractions only a numbered ruling gives them.
    """
    if level in WARNED:
        return {"article": article.number, "decision": Decision.WARNED}
    points = amounts.amount(event, level, at_table=True)
    if not points or points.denominator > 1:
        return {"article": article.number}
    return {"article": article.number, "decision": Decision.PENALTY, "points": int(points)}


def decide_exposure(
    incident: Incident, official: User, reason: str, *, is_allowed: bool, seen: int
) -> Result:
    """Let a late exposure count, or be void.

    Raises Refused without a reason, where there is no such choice, and where it holds already;
    Stale where the result has changed since it was seen.
    """
    deal = incident.row.deal
    with change(deal.event.tournament, Actor.from_user(official), Verb.DECIDE_EXPOSURE) as made:
        ruling_offices.check_change(official, deal)
        report = _exposure_report(incident, reason, is_allowed=is_allowed)
        made.concerns(irregularity=incident.row)
        made.note(allowed=is_allowed)
        ledger.reload_round_state(deal.sitting)
        origin = ledger.Origin(new_uid(), BY_RULING)
        result = ledger.post(made, deal, report, seen=seen, origin=origin, reason=reason)
        case_numbers.number_of_deal(made, deal, DecisionKind.EXPOSURE, result, official)
        return result


def _exposure_report(incident: Incident, reason: str, *, is_allowed: bool) -> Report:
    """Return the result with a late exposure that counts, or is void. Raises Refused."""
    found = exposure_choice(incident)
    if found is None:
        raise Refused(refuse(Code.NOTHING_REPORTED))
    problems = []
    if not reason.strip():
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    if found.is_allowed is is_allowed:
        problems.append(refuse(Reason.RESULT_UNCHANGED))
    if problems:
        raise Refused(*problems)
    return Report(ResultKind(found.result.kind), found.facts[is_allowed])


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
