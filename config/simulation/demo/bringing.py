"""Brings an event of the demo to its moment, by the operations of the desk and of the tables.

Every step checks what is there already, so that an interrupted start is continued.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from itertools import repeat
from typing import Final

from config.simulation.demo import table, telling
from config.simulation.demo.moments import Moment, Show
from config.simulation.made_up_values import pseudo_random
from config.simulation.rehearsal import line_ups, stage_steps
from tournaments import organise
from tournaments.models import (
    Entry,
    Event,
    EventState,
    Form,
    Round,
    Seat,
    Segment,
    Sitting,
    Tournament,
)
from tournaments.record.audit import Actor
from tournaments.results import queries
from tournaments.structure import segments

MOST_DEALS: Final = 1000
"""More deals than any table has."""
MOST_SHOWN: Final = 8
"""A table in the middle of a round has played fewer deals than this."""

Step = Callable[[], object]


class Far(Enum):
    """How far a part of a match is in the middle of a round."""

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
    """Where an event is brought to its moment, and by whom."""

    tournament: Tournament
    director: Actor


def bring(show: Show, desk: Desk, step: Step) -> None:
    """Bring an event to its moment; `step` is called after each part of it."""
    event = _ensure_event(show, desk)
    step()
    for number in range(1, show.rounds + 1):
        _bring_round(show, event, desk, number)
        step()
    if show.moment is Moment.FINISHED and event.state != EventState.FINISHED:
        organise.finish_event(event, desk.director)


def _ensure_event(show: Show, desk: Desk) -> Event:
    event = desk.tournament.events.filter(name=show.event.name).first()
    if event is None:
        event = organise.create_event(desk.tournament, desk.director, show.event)
    if not event.entries.exists():
        entered = [list(entry) for entry in show.entries]
        organise.add_entries(event, desk.director, entered, names=list(show.names))
    return event


def _bring_round(show: Show, event: Event, desk: Desk, number: int) -> None:
    """Bring a round as far as it is to go: the last one to the moment, all others to their end."""
    round_ = event.rounds.filter(number=number).first() or _draw_next(event, desk)
    moment = show.moment if number == show.rounds else Moment.CLOSED
    if moment is not Moment.DRAWN and round_.state == Round.State.DRAFT:
        organise.publish_round(round_, desk.director)
    if moment in {Moment.DRAWN, Moment.PUBLISHED}:
        return
    _play(show, round_, desk, is_whole=moment is not Moment.IN_PLAY)
    if moment is not Moment.IN_PLAY and round_.state == Round.State.PUBLISHED:
        stage_steps.decide_level(round_, desk.director, DECIDED)
        organise.close_round(round_, desk.director)
        _withdraw(show, event, desk)


def _draw_next(event: Event, desk: Desk) -> Round:
    """Draw the next round, in the next stage where the one before is over."""
    if event.rounds.exists():
        stage_steps.open_next(event, desk.director)
    return organise.draw_round(event, desk.director)


def _play(show: Show, round_: Round, desk: Desk, *, is_whole: bool) -> None:
    """Play the tables of a round to their end, or so far as tables are in the middle of a round."""
    is_of_teams = show.event.form == Form.TEAMS
    for number, match in enumerate(queries.matches_of(round_)):
        middle = MIDDLE[number % len(MIDDLE)] if is_of_teams else (Far.SOME,)
        far = repeat(Far.WHOLE) if is_whole else middle
        for segment, so_far in zip(match.segments.order_by("number"), far, strict=False):
            if is_of_teams and not _line_up(segment, desk.director, round_.number, so_far):
                break
            for sitting in segment.sittings.select_related("table__tournament"):
                _enter(show, round_, sitting, is_whole=so_far is Far.WHOLE)


def _line_up(segment: Segment, director: Actor, number: int, far: Far) -> bool:
    """Hand in the line-ups of a segment as far as they are in; whether they are revealed."""
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


def _enter(show: Show, round_: Round, sitting: Sitting, *, is_whole: bool) -> None:
    place, at_most = sitting.table.number, min(MOST_SHOWN, round_.event.deals_per_round)
    count = pseudo_random(show.key, "played", round_.number, place) % at_most
    tell = partial(telling.report_of_deal, show.key, at=(round_.number, place))
    table.enter(sitting, tell, MOST_DEALS if is_whole else count)


def _withdraw(show: Show, event: Event, desk: Desk) -> None:
    """Let those go home who do so after the first round."""
    leaving = event.entries.filter(number__in=show.gone)
    for entry in leaving.exclude(state=Entry.State.WITHDRAWN):
        organise.withdraw_entry(entry, desk.director)
