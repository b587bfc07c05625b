"""The parts of a ruling, and whether one that was sent again is the same: value by value."""

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
    RulingPart,
    RulingVersion,
    SanctionKind,
    SuspensionReach,
)
from referee.rulings import articles_of_play, cases, gained_levels, repeated, ruling_parts
from referee.rulings.carried_out import CorrectionMade
from referee.rulings.decisions import Decision, Offender, Source
from referee.rulings.ruling_parts import Annulment
from tournaments.models import Deal, Entry, Event, Person, Result, Seat, Sitting, User
from tournaments.regulations.amounts import Measure
from tournaments.regulations.articles import Level

PROCEDURAL, DISCIPLINARY = SanctionKind.PROCEDURAL, SanctionKind.DISCIPLINARY
REMEDY, RECORD = RulingPart.REMEDY, RulingPart.RECORD
FOR_PLAY, FOR_CONDUCT = RulingPart.PROCEDURAL, RulingPart.DISCIPLINARY


class Rows(list[Any]):
    """Rows as a related manager gives them."""

    def all(self) -> Rows:
        return self

    def order_by(self, *_names: str) -> Rows:
        return self

    def filter(self, **_more: Any) -> Rows:
        return self

    def exists(self) -> bool:
        return bool(self)

    def first(self) -> Any:
        return self[0] if self else None


def row(kind: str, level: str, points: int = 0, seat: str = "") -> Any:
    return SimpleNamespace(kind=kind, level=level, points=Fraction(points), seat=seat)


def version(*rows: Any, remedy: str = "", undone: bool = False) -> Any:
    return SimpleNamespace(
        sanctions=Rows(rows),
        remedy=remedy,
        case=SimpleNamespace(event=Event(pk=1)),
        steps=Rows([1] if undone else []),
    )


@pytest.fixture
def corrections(monkeypatch: pytest.MonkeyPatch) -> list[CorrectionMade]:
    """The corrections under the ruling."""
    made: list[CorrectionMade] = []
    monkeypatch.setattr(ruling_parts.carried_out, "corrections_of", lambda _case: made)
    return made


def correction(purpose: CorrectionPurpose) -> CorrectionMade:
    return CorrectionMade(Result(pk=1), purpose)


@pytest.mark.parametrize(
    ("rows", "remedy", "purposes", "parts"),
    [
        ([], "", [], ()),
        ([row(PROCEDURAL, "L3")], "", [], (FOR_PLAY,)),
        ([row(PROCEDURAL, "L0")], "", [], ()),
        ([row(PROCEDURAL, "L1"), row(DISCIPLINARY, "L2")], "", [], (FOR_PLAY, FOR_CONDUCT)),
        ([row(PROCEDURAL, "L0"), row(DISCIPLINARY, "L2")], "", [], (FOR_CONDUCT,)),
        ([], Remedy.VOID, [], (REMEDY,)),
        ([], Remedy.NOT_PLAYED, [], (REMEDY,)),
        ([], Remedy.CORRECTED, [], ()),
        ([], Remedy.CORRECTED, [CorrectionPurpose.RECORD], (RECORD,)),
        ([], Remedy.CORRECTED, [CorrectionPurpose.EQUITY], (REMEDY,)),
        ([], "", [CorrectionPurpose.UNSAID], (REMEDY,)),
    ],
)
def test_a_ruling_has_the_parts_from_which_something_follows(
    corrections: list[CorrectionMade],
    rows: list[Any],
    remedy: str,
    purposes: list[CorrectionPurpose],
    parts: tuple[RulingPart, ...],
) -> None:
    corrections += map(correction, purposes)
    found = ruling_parts.parts_of(version(*rows, remedy=remedy))
    assert set(found) == set(parts)
    assert list(found) == [part for part in RulingPart if part in parts]
    beforehand = ruling_parts.chosen_beforehand(version(*rows, remedy=remedy))
    assert set(beforehand) == set(parts) - {RECORD}


