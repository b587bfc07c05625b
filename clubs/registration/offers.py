"""Registration on a member's own page: open events to enter, check-in, withdrawal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, fields
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from clubs.credentials.slips import LINK, new_link
from clubs.members.member_page import Offer, Section, Visit
from clubs.registration import confirming, own, requests, terms, withdrawals
from clubs.registration.own import OwnEvent
from clubs.registration.refusals import RegistrationProblem
from clubs.registration.requests import RequestedEntry
from clubs.registration.terms import Occupancy
from tournaments.base.refusals import Refused, refuse
from tournaments.models import (
    ConfirmedBy,
    Door,
    EnteredName,
    Entry,
    EntryMember,
    EntryRequest,
    Event,
    RegistrationTerms,
    Round,
    Tournament,
    WithdrawalRequest,
)
from tournaments.organise.entries import sizes_of
from tournaments.persons import entered_names
from tournaments.record.audit import Actor
from tournaments.system.attempts import AttemptLimit

NAME = "registration"
TEMPLATE = "tablet/door/_member_registration.html"
ASKS = "tablet/door/_member_asked.html"
MOST_EVENTS = 12
HOUR: Final = 3600
MOST_REQUESTS: Final = 20
"""How often in an hour a member may ask to enter: each request is in the log for good."""


@dataclass(frozen=True, slots=True)
class EnteredAs:
    """An event in which somebody entered the member's name: the row, and the partners there."""

    uid: str
    event: Event
    number: int
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """An event that a member can enter: how full it is, and the fields beside the own name."""

    event: Event
    standing: Occupancy
    is_approved: bool
    partners: tuple[int, ...]
    least: int
    key: str
    typed: Mapping[str, str]

    @property
    def fields(self) -> tuple[tuple[str, int, str], ...]:
        """The fields of the other players: the name, the number, and the typed text."""
        return tuple(
            (f"name_{number}", number, self.typed.get(f"name_{number}", ""))
            for number in self.partners
        )


@dataclass(frozen=True, slots=True)
class Offered:
    """The content of the section: own events, events to enter, and entries to confirm."""

    own: tuple[OwnEvent, ...]
    to_enter: tuple[OpenEvent, ...]
    names: tuple[EnteredAs, ...] = ()


@dataclass(frozen=True, slots=True)
class _Moving:
    """The changing values of an event with terms, each a column of one query by its name."""

    pk: int
    starts_at: datetime | None
    door: str
    is_approved: bool
    closes_at: datetime | None
    places: int | None
    check_in_minutes: int | None
    wants_code: bool
    asked: int
    decided: datetime | None
    entered: int
    is_drawn: bool
    own_asked: int | None
    own_number: int | None
    own_state: str | None
    own_name: int | None
    leaving: int | None
    leaving_state: str | None

    def by_the_hour(self, now: datetime) -> tuple[bool, bool]:
        """Whether entering is over by now, and whether the window to check in has begun."""
        opens_at = terms.window_opens(self.starts_at, self.check_in_minutes)
        is_over = self.closes_at is not None and self.closes_at <= now
        return is_over, opens_at is not None and opens_at <= now


_COLUMNS: Final = tuple(field.name for field in fields(_Moving))


@dataclass(frozen=True, slots=True)
class _Noted:
    """What the section may contain; by default anything."""

    may_enter: bool = True
    has_entry: bool = True
    has_asked: bool = True
    has_name: bool = True


def moved(visit: Visit) -> object:
    """Return what the section depends on, by one query: terms, requests, own entries."""
    opened = RegistrationTerms.objects.filter(
        Q(event__state=Event.State.PUBLISHED) | Exists(_names_in_event(visit)),
        event__tournament__club=visit.club,
    )
    columns = opened.annotate(**_moves(visit)).order_by("pk").values_list(*_COLUMNS)
    rows = [_Moving(*row) for row in columns]
    visit.notes[NAME] = _Noted(
        may_enter=any(row.door and not row.is_drawn for row in rows),
        has_entry=any(row.own_number is not None for row in rows),
        has_asked=any(row.own_asked is not None for row in rows),
        has_name=any(row.own_name is not None for row in rows),
    )
    now = timezone.now()
    return str([(*astuple(row), *row.by_the_hour(now)) for row in rows])


