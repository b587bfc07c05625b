"""The terms of registration without an official, and what they allow at a given time."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from clubs.registration import waiting
from clubs.registration.verbs import Verb
from tournaments.models import Door, EntryRequest, Event, RegistrationTerms, Tournament
from tournaments.record.audit import Actor, change
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS

OVER: Final = (Event.State.FINISHED, Event.State.CANCELLED)


@dataclass(frozen=True, slots=True)
class EntryTerms:
    """The terms as set at the desk; by default the event is not open."""

    door: str = Door.CLOSED
    is_approved: bool = True
    closes_at: datetime | None = None
    places: int | None = None
    check_in_minutes: int | None = None
    wants_code: bool = False


@dataclass(frozen=True, slots=True)
class Occupancy:
    """The occupancy of an event: entries, limit, waiting list and open requests."""

    entered: int
    places: int | None
    waiting: int
    asked: int

    @property
    def free(self) -> int | None:
        """The number of free places; None without a limit."""
        return None if self.places is None else max(0, self.places - self.entered - self.waiting)

    @property
    def is_full(self) -> bool:
        """Whether a new request joins the waiting list."""
        return self.free == 0


def terms_of(event: Event) -> EntryTerms:
    """Return the terms of an event."""
    return of_row(RegistrationTerms.objects.filter(event=event).first())


def of_row(row: RegistrationTerms | None) -> EntryTerms:
    """Return the terms of a row; without one the event is not open."""
    if row is None:
        return EntryTerms()
    return EntryTerms(
        row.door,
        row.is_approved,
        row.closes_at,
        row.places,
        row.check_in_minutes,
        row.wants_code,
    )


def set_terms(event: Event, actor: Actor, terms: EntryTerms) -> None:
    """Set the terms of an event; a higher limit admits waiting entries."""
    with change(event.tournament, actor, Verb.SET_TERMS) as made:
        held_offices.check(made, event, DIRECTORS)
        RegistrationTerms.objects.update_or_create(event=event, defaults=asdict(terms))
        made.concerns(event=event)
        made.note(
            door=str(terms.door),
            approved=terms.is_approved,
            closes_at=terms.closes_at.isoformat() if terms.closes_at else "",
            places=terms.places or 0,
            check_in_minutes=terms.check_in_minutes or 0,
            code=terms.wants_code,
        )
        made.shows(event)
        waiting.move_up(made, event)


def is_open(
    event: Event, terms: EntryTerms, *, by_member: bool, now: datetime | None = None
) -> bool:
    """Whether an event can be entered now, by a member's link or on the public page."""
    doors = (Door.MEMBERS, Door.PUBLIC) if by_member else (Door.PUBLIC,)
    if terms.door not in doors or event.state != Event.State.PUBLISHED:
        return False
    at = now or timezone.now()
    return (terms.closes_at is None or at < terms.closes_at) and not waiting.is_drawn(event)


def may_check_in(event: Event, terms: EntryTerms) -> bool:
    """Whether players can check in now: from the start of the window to the first draw."""
    return has_window_begun(event, terms) and not waiting.is_drawn(event)


def has_window_begun(event: Event, terms: EntryTerms) -> bool:
    """Whether the window to check in has begun; the first draw ends it."""
    opens_at = check_in_opens(event, terms)
    is_running = event.state == Event.State.PUBLISHED
    return is_running and opens_at is not None and timezone.now() >= opens_at


def check_in_opens(event: Event, terms: EntryTerms) -> datetime | None:
    """Return when the window opens; None if there is none, or no start was announced."""
    return window_opens(event.starts_at, terms.check_in_minutes)


def window_opens(starts_at: datetime | None, minutes: int | None) -> datetime | None:
    """Return the same for a start and the minutes before it at which the window opens."""
    return starts_at - timedelta(minutes=minutes) if starts_at and minutes else None


def code_is_wanted(tournament: Tournament) -> bool:
    """Whether players have to type the hall's code of the day when they check in."""
    rows = RegistrationTerms.objects.filter(event__tournament=tournament, wants_code=True)
    return rows.exclude(event__state__in=OVER).exists()


def standing(event: Event, terms: EntryTerms) -> Occupancy:
    """Return the occupancy of an event."""
    states = EntryRequest.objects.filter(event=event).values_list("state", flat=True)
    counts = [*states]
    return Occupancy(
        waiting.entered(event),
        terms.places,
        counts.count(EntryRequest.State.WAITING),
        counts.count(EntryRequest.State.ASKED),
    )


def numbered(event: Event) -> dict[str, int]:
    """Return the position of each request on the waiting list, by its uid."""
    rows = waiting.waiting_of(event).values_list("uid", flat=True)
    return {uid: number for number, uid in enumerate(rows, 1)}
