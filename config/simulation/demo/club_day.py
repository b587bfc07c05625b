"""A club day in progress: an evening of sixteen in its last round, and two smaller events.

Every step checks what already exists, so that an interrupted start is continued.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from django.utils import timezone

from config.simulation import tables
from config.simulation.demo import reports
from config.simulation.demo.bringing import Desk, Step, bring, ensure_role, ensure_tournament
from config.simulation.demo.club import MEMBERS
from config.simulation.demo.moments import (
    LEVEL_GAME,
    PIGS,
    PIGS_OF_TWO,
    DemoMoment,
    Show,
    of_template,
)
from referee.rulings import penalties
from referee.sheets import queries
from tournaments import organise
from tournaments.models import (
    Adjustment,
    Deal,
    Depth,
    DrawMethod,
    Form,
    Ranking,
    Role,
    Sitting,
    Tournament,
    User,
)
from tournaments.record.audit import Actor

TOURNAMENT: Final = "秋季华牌联谊赛"
PLACE: Final = "文化馆二楼"
Officials = tuple[User, User, User]
"""Owner, director and referee."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedEvent(Show):
    """An event of the day; `done` are the deals with a result at each table of the last round.

    `report` tells a deal by its line in the file, of which `first` is the first one.
    """

    day: str = TOURNAMENT
    moment: DemoMoment = DemoMoment.IN_PLAY
    done: tuple[int, ...]
    first: int
    report: Callable[[int], reports.Report] = reports.captures

    def report_of(self, deal: Deal, at: tuple[int, int]) -> reports.Report:
        """Return the report on the sheet of a deal."""
        number = number_of(self, *at, deal.play_order)
        if self.event.depth == Depth.RESULT:
            return reports.levels(number, queries.beginning_of(deal).facts)
        if self is MAIN and (*at, deal.play_order) == CLAIMED:
            return reports.claimed(number)
        if self is MAIN and (*at, deal.play_order) == CORRECTED:
            return reports.misread(number)
        return self.report(number)

    def deals_entered(self, at: tuple[int, int]) -> int:
        """Return the number of deals entered at a table of the last round."""
        return self.done[at[1] - 1]


SINGLES: Final = tuple((name,) for name in MEMBERS)
MAIN: Final = PlannedEvent(
    event=of_template(
        "club_evening", "个人赛", PIGS, deals_per_round=4, draw_method=DrawMethod.MOVEMENT
    ),
    entries=SINGLES,
    rounds=5,
    done=(3, 1, 4, 2),
    first=0,
)
OPENING: Final = replace(MAIN, rounds=1, moment=DemoMoment.PUBLISHED)
"""The main event as it is before its first deal."""
TRICKS: Final = PlannedEvent(
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
    report=reports.tricks,
    first=80,
)
PAIRS: Final = PlannedEvent(
    event=of_template(
        "pairs",
        "双人赛",
        PIGS_OF_TWO,
        deals_per_round=4,
        draw_method=DrawMethod.RANDOM,
        rounds_planned=2,
    ),
    entries=tuple(zip(MEMBERS[::2], MEMBERS[1::2], strict=True)),
    rounds=2,
    done=(1, 2, 1, 3),
    first=96,
)
LEVELS: Final = PlannedEvent(
    event=of_template(
        "pairs_matches",
        "升级双人赛",
        LEVEL_GAME,
        deals_per_round=6,
        draw_method=DrawMethod.RANDOM,
        rounds_planned=3,
    ),
    entries=tuple(zip(MEMBERS[:8], MEMBERS[8:], strict=True)),
    rounds=2,
    done=(3, 5, 4, 6),
    first=0,
)
EVENTS: Final = (MAIN, TRICKS, PAIRS, LEVELS)

CLAIMED: Final = (1, 2, 1)
"""Round, table and deal of the main event in which somebody claims the rest."""
CORRECTED: Final = (2, 3, 2)
"""Round, table and deal whose sheet was misread, agreed to, and corrected by the referee."""
CORRECTION: Final = "猪记在了下家名下，四家核对后更正"
PENALISED: Final = (3, 1, "W")
"""Round, table and seat of the penalty."""
PENALTY: Final = (-20, "亮牌后迟疑并交谈，经提醒再犯", "第12条")


def play(plans: Iterable[PlannedEvent], officials: Officials, step: Step) -> Tournament:
    """Play events of the day up to the middle of their last rounds, and return its tournament."""
    owner, director, referee = officials
    tournament = ensure_tournament(TOURNAMENT, PLACE, timezone.localdate(), owner)
    ensure_role(owner, tournament, director, Role.DIRECTOR)
    ensure_role(owner, tournament, referee, Role.REFEREE)
    desk = Desk(tournament, Actor.from_user(director))
    for plan in plans:
        acts = partial(_rule, referee) if plan is MAIN else desk.referee_acts
        bring(plan, replace(desk, referee_acts=acts), step)
    return tournament


def number_of(plan: PlannedEvent, round_: int, table_: int, deal: int) -> int:
    """Return the line of the file, from 0, for a deal."""
    at_once = len(plan.entries) // (2 if plan.event.form == Form.PAIRS else 4)
    index = (round_ - 1) * at_once + table_ - 1
    return plan.first + index * plan.event.deals_per_round + deal - 1


def _rule(referee: User, sitting: Sitting, at: tuple[int, int]) -> None:
    """Have the referee make the planned corrections and penalties at a table of the main event."""
    if at == CORRECTED[:2]:
        deal = tables.deals(sitting=sitting).get(play_order=CORRECTED[2])
        if deal.version == 1:
            right = reports.captures(number_of(MAIN, *CORRECTED))
            keys = f"demo-corrected-{deal.uid}", f"demo-correction-{deal.uid}"
            tables.decide(deal, right, referee, CORRECTION, keys)
    if at == PENALISED[:2]:
        seat = sitting.seats.select_related("side").get(label=PENALISED[2])
        whom = penalties.Target(seat.side.entries.get(), seat)
        points, reason, article = PENALTY
        if not Adjustment.objects.filter(side=seat.side).exists():
            penalties.give(whom, referee, points, reason, article, key=f"demo-penalty-{seat.uid}")
