"""The program's catalogue: all infractions, and how they read in an event."""

from __future__ import annotations

from collections import Counter

import pytest
from django.utils import translation

from tests import levels_cast
from tests.cast import Cast
from tournaments.models import Form
from tournaments.regulations.articles import (
    Article,
    Authority,
    Escalation,
    Level,
    RepeatWindow,
    Scope,
    article,
    articles,
    differs_freely,
    proposed_authority,
    proposed_level,
)
from tournaments.regulations.infractions import COMMON, INFRACTIONS, table
from tournaments.regulations.infractions.values import FAMILIES, FormColumn, Infraction, Terms

COUNTS = {"G": 6, "D": 10, "E": 10, "P": 11, "R": 6, "C": 6, "T": 9, "I": 10}
COUNTS |= {"B": 7, "A": 12, "S": 6}
BY_BOTH = {"G-05", "D-10", "I-07", "I-09", "B-05", "B-06", "A-11"}


def found(cast: Cast, code: str) -> Article:
    row = article(cast.event, code)
    assert row is not None
    return row


def test_all_infractions_are_there_once_by_family() -> None:
    assert Counter(row.family for row in INFRACTIONS) == COUNTS
    assert len({row.code for row in INFRACTIONS}) == sum(COUNTS.values()) == 93
    assert set(COUNTS) == set(FAMILIES)
    order = [(FAMILIES.index(row.family), row.code) for row in INFRACTIONS]
    assert order == sorted(order)


def test_every_infraction_has_a_name_in_both_languages() -> None:
    for language in ("en", "zh-hans"):
        with translation.override(language):
            names = [str(row.name) for row in INFRACTIONS]
        assert len(set(names)) == 93
        assert all(name.isascii() for name in names) == (language == "en")


def test_a_row_is_terms_by_column_and_marks_of_which_each_is_known() -> None:
    row = table._row("X-01", "", "L1 2:L3 3:L7@chief | - | rect", "deputy stage person facts")
    steps = (Escalation(2, Level.L3), Escalation(3, Level.L7, Authority.CHIEF))
    first = {FormColumn.INDIVIDUAL: Terms(Level.L1, steps), FormColumn.LEVELS: Terms(Level.RECT)}
    assert row == Infraction(
        "X-01", "", first, Authority.DEPUTY, RepeatWindow.STAGE, Scope.PERSON, needs_facts=True
    )
    assert table._row("X-02", "", "L9").terms == dict.fromkeys(FormColumn, Terms(Level.L9))
    for terms, marks in (("L1", "facts persn"), ("L1 | L2", ""), ("L10", ""), ("L1 2:L3@chef", "")):
        with pytest.raises((ValueError, KeyError)):
            table._row("X-03", "", terms, marks)


def test_steps_rise_and_come_after_the_first_offence() -> None:
    for row in INFRACTIONS:
        for terms in row.terms.values():
            heights = [step.level.height for step in terms.steps]
            assert heights == sorted(heights)
            assert all(height >= terms.level.height for height in heights), row.code
            numbers = [step.nth for step in terms.steps]
            assert numbers == sorted(set(numbers))
            assert all(nth >= 2 for nth in numbers)


def test_only_the_chief_with_the_organiser_excludes_anybody() -> None:
    assert {row.code for row in INFRACTIONS if row.who == Authority.CHIEF_AND_ORGANISER} == BY_BOTH
    for row in INFRACTIONS:
        for terms in row.terms.values():
            if terms.level is Level.L9:
                assert row.who == Authority.CHIEF_AND_ORGANISER


@pytest.mark.parametrize("column", FormColumn)
def test_ten_are_common_in_every_kind_of_event(column: FormColumn) -> None:
    common = [row for row in INFRACTIONS if row.code in COMMON and column in row.terms]
    assert len(common) == 10


def test_levels_differ_by_form(cast: Cast) -> None:
    alone = found(cast, "G-02")
    assert (alone.level, alone.window, alone.counts) == (Level.L1, RepeatWindow.STAGE, Scope.SIDE)
    assert found(cast, "R-02").window == RepeatWindow.GAME
    cast.event.form = Form.TEAMS
    assert found(cast, "G-02").level == Level.L3
    assert found(cast, "R-02").window == RepeatWindow.MATCH
    assert article(cast.event, "D-02") is None
    assert article(cast.event, "D-08") is not None


def test_exposures_are_of_points_and_kitties_of_levels(cast: Cast) -> None:
    assert {row.family for row in articles(cast.event)} == set(FAMILIES) - {"S"}


@pytest.mark.django_db
def test_a_game_of_levels_has_its_own_articles() -> None:
    cast = levels_cast.assemble()
    assert {row.family for row in articles(cast.event)} == set(FAMILIES) - {"E"}
    assert found(cast, "R-02").steps == (Escalation(3, Level.L7),)
    assert found(cast, "I-02").steps[0] == Escalation(2, Level.L6)


def test_what_is_repeated_rises_by_its_steps(cast: Cast) -> None:
    """Scenario 2: a late exposure is a warning, the second one in a stage 20 points."""
    late = found(cast, "E-01")
    assert late.window == RepeatWindow.STAGE
    assert [proposed_level(late, earlier) for earlier in (0, 1, 2)] == [
        Level.L1,
        Level.L3,
        Level.L3,
    ]


def test_the_third_overrun_is_the_first_that_costs(cast: Cast) -> None:
    """Scenario 9: the first and the second are only logged."""
    slow = found(cast, "T-05")
    levels = [proposed_level(slow, earlier) for earlier in range(4)]
    assert levels == [Level.L1, Level.L1, Level.L3, Level.L3]


def test_a_step_may_belong_to_a_higher_office(cast: Cast) -> None:
    signals = found(cast, "I-02")
    offices = [proposed_authority(signals, earlier) for earlier in range(3)]
    assert offices == [Authority.REFEREE, Authority.REFEREE, Authority.CHIEF]
    abuse = found(cast, "B-04")
    assert proposed_authority(abuse, 1) == Authority.CHIEF_AND_ORGANISER


@pytest.mark.parametrize(
    ("wanted", "freely"),
    [(Level.L4, True), (Level.L5, True), (Level.L6, True), (Level.L3, False), (Level.L7, False)],
)
def test_a_referee_differs_by_one_level(wanted: Level, freely: bool) -> None:
    assert differs_freely(Level.L5, wanted) is freely
