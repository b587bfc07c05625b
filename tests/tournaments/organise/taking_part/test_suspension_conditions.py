"""Suspensions: whom, in which rounds, and what is waived; each condition by itself."""

from __future__ import annotations

from typing import Any

import pytest

from tests import pairs_cast
from tests.suspending import member, suspend, take_back
from tests.tournaments import rows_written
from tests.tournaments.organise.played.test_rows_of_rounds import match
from tests.tournaments.organise.taking_part.test_bounds import codes
from tests.tournaments.rows_written import Three, written
from tournaments import results
from tournaments.base.refusals import Reason
from tournaments.models import (
    Award,
    EntryMember,
    Event,
    Round,
    RoundState,
    Side,
    Suspension,
    SuspensionWaiver,
)
from tournaments.organise.absences import suspended_seats, suspensions
from tournaments.organise.absences.suspensions import SuspensionTerms
from tournaments.record.audit import Verb, change
from tournaments.record.ledger import Origin
from tournaments.results import suspensions as excluding


@pytest.fixture
def three(db: None) -> Three:
    return rows_written.assemble("in_play")


@pytest.mark.full
def test_whoever_is_alone_in_an_entry_is_suspended_himself(three: Three) -> None:
    row = suspend(three.cast, three.entry(), 2)
    assert row.person == member(three.entry())
    EntryMember.objects.create(
        entry=three.entry(2),
        person=member(three.entry(3)),
        number=1,
        role="substitute",
        from_round=9,
    )
    assert suspend(three.cast, three.entry(2), 2).person == member(three.entry(2))


@pytest.mark.full
def test_a_pair_is_suspended_as_a_whole_or_by_one_of_it(db: None) -> None:
    cast = pairs_cast.assemble()
    rows = cast.event.entries.select_related("event__tournament")
    first = rows.get(number=1)
    assert suspend(cast, first, 2).person is None
    one = member(first, 2)
    assert suspend(cast, first, 2, person=one).person == one


@pytest.mark.full
def test_what_a_ruling_suspended_is_taken_back_once(three: Three) -> None:
    for number in (1, 2):
        suspend(three.cast, three.entry(number), 2)
    other = Origin("another", "case")
    terms = SuspensionTerms(2, 2, (2026, 1), "x")
    with change(three.cast.tournament, three.director, Verb.ADJUST) as made:
        suspensions.suspend_within(made, three.entry(3), None, terms, other)
    assert written(lambda: take_back(three.cast)) == {"+suspension": 2}
    assert written(lambda: take_back(three.cast)) == {}
    assert set(
        Suspension.objects.exclude(reverses=None).values_list("entry__number", flat=True)
    ) == {
        1,
        2,
    }


@pytest.mark.full
@pytest.mark.parametrize(
    ("number", "found"),
    [(1, True), (2, False), (3, False), (4, False), (5, True)],
)
def test_a_suspension_is_waived_in_its_own_rounds(
    three: Three, number: int, *, found: bool
) -> None:
    row = suspend(three.cast, three.entry(), 2, 4)
    other = suspend(three.cast, three.entry(2), 1, 9)

    def waive() -> SuspensionWaiver:
        return suspensions.waive(row, three.cast.bob, number, "x")

    if found:
        assert codes(waive) == [Reason.NOT_SUSPENDED]
        return
    assert waive().round_number == number
    take_back(three.cast)
    assert waive().round_number == number
    assert codes(lambda: suspensions.waive(other, three.cast.bob, 2, " ")) == [
        Reason.REASON_MISSING,
        Reason.NOT_SUSPENDED,
    ]


@pytest.mark.full
def test_who_sits_in_a_round_though_suspended_is_named(three: Three) -> None:
    round_ = three.round()

    def read() -> Any:
        return results.read(three.fresh())

    assert suspended_seats.seated(read(), 1) == ()
    assert suspended_seats.unanswered(read(), round_) == []
    for number in (2, 1):
        suspend(three.cast, three.entry(number), 1, 2)
    assert [row.entry.number for row in suspended_seats.seated(read(), 1)] == [1, 2]
    assert suspended_seats.seated(read(), 2) == ()
    assert suspended_seats.unanswered(read(), round_) == ["甲", "乙"]
    assert suspended_seats.unanswered(read(), Round(number=1, state=RoundState.CLOSED)) == []
    of = next(row for row in (match(three), match(three, 1)) if row.sides.filter(entries__number=1))
    Side.objects.filter(match=of).exclude(entries__number__in=[1, 2]).delete()
    Award.objects.create(match=of, kind="both_absent", reason="x", origin_uid="x", origin_label="x")
    left = {"甲", "乙"} - {
        {1: "甲", 2: "乙"}.get(number, "")
        for number in of.sides.values_list("entries__number", flat=True)
    }
    assert set(suspended_seats.unanswered(read(), round_)) == left


@pytest.mark.full
def test_a_whole_entry_that_is_suspended_is_called_by_its_name(db: None) -> None:
    cast = pairs_cast.assemble()
    rows = cast.event.entries.select_related("event__tournament")
    suspend(cast, rows.get(number=1), 1)
    suspend(cast, rows.get(number=2), 1, person=member(rows.get(number=2), 2))
    draft = cast.drawn_round()
    second = Event.objects.select_related("tournament", "ruleset").get(pk=cast.event.pk)
    snapshot = results.read(second)
    assert suspended_seats.draft_problems(snapshot, draft) == []
    excluded = excluding.left_out(snapshot, 1)
    found = suspended_seats.names_of(
        snapshot, sorted(excluded.values(), key=lambda row: row.entry.number)
    )
    assert found == ["甲／乙", "丁"]
