"""What must never be, cannot be stored: every constraint of `referee` bites."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, models, transaction

from referee.models import Confirmation, DeviceLease, KeptWrite, Sheet
from referee.sheets import entry
from tests.referee.hall import Hall

REQUIRED = {"key": "another-key", "digest": "0" * 64, "sealed": "{}"}


def refuses(model: type[Any], constraint: str, **columns: Any) -> None:
    """Storing such a row is refused by the constraint of this name, or on its columns."""
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        model.objects.create(**columns)
    assert constraint in str(error.value)


@pytest.fixture
def sheet(hall: Hall) -> Sheet:
    """A sheet of the first table."""
    return entry.submit(writer=hall.writer(), sealed=hall.sheet())


def sheet_columns(sheet: Sheet, **changes: Any) -> dict[str, Any]:
    columns = {**REQUIRED, "deal": sheet.deal, "seen": 0, "recorder": "N", "sound": True}
    return {**columns, "lease": sheet.lease, **changes}


@pytest.mark.databases
def test_a_table_has_one_open_lease(hall: Hall) -> None:
    lease = hall.lease()
    columns = {"table": lease.table, "device": "another-tablet", "token_hash": "hash"}
    refuses(DeviceLease, "table_id", **columns)
    DeviceLease.objects.filter(pk=lease.pk).update(released_at=lease.created_at)
    assert DeviceLease.objects.create(**columns).is_open


@pytest.mark.databases
def test_a_lease_has_a_device_and_a_token(hall: Hall) -> None:
    columns = {"table": hall.table, "device": "tablet", "token_hash": "hash"}
    refuses(DeviceLease, "lease_of_a_device", **{**columns, "device": ""})
    refuses(DeviceLease, "lease_with_a_token", **{**columns, "token_hash": ""})


@pytest.mark.databases
def test_a_sheet_has_a_writer_and_a_recorder(sheet: Sheet) -> None:
    refuses(Sheet, "sheet_by_device_or_official", **sheet_columns(sheet, lease=None))
    refuses(Sheet, "sheet_sound_has_recorder", **sheet_columns(sheet, recorder=""))
    refuses(Sheet, "sheet_of_referee_by_official", **sheet_columns(sheet, recorder="referee"))


@pytest.mark.databases
def test_a_key_is_used_once(sheet: Sheet) -> None:
    refuses(Sheet, "key", **sheet_columns(sheet, key=sheet.key))


def confirmation_columns(sheet: Sheet, **changes: Any) -> dict[str, Any]:
    return {**REQUIRED, "sheet": sheet, "seat": "W", "lease": sheet.lease, **changes}


@pytest.mark.databases
def test_a_confirmation_has_a_writer(sheet: Sheet) -> None:
    nobodys = confirmation_columns(sheet, lease=None)
    refuses(Confirmation, "confirmation_by_device_or_official", **nobodys)
    by_table = confirmation_columns(sheet, seat="referee")
    refuses(Confirmation, "confirmation_of_referee_by_official", **by_table)


@pytest.mark.databases
def test_a_seat_confirms_a_sheet_once_and_one_confirmation_posts(sheet: Sheet) -> None:
    Confirmation.objects.create(**confirmation_columns(sheet, result="someresult00"))
    refuses(Confirmation, "seat", **confirmation_columns(sheet, key="key-2"))
    posting = {"key": "key-3", "seat": "S", "result": "otherresult0"}
    refuses(Confirmation, "sheet_id", **confirmation_columns(sheet, **posting))


@pytest.mark.databases
def test_what_is_kept_has_a_kind_a_reason_and_a_writer(sheet: Sheet) -> None:
    where = {"lease": sheet.lease, "tournament": sheet.deal.event.tournament}
    columns = {**REQUIRED, **where, "kind": "sheet", "reason": "key_reused"}
    refuses(KeptWrite, "kept_write_has_reason", **{**columns, "reason": ""})
    refuses(KeptWrite, "kept_write_kind", **{**columns, "kind": "postcard"})
    refuses(KeptWrite, "kept_write_by_device_or_official", **{**columns, "lease": None})


@pytest.mark.databases
def test_the_same_is_kept_once(sheet: Sheet) -> None:
    tournament = sheet.deal.event.tournament
    columns = {**REQUIRED, "kind": "sheet", "reason": "key_reused", "lease": sheet.lease}
    KeptWrite.objects.create(tournament=tournament, **columns)
    refuses(KeptWrite, "key", tournament=tournament, **columns)


@pytest.mark.databases
def test_what_came_in_is_neither_changed_nor_removed(hall: Hall, sheet: Sheet) -> None:
    came_in: tuple[models.Model, ...] = (_kept(hall, sheet), _agreed(sheet), sheet)
    for row in came_in:
        rows = type(row)._default_manager.filter(pk=row.pk)
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            rows.update(sealed="something else")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            rows._raw_delete(using="default")
        assert rows.exists()


def _agreed(sheet: Sheet) -> Confirmation:
    return Confirmation.objects.create(**confirmation_columns(sheet))


def _kept(hall: Hall, sheet: Sheet) -> KeptWrite:
    columns = {**REQUIRED, "kind": "sheet", "reason": "key_reused", "lease": sheet.lease}
    return KeptWrite.objects.create(tournament=hall.cast.tournament, **columns)