def _moves(visit: Visit) -> dict[str, Any]:
    """Return the changing values of the event of each row of terms, by kind."""
    asked = EntryRequest.objects.all()
    own_entry = EntryMember.objects.filter(
        entry__event=OuterRef("event"), person__in=visit.persons
    ).order_by("-entry")
    leaving = WithdrawalRequest.objects.filter(
        entry__event=OuterRef("event"), entry__members__person__in=visit.persons
    ).order_by("-pk")
    decided = asked.filter(event=OuterRef("event"), decided_at__isnull=False)
    return {
        "starts_at": F("event__starts_at"),
        "asked": _number(asked, "event"),
        "decided": Subquery(decided.order_by("-decided_at").values("decided_at")[:1]),
        "entered": _number(Entry.objects.exclude(state=Entry.State.WITHDRAWN), "event"),
        "is_drawn": Exists(_drawn("event")),
        "own_asked": Subquery(
            asked.filter(event=OuterRef("event"), person__in=visit.persons)
            .order_by("-pk")
            .values("pk")[:1]
        ),
        "own_number": Subquery(own_entry.values("entry__number")[:1]),
        "own_state": Subquery(own_entry.values("entry__state")[:1]),
        "own_name": Subquery(_names_in_event(visit).order_by("-pk").values("pk")[:1]),
        "leaving": Subquery(leaving.values("pk")[:1]),
        "leaving_state": Subquery(leaving.values("state")[:1]),
    }


def read(visit: Visit) -> Section | None:
    """Return the section, None if nothing is offered."""
    noted = visit.notes.pop(NAME, _Noted())
    mine = _own_events(visit, noted)
    names = _entered_as(visit) if noted.has_name else []
    known = {each.event.pk for each in mine} | {each.event.pk for each in names}
    open_events = _open_events(visit) if noted.may_enter else []
    to_enter = [
        _open_event(event, standing, visit)
        for event, standing in open_events
        if event.pk not in known
    ]
    if not mine and not to_enter and not names:
        return None
    offered = Offered(tuple(mine), tuple(to_enter), tuple(names))
    is_awaited = names or any(own.may_check_in for own in mine)
    return Section(TEMPLATE, offered, ASKS if is_awaited else "")


def act(visit: Visit, sent: Mapping[str, str]) -> None:
    """Enter an event, confirm or deny a name, or carry out a button of an own event.

    Raises Refused.
    """
    visit.notes.pop(NAME, None)
    uid = sent.get("event", "")
    actor = Actor("person", visit.person.uid)
    if sent.get("what") in ("me", "not_me"):
        _decide_name(visit, actor, sent.get("name", ""), is_me=sent["what"] == "me")
        return
    if sent.get("what") == "enter":
        _enter(visit, uid, sent)
        return
    mine = next((each for each in _own_events(visit, _Noted()) if each.event.uid == uid), None)
    if mine is None:
        raise Refused(refuse(RegistrationProblem.NOT_ENTERED))
    own.act(mine, actor, sent)


def _own_names(visit: Visit) -> QuerySet[EnteredName]:
    """Return the names that may be the member's and are still undecided."""
    rows = entered_names.open_rows().filter(person__in=visit.persons)
    own = (ConfirmedBy.MEMBER, ConfirmedBy.DIGITS)
    return rows.exclude(by__in=own).exclude(player__entry__event__state=Event.State.CANCELLED)


def _names_in_event(visit: Visit) -> QuerySet[EnteredName]:
    return _own_names(visit).filter(player__entry__event=OuterRef("event"))


def _entered_as(visit: Visit) -> list[EnteredAs]:
    rows = entered_names.with_persons(_own_names(visit)).prefetch_related(
        "player__entry__members__person"
    )
    return [
        EnteredAs(
            row.uid,
            row.player.entry.event,
            row.player.entry.number,
            tuple(
                member.person.listed_name
                for member in row.player.entry.members.all()
                if member.role == EntryMember.Role.PLAYER and member.pk != row.player_id
            ),
        )
        for row in rows[:MOST_EVENTS]
    ]


def _decide_name(visit: Visit, actor: Actor, uid: str, *, is_me: bool) -> None:
    """Confirm or deny the name of an entry; once it is decided, nothing happens."""
    rows = EnteredName.objects.filter(person__in=visit.persons, uid=uid)
    name = entered_names.with_persons(rows).first()
    if name is None:
        raise Refused(refuse(RegistrationProblem.NOT_ENTERED))
    if is_me:
        confirming.confirm(name, actor, ConfirmedBy.MEMBER)
    else:
        confirming.deny(name, actor, ConfirmedBy.MEMBER)


def _enter(visit: Visit, uid: str, sent: Mapping[str, str]) -> None:
    event = next((event for event, _ in _open_events(visit) if event.uid == uid), None)
    if event is None:
        raise Refused(refuse(RegistrationProblem.CLOSED))
    if not AttemptLimit("member_requests", MOST_REQUESTS, HOUR, visit.person.uid).begin():
        raise Refused(refuse(RegistrationProblem.TOO_MANY))
    key = sent.get("key", "")
    others = [sent.get(f"name_{number}", "") for number in range(2, sizes_of(event.form)[-1] + 1)]
    names = (visit.person.name, *(name for name in others if name.strip()))
    requests.ask(
        event,
        RequestedEntry(
            names, key if LINK.fullmatch(key) else new_link(), sent.get("team", ""), visit.person
        ),
    )


