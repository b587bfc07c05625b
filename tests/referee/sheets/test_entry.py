"""Sheets come in whatever is wrong with them, and become results by the word of another seat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from referee.base.handed_in import Sealed, Writer, seal
from referee.base.refusals import Code, CodedRefusal
from referee.base.verbs import Verb
from referee.leases import leases
from referee.models import KeptWrite, Sheet
from referee.sheets import entry, queries
from tests.cast import NORTH_TAKES_THE_PIG
from tests.referee.hall import NOTHING_WON, WEST_TAKES_ALL, Hall
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.checks.verification import verify
from tournaments.models import Event, Result
from tournaments.record import audit, ledger
from tournaments.record.audit import SYSTEM, Actor, change


def codes_of(sheet: Sheet) -> list[str]:
    """What was wrong with a sheet, as codes."""
    return [problem.code.value for problem in queries.problems_of(sheet)]


def refused(writer: Writer, sealed: Sealed, reason: str = "") -> CodedRefusal:
    """The refusal of a confirmation."""
    with pytest.raises(CodedRefusal) as turned:
        entry.confirm(writer=writer, sealed=sealed, reason=reason)
    return turned.value


def submitted(hall: Hall, **changes: Any) -> tuple[Writer, Sealed]:
    """Return the tablet of the first table, and the sheet that it handed in."""
    writer, sealed = hall.writer(), hall.sheet(**changes)
    entry.submit(writer=writer, sealed=sealed)
    return writer, sealed


def lost(hall: Hall) -> Writer:
    """Return a device from which the first table was taken."""
    old = hall.writer()
    leases.release(lease=hall.table.leases.get(), actor=Actor("device", "the desk"))
    return old


def live_scores(hall: Hall) -> dict[str, int] | None:
    result = Result.live.filter(deal=hall.deal()).first()
    return result.settlement["scores"] if result else None


@pytest.mark.databases
def test_a_sheet_and_the_word_of_another_seat_make_the_result(hall: Hall) -> None:
    writer, sealed = hall.writer(), hall.sheet()
    sheet = entry.submit(writer=writer, sealed=sealed)
    assert (sheet.sound, sheet.sealed, sheet.recorder) == (True, sealed.sealed, "N")
    confirmed = entry.confirm(writer=writer, sealed=hall.agreement(sealed, "W"))
    assert confirmed.result is not None
    assert confirmed.confirmation.result == confirmed.result.uid
    assert (confirmed.result.origin_uid, confirmed.result.version) == (sheet.uid, 1)
    assert live_scores(hall) == {"N": -100, "W": 100, "S": 50, "E": 200}


def test_a_sheet_moves_no_public_page_and_its_confirmation_does(hall: Hall) -> None:
    def revision() -> int:
        return Event.objects.get(pk=hall.cast.event.pk).public_revision

    writer, sealed, before = hall.writer(), hall.sheet(), revision()
    entry.submit(writer=writer, sealed=sealed)
    assert revision() == before
    entry.confirm(writer=writer, sealed=hall.agreement(sealed))
    assert revision() > before


@pytest.mark.full
def test_every_step_is_an_entry_of_a_log_that_holds(hall: Hall) -> None:
    writer, sealed = submitted(hall)
    entry.confirm(writer=writer, sealed=hall.agreement(sealed))
    leases.release(lease=hall.table.leases.get(), actor=Actor("device", "a-tablet"))
    log = hall.cast.tournament.log.order_by("-seq")[:4]
    assert [entry.verb for entry in reversed(log)] == [
        Verb.OPEN_TABLE,
        Verb.SUBMIT_SHEET,
        Verb.CONFIRM_SHEET,
        Verb.RELEASE_TABLE,
    ]
    hall.cast.tournament.refresh_from_db()
    assert verify(hall.cast.tournament) == []


def test_no_name_of_a_player_enters_the_log_with_a_sheet(hall: Hall) -> None:
    writer, sealed = submitted(hall)
    entry.confirm(writer=writer, sealed=hall.agreement(sealed))
    bodies = "".join(hall.cast.tournament.log.values_list("body", flat=True))
    names = hall.cast.club.persons.values_list("name", flat=True)
    assert names
    assert "confirm" in bodies
    assert [name for name in names if name in bodies] == []


def test_a_sheet_with_problems_is_taken_in_with_all_of_them(hall: Hall) -> None:
    report = {"won": {"N": ["SQ", "SQ"], "W": ["S2"]}}
    sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet(report=report, recorder="5"))
    assert codes_of(sheet)[0] == Code.RECORDER_UNKNOWN
    assert "card_won_too_often" in codes_of(sheet)
    assert "cards_not_won" in codes_of(sheet)
    assert not sheet.sound


def test_a_sheet_with_problems_cannot_be_confirmed(hall: Hall) -> None:
    writer, sealed = submitted(hall, report=NOTHING_WON)
    turned = refused(writer, hall.agreement(sealed))
    codes = [problem.code.value for problem in turned.problems]
    assert codes == [Code.SHEET_HAS_PROBLEMS, "cards_not_won"]
    assert live_scores(hall) is None


def test_a_sheet_made_for_an_older_version_is_kept_and_told(hall: Hall) -> None:
    writer = hall.writer()
    hall.cast.post(hall.cast.deals(hall.round)[0])
    sheet = entry.submit(writer=writer, sealed=hall.sheet(report=WEST_TAKES_ALL))
    assert codes_of(sheet) == [Reason.RESULT_CHANGED]
    turned = refused(writer, hall.agreement(hall.sheet(report=WEST_TAKES_ALL, key=sheet.key)))
    assert turned.code == Reason.RESULT_CHANGED
    assert live_scores(hall) == {"N": -100, "W": 100, "S": 50, "E": 200}


def test_a_device_cannot_replace_a_result_that_it_has_seen(hall: Hall) -> None:
    hall.cast.post(hall.cast.deals(hall.round)[0])
    sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet(report=WEST_TAKES_ALL, seen=1))
    assert codes_of(sheet) == [Code.RESULT_STANDS]


@pytest.mark.databases
def test_a_second_confirmation_of_the_same_deal_is_told_that_it_was_late(hall: Hall) -> None:
    writer, sealed = submitted(hall)
    entry.confirm(writer=writer, sealed=hall.agreement(sealed, "W"))
    late = hall.agreement(sealed, "S")
    turned = refused(writer, late)
    assert (turned.code, turned.extras["kept"]) == (Reason.RESULT_CHANGED, True)
    assert KeptWrite.objects.get().sealed == late.sealed
    assert Result.objects.count() == 1


def test_only_the_newest_sheet_of_a_deal_can_be_confirmed_at_the_table(hall: Hall) -> None:
    writer, first = hall.writer(), hall.sheet()
    entry.submit(writer=writer, sealed=first)
    second = hall.sheet(report=WEST_TAKES_ALL)
    entry.submit(writer=writer, sealed=second)
    assert refused(writer, hall.agreement(first)).code == Code.SHEET_REPLACED
    assert entry.confirm(writer=writer, sealed=hall.agreement(second)).result is not None


def test_a_confirmation_of_what_was_not_shown_is_refused(hall: Hall) -> None:
    writer, sealed = submitted(hall)
    turned = refused(writer, hall.agreement(sealed, digest="0" * 64))
    assert turned.code == Code.SHEET_DIFFERS


def test_a_confirmation_before_its_sheet_is_refused_and_succeeds_after_it(hall: Hall) -> None:
    writer, sealed = hall.writer(), hall.sheet()
    agreement = hall.agreement(sealed)
    assert refused(writer, agreement).code == Code.SHEET_UNKNOWN
    entry.submit(writer=writer, sealed=sealed)
    assert entry.confirm(writer=writer, sealed=agreement).result is not None


@pytest.mark.parametrize("seat", ["N", "1", "referee"])
def test_neither_the_recorder_nor_a_stranger_to_the_table_confirms(hall: Hall, seat: str) -> None:
    writer, sealed = submitted(hall, recorder="N")
    turned = refused(writer, hall.agreement(sealed, seat))
    assert turned.code == Code.CONFIRMER_NOT_ALLOWED
    assert live_scores(hall) is None


@pytest.mark.full
@pytest.mark.databases
def test_every_other_seat_has_to_agree_where_the_event_says_so(hall: Hall) -> None:
    hall.confirmed_by(Event.Confirmation.ALL_OTHERS)
    writer, sealed = submitted(hall, recorder="W")
    first = entry.confirm(writer=writer, sealed=hall.agreement(sealed, "N"))
    assert (first.result, first.awaited) == (None, ("S", "E"))
    assert refused(writer, hall.agreement(sealed, "N")).code == Code.ALREADY_CONFIRMED
    entry.confirm(writer=writer, sealed=hall.agreement(sealed, "E"))
    assert live_scores(hall) is None
    last = entry.confirm(writer=writer, sealed=hall.agreement(sealed, "S"))
    assert (last.result is not None, last.awaited) == (True, ())


@pytest.mark.full
def test_the_referee_alone_confirms_where_the_event_says_so(hall: Hall) -> None:
    hall.confirmed_by(Event.Confirmation.REFEREE)
    writer, sealed = submitted(hall)
    assert refused(writer, hall.agreement(sealed, "W")).code == Code.CONFIRMER_NOT_ALLOWED
    bob = hall.official()
    confirmed = entry.confirm(writer=bob, sealed=hall.agreement(sealed, "referee"))
    assert confirmed.result is not None
    assert confirmed.confirmation.official == hall.cast.bob


def test_an_official_agrees_as_referee_and_never_as_a_seat(hall: Hall) -> None:
    sealed = hall.sheet()
    entry.submit(writer=hall.writer(), sealed=sealed)
    turned = refused(hall.official(), hall.agreement(sealed, "W"))
    assert turned.code == Code.CONFIRMER_NOT_ALLOWED


def test_an_official_writes_a_sheet_that_the_table_confirms(hall: Hall) -> None:
    sealed = hall.sheet(recorder="referee")
    sheet = entry.submit(writer=hall.official(), sealed=sealed)
    assert (sheet.sound, sheet.official, sheet.lease) == (True, hall.cast.bob, None)
    confirmed = entry.confirm(writer=hall.writer(), sealed=hall.agreement(sealed, "N"))
    assert confirmed.result is not None


def test_a_device_cannot_write_in_the_referees_name(hall: Hall) -> None:
    sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet(recorder="referee"))
    assert codes_of(sheet) == [Code.RECORDER_UNKNOWN]


@pytest.mark.databases
def test_an_official_corrects_a_result_with_a_reason(hall: Hall) -> None:
    hall.cast.post(hall.cast.deals(hall.round)[0])
    bob = hall.official()
    sealed = hall.sheet(report=WEST_TAKES_ALL, recorder="referee", seen=1)
    entry.submit(writer=bob, sealed=sealed)
    without = refused(bob, hall.agreement(sealed, "referee"))
    assert without.code == Reason.REASON_MISSING
    agreement = hall.agreement(sealed, "referee")
    confirmed = entry.confirm(writer=bob, sealed=agreement, reason="read from the paper sheet")
    assert confirmed.result is not None
    assert (confirmed.result.version, confirmed.result.reason) == (2, "read from the paper sheet")


@pytest.mark.databases
def test_a_device_that_lost_its_table_may_deliver_and_posts_nothing(hall: Hall) -> None:
    old, sealed = lost(hall), hall.sheet()
    sheet = entry.submit(writer=old, sealed=sealed)
    assert codes_of(sheet) == [Code.LEASE_LOST]
    turned = refused(old, hall.agreement(sealed))
    assert (turned.code, turned.extras["kept"]) == (Code.LEASE_LOST, True)
    assert live_scores(hall) is None


def test_what_a_lost_device_delivered_is_not_confirmed_by_the_next_one(hall: Hall) -> None:
    sealed = hall.sheet()
    entry.submit(writer=lost(hall), sealed=sealed)
    new = hall.writer(device="another-tablet")
    assert refused(new, hall.agreement(sealed)).code == Code.SHEET_HAS_PROBLEMS


def test_the_referee_may_choose_what_a_lost_device_delivered(hall: Hall) -> None:
    sealed = hall.sheet()
    entry.submit(writer=lost(hall), sealed=sealed)
    confirmed = entry.confirm(
        writer=hall.official(), sealed=hall.agreement(sealed, "referee"), reason="tablet broken"
    )
    assert confirmed.result is not None
    assert confirmed.result.origin_label == "referee"


def test_the_referee_cannot_choose_what_cannot_be_settled(hall: Hall) -> None:
    sealed = hall.sheet(report=NOTHING_WON)
    entry.submit(writer=hall.writer(), sealed=sealed)
    turned = refused(hall.official(), hall.agreement(sealed, "referee"))
    assert turned.code == Code.SHEET_HAS_PROBLEMS


def test_a_sheet_that_arrived_in_time_is_confirmed_by_the_next_device(hall: Hall) -> None:
    sealed = hall.sheet()
    entry.submit(writer=hall.writer(), sealed=sealed)
    leases.release(lease=hall.table.leases.get(), actor=Actor("device", "the desk"))
    new = hall.writer(device="another-tablet")
    assert entry.confirm(writer=new, sealed=hall.agreement(sealed)).result is not None


def test_a_sheet_of_another_tables_deal_is_kept_and_confirmed_by_neither(hall: Hall) -> None:
    own_table, other_table = hall.writer(), hall.writer(hall.tables[1], "the-other-tablet")
    sealed = hall.sheet(hall.deal(table=hall.tables[1]))
    sheet = entry.submit(writer=own_table, sealed=sealed)
    assert codes_of(sheet) == [Code.DEAL_ELSEWHERE]
    assert refused(own_table, hall.agreement(sealed)).code == Code.SHEET_UNKNOWN
    assert refused(other_table, hall.agreement(sealed)).code == Code.SHEET_HAS_PROBLEMS


def test_a_device_cannot_confirm_another_tables_sheet(hall: Hall) -> None:
    sealed = hall.sheet()
    entry.submit(writer=hall.writer(), sealed=sealed)
    other = hall.writer(hall.tables[1], "the-other-tablet")
    assert refused(other, hall.agreement(sealed)).code == Code.SHEET_UNKNOWN
    assert live_scores(hall) is None


def test_a_sheet_of_a_deal_that_nobody_knows_is_refused_and_kept(hall: Hall) -> None:
    sealed = seal({"deal": "nosuchdeal", "seen": 0, "recorder": "N", "report": {}})
    with pytest.raises(CodedRefusal) as turned:
        entry.submit(writer=hall.writer(), sealed=sealed)
    assert (turned.value.code, turned.value.problems[0].field) == (Code.DEAL_UNKNOWN, "deal")
    assert KeptWrite.objects.get().sealed == sealed.sealed


@pytest.mark.full
def test_a_sheet_of_a_draft_is_refused_and_the_draft_can_still_be_discarded(hall: Hall) -> None:
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    draft = hall.cast.drawn_round("another seed")
    deal = next(d for d in hall.cast.deals(draft) if d.sitting.table_id == hall.table.pk)
    with pytest.raises(CodedRefusal) as turned:
        entry.submit(writer=hall.writer(), sealed=hall.sheet(deal))
    assert turned.value.code == Code.DEAL_UNKNOWN
    organise.discard_round(draft, hall.cast.director)


def test_a_text_altered_on_its_way_is_refused_and_not_kept(hall: Hall) -> None:
    sealed = hall.sheet()
    altered = replace(sealed, sealed=sealed.sealed.replace("SQ", "S2"))
    with pytest.raises(CodedRefusal) as turned:
        entry.submit(writer=hall.writer(), sealed=altered)
    assert turned.value.code == Code.DIGEST_MISMATCH
    assert not KeptWrite.objects.exists()


def test_the_report_of_a_sheet_is_what_was_sealed(hall: Hall) -> None:
    sheet = entry.submit(writer=hall.writer(), sealed=hall.sheet())
    assert sheet.report == NORTH_TAKES_THE_PIG


def test_a_writer_is_a_device_or_an_official(hall: Hall) -> None:
    with pytest.raises(ValueError, match="a device, a player or an official"):
        entry.submit(writer=Writer(hall.cast.tournament), sealed=hall.sheet())


@pytest.mark.full
def test_a_deal_whose_result_was_taken_back_is_played_again_by_the_table(hall: Hall) -> None:
    first = hall.sheet()
    entry.submit(writer=hall.writer(), sealed=first)
    entry.confirm(writer=hall.writer(), sealed=hall.agreement(first))
    with change(hall.cast.tournament, SYSTEM, audit.Verb.RECORD_RESULT) as made:
        ledger.post(
            made,
            hall.deal(),
            ledger.Report(Result.Kind.RETRACTED, {}),
            seen=1,
            origin=ledger.Origin("ruling", "referee"),
            reason="wrong cards",
        )
    later = hall.sheet(report=WEST_TAKES_ALL, seen=2)
    assert codes_of(entry.submit(writer=hall.writer(), sealed=later)) == []
    confirmed = entry.confirm(writer=hall.writer(), sealed=hall.agreement(later, "W"))
    assert confirmed.result is not None
    assert (confirmed.result.version, confirmed.result.reason) == (3, "wrong cards")
