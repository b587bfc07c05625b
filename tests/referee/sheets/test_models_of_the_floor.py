"""Calls, irregularities and second records: what must never be, cannot be stored."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, models, transaction

from referee.models import (
    Arrival,
    Call,
    CallStep,
    Confirmation,
    DeviceLease,
    Irregularity,
    IrregularityRuling,
    Sheet,
)
from referee.sheets import entry
from tests.referee.hall import Hall
from tournaments.record.digest import canonical, row_digest, sha256


def refuses(model: type[models.Model], constraint: str, **columns: Any) -> None:
    """Storing such a row is refused by the constraint of this name, or on its columns."""
    with pytest.raises(IntegrityError) as error, transaction.atomic():
        model._default_manager.create(**columns)
    assert constraint in str(error.value)


@pytest.fixture
def sheet(hall: Hall) -> Sheet:
    """A sheet of the first table."""
    return entry.submit(writer=hall.writer(), sealed=hall.sheet())


@pytest.fixture
def call(hall: Hall) -> Call:
    """A call of the first table."""
    return Call.objects.create(key="call-0001", table=hall.table, reason=Call.Reason.CLAIM)


@pytest.fixture
def irregularity(sheet: Sheet) -> Irregularity:
    """A revoke in a sheet."""
    return Irregularity.objects.create(
        deal=sheet.deal, sheet=sheet, code="revoke", seat="N", cards=["SQ"], play=5
    )


@pytest.mark.full
@pytest.mark.databases
def test_an_arrival_is_known_and_counted(hall: Hall) -> None:
    side = hall.deal().sitting.segment.match.sides.order_by("number")[0]
    row = {"side": side, "entry": side.entries.get(), "official": hall.cast.bob}
    Arrival.objects.create(**row, number=1, state="missing")
    refuses(Arrival, "number", **row, number=1, state="arrived")
    refuses(Arrival, "arrival_state", **row, number=2, state="asleep")
    refuses(Arrival, "arrival_denominator", **row, number=2, state="arrived", denominator=0)


@pytest.mark.databases
def test_a_call_has_a_reason_and_comes_once(call: Call) -> None:
    refuses(Call, "key", key=call.key, table=call.table, reason=Call.Reason.OTHER)
    refuses(Call, "call_reason", key="call-0002", table=call.table, reason="boredom")
    refuses(Call, "call_has_key", key="", table=call.table, reason=Call.Reason.OTHER)


@pytest.mark.databases
def test_a_step_of_a_call_is_known_and_counted(call: Call) -> None:
    CallStep.objects.create(call=call, number=1, state=Call.State.CALLED)
    refuses(CallStep, "number", call=call, number=1, state=Call.State.DONE)
    refuses(CallStep, "call_step_state", call=call, number=2, state="forgotten")


@pytest.mark.databases
def test_an_irregularity_is_noted_once(irregularity: Irregularity) -> None:
    named = ("deal", "sheet", "code", "seat", "play", "cards")
    columns = {name: getattr(irregularity, name) for name in named}
    refuses(Irregularity, "code", **columns)
    refuses(Irregularity, "irregularity_has_code", **{**columns, "code": ""})


@pytest.mark.databases
def test_a_ruling_is_known_and_counted(hall: Hall, irregularity: Irregularity) -> None:
    columns = {"irregularity": irregularity, "official": hall.cast.bob}
    IrregularityRuling.objects.create(**columns, number=1, decision="noted")
    refuses(IrregularityRuling, "number", **columns, number=1, decision="warned")
    refuses(IrregularityRuling, "irregularity_decision", **columns, number=2, decision="guessed")


@pytest.mark.databases
def test_what_was_called_and_seen_is_neither_changed_nor_removed(
    call: Call, irregularity: Irregularity
) -> None:
    noted: tuple[models.Model, ...] = (call, irregularity)
    for row in noted:
        rows = type(row)._default_manager.filter(pk=row.pk)
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            rows.update(uid="stolen")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            rows._raw_delete(using="default")


@pytest.mark.databases
def test_only_an_official_takes_a_table_over_or_keys_in_paper(hall: Hall, sheet: Sheet) -> None:
    old = hall.lease()
    DeviceLease.objects.filter(pk=old.pk).update(released_at=old.created_at)
    refuses(
        DeviceLease,
        "lease_taken_over_by_official",
        table=old.table,
        device="another-tablet",
        token_hash="hash",
        took_over=old,
    )
    columns = {"key": "another-key", "digest": "0" * 64, "sealed": "{}", "recorder": "N"}
    refuses(
        Sheet,
        "sheet_of_paper_by_official",
        **columns,
        deal=sheet.deal,
        seen=0,
        sound=True,
        lease=sheet.lease,
        paper=True,
    )


@pytest.mark.databases
def test_a_confirmation_is_proved_in_a_known_way(hall: Hall, sheet: Sheet) -> None:
    columns = {"key": "another-key", "digest": "0" * 64, "sealed": "{}", "seat": "W"}
    refuses(Confirmation, "confirmation_proof", **columns, sheet=sheet, lease=sheet.lease, proof="")


def test_a_row_of_before_a_column_was_there_keeps_its_digest(sheet: Sheet) -> None:
    """The log of an older version named the row without `paper`."""
    columns = {
        field.name: getattr(sheet, field.name)
        for field in Sheet._meta.concrete_fields[1:]
        if field.name != "paper" and not field.is_relation
    }
    lease = sheet.lease.uid if sheet.lease else None
    related = {"deal": sheet.deal.uid, "lease": lease, "official": None}
    assert row_digest(sheet) == sha256(canonical({**columns, **related}))
    sheet.paper = True
    assert row_digest(sheet) != sha256(canonical({**columns, **related}))
