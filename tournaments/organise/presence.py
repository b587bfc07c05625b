"""Presence of entries, as recorded by the desk; entering and withdrawing is in `entries`."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from django.utils import timezone

from tournaments import results
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.entries.presence import present_by_play
from tournaments.models import AtTheDoor, Entry, Event, Round
from tournaments.organise.drawing import board_places
from tournaments.persons import entered_names
from tournaments.record.audit import Actor, Change, Repeated, Verb, change


def check_in(
    event: Event, actor: Actor, numbers: Collection[int], present: bool = True
) -> list[int]:
    """Check entries in, or out; return the numbers that changed. Repeating it is not logged.

    Raises Refused, and changes nothing, for numbers that are not entered or withdrawn, and for
    entries too late for the current movement.
    """
    with suppress(Repeated), change(event.tournament, actor, Verb.CHECK_IN) as made:
        return _store_new(made, event, numbers, present)
    return []


def check_in_named(event: Event, actor: Actor, uid: str, present: bool = True) -> int:
    """Check an entry in, or out, by its uid; return its number, which is read under the lock.

    Raises Refused, and changes nothing, as `check_in` does, and if the entry was removed.
    """
    number = 0
    with suppress(Repeated), change(event.tournament, actor, Verb.CHECK_IN) as made:
        entry = event.entries.filter(uid=uid).first()
        if entry is None:
            raise Refused(refuse(Reason.ENTRY_GONE))
        number = entry.number
        _store_new(made, event, [number], present)
    return number


def check_in_all(event: Event, actor: Actor, present: bool = True) -> None:
    """Check in, or out, every entry that takes part once the change has the lock."""
    with suppress(Repeated), change(event.tournament, actor, Verb.CHECK_IN) as made:
        rows = event.entries.exclude(state=Entry.State.WITHDRAWN)
        _store_new(made, event, list(rows.values_list("number", flat=True)), present)


def _store_new(made: Change, event: Event, numbers: Collection[int], present: bool) -> list[int]:
    """Check entries in or out; raise Repeated if nothing changes, nor is anybody seen for once."""
    at_door = AtTheDoor.objects.filter(entry__event=event, entry__number__in=numbers)
    is_seen = present and (at_door.exists() or entered_names.wait_for_hall(event, numbers))
    new = store_presence(made, event, numbers, present)
    if not (made.details["numbers"] or is_seen):
        raise Repeated
    return new


def store_presence(
    made: Change,
    event: Event,
    numbers: Collection[int],
    present: bool = True,
    *,
    in_hall: bool = True,
) -> list[int]:
    """Check entries in or out within a change; return the numbers that changed.

    An entry checked in `in_hall` was seen there, which confirms a publicly registered name.
    """
    states = dict(event.entries.values_list("number", "state"))
    problems = [
        refuse(Reason.ENTRY_NOT_THERE, number=number)
        for number in sorted(numbers)
        if states.get(number, Entry.State.WITHDRAWN) == Entry.State.WITHDRAWN
    ]
    problems += board_places.late_arrival_problems(event, numbers) if present else []
    if problems:
        raise Refused(*problems)
    wanted = Entry.State.CHECKED_IN if present else Entry.State.ENTERED
    new = sorted(number for number in set(numbers) if states[number] != wanted)
    played = note_who_has_played(event)
    event.entries.filter(number__in=numbers).update(state=wanted)
    if present:
        AtTheDoor.objects.filter(entry__event=event, entry__number__in=numbers).delete()
    if in_hall:
        # A player who checked in by phone is now seen in the hall.
        seen = numbers if present else new
        entered_names.follow_presence(made, event, seen, present=present)
    # What play said of an entry is contradicted as well, although its state was never another.
    changed = {*new, *played} if present else {*new, *played.intersection(numbers)}
    made.note(numbers=sorted(changed), present=present)
    made.concerns(event=event)
    return new


def note_who_has_played(event: Event) -> frozenset[int]:
    """Check in the entries that are present by a result before anybody else; return the numbers.

    Without it the first check-in would take the seats of all entries that already play.
    """
    noted = event.entries.filter(state=Entry.State.CHECKED_IN)
    if noted.exists() or not event.rounds.filter(state__in=Round.PUBLIC).exists():
        return frozenset()
    played = present_by_play(results.read(event), timezone.now())
    event.entries.filter(number__in=played).update(state=Entry.State.CHECKED_IN)
    return played
