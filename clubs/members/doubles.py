"""Members who are likely duplicates: proposed, and declared different for good by an official."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from django.db.models import Q, QuerySet

from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.names import key_of
from tournaments.models import Alias, Club, Person, ToldApart
from tournaments.persons import keys
from tournaments.persons.refusals import PersonReason
from tournaments.persons.same import members_of
from tournaments.record import club_log
from tournaments.record.audit import Actor, Verb
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS

Pair = frozenset[int]
SEATED_EVENT: Final = "seats__sitting__segment__match__round__event"


@dataclass(frozen=True, slots=True)
class Likely:
    """Members who are likely one person; `is_certain` means equal names, not only equal sounds."""

    persons: tuple[Person, ...]
    is_certain: bool


def likely(club: Club) -> list[Likely]:
    """Return the members of a club who are likely one person, those of the same name first.

    Members who play in the same event, or were declared different, are not proposed.
    """
    groups = list(_groups(club))
    events = events_by_person({person.pk for one in groups for person in one.persons})
    apart = pairs_apart(club)
    found = (
        replace(one, persons=_possible_duplicates(one.persons, events, apart)) for one in groups
    )
    proposed: dict[Pair, Likely] = {}
    for one in found:
        if one.persons:
            proposed.setdefault(frozenset(person.pk for person in one.persons), one)
    return list(proposed.values())


def tell_apart(club: Club, actor: Actor, persons: Collection[Person]) -> int:
    """Declare persons different from one another; return the number of new pairs.

    Raises Refused if one was removed, and for fewer than two.
    """
    with club_log.change(club, actor, Verb.TELL_APART) as made:
        held_offices.check(made, club, DIRECTORS)
        wanted = [person.pk for person in persons]
        known = club.persons.filter(same_as=None, blanked_at=None)
        rows = list(known.filter(pk__in=wanted).order_by("pk"))
        if len(rows) < len(set(wanted)) or len(rows) < 2:
            raise Refused(refuse(PersonReason.MEMBER_GONE))
        there = pairs_apart(club)
        new = [
            ToldApart(first=first, second=second)
            for first, second in combinations(rows, 2)
            if frozenset((first.pk, second.pk)) not in there
        ]
        ToldApart.objects.bulk_create(new)
        made.note(persons=[row.uid for row in rows])
    return len(new)


def take_back(club: Club, actor: Actor, uid: str) -> None:
    """Take back that two members are different. Raises Refused if that is no longer stored."""
    with club_log.change(club, actor, Verb.TAKE_BACK_APART) as made:
        held_offices.check(made, club, DIRECTORS)
        row = told_apart(club).filter(uid=uid).first()
        if row is None:
            raise Refused(refuse(Reason.CHANGED_SINCE_PREVIEW))
        made.note(persons=[row.first.uid, row.second.uid])
        row.delete()


def told_apart(club: Club) -> QuerySet[ToldApart]:
    """Return the declarations about the members of a club, the newest first."""
    rows = ToldApart.objects.filter(first__club=club)
    rows = rows.select_related("first__same_as", "second__same_as")
    return rows.order_by("-pk")


def _groups(club: Club) -> Iterable[Likely]:
    """Return the members who share a name, an alias or its sound."""
    members = list(members_of(club).order_by("pk"))
    by_key = {person.pk: person for person in members}
    groups: dict[tuple[bool, str], dict[int, Person]] = defaultdict(dict)
    for person in members:
        groups[True, key_of(person.name)][person.pk] = person
        groups[False, person.sort_key.replace(" ", "")][person.pk] = person
    aliases = Alias.objects.filter(person__club=club).order_by("pk")
    for name, key in aliases.values_list("name", "person"):
        if key in by_key:
            groups[True, key_of(name)][key] = by_key[key]
    in_order = sorted(groups.items(), key=lambda item: not item[0][0])
    for (is_certain, name), persons in in_order:
        if name and len(persons) > 1:
            yield Likely(tuple(sorted(persons.values(), key=_order)), is_certain)


def _order(person: Person) -> tuple[int, int]:
    """Sort by number, because the lowest one is proposed to stay."""
    return person.number or 10**10, person.pk


def _possible_duplicates(
    persons: Sequence[Person], events: Mapping[int, set[int]], apart: Collection[Pair]
) -> tuple[Person, ...]:
    """Leave out persons who cannot be any of the others."""
    able: set[int] = set()
    for first, second in combinations(persons, 2):
        pair = frozenset((first.pk, second.pk))
        if pair not in apart and not events[first.pk] & events[second.pk]:
            able |= pair
    return tuple(person for person in persons if person.pk in able)


def pairs_apart(club: Club) -> set[Pair]:
    """Return the pairs declared different, by their current members."""
    rows = told_apart(club).values_list("first", "first__same_as", "second", "second__same_as")
    return {
        frozenset((same or first, other_same or second)) for first, same, second, other_same in rows
    }


def events_by_person(persons: Collection[int]) -> dict[int, set[int]]:
    """Return the events in which any row of a person is entered or seated, by key."""
    events: dict[int, set[int]] = defaultdict(set)
    for part in keys.slices(sorted(persons)):
        rows = Person.objects.filter(Q(pk__in=part) | Q(same_as__in=part))
        for place in ("entry_members__entry__event", SEATED_EVENT):
            played = rows.filter(**{f"{place}__isnull": False}).distinct()
            for key, same, event in played.values_list("pk", "same_as", place):
                events[same or key].add(event)
    return events
