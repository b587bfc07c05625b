"""The seals of an entry: a single player's, both of a pair, or a team's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.models import Entry, EntryMember, Person
from tournaments.results.snapshot import EventSnapshot
from web.publish.pdf.typefaces import serif
from web.publish.seals.drawing import DrawnSeal, seal

MOST: tuple[int, int] = (2, 8)
"""The most players of an entry shown by their seals, and the most characters of its own name."""

Bearer = tuple[str, str]
"""A name, and the uid that determines the look of its seal."""


@dataclass(frozen=True, slots=True)
class ShownSeals:
    """The seals of somebody; `by_club` if the club's mark takes their place."""

    seals: tuple[DrawnSeal, ...] = ()
    by_club: bool = False


NONE: Final = ShownSeals()


def seals_of(snapshot: EventSnapshot, number: int) -> ShownSeals:
    """Return the seals of an entry; none if one of its members is blanked."""
    entry = next((one for one in snapshot.entries if one.number == number), None)
    return seals_of_bearers(_bearers(snapshot, entry)) if entry else NONE


def seals_of_few(named: Sequence[Bearer]) -> ShownSeals:
    """Return the seals of players who play as one; none of more than a pair."""
    return seals_of_bearers(named) if len(named) <= MOST[0] else NONE


def seals_of_bearers(named: Sequence[Bearer]) -> ShownSeals:
    """Return the seals of names, or that the club's mark takes their place.

    A name has no seal if it has characters other than Han, or one that the face lacks; the number
    of a namesake is no part of it. A blanked person has neither, nor has anybody without the face.
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
