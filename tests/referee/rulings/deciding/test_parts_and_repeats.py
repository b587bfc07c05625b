"""The parts of a ruling, and what remains without some of them: value by value."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

from referee.models import (
    CorrectionPurpose,
    Remedy,
    RulingPart,
    SanctionKind,
)
from referee.rulings import decisions, ruling_parts, ruling_stack
from referee.rulings.decisions import RulingDecision
from referee.rulings.ruling_parts import Annulment, CorrectionMade
from tests.referee.rulings.by_value import Rows
from tournaments.models import Event, Result
from tournaments.regulations.articles import Level

PROCEDURAL, DISCIPLINARY = SanctionKind.PROCEDURAL, SanctionKind.DISCIPLINARY
REMEDY, RECORD = RulingPart.REMEDY, RulingPart.RECORD
FOR_PLAY, FOR_CONDUCT = RulingPart.PROCEDURAL, RulingPart.DISCIPLINARY


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
    monkeypatch.setattr(ruling_parts, "corrections_of", lambda _case: made)
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
    monkeypatch.setattr(ruling_stack, "seats_docked", lambda *_all: docked)
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


WHOLE = RulingDecision(
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
    monkeypatch: pytest.MonkeyPatch, parts: set[RulingPart], remains: RulingDecision | None
) -> None:
    monkeypatch.setattr(decisions, "decision_of", lambda _version: WHOLE)
    made = version(row(PROCEDURAL, "L3", -5), row(DISCIPLINARY, "L2"), remedy=Remedy.VOID)
    found = ruling_parts.what_remains(Annulment(made, frozenset(parts)), "upheld in part")
    assert found == remains
    over = version(row(PROCEDURAL, "L3"), undone=True)
    assert ruling_parts.what_remains(Annulment(over, frozenset({RECORD})), "x") is None


@pytest.mark.usefixtures("corrections")
def test_of_a_ruling_for_conduct_alone_the_level_goes_with_the_conduct(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decisions, "decision_of", lambda _version: WHOLE)
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
    monkeypatch.setattr(decisions, "decision_of", lambda _version: WHOLE)
    made = version(remedy=Remedy.VOID)
    found = ruling_parts.what_remains(Annulment(made, frozenset({FOR_PLAY})), "not he")
    assert found == WHOLE
