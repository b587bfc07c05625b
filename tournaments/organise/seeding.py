"""The clubs of entries, and the seeding: what a draw is told of them besides their results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.problems import Problem
from tournaments.entries.names import tidy
from tournaments.models import DrawMethod, Entry, Event, Round
from tournaments.record.audit import Actor, Verb, change
from tournaments.refusals import Reason, Refused, refuse

LONGEST_CLUB: Final = 60
MOST_SEEDED: Final = 1000


@dataclass(frozen=True, slots=True)
class Seed:
    """The club of an entry, empty without one, and its place in the seeding, if it has one."""

    club: str = ""
    seeding: int | None = None


def seed_entries(event: Event, actor: Actor, seeds: Mapping[int, Seed]) -> list[int]:
    """Note clubs and places in the seeding by the numbers of entries; return whose are new.

    Raises Refused for a number that is not entered, a place that two have, a club that is too
    long, and for a knockout that was drawn by the seeding already. Nothing is noted then.
    """
    with change(event.tournament, actor, Verb.SEED_ENTRIES) as made:
        entries = {entry.number: entry for entry in event.entries.all()}
        wanted = {number: Seed(tidy(seed.club), seed.seeding) for number, seed in seeds.items()}
        changed = [number for number, seed in wanted.items() if _differs(entries.get(number), seed)]
        problems = [*_problems(entries, wanted), *_drawn(event, changed)]
        if problems:
            raise Refused(*problems)
        for number in changed:
            entries[number].club = wanted[number].club
            entries[number].seeding = wanted[number].seeding
        Entry.objects.bulk_update([entries[number] for number in changed], ["club", "seeding"])
        made.concerns(event=event)
        made.note(seeded={str(number): wanted[number].seeding for number in sorted(changed)})
        if changed:
            made.shows(event)
    return sorted(changed)


def _differs(entry: Entry | None, seed: Seed) -> bool:
    return entry is None or (entry.club, entry.seeding) != (seed.club, seed.seeding)


def _problems(entries: Mapping[int, Entry], wanted: Mapping[int, Seed]) -> Iterator[Problem]:
    for number in sorted(wanted.keys() - entries.keys()):
        yield refuse(Reason.ENTRY_NOT_THERE, number=number)
    for number, seed in sorted(wanted.items()):
        if len(seed.club) > LONGEST_CLUB:
            field = club_field(number)
            yield refuse(Reason.CLUB_TOO_LONG, field=field, most=LONGEST_CLUB)
        if seed.seeding is not None and not 1 <= seed.seeding <= MOST_SEEDED:
            yield refuse(Reason.SEEDING_OUT_OF_RANGE, field=seed_field(number), most=MOST_SEEDED)
    yield from _twice(entries, wanted)


def _twice(entries: Mapping[int, Entry], wanted: Mapping[int, Seed]) -> Iterator[Problem]:
    places = {number: entry.seeding for number, entry in entries.items()}
    places |= {number: seed.seeding for number, seed in wanted.items()}
    counts = Counter(place for place in places.values() if place is not None)
    for number, place in sorted(places.items()):
        if place is not None and counts[place] > 1 and number in wanted:
            yield refuse(Reason.SEEDING_TWICE, field=seed_field(number), place=place)


def _drawn(event: Event, changed: list[int]) -> Iterator[Problem]:
    rounds = event.rounds.exclude(state=Round.State.CANCELLED)
    if changed and rounds.filter(method=DrawMethod.KNOCKOUT).exists():
        yield refuse(Reason.SEEDING_DRAWN)


def club_field(number: int) -> str:
    """Return the field in which the club of an entry is written.

    >>> club_field(7)
    'club-7'
    """
    return f"club-{number}"


def seed_field(number: int) -> str:
    """Return the field in which the place of an entry in the seeding is written.

    >>> seed_field(7)
    'seeding-7'
    """
    return f"seeding-{number}"
