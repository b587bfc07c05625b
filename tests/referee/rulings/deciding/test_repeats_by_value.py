"""Whether a ruling that was sent again is the same, and by which article a play is ruled."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from referee.models import (
    CorrectionPurpose,
    Remedy,
    RulingCase,
    RulingVersion,
    SuspensionReach,
)
from referee.rulings import cases, irregularity_rulings, ruling_effects, sent_twice
from referee.rulings.decisions import NamedOffender, RulingDecision, RulingSource
from tournaments.base.refusals import Refused
from tournaments.models import Deal, Entry, Event, Person, Seat, Sitting, User
from tournaments.regulations import amounts, articles
from tournaments.regulations.amounts import Measure
from tournaments.regulations.articles import Level

EVENT, BOB = Event(pk=1), User(pk=1)
PLACE = RulingSource(EVENT, None, Sitting(pk=1), Deal(pk=1))
CASE = RulingCase(pk=1, event=EVENT, sitting=Sitting(pk=1), deal=Deal(pk=1))
ASKED = RulingDecision(
    (NamedOffender(Entry(pk=1), Person(pk=2), Seat(pk=3, label="N")),),
    "T-05",
    "own",
    "facts",
    statements={"N": "x", "W": " "},
    level=Level.L3,
    level_reason="young",
    remedy=Remedy.CORRECTED,
    remedy_words="words",
    purpose=CorrectionPurpose.RECORD,
    reach=SuspensionReach.ROUNDS,
    reach_rounds=2,
)
STORED: dict[str, Any] = {
    "case": CASE,
    "number": 1,
    "official": BOB,
    "article": "T-05",
    "own_article": "own",
    "facts": "facts",
    "agreed": "",
    "statements": {"N": "x"},
    "level_reason": "young",
    "remedy": "corrected",
    "remedy_words": "words",
    "purpose": "record",
    "reach": "rounds",
    "reach_rounds": 2,
}
SENT_ROW = (1, 2, "N", "L3", Fraction(-20))


@pytest.fixture
def same(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Whether a stored version, changed in some columns, is what was sent."""
    monkeypatch.setattr(articles, "article", lambda *_all: None)

    def found(
        sent: RulingDecision = ASKED,
        *,
        by: User = BOB,
        place: RulingSource = PLACE,
        case: Any = None,
        row: Any = SENT_ROW,
        **columns: Any,
    ) -> bool:
        stored = RulingVersion(**{**STORED, **columns})
        monkeypatch.setattr(sent_twice, "_stored", lambda _version: iter([row]))
        amount = lambda *_all, **_more: Fraction(-20)  # noqa: E731
        monkeypatch.setattr("referee.rulings.proposals.amounts.amount", amount)
        return sent_twice.is_same(stored, place, by, sent, case)

    return found


def test_a_decision_is_the_same_as_it_is_stored_without_its_blanks(same: Any) -> None:
    assert same()
    spaced = {
        name: f" {getattr(ASKED, name)} "
        for name in ("own_article", "facts", "level_reason", "remedy_words")
    }
    assert same(replace(ASKED, **spaced))  # type: ignore[arg-type]
    assert same(replace(ASKED, seen=7, sure=True))
    void = replace(ASKED, remedy=Remedy.VOID)
    assert same(void, remedy="void", purpose="")
    assert not same(void, remedy="void", purpose="record")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("article", "T-04"),
        ("own_article", "x"),
        ("facts", "x"),
        ("agreed", "agreed"),
        ("statements", {"N": "y"}),
        ("statements", {"N": "x", "W": "y"}),
        ("level_reason", "x"),
        ("remedy", "void"),
        ("remedy_words", "x"),
        ("purpose", "equity"),
        ("reach", "next_round"),
        ("reach_rounds", 3),
        ("official", User(pk=2)),
        ("number", 2),
    ],
)
def test_a_decision_differs_in_each_column_by_itself(same: Any, column: str, value: Any) -> None:
    assert not same(**{column: value})


@pytest.mark.parametrize("place", range(5))
def test_a_decision_differs_in_each_part_of_what_an_offender_gets(same: Any, place: int) -> None:
    row = [*SENT_ROW]
    row[place] = (9, 9, "W", "L4", Fraction(-9))[place]
    assert not same(row=tuple(row))


def test_nobody_and_no_seat_are_parts_too(same: Any) -> None:
    bare = replace(ASKED, offenders=(NamedOffender(Entry(pk=1)),))
    assert same(bare, row=(1, None, "", "L3", Fraction(-20)))
    assert not same(bare)


