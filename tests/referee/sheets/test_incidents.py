"""Which irregularities wait or were ruled on, and how each is told."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from referee.models import (
    Decision,
    Irregularity,
    IrregularityRuling,
    Sheet,
)
from referee.sheets import (
    entry,
    irregularities,
)
from referee.sheets.irregularities import Incident
from scoring.shengji.engine import SHENGJI
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import WEST_TAKES_ALL, Hall
from tests.referee.sheets.test_irregularities import submitted
from tests.referee.sheets.test_what_is_read import (
    handed_in,
    retracted,
)
from tournaments.models import (
    User,
)
from tournaments.record.audit import Verb, change


def odd(hall: Hall, sheet: Sheet, **columns: Any) -> Irregularity:
    values = {"code": "revoke", "seat": "W", "cards": ["S3"], "play": 2, **columns}
    return Irregularity.objects.create(deal=sheet.deal, sheet=sheet, **values)


def decided(row: Irregularity, by: User, decision: str = Decision.NOTED, **columns: Any) -> None:
    number = row.rulings.count() + 1
    IrregularityRuling.objects.create(
        irregularity=row, number=number, decision=decision, official=by, **columns
    )


def unruled() -> list[Irregularity]:
    listed = [incident.row for incident in irregularities.unruled()]
    assert set(irregularities.unruled_rows()) == set(listed)
    return listed


@pytest.mark.full
def test_an_irregularity_waits_as_the_sheet_that_counts_reports_it(hall: Hall) -> None:
    first, second = handed_in(hall), handed_in(hall, report=WEST_TAKES_ALL)
    old = odd(hall, first)
    assert unruled() == []
    new = odd(hall, second)
    assert unruled() == [new]
    for columns in ({"seat": "N"}, {"play": 3}, {"code": "other"}):
        odd(hall, second, **columns)
    assert len(unruled()) == 4
    assert len(irregularities.incidents_of_deal(hall.deal())) == 4
    decided(old, hall.cast.bob)
    assert len(unruled()) == 3
    assert new not in unruled()
    assert irregularities.incident_of(new).ruling is not None
    [judged] = irregularities.judged(deal=hall.deal())
    assert judged.row == new
    assert irregularities.unruled(deal=hall.deal(2)) == []


@pytest.mark.full
def test_other_cards_are_another_irregularity(hall: Hall) -> None:
    first, second = handed_in(hall), handed_in(hall, report=WEST_TAKES_ALL)
    old, new = odd(hall, first), odd(hall, second, cards=["S4"])
    decided(old, hall.cast.bob)
    assert unruled() == [new]
    assert irregularities.incident_of(new).ruling is None


@pytest.mark.full
def test_what_was_dismissed_is_judged_and_not_ruled(hall: Hall) -> None:
    row = odd(hall, handed_in(hall))
    decided(row, hall.cast.bob, Decision.WARNED)
    assert len(irregularities.ruled()) == 1
    decided(row, hall.cast.bob, Decision.DISMISSED)
    assert (irregularities.ruled(), len(irregularities.judged())) == ([], 1)


@pytest.mark.full
def test_a_sheet_that_made_the_result_counts_before_newer_ones(hall: Hall) -> None:
    sheet = handed_in(hall)
    row = odd(hall, sheet)
    agreed = hall.agreement(hall.sheet(key=sheet.key), digest=sheet.digest)
    entry.confirm(writer=hall.writer(), sealed=agreed)
    newer = handed_in(hall, report=WEST_TAKES_ALL)
    assert unruled() == [row]
    [incident] = irregularities.incidents_of_deal(hall.deal())
    assert (incident.stands, incident.version) == (True, 1)
    again = odd(hall, newer)
    assert unruled() == [row]
    assert again not in unruled()


@pytest.mark.parametrize(
    ("stands", "version", "told"),
    [
        (True, None, ""),
        (True, 1, ""),
        (False, None, "Seen in a sheet that did not become the result."),
        (False, 2, "Seen in version 2 of the result, which has been changed since."),
    ],
)
def test_where_an_irregularity_was_seen_is_told_once_no_sheet_reports_it(
    stands: bool, version: int | None, told: str
) -> None:
    with translation.override("en"):
        assert irregularities.seen_text(Incident(Irregularity(), (), stands, version)) == told


def ruling(**columns: Any) -> IrregularityRuling:
    made: Any = IrregularityRuling(**{"decision": Decision.WARNED, **columns})
    made.numerator, made.denominator = columns.get("numerator"), 1
    return made  # type: ignore[no-any-return]


def test_a_ruling_is_told_with_its_reason_unless_the_board_is_sealed() -> None:
    full = ruling(reason="he saw it", article="7.1")
    with translation.override("en"):
        told = irregularities.ruling_text(full)
        assert "Reason: he saw it" in told
        assert "Article: 7.1" in told
        sealed = irregularities.ruling_text(full, sealed=True)
        assert "he saw it" not in sealed
        # What is typed as an article may name cards as well.
        assert "7.1" not in sealed
        assert "Article" not in irregularities.ruling_text(ruling(reason="x"))
        assert "Reason" not in irregularities.ruling_text(ruling())


def test_what_was_noted_with_a_number_was_decided_by_that_ruling() -> None:
    with translation.override("en"):
        by_number = irregularities.ruling_text(ruling(decision="noted", reason="裁-2026-0017"))
        assert by_number == "Decided by ruling R-2026-0017."
        warned = irregularities.ruling_text(ruling(decision="warned", reason="裁-2026-0017"))
        assert "Decided by ruling" not in warned
        noted = irregularities.ruling_text(ruling(decision="noted", reason="he saw it"))
        assert "Decided by ruling" not in noted


@pytest.mark.parametrize(
    ("decision", "numerator", "told"),
    [
        (Decision.PENALTY, -50, "The referee decided: a penalty of 50 points."),
        (Decision.PENALTY, 50, "The referee decided: +50 points."),
        (Decision.PENALTY, None, "The referee gave penalty points, and took them back."),
        (Decision.WARNED, -50, "The referee decided: a warning."),
    ],
)
def test_the_points_of_a_ruling_are_told_as_far_as_they_stand(
    decision: str, numerator: int | None, told: str
) -> None:
    made: Any = IrregularityRuling(decision=decision)
    made.numerator, made.denominator = numerator, 1
    with translation.override("en"):
        assert irregularities.ruling_text(made) == told


def test_an_irregularity_is_told_with_its_trick_and_without_cards_while_sealed(
    hall: Hall,
) -> None:
    sheet = handed_in(hall)
    with translation.override("en"):
        for play, words in ((1, "Trick 1: "), (4, "Trick 1: "), (5, "Trick 2: ")):
            row = Irregularity(deal=sheet.deal, code="revoke", seat="W", play=play)
            assert irregularities.text(row).startswith(words)
        row = Irregularity(deal=sheet.deal, code="late_exposure", seat="W", cards=["DJ"])
        assert not irregularities.text(row).startswith("Trick")
        assert "♦J" in irregularities.text(row)
        assert irregularities.text(row, sealed=True) == "West: an irregularity."
        row.code = "from_the_future"
        assert irregularities.text(row) == "West: an irregularity."
        assert irregularities.trick(row) == ()


@pytest.mark.full
def test_the_sheet_that_counts_tells_it_before_one_that_was_a_result(hall: Hall) -> None:
    first = handed_in(hall)
    odd(hall, first)
    agreed = hall.agreement(hall.sheet(key=first.key), digest=first.digest)
    entry.confirm(writer=hall.writer(), sealed=agreed)
    retracted(hall)
    newest = handed_in(hall, seen=2)
    again = odd(hall, newest)
    [incident] = irregularities.incidents_of_deal(hall.deal())
    assert (incident.row, incident.stands, incident.version) == (again, True, None)
    other = handed_in(hall, report=WEST_TAKES_ALL, seen=2)
    assert other.sound
    told = irregularities.incident_of(again)
    assert (told.stands, told.version, told.row.sheet) == (False, 1, first)


@pytest.mark.full
def test_two_bids_of_a_seat_are_two_irregularities(hall: Hall) -> None:
    """A bid stands before the first play: the cards alone tell one from the other."""
    sheet = submitted(hall, NORTH_TAKES_THE_PIG)
    bids = [["N", "H5", "H5"], ["W", "S5"], ["W", "C5"]]
    facts = {"dealer": "N", "level": "5", "trump": "H"}
    report = {**facts, "bids": [{"seat": seat, "cards": cards} for seat, *cards in bids]}
    found = SHENGJI.irregularities(report, SHENGJI.rules({}))
    with change(hall.cast.tournament, hall.cast.director, Verb.RECORD_RESULT) as made:
        irregularities.store(made, sheet, [*found, *found])
    rows = Irregularity.objects.filter(sheet=sheet).order_by("pk")
    assert [(row.code, row.seat, row.cards) for row in rows] == [
        ("bid_not_higher", "W", ["S5"]),
        ("bid_not_higher", "W", ["C5"]),
    ]
