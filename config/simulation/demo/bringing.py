"""Plays an event of the demo up to its moment, by the operations of the desk and of the tables.

Every step checks what already exists, so that an interrupted start is continued.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from functools import partial
from itertools import repeat
from typing import Final

from django.utils import timezone

from config.simulation import line_ups, stage_steps, tables
from config.simulation.demo.club import ensure_club
from config.simulation.demo.moments import DemoMoment, Show
from config.simulation.demo.reports import Report
from referee.base.handed_in import Writer
from tournaments import organise
from tournaments.models import (
    Deal,
    Entry,
    Event,
    EventState,
    Form,
    Role,
    Round,
    Seat,
    Segment,
    Sitting,
    Tournament,
    User,
)
from tournaments.record.audit import Actor
from tournaments.regulations import change_regulations
from tournaments.results import queries
from tournaments.structure import segments
from tournaments.structure.regulations import regulations_of

Step = Callable[[], object]


class Far(Enum):
    """The progress of a part of a match in the middle of a round."""

    WHOLE = auto()
    SOME = auto()
    TWO_LINE_UPS = auto()
    ONE_LINE_UP = auto()


DECIDED: Final = "加赛一副后仍平，抽签决定"
MIDDLE: Final = (
    (Far.WHOLE, Far.ONE_LINE_UP),
    (Far.SOME,),
    (Far.WHOLE, Far.TWO_LINE_UPS),
    (Far.WHOLE, Far.SOME),
)
"""How far the parts of team matches are, match by match."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The setting in which events are played, and the officials.

    `referee_acts` is called at every table, and does nothing at most of them.
    """

    tournament: Tournament
    director: Actor
    referee_acts: Callable[[Sitting, tuple[int, int]], object] = lambda _sitting, _at: None


def ensure_tournament(name: str, place: str, starts_on: date, owner: User) -> Tournament:
    """Return the tournament of this name, created in the only club if missing."""
    tournament = Tournament.objects.filter(name=name).first()
    if tournament is not None:
        return tournament
    return organise.create_tournament(
        ensure_club(owner),
        Actor.from_user(owner),
        name=name,
        place=place,
        starts_on=starts_on,
        time_zone=timezone.get_current_timezone_name(),
    )


def ensure_role(owner: User, tournament: Tournament, user: User, role: Role) -> None:
    """Give an account a role in a tournament unless it has it."""
    if not user.memberships.filter(tournament=tournament, role=role).exists():
        organise.grant_role(Actor.from_user(owner), tournament, user, role)


def are_there(shows: Iterable[Show]) -> bool:
    """Whether every event exists, with all its rounds."""
    rounds = {
        (event.tournament.name, event.name): event.rounds.count()
        for event in Event.objects.select_related("tournament")
    }
    return all(rounds.get((show.day, show.event.name), -1) >= show.rounds for show in shows)


def bring(show: Show, desk: Desk, step: Step) -> None:
    """Play an event up to its moment; `step` is called after each part of it."""
    event = _ensure_event(show, desk)
    step()
    for number in range(1, show.rounds + 1):
        _bring_round(show, event, desk, number)
        step()
    if show.moment is DemoMoment.FINISHED and event.state != EventState.FINISHED:
        organise.finish_event(event, desk.director)


def _ensure_event(show: Show, desk: Desk) -> Event:
    event = desk.tournament.events.filter(name=show.event.name).first()
    if event is None:
        event = organise.create_event(desk.tournament, desk.director, show.event)
    if show.regulations.is_official and not regulations_of(event).is_official:
        change_regulations(event, desk.director, show.regulations)
        event = Event.objects.get(pk=event.pk)  # earlier regulations are cached on the object
    if not event.entries.exists():
        entered = [list(entry) for entry in show.entries]
        organise.add_entries(event, desk.director, entered, names=list(show.names))
    return event


def _bring_round(show: Show, event: Event, desk: Desk, number: int) -> None:
    """Play a round: the last one up to the moment, all others to their end."""
    round_ = event.rounds.filter(number=number).first()
    if round_ is None:
        if number > 1:
            stage_steps.open_next(event, desk.director)
        round_ = organise.draw_round(event, desk.director)
    moment = show.moment if number == show.rounds else DemoMoment.CLOSED
    if moment is not DemoMoment.DRAWN and round_.state == Round.State.DRAFT:
        organise.publish_round(round_, desk.director)
    if moment in {DemoMoment.DRAWN, DemoMoment.PUBLISHED}:
        return
    _play(show, round_, desk, is_whole=moment is not DemoMoment.IN_PLAY)
    if moment is not DemoMoment.IN_PLAY and round_.state == Round.State.PUBLISHED:
        stage_steps.decide_level(round_, desk.director, DECIDED)
        organise.close_round(round_, desk.director)
        leaving = event.entries.filter(number__in=show.gone)
        for entry in leaving.exclude(state=Entry.State.WITHDRAWN):
            organise.withdraw_entry(entry, desk.director)


def _play(show: Show, round_: Round, desk: Desk, *, is_whole: bool) -> None:
    """Play the tables of a round to their end, or as far as tables in the middle of a round."""
    is_of_teams = show.event.form == Form.TEAMS
    sittings = Sitting.objects.filter(segment__match__round=round_)
    numbers = sorted(set(sittings.values_list("table__number", flat=True)))
    for number, match in enumerate(queries.matches_of(round_)):
        middle = MIDDLE[number % len(MIDDLE)] if is_of_teams else (Far.SOME,)
        far = repeat(Far.WHOLE) if is_whole else middle
        for segment, so_far in zip(match.segments.order_by("number"), far, strict=False):
            if is_of_teams and not _line_up(segment, desk.director, round_.number, so_far):
                break
            for sitting in segment.sittings.select_related("table__tournament"):
                at = round_.number, numbers.index(sitting.table.number) + 1
                is_played = so_far is Far.WHOLE
                count = tables.MOST_DEALS if is_played else show.deals_entered(at)
                enter(sitting, partial(show.report_of, at=at), count)
                desk.referee_acts(sitting, at)


def _line_up(segment: Segment, director: Actor, number: int, far: Far) -> bool:
    """Hand in the line-ups of a segment as far as needed; return whether they are revealed."""
    if Seat.objects.filter(sitting__segment=segment).exists():
        return True
    turn = number + segment.number
    if far is Far.ONE_LINE_UP:
        first = line_ups.in_order(segment)[0]
        line_ups.hand_in(segment, director, turn, only=first.number)
        return False
    for part in segments.together(segment):
        line_ups.hand_in(part, director, turn)
    if far in {Far.WHOLE, Far.SOME}:
        organise.reveal_line_ups(segment, director)
    return far in {Far.WHOLE, Far.SOME}


def enter(sitting: Sitting, report_of: Callable[[Deal], Report], count: int) -> None:
    """Enter this many deals, and leave an unconfirmed sheet of the next one.

    Every item has a key made from its subject, so that an interrupted start is continued.
    """

    def enter_deal(writer: Writer, deal: Deal) -> None:
        sheet = tables.submit(writer, deal, report_of(deal), key=f"demo-sheet-{deal.uid}")
        if deal.play_order <= count:
            tables.confirm(writer, deal, sheet, key=f"demo-agreed-{deal.uid}")

    is_left = sitting.deals.filter(play_order=count + 1, sheets__isnull=False).exists()
    tables.play(sitting, f"demo-{sitting.uid}", enter_deal, count if is_left else count + 1)
