"""Who leads each event or has won it, and a search for a name over all events: the home page's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Max, Q

from tournaments import wording
from tournaments.models import BoardSource, Entry, EntryMember, Event, Publication
from tournaments.results import event_record
from tournaments.rights import public_access

MOST: Final = 40
"""The most entries that a search shows."""
WITH_PEOPLE: Final = "members__person"


@dataclass(frozen=True, slots=True)
class Leader:
    """Who was first in the last published standings, and after which round that was."""

    name: str
    round: int | None


@dataclass(frozen=True, slots=True)
class FoundEntry:
    """An entry whose name, or that of one of its players, contains what is looked for."""

    event: Event
    number: int
    name: str


def leaders(events: Sequence[Event]) -> Mapping[int, Leader]:
    """Return who is first in the last published standings, by the key of the event.

    While boards are played at several tables, published standings may be sealed: left out.
    """
    told = [
        event
        for event in events
        if event.boards == BoardSource.TABLE or event.state == Event.State.FINISHED
    ]
    standings = Publication.objects.filter(kind=Publication.Kind.STANDINGS, event__in=told)
    last = standings.values("event").annotate(last=Max("pk")).values("last")
    rows = Publication.objects.filter(pk__in=last).values_list("event_id", "round__number", "shown")
    firsts = {
        event: (round_, [str(row["entry"]) for row in shown if str(row["place"]) == "1"])
        for event, round_, shown in rows
    }
    names = _names(uid for _, uids in firsts.values() for uid in uids)
    return {
        event: Leader(wording.listed(names[uid] for uid in uids if uid in names), round_)
        for event, (round_, uids) in firsts.items()
        if uids
    }


def entries_named(wanted: str) -> tuple[FoundEntry, ...]:
    """Return the entries of public events with a name that contains `wanted`, the latest first.

    One more than `MOST` are returned where there are too many.
    """
    if not wanted:
        return ()
    members = EntryMember.objects.filter(person__name__icontains=wanted).values("entry")
    rows = (
        Entry.objects.filter(event__in=public_access.public_events(), kind=Entry.Kind.COMPETITOR)
        .filter(Q(name__icontains=wanted) | Q(pk__in=members))
        .select_related("event__tournament__club")
        .prefetch_related(WITH_PEOPLE)
        .order_by("-event__tournament__starts_on", "event__number", "number")
    )
    return tuple(
        FoundEntry(entry.event, entry.number, event_record.entry_name(entry))
        for entry in rows[: MOST + 1]
    )


def _names(uids: Iterable[str]) -> Mapping[str, str]:
    rows = Entry.objects.filter(uid__in=list(uids)).prefetch_related(WITH_PEOPLE)
    return {entry.uid: event_record.entry_name(entry) for entry in rows}
