"""Whose seals an entry is shown with: of each player, of a pair two, of a team its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.models import Entry, EntryMember, Person
from tournaments.results.snapshot import EventSnapshot
from web.publish.pdf.typefaces import serif
from web.publish.seals.drawing import DrawnSeal, seal

MOST: tuple[int, int] = (2, 8)
"""The players of an entry that is shown by their seals, and the signs of a name of its own."""

Bearer = tuple[str, str]
"""A name and the uid by which its seal looks as it does."""


@dataclass(frozen=True, slots=True)
class ShownSeals:
    """The seals of somebody; `by_club` where the mark of the club stands in their place."""

    seals: tuple[DrawnSeal, ...] = ()
    by_club: bool = False


NONE: Final = ShownSeals()


def seals_of(snapshot: EventSnapshot, number: int) -> ShownSeals:
    """Return what an entry is shown with: nothing where one of it is blanked."""
    entry = next((one for one in snapshot.entries if one.number == number), None)
    return seals_of_bearers(_bearers(snapshot, entry)) if entry else NONE


def seals_of_bearers(named: Sequence[Bearer]) -> ShownSeals:
    """Return the seals of names, or that the club stands for those that have none.

    A name has none where it has other signs than Han, or one that the face lacks; the number beside
    that of a namesake is no part of it. Who is blanked is shown by nothing, and without the face
    nobody is.
    """
    if not named or serif() is None or any(name == Person.BLANKED for name, _uid in named):
        return NONE
    bare = [(name.partition(" #")[0], uid) for name, uid in named]
    found = [drawn for name, uid in bare if (drawn := seal(name, uid))]
    return ShownSeals(tuple(found)) if len(found) == len(named) else ShownSeals(by_club=True)


def _bearers(snapshot: EventSnapshot, entry: Entry) -> list[Bearer]:
    """Return names and uids; an entry with a name of its own has one seal of up to eight signs."""
    if entry.name:
        return [(entry.name, entry.uid)] if len(entry.name) <= MOST[1] else []
    players = [row for row in snapshot.members_of(entry) if row.role != EntryMember.Role.SUBSTITUTE]
    players.sort(key=lambda row: (row.number, row.key))
    return [(row.name, row.person_uid) for row in players] if len(players) <= MOST[0] else []
