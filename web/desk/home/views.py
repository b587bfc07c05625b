"""The first page of the desk, sorted by what needs its reader: to do, in play, finished."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.jobs import tournament_filling
from tournaments.jobs.tournament_filling import Filling
from tournaments.models import Deal, Event, Role, Round, Tournament, User
from tournaments.progress import event_progress
from tournaments.progress.next_step import (
    WAITS,
    DueStep,
    EventProgress,
    Next,
    RoundProgress,
    next_step,
)
from tournaments.rights import access
from tournaments.rights.access import CHIEFS, CONFIRMERS, DIRECTORS, REFEREES
from tournaments.rights.roles import NOT_NARROWED, Narrowed
from tournaments.wording.next_steps import step_text
from web.forms.requests import DeskRequest
from web.publish import own_pages
from web.publish.alerts import alert_bar
from web.publish.alerts.alert_bar import AlertCount

Progress = Mapping[Event, EventProgress]
NEAR: Final = timedelta(days=14)
"""An event further from today is folded on the first page: an old one left open, one far ahead."""
IN_SIGHT: Final = 6
"""The number of events in sight of each list on the first page; what is more is folded."""


@dataclass(frozen=True, slots=True)
class DeskEventLine:
    """An event with its next step; if in play, with the round and the minutes since its
    publication.

    `is_near` says that its tournament begins, or its last round was published, within `NEAR`.
    """

    event: Event
    step: DueStep
    words: str
    is_near: bool
    playing: RoundProgress | None = None
    minutes: int = 0
    deals: int = 0

    @property
    def done(self) -> int:
        """The number of deals in the round that have a result."""
        return max(0, self.deals - self.playing.open_deals) if self.playing else 0


@dataclass(frozen=True, slots=True)
class Does:
    """The tournaments in which a reader has each role, by key; None stands for all."""

    directed: Collection[int] | None = None
    refereed: Collection[int] = ()
    confirmed: Collection[int] = ()
    """The tournaments where the reader confirms other referees' decisions."""
    headed: Collection[int] = ()
    """The tournaments where the reader is the chief referee."""

    def directs(self, tournament: int) -> bool:
        """Whether the reader directs a tournament."""
        return self.directed is None or tournament in self.directed

    def takes(self, line: DeskEventLine) -> bool:
        """Whether the next step of an event is the reader's."""
        tournament = line.event.tournament_id
        is_referees = tournament in self.refereed and line.step.code in STEPS_OF_REFEREES
        return is_referees or self.directs(tournament)

    def decides(self, alert: AlertCount) -> bool:
        """Whether the alert is for the reader to decide."""
        acting: Mapping[Collection[Role], Collection[int]] = {
            DIRECTORS: (),
            CHIEFS: self.headed,
            CONFIRMERS: self.confirmed,
            REFEREES: self.refereed,
        }
        return alert.tournament in acting[alert.roles] or self.directs(alert.tournament)


DOES_EVERYTHING: Final = Does()
STEPS_OF_REFEREES: Final = frozenset({Next.SETTLE_HOLDS, Next.REVEAL_LINE_UPS, Next.LATE_LINE_UPS})


@dataclass(frozen=True, slots=True)
class TournamentAlerts:
    """The alerts of a tournament, those that make a sound first."""

    tournament: Tournament
    alerts: tuple[AlertCount, ...]

    @property
    def is_quiet(self) -> bool:
        """Whether nothing of it makes a sound."""
        return all(alert.is_quiet for alert in self.alerts)

    @property
    def links(self) -> list[tuple[AlertCount, str]]:
        """The alerts, each with the address of the page where it is decided."""
        return [(alert, alert.url(self.tournament)) for alert in self.alerts]


