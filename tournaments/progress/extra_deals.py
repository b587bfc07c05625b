"""Between whom a deal has still to decide (加赛): who is equal by all that is asked before it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from tournaments.models import Event
from tournaments.results import queries
from tournaments.standings.ranking import tie_breaks_of
from tournaments.standings.round_scores import Field, TieBreak

DECIDES = TieBreak.EXTRA_DEAL


def is_asked(event: Event) -> bool:
    """Whether a deal decides between equals in an event."""
    return DECIDES in event.tie_breaks


def ties(event: Event) -> list[tuple[str, ...]]:
    """Return the entries of an event that are equal but for a deal that is still to be played.

    Each is named by its uid, those who share a place together, the best place first. Nobody where
    the standings are sealed: who is equal in them is not told either.
    """
    if not is_asked(event) or queries.sealed_from(event) is not None:
        return []
    record = queries.record(event)
    group_by_entry = {
        entry: group.group
        for stage in record.stages
        for group in stage.groups
        for entry in group.entries
    }
    equal = defaultdict(list)
    for row in record.ranks(_up_to_deals(record.field)):
        if row.shared and row.rounds and not row.withdrawn:
            equal[row.line, group_by_entry.get(row.entry), row.place].append(row.entry)
    return [tuple(entries) for entries in equal.values() if len(entries) > 1]


def _up_to_deals(field: Field) -> Field:
    """The same field with nothing asked after the deals that decide."""
    tie_breaks = tie_breaks_of(field)
    return replace(field, tie_breaks=tie_breaks[: tie_breaks.index(DECIDES) + 1])
