"""The operations on a season: creating it, changing its rules and clubs, finishing and reopening.

Events are chosen in `choosing`. A change of the rules posts the differences of points in the same
change.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django.utils import timezone

from clubs.seasons import posting, scales
from clubs.seasons.refusals import SeasonProblem
from clubs.seasons.scales import Scale
from scoring.problems import Problem
from tournaments.base.refusals import Refused, refuse
from tournaments.entries.names import tidy
from tournaments.models import (
    Club,
    Event,
    PostingReason,
    Season,
    SeasonClub,
    SeasonEvent,
    SeasonPoints,
    SeasonState,
    Sharing,
)
from tournaments.record import audit, club_log
from tournaments.record.audit import Actor, Verb
from tournaments.record.club_log import ClubChange
from tournaments.record.once import UNKEYED, Sent
from tournaments.rights import held_offices
from tournaments.rights.roles import DIRECTORS

NAME_LENGTH: Final = 120


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """The rules of a season."""

    name: str
    scale: Scale
    best_of: int | None = None
    attendance: Fraction = Fraction(0)
    sharing: Sharing = Sharing.EACH
    counts_guests: bool = False
    is_public: bool = True
    granted_by: str = ""

    @property
    def columns(self) -> dict[str, Any]:
        """The columns of the season that store them."""
        return {
            "name": tidy(self.name),
            "scale": scales.as_json(self.scale),
            "best_of": self.best_of,
            "attendance_numerator": self.attendance.numerator,
            "attendance_denominator": self.attendance.denominator,
            "sharing": self.sharing.value,
            "counts_guests": self.counts_guests,
            "is_public": self.is_public,
            "granted_by": tidy(self.granted_by),
        }


def create_season(club: Club, actor: Actor, rules: SeasonRules, sent: Sent = UNKEYED) -> Season:
    """Create a season of a club, without events. Raises Refused for an invalid name."""

    def create(made: ClubChange) -> Season:
        held_offices.check(made, club, DIRECTORS)
        _check_name(made.club, rules.name)
        season = Season.objects.create(club=made.club, **rules.columns)
        made.made(season)
        made.concerns(season=season)
        return season

    return sent.once(Season, club, actor, Verb.CREATE_SEASON, create)


def change_rules(season: Season, actor: Actor, rules: SeasonRules) -> None:
    """Change the rules of a season, and post the differences for its events.

    Raises Refused for an invalid name, and for a season that is finished.
    """
    with change_season(season, actor, Verb.CHANGE_SEASON) as (made, kept):
        _check_name(made.club, rules.name, kept)
        columns = rules.columns
        name = columns.pop("name")
        stored = Season.objects.filter(pk=kept.pk)
        stored.update(**columns)
        kept.refresh_from_db()
        made.note(**columns)
        post_again(made, kept, PostingReason.RULES)
        # Last, when every tournament is locked: the name has a unique index, and from then on
        # PostgreSQL lets nobody post points of the season, not even holders of a tournament's lock.
        stored.update(name=name)


def finish_season(season: Season, actor: Actor) -> None:
    """Finish a season: its events and rules are fixed, its papers are final."""
    with change_season(season, actor, Verb.CHANGE_SEASON) as (made, kept):
        today = timezone.localdate()
        Season.objects.filter(pk=kept.pk).update(state=SeasonState.FINISHED, finished_on=today)
        made.note(state=SeasonState.FINISHED.value)


def reopen_season(season: Season, actor: Actor) -> None:
    """Reopen a finished season. Raises Refused for one that is not finished."""
    with club_log.change(season.club, actor, Verb.CHANGE_SEASON) as made:
        held_offices.check(made, season.club, DIRECTORS)
        finished = Season.objects.filter(pk=season.pk, state=SeasonState.FINISHED)
        if not finished.update(state=SeasonState.RUNNING, finished_on=None):
            raise Refused(refuse(SeasonProblem.NOT_FINISHED))
        made.concerns(season=season)
        made.note(state=SeasonState.RUNNING.value)


def join_league(season: Season, actor: Actor, club: Club) -> None:
    """Add a club to a season, which makes it a league; repeating it is harmless.

    The account has to direct both clubs.
    """
    with change_season(season, actor, Verb.CHANGE_LEAGUE) as (made, kept):
        held_offices.check(made, club, DIRECTORS)
        if club.pk == kept.club_id:
            raise Refused(refuse(SeasonProblem.CLUB_NOT_OFFERED))
        SeasonClub.objects.get_or_create(season=kept, club=club)
        made.concerns(joined=club)


def leave_league(season: Season, actor: Actor, club: Club) -> None:
    """Remove a club from a season. Raises Refused while events of it count."""
    with change_season(season, actor, Verb.CHANGE_LEAGUE) as (made, kept):
        if kept.chosen.filter(event__tournament__club=club).exists():
            raise Refused(refuse(SeasonProblem.CLUB_HAS_EVENTS, name=club.name))
        SeasonClub.objects.filter(season=kept, club=club).delete()
        made.concerns(left=club)


@contextmanager
def change_season(season: Season, actor: Actor, verb: Verb) -> Iterator[tuple[ClubChange, Season]]:
    """Open a change of a running season in the log of its club.

    Raises Refused for a finished season, and for an account that no longer directs the club.
    """
    with club_log.change(season.club, actor, verb) as made:
        held_offices.check(made, season.club, DIRECTORS)
        stored = Season.objects.select_related("club").get(pk=season.pk)
        if stored.state == SeasonState.FINISHED:
            raise Refused(refuse(SeasonProblem.FINISHED))
        made.concerns(season=stored)
        yield made, stored


def post_again(made: ClubChange, season: Season, reason: PostingReason) -> list[SeasonPoints]:
    """Post the differences for all events of a season, in the logs of their tournaments."""
    chosen = SeasonEvent.objects.filter(season=season).select_related("event__tournament")
    rows: list[SeasonPoints] = []
    for row in chosen.order_by("event__tournament", "pk"):
        row.season = season
        with audit.share(row.event.tournament, made.actor, made.verb) as shared:
            # It may have been finished while the lock of the tournament was awaited.
            row.event = Event.objects.select_related("tournament", "ruleset").get(pk=row.event_id)
            shared.concerns(event=row.event)
            rows += posting.post(shared, row, reason)
    return rows


def _check_name(club: Club, name: str, season: Season | None = None) -> None:
    if problems := list(_name_problems(club, tidy(name), season)):
        raise Refused(*problems)


def _name_problems(club: Club, name: str, season: Season | None) -> Iterator[Problem]:
    if not name:
        yield refuse(SeasonProblem.NAME_MISSING, field="name")
    if len(name) > NAME_LENGTH:
        yield refuse(SeasonProblem.NAME_TOO_LONG, field="name", most=NAME_LENGTH)
    others = Season.objects.filter(club=club, name=name)
    if season:
        others = others.exclude(pk=season.pk)
    if others.exists():
        yield refuse(SeasonProblem.NAME_TAKEN, field="name", name=name)
