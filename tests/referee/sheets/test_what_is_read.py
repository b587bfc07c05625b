"""What is read of sheets and tables: of which deal, version, device and event, and of no other."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

import pytest
from django.utils import timezone

from referee.base.refusals import Code
from referee.models import REFEREE, Call, KeptWrite, Sheet
from referee.sheets import (
    desk_sheets,
    entry,
    queries,
    two_records,
    versions,
    who_confirmed,
)
from referee.sheets.queries import WaitingSheet
from tests.referee.hall import NOTHING_WON, WEST_TAKES_ALL, Hall
from tests.referee.sheets.test_entry import lost
from tournaments.base.refusals import Refused
from tournaments.models import (
    Board,
    BoardSet,
    Deal,
    Event,
    Result,
    Round,
    RoundState,
    Tournament,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change

SIDES = {"N": 1, "W": 2, "S": 1, "E": 2}
ALL, OTHER = Event.Confirmation.ALL_OTHERS, Event.Confirmation.OTHER_SIDE


def handed_in(hall: Hall, number: int = 1, **columns: Any) -> Sheet:
    """Hand in a sheet from the tablet of the first table."""
    return entry.submit(writer=hall.writer(), sealed=hall.sheet(hall.deal(number), **columns))


def typed(hall: Hall, *, paper: bool = False, **columns: Any) -> Sheet:
    """Hand in a sheet as an official."""
    sealed = hall.sheet(recorder=REFEREE, **columns)
    return entry.submit(writer=hall.official(), sealed=sealed, paper=paper)


def codes(call: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as refused:
        call()
    return [problem.code.value for problem in refused.value.problems]


def other_tournament(hall: Hall) -> Tournament:
    """Return another tournament of the same club."""
    other = copy(hall.cast.tournament)
    other.pk, other.uid = None, "another-one"
    other.save(force_insert=True)
    return other


def called(hall: Hall, key: str, number: int = 1) -> Call:
    return Call.objects.create(
        key=key, table=hall.table, deal=hall.deal(number), reason="score", official=hall.cast.bob
    )


def retracted(hall: Hall, seen: int = 1) -> None:
    with change(hall.cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report, origin = ledger.Report(Result.Kind.RETRACTED, {}), ledger.Origin("x", "x")
        ledger.post(made, hall.deal(), report, seen=seen, origin=origin, reason="wrong cards")


@pytest.mark.parametrize(
    ("policy", "confirmed", "awaited"),
    [
        (OTHER, [], ("W", "E")),
        (OTHER, ["E"], ()),
        (ALL, ["W"], ()),
        (ALL, [], ("W", "E")),
        (ALL, [REFEREE], ()),
        (Event.Confirmation.REFEREE, [], ()),
    ],
)
def test_whose_word_is_awaited_follows_the_policy_and_who_has_spoken(
    policy: str, confirmed: list[str], awaited: tuple[str, ...]
) -> None:
    assert queries.awaited(policy, SIDES, "N", confirmed) == awaited


def test_of_a_sheet_that_no_seat_wrote_every_seat_confirms() -> None:
    assert queries.confirmers(OTHER, SIDES, REFEREE) == ("N", "W", "S", "E")
    assert queries.confirmers(Event.Confirmation.REFEREE, SIDES, REFEREE) == ()


@pytest.mark.parametrize(
    ("policy", "recorder", "seat", "alone"),
    [
        (OTHER, "N", REFEREE, True),
        (OTHER, "N", "W", False),
        (Event.Confirmation.REFEREE, "N", REFEREE, False),
        (Event.Confirmation.REFEREE, REFEREE, REFEREE, True),
        (Event.Confirmation.REFEREE, REFEREE, "N", False),
    ],
)
def test_a_sheet_rests_on_the_referee_where_the_table_could_have_confirmed(
    policy: str, recorder: str, seat: str, alone: bool
) -> None:
    assert queries.is_by_referee_alone(policy, recorder, seat) is alone


@pytest.mark.parametrize(
    ("sound", "objecting", "waits"),
    [(True, (), True), (False, (), False), (True, ("W",), False)],
)
def test_a_sheet_waits_while_it_is_sound_and_nobody_objects(
    sound: bool, objecting: tuple[str, ...], waits: bool
) -> None:
    event = Event(confirmation=OTHER)
    sheet = Sheet(sound=sound, recorder="N")
    waiting = WaitingSheet.from_sheet(sheet, event, SIDES, objecting, [])
    assert (waiting.awaited, waiting.confirmers) == ((("W", "E"),) * 2 if waits else ((), ()))
    assert waiting.objected == objecting


@pytest.mark.full
def test_the_newest_sound_sheet_is_of_the_table_the_deal_and_its_version(hall: Hall) -> None:
    assert queries.newest_sound(hall.deal()) is None
    first = handed_in(hall)
    handed_in(hall, 2)
    handed_in(hall, report=NOTHING_WON)
    typed(hall, paper=True)
    assert queries.newest_sound(hall.deal()) == first.pk
    second = handed_in(hall, report=WEST_TAKES_ALL)
    assert queries.newest_sound(hall.deal()) == second.pk
    deals = [hall.deal(), hall.deal(2)]
    assert queries.waiting_sheets(deals[:1]) == {deals[0].pk: second}
    assert set(queries.waiting_reports(deals)) == {deal.pk for deal in deals}
    hall.cast.post(hall.deal())
    assert queries.newest_sound(hall.deal()) is None
    assert queries.waiting_sheets([hall.deal()]) == {}


@pytest.mark.full
def test_a_word_is_heard_of_its_own_sheet(hall: Hall) -> None:
    hall.confirmed_by(ALL)
    first, second = handed_in(hall), handed_in(hall, 2)
    for sheet, seat in ((first, "W"), (second, "S")):
        agreed = hall.agreement(hall.sheet(key=sheet.key), seat, digest=sheet.digest)
        entry.confirm(writer=hall.writer(), sealed=agreed)
    assert (queries.seats_heard(first), queries.seats_heard(second)) == (["W"], ["S"])
    keys = set(queries.keys_of_confirmations(hall.deal()))
    assert keys == {first.confirmations.get().key}
    heard, objecting, sides = who_confirmed.confirmations_of([first], [], [hall.deal().sitting_id])
    assert (dict(heard), objecting) == ({first.pk: ["W"]}, {})
    assert dict(sides) == {hall.deal().sitting_id: queries.sides_of(hall.deal().sitting)}
    assert set(who_confirmed.confirmations_of([first, second], []).confirmed) == {
        first.pk,
        second.pk,
    }


@pytest.mark.full
def test_a_result_is_of_its_own_sheet_and_deal(hall: Hall) -> None:
    sheet, other = handed_in(hall), handed_in(hall, 2)
    for each in (sheet, other):
        agreed = hall.agreement(hall.sheet(key=each.key), digest=each.digest)
        entry.confirm(writer=hall.writer(), sealed=agreed)
    later = typed(hall, report=WEST_TAKES_ALL, seen=1)
    assert [queries.is_posted(each) for each in (sheet, other, later)] == [True, True, False]
    sheet.deal_id = hall.deal(2).pk
    assert not queries.is_posted(sheet)


@pytest.mark.full
def test_objections_are_told_of_their_own_sheets_where_phones_are_used(hall: Hall) -> None:
    event = Event.objects.get(pk=hall.cast.event.pk)
    earlier, sheet = handed_in(hall), handed_in(hall, report=WEST_TAKES_ALL)
    called(hall, who_confirmed.objection_key(sheet.uid, "W"))
    called(hall, who_confirmed.objection_key(sheet.uid, "E"))
    called(hall, "an-ordinary-call")
    assert queries.objecting_seats(sheet, event) == ()
    event.proof = Event.Proof.PHONE
    assert queries.objecting_seats(sheet, event) == ("W", "E")
    assert queries.objecting_seats(earlier, event) == ()
    assert who_confirmed.objecting_seats([earlier, sheet]) == {sheet.pk: ("W", "E")}
    said = who_confirmed.confirmations_of([earlier, sheet], [earlier, sheet])
    assert {key: set(seats) for key, seats in said.objecting.items()} == {sheet.pk: {"W", "E"}}
    assert who_confirmed.confirmations_of([sheet], []).objecting == {}
    rows = Sheet.objects.annotate(objected=who_confirmed.is_objected()).order_by("pk")
    assert list(rows.values_list("objected", flat=True)) == [False, True]


@pytest.mark.full
def test_an_objection_stands_with_its_own_deal(hall: Hall) -> None:
    sheet = handed_in(hall)
    called(hall, who_confirmed.objection_key(sheet.uid, "W"), number=2)
    rows = Sheet.objects.annotate(objected=who_confirmed.is_objected())
    assert not rows.get().objected
    assert queries.objecting_seats(sheet, Event(proof=Event.Proof.PHONE)) == ()


def test_a_deal_is_fetched_in_its_tournament_once_it_is_published(hall: Hall) -> None:
    deal, tournament = hall.deal(), hall.cast.tournament
    assert queries.deal_in(tournament, deal.uid) == deal
    assert queries.deal_in(tournament, "nothing") is None
    assert queries.deal_in(Tournament(pk=0), deal.uid) is None
    for state in RoundState:
        Round.objects.filter(pk=hall.round.pk).update(state=state)
        is_there = queries.deal_in(tournament, deal.uid) is not None
        assert is_there is (state != RoundState.DRAFT)


def test_the_cards_of_a_board_are_told_once_it_is_opened(hall: Hall) -> None:
    assert queries.opened_hands(Deal()) is None
    for opened_at, told in ((None, None), (timezone.now(), {"N": []})):
        board = Board(board_set=BoardSet(), hands={"N": []}, opened_at=opened_at)
        assert queries.opened_hands(Deal(board=board)) == told


def test_a_problem_of_another_version_of_the_program_is_named(hall: Hall) -> None:
    sheet = handed_in(hall, report=NOTHING_WON)
    assert [problem.code.value for problem in queries.problems_of(sheet)] == ["cards_not_won"]
    sheet.problems = [{"code": "from_the_future", "field": "", "values": {}, "cards": []}]
    [unknown] = queries.problems_of(sheet)
    assert (unknown.code, dict(unknown.values)) == (Code.UNKNOWN, {"name": "from_the_future"})


@pytest.mark.full
@pytest.mark.parametrize(
    ("changes", "is_mended"),
    [
        ({}, True),
        ({"sound": True}, False),
        ({"lease": None}, False),
        ({"pk": 3}, False),
        ({"pk": 2}, False),
    ],
)
def test_a_sheet_is_mended_by_a_newer_one_of_the_same_device(
    hall: Hall, changes: dict[str, Any], is_mended: bool
) -> None:
    lease, other = hall.lease(), hall.lease(hall.tables[1], "another")
    sheet = Sheet(**{"pk": 1, "sound": False, "lease": lease, **changes})
    assert versions.is_mended(sheet, Sheet(pk=2, lease=lease)) is is_mended
    assert not versions.is_mended(sheet, Sheet(pk=2, lease=other))
    assert not versions.is_mended(sheet, Sheet(pk=2))


def test_what_was_kept_is_counted_in_its_own_tournament(hall: Hall) -> None:
    tournament = hall.cast.tournament
    assert desk_sheets.kept_writes(tournament, 10) == ([], 0)
    for number in range(3):
        KeptWrite.objects.create(
            tournament=tournament,
            official=hall.cast.bob,
            kind=KeptWrite.Kind.SHEET,
            key=f"key-{number}",
            digest=f"{number}" * 64,
            sealed="{}",
            reason="x",
            problems=[],
        )
    rows, in_all = desk_sheets.kept_writes(tournament, 2)
    assert ([row.key for row in rows], in_all) == (["key-2", "key-1"], 3)
    assert desk_sheets.kept_writes(Tournament(pk=0), 10) == ([], 0)


@pytest.mark.full
def test_records_are_of_the_deal_of_its_live_version_and_sound(hall: Hall) -> None:
    deal = hall.deal()
    assert (two_records.pair_of(deal).tablet, two_records.agreed(deal)) == (None, None)
    handed_in(hall, 2)
    handed_in(hall, report=NOTHING_WON)
    assert two_records.pair_of(deal).lack is two_records.MissingRecord.BOTH
    tablet = handed_in(hall)
    assert two_records.pair_of(deal).lack is two_records.MissingRecord.PAPER
    assert two_records.agreed(deal) is None
    paper = typed(hall, paper=True)
    pair = two_records.pair_of(deal)
    assert (pair.tablet, pair.paper, pair.lack) == (tablet, paper, two_records.MissingRecord.WORD)
    assert two_records.agreed(deal) == tablet
    [same] = two_records.pairs_of([deal])
    assert (same.tablet, same.paper) == (tablet, paper)
    assert two_records.pairs_of([]) == []
    typed(hall, report=WEST_TAKES_ALL, paper=True)
    assert two_records.pair_of(deal).lack is two_records.MissingRecord.REFEREE
    assert two_records.agreed(deal) is None
    hall.cast.post(deal)
    assert two_records.pair_of(hall.deal()).lack is two_records.MissingRecord.BOTH
    assert two_records.pairs_of([hall.deal()])[0].lack is two_records.MissingRecord.BOTH


@pytest.mark.full
def test_deals_that_lack_a_record_are_open_in_play_and_want_two(hall: Hall) -> None:
    tournament = hall.cast.tournament
    assert two_records.still_open(tournament) == []
    Event.objects.update(records=Event.Records.TWO)
    assert len(two_records.still_open(tournament)) == 4
    hall.cast.post(hall.deal())
    assert len(two_records.still_open(tournament)) == 3
    assert two_records.still_open(Tournament(pk=0)) == []
    Round.objects.update(state=RoundState.CLOSED)
    assert two_records.still_open(tournament) == []


@pytest.mark.full
def test_a_deal_of_which_a_result_was_taken_back_wants_its_records_anew(hall: Hall) -> None:
    handed_in(hall)
    hall.cast.post(hall.deal())
    retracted(hall)
    assert queries.newest_sound(hall.deal()) is None
    again = handed_in(hall, seen=2)
    assert queries.newest_sound(hall.deal()) == again.pk
    assert two_records.pair_of(hall.deal()).tablet == again


@pytest.mark.full
def test_the_desk_looks_through_sheets_that_may_still_count(hall: Hall) -> None:
    def at_desk(tournament: Tournament = hall.cast.tournament) -> list[Sheet]:
        return desk_sheets.sheets_at_desk(tournament)

    first = handed_in(hall)
    assert (at_desk(), at_desk(Tournament(pk=0))) == ([first], [])
    hall.cast.post(hall.deal())
    assert at_desk() == []
    newer = handed_in(hall)
    assert at_desk() == [newer]
    correction = typed(hall, report=WEST_TAKES_ALL, seen=1)
    assert at_desk() == [newer, correction]
    late = entry.submit(writer=lost(hall), sealed=hall.sheet(hall.deal(2)))
    hall.cast.post(hall.deal(2))
    assert at_desk() == [newer, correction, late]
    assert [row.is_posted for row in desk_sheets.sheets_at_desk(hall.cast.tournament)] == [
        False
    ] * 3
    assert desk_sheets.sheets_to_decide(at_desk()) == [correction]


@pytest.mark.full
def test_a_sheet_that_made_the_result_is_told_as_such(hall: Hall) -> None:
    sheet = handed_in(hall, report=WEST_TAKES_ALL)
    agreed = hall.agreement(hall.sheet(key=sheet.key), digest=sheet.digest)
    entry.confirm(writer=hall.writer(), sealed=agreed)
    newer = handed_in(hall)
    later = handed_in(hall, 2)
    rows = desk_sheets.sheets_at_desk(hall.cast.tournament)
    assert [(row, row.is_posted) for row in rows] == [(newer, False), (later, False)]
    retracted(hall)
    rows = desk_sheets.sheets_at_desk(hall.cast.tournament)
    assert [row.pk for row in rows] == [sheet.pk, newer.pk, later.pk]


@pytest.mark.full
@pytest.mark.parametrize(
    ("records_wanted", "done", "is_read"),
    [(Event.Records.TWO, False, True), (Event.Records.TWO, True, False), ("one", False, False)],
)
def test_the_text_of_a_sheet_is_read_where_it_may_be_one_of_two_records(
    hall: Hall, records_wanted: str, done: bool, is_read: bool
) -> None:
    Event.objects.update(records=records_wanted)
    handed_in(hall)
    if done:
        Deal.objects.filter(pk=hall.deal().pk).update(done=True)
    [row] = desk_sheets.sheets_at_desk(hall.cast.tournament)
    assert (row.record is not None) is is_read