@dataclass(frozen=True, slots=True)
class DeskHome:
    """The tournaments of an account and their events, by what they need.

    `empty` are the tournaments without an event, `filling` those that a job is filling.
    """

    tournaments: tuple[Tournament, ...]
    alerts: tuple[TournamentAlerts, ...]
    needed: tuple[DeskEventLine, ...]
    playing: tuple[DeskEventLine, ...]
    finished: tuple[DeskEventLine, ...]
    empty: tuple[Tournament, ...]
    filling: tuple[Filling, ...]

    @property
    def lines(self) -> Mapping[str, Sequence[DeskEventLine]]:
        """The events that need the reader and those in play, the folded ones of each apart."""
        needed, playing = _near_first(self.needed), _near_first(self.playing)
        return {
            "needed": needed[0],
            "needed_folded": needed[1],
            "playing": playing[0],
            "playing_folded": playing[1],
        }

    @property
    def alerts_in_sight(self) -> Sequence[TournamentAlerts]:
        """The tournaments in which something waits, as many as stay in sight."""
        return self.alerts[:IN_SIGHT]

    @property
    def alerts_folded(self) -> Sequence[TournamentAlerts]:
        """The other tournaments in which something waits."""
        return self.alerts[IN_SIGHT:]

    @property
    def folded(self) -> int:
        """The number of things that wait for the reader and are folded."""
        return len(self.alerts_folded) + len(self.lines["needed_folded"])

    @property
    def needs_you(self) -> int:
        """The number of things that wait for the reader."""
        return len(self.alerts) + len(self.needed) + len(self.empty)


def desk_home(
    tournaments: Sequence[Tournament],
    progress: Progress,
    now: datetime,
    narrowed: Narrowed = NOT_NARROWED,
    does: Does = DOES_EVERYTHING,
) -> DeskHome:
    """Return what the first page shows; the tournaments are fetched with the jobs that fill them.

    Alerts for roles that the reader does not have are left out.
    """
    by_key = {tournament.pk: tournament for tournament in tournaments}
    beside = _deals_in_play, [event.pk for event in progress]
    alerts, rows = alert_bar.read_with(by_key, beside, narrowed=narrowed)
    alerts = alert_bar.together(alerts)
    deals = {(event, number): count for _deals, event, count, number, _text in rows}
    lines = _lines(by_key, progress, deals, now)
    with_filling: Sequence[Any] = tournaments
    filling = [tournament_filling.filling_of(row) for row in with_filling]
    filled = {each.tournament for each in filling if each}
    with_events = {line.event.tournament_id for line in lines}
    return DeskHome(
        tournaments=tuple(tournaments),
        alerts=_alerts(by_key, [alert for alert in alerts if does.decides(alert)]),
        needed=tuple(
            line for line in lines if not _waits(line) and not _is_over(line) and does.takes(line)
        ),
        playing=tuple(line for line in lines if _waits(line)),
        finished=tuple(line for line in lines if _is_over(line)),
        empty=tuple(
            tournament
            for tournament in tournaments
            if tournament.pk not in with_events
            and tournament.uid not in filled
            and does.directs(tournament.pk)
        ),
        filling=tuple(each for each in filling if each),
    )


def lines_of(tournament: Tournament, progress: Progress, now: datetime) -> list[DeskEventLine]:
    """Return a line for each event of a tournament."""
    rows = _deals_in_play([event.pk for event in progress])
    deals = {(event, number): count for _deals, event, count, number, _text in rows}
    return _lines({tournament.pk: tournament}, progress, deals, now)


def _lines(
    by_key: Mapping[int, Tournament],
    progress: Progress,
    deals: Mapping[tuple[int, int], int],
    now: datetime,
) -> list[DeskEventLine]:
    """Return a line for each event, in the order of the tournaments; `deals` are counted by event
    and round.
    """
    lines: list[DeskEventLine] = []
    for event, state in progress.items():
        # An event made at this moment may belong to a tournament that was not listed yet.
        if event.tournament_id in by_key:
            event.tournament = by_key[event.tournament_id]
            line = _line(event, state, now)
            lines.append(replace(line, deals=deals.get((event.pk, line.step.number), 0)))
    newest = {key: place for place, key in enumerate(by_key)}
    return sorted(lines, key=lambda line: (newest[line.event.tournament_id], line.event.number))


def _deals_in_play(events: Sequence[int]) -> QuerySet[Any, Any]:
    """Return the number of deals of each round in play, in the columns of the alerts."""
    number = "sitting__segment__match__round__number"
    in_play = {"sitting__segment__match__round__state": Round.State.PUBLISHED}
    deals = Deal.objects.filter(event__in=events, **in_play)
    rows: QuerySet[Any, Any] = (
        deals.order_by()
        .values("event", number)
        .values_list(
            Value("deals", output_field=TextField()),
            Cast("event", IntegerField()),
            Count("pk"),
            Cast(number, IntegerField()),
            Value("", output_field=TextField()),
        )
    )
    return rows


