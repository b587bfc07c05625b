"""Who may write, confirm and object, both sides of each condition."""

from __future__ import annotations

import pytest

from referee.base.handed_in import ConfirmationFacts, Writer
from referee.base.refusals import Code
from referee.models import (
    REFEREE,
    Call,
    KeptWrite,
    Sheet,
)
from referee.sheets import entry, queries, seat_answers
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import WEST_TAKES_ALL, Hall
from tests.referee.sheets.test_what_is_read import (
    codes,
    handed_in,
    other_tournament,
    typed,
)
from tournaments.base.refusals import Reason
from tournaments.models import (
    Deal,
    Event,
    Person,
    Result,
    Round,
    RoundState,
    Seat,
)


@pytest.mark.parametrize(
    ("policy", "two", "done", "needs"),
    [
        (Event.Confirmation.REFEREE, False, False, False),
        (Event.Confirmation.REFEREE, True, False, True),
        (Event.Confirmation.REFEREE, False, True, True),
        (Event.Confirmation.OTHER_SIDE, False, False, True),
    ],
)
def test_an_official_says_why_where_the_table_had_a_word(
    policy: str, two: bool, done: bool, needs: bool
) -> None:
    event = Event(confirmation=policy, records=Event.Records.TWO if two else "one")
    assert entry.needs_reason(Deal(event=event, done=done)) is needs


def test_a_report_is_unchanged_where_a_result_says_it_by_its_kind(hall: Hall) -> None:
    assert not entry.is_unchanged(hall.deal(), NORTH_TAKES_THE_PIG)
    hall.cast.post(hall.deal())
    deal = hall.deal()
    assert entry.is_unchanged(deal, NORTH_TAKES_THE_PIG)
    assert not entry.is_unchanged(deal, {**NORTH_TAKES_THE_PIG, "claim": {}})
    assert not entry.is_unchanged(deal, WEST_TAKES_ALL)
    deal.done = False
    assert not entry.is_unchanged(deal, NORTH_TAKES_THE_PIG)


def sheet_codes(sheet: Sheet) -> list[str]:
    return [problem.code.value for problem in queries.problems_of(sheet)]


@pytest.mark.parametrize(
    ("state", "of_table", "of_official"),
    [
        (RoundState.PUBLISHED, [], []),
        (RoundState.CLOSED, [Code.DEAL_NOT_IN_PLAY], []),
        (RoundState.CANCELLED, [Code.DEAL_NOT_IN_PLAY], [Code.DEAL_NOT_IN_PLAY]),
    ],
)
def test_after_the_close_of_a_round_officials_alone_write(
    hall: Hall, state: str, of_table: list[str], of_official: list[str]
) -> None:
    Round.objects.update(state=state)
    assert sheet_codes(handed_in(hall)) == of_table
    assert sheet_codes(typed(hall)) == of_official


def scorer(hall: Hall) -> Writer:
    return Writer.at_desk(hall.cast.tournament, hall.cast.bob, rules=False)


@pytest.mark.full
def test_a_scorer_replaces_no_result_and_confirms_what_he_typed_himself(hall: Hall) -> None:
    by_seat = hall.sheet()
    entry.submit(writer=hall.writer(), sealed=by_seat)
    agree = hall.agreement(by_seat, REFEREE)
    assert codes(lambda: entry.confirm(writer=scorer(hall), sealed=agree, reason="x")) == [
        Code.CONFIRMER_NOT_ALLOWED
    ]
    own = hall.sheet(recorder=REFEREE)
    entry.submit(writer=scorer(hall), sealed=own)
    made = entry.confirm(writer=scorer(hall), sealed=hall.agreement(own, REFEREE), reason="x")
    assert made.result is not None
    assert made.result.origin_label == "scorer"
    later = hall.sheet(report=WEST_TAKES_ALL, recorder=REFEREE, seen=1)
    assert sheet_codes(entry.submit(writer=scorer(hall), sealed=later)) == [Code.RESULT_STANDS]
    agree = hall.agreement(later, REFEREE)
    assert Code.CONFIRMER_NOT_ALLOWED in codes(
        lambda: entry.confirm(writer=scorer(hall), sealed=agree, reason="x")
    )
    again = hall.sheet(report=WEST_TAKES_ALL, recorder=REFEREE, seen=1)
    assert sheet_codes(entry.submit(writer=hall.official(), sealed=again)) == []


