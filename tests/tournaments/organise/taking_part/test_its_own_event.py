"""An operation looks at its own event, whatever others there are, and at the rounds that count."""

from __future__ import annotations

import pytest

from scoring.game import find_game
from tests.cast import Cast
from tests.tournaments.organise.taking_part.test_bounds import codes, round_of, second_event
from tournaments import organise
from tournaments.base.refusals import PlanReason
from tournaments.models import EventState, Form, Ranking, RoundState
from tournaments.organise import entries, plan_checks, settings


@pytest.mark.parametrize(
    ("state", "last"),
    [(RoundState.DRAFT, 0), (RoundState.PUBLISHED, 1), (RoundState.CLOSED, 1)],
)
def test_a_draft_is_no_round_that_has_begun(cast: Cast, state: str, last: int) -> None:
    round_of(cast, 1, state)
    assert entries.last_begun(cast.event) == last


@pytest.mark.parametrize(
    ("state", "drawn"),
    [(RoundState.CANCELLED, 0), (RoundState.DRAFT, 1), (RoundState.CLOSED, 1)],
)
def test_a_withdrawn_round_fixes_nothing(cast: Cast, state: str, drawn: int) -> None:
    round_of(cast, 1, state)
    assert settings.fixed_settings(cast.event).drawn == drawn


def test_tables_of_a_round_move_whatever_other_rounds_there_are(cast: Cast) -> None:
    other = round_of(cast, 1, RoundState.CLOSED, second_event(cast))
    draft = round_of(cast, 1, RoundState.DRAFT)
    organise.move_to_free_tables(draft, cast.director)
    assert codes(lambda: organise.move_to_free_tables(other, cast.director)) == ["round_not_draft"]


def test_an_extra_deal_is_one_of_an_event_that_runs(cast: Cast) -> None:
    event = second_event(cast)

    def noted() -> list[str]:
        return codes(lambda: organise.note_extra_deal(event, cast.director, {}, "加赛"))

    assert "event_not_running" not in noted()
    type(event).objects.filter(pk=event.pk).update(state=EventState.FINISHED)
    assert "event_not_running" in noted()


@pytest.mark.parametrize(("form", "is_refused"), [(Form.TEAMS, True), (Form.PAIRS, False)])
def test_games_of_several_rooms_are_those_of_teams(form: str, *, is_refused: bool) -> None:
    game = find_game("gongzhu")
    rules = game.rules({"preset": "plusminus"})
    plan = organise.EventPlan(
        "局", "gongzhu", {}, 4, form=form, rooms=2, to_limit=True, ranking=Ranking.POINTS
    )
    found = [problem.code for problem in plan_checks.plan_problems(plan, game, rules)]
    assert (PlanReason.POINTS_OF_GAMES in found) is is_refused
