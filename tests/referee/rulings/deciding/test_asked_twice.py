"""A ruling that is sent twice, decided anew, or confirmed after something else came."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.models import Needs, RulingCase
from referee.rulings import cases
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import (
    codes,
    decision,
    make_official,
    points,
    rule,
    source,
)
from tournaments.base.refusals import Refused
from tournaments.models import Hold
from tournaments.regulations.articles import Level

KEY = "0" * 12


@pytest.mark.full
@pytest.mark.parametrize(
    "more",
    [
        {"label": "W"},
        {"article": "P-07"},
        {"facts": "another thing"},
        {"level": Level.L4, "level_reason": "young"},
        {"points": Fraction(-90), "level_reason": "half of it"},
    ],
)
def test_another_ruling_under_the_same_key_is_refused(hall: Hall, more: dict[str, Any]) -> None:
    """Who goes back and fills in another one is not told that it was written down."""
    cases.decide(source(hall), hall.cast.bob, decision(hall, "R-02"), key=KEY)
    other = decision(hall, **{"article": "R-02", **more})
    with pytest.raises(Refused) as refused:
        cases.decide(source(hall), hall.cast.bob, other, key=KEY)
    assert codes(refused) == [Code.RULING_FROM_SAME_FORM]
    with pytest.raises(Refused):
        cases.decide(source(hall), hall.cast.alice, decision(hall, "R-02"), key=KEY)
    assert RulingCase.objects.count() == 1


@pytest.mark.full
def test_a_key_of_one_ruling_is_none_of_another_case(hall: Hall) -> None:
    asked = decision(hall, "P-07")
    first, other = (cases.decide(source(hall), hall.cast.bob, asked, key=k) for k in (KEY, ""))
    anew = cases.revise(first.case, hall.cast.bob, asked, seen=1, key="1" * 12)
    again = cases.revise(first.case, hall.cast.bob, asked, seen=1, key="1" * 12)
    assert again == anew
    with pytest.raises(Refused):
        cases.revise(other.case, hall.cast.bob, asked, seen=1, key="1" * 12)


@pytest.mark.full
def test_the_same_ruling_stays_the_same_though_it_is_an_earlier_offence_by_now(hall: Hall) -> None:
    asked = decision(hall, "P-07")
    first, again = (
        cases.decide(source(hall), hall.cast.bob, replace(asked), key=KEY) for _ in range(2)
    )
    assert first == again


@pytest.mark.full
def test_a_version_that_waited_is_not_confirmed_over_a_newer_one(hall: Hall) -> None:
    make_official(hall)
    first = rule(hall, "B-01")
    cases.revise(first.case, hall.cast.bob, decision(hall, "B-01", "W"), seen=1)
    with pytest.raises(Refused) as refused:
        cases.confirm(cases.version_of(first.uid), hall.cast.alice)
    assert codes(refused) == [Code.RULING_CHANGED]
    with pytest.raises(Refused) as refused:
        cases.reject(cases.version_of(first.uid), hall.cast.alice, "not so")
    assert codes(refused) == [Code.RULING_CHANGED]


@pytest.mark.full
def test_the_hold_of_a_version_ends_with_a_later_one_that_needs_nobody(hall: Hall) -> None:
    make_official(hall)
    first = rule(hall, "B-01")
    assert Hold.objects.filter(code="ruling", released_at=None).exists()
    later = cases.revise(first.case, hall.cast.bob, decision(hall, "P-07"), seen=1)
    assert later.needs == Needs.NOBODY
    assert not Hold.objects.filter(code="ruling", released_at=None).exists()


@pytest.mark.full
def test_what_came_after_a_case_is_no_earlier_offence_of_it(hall: Hall) -> None:
    """The first offence is decided anew when there is a second one: it stays the first."""
    first = rule(hall, "P-07")
    rule(hall, "P-07")
    assert points(hall) == [-20]
    anew = cases.revise(
        first.case, hall.cast.bob, decision(hall, "P-07", facts="seen again"), seen=1
    )
    assert anew.proposed == Level.L1
    assert points(hall) == [-20]
