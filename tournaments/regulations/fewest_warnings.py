"""受警告少者: whether fewer warnings decide between equals; fixed by the first draw.

Where warnings come from, and how they are counted, is the referee's.
"""

from __future__ import annotations

from typing import Final

from tournaments.base.refusals import PlanReason, Refused, refuse
from tournaments.models import Event
from tournaments.record.audit import Actor, Verb, change
from tournaments.regulations.sizes import is_drawn
from tournaments.standings.match_scores import Order
from tournaments.standings.round_scores import TieBreak
from tournaments.standings.tie_breaks import USUAL

LAST: Final = (TieBreak.EXTRA_DEAL, TieBreak.LOT)
"""What stays behind: a lot leaves nobody equal, and an extra deal is played as late as can be."""


def decides(event: Event) -> bool:
    """Whether fewer warnings decide between equals in an event."""
    return TieBreak.FEWEST_WARNINGS in event.tie_breaks


def let_decide(event: Event, actor: Actor, *, wanted: bool) -> None:
    """Let fewer warnings decide between equals or not; it comes before a lot and extra deals.

    Raises Refused once the event was drawn.
    """
    if wanted == decides(event):
        return
    with change(event.tournament, actor, Verb.CHANGE_REGULATIONS) as made:
        event.refresh_from_db(fields=["tie_breaks", "ranking"])
        if is_drawn(event):
            raise Refused(refuse(PlanReason.TIE_BREAKS_FIXED, field="fewest_warnings"))
        made.concerns(event=event)
        event.tie_breaks = [by.value for by in order(event, wanted=wanted)]
        event.save(update_fields=["tie_breaks"])
        made.note(tie_breaks=event.tie_breaks)
        made.shows(event)


def order(event: Event, *, wanted: bool) -> list[TieBreak]:
    """Return the tie-breaks of an event with the warnings among them, or without."""
    ranking = Order(event.ranking)
    asked: list[TieBreak] = [TieBreak(name) for name in event.tie_breaks] or [*USUAL[ranking]]
    others: list[TieBreak] = [by for by in asked if by is not TieBreak.FEWEST_WARNINGS]
    if not wanted:
        return [] if tuple(others) == USUAL[ranking] else others
    first = [by for by in others if by not in LAST]
    return [*first, TieBreak.FEWEST_WARNINGS, *(by for by in others if by in LAST)]
