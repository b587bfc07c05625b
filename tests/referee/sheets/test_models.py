"""What must never be, cannot be stored: every constraint of `referee` bites."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from referee.models import Confirmation, DeviceLease, KeptWrite, Sheet
from referee.sheets import entry
from tests.referee.hall import Hall

pytestmark = pytest.mark.databases

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


def test_a_table_has_one_open_lease(hall: Hall) -> None:
    lease = hall.lease()
    columns = {"table": lease.table, "device": "another-tablet", "token_hash": "hash"}
    refuses(DeviceLease, "table_id", **columns)
    DeviceLease.objects.filter(pk=lease.pk).update(released_at=lease.created_at)
    assert DeviceLease.objects.create(**columns).is_open


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [("lease_of_a_device", {"device": ""}), ("lease_with_a_token", {"token_hash": ""})],
)
def test_a_lease_has_a_device_and_a_token(
    hall: Hall, constraint: str, changes: dict[str, str]
) -> None:
    columns = {"device": "tablet", "token_hash": "hash", **changes}
    refuses(DeviceLease, constraint, table=hall.table, **columns)


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("sheet_by_device_or_official", {"lease": None}),
        ("sheet_sound_has_recorder", {"recorder": ""}),
        ("sheet_of_referee_by_official", {"recorder": "referee"}),
    ],
)
def test_a_sheet_has_a_writer_and_a_recorder(
    sheet: Sheet, constraint: str, changes: dict[str, Any]
) -> None:
    refuses(Sheet, constraint, **sheet_columns(sheet, **changes))


def test_a_key_is_used_once(sheet: Sheet) -> None:
    refuses(Sheet, "key", **sheet_columns(sheet, key=sheet.key))


def confirmation_columns(sheet: Sheet, **changes: Any) -> dict[str, Any]:
    return {**REQUIRED, "sheet": sheet, "seat": "W", "lease": sheet.lease, **changes}


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("confirmation_by_device_or_official", {"lease": None}),
        ("confirmation_of_referee_by_official", {"seat": "referee"}),
    ],
)
def test_a_confirmation_has_a_writer(
    sheet: Sheet, constraint: str, changes: dict[str, Any]
) -> None:
    refuses(Confirmation, constraint, **confirmation_columns(sheet, **changes))


def test_a_seat_confirms_a_sheet_once_and_one_confirmation_posts(sheet: Sheet) -> None:
    Confirmation.objects.create(**confirmation_columns(sheet, result="someresult00"))
    refuses(Confirmation, "seat", **confirmation_columns(sheet, key="key-2"))
    posting = {"key": "key-3", "seat": "S", "result": "otherresult0"}
    refuses(Confirmation, "sheet_id", **confirmation_columns(sheet, **posting))


@pytest.mark.parametrize(
    ("constraint", "changes"),
    [
        ("kept_write_has_reason", {"reason": ""}),
        ("kept_write_kind", {"kind": "postcard"}),
        ("kept_write_by_device_or_official", {"lease": None}),
    ],
)
def test_what_is_kept_has_a_kind_a_reason_and_a_writer(
    sheet: Sheet, constraint: str, changes: dict[str, Any]
) -> None:
    tournament = sheet.deal.event.tournament
    columns = {**REQUIRED, "kind": "sheet", "reason": "key_reused", "lease": sheet.lease}
    refuses(KeptWrite, constraint, tournament=tournament, **{**columns, **changes})


def test_the_same_is_kept_once(sheet: Sheet) -> None:
    tournament = sheet.deal.event.tournament
    columns = {**REQUIRED, "kind": "sheet", "reason": "key_reused", "lease": sheet.lease}
    KeptWrite.objects.create(tournament=tournament, **columns)
    refuses(KeptWrite, "key", tournament=tournament, **columns)


@pytest.mark.parametrize("model", [Sheet, Confirmation, KeptWrite])
def test_what_came_in_is_neither_changed_nor_removed(
    hall: Hall, sheet: Sheet, model: type[Any]
) -> None:
    row = {Sheet: sheet, Confirmation: _agreed(sheet), KeptWrite: _kept(hall, sheet)}[model]
    rows = model.objects.filter(pk=row.pk)
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(sealed="something else")
    with pytest.raises(DatabaseError), transaction.atomic():
        rows.delete()
    assert rows.exists()


def _agreed(sheet: Sheet) -> Confirmation:
    return Confirmation.objects.create(**confirmation_columns(sheet))


def _kept(hall: Hall, sheet: Sheet) -> KeptWrite:
    columns = {**REQUIRED, "kind": "sheet", "reason": "key_reused", "lease": sheet.lease}
    return KeptWrite.objects.create(tournament=hall.cast.tournament, **columns)
