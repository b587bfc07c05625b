"""Guests and the members of their names: making guests members, also after an import.

A guest is proposed as a member only if exactly one member has the name and the two never took part
in one event; all other cases are asked, and unanswered ones stay. That includes a publicly
registered guest whom the member or the desk declared to be somebody else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.db.models import QuerySet

from clubs.members import doubles, merging, register
from scoring.problems import Problem
from tournaments.base.refusals import Refused
from tournaments.models import Club, EnteredNameState, Event, Person
from tournaments.persons import entered_names, keys, matching
from tournaments.record.audit import Actor


class GuestAnswer(StrEnum):
    """The answer for a guest who is none of the members; otherwise it is the uid of a member."""

    MEMBER = "new"
    GUEST = "guest"


@dataclass(frozen=True, slots=True)
class Compared:
    """A guest, the members of the name, and the one who is proposed, if any."""

    guest: Person
    members: tuple[Person, ...] = ()
    proposed: Person | None = None


@dataclass(slots=True)
class Settled:
    """The outcome for guests: made members, merged with members, not answered, refused."""

    new: int = 0
    joined: int = 0
    open: int = 0
    refused: list[Problem] = field(default_factory=list)


def of_club(club: Club) -> QuerySet[Person]:
    """Return the guests who play somewhere in a club, by name; without names to be confirmed."""
    rows = club.persons.filter(guest=True, same_as=None, blanked_at=None)
    rows = rows.exclude(entry_members__entered_names__state=EnteredNameState.OPEN)
    return rows.filter(entry_members__isnull=False).distinct().order_by("sort_key", "pk")


def of_event(event: Event) -> QuerySet[Person]:
    """Return the guests who play in an event, by name."""
    return of_club(event.tournament.club).filter(entry_members__entry__event=event)


def compared(club: Club, guests: Sequence[Person]) -> list[Compared]:
    """Return guests with the members of their names; declared different ones are not candidates."""
    found = matching.match(club, {guest.name for guest in guests})
    apart = doubles.pairs_apart(club)
    named = {guest.pk: _members(found[guest.name]) for guest in guests if guest.name in found}
    persons = {row.pk for rows in named.values() for row in rows}
    events = doubles.events_by_person(persons | {key for key, rows in named.items() if rows})
    denied = entered_names.denied_guests(key for key, rows in named.items() if rows)
    rows = []
    for guest in guests:
        members = named.get(guest.pk, ())
        able = tuple(row for row in members if frozenset((row.pk, guest.pk)) not in apart)
        is_alone = len(members) == len(able) == 1 and guest.pk not in denied
        is_certain = is_alone and not events[guest.pk] & events[able[0].pk]
        rows.append(Compared(guest, able, able[0] if is_certain else None))
    return _without_rivals(rows, events)


def wait(club: Club, names: Iterable[str]) -> bool:
    """Whether a guest has to be compared with the members of these names."""
    wanted = sorted({keys.sort_key(name) for name in names})
    return any(
        row.members
        for part in keys.slices(wanted)
        for row in compared(club, list(of_club(club).filter(sort_key__in=part)))
    )


def settle(
    club: Club, actor: Actor, rows: Iterable[Compared], answers: Mapping[str, str]
) -> Settled:
    """Carry out the answers about guests, by their uids; a refusal does not affect the others."""
    done = Settled()
    new: list[Compared] = []
    for row in rows:
        answer = answers.get(row.guest.uid, "")
        member = next((each for each in row.members if each.uid == answer), None)
        if member is not None:
            _join(club, actor, row.guest, member, done)
        elif answer == GuestAnswer.MEMBER:
            new.append(row)
        elif answer == GuestAnswer.GUEST:
            _tell_apart(club, actor, row, done)
        else:
            done.open += bool(row.members)
    if new:
        _make_members(club, actor, new, done)
    return done


def _make_members(club: Club, actor: Actor, new: Sequence[Compared], done: Settled) -> None:
    made = register.make_members(club, actor, [row.guest for row in new])
    done.new = len(made)
    for row in new:
        if row.guest in made:
            _tell_apart(club, actor, row, done)


def _join(club: Club, actor: Actor, guest: Person, member: Person, done: Settled) -> None:
    try:
        merging.merge(club, actor, member, guest)
        done.joined += 1
    except Refused as refused:
        done.refused += refused.problems


def _tell_apart(club: Club, actor: Actor, row: Compared, done: Settled) -> None:
    try:
        for member in row.members:
            doubles.tell_apart(club, actor, [row.guest, member])
    except Refused as refused:
        done.refused += refused.problems


def _members(match: matching.NameMatch) -> tuple[Person, ...]:
    return match.several or tuple(filter(None, [match.person]))


def _without_rivals(rows: Sequence[Compared], events: Mapping[int, set[int]]) -> list[Compared]:
    """Propose no member for two guests who took part in one event."""
    guests: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        if row.proposed:
            guests[row.proposed.pk].append(row.guest.pk)

    def has_rival(row: Compared) -> bool:
        others = guests[row.proposed.pk] if row.proposed else []
        return any(events[key] & events[row.guest.pk] for key in others if key != row.guest.pk)

    return [Compared(row.guest, row.members) if has_rival(row) else row for row in rows]
