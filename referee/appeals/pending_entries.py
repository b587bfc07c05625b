"""Results that an appeal varied and that somebody still has to enter.

A committee decides the score of a deal; the result is entered, or a score given, on the deal's own
page. Until that was done the deal is held, and the event waits for it as for an open appeal.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from referee.appeals.states import ORIGIN, decided_step, steps_of
from referee.models import Appeal, AppealDecision, AppealStep
from scoring.problems import Problem
from tournaments.base.refusals import Reason, refuse
from tournaments.models import Deal, Hold, Result
from tournaments.models.record import OWED
from tournaments.record import ledger
from tournaments.record.audit import Change


def entry_problem(deal: Deal) -> Problem | None:
    """Return why no result of a deal is taken in any more: its round was withdrawn."""
    round_ = deal.sitting.segment.match.round
    if round_.state in ledger.IN_PLAY:
        return None
    return refuse(Reason.ROUND_NOT_IN_PLAY, number=round_.number)


def problem_of(appeal: Appeal) -> Problem | None:
    """Return why what is varied of a result could not be entered; None where it can."""
    deal = _deal(appeal)
    return entry_problem(deal) if deal is not None else None


def await_result(made: Change, appeal: Appeal) -> None:
    """Note in an open change that a result is to be entered."""
    deal = _deal(appeal)
    if deal is not None:
        ledger.hold(made, deal, OWED, origin=_origin(appeal), blocks=False)


def settle(made: Change, appeal: Appeal) -> bool:
    """Note in an open change that nothing more is to be entered; return whether something was."""
    return bool(ledger.release(made, OWED, origin=_origin(appeal)))


def awaits_result(appeal: Appeal) -> bool:
    """Whether a result is still to be entered."""
    return _held().filter(origin_uid=appeal.uid).exists()


def awaited_among(appeals: list[Appeal]) -> frozenset[str]:
    """Return the uids of the appeals whose result is still to be entered, by one query."""
    rows = _held().filter(origin_uid__in=[appeal.uid for appeal in appeals])
    return frozenset(rows.values_list("origin_uid", flat=True))


def of_deal(deal: Deal) -> Appeal | None:
    """Return the appeal that wants a result of a deal to be entered, the oldest first."""
    held = _held().filter(deal=deal).values("origin_uid")
    return Appeal.objects.filter(uid__in=held).order_by("pk").first()


def entered(appeal: Appeal) -> list[Result]:
    """Return the result that was entered as the appeal varied it; empty while it is pending.

    Empty too where the chief referee said that nothing more is to be entered.
    """
    found = entered_among([appeal])
    return [found[appeal.pk]] if appeal.pk in found else []


def entered_among(appeals: Iterable[Appeal]) -> dict[int, Result]:
    """Return the results that were entered as appeals varied them, by appeal, by two queries."""
    varied = {appeal.uid: (appeal, step) for appeal in appeals if (step := _varied_step(appeal))}
    if not varied:
        return {}
    holds = Hold.objects.filter(code=OWED, origin_uid__in=varied).exclude(released_at=None)
    until = dict(holds.order_by("-pk").values_list("origin_uid", "released_at"))
    deals = {appeal.result.deal_id for appeal, _step in varied.values() if appeal.result}
    rows = Result.objects.filter(deal__in=deals).select_related("retires").order_by("version")
    return {
        appeal.pk: row
        for row in (rows if until else ())
        for uid, (appeal, step) in varied.items()
        if appeal.result is not None and appeal.result.deal_id == row.deal_id
        if (ended := until.get(uid)) and step.created_at < row.created_at <= ended
    }


def _varied_step(appeal: Appeal) -> AppealStep | None:
    """Return the step that varied a result, if none came after it."""
    step = decided_step(appeal)
    if step is None or step.decision != AppealDecision.VARIED or appeal.result is None:
        return None
    return step if steps_of(appeal)[-1] == step else None


def _deal(appeal: Appeal) -> Deal | None:
    if appeal.result is None:
        return None
    related = Deal.objects.select_related("sitting__segment__match__round").defer(
        "sitting__segment__match__round__reasons"
    )
    return related.get(pk=appeal.result.deal_id)


def _held() -> QuerySet[Hold]:
    return Hold.objects.filter(code=OWED, released_at=None)


def _origin(appeal: Appeal) -> ledger.Origin:
    return ledger.Origin(appeal.uid, ORIGIN)
