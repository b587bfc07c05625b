"""What levels take in every unit; the numbers are those of the catalogue's table of levels."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests import levels_cast
from tests.cast import Cast
from tournaments.models import Comparison, Form, Ranking
from tournaments.regulations.amounts import (
    WITH_AMOUNT,
    Measure,
    PenaltyClass,
    amount,
    amount_in,
    class_of,
    deal_points,
    measure_of,
)
from tournaments.regulations.articles import Level
from tournaments.regulations.lateness import late_amount_in, late_step, terms_of
from tournaments.standings.match_scores import Order

AMOUNTS = {
    Measure.POINTS: ["-20", "-50", "-100", "-200"],
    Measure.VICTORY_POINTS: ["-1/4", "-1/2", "-1", "-3"],
    Measure.IMPS: ["-1", "-2", "-3", "-9"],
    Measure.TABLE_POINTS: ["-1/4", "-1/2", "-1", "-2"],
    Measure.LEVELS: ["None", "-1", "-1", "-3"],
    Measure.MATCH_SCORE: ["-1/2", "-1", "-2", "-3"],
    Measure.OUTCOMES: ["0", "-1/4", "-1/2", "-1"],
    Measure.PERCENT: ["-5", "-10", "-25", "-100"],
}
LATE = {
    Measure.POINTS: ["0", "-50", "-100", "-150", "-250"],
    Measure.VICTORY_POINTS: ["0", "-4/5", "-8/5", "-12/5", "-4"],
    Measure.IMPS: ["0", "-3", "-6", "-9", "-15"],
    Measure.TABLE_POINTS: ["0", "-1/2", "-1", "-3/2", "-5/2"],
    Measure.LEVELS: ["-2", "-3", "-4", "-5", "-6"],
    Measure.MATCH_SCORE: ["0", "-1", "-2", "-3", "-5"],
    Measure.OUTCOMES: ["0", "-1/4", "-1/2", "-3/4", "-5/4"],
    Measure.PERCENT: ["0", "-10", "-25", "-35", "-60"],
}


@pytest.mark.parametrize("measure", Measure)
def test_every_unit_has_its_amounts(measure: Measure) -> None:
    assert [str(amount_in(measure, level)) for level in WITH_AMOUNT] == AMOUNTS[measure]
    assert [str(late_amount_in(measure, late)) for late in (10, 15, 16, 25, 30)] == LATE[measure]


@pytest.mark.parametrize("measure", Measure)
def test_warnings_take_nothing_and_what_is_lost_is_no_number(measure: Measure) -> None:
    free = [amount_in(measure, level) for level in (Level.L0, Level.L1, Level.L2)]
    assert free == [0, 0, 0]
    others = (Level.RECT, Level.L7, Level.L8, Level.L9)
    assert [amount_in(measure, level) for level in others] == [None] * 4


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        (800, ["-20", "-40", "-80", "-160"]),
        (1000, AMOUNTS[Measure.POINTS]),
        (2000, ["-40", "-100", "-200", "-400"]),
        (None, AMOUNTS[Measure.POINTS]),
    ],
)
def test_points_go_by_what_a_game_is_played_to(target: int | None, expected: list[str]) -> None:
    """Scenario 5: in a game to 800 a standard penalty is 80."""
    amounts = [str(amount_in(Measure.POINTS, level, target)) for level in WITH_AMOUNT]
    assert amounts == expected


def test_every_ranking_has_a_measure(cast: Cast) -> None:
    expected = {
        Ranking.POINTS: Measure.POINTS,
        Ranking.TABLE_POINTS: measure_of(cast.event, at_table=False),
        Ranking.VP_15_10: Measure.MATCH_SCORE,
        Ranking.VP_13: Measure.MATCH_SCORE,
        Ranking.WDL_2_1_0: Measure.OUTCOMES,
        Ranking.WIN_3: Measure.OUTCOMES,
        Ranking.VP_20: Measure.VICTORY_POINTS,
    }
    for ranking in Ranking:
        cast.event.ranking = Order(ranking)
        if ranking != Ranking.TABLE_POINTS:
            assert measure_of(cast.event, at_table=False) is expected[ranking]
        assert measure_of(cast.event, at_table=True) is Measure.POINTS


def test_compared_boards_have_units_of_their_own(cast: Cast) -> None:
    cast.event.ranking = Ranking.POINTS
    expected = {
        Comparison.IMP: Measure.IMPS,
        Comparison.DATUM_IMP: Measure.IMPS,
        Comparison.BOARD: Measure.OUTCOMES,
        Comparison.MATCHPOINTS: Measure.PERCENT,
    }
    for comparison, measure in expected.items():
        cast.event.comparison = comparison
        assert measure_of(cast.event, at_table=False) is measure


def test_a_percent_is_given_in_matchpoints(cast: Cast) -> None:
    """Two tables of four who each play for themselves: the top of a board is 2 matchpoints."""
    cast.event.comparison, cast.event.ranking = Comparison.MATCHPOINTS, Ranking.POINTS
    entries = cast.event.entries.count()
    top = 2 * (entries // 4 - 1)
    assert amount(cast.event, Level.L6, at_table=False) == -max(1, top)
    cast.event.form = Form.PAIRS
    top = 2 * (entries // 2 - 1)
    assert amount(cast.event, Level.L4, at_table=False) == -Fraction(top, 10)


@pytest.mark.django_db
def test_where_levels_are_played_the_lightest_takes_points_of_the_deal() -> None:
    event = levels_cast.assemble().event
    assert amount(event, Level.L3, at_table=True) is None
    assert deal_points(event, Level.L3) == -10
    assert amount(event, Level.L4, at_table=True) == -1
    assert amount(event, Level.L6, at_table=True) == -3
    assert deal_points(event, Level.L4) is None


@pytest.mark.parametrize(
    ("minutes", "code"),
    [(0, None), (1, "T-01"), (10, "T-01"), (11, "T-02"), (30, "T-02"), (31, "T-03")],
)
def test_lateness_has_its_article_by_the_minute(cast: Cast, minutes: int, code: str | None) -> None:
    """Scenario 8: 12 minutes late is T-02, 31 a forfeit."""
    step = late_step(minutes, terms_of(cast.event))
    assert (step.article.value if step else None) == code
    assert (step is not None and step.is_forfeit) == (code == "T-03")


def test_conduct_is_told_from_how_a_thing_was_done() -> None:
    assert class_of(Level.L5) is PenaltyClass.PROCEDURAL
    assert class_of(Level.L7, "R") is PenaltyClass.PROCEDURAL
    assert class_of(Level.L2, "B") is PenaltyClass.DISCIPLINARY
    assert class_of(Level.L8) is class_of(Level.L9) is PenaltyClass.DISCIPLINARY
