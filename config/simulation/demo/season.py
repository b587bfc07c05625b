"""The season of the demo: three finished evenings of the same twelve members, points and ratings.

Its players differ in strength: the result of every table is chosen among several deals, those
better for the stronger players being likelier. So ratings and points are meaningful.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from itertools import permutations
from typing import Any, Final

from django.utils import timezone

from clubs import seasons
from clubs.seasons import scales
from clubs.seasons.choosing import SeasonChoice
from config.simulation.demo import club as demo_club
from config.simulation.demo import club_day, reports
from config.simulation.demo.bringing import Desk, Step, bring, ensure_role, ensure_tournament
from config.simulation.demo.moments import PIGS, DemoMoment, Show, of_template
from config.simulation.made_up_values import pseudo_random
from scoring.game import Context, Game
from tournaments.models import (
    Club,
    Deal,
    EventLevel,
    Role,
    Season,
    Seat,
    Tournament,
    User,
)
from tournaments.record.audit import Actor
from tournaments.structure import games

PLAYERS: Final = (
    "林晓燕", "何婉清", "陈思远", "赵敏", "吴大伟", "孙立",
    "黄丽娟", "周子墨", "郑秋霞", "王建国", "沈佳怡", "许志强",
)  # fmt: skip
"""The players of the season, the strongest first."""
EVENINGS: Final = ("秋季赛季第一晚", "秋季赛季第二晚", "秋季赛季第三晚")
NAME: Final = "秋季赛季"
SCALE: Final = "1: 12 10 8 7 6 5 4 3 2 +1"
ROUNDS: Final = 7
CHOICES: Final = 5
"""Among so many deals is chosen what happened at a table, where strength decides."""
LUCK: Final = 4
"""One deal in so many is anybody's."""
WEEK: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class DemoEvening(Show):
    """An evening of the season, where the stronger players have the better results."""

    def report_of(self, deal: Deal, at: tuple[int, int]) -> reports.Report:
        """Return what a table writes on a sheet."""
        game = games.game_of(deal.event)
        rules = game.rules(games.ruleset_of(deal).rules)
        context = games.context_of(deal, games.Use.SETTLE)
        first = pseudo_random(self.day, *map(str, at), str(deal.play_order))
        offered = [reports.captures(first + number) for number in range(CHOICES)]
        possible = [report for report in offered if not game.problems(report, rules, context)]
        if not possible or first % LUCK == 0:
            return reports.report_of_deal(self.day, deal, at)
        strengths = _strengths(deal)
        return max(possible, key=lambda report: _worth(game, report, rules, context, strengths))


def _evening(day: str) -> DemoEvening:
    event = of_template("club_evening", "积分赛", PIGS, deals_per_round=2, rounds_planned=ROUNDS)
    entries = tuple((name,) for name in PLAYERS)
    return DemoEvening(day, event, entries, rounds=ROUNDS, moment=DemoMoment.FINISHED)


SHOWS: Final[Sequence[DemoEvening]] = tuple(map(_evening, EVENINGS))


def make(owner: User, director: User, step: Step) -> None:
    """Create the season, or its missing parts; `step` is called after each part."""
    evenings = []
    for number, show in enumerate(SHOWS):
        starts_on = timezone.localdate() - (len(SHOWS) - number) * WEEK
        tournament = ensure_tournament(show.day, club_day.PLACE, starts_on, owner)
        ensure_role(owner, tournament, director, Role.DIRECTOR)
        bring(show, Desk(tournament, Actor.from_user(director)), step)
        evenings.append(tournament)
    _ensure_season(evenings[0].club, Actor.from_user(owner), evenings)


def _ensure_season(club: Club, actor: Actor, evenings: Sequence[Tournament]) -> None:
    if Season.objects.filter(club=club, name=NAME).exists():
        return
    demo_club.switch_on(club, actor)
    rules = seasons.SeasonRules(NAME, scales.read_text(SCALE), attendance=Fraction(1))
    season = seasons.create_season(club, actor, rules)
    choice = SeasonChoice(EventLevel.EVENING, Fraction(1))
    events = [event.pk for tournament in evenings for event in tournament.events.all()]
    seasons.choose_events(season, actor, dict.fromkeys(events, choice), events)


def _strengths(deal: Deal) -> Mapping[str, int]:
    """Return the strength of the player at each seat."""
    seats = Seat.objects.filter(sitting=deal.sitting_id).values_list("label", "person__name")
    return {label: len(PLAYERS) - PLAYERS.index(name) for label, name in seats}


def _worth(
    game: Game[Any],
    report: reports.Report,
    rules: Any,
    context: Context,
    strengths: Mapping[str, int],
) -> int:
    """Return how well a report fits the strengths: the stronger of every two is ahead."""
    scores = game.settle(report, rules, context).scores
    return sum(
        (strengths[one] - strengths[other]) * (scores[one] > scores[other])
        for one, other in permutations(strengths, 2)
    )