def _alerts(
    tournaments: Mapping[int, Tournament], alerts: Sequence[AlertCount]
) -> tuple[TournamentAlerts, ...]:
    """Return what waits by tournament: first where it makes a sound, then where it is quiet."""
    by_tournament: dict[int, list[AlertCount]] = {}
    for alert in alerts:
        by_tournament.setdefault(alert.tournament, []).append(alert)
    waiting = [
        TournamentAlerts(tournament, tuple(sorted(by_tournament[key], key=_is_quiet)))
        for key, tournament in tournaments.items()
        if key in by_tournament
    ]
    return tuple(sorted(waiting, key=_is_quiet))


def _is_quiet(waiting: TournamentAlerts | AlertCount) -> bool:
    return waiting.is_quiet


def _line(event: Event, state: EventProgress, now: datetime) -> DeskEventLine:
    step = next_step(state)
    words = step_text(step, form=event.form, segments=event.segments)
    near = _is_near(event, state, now)
    if step.code not in WAITS:
        return DeskEventLine(event, step, words, near)
    rounds = (state.last_round, state.earlier, state.reopened)
    playing = next((each for each in rounds if each and each.number == step.number), None)
    since = playing.since if playing else None
    minutes = max(0, int((now - since).total_seconds()) // 60) if since else 0
    return DeskEventLine(event, step, words, near, playing, minutes)


def _is_near(event: Event, state: EventProgress, now: datetime) -> bool:
    published = state.last_round.since if state.last_round else None
    days = [event.tournament.starts_on, *([published.date()] if published else [])]
    return any(abs(day - now.date()) <= NEAR for day in days)


def _near_first(lines: Sequence[DeskEventLine]) -> tuple[list[DeskEventLine], list[DeskEventLine]]:
    """Return the near events, as many as stay in sight, and all others."""
    near = [line for line in lines if line.is_near]
    far = [line for line in lines if not line.is_near]
    return near[:IN_SIGHT], near[IN_SIGHT:] + far


def _waits(line: DeskEventLine) -> bool:
    return line.step.code in WAITS


def _is_over(line: DeskEventLine) -> bool:
    return line.step.code in (Next.FINISHED, Next.ON_NOTICE)


@never_cache
@login_required
@require_safe
def desk(request: DeskRequest) -> HttpResponse:
    """Show the tournaments of the account, and the next step of each event."""
    tournaments = access.tournaments_of(request.user).select_related("club")
    ordered = tournaments.annotate(**tournament_filling.columns()).order_by("-starts_on", "-pk")
    listed = access.with_roles(request.user, ordered)
    narrowed = access.narrowed(request.user, listed)
    rows = kept_events(narrowed.keep_events(Event.objects.filter(tournament__in=tournaments)))
    progress = event_progress.read_progress(rows.order_by("number"))
    own = access.clubs_owned_by(request.user).filter(pk=OuterRef("pk"))
    clubs = list(access.clubs_directed_by(request.user).annotate(is_owned=Exists(own)))
    does = Does(
        _acting(request.user, listed, access.DIRECTORS),
        _acting(request.user, listed, access.REFEREES),
        _acting(request.user, listed, access.CONFIRMERS),
        _acting(request.user, listed, access.CHIEFS),
    )
    context = {
        "home": desk_home(listed, progress, timezone.now(), narrowed, does),
        "clubs": clubs,
        "owned": [club for club in clubs if club.is_owned],
    }
    return own_pages.packed(request, render(request, "desk/home/desk.html", context))


def kept_events(events: QuerySet[Event]) -> QuerySet[Event]:
    """Leave out the events that were deleted."""
    return events.exclude(state=Event.State.CANCELLED).select_related("ruleset")


def _acting(
    user: User, tournaments: Iterable[Tournament], roles: Collection[Role]
) -> frozenset[int]:
    """Return the keys of the tournaments in which an account has one of the roles."""
    return frozenset(
        tournament.pk for tournament in tournaments if access.acts_in(user, tournament, roles)
    )
