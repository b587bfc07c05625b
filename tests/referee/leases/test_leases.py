"""One device has a table; it proves it by a token that is nowhere kept but with the device."""

from __future__ import annotations

import pytest
from django.utils import timezone

from referee.base.refusals import Code, CodedRefusal
from referee.base.verbs import Verb
from referee.leases import leases
from referee.models import DeviceLease
from tests.referee.hall import DEVICE, Hall
from tournaments.record.audit import Actor

DESK = Actor("device", "the-desk")


def test_a_token_proves_its_lease_and_only_its_hash_is_stored(hall: Hall) -> None:
    opened = leases.open_table(table=hall.table, device=DEVICE)
    assert opened.new
    assert leases.verify(opened.token) == opened.lease
    stored = DeviceLease.objects.filter(pk=opened.lease.pk).values().get()
    assert not any(str(value) in opened.token for value in (stored["token_hash"], stored["device"]))
    assert opened.token.partition(".")[2] not in str(stored)


@pytest.mark.parametrize(
    "token",
    [
        "",
        ".",
        "x",
        "猪",
        pytest.param("\x00", marks=pytest.mark.databases),
        "0" * 12 + "." + "A" * 43,
        "0" * 5000,
    ],
)
def test_any_other_text_proves_nothing(hall: Hall, token: str) -> None:
    hall.lease()
    assert leases.verify(token) is None


def test_the_token_of_one_lease_does_not_prove_another(hall: Hall) -> None:
    first = leases.open_table(table=hall.tables[0], device=DEVICE)
    two = leases.open_table(table=hall.tables[1], device=DEVICE)
    crossed = first.lease.uid + "." + two.token.partition(".")[2]
    assert leases.verify(crossed) is None


def test_the_same_device_with_its_token_finds_its_lease_again(hall: Hall) -> None:
    first = leases.open_table(table=hall.table, device=DEVICE)
    leases.note_contact(first.lease)
    second = leases.open_table(table=hall.table, device=DEVICE, token=first.token)
    assert (second.lease, second.token, second.new) == (first.lease, first.token, False)
    assert hall.cast.tournament.log.filter(verb=Verb.OPEN_TABLE).count() == 1


@pytest.mark.databases
def test_another_device_is_told_that_the_table_is_taken_and_since_when(hall: Hall) -> None:
    lease = hall.lease()
    leases.note_contact(lease)
    lease.refresh_from_db()
    assert lease.heard_at is not None
    with pytest.raises(CodedRefusal) as turned:
        leases.open_table(table=hall.table, device="another-tablet")
    assert turned.value.code == Code.TABLE_TAKEN
    heard = lease.heard_at.isoformat()
    assert turned.value.extras == {"heard_at": heard, "lease": lease.uid}
    assert DeviceLease.objects.get() == lease


def test_a_table_that_is_taken_is_refused_before_any_change_is_opened(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    leases.note_contact(hall.lease())
    monkeypatch.setattr(leases, "change", None)
    with pytest.raises(CodedRefusal):
        leases.open_table(table=hall.table, device="another-tablet")


def test_a_device_without_its_token_is_another_device_once_it_was_heard(hall: Hall) -> None:
    leases.note_contact(hall.lease())
    with pytest.raises(CodedRefusal):
        leases.open_table(table=hall.table, device=DEVICE)


@pytest.mark.databases
def test_a_device_whose_first_answer_was_lost_gets_a_new_token_for_the_same_lease(
    hall: Hall,
) -> None:
    lost = leases.open_table(table=hall.table, device=DEVICE)
    second = leases.open_table(table=hall.table, device=DEVICE)
    assert second.lease == lost.lease
    assert leases.verify(second.token) == second.lease
    assert leases.verify(lost.token) is None
    assert DeviceLease.objects.count() == 1


@pytest.mark.databases
def test_a_released_table_is_lent_anew_and_the_old_token_names_the_old_lease(hall: Hall) -> None:
    old = leases.open_table(table=hall.table, device=DEVICE)
    assert leases.release(lease=old.lease, actor=DESK)
    new = leases.open_table(table=hall.table, device="another-tablet")
    lease = leases.verify(old.token)
    assert lease == old.lease
    assert lease is not None
    assert not lease.is_open
    assert new.lease != old.lease


def test_releasing_again_changes_nothing(hall: Hall) -> None:
    lease = hall.lease()
    assert leases.release(lease=lease, actor=DESK)
    before = hall.cast.tournament.log.count()
    assert not leases.release(lease=lease, actor=DESK)
    assert hall.cast.tournament.log.count() == before


def test_a_token_of_another_table_does_not_open_this_one(hall: Hall) -> None:
    other = leases.open_table(table=hall.tables[1], device=DEVICE)
    opened = leases.open_table(table=hall.table, device=DEVICE, token=other.token)
    assert (opened.new, opened.lease.table) == (True, hall.table)


@pytest.mark.databases
def test_being_heard_of_is_written_once_in_a_while_and_never_logged(
    hall: Hall, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    lease = hall.lease()
    before = hall.cast.tournament.log.count()
    with django_assert_num_queries(1):  # type: ignore[operator]
        leases.note_contact(lease)
        leases.note_contact(lease)
    lease.heard_at = timezone.now() - leases.HEARD_EVERY
    with django_assert_num_queries(1):  # type: ignore[operator]
        leases.note_contact(lease)
    assert hall.cast.tournament.log.count() == before
