"""Adjusted scores of boards that cannot be compared: an average for each direction.

They are offered only where boards are compared. A result that exists is retired, and counts again
when the adjusted score is taken back. A result that the referee assigns is typed like any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.base.refusals import Code, problem
from referee.base.verbs import BY_RULING, Verb
from referee.claims import claims, states
from referee.models import ClaimState
from tournaments.models import Deal, Result, ResultKind, User
from tournaments.models.base import new_uid
from tournaments.record import ledger
from tournaments.record.audit import Actor, Change, change
from tournaments.record.ledger import Report
from tournaments.refusals import Reason, Refused, refuse
from tournaments.results import board_comparisons
from tournaments.results.queries import live_results
from tournaments.standings.team_boards import AverageScore


@dataclass(frozen=True, slots=True)
class AdjustedScore:
    """Averages of north-south and east-west in place of a result, with reason and article."""

    north_south: AverageScore
    east_west: AverageScore
    reason: str
    article: str = ""

    @property
    def facts(self) -> Mapping[str, Any]:
        """Facts that are stored with the result."""
        averages = {"ns": self.north_south.value, "ew": self.east_west.value}
        return averages | {"article": self.article} if self.article else averages


def is_offered(deal: Deal) -> bool:
    """Whether an adjusted score means anything for a deal: its board is compared with others."""
    return deal.board_id is not None and board_comparisons.compares(deal.event)


def give(deal: Deal, official: User, score: AdjustedScore, *, seen: int) -> Result:
    """Give a board an adjusted score in place of whatever result it has.

    Raises Refused without a reason or where boards are not compared, Stale where the result has
    changed since it was seen.
    """
    problems = []
    if not score.reason.strip():
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    if not is_offered(deal):
        problems.append(problem(Code.NOT_COMPARED))
    report = Report(ResultKind.AVERAGE, score.facts)
    if deal.done and ledger.says_the_same(deal, report):
        problems.append(refuse(Reason.RESULT_UNCHANGED))
    if problems:
        raise Refused(*problems)
    with change(deal.event.tournament, Actor.from_user(official), Verb.ADJUST_SCORE) as made:
        made.note(ns=score.north_south.value, ew=score.east_west.value)
        return _post(made, deal, report, score.reason, seen)


def take_back(deal: Deal, official: User, reason: str, *, seen: int) -> Result:
    """Take an adjusted score back: what it retired counts again, or nothing where nothing did.

    Raises Refused without a reason or without an adjusted score, Stale as above.
    """
    problems = []
    if not reason.strip():
        problems.append(refuse(Reason.REASON_MISSING, field="reason"))
    live = live_results([deal]).get(deal.pk)
    if live is None or live.kind != ResultKind.AVERAGE:
        problems.append(problem(Code.NOT_ADJUSTED))
    if problems:
        raise Refused(*problems)
    with change(deal.event.tournament, Actor.from_user(official), Verb.TAKE_BACK_SCORE) as made:
        return _post(made, deal, _report_before(deal), reason, seen)


def _post(made: Change, deal: Deal, report: Report, reason: str, seen: int) -> Result:
    ledger.reload_round_state(deal.sitting)
    origin = ledger.Origin(new_uid(), BY_RULING)
    states.end_open_claims(made, deal, ClaimState.CANCELLED, None, reason)
    return ledger.post(
        made, deal, report, seen=seen, origin=origin, reason=reason, releases=claims.HOLD
    )


def _report_before(deal: Deal) -> Report:
    """Return the report that counted before the adjusted scores of a deal."""
    rows = deal.results.exclude(kind=ResultKind.AVERAGE).order_by("-version")
    last = rows.first()
    if last is None:
        return Report(ResultKind.RETRACTED, {})
    return Report(ResultKind(last.kind), last.facts)