@pytest.mark.parametrize(
    "changes",
    [
        {"event": Event(pk=2)},
        {"sitting": None},
        {"deal": Deal(pk=2)},
        {"entry": Entry(pk=1)},
    ],
)
def test_a_decision_differs_by_each_part_of_where_it_came_from(
    same: Any, changes: dict[str, Any]
) -> None:
    assert not same(place=replace(PLACE, **changes))


def test_a_further_version_is_the_same_under_its_own_case_alone(same: Any) -> None:
    assert same(number=2, case=CASE)
    assert not same(number=2, case=None)
    assert not same(number=1, case=CASE)
    assert not same(number=2, case=RulingCase(pk=2))


@pytest.mark.parametrize(
    ("proposed", "sent", "is_found"),
    [("L3", None, True), ("L4", None, False), ("", None, False), ("L4", Level.L3, True)],
)
def test_a_level_that_nobody_chose_is_the_one_that_was_proposed_then(
    same: Any, proposed: str, sent: Level | None, is_found: bool
) -> None:
    assert same(replace(ASKED, level=sent), proposed=proposed) is is_found


@pytest.mark.parametrize(
    ("needs", "waits", "is_taken"),
    [
        ("", False, True),
        ("", True, False),
        ("answer", True, True),
        ("answer", False, False),
        ("deputy", False, True),
        ("deputy", True, True),
    ],
)
@pytest.mark.parametrize("is_same", [True, False])
def test_a_key_is_answered_where_content_and_the_answer_put_off_are_the_same(
    monkeypatch: pytest.MonkeyPatch, needs: str, waits: bool, is_taken: bool, is_same: bool
) -> None:
    monkeypatch.setattr(sent_twice, "is_same", lambda *_all: is_same)
    stored = RulingVersion(needs=needs)
    asked = cases._RulingRequest(PLACE, BOB, ASKED, "key", waits=waits)
    if is_taken and is_same:
        assert cases._own(stored, asked) is stored
    else:
        with pytest.raises(Refused):
            cases._own(stored, asked)


@pytest.mark.parametrize(
    ("code", "before", "in_force", "found"),
    [
        ("revoke", 0, True, "R-02"),
        ("revoke", 1, True, "R-02"),
        ("revoke", 0, False, ""),
        ("late_exposure", 0, True, "E-01"),
        ("late_exposure", 1, True, "E-02"),
        ("no_such_play", 0, True, ""),
    ],
)
def test_an_irregularity_is_ruled_by_its_article_where_that_is_in_force(
    monkeypatch: pytest.MonkeyPatch, code: str, before: int, in_force: bool, found: str
) -> None:
    monkeypatch.setattr(irregularity_rulings, "earlier_exposures", lambda _incident: before)
    known = "article" if in_force else None
    monkeypatch.setattr(articles, "article", lambda *_all: known)
    row = SimpleNamespace(code=code, deal=SimpleNamespace(event=EVENT))
    incident: Any = SimpleNamespace(row=row)
    assert irregularity_rulings.article_code(incident) == found


@pytest.mark.parametrize(
    ("article", "seat", "measure", "sides", "gains"),
    [
        ("T-05", True, Measure.LEVELS, 1, True),
        ("S-08", True, Measure.LEVELS, 1, True),
        ("T-06", True, Measure.LEVELS, 1, False),
        ("T-05", False, Measure.LEVELS, 1, False),
        ("T-05", True, Measure.POINTS, 1, False),
        ("T-05", True, Measure.LEVELS, 2, False),
        ("T-05", True, Measure.LEVELS, 0, False),
    ],
)
def test_the_one_other_side_gains_the_levels_of_some_articles(
    monkeypatch: pytest.MonkeyPatch,
    article: str,
    seat: bool,
    measure: Measure,
    sides: int,
    gains: bool,
) -> None:
    rows = ["other"] * sides
    asked = SimpleNamespace(prefetch_related=lambda *_all: rows)
    query = SimpleNamespace(filter=lambda **_more: SimpleNamespace(exclude=lambda **_m: asked))
    monkeypatch.setattr(ruling_effects, "Side", SimpleNamespace(objects=query))
    monkeypatch.setattr(amounts, "measure_of", lambda *_all, **_more: measure)
    chair: Any = SimpleNamespace(side=SimpleNamespace(match_id=1), side_id=1) if seat else None
    assert ruling_effects.gaining_side(EVENT, article, chair) == ("other" if gains else None)  # type: ignore[comparison-overlap]
