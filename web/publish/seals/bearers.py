"""Whose seals an entry is shown with: of each player, of a pair two, of a team its own."""

from __future__ import annotations

from tournaments.models import Entry, EntryMember
from tournaments.results.snapshot import EventSnapshot
from web.publish.seals.drawing import Seal, seal

MOST: tuple[int, int] = (2, 8)
"""The players of an entry that is shown by their seals, and the signs of a name of its own."""


def seals_of(snapshot: EventSnapshot, number: int) -> tuple[Seal, ...]:
    """Return the seals of an entry; none where a name has none, as that of who is blanked."""
    entry = next((one for one in snapshot.entries if one.number == number), None)
    if entry is None:
        return ()
    named = _bearers(snapshot, entry)
    seals = [found for name, uid in named if (found := seal(name, uid))]
    return tuple(seals) if len(seals) == len(named) else ()


def _bearers(snapshot: EventSnapshot, entry: Entry) -> list[tuple[str, str]]:
    """Return names and uids; an entry with a name of its own has one seal of up to eight signs."""
    if entry.name:
        return [(entry.name, entry.uid)] if len(entry.name) <= MOST[1] else []
    players = [row for row in snapshot.members_of(entry) if row.role != EntryMember.Role.SUBSTITUTE]
    players.sort(key=lambda row: (row.number, row.key))
    return [(row.name, row.person_uid) for row in players] if len(players) <= MOST[0] else []
