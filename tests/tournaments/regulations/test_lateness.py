"""迟到 in numbers: steps by the minute in every unit; what is printed is what is given."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.utils import translation

from tests import levels_cast
from tests.cast import Cast
from tournaments.models import Comparison, Event, EventRegulations, Ranking, Size
from tournaments.regulations.amounts import Measure
from tournaments.regulations.lateness import LateTerms, Whom, late_step, late_steps, terms_of
from web.publish.pages import articles as pages
from web.publish.pdf.book import Grid
from web.publish.printed import articles as printed


def given(minutes: int, terms: LateTerms) -> Fraction:
    step = late_step(minutes, terms)
    assert step is not None
    return step.amount


@pytest.mark.parametrize(
    ("minutes", "points"),
    [(1, 0), (10, 0), (11, -50), (15, -50), (16, -100), (20, -100), (21, -150), (30, -250)],
)
def test_steps_of_a_game_to_a_thousand(minutes: int, points: int) -> None:
    """The catalogue, T-01 and T-02."""
    step = late_step(minutes, LateTerms(Measure.POINTS))
    assert step is not None
    assert step.amount == points
    assert step.is_warning == (minutes <= 10)


def test_steps_of_a_game_to_eight_hundred() -> None:
    """Worked case 1: sixteen minutes are -80 where a game is played to 800."""
    terms = LateTerms(Measure.POINTS, target=800)
    assert [given(minutes, terms) for minutes in (12, 16, 24, 26)] == [-40, -80, -120, -200]


@pytest.mark.parametrize(
    ("measure", "amounts"),
    [
        (Measure.MATCH_SCORE, [-1, -2, -3, -5]),
        (Measure.VICTORY_POINTS, [Fraction(-4, 5), Fraction(-8, 5), Fraction(-12, 5), -4]),
        (Measure.IMPS, [-3, -6, -9, -15]),
    ],
)
def test_steps_in_victory_points(measure: Measure, amounts: list[Fraction]) -> None:
    """Scenario 8: twelve minutes are -1 on 25-5 and -0.8 on 20-0; 31 minutes are a walkover."""
    terms = LateTerms(measure, Whom.ENTRY)
    assert [given(minutes, terms) for minutes in (12, 18, 22, 30)] == amounts
    forfeited = late_step(31, terms)
    assert forfeited is not None
    assert forfeited.is_forfeit


def test_minute_of_forfeit_is_a_field() -> None:
    terms = LateTerms(Measure.LEVELS, Whom.OTHER_SIDE, forfeit=10)
    ten, eleven = (late_step(minutes, terms) for minutes in (10, 11))
    assert ten is not None
    assert eleven is not None
    assert (int(ten.amount), ten.is_forfeit, eleven.is_forfeit) == (2, False, True)


def official(event: Event, **columns: object) -> Event:
    """Make an event an official competition; the event with its new columns."""
    EventRegulations.objects.update_or_create(event=event, defaults={"size": Size.OFFICIAL})
    event = Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)
    for name, value in columns.items():
        setattr(event, name, value)
    return event


FORMS = [
    {"ranking": Ranking.POINTS},
    {"ranking": Ranking.TABLE_POINTS},
    {"ranking": Ranking.VP_20},
    {"ranking": Ranking.VP_15_10},
    {"ranking": Ranking.WDL_2_1_0},
    {"ranking": Ranking.POINTS, "comparison": Comparison.IMP},
    {"ranking": Ranking.POINTS, "comparison": Comparison.MATCHPOINTS},
    {"ranking": Ranking.POINTS, "comparison": Comparison.BOARD},
]


@pytest.mark.parametrize("columns", FORMS, ids=lambda columns: "-".join(map(str, columns.values())))
def test_very_late_is_a_number_in_every_event(cast: Cast, columns: dict[str, str]) -> None:
    """T-02 takes something in the unit of every event, also of matchpoints and of boards."""
    terms = terms_of(official(cast.event, **columns))
    amounts = [given(minutes, terms) for minutes in (11, 16, 21, 26)]
    assert all(
        later < earlier for earlier, later in zip([Fraction(0), *amounts], amounts, strict=False)
    )


def test_matchpoints_are_a_share_of_a_top(cast: Cast) -> None:
    """Two tables of single players: a top is two matchpoints, 10 % of it a fifth of one."""
    columns = {"ranking": Ranking.POINTS, "comparison": Comparison.MATCHPOINTS}
    terms = terms_of(official(cast.event, **columns))
    assert (terms.measure, terms.whom) == (Measure.PERCENT, Whom.SEAT)
    tenth = Fraction(terms.top, 10)
    assert [given(minutes, terms) for minutes in (12, 16)] == [-tenth, tenth * Fraction(-5, 2)]


@pytest.mark.parametrize("columns", FORMS, ids=lambda columns: "-".join(map(str, columns.values())))
def test_the_printed_table_is_what_is_given(cast: Cast, columns: dict[str, str]) -> None:
    event = official(cast.event, **columns)
    terms = terms_of(event)
    with translation.override("en"):
        table = pages.table(event)
        grids = [block for block in printed.blocks(table) if isinstance(block, Grid)]
    (paper,) = [grid.rows for grid in grids if grid.rows == printed.late_rows(table)]
    assert [row[0] for row in paper] == ["T-01", "T-02", "T-02", "T-02", "T-02", "T-03"]
    for row, (first, last, step) in zip(table.late, late_steps(terms), strict=True):
        assert f"{first} " in row.minutes
        assert late_step(first, terms) == late_step(last or first, terms) == step
        number = str(step.amount).replace("-", "−") if step.amount.denominator == 1 else ""
        assert number in row.follows or step.is_warning or step.is_forfeit


@pytest.mark.django_db
def test_where_levels_are_played_the_opponents_gain_them() -> None:
    """Scenario 8, 升级: a level for every five minutes begun, by T-01 too."""
    event = official(levels_cast.assemble().event)
    with translation.override("en"):
        rows = [(row.article, row.minutes, row.follows) for row in pages.table(event).late]
    assert rows[:3] == [
        ("T-01", "1 to 5 minutes", "the opponents start 1 level higher"),
        ("T-01", "6 to 10 minutes", "the opponents start 2 levels higher"),
        ("T-02", "11 to 15 minutes", "the opponents start 3 levels higher"),
    ]
    assert rows[-1] == ("T-03", "31 minutes and more", "the match is forfeited")


def test_a_club_event_prints_no_steps_of_lateness(cast: Cast) -> None:
    assert pages.table(cast.event).late == ()