@pytest.mark.full
def test_a_choice_may_be_what_stands_and_a_correction_may_not(hall: Hall) -> None:
    hall.cast.post(hall.deal())
    sealed = hall.sheet(recorder=REFEREE, seen=1)
    entry.submit(writer=hall.official(), sealed=sealed)
    agree = hall.agreement(sealed, REFEREE)
    assert codes(lambda: entry.confirm(writer=hall.official(), sealed=agree, reason="x")) == [
        Reason.RESULT_UNCHANGED
    ]
    chooses = Writer(hall.cast.tournament, official=hall.cast.bob, chooses=True)
    agree = hall.agreement(sealed, REFEREE)
    assert entry.confirm(writer=chooses, sealed=agree, reason="x").result is not None


@pytest.mark.full
def test_an_objection_is_to_the_newest_sheet_of_a_deal_without_a_result(hall: Hall) -> None:
    first = handed_in(hall)
    newest = handed_in(hall, report=WEST_TAKES_ALL)
    writer = hall.writer()
    assert codes(lambda: seat_answers.object_to(writer, first, "W")) == [Code.SHEET_REPLACED]
    call = seat_answers.object_to(writer, newest, "W")
    assert seat_answers.object_to(writer, newest, "W") == call
    assert seat_answers.object_to(writer, newest, "E") != call
    hall.cast.post(hall.deal())
    assert codes(lambda: seat_answers.object_to(writer, newest, "S")) == [Code.RESULT_STANDS]
    assert Call.objects.count() == 2
    assert not KeptWrite.objects.exists()


def checked(writer: Writer, seat: str = "W") -> seat_answers.GivenProof:
    sheet = Sheet.objects.get()
    return entry.given_proof(writer, ConfirmationFacts(sheet.key, sheet.digest, seat), "")


@pytest.mark.full
@pytest.mark.parametrize(
    ("proof", "of_tablet", "of_own_phone", "of_other_phone"),
    [
        (Event.Proof.TAP, None, Code.CONFIRMER_NOT_ALLOWED, Code.CONFIRMER_NOT_ALLOWED),
        (Event.Proof.PHONE, Code.PHONE_WANTED, None, Code.CONFIRMER_NOT_ALLOWED),
        (Event.Proof.PIN, Code.PIN_WANTED, Code.CONFIRMER_NOT_ALLOWED, Code.CONFIRMER_NOT_ALLOWED),
    ],
)
def test_a_seat_proves_itself_as_its_event_asks(
    hall: Hall, proof: str, of_tablet: Code | None, of_own_phone: Code | None, of_other_phone: Code
) -> None:
    Event.objects.update(proof=proof)
    handed_in(hall)
    west, south = (
        Seat.objects.get(sitting=hall.deal().sitting, label=label).person for label in "WS"
    )
    tournament = hall.cast.tournament

    def code(writer: Writer) -> object:
        problem = checked(writer).problem
        return problem.code if problem else None

    assert code(hall.writer()) == of_tablet
    assert code(Writer.phone(tournament, west)) == of_own_phone
    assert code(Writer.phone(tournament, south)) == of_other_phone
    assert code(hall.official()) is None
    assert code(Writer.phone(tournament, Person(pk=-1))) == Code.CONFIRMER_NOT_ALLOWED


def test_where_nobody_sits_no_pin_is_asked_for(hall: Hall) -> None:
    Event.objects.update(proof=Event.Proof.PIN)
    handed_in(hall)
    assert checked(hall.writer(), "X").problem is None
    other = checked(Writer(other_tournament(hall), lease=hall.lease()))
    assert other.problem is not None
    assert other.problem.code == Code.SHEET_UNKNOWN


@pytest.mark.full
def test_a_confirmation_that_comes_again_is_answered_with_its_own_result(hall: Hall) -> None:
    agreed = []
    for number in (1, 2):
        sealed = hall.sheet(hall.deal(number))
        entry.submit(writer=hall.writer(), sealed=sealed)
        agreed.append(hall.agreement(sealed))
        entry.confirm(writer=hall.writer(), sealed=agreed[-1])
    for number, sealed in enumerate(agreed, 1):
        again = entry.confirm(writer=hall.writer(), sealed=sealed)
        assert again.result is not None
        assert again.result.deal == hall.deal(number)
        assert again.confirmation.key == sealed.key


@pytest.mark.full
def test_where_one_record_counts_equal_ones_make_no_result(hall: Hall) -> None:
    hall.confirmed_by(Event.Confirmation.REFEREE)
    handed_in(hall)
    typed(hall, paper=True)
    assert not Result.objects.exists()
    Event.objects.update(records=Event.Records.TWO)
    typed(hall)
    assert not Result.objects.exists()
    typed(hall, paper=True)
    assert Result.objects.exists()
