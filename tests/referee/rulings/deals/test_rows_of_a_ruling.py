"""Which points, results and corrections are of a ruling: each row differs in one part of a key."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from referee.base.refusals import Code
from referee.base.verbs import Verb
from referee.models import (
    CorrectionPurpose,
    CorrectionUndone,
    Irregularity,
    IrregularityRuling,
    RulingCorrection,
    RulingVersion,
    Sheet,
)
from referee.rulings import (
    listed,
    listed_penalties,
    offices,
    penalties,
    posting,
    ruling_parts,
    ruling_stack,
    unnumbered,
)
from tests.referee.hall import Hall
from tests.referee.rulings import linked
from tests.referee.rulings.by_value import codes
from tests.referee.rulings.deciding.test_cases import offender, seat, source
from tests.referee.rulings.stored_cases import case, step, version
from tournaments.models import (
    Adjustment,
    Deal,
    Event,
    PenaltyWarning,
    Result,
    Seat,
    Tournament,
    WarningLevel,
)
from tournaments.models.record import BY_CASE
from tournaments.record import ledger
from tournaments.record.audit import change

MADE: Any = None
"""The change within which something is done, where that is watched."""


def given(
    hall: Hall, uid: str, label: str = "penalty", seat_: str = "N", **more: Any
) -> Adjustment:
    side = seat(hall, seat_).side
    values = {"unit": "raw", "stage_of_sum": "game", "numerator": -5, "reason": "x", **more}
    event = Event.objects.get(pk=hall.cast.event.pk)
    return Adjustment.objects.create(
        event=event, side=side, origin_uid=uid, origin_label=label, **values
    )


def warned(hall: Hall, uid: str, label: str = BY_CASE, **more: Any) -> PenaltyWarning:
    values = {"entry": offender(hall).entry, "level": WarningLevel.SPOKEN, "reason": "x", **more}
    event = Event.objects.get(pk=hall.cast.event.pk)
    return PenaltyWarning.objects.create(event=event, origin_uid=uid, origin_label=label, **values)


def result(hall: Hall, deal: Deal | None = None, uid: str = "x", **more: Any) -> Result:
    """Store a result past the ledger, as the next version of its deal."""
    deal = deal or hall.deal()
    number = Result.objects.filter(deal=deal).count() + 1
    before = Result.objects.filter(deal=deal).order_by("-version").first()
    values: dict[str, Any] = {"kind": "void", "origin_label": "ruling", "retires": before}
    values |= {"facts": {}, "settlement": {}, "schema": 1, "reason": "x", **more}
    rules = Event.objects.get(pk=hall.cast.event.pk).ruleset
    Deal.objects.filter(pk=deal.pk).update(version=number, done=True)
    return Result.objects.create(deal=deal, version=number, ruleset=rules, origin_uid=uid, **values)


@pytest.mark.full
@pytest.mark.parametrize(
    ("store", "other_label", "operation", "take_back"),
    [
        (given, "walkover", "reverse", posting._take_back_points),
        (warned, "ruling", "take_back_warning", posting._take_back_warnings),
    ],
    ids=["points", "warnings"],
)
def test_a_ruling_takes_back_what_is_its_own_and_was_not_taken_back(
    hall: Hall,
    monkeypatch: pytest.MonkeyPatch,
    store: Any,
    other_label: str,
    operation: str,
    take_back: Any,
) -> None:
    made = version(hall)
    own = store(hall, made.uid)
    store(hall, "another")
    store(hall, made.uid, other_label)
    back = store(hall, made.uid)
    store(hall, made.uid, reverses=back)
    said: list[Any] = []
    monkeypatch.setattr(ledger, operation, lambda _made, row, **_more: said.append(row))
    take_back(MADE, made, "x")
    assert said == [own]


@pytest.mark.full
def test_who_takes_a_ruling_back_needs_the_right_where_its_own_points_were_given(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = version(hall)
    given(hall, made.uid)
    given(hall, "another", seat_="W")
    given(hall, made.uid, "walkover", seat_="S")
    back = given(hall, made.uid, seat_="E")
    given(hall, made.uid, seat_="E", reverses=back)
    asked: list[Any] = []
    right = lambda _by, _event, side, *_all: asked.append(side)  # noqa: E731
    monkeypatch.setattr(penalties, "require_right", right)
    offices.require_undoing(made, hall.cast.bob)
    assert asked == [seat(hall).side]


@pytest.mark.full
@pytest.mark.parametrize(
    ("with_deal", "is_of", "asks"), [(1, 1, True), (0, 1, False), (1, 0, False)]
)
def test_the_right_on_the_deal_is_asked_where_the_ruling_lies_on_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, with_deal: int, is_of: int, asks: bool
) -> None:
    made = version(hall, None if with_deal else case(hall, deal=None))
    stands = SimpleNamespace(is_of=lambda _version: bool(is_of))
    monkeypatch.setattr(ruling_stack, "of_deal", lambda _deal: stands)
    asked: list[Any] = []
    monkeypatch.setattr(offices, "require_posting", lambda deal, _by: asked.append(deal))
    offices.require_undoing(made, hall.cast.bob)
    assert bool(asked) is asks


@pytest.mark.full
def test_points_are_found_that_were_given_as_penalties(hall: Hall) -> None:
    tournament = hall.cast.tournament
    own, other = given(hall, "1"), given(hall, "2", "walkover")
    assert listed_penalties.penalty_of(tournament, own.uid) == own
    assert listed_penalties.penalty_of(tournament, other.uid) is None
    assert listed_penalties.penalty_of(Tournament(pk=0), own.uid) is None
    assert listed_penalties.penalty_of(tournament, "nothing") is None
    counter = given(hall, "1", reverses=own)
    assert listed_penalties.penalty_of(tournament, counter.uid) is None
    assert listed_penalties.penalty_of(tournament, own.uid) == own


@pytest.mark.full
def test_a_key_is_that_of_a_penalty_which_was_given(hall: Hall) -> None:
    whom, bob = penalties.Target(offender(hall).entry), hall.cast.bob
    given(hall, "a-key", "walkover")
    first = penalties.give(whom, bob, -5, "late", key="a-key")
    assert (first.origin_uid, first.amount) == ("a-key", -5)  # type: ignore[comparison-overlap]
    assert penalties.give(whom, bob, -5, "late", key="another").pk != first.pk
    assert penalties.give(whom, bob, -5, "late").origin_uid not in ("", "a-key", "another")
    penalties.take_back(first, bob, "not he")
    assert penalties.give(whom, bob, -5, "late", key="a-key") == first


@pytest.mark.full
def test_penalties_of_a_member_are_of_the_entry_and_of_the_person(hall: Hall) -> None:
    event, entries = source(hall).event, list(hall.cast.event.entries.order_by("number")[:2])
    people = [entry.members.get().person for entry in entries]

    def target(entry: int, person: int, of: Event = event) -> Any:
        whom = f"member:{entries[entry].uid}:{people[person].uid}"
        return penalties.target(of, whom)

    for number in (0, 1):
        found = target(number, number)
        assert (found.entry, found.person, found.seat) == (entries[number], people[number], None)
    assert target(0, 1) is target(1, 0) is target(0, 0, Event(pk=0)) is None
    uid = entries[1].uid
    assert penalties.target(event, f"entry:{uid}").entry == entries[1]  # type: ignore[union-attr]
    chair = seat(hall, "E")
    found = penalties.target(event, f"seat:{chair.uid}")
    assert found is not None
    assert found.seat == chair


@pytest.mark.full
def test_the_tables_of_a_right_are_those_of_the_seat_else_of_the_side(hall: Hall) -> None:
    at_second = Seat.objects.get(sitting=hall.deal(1, hall.tables[1]).sitting, label="N")
    first, second = (table.number for table in hall.tables)
    assert penalties._tables_of(None, None) == penalties._tables_of(None, at_second) == {None}
    assert penalties._tables_of(at_second.side, None) == {second}
    assert penalties._tables_of(seat(hall).side, at_second) == {second}
    assert penalties._tables_of(seat(hall).side, None) == {first}


@pytest.mark.full
def test_points_of_a_side_are_looked_at_and_have_a_key(hall: Hall) -> None:
    who, bob = offender(hall), hall.cast.bob
    assert who.seat is not None
    side = who.seat.side

    def give(made: Any, amount: int, key: str = "") -> Adjustment:
        penalty = penalties.Penalty(amount, "late", sure=True)
        return penalties.give_to_side_within(made, who.target, bob, penalty, side=side, key=key)

    with change(hall.cast.tournament, hall.cast.director, Verb.PENALISE) as made:
        assert give(made, 5, "a-key").origin_uid == "a-key"
        assert give(made, 5).origin_uid not in ("", "a-key")
        assert codes(lambda: give(made, 0)) == [Code.PENALTY_NOTHING]


@pytest.mark.full
def test_the_ruling_that_made_what_counts_is_that_of_the_deal(hall: Hall) -> None:
    first, second = version(hall), version(hall)
    assert listed.case_of_live_result(hall.deal()) is None
    result(hall, hall.deal(2), second.uid)
    assert listed.case_of_live_result(hall.deal()) is None
    result(hall, uid=first.uid, origin_label="sheet")
    assert listed.case_of_live_result(hall.deal()) is None
    result(hall, uid=first.uid)
    assert listed.case_of_live_result(hall.deal()) == first.case
    assert listed.case_of_live_result(hall.deal(2)) == second.case
    step(second, hall)
    assert listed.case_of_live_result(hall.deal(2)) is None
    result(hall, uid="nothing")
    assert listed.case_of_live_result(hall.deal()) is None
    alone = given(hall, first.uid)
    assert listed.cases_of_points([alone]) == {first.uid: first.case}


@pytest.mark.full
def test_what_was_given_without_a_ruling_is_neither_of_a_play_nor_of_a_case(hall: Hall) -> None:
    of_case, tournament = version(hall), hall.cast.tournament
    on_play = given(hall, "1")
    sheet = Sheet.objects.create(
        deal=hall.deal(),
        seen=0,
        sound=False,
        official=hall.cast.bob,
        key="k",
        digest="d",
        sealed="s",
    )
    row = Irregularity.objects.create(deal=hall.deal(), sheet=sheet, code="revoke", seat="N")
    ruled = {"irregularity": row, "official": hall.cast.bob}
    penal = IrregularityRuling.objects.create(
        **ruled, number=1, decision="penalty", adjustment=on_play.uid
    )
    noted = IrregularityRuling.objects.create(**ruled, number=2, decision="noted")
    alone = given(hall, "2")
    given(hall, of_case.uid)
    result(hall, uid=of_case.uid)
    entered = result(hall, uid="3")
    result(hall, hall.deal(2), "4", origin_label="sheet")

    def rows(*place: Any) -> set[Any]:
        return {each.row for each in unnumbered.earlier_rulings(*place)}

    every = {penal, noted, alone, entered}
    assert rows(tournament) == rows(tournament, source(hall).event) == every
    assert rows(Tournament(pk=0)) == rows(tournament, Event(pk=0)) == set()


@pytest.fixture
def corrected(hall: Hall) -> Any:
    """A version that was corrected by the second result of its deal, and a foreign one."""
    played, second = result(hall, origin_label="sheet"), result(hall)
    third, foreign = result(hall), result(hall, hall.deal(2))
    made = version(hall, result=second, remedy="corrected", purpose="record")
    other = version(hall, case(hall, deal=hall.deal(2)), result=foreign, remedy="corrected")
    return SimpleNamespace(
        played=played, second=second, third=third, foreign=foreign, made=made, other=other
    )


def undone(hall: Hall, of: RulingVersion, row: Result) -> None:
    CorrectionUndone.objects.create(version=of, result=row, official=hall.cast.bob)


@pytest.mark.full
def test_the_corrections_of_a_case_are_named_by_a_version_or_linked(
    hall: Hall, corrected: Any
) -> None:
    made = corrected.made
    version(hall, made.case)

    def found() -> list[Any]:
        rows = ruling_parts.corrections_of(made.case)
        return [(row.result, row.purpose) for row in rows]

    record, equity, unsaid = (
        CorrectionPurpose.RECORD,
        CorrectionPurpose.EQUITY,
        CorrectionPurpose.UNSAID,
    )
    assert found() == [(corrected.second, record)]
    link = RulingCorrection.objects.create
    link(case=corrected.other.case, result=corrected.foreign, version=corrected.other)
    link(case=made.case, result=corrected.third, version=made)
    assert found() == [(corrected.second, record), (corrected.third, unsaid)]
    link(case=made.case, result=corrected.played, version=made, purpose="equity")
    assert found()[0] == (corrected.played, equity)
    link(case=made.case, result=corrected.second, version=made)
    assert found()[1] == (corrected.second, record)
    undone(hall, made, corrected.third)
    undone(hall, made, corrected.second)
    assert found() == [(corrected.played, equity)]
    [row] = ruling_parts.corrections_of(made.case)
    assert not row.is_of_record
    assert replace(row, purpose=record).is_of_record


@pytest.mark.full
def test_what_was_entered_since_is_later_of_the_deal_and_of_no_ruling(
    hall: Hall, corrected: Any
) -> None:
    made = corrected.made
    corrections = ruling_parts.corrections_of(made.case)

    def since(*rows: Any) -> list[Result]:
        return ruling_parts.entered_since(made, rows)

    assert since(*corrections) == [corrected.third]
    assert since() == []
    own = result(hall, uid=made.uid)
    assert since() == []
    later = result(hall)
    assert since() == [later]
    assert since(*corrections) == [corrected.third, later]
    result(hall, uid=version(hall).uid)
    result(hall, hall.deal(2))
    assert since() == [later]
    undone(hall, made, corrected.third)
    assert since(*corrections) == [later]
    undone(hall, made, own)
    assert since() == []
    foreign = result(hall, uid=corrected.other.uid)
    assert since(*corrections) == [later, foreign]


@pytest.mark.full
def test_what_carries_the_ruling_out_and_results_of_other_deals_are_not_entered_since(
    hall: Hall, corrected: Any
) -> None:
    made, corrections = corrected.made, ruling_parts.corrections_of(corrected.made.case)
    later = result(hall)
    for _number in range(5):
        result(hall, hall.deal(2))
    assert ruling_parts.entered_since(made, corrections) == [corrected.third, later]
    RulingCorrection.objects.create(case=made.case, result=later, version=made)
    assert ruling_parts.entered_since(made, corrections) == [corrected.third]
    result(hall, hall.deal(1, hall.tables[1]), uid=made.uid)
    assert ruling_parts.entered_since(made, ()) == []


@pytest.mark.full
def test_a_result_is_linked_to_the_case_that_it_carries_out(hall: Hall, corrected: Any) -> None:
    made = corrected.made
    assert ruling_parts.rulings_on(hall.deal()) == [made.case]
    assert ruling_parts.rulings_on(hall.deal(2)) == [corrected.other.case]
    linked.link(made.case, corrected.third)
    linked.link(made.case, corrected.second)
    rows = RulingCorrection.objects.order_by("pk")
    assert [row.result for row in rows] == [corrected.third, corrected.second]
    assert {(row.case, row.version) for row in rows} == {(made.case, made)}
