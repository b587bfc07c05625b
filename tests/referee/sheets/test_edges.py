"""What stands on the edges of sheets: the other half of a condition, the other part of a key."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from referee.base.handed_in import Sealed, Writer
from referee.base.refusals import Code, CodedRefusal
from referee.claims import policies
from referee.claims.policies import ClaimTreatment
from referee.models import REFEREE, ClaimMode, Confirmation, Irregularity
from referee.sheets import (
    desk_sheets,
    entry,
    irregularities,
    problem_groups,
    queries,
    seat_answers,
    versions,
)
from referee.sheets.desk_sheets import CONFIRMATIONS, SHEETS, Item
from scoring.following import Irregularity as Reported
from scoring.gongzhu.codes import Offence, PlayFlag
from scoring.problems import Problem
from tests.referee.hall import NOTHING_WON, WEST_TAKES_ALL, Hall
from tests.referee.sheets.test_entry import codes_of, refused, submitted
from tests.referee.sheets.test_incidents import decided, odd
from tests.referee.sheets.test_what_is_read import (
    called,
    handed_in,
    other_tournament,
    retracted,
    typed,
)
from tests.referee.sheets.test_who_may_write import checked
from tournaments.base.refusals import Reason, Refused, refuse
from tournaments.models import Deal, Event, Seat, Sitting, Table
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.structure import games

AN_ITEM = {"kind": SHEETS, "key": "a" * 32, "digest": "0" * 64, "sealed": "{}"}


def text_of(*items: Any) -> str:
    return json.dumps(items)


def is_read(text: str) -> bool:
    try:
        return bool(desk_sheets.saved_items(text))
    except Refused:
        return False


@pytest.mark.full
@pytest.mark.parametrize(
    ("changed", "fits"),
    [
        ({}, True),
        ({"kind": CONFIRMATIONS}, True),
        ({"kind": "calls"}, False),
        ({"key": "a"}, False),
        ({"key": 7}, False),
        ({"digest": "0" * 63}, False),
        ({"digest": "g" * 64}, False),
    ],
)
def test_an_item_has_a_kind_a_key_and_a_digest(changed: dict[str, Any], *, fits: bool) -> None:
    assert is_read(text_of({**AN_ITEM, **changed})) is fits
    assert is_read(text_of(AN_ITEM, {**AN_ITEM, **changed})) is fits


def test_an_export_is_as_long_as_the_limits_and_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of(AN_ITEM, AN_ITEM)
    monkeypatch.setattr(desk_sheets, "MOST_ITEMS", 2)
    assert is_read(text)
    assert not is_read(text_of(AN_ITEM, AN_ITEM, AN_ITEM))
    monkeypatch.setattr(desk_sheets, "MOST_CHARACTERS", len(text))
    assert is_read(text)
    monkeypatch.setattr(desk_sheets, "MOST_CHARACTERS", len(text) - 1)
    assert not is_read(text)


@pytest.mark.full
@pytest.mark.parametrize(
    ("value", "number"), [(0, 0), (1, 1), (9999, 9999), (10_000, 0), (-1, 0), ("1", 0), (None, 0)]
)
def test_the_numbers_of_a_deal_are_told_where_they_are_numbers(value: object, number: int) -> None:
    (item,) = desk_sheets.saved_items(text_of({**AN_ITEM, "round": value, "number": value}))
    assert (item.round, item.number) == (number, number)


@pytest.mark.full
def test_only_the_confirmation_that_was_sent_is_found_again(hall: Hall) -> None:
    writer, sealed = submitted(hall)
    agreement = hall.agreement(sealed)
    entry.confirm(writer=writer, sealed=agreement)
    others = (
        replace(agreement, key="another-key-0123456789"),
        hall.agreement(sealed, "S", key=agreement.key),
    )
    for other in (agreement, *others):
        item = Item(CONFIRMATIONS, other)
        (outcome,) = desk_sheets.read_in(hall.cast.tournament, hall.cast.bob, [item])
        assert (outcome.sheet is not None, not outcome.problems) == ((other == agreement,) * 2)
    assert Confirmation.objects.count() == 1


def test_a_sheet_of_the_table_over_a_result_waits_for_the_referee(hall: Hall) -> None:
    hall.cast.post(hall.deal())
    over = handed_in(hall, seen=1, report=WEST_TAKES_ALL)
    assert codes_of(over) == [Code.RESULT_STANDS]
    pending = desk_sheets.pending_sheets(desk_sheets.sheets_at_desk(hall.cast.tournament))
    assert (pending.ruled, pending.table, pending.paper) == ([over], [], [])


def test_a_sheet_that_cannot_count_on_paper_waits_for_the_referee(hall: Hall) -> None:
    Event.objects.update(records=Event.Records.TWO)
    wrong = typed(hall, paper=True, report=NOTHING_WON)
    pending = desk_sheets.pending_sheets(desk_sheets.sheets_at_desk(hall.cast.tournament))
    assert (pending.ruled, pending.table) == ([wrong], [])


@pytest.mark.full
def test_of_each_device_the_newest_sheet_of_each_deal_and_version_waits(hall: Hall) -> None:
    handed_in(hall)
    rows = [
        handed_in(hall, report=WEST_TAKES_ALL),
        handed_in(hall, seen=3),
        handed_in(hall, 2),
        typed(hall),
        typed(hall, paper=True),
    ]
    item = Item(SHEETS, hall.sheet(report=WEST_TAKES_ALL))
    (outcome,) = desk_sheets.read_in(hall.cast.tournament, hall.cast.bob, [item])
    other = hall.writer(hall.tables[1], "another-tablet")
    elsewhere = entry.submit(writer=other, sealed=hall.sheet())
    assert outcome.sheet is not None
    pending = desk_sheets.pending_sheets(desk_sheets.sheets_at_desk(hall.cast.tournament))
    found = sorted(row.pk for row in (*pending.ruled, *pending.table, *pending.paper))
    assert found == [*(row.pk for row in rows), outcome.sheet.pk, elsewhere.pk]


@pytest.mark.full
@pytest.mark.parametrize("mode", [ClaimMode.BRIDGE_DOUBT, ClaimMode.PLAY_ON_FACED])
def test_after_an_objected_claim_a_table_writes_on_where_the_event_plays_on(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, mode: ClaimMode
) -> None:
    policies.set_policy(hall.cast.event, hall.cast.bob, ClaimTreatment(mode=mode))
    at_table = queries.AtTable.of(hall.deal())

    def told(*, objected: bool, writer: Writer) -> list[str]:
        monkeypatch.setattr(
            queries.AtTable, "of", lambda _deal: replace(at_table, objected=objected)
        )
        return codes_of(entry.submit(writer=writer, sealed=hall.sheet()))

    refused_ = [] if mode is ClaimMode.PLAY_ON_FACED else [Code.CLAIM_OBJECTED]
    assert told(objected=True, writer=hall.writer()) == refused_
    assert told(objected=False, writer=hall.writer()) == []
    assert told(objected=True, writer=hall.official()) == []


@pytest.mark.full
def test_a_sheet_with_problems_is_told_them_and_not_that_a_newer_one_is_there(hall: Hall) -> None:
    writer, wrong = submitted(hall, report=NOTHING_WON)
    entry.submit(writer=writer, sealed=hall.sheet())
    told = [problem.code.value for problem in refused(writer, hall.agreement(wrong)).problems]
    assert told == [Code.SHEET_HAS_PROBLEMS, "cards_not_won"]


@pytest.mark.full
def test_an_official_gives_the_own_reason_for_a_deal_whose_result_was_taken_back(
    hall: Hall,
) -> None:
    hall.cast.post(hall.deal())
    retracted(hall)
    sealed = hall.sheet(recorder=REFEREE, seen=2)
    entry.submit(writer=hall.official(), sealed=sealed)
    agreement = hall.agreement(sealed, REFEREE)
    confirmed = entry.confirm(writer=hall.official(), sealed=agreement, reason="as they told it")
    assert confirmed.result is not None
    assert confirmed.result.reason == "as they told it"


@pytest.mark.full
def test_a_sheet_of_another_tournament_is_unknown_and_a_seat_confirms_once(hall: Hall) -> None:
    hall.confirmed_by(Event.Confirmation.ALL_OTHERS)
    writer, sealed = submitted(hall)
    there = Writer.referee(other_tournament(hall), hall.cast.bob)
    assert refused(there, hall.agreement(sealed, REFEREE)).code == Code.SHEET_UNKNOWN
    unknown = Sealed("nothing-0123456789abc", sealed.digest, sealed.sealed)
    assert refused(writer, hall.agreement(unknown)).code == Code.SHEET_UNKNOWN
    entry.confirm(writer=writer, sealed=hall.agreement(sealed))
    again = refused(writer, hall.agreement(sealed))
    assert [problem.code for problem in again.problems] == [Code.ALREADY_CONFIRMED]


@pytest.mark.full
def test_a_phone_confirms_for_no_seat_that_is_empty(hall: Hall) -> None:
    Event.objects.update(proof=Event.Proof.PHONE)
    handed_in(hall)
    west = Seat.objects.get(sitting=hall.deal().sitting, label="W").person
    problem = checked(Writer.phone(hall.cast.tournament, west), "X").problem
    assert problem is not None
    assert problem.code == Code.CONFIRMER_NOT_ALLOWED


@pytest.mark.full
def test_an_objection_is_a_call_of_its_own(hall: Hall) -> None:
    Event.objects.update(proof=Event.Proof.PHONE)
    sheet, ordinary = handed_in(hall), called(hall, "an-ordinary-call")
    west = Seat.objects.get(sitting=hall.deal().sitting, label="W").person
    sheet.deal = hall.deal()
    made = seat_answers.object_to(Writer.phone(hall.cast.tournament, west), sheet, "W")
    assert made != ordinary


@pytest.mark.full
def test_what_two_seats_did_twice_and_otherwise_is_stored_once_each(hall: Hall) -> None:
    sheet = handed_in(hall)
    late, revoke = Offence.LATE_EXPOSURE, PlayFlag.REVOKE
    reported = [
        Reported(late, "W", ("DJ",), 0),
        Reported(late, "S", ("SQ",), 0),
        Reported(revoke, "W", ("S3",), 0),
        Reported(revoke, "W", ("S4",), 6),
        Reported(revoke, "W", ("S4",), 6),
    ]
    with change(hall.cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        irregularities.store(made, sheet, reported)
    rows = Irregularity.objects.order_by("pk").values_list("code", "seat", "play")
    assert [*rows] == [(row.code.value, row.seat, row.play) for row in reported[:4]]


@pytest.mark.full
def test_an_irregularity_waits_beside_one_of_other_cards_that_was_ruled_on(hall: Hall) -> None:
    first, second = handed_in(hall), handed_in(hall)
    decided(odd(hall, first, cards=["S4"]), hall.cast.bob)
    later, earlier = odd(hall, second, play=9), odd(hall, second)
    assert set(irregularities.unruled_rows()) == {earlier, later}
    assert [incident.row for incident in irregularities.unruled()] == [later, earlier]
    told = [incident.row for incident in irregularities.incidents_of_deal(hall.deal())]
    assert told[1:] == [earlier, later]
    (judged,) = irregularities.judged()
    assert (judged.row, irregularities.incident_of(earlier).row) == (told[0], earlier)


class Asked:
    """A game that finds in a report what the use of its context says."""

    def __init__(self, **found: tuple[str, ...]) -> None:
        self.found = found
        self.asked: list[str] = []

    def problems(self, _report: object, _rules: object, context: str) -> tuple[str, ...]:
        self.asked.append(context)
        return self.found[context]


@pytest.mark.parametrize(
    ("found", "problems", "asked"),
    [
        ({"tell": ("a",), "settle": ("a", "b")}, ("a",), ["tell"]),
        ({"tell": (), "settle": ("b",)}, (), ["tell"]),
        ({"open": ()}, (), ["open"]),
        ({"open": ("a",)}, ("a",), ["open"]),
    ],
)
def test_a_report_is_never_compared_with_a_sealed_board(
    monkeypatch: pytest.MonkeyPatch,
    found: dict[str, tuple[str, ...]],
    problems: tuple[str, ...],
    asked: list[str],
) -> None:
    game = Asked(**found)
    uses = {games.Use.TELL: "tell", games.Use.SETTLE: "settle"}
    known = lambda _deal, use: "open" if "open" in found else uses[use]  # noqa: E731
    monkeypatch.setattr(queries, "game_of", lambda _event: game)
    monkeypatch.setattr(queries, "rules_of", lambda *_asked: None)
    monkeypatch.setattr(queries, "ruleset_of", lambda _deal: None)
    monkeypatch.setattr(games, "context_of", known)
    told: Any = queries.problems_in(Deal(event=Event()), {})
    assert told == problems
    assert game.asked == asked


@pytest.mark.full
@pytest.mark.parametrize(
    ("code", "done", "answer"),
    [
        (None, False, None),
        (None, True, Code.RESULT_STANDS),
        (Code.LEASE_LOST, False, None),
        (Code.LEASE_LOST, True, Code.RESULT_STANDS),
        (Code.DEAL_ELSEWHERE, False, Code.DEAL_ELSEWHERE),
        (Reason.RESULT_CHANGED, True, Reason.RESULT_CHANGED),
    ],
)
def test_a_sheet_comes_again_for_a_deal_as_it_was(
    code: Code | Reason | None, answer: Code | Reason | None, *, done: bool
) -> None:
    problems: list[Problem] = [refuse(code)] if code else []
    deal = Deal(done=done)
    if answer is None:
        assert problem_groups.checked_again(deal, problems) == problems
        return
    with pytest.raises(CodedRefusal) as turned:
        problem_groups.checked_again(deal, problems)
    assert (turned.value.code, [problem.code for problem in turned.value.problems]) == (
        answer,
        [answer],
    )


def test_deals_in_dispute_stand_by_event_table_and_order_of_play() -> None:
    def deal(event: int, table: int, order: int) -> Deal:
        sitting = Sitting(table=Table(number=table))
        return Deal(event=Event(number=event), sitting=sitting, play_order=order)

    places = [(1, 2, 9), (1, 2, 10), (1, 10, 1), (2, 1, 1)]
    rows = [deal(*place) for place in reversed(places)]
    assert sorted(rows, key=versions._place) == rows[::-1]


@pytest.mark.full
def test_a_sheet_is_in_dispute_with_a_result_that_came_before_it_alone(hall: Hall) -> None:
    hall.cast.post(hall.deal())
    hall.cast.post(hall.deal(2), report=WEST_TAKES_ALL)
    handed_in(hall, report=WEST_TAKES_ALL)
    handed_in(hall, 2, report=WEST_TAKES_ALL)

    def disputes(later: timedelta) -> list[Deal]:
        rows = desk_sheets.sheets_at_desk(hall.cast.tournament)
        for row in rows:
            row.created_at = row.result_at + later
        return versions.open_disputes(rows)

    assert disputes(timedelta(microseconds=1)) == [hall.deal()]
    assert disputes(timedelta(0)) == []


@pytest.mark.full
def test_a_version_can_be_confirmed_as_it_came_where_it_is_right_and_up_to_date(
    hall: Hall,
) -> None:
    right, wrong = handed_in(hall), handed_in(hall, report=NOTHING_WON)
    deal = hall.deal()
    assert [versions.is_as_it_came(sheet, deal) for sheet in (right, wrong)] == [True, False]
    hall.cast.post(deal)
    over = handed_in(hall, seen=1)
    deal = hall.deal()
    assert [versions.is_as_it_came(sheet, deal) for sheet in (right, over)] == [False, True]
