"""What an official decides alone, and how much a device that lost its table may still deliver."""

from __future__ import annotations

import pytest

from referee.base import handed_in
from referee.base.handed_in import Writer
from referee.base.refusals import Code, CodedRefusal
from referee.leases import leases
from referee.sheets import entry
from tests.referee.hall import Hall
from tests.referee.sheets.test_entry import live_scores, refused
from tournaments.base.refusals import Reason
from tournaments.models import Event
from tournaments.record.audit import Actor


@pytest.mark.full
def test_a_device_that_lost_its_table_delivers_so_much_and_no_more(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handed_in, "MOST_SINCE_LOST", 2)
    old, in_time = hall.writer(), hall.sheet(key="in-time-0123456789")
    entry.submit(writer=old, sealed=in_time)
    leases.release(lease=hall.table.leases.get(), actor=Actor("device", "the desk"))
    old = Writer.device(hall.table.leases.get())
    entry.submit(writer=old, sealed=hall.sheet())
    refused(old, hall.agreement(in_time))
    before = hall.cast.tournament.log.count()
    with pytest.raises(CodedRefusal) as turned:
        entry.submit(writer=old, sealed=hall.sheet())
    assert (turned.value.code, turned.value.extras["kept"]) == (Code.LEASE_SPENT, False)
    assert refused(old, hall.agreement(in_time, "S")).code == Code.LEASE_SPENT
    assert entry.submit(writer=old, sealed=in_time).key == in_time.key
    assert hall.cast.tournament.log.count() == before


def test_an_official_says_why_the_table_did_not_confirm_by_itself(hall: Hall) -> None:
    sheet = hall.sheet(recorder="referee")
    entry.submit(writer=hall.official(), sealed=sheet)
    agreement = hall.agreement(sheet, "referee")
    assert refused(hall.official(), agreement).code == Reason.REASON_MISSING
    assert live_scores(hall) is None


@pytest.mark.parametrize(("recorder", "label"), [("N", "sheet"), ("referee", "referee")])
def test_where_the_referee_confirms_everything_only_what_he_wrote_himself_is_his_own(
    hall: Hall, recorder: str, label: str
) -> None:
    hall.confirmed_by(Event.Confirmation.REFEREE)
    sheet = hall.sheet(recorder=recorder)
    entry.submit(writer=hall.official(), sealed=sheet)
    confirmed = entry.confirm(writer=hall.official(), sealed=hall.agreement(sheet, "referee"))
    assert confirmed.result is not None
    assert confirmed.result.origin_label == label
