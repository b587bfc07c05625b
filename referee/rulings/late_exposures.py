"""Exposures after their time: void unless the referee allows them; he is shown both first.

What the deal comes to is decided here. A warning or penalty points for it are rulings of their own
(`irregularity_rulings`), by the catalogue of the event: E-01 for the first one of a person in a
stage, E-02 for each further.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.base import case_numbers
from referee.base.refusals import Code
from referee.base.verbs import BY_RULING, Verb
from referee.models import Decision, DecisionKind, Irregularity
from referee.sheets import queries
from referee.sheets.irregularities import Incident
from scoring.settlement import Settlement
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import (
    Deal,
    Event,
    Result,
    ResultKind,
    Seat,
    User,
)
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Actor, change
from tournaments.record.ledger import Report
from tournaments.regulations import amounts, articles
from tournaments.regulations.articles import Article, Level
from tournaments.rights import ruling_offices
from tournaments.structure.games import game_of, ruleset_of
from tournaments.structure.regulations import regulations_of

FIRST_EXPOSURE: Final = "E-01"
LATER_EXPOSURE: Final = "E-02"
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


def articles_by_decision(incident: Incident) -> Mapping[Decision, str]:
    """Return the article that a warning and a penalty for a late exposure name by themselves.

    Empty where `proposed_ruling` proposes nothing.
    """
    proposed, event = proposed_ruling(incident), incident.row.deal.event
    if not proposed:
        return {}
    first_offences = (
        _form_values(event, article, article.level)
        for code in (FIRST_EXPOSURE, LATER_EXPOSURE)
        if (article := articles.article(event, code)) is not None
    )
    rows = [*first_offences, proposed]
    return {row["decision"]: row["article"] for row in rows if "decision" in row}


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
