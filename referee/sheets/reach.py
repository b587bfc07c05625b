"""Which tables fetch again after a sheet or a confirmation of a deal."""

from __future__ import annotations

from tournaments.models import Deal, OddField, Table
from tournaments.record.audit import Change


def limit_reach(made: Change, deal: Deal) -> None:
    """Record which tables a change of a deal concerns, so that only these fetch again: its match's.

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
