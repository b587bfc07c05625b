"""Persons suspended (停赛) in a round, and the entries that are therefore not drawn, from a
snapshot.

The rows are values of the snapshot (`snapshot_rows`). Rulings belong to `referee`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from tournaments.models import (
    Entry,
    EntryMember,
    Form,
    Round,
    Suspension,
)
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import MemberRow, SuspensionRow


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An entry that is not drawn in a round, the suspended person, and the ruling.

    `name` is empty if the whole entry is suspended.
    """

    entry: Entry
    name: str
    row: SuspensionRow


def left_out(snapshot: EventSnapshot, number: int) -> Mapping[int, LeftOut]:
    """Return the entries that are not drawn in a round because of a suspension, by key.

    A team is drawn, because its line-up refuses the person. A pair is drawn if somebody plays for
    the suspended member and the regulations allow it; so is an entry whose seat is filled by
    somebody whose points do not count, to keep a movement going.
    """
    rows = [row for row in snapshot.suspensions if row.is_in(number)]
    if not rows:
        return {}
    here = (entry for entry in snapshot.entries if not _has_left(entry, number))
    excluded = (_left_out(snapshot, entry, rows, number) for entry in here)
    return {row.entry.pk: row for row in excluded if row is not None}


def not_drawn(snapshot: EventSnapshot, round_: Round) -> tuple[LeftOut, ...]:
    """Return the entries of a stage that were not drawn for one of its rounds, by number."""
    excluded = left_out(snapshot, round_.number)
    if not excluded:
        return ()
    groups = snapshot.groups_of(round_.group.stage)
    members = {row.entry_id for group in groups for row in snapshot.members[group.pk]}
    drawn = {
        entry.pk
        for match in snapshot.matches_of(round_)
        for side in match.sides
        for entry in side.entries
    }
    rows = (row for key, row in excluded.items() if key not in drawn)
    wanted = (row for row in rows if not members or row.entry.pk in members)
    return tuple(sorted(wanted, key=lambda row: row.entry.number))


def stood_in_for(snapshot: EventSnapshot, number: int) -> frozenset[int]:
    """Return the keys of entries whose suspended member has a substitute who scores nothing.

    The round does not count for them either.
    """
    rows = [row for row in snapshot.suspensions if row.is_in(number)]
    return frozenset(
        entry.pk
        for entry in (snapshot.entries if rows else ())
        for player, stand_in in _acting(snapshot, entry, number)
        if stand_in is not None and not stand_in.points_count and _suspension_of(rows, player)
    )


def is_suspended(event: int, number: int) -> Exists:
    """Return the condition that the person of a row is suspended in a round of an event, by key."""
    rows = Suspension.objects.filter(
        entry__event=event,
        first_round__lte=number,
        last_round__gte=number,
        reverses=None,
        reversed_by=None,
    ).exclude(waivers__round_number=number)
    of_person = Q(person=OuterRef("person")) | Q(person__same_as=OuterRef("person"))
    return Exists(rows.filter(of_person))


def _left_out(
    snapshot: EventSnapshot, entry: Entry, rows: Sequence[SuspensionRow], number: int
) -> LeftOut | None:
    whole = next((row for row in rows if row.entry == entry.pk and not row.persons), None)
    if whole is not None:
        return LeftOut(entry, "", whole)
    if snapshot.event.form == Form.TEAMS:
        return None
    is_allowed = snapshot.event.form == Form.PAIRS and snapshot.regulations.stand_in_for_suspended
    for player, stand_in in _acting(snapshot, entry, number):
        row = _suspension_of(rows, stand_in or player)
        if row is not None:
            return LeftOut(entry, (stand_in or player).name, row)
        row = _suspension_of(rows, player)
        if row is not None and stand_in is not None and stand_in.points_count and not is_allowed:
            return LeftOut(entry, player.name, row)
    return None


def _has_left(entry: Entry, number: int) -> bool:
    has_withdrawn = entry.state == Entry.State.WITHDRAWN
    is_gone = has_withdrawn and number > (entry.to_round or 0)
    return is_gone or number < (entry.from_round or 1)


def _acting(
    snapshot: EventSnapshot, entry: Entry, number: int
) -> Iterable[tuple[MemberRow, MemberRow | None]]:
    """Yield the players of an entry in a round, each with the substitute, if any."""
    members = [row for row in snapshot.members_of(entry) if _is_in(row, number)]
    substitutes = {row.number: row for row in members if row.role == EntryMember.Role.SUBSTITUTE}
    for row in members:
        if row.role == EntryMember.Role.PLAYER:
            yield row, substitutes.get(row.number)


def _is_in(row: MemberRow, number: int) -> bool:
    return (row.from_round or 1) <= number <= (row.to_round or number)


def _suspension_of(rows: Iterable[SuspensionRow], member: MemberRow) -> SuspensionRow | None:
    """Return the suspension of a member; a person is suspended in every entry."""
    return next((row for row in rows if member.person in row.persons), None)
