"""Ties that only an extra deal (加赛) can break: entries equal in every earlier tie-break."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from tournaments.models import Event
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot
from tournaments.standings.ranking import tie_breaks_of
from tournaments.standings.round_scores import TieBreak

DECIDES = TieBreak.EXTRA_DEAL


def is_asked(event: Event) -> bool:
    """Whether an extra deal is one of the tie-breaks of an event."""
    return DECIDES in event.tie_breaks


def ties(snapshot: EventSnapshot) -> list[tuple[str, ...]]:
    """Return the ties of an event that only an extra deal can break, the best rank first.

    A tie is given by the uids of the entries that share a rank. Empty while the standings are
    sealed, because a tie would reveal something of them.
    """
    if not is_asked(snapshot.event) or event_record.sealed_from(snapshot) is not None:
        return []
    record = event_record.record(snapshot)
    group_by_entry = {
        entry: group.group
        for stage in record.stages
        for group in stage.groups
        for entry in group.entries
    }
    tie_breaks = tie_breaks_of(record.field)
    up_to_it = replace(record.field, tie_breaks=tie_breaks[: tie_breaks.index(DECIDES) + 1])
    equal = defaultdict(list)
    for row in record.ranks(up_to_it):
        if row.shared and row.rounds and not row.withdrawn:
            equal[row.line, group_by_entry.get(row.entry), row.place].append(row.entry)
    return [tuple(entries) for entries in equal.values() if len(entries) > 1]
