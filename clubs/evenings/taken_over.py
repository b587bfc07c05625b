"""Copies to the next evening, beside rules and entries: terms, fee, prizes, season, officials.

Nothing that happened is copied: no payment or receipt, no request, no substitute, no penalty, and
no code of the hall. All times move by the days between the two evenings.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from clubs import seasons
from clubs.seasons.choosing import SeasonChoice
from tournaments.base import local_time
from tournaments.base.refusals import Refused
from tournaments.models import (
    Catalogue,
    Event,
    EventFee,
    EventLevel,
    EventRegulations,
    Membership,
    RegistrationTerms,
    Role,
    RoleLimit,
    SeasonEvent,
    SeasonState,
    Tournament,
)
from tournaments.organise.clubs import grant
from tournaments.record.audit import Actor, Change

OWN_COLUMNS: Final = frozenset({"id", "uid", "created_at", "event"})
EVENT_COLUMNS: Final = ("correction_minutes", "has_highlights")
"""The settings of an event that its plan does not have."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The number of days between two evenings, in their time zone."""

    days: timedelta
    zone: ZoneInfo

    @classmethod
    def between(cls, earlier: Tournament, starts_on: date) -> Interval:
        """Return the interval from a tournament to another first day."""
        return cls(starts_on - earlier.starts_on, ZoneInfo(earlier.time_zone))

    def move(self, moment: datetime | None) -> datetime | None:
        """Return the same local time this many days later, or the nearest one if it is skipped."""
        return local_time.moved(moment, self.days, self.zone) if moment else None


def take_over_event(made: Change, earlier: Event, event: Event, interval: Interval) -> None:
    """Give a new event the times, registration terms, fee and regulations of an earlier one."""
    columns = {name: getattr(earlier, name) for name in EVENT_COLUMNS}
    columns["starts_at"] = interval.move(earlier.starts_at)
    Event.objects.filter(pk=event.pk).update(**columns)
    terms = _copied(RegistrationTerms.objects.filter(event=earlier))
    if terms:
        terms["closes_at"] = interval.move(terms["closes_at"])
        RegistrationTerms.objects.create(event=event, **terms)
    if fee := _copied(EventFee.objects.filter(event=earlier)):
        EventFee.objects.create(event=event, **fee)
    if regulations := _copied(EventRegulations.objects.filter(event=earlier)):
        EventRegulations.objects.update_or_create(event=event, defaults=regulations)
    made.note(terms=bool(terms), fee=fee.get("amount", 0), size=str(regulations.get("size", "")))


def take_over_catalogue(earlier: Tournament, tournament: Tournament) -> None:
    """Give a new tournament the articles in force of an earlier one, which can still be changed."""
    newest = earlier.catalogues.order_by("-version").first()
    if newest is not None:
        Catalogue.objects.create(
            tournament=tournament, articles=newest.articles, is_public=newest.is_public
        )


def take_over_officials(made: Change, earlier: Tournament, events: Mapping[int, Event]) -> None:
    """Give the officials of an earlier tournament the same roles, with no wider limits.

    `events` are the new events by the keys of the earlier ones. Officials limited to events that
    are not repeated get no role.
    """
    held = Membership.objects.filter(tournament=earlier).select_related("user").order_by("pk")
    for membership in held.prefetch_related("limits"):
        limits = [row.event_id for row in membership.limits.all()]
        again = [events[key] for key in limits if key in events]
        if limits and not again:
            continue
        new = grant(made, membership.user, Role(membership.role))
        if not (again or membership.tables):
            continue
        new.tables = membership.tables
        new.save(update_fields=["tables"])
        for event in again:
            RoleLimit.objects.create(membership=new, event=event)
        made.states(new)


def take_over_seasons(actor: Actor, events: Mapping[Event, Event]) -> None:
    """Let the new events count in the running seasons of the club, as the earlier ones."""
    for earlier, event in events.items():
        for row in seasons_of(earlier):
            if not event.seasons.filter(season=row.season_id).exists():
                choice = SeasonChoice(EventLevel(row.level), row.factor)
                # The evening is stored: a season closed meanwhile is left out, as one before.
                with suppress(Refused):
                    seasons.choose_events(row.season, actor, {event.pk: choice}, [event.pk])


def seasons_of(event: Event) -> list[SeasonEvent]:
    """Return the running seasons of its club in which an event counts; a league chooses itself."""
    rows = event.seasons.filter(
        season__state=SeasonState.RUNNING, season__club=event.tournament.club_id
    )
    return list(rows.select_related("season__club").order_by("season"))


def _copied(rows: QuerySet[Any]) -> dict[str, Any]:
    """Return the columns of an event's row in a table; empty without one."""
    row = rows.first()
    columns = rows.model._meta.concrete_fields
    names = [field.name for field in columns if field.name not in OWN_COLUMNS]
    return {name: getattr(row, name) for name in names} if row else {}
