"""The first page of the desk by what needs its reader: to be done, in play, finished."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db.models import Count, IntegerField, QuerySet, TextField, Value
from django.db.models.functions import Cast

from tournaments.jobs import tournament_filling
from tournaments.jobs.tournament_filling import Filling
from tournaments.models import Deal, Event, Role, Round, Tournament
from tournaments.progress.next_step import (
    WAITS,
    DueStep,
    EventProgress,
    Next,
    RoundProgress,
    next_step,
)
from tournaments.rights.access import CHIEFS, CONFIRMERS, DIRECTORS, REFEREES
from tournaments.rights.roles import NOT_NARROWED, Narrowed
from tournaments.wording.next_steps import step_text
from web.publish.alerts import alert_counts
from web.publish.alerts.alert_counts import AlertCount

Progress = Mapping[Event, EventProgress]


@dataclass(frozen=True, slots=True)
class DeskEventLine:
    """An event with its next step; of one in play the round, and its minutes since published."""

    event: Event
    step: DueStep
    words: str
    playing: RoundProgress | None = None
    minutes: int = 0
    deals: int = 0

    @property
    def done(self) -> int:
        """How many deals of the round have a result."""
        return max(0, self.deals - self.playing.open_deals) if self.playing else 0


@dataclass(frozen=True, slots=True)
class Does:
    """What a reader may do: in which tournaments, by their keys, as what; None is all."""

    directed: Collection[int] | None = None
    refereed: Collection[int] = ()
    confirmed: Collection[int] = ()
    """Where the reader confirms what other referees decide."""
    headed: Collection[int] = ()
    """Where the reader is the chief referee."""

    def directs(self, tournament: int) -> bool:
        """Whether the reader directs a tournament."""
        return self.directed is None or tournament in self.directed

    def takes(self, line: DeskEventLine) -> bool:
        """Whether the next step of an event is the reader's."""
        tournament = line.event.tournament_id
        is_referees = tournament in self.refereed and line.step.code in STEPS_OF_REFEREES
        return is_referees or self.directs(tournament)

    def decides(self, alert: AlertCount) -> bool:
        """Whether the reader decides what waits."""
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
    """What waits in a tournament."""

    tournament: Tournament
    alerts: tuple[AlertCount, ...]


@dataclass(frozen=True, slots=True)
class DeskHome:
    """The tournaments of an account and their events, by what they need.

    `empty` are the tournaments without an event, `filling` those that a job fills.
    """

    tournaments: tuple[Tournament, ...]
    alerts: tuple[TournamentAlerts, ...]
    needed: tuple[DeskEventLine, ...]
    playing: tuple[DeskEventLine, ...]
    finished: tuple[DeskEventLine, ...]
    empty: tuple[Tournament, ...]
    filling: tuple[Filling, ...]

    @property
    def needs_you(self) -> int:
        """How many things wait for the reader."""
        return len(self.alerts) + len(self.needed) + len(self.empty)


def desk_home(
    tournaments: Sequence[Tournament],
    progress: Progress,
    now: datetime,
    narrowed: Narrowed = NOT_NARROWED,
    does: Does = DOES_EVERYTHING,
) -> DeskHome:
    """Return what the first page shows; the tournaments were fetched with what fills them.

    What waits for somebody with another role than the reader's is left out.
    """
    by_key = {tournament.pk: tournament for tournament in tournaments}
    lines: list[DeskEventLine] = []
    beside = _deals_in_play, [event.pk for event in progress]
    alerts, rows = alert_counts.read_with(by_key, beside, narrowed=narrowed)
    deals = {(event, number): count for _deals, event, count, number, _text in rows}
    for event, state in progress.items():
        # One that was made at this moment may be of a tournament that was not listed yet.
        if event.tournament_id in by_key:
            event.tournament = by_key[event.tournament_id]
            line = _line(event, state, now)
            lines.append(replace(line, deals=deals.get((event.pk, line.step.number), 0)))
    newest = {tournament.pk: place for place, tournament in enumerate(tournaments)}
    lines.sort(key=lambda line: (newest[line.event.tournament_id], line.event.number))
    filling = [tournament_filling.filling_of(tournament) for tournament in tournaments]
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


def _deals_in_play(events: Sequence[int]) -> QuerySet[Any, Any]:
    """Return how many deals each round in play has, in the columns of the alerts."""
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
    by_tournament: dict[int, list[AlertCount]] = {}
    for alert in alerts:
        by_tournament.setdefault(alert.tournament, []).append(alert)
    return tuple(
        TournamentAlerts(tournament, tuple(by_tournament[key]))
        for key, tournament in tournaments.items()
        if not all(alert.is_quiet for alert in by_tournament.get(key, ()))
    )


def _line(event: Event, state: EventProgress, now: datetime) -> DeskEventLine:
    step = next_step(state)
    words = step_text(step, form=event.form, segments=event.segments)
    if step.code not in WAITS:
        return DeskEventLine(event, step, words)
    rounds = (state.last_round, state.earlier, state.reopened)
    playing = next((each for each in rounds if each and each.number == step.number), None)
    since = playing.since if playing else None
    minutes = max(0, int((now - since).total_seconds()) // 60) if since else 0
    return DeskEventLine(event, step, words, playing, minutes)


def _waits(line: DeskEventLine) -> bool:
    return line.step.code in WAITS


def _is_over(line: DeskEventLine) -> bool:
    return line.step.code in (Next.FINISHED, Next.ON_NOTICE)
