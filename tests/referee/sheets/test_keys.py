"""Every write may come twice: the same again is answered, other content is refused and kept."""

from __future__ import annotations

from datetime import date

import pytest

from referee.base.handed_in import Writer
from referee.base.refusals import Code, CodedRefusal
from referee.base.verbs import Verb
from referee.models import Confirmation, KeptWrite, Sheet
from referee.sheets import entry
from tests.referee.hall import WEST_TAKES_ALL, Hall
from tests.referee.sheets.test_entry import refused, submitted
from tournaments import organise
from tournaments.models import Result, Role


@pytest.mark.databases
def test_a_sheet_sent_ten_times_is_one_sheet(hall: Hall) -> None:
    writer, sealed = hall.writer(), hall.sheet()
    sheets = {entry.submit(writer=writer, sealed=sealed).pk for _ in range(10)}
    assert len(sheets) == 1
    assert Sheet.objects.count() == 1
    assert hall.cast.tournament.log.filter(verb=Verb.SUBMIT_SHEET).count() == 1


@pytest.mark.databases
@pytest.mark.full
def test_a_confirmation_sent_ten_times_makes_one_result(hall: Hall) -> None:
    writer, sealed = submitted(hall)
    agreement = hall.agreement(sealed)
    answers = [entry.confirm(writer=writer, sealed=agreement) for _ in range(10)]
    assert {confirmed.result.pk for confirmed in answers if confirmed.result} == {
        Result.objects.get().pk
    }
    assert Confirmation.objects.count() == 1
    assert not KeptWrite.objects.exists()


def test_a_repeat_is_answered_after_the_result_has_moved_on(hall: Hall) -> None:
    writer, sealed = hall.writer(), hall.sheet()
    first = entry.submit(writer=writer, sealed=sealed)
    agreement = hall.agreement(sealed)
    entry.confirm(writer=writer, sealed=agreement)
    hall.cast.post(hall.cast.deals(hall.round)[0], seen=1, reason="misread")
    assert entry.submit(writer=writer, sealed=sealed) == first
    repeated = entry.confirm(writer=writer, sealed=agreement)
    assert repeated.result is not None
    assert repeated.result.version == 1


@pytest.mark.databases
def test_a_key_with_other_content_is_refused_kept_once_and_changes_nothing(hall: Hall) -> None:
    writer, sealed = submitted(hall, key="the-same-key")
    other = hall.sheet(report=WEST_TAKES_ALL, key="the-same-key")
    for _ in range(3):
        with pytest.raises(CodedRefusal) as turned:
            entry.submit(writer=writer, sealed=other)
        assert turned.value.code == Code.KEY_REUSED
        assert turned.value.extras == {"key": other.key, "digest": other.digest, "kept": True}
    kept = KeptWrite.objects.get()
    assert (kept.sealed, kept.reason, kept.kind) == (other.sealed, "key_reused", "sheet")
    assert Sheet.objects.get().sealed == sealed.sealed


def test_a_key_of_another_tournament_is_no_repeat(hall: Hall) -> None:
    """The same text, sent to a tournament where it was not handed in, is answered with nothing."""
    _, sealed = submitted(hall)
    elsewhere = organise.create_tournament(
        hall.cast.club,
        hall.cast.director,
        name="冬季赛",
        starts_on=date(2026, 12, 5),
        time_zone="Asia/Shanghai",
    )
    organise.grant_role(hall.cast.director, elsewhere, hall.cast.bob, Role.REFEREE)
    with pytest.raises(CodedRefusal) as turned:
        entry.submit(writer=Writer.referee(elsewhere, hall.cast.bob), sealed=sealed)
    assert turned.value.code == Code.KEY_REUSED
    assert entry.submit(writer=hall.official(), sealed=sealed).sealed == sealed.sealed


def test_a_confirmations_key_with_other_content_is_refused_and_kept(hall: Hall) -> None:
    writer, sealed = submitted(hall)
    entry.confirm(writer=writer, sealed=hall.agreement(sealed, "W", key="the-same-key"))
    turned = refused(writer, hall.agreement(sealed, "S", key="the-same-key"))
    assert turned.code == Code.KEY_REUSED
    assert KeptWrite.objects.get().kind == KeptWrite.Kind.CONFIRMATION