def _own_events(visit: Visit, noted: _Noted) -> list[OwnEvent]:
    """Return the events of a member with terms: by the entry, otherwise by the open request."""
    found = _own_entries(visit) if noted.has_entry else {}
    asked = _own_requests(visit) if noted.has_asked else []
    return [*found.values(), *(one for one in asked if one.event.pk not in found)]


def _own_entries(visit: Visit) -> dict[int, OwnEvent]:
    """Return the possible actions of a member in the events of the own entries, by event key."""
    members = EntryMember.objects.filter(
        person__in=visit.persons,
        role=EntryMember.Role.PLAYER,
        entry__kind=Entry.Kind.COMPETITOR,
        entry__event__state=Event.State.PUBLISHED,
        entry__event__registration_terms__isnull=False,
        entry__event__tournament__club=visit.club,
    )
    rows = members.select_related(
        "entry__event__tournament__club", "entry__event__registration_terms"
    ).annotate(is_drawn=Exists(_drawn("entry__event")))
    own_rows = list(rows.order_by("-entry")[:MOST_EVENTS])
    leaving = withdrawals.newest([row.entry for row in own_rows])
    return {
        row.entry.event_id: own.of_entry(
            row.entry,
            terms.of_row(row.entry.event.registration_terms),
            is_drawn=row.is_drawn,
            leaving=leaving.get(row.entry_id),
        )
        for row in own_rows
    }


def _own_requests(visit: Visit) -> list[OwnEvent]:
    """Return the requests of a member without an entry, the last one for each event."""
    before = EntryRequest.objects.filter(
        event=OuterRef("event"), state=EntryRequest.State.WAITING, pk__lte=OuterRef("pk")
    )
    count = before.order_by().values("event").annotate(number=Count("pk")).values("number")
    rows = EntryRequest.objects.filter(
        Q(state__in=requests.OPEN) | Q(state=EntryRequest.State.REFUSED),
        person__in=visit.persons,
        event__state=Event.State.PUBLISHED,
    )
    rows = rows.select_related("event__tournament__club").annotate(waits_at=Subquery(count))
    found = {}
    for row in rows.order_by("pk"):
        is_waiting = row.state == EntryRequest.State.WAITING
        found[row.event_id] = own.of_open_request(row, row.waits_at or 0 if is_waiting else 0)
    return list(found.values())


def _drawn(event: str) -> QuerySet[Round]:
    """Return the rounds of an event that were drawn; `event` is the lookup that leads to it."""
    return Round.objects.filter(event=OuterRef(event)).exclude(state=Round.State.CANCELLED)


def _open_events(visit: Visit) -> list[tuple[Event, Occupancy]]:
    """Return the events of the club that members can enter now, the next ones first.

    Each comes with how full it is.
    """
    rows = Event.objects.filter(
        Q(registration_terms__closes_at=None) | Q(registration_terms__closes_at__gt=timezone.now()),
        ~Exists(_drawn("pk")),
        tournament__club=visit.club,
        tournament__state=Tournament.State.RUNNING,
        state=Event.State.PUBLISHED,
        registration_terms__door__in=(Door.MEMBERS, Door.PUBLIC),
    )
    counted = rows.annotate(
        entered=_number(
            Entry.objects.filter(kind=Entry.Kind.COMPETITOR).exclude(state=Entry.State.WITHDRAWN)
        ),
        waiting=_number(EntryRequest.objects.filter(state=EntryRequest.State.WAITING)),
        asked=_number(EntryRequest.objects.filter(state=EntryRequest.State.ASKED)),
    )
    ordered = counted.select_related("tournament__club", "registration_terms").order_by(
        "tournament__starts_on", "starts_at", "pk"
    )
    return [
        (
            event,
            Occupancy(event.entered, event.registration_terms.places, event.waiting, event.asked),
        )
        for event in ordered[:MOST_EVENTS]
    ]


def _number(rows: QuerySet[Any], event: str = "pk") -> Coalesce:
    """Count the rows of an event; `event` is the lookup that leads to it."""
    of_event = rows.filter(event=OuterRef(event)).order_by().values("event")
    return Coalesce(Subquery(of_event.annotate(number=Count("pk")).values("number")), 0)


def _key(typed: str) -> str:
    """Return the key of a refused form, or a new one if it has made a request."""
    return typed if typed and not requests.is_used(typed) else new_link()


def _open_event(event: Event, standing: Occupancy, visit: Visit) -> OpenEvent:
    sizes = sizes_of(event.form)
    typed = visit.typed if visit.typed.get("event") == event.uid else {}
    return OpenEvent(
        event,
        standing,
        terms.of_row(event.registration_terms).is_approved,
        tuple(range(2, sizes[-1] + 1)),
        sizes[0],
        _key(typed.get("key", "")),
        typed,
    )


OFFER: Final = Offer(NAME, moved, read, act)
