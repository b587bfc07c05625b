"""Which tables a change concerns, so that only their tablets and phones fetch anew."""

from __future__ import annotations

from tournaments.models import Deal, OddField, Table
from tournaments.record.audit import Change


def reach_of_deal(made: Change, deal: Deal) -> None:
    """Record in a change of a deal which tables it concerns: those of its match.

    Other tables see neither sheets nor results; a board that a result opens is recorded by the
    ledger. For three-way matches nothing is recorded, because their deals lie in several matches.
    """
    event, sitting = deal.event, deal.sitting
    if event.odd_field == OddField.THREE_WAY:
        return
    if event.rooms == event.segments == 1:
        made.moves_only(sitting.table)
    else:
        of_match = {"sittings__segment__match": sitting.segment.match_id}
        made.moves_only(*Table.objects.filter(**of_match).distinct())
