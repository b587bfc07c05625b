"""A club day in progress: an evening of sixteen in its last round, and two smaller events.

Every step checks what is there already, so that an interrupted start is continued.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.utils import timezone

from config.simulation.demo import facts, levels, table
from referee.rulings import penalties
from referee.sheets import queries as sheets
from tournaments import organise
from tournaments.models import (
    Adjustment,
    Club,
    Deal,
    Depth,
    DrawMethod,
    Event,
    Form,
    Ranking,
    Role,
    Round,
    Sitting,
    Tournament,
    User,
)
from tournaments.record.audit import Actor
from tournaments.results import queries
from tournaments.structure import procedures

CLUB: Final = "清风棋牌俱乐部"
TOURNAMENT: Final = "秋季华牌联谊赛"
PLACE: Final = "文化馆二楼"
PLAYERS: Final = (
    "陈思远", "林晓燕", "王建国", "赵敏", "周子墨", "黄丽娟", "吴大伟", "郑秋霞",
    "孙立", "何婉清", "许志强", "沈佳怡", "韩雪", "曹文轩", "彭海涛", "欧阳明珠",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Plan:
    """An event of the demo; `done` are the deals with a result at each table of the last round."""

    key: str
    event: organise.EventPlan
    entries: tuple[tuple[str, ...], ...]
    rounds: int
    done: tuple[int, ...]
    report: Callable[[int], table.Report]
    first: int
    """The number of its first deal in the file."""


SINGLES: Final = tuple((name,) for name in PLAYERS)
MAIN: Final = Plan(
    key="main",
    event=organise.EventPlan(
        "个人赛",
        "gongzhu",
        {"preset": "huapai"},
        deals_per_round=4,
        template="club_evening",
        ranking=Ranking.TABLE_POINTS,
        draw_method=DrawMethod.MOVEMENT,
        rounds_planned=5,
    ),
    entries=SINGLES,
    rounds=5,
    done=(3, 1, 4, 2),
    report=facts.captures,
    first=0,
)
TRICKS: Final = Plan(
    key="tricks",
    event=organise.EventPlan(
        "逐圈记录赛",
        "gongzhu",
        {"preset": "western"},
        deals_per_round=4,
        ranking=Ranking.POINTS,
        rounds_planned=2,
        depth=Depth.TRICKS,
    ),
    entries=SINGLES[:8],
    rounds=2,
    done=(2, 1),
    report=facts.tricks,
    first=80,
)
PAIRS: Final = Plan(
    key="pairs",
    event=organise.EventPlan(
        "双人赛",
        "gongzhu",
        {"preset": "huapai-pairs"},
        deals_per_round=4,
        form=Form.PAIRS,
        template="pairs",
        rounds_planned=2,
    ),
    entries=tuple(zip(PLAYERS[::2], PLAYERS[1::2], strict=True)),
    rounds=2,
    done=(1, 2, 1, 3),
    report=facts.captures,
    first=96,
)
LEVELS: Final = Plan(
    key="levels",
    event=organise.EventPlan(
        "升级双人赛",
        "shengji",
        {"preset": "standard-2"},
        deals_per_round=6,
        form=Form.PAIRS,
        template="pairs_matches",
        ranking=Ranking.VP_15_10,
        rounds_planned=3,
        depth=Depth.RESULT,
    ),
    entries=tuple(zip(PLAYERS[:8], PLAYERS[8:], strict=True)),
    rounds=2,
    done=(3, 5, 4, 6),
    report=levels.deal_line,
    first=0,
)
EVENTS: Final = (MAIN, TRICKS, PAIRS, LEVELS)
STEPS: Final = sum(event.rounds for event in EVENTS[1:])

CLAIMED: Final = (1, 2, 1)
"""Round, table and deal of the main event in which somebody claims the rest."""
CORRECTED: Final = (2, 3, 2)
"""Round, table and deal whose sheet was misread, agreed to, and corrected by the referee."""
CORRECTION: Final = "猪记在了下家名下，四家核对后更正"
PENALISED: Final = (3, 1, "W")
"""Round, table and seat of the penalty."""
PENALTY: Final = (-20, "亮牌后迟疑并交谈，经提醒再犯", "第12条")


def play_main(owner: User, director: User, referee: User) -> Tournament:
    """Play the main event up to the middle of its last round, and return its tournament."""
    tournament = _ensure_tournament(owner, director, referee)
    _play(MAIN, tournament, director, referee, lambda: None)
    return tournament


def play_others(
    owner: User, director: User, referee: User, step: Callable[[], object]
) -> Tournament:
    """Play the other events, and return their tournament; `step` is called after each round."""
    tournament = _ensure_tournament(owner, director, referee)
    for plan in EVENTS[1:]:
        _play(plan, tournament, director, referee, step)
    return tournament


def lacks_others() -> bool:
    """Whether an event is missing, or its last round."""
    complete = Round.objects.filter(event__name__in=[event.event.name for event in EVENTS[1:]])
    return complete.filter(number__gte=2, state=Round.State.PUBLISHED).count() < len(EVENTS) - 1


def report_of(plan: Plan, round_: int, table_: int, deal: int) -> table.Report:
    """What the table writes on the sheet of a deal; all are counted from 1."""
    number = number_of(plan, round_, table_, deal)
    if plan is MAIN and (round_, table_, deal) == CLAIMED:
        return facts.claimed(number)
    if plan is MAIN and (round_, table_, deal) == CORRECTED:
        return facts.misread(number)
    return plan.report(number)


def number_of(plan: Plan, round_: int, table_: int, deal: int) -> int:
    """The line of the file, from 0, that tells what happened in a deal."""
    tables = len(plan.entries) // (2 if plan.event.form == Form.PAIRS else 4)
    index = (round_ - 1) * tables + table_ - 1
    return plan.first + index * plan.event.deals_per_round + deal - 1


def _ensure_tournament(owner: User, director: User, referee: User) -> Tournament:
    tournament = Tournament.objects.filter(name=TOURNAMENT).first()
    if tournament is None:
        club = Club.objects.first() or organise.create_club(CLUB, owner)
        tournament = organise.create_tournament(
            club,
            Actor.of(owner),
            name=TOURNAMENT,
            place=PLACE,
            starts_on=timezone.localdate(),
            time_zone=timezone.get_current_timezone_name(),
        )
    for user, role in ((director, Role.DIRECTOR), (referee, Role.REFEREE)):
        if not user.memberships.filter(tournament=tournament, role=role).exists():
            organise.grant_role(Actor.of(owner), tournament, user, role)
    return tournament


def _play(
    plan: Plan,
    tournament: Tournament,
    director: User,
    referee: User,
    step: Callable[[], object],
) -> None:
    actor = Actor.of(director)
    event = _ensure_event(plan, tournament, actor)
    for number in range(1, plan.rounds + 1):
        round_ = _ensure_round(event, actor, number)
        for place, sitting in enumerate(_sittings(round_), 1):
            _enter(plan, sitting, number, place)
            _rule(plan, sitting, (number, place), referee)
        if number < plan.rounds and round_.state == Round.State.PUBLISHED:
            organise.close_round(round_, actor)
        step()


def _ensure_event(plan: Plan, tournament: Tournament, actor: Actor) -> Event:
    event = tournament.events.filter(name=plan.event.name).first()
    if event is None:
        event = organise.create_event(tournament, actor, plan.event)
    if not event.entries.exists():
        organise.add_entries(event, actor, [list(names) for names in plan.entries])
    return event


def _ensure_round(event: Event, actor: Actor, number: int) -> Round:
    round_ = event.rounds.filter(number=number).first()
    if round_ is None:
        round_ = organise.draw_round(event, actor)
    if round_.state == Round.State.DRAFT:
        organise.publish_round(round_, actor)
    return round_


def _sittings(round_: Round) -> list[Sitting]:
    sittings = [
        sitting
        for match in queries.matches_of(round_)
        for segment in match.segments.all()
        for sitting in segment.sittings.all()
    ]
    return sorted(sittings, key=lambda sitting: sitting.table.number)


def _enter(plan: Plan, sitting: Sitting, number: int, place: int) -> None:
    count = plan.done[place - 1] if number == plan.rounds else plan.event.deals_per_round
    table.enter(sitting, partial(_report, plan, number, place), count)


def _report(plan: Plan, number: int, place: int, deal: Deal) -> table.Report:
    report = report_of(plan, number, place, deal.play_order)
    if plan is not LEVELS:
        return report
    begins = procedures.procedure_of(deal, sheets.waiting_reports)
    return levels.report_of_line(report, begins.facts)


def _rule(plan: Plan, sitting: Sitting, at: tuple[int, int], referee: User) -> None:
    """What the referee did at this table."""
    if plan is not MAIN:
        return
    if at == CORRECTED[:2]:
        number = number_of(plan, *CORRECTED)
        deal = sitting.deals.get(play_order=CORRECTED[2])
        right = facts.captures(number)
        table.correct(deal.event.tournament, deal, right, referee, CORRECTION)
    if at == PENALISED[:2]:
        seat = sitting.seats.select_related("side").get(label=PENALISED[2])
        whom = penalties.Target(seat.side.entries.get(), seat)
        points, reason, article = PENALTY
        if not Adjustment.objects.filter(side=seat.side).exists():
            penalties.give(whom, referee, points, reason, article, key=f"demo-penalty-{seat.uid}")
