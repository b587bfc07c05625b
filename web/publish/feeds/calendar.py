"""The schedule of a tournament as iCalendar (RFC 5545): its events, and the rounds with a clock.

All times are UTC, which is exact without any time zone rules; a calendar shows them in its own. An
event announced without a time takes the whole day.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from django.db.models import Max, Min, Q
from django.utils import translation
from django.utils.translation import gettext

from tournaments.base.separators import join_facts
from tournaments.models import AuditEntry, ClockMove, Event, Round
from web.publish import address

MEDIA_TYPE: Final = "text/calendar; charset=utf-8"
LONGEST: Final = 75
"""The most octets of a line without its end (3.1)."""
REFRESH: Final = "PT1H"
_ESCAPED: Final = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n", "\r": None})
_DATE, _UTC = "%Y%m%d", "%Y%m%dT%H%M%SZ"

Lines = Iterator[tuple[str, str]]
"""Content lines: a name with its parameters, and a value already escaped."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """A VEVENT; `revision` and `changed` are those of the event it was made from.

    `address` is whole, since a calendar is carried out of the hall: that of the mirror, where the
    club has one; empty where nothing is known.
    """

    uid: str
    begins: datetime | date
    ends: datetime | None
    title: str
    place: str
    address: str
    revision: int
    changed: datetime


@dataclass(frozen=True, slots=True)
class ClockedRound:
    """A public round with a started clock: the start, the duration, and when it was closed."""

    event: int
    uid: str
    number: int
    begun: datetime
    seconds: int
    closed: datetime | None


def schedule(events: Sequence[Event], language: str) -> bytes:
    """Return the schedule of the public events of one tournament in a language."""
    with translation.override(language):
        tournament = events[0].tournament
        lines = [
            ("BEGIN", "VCALENDAR"),
            ("VERSION", "2.0"),
            ("PRODID", "-//Huapai//Huapai//EN"),
            ("CALSCALE", "GREGORIAN"),
            ("METHOD", "PUBLISH"),
            ("NAME", escaped(tournament.name)),
            ("X-WR-CALNAME", escaped(tournament.name)),
            ("REFRESH-INTERVAL;VALUE=DURATION", REFRESH),
            *(line for each in _appointments(events) for line in _event_lines(each)),
            ("END", "VCALENDAR"),
        ]
    return b"".join(folded(f"{name}:{value}") for name, value in lines)


def escaped(text: str) -> str:
    """Return a text as the value of a property (3.3.11).

    >>> escaped("Hall 2; ground floor, left")
    'Hall 2\\\\; ground floor\\\\, left'
    """
    return text.translate(_ESCAPED)


def folded(line: str) -> bytes:
    """Return a content line in UTF-8, cut into lines of at most 75 octets, no character torn."""
    parts, size = [""], 0
    for character in line:
        octets = len(character.encode())
        if size + octets > LONGEST:
            parts.append(" ")
            size = 1
        parts[-1] += character
        size += octets
    return "".join(f"{part}\r\n" for part in parts).encode()


def _event_lines(appointment: Appointment) -> Lines:
    yield "BEGIN", "VEVENT"
    yield "UID", appointment.uid
    yield "DTSTAMP", appointment.changed.astimezone(UTC).strftime(_UTC)
    yield "SEQUENCE", str(appointment.revision)
    yield _hour("DTSTART", appointment.begins)
    if appointment.ends is not None:
        yield _hour("DTEND", appointment.ends)
    yield "SUMMARY", escaped(appointment.title)
    if appointment.place:
        yield "LOCATION", escaped(appointment.place)
    if appointment.address:
        yield "URL", appointment.address
    yield "END", "VEVENT"


def _hour(name: str, at: datetime | date) -> tuple[str, str]:
    if isinstance(at, datetime):
        return name, at.astimezone(UTC).strftime(_UTC)
    return f"{name};VALUE=DATE", at.strftime(_DATE)


def _appointments(events: Sequence[Event]) -> Iterator[Appointment]:
    changed, rounds = _last_changes(events), _clocked_rounds(events)
    for event in events:
        yield _of_event(event, changed[event.pk])
        for round_ in (each for each in rounds if each.event == event.pk):
            yield _of_round(event, round_, changed[event.pk])


def _of_event(event: Event, changed: datetime) -> Appointment:
    tournament = event.tournament
    return Appointment(
        f"{event.uid}@huapai",
        event.starts_at or tournament.starts_on,
        _end_of_event(event),
        join_facts(event.name, tournament.name),
        tournament.place,
        address.outside(event, "event", event.uid),
        event.public_revision,
        changed,
    )


def _end_of_event(event: Event) -> datetime | None:
    """Return when its rounds would be over without a pause; None if their length is not set."""
    if not (event.starts_at and event.rounds_planned and event.round_minutes):
        return None
    return event.starts_at + timedelta(minutes=event.rounds_planned * event.round_minutes)


def _of_round(event: Event, round_: ClockedRound, changed: datetime) -> Appointment:
    number = gettext("Round %(number)s") % {"number": round_.number}
    ends = round_.closed or round_.begun + timedelta(seconds=round_.seconds)
    return Appointment(
        f"{round_.uid}@huapai",
        round_.begun,
        max(round_.begun, ends),
        join_facts(number, event.name),
        event.tournament.place,
        address.outside(event, "round", event.uid, round_.number),
        event.public_revision,
        changed,
    )


def _clocked_rounds(events: Sequence[Event]) -> Sequence[ClockedRound]:
    start = Q(clock_moves__kind=ClockMove.Kind.START)
    began = Min("clock_moves__created_at", filter=start)
    seconds = Max("clock_moves__seconds", filter=start)
    rounds = Round.objects.filter(event__in=events, state__in=Round.PUBLIC)
    clocked = rounds.annotate(began=began, seconds=seconds).exclude(began=None).order_by("number")
    columns = ("event_id", "uid", "number", "began", "seconds", "closed_at")
    return [ClockedRound(*row) for row in clocked.values_list(*columns)]


def _last_changes(events: Sequence[Event]) -> Mapping[int, datetime]:
    """Return the time of the last public change of each event, by the log."""
    log = AuditEntry.objects.filter(
        tournament=events[0].tournament, seq__in={event.public_revision for event in events}
    )
    hours = dict(log.values_list("seq", "created_at"))
    return {event.pk: hours.get(event.public_revision, event.created_at) for event in events}
