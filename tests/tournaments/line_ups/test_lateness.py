"""When a line-up is late, what that costs, and which plans name an hour at all."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests import teams_cast
from tests.teams_cast import Teams, codes
from tests.tournaments.line_ups.test_line_up_hours import ALTERNATING, NOON, minutes
from tournaments import organise
from tournaments.models import Ranking
from tournaments.organise import EventPlan
from tournaments.refusals import Reason
from tournaments.regulations import late_line_ups as late_penalties
from tournaments.structure.line_up_deadlines import late, own_hour
from tournaments.structure.line_up_places import second


@pytest.mark.parametrize(
    ("order", "home_right", "sides"),
    [
        ("alternating", 1, [1, 2, 1, 2]),
        ("alternating", 2, [2, 1, 2, 1]),
        ("home_second", 2, [1, 1, 1, 1]),
        ("away_second", 1, [2, 2, 2, 2]),
        ("blind", 1, [None] * 4),
    ],
)
def test_the_seating_right_goes_from_side_to_side_where_it_is_to(
    order: str, home_right: int, sides: list[int | None]
) -> None:
    assert [second(order, part, home_right) for part in range(1, 5)] == sides


@pytest.mark.parametrize(
    ("after", "handed_in", "steps"),
    [(0, None, None), (0.1, None, 1), (5, None, 1), (5.1, None, 2), (60, 11, 3), (60, 0, None)],
)
def test_every_five_minutes_that_have_begun_count_up_to_when_it_came(
    after: float, handed_in: float | None, steps: int | None
) -> None:
    at = None if handed_in is None else NOON + minutes(handed_in)
    lateness = late(NOON, at, NOON + minutes(after))
    assert (lateness.steps if lateness else None) == steps


def test_who_waits_for_the_other_side_is_not_late_before_it_is_in() -> None:
    assert own_hour(NOON, hands_in_second=True, other_at=None) is None
    for came, due in ((-30, 0), (-2, 3), (20, 25)):
        hour = own_hour(NOON, hands_in_second=True, other_at=NOON + minutes(came))
        assert hour == NOON + minutes(due)
    assert own_hour(None, hands_in_second=True, other_at=NOON) is None


@pytest.mark.full
@pytest.mark.parametrize(
    ("settings", "points"),
    [
        ({"ranking": Ranking.VP_20, "comparison": "imp", "boards": "passed"}, Fraction(-1, 2)),
        ({"ranking": Ranking.WDL_2_1_0}, Fraction(0)),
        ({"ranking": Ranking.TABLE_POINTS}, Fraction(-1, 2)),
        ({"ranking": Ranking.POINTS, "comparison": "imp", "boards": "passed"}, Fraction(-2)),
        ({"ranking": Ranking.POINTS}, Fraction(-40)),
    ],
)
def test_the_usual_penalty_goes_by_what_the_standings_count(
    db: None, settings: dict[str, Any], points: Fraction
) -> None:
    event = teams_cast.assemble(drawn=False, **settings).event
    lateness = late(NOON, None, NOON + minutes(6))
    assert lateness is not None
    assert late_penalties.penalty(event, lateness) == points


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"line_up_order": ALTERNATING}, Reason.RIGHT_IN_ONE_SEGMENT),
        ({"form": "pairs", "line_up_minutes": 10}, Reason.LINE_UPS_WITHOUT_TEAMS),
    ],
)
def test_what_means_nothing_is_refused_in_the_plan(
    teams: Teams, changed: dict[str, Any], reason: Reason
) -> None:
    rules = {"preset": "huapai-pairs"}
    plan = EventPlan("Cup", "gongzhu", rules, form="teams", ranking=Ranking.POINTS)
    refusals = codes(
        lambda: organise.create_event(
            teams.cast.tournament, teams.cast.director, replace(plan, **changed)
        )
    )
    assert refusals == [reason]
    fits = replace(plan, segments=2, line_up_order=ALTERNATING, line_up_minutes=10)
    event = organise.create_event(teams.cast.tournament, teams.cast.director, fits)
    assert (event.line_up_order, event.line_up_minutes) == (ALTERNATING, 10)
