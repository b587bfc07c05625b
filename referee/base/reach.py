"""How far a change at a table reaches: whose tablets and phones see something new by it."""

from __future__ import annotations

from tournaments.models import Deal, OddField, Table
from tournaments.record.audit import Change


def reach_of_deal(made: Change, deal: Deal) -> None:
    """Say in a change of a deal which tables it moves: those of its match.

    Others see nothing of a sheet, nor of a result; a board that is opened by one, which all may
    see, is for the ledger to say. Where three meet in half matches nothing is said: their deals
    lie in several.
    """
    event, sitting = deal.event, deal.sitting
    if event.odd_field == OddField.THREE_WAY:
        return
    if event.rooms == event.segments == 1:
        made.moves_only(sitting.table)
    else:
        at = {"sittings__segment__match": sitting.segment.match_id}
        made.moves_only(*Table.objects.filter(**at).distinct())
