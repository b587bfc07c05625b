"""Several are ruled on at once: both sides of a slow table, and sides with unequal histories."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.base.refusals import Code
from referee.models import RulingVersion
from referee.rulings import cases
from referee.rulings.decisions import RulingDecision
from tests import pairs_cast
from tests.referee.hall import Hall
from tests.referee.rulings.deciding.test_cases import codes, make_official, offender, source
from tournaments import wording
from tournaments.base.refusals import Refused
from tournaments.models import Event
from tournaments.regulations.articles import Level
from web.publish.pages import articles


@pytest.fixture
def hall(db: None) -> Hall:
    """A round of an official competition of four pairs."""
    hall = Hall.of(pairs_cast.assemble())
    make_official(hall)
    return hall


def rule(hall: Hall, seats: str, article: str = "T-06", **more: object) -> RulingVersion:
    whom = tuple(offender(hall, label) for label in seats)
    seen = hall.deal().version
    decided = RulingDecision(whom, article, facts="too slow", seen=seen, **more)  # type: ignore[arg-type]
    return cases.decide(source(hall), hall.cast.bob, decided)


def levels(version: RulingVersion) -> Sequence[str]:
    return list(version.sanctions.order_by("number").values_list("level", flat=True))


@pytest.mark.full
def test_without_a_side_at_fault_both_are_warned(hall: Hall) -> None:
    """The catalogue, T-06: L3 for one side at fault, L1 for both without; the second time L5."""
    assert levels(rule(hall, "NW")) == ["L1", "L1"]
    assert levels(rule(hall, "NW")) == ["L5", "L5"]


@pytest.mark.full
def test_one_side_at_fault_is_penalized(hall: Hall) -> None:
    assert levels(rule(hall, "N")) == ["L3"]


@pytest.mark.full
def test_partners_are_one_side(hall: Hall) -> None:
    assert levels(rule(hall, "NS")) == ["L3", "L3"]


@pytest.mark.full
def test_nobody_is_raised_by_what_the_other_side_did_before(hall: Hall) -> None:
    rule(hall, "N")
    with pytest.raises(Refused) as refused:
        rule(hall, "NW")
    assert codes(refused) == [Code.OFFENDERS_UNEVEN]
    chosen = rule(hall, "NW", level=Level.L4, level_reason="both had been told")
    assert levels(chosen) == ["L4", "L4"]
    assert levels(rule(hall, "W", "P-06")) == ["L3"]


@pytest.mark.full
@pytest.mark.parametrize(
    ("article", "words"), [("I-08", "须由副裁判长作出"), ("I-09", "须由裁判长作出")]
)
def test_a_refusal_names_the_office_that_may(hall: Hall, article: str, words: str) -> None:
    with pytest.raises(Refused) as refused:
        rule(hall, "N", article)
    (problem,) = refused.value.problems
    assert problem.code is Code.RULING_BEYOND_OFFICE
    assert words in wording.problem_text(problem)


@pytest.mark.full
def test_the_penalty_table_names_the_office_that_a_level_asks_for(hall: Hall) -> None:
    """A phone costs a pair L6, which no referee imposes; a step to the same level is none."""
    event = Event.objects.select_related("tournament").get(pk=hall.cast.event.pk)
    rows = {row.article.code: row for f in articles.table(event).families for row in f.rows}
    assert rows["I-08"].who == "副裁判长"
    assert rows["P-06"].who == "裁判员"
    assert rows["P-10"].steps == ""
    assert "L3" in rows["P-07"].steps