def test_a_correction_belongs_to_the_record_or_to_the_remedy(
    corrections: list[CorrectionMade],
) -> None:
    record, equity = map(correction, (CorrectionPurpose.RECORD, CorrectionPurpose.EQUITY))
    corrections += [record, equity]
    assert ruling_parts.corrections_in(version(), {RECORD}) == [record]
    assert ruling_parts.corrections_in(version(), {REMEDY, FOR_PLAY}) == [equity]
    assert ruling_parts.corrections_in(version(), {FOR_PLAY}) == []


@pytest.mark.parametrize(
    ("part", "rows", "docked", "changes"),
    [
        (REMEDY, [], (), True),
        (RECORD, [], (), True),
        (FOR_PLAY, [row(PROCEDURAL, "L1")], (), False),
        (FOR_PLAY, [row(PROCEDURAL, "L3", -20)], (), True),
        (FOR_PLAY, [row(PROCEDURAL, "L7")], (), True),
        (FOR_PLAY, [row(PROCEDURAL, "L3")], ("N",), True),
        (FOR_PLAY, [row(DISCIPLINARY, "L3", -20)], (), False),
        (FOR_CONDUCT, [row(DISCIPLINARY, "L3", -20), row(PROCEDURAL, "L1")], (), True),
    ],
)
def test_numbers_follow_from_a_part_with_points_a_deal_or_a_heavy_level(
    monkeypatch: pytest.MonkeyPatch,
    part: RulingPart,
    rows: list[Any],
    docked: tuple[str, ...],
    changes: bool,
) -> None:
    monkeypatch.setattr(ruling_parts.deal_points, "seats_docked", lambda *_all: docked)
    assert ruling_parts.changes_numbers(version(*rows), part) is changes


@pytest.mark.parametrize(
    ("part", "rows", "is_higher"),
    [
        (FOR_CONDUCT, [], True),
        (FOR_PLAY, [row(PROCEDURAL, "L6")], False),
        (FOR_PLAY, [row(PROCEDURAL, "L7")], True),
        (FOR_PLAY, [row(PROCEDURAL, "L8")], True),
        (FOR_PLAY, [row(DISCIPLINARY, "L8")], False),
        (REMEDY, [row(PROCEDURAL, "L8")], False),
    ],
)
def test_conduct_and_a_penalty_from_l7_up_are_for_the_chief(
    part: RulingPart, rows: list[Any], is_higher: bool
) -> None:
    assert ruling_parts.is_of_chiefs(version(*rows), part) is is_higher


WHOLE = Decision(
    level=Level.L3,
    points=Fraction(-5),
    level_reason="young",
    disciplinary=Level.L2,
    remedy=Remedy.VOID,
    remedy_words="a card lay face up",
)
LIGHTER = replace(WHOLE, level=Level.L0, points=None, level_reason="upheld in part")
CALM = replace(WHOLE, disciplinary=None)
COUNTED = replace(WHOLE, remedy=Remedy.NOTHING, remedy_words="")


@pytest.mark.parametrize(
    ("parts", "remains"),
    [
        ({FOR_PLAY}, LIGHTER),
        ({FOR_CONDUCT}, CALM),
        ({REMEDY}, COUNTED),
        ({RECORD}, WHOLE),
        ({FOR_PLAY, FOR_CONDUCT}, replace(LIGHTER, disciplinary=None)),
        ({FOR_PLAY, FOR_CONDUCT, REMEDY}, None),
        ({FOR_PLAY, FOR_CONDUCT, REMEDY, RECORD}, None),
    ],
)
@pytest.mark.usefixtures("corrections")
def test_what_remains_is_the_decision_without_the_parts_that_are_annulled(
    monkeypatch: pytest.MonkeyPatch, parts: set[RulingPart], remains: Decision | None
) -> None:
    monkeypatch.setattr(ruling_parts.stored_decision, "decision_of", lambda _version: WHOLE)
    made = version(row(PROCEDURAL, "L3", -5), row(DISCIPLINARY, "L2"), remedy=Remedy.VOID)
    found = ruling_parts.what_remains(Annulment(made, frozenset(parts)), "upheld in part")
    assert found == remains
    over = version(row(PROCEDURAL, "L3"), undone=True)
    assert ruling_parts.what_remains(Annulment(over, frozenset({RECORD})), "x") is None


