"""Entries with their members, of which a large event has thousands: those are values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.db import DEFAULT_DB_ALIAS

from tournaments.models import Entry, EntryMember
from tournaments.system.compiled_queries import KeysQuery

OF_ENTRY: Final = tuple(field.attname for field in Entry._meta.concrete_fields)
OF_MEMBER: Final = (
    "pk",
    "uid",
    "person_id",
    "person__uid",
    "person__name",
    "number",
    "role",
    "from_round",
    "to_round",
    "points_count",
    "person__mark",
)
_ENTRIES: Final = KeysQuery(
    lambda events: (
        Entry.objects.filter(event__in=events)
        .order_by("number", "pk", "members__pk")
        .values_list(*OF_ENTRY, *(f"members__{name}" for name in OF_MEMBER))
    )
)
NAME, MARK = OF_MEMBER.index("person__name"), OF_MEMBER.index("person__mark")


class MemberRow(NamedTuple):
    """A person in an entry, with a role there and the rounds from which and until which."""

    key: int
    uid: str
    person: int
    person_uid: str
    name: str
    number: int
    role: str
    from_round: int | None
    to_round: int | None
    points_count: bool


Members = Mapping[int, Sequence[MemberRow]]
"""The members of entries, by the keys of these."""


def entries_by_event(events: Sequence[int]) -> tuple[dict[int, list[Entry]], Members]:
    """Return the entries of events by number, and their members, by one query."""
    entries: dict[int, list[Entry]] = defaultdict(list)
    members: dict[int, list[MemberRow]] = defaultdict(list)
    last = None
    for row in _ENTRIES.all(events):
        values, member = row[: len(OF_ENTRY)], row[len(OF_ENTRY) :]
        if last is None or last.pk != values[0]:
            last = Entry.from_db(DEFAULT_DB_ALIAS, OF_ENTRY, values)
            entries[last.event_id].append(last)
        if member[0] is not None:
            named = member[NAME] + member[MARK]
            columns = (*member[:NAME], named, *member[NAME + 1 : MARK])
            members[last.pk].append(MemberRow._make(columns))
    return entries, members


def members_of(entry: Entry) -> list[MemberRow]:
    """Return the members of an entry that was fetched with them."""
    return [member_row(member) for member in entry.members.all()]


def member_row(member: EntryMember) -> MemberRow:
    """Return a member of an entry whose person was fetched with it."""
    return MemberRow(
        member.pk,
        member.uid,
        member.person_id,
        member.person.uid,
        member.person.listed_name,
        member.number,
        member.role,
        member.from_round,
        member.to_round,
        member.points_count,
    )
