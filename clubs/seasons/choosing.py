"""The events of a season: offered, chosen with level and factor, and removed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db.models import Q, QuerySet

from clubs.seasons import posting
from clubs.seasons.keeping import change_season
from clubs.seasons.refusals import SeasonProblem
from tournaments.base.refusals import Refused, refuse
from tournaments.models import (
    Event,
    EventLevel,
    EventState,
    PostingReason,
    Season,
    SeasonEvent,
    Tournament,
    TournamentState,
)
from tournaments.record import audit
from tournaments.record.audit import Actor, Verb
from tournaments.record.club_log import ClubChange

FACTORS: Final[Mapping[EventLevel, Fraction]] = {
    EventLevel.EVENING: Fraction(1),
    EventLevel.MONTHLY: Fraction(3, 2),
    EventLevel.OPEN: Fraction(2),
    EventLevel.FINAL: Fraction(3),
}
"""The factor that each level proposes."""


@dataclass(frozen=True, slots=True)
class SeasonChoice:
    """How an event counts: its level and its factor."""

    level: EventLevel
    factor: Fraction


def offered_events(season: Season) -> QuerySet[Event]:
    """Return the events that can count in a season: those of its clubs, the newest first."""
    of_clubs = Q(tournament__club=season.club_id) | Q(tournament__club__leagues__season=season)
    shown = Event.objects.filter(
        of_clubs,
        state__in=[EventState.PUBLISHED, EventState.FINISHED],
        tournament__state__in=[TournamentState.RUNNING, TournamentState.FINISHED],
    )
    ordered = shown.order_by("-tournament__starts_on", "-tournament", "-number")
    return ordered.select_related("tournament__club").distinct()


def choose_events(
    season: Season, actor: Actor, choices: Mapping[int, SeasonChoice], among: Sequence[int]
) -> None:
    """Let the chosen events `among` those of a page count, and the others not.

    Points of events that are added, removed or have another factor are posted at once. Raises
    Refused for an event that is not offered.
    """
    with change_season(season, actor, Verb.CHOOSE_SEASON_EVENTS) as (made, kept):
        chosen = {row.event_id: row for row in kept.chosen.filter(event__in=among)}
        events = offered_events(kept).in_bulk(list(choices))
        if events.keys() != choices.keys() or not choices.keys() <= set(among):
            raise Refused(refuse(SeasonProblem.EVENT_NOT_OFFERED))
        for event in _in_order_of_locks([*chosen, *events]):
            if event.pk in choices:
                _take_in(made, kept, event, choices[event.pk], chosen.get(event.pk))
            else:
                _take_out(made, event, chosen[event.pk])
        made.note(events=sorted(event.uid for event in events.values()))


def _in_order_of_locks(keys: Iterable[int]) -> QuerySet[Event]:
    """Return events by the numbers of their tournaments, in the order of locks."""
    events = Event.objects.filter(pk__in=keys).select_related("tournament", "ruleset")
    return events.order_by("tournament_id", "pk")


def _take_out(made: ClubChange, event: Event, row: SeasonEvent) -> None:
    with audit.share(event.tournament, made.actor, made.verb) as shared:
        shared.concerns(event=event)
        posting.post_nothing(shared, row.season, event)
        row.delete()
        shared.shows(event)


def _take_in(
    made: ClubChange, season: Season, event: Event, choice: SeasonChoice, row: SeasonEvent | None
) -> None:
    if row and (row.level, row.factor) == (choice.level, choice.factor):
        return
    reason = PostingReason.RULES if row else PostingReason.ADDED
    row = row or SeasonEvent(season=season, event=event)
    row.level = choice.level
    row.factor_numerator = choice.factor.numerator
    row.factor_denominator = choice.factor.denominator
    with audit.share(event.tournament, made.actor, made.verb) as shared:
        shared.concerns(event=event)
        Tournament.objects.filter(pk=event.tournament_id).update(in_season=True)
        row.save()
        row.event = Event.objects.select_related("tournament", "ruleset").get(pk=event.pk)
        posting.post(shared, row, reason)
        shared.shows(row.event)