@pytest.mark.usefixtures("corrections")
def test_of_a_ruling_for_conduct_alone_the_level_goes_with_the_conduct(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ruling_parts.stored_decision, "decision_of", lambda _version: WHOLE)
    made = version(row(DISCIPLINARY, "L6", -200), remedy=Remedy.VOID)
    found = ruling_parts.what_remains(Annulment(made, frozenset({FOR_CONDUCT})), "not he")
    assert found is not None
    assert (found.level, found.disciplinary) == (Level.L0, None)
    kept = ruling_parts.what_remains(Annulment(made, frozenset({REMEDY})), "not he")
    assert kept is not None
    assert kept.level is Level.L3


@pytest.mark.usefixtures("corrections")
def test_of_a_ruling_with_a_remedy_alone_no_level_is_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ruling_parts.stored_decision, "decision_of", lambda _version: WHOLE)
    made = version(remedy=Remedy.VOID)
    found = ruling_parts.what_remains(Annulment(made, frozenset({FOR_PLAY})), "not he")
    assert found == WHOLE


EVENT, BOB = Event(pk=1), User(pk=1)
PLACE = Source(EVENT, None, Sitting(pk=1), Deal(pk=1))
CASE = RulingCase(pk=1, event=EVENT, sitting=Sitting(pk=1), deal=Deal(pk=1))
ASKED = Decision(
    (Offender(Entry(pk=1), Person(pk=2), Seat(pk=3, label="N")),),
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
    monkeypatch.setattr(repeated.articles, "article", lambda *_all: None)

    def found(
        sent: Decision = ASKED,
        *,
        by: User = BOB,
        place: Source = PLACE,
        case: Any = None,
        row: Any = SENT_ROW,
        **columns: Any,
    ) -> bool:
        stored = RulingVersion(**{**STORED, **columns})
        monkeypatch.setattr(repeated, "_stored", lambda _version: iter([row]))
        amount = lambda *_all, **_more: Fraction(-20)  # noqa: E731
        monkeypatch.setattr("referee.rulings.proposals.amounts.amount", amount)
        return repeated.is_same(stored, place, by, sent, case)

    return found


def test_a_decision_is_the_same_as_it_is_stored_without_its_blanks(same: Any) -> None:
    assert same()
    spaced = {
        name: f" {getattr(ASKED, name)} "
        for name in ("own_article", "facts", "level_reason", "remedy_words")
    }
    assert same(replace(ASKED, **spaced))
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
    bare = replace(ASKED, offenders=(Offender(Entry(pk=1)),))
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
    monkeypatch.setattr(repeated, "is_same", lambda *_all: is_same)
    stored = RulingVersion(needs=needs)
    asked = cases._Asked(PLACE, BOB, ASKED, "key", waits=waits)
    if is_taken and is_same:
        assert cases._own(stored, asked) is stored
    else:
        with pytest.raises(cases.Refused):
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
    monkeypatch.setattr(articles_of_play.late_exposures, "earlier", lambda _incident: before)
    known = "article" if in_force else None
    monkeypatch.setattr(articles_of_play.articles, "article", lambda *_all: known)
    row = SimpleNamespace(code=code, deal=SimpleNamespace(event=EVENT))
    incident: Any = SimpleNamespace(row=row)
    assert articles_of_play.article_code(incident) == found


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
    monkeypatch.setattr(gained_levels, "Side", SimpleNamespace(objects=query))
    monkeypatch.setattr(gained_levels.amounts, "measure_of", lambda *_all, **_more: measure)
    chair: Any = SimpleNamespace(side=SimpleNamespace(match_id=1), side_id=1) if seat else None
    assert gained_levels.gaining_side(EVENT, article, chair) == ("other" if gains else None)
