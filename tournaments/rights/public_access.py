"""Fetches what strangers may see: public events, deals of public rounds, members who agreed.

Rows for accounts at the desk are fetched in `access`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, FilteredRelation, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.shortcuts import get_object_or_404

from tournaments.base import local_time
from tournaments.models import Deal, EntryMember, Event, Person, Round, Tournament

SHOWN_EVENTS: Final = (Event.State.PUBLISHED, Event.State.FINISHED)
SHOWN_TOURNAMENTS: Final = (Tournament.State.RUNNING, Tournament.State.FINISHED)
PERSON: Final = "own__members__person"


@dataclass(frozen=True, slots=True)
class ShownMember:
    """A member with a public page across events."""

    uid: str
    name: str


def public_events() -> QuerySet[Event]:
    """Return the events that a stranger may see."""
    return Event.objects.filter(state__in=SHOWN_EVENTS, tournament__state__in=SHOWN_TOURNAMENTS)


def is_public(event: Event) -> bool:
    """Whether a stranger may see an event."""
    return event.state in SHOWN_EVENTS and event.tournament.state in SHOWN_TOURNAMENTS


def public_event(uid: str, **more: Subquery) -> Event:
    """Return an event that a stranger may see, by one query; its row has `more` beside."""
    event = get_object_or_404(_with_terms().annotate(**more), uid=uid)
    local_time.enter(event.tournament)
    return event


def public_entry(uid: str, number: int) -> tuple[Event, tuple[ShownMember, ...]]:
    """Return an event and the member of one of its entries who agreed to be shown, by one query.

    A missing entry has none. A duplicate resolves to its canonical member.
    """
    own = FilteredRelation("entries", condition=Q(entries__number=number))
    rows = _with_terms().filter(uid=uid).annotate(own=own)
    who = rows.annotate(
        member_uid=_canonical("uid"),
        member_name=_canonical("name"),
        member_shown=_canonical("shown"),
        member_guest=_canonical("guest"),
        blanked=_blanked(PERSON),
    )
    events = list(who.order_by(f"{PERSON}__pk"))
    if not events:
        raise Http404
    local_time.enter(events[0].tournament)
    return events[0], _agreed(events)


def shown_members(event: Event) -> Mapping[int, tuple[ShownMember, ...]]:
    """Return who of each entry agreed to be shown, by the number of the entry, by one query.

    An entry of which nobody did is left out.
    """
    rows = EntryMember.objects.filter(entry__event=event).annotate(
        member_uid=_canonical("uid", "person"),
        member_name=_canonical("name", "person"),
        member_shown=_canonical("shown", "person"),
        member_guest=_canonical("guest", "person"),
        blanked=_blanked("person"),
        of_entry=F("entry__number"),
    )
    shown: dict[int, list[Any]] = defaultdict(list)
    for row in rows.order_by("person__pk"):
        shown[row.of_entry].append(row)
    found = {number: _agreed(members) for number, members in shown.items()}
    return {number: members for number, members in found.items() if members}


def _agreed(rows: Iterable[Any]) -> tuple[ShownMember, ...]:
    shown = [
        ShownMember(row.member_uid, row.member_name)
        for row in rows
        if row.member_shown and not row.member_guest and row.blanked is None
    ]
    return tuple(dict.fromkeys(shown))


def _with_terms() -> QuerySet[Event]:
    return public_events().select_related(
        "tournament__club", "ruleset", "registration_terms", "regulations"
    )


def _canonical(column: str, person: str = PERSON) -> Coalesce:
    return Coalesce(F(f"{person}__same_as__{column}"), F(f"{person}__{column}"))


def _blanked(person: str) -> Coalesce:
    return Coalesce(F(f"{person}__blanked_at"), F(f"{person}__same_as__blanked_at"))


def public_person(uid: str) -> Person:
    """Return a member who agreed to be shown, with the club, by any of the linked rows.

    Members who did not agree or were blanked are not found.
    """
    rows = Person.objects.select_related("club", "same_as__club")
    row = get_object_or_404(rows, uid=uid)
    person = row.same_as or row
    if not person.shown or person.guest or person.blanked_at is not None:
        raise Http404
    return person


def public_deal(uid: str) -> Deal:
    """Return a deal of a round that a stranger may see."""
    deals = Deal.objects.filter(
        event__in=public_events(),
        sitting__segment__match__round__state__in=Round.PUBLIC,
    )
    deal = get_object_or_404(
        deals.select_related(
            "board__board_set",
            "event__tournament__club",
            "event__ruleset",
            "game",
            "sitting__table",
            "sitting__segment__match__round__group__stage__ruleset",
        ).defer("sitting__segment__match__round__reasons"),
        uid=uid,
    )
    local_time.enter(deal.event.tournament)
    return deal
