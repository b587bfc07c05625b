"""What a ruling lacks, one thing at a time, and when it would change nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.rulings import corrections, proposals
from referee.rulings.what_if import SeatPointsChange, WhatIf
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import decision, source
from tests.tournaments.drawing import codes
from tournaments import organise
from tournaments.base.refusals import Refused

NOTHING = WhatIf((), (), (), (), (), None)


@pytest.mark.parametrize("part", ["deal", "match", "effect", "comes_in"])
def test_whatever_changes_a_number_is_something(part: str) -> None:
    seat: Any = (SeatPointsChange("N", 1, 2),)
    assert NOTHING.is_nothing
    assert not replace(NOTHING, **{part: seat}).is_nothing


def test_whoever_goes_out_alone_is_no_number() -> None:
    assert replace(NOTHING, goes_out=("somebody",)).is_nothing


def lacking(hall: Hall, **decided: Any) -> set[str]:
    asked = decision(hall, **decided)
    at = source(hall)
    proposal = proposals.propose(at, asked, hall.cast.bob)
    return {str(found.code) for found in proposals.problems(at, asked, proposal, hall.cast.bob)}


@pytest.mark.full
@pytest.mark.parametrize(
    ("words", "is_empty"),
    [
        ({"article": "R-02"}, False),
        ({"own_article": "第12条"}, False),
        ({"facts": "he said so"}, False),
        ({"own_article": " ", "facts": " "}, True),
        ({}, True),
    ],
)
def test_an_article_or_facts_are_enough(
    hall: Hall, words: dict[str, str], *, is_empty: bool
) -> None:
    assert (Code.RULING_EMPTY in lacking(hall, **{"facts": "", **words})) is is_empty


@pytest.mark.full
def test_an_article_that_the_event_does_not_have_is_named(hall: Hall) -> None:
    assert Code.ARTICLE_UNKNOWN in lacking(hall, article="X-99")
    assert Code.ARTICLE_UNKNOWN not in lacking(hall, article="R-02")


@pytest.mark.full
def test_where_every_deal_has_begun_nothing_is_ruled_out(hall: Hall) -> None:
    hall.cast.play(hall.round)
    organise.start_clock(hall.round, hall.cast.bob, 60, seen=0)
    organise.call_time(hall.round, hall.cast.bob, seen=1)
    with pytest.raises(Refused) as refused:
        corrections.rule_out(hall.round, hall.cast.bob, set(), "the time is over")
    assert codes(refused) == [Code.NOTHING_NOT_BEGUN]
