"""Which results of a deal carry a ruling out: the correction names it, and it names the result.

The result itself is entered as every other one is.
"""

from __future__ import annotations

from referee.base.verbs import Verb
from referee.models import RulingCase, RulingCorrection
from tournaments.models import Deal, Result, User
from tournaments.record.audit import Actor, change


def rulings_on(deal: Deal) -> list[RulingCase]:
    """Return the rulings on a deal, the newest first."""
    rows = RulingCase.objects.filter(deal=deal).select_related("tournament", "event")
    return list(rows.order_by("-year", "-number"))


def link(case: RulingCase, result: Result, official: User) -> None:
    """Write down that a result carries a ruling on its deal out; the second time nothing.

    Raises ValueError for a result of another deal.
    """
    if case.deal_id != result.deal_id:
        raise ValueError("a ruling is carried out on its own deal")
    if RulingCorrection.objects.filter(result=result).exists():
        return
    with change(case.tournament, Actor.from_user(official), Verb.RULE_CASE) as made:
        made.concerns(ruling=case, event=case.event)
        made.note(result=result.version)
        made.shows(case.event)
        made.made(RulingCorrection.objects.create(case=case, result=result))
