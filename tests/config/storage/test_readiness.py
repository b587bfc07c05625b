"""What a process alone asks of the database of its settings, whichever that is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder

from config.admission import readiness
from config.admission.data_folder import NotAdmitted
from config.storage import installed_mark

pytestmark = pytest.mark.django_db(transaction=True)

LATER = ("tournaments", "9999_of_a_later_program")


@pytest.fixture
def _later_step() -> Iterator[None]:
    recorder = MigrationRecorder(connection)
    recorder.record_applied(*LATER)
    yield
    recorder.record_unapplied(*LATER)


def test_a_database_of_this_program_is_admitted(capsys: pytest.CaptureFixture[str]) -> None:
    readiness.admit(thoroughly=True)
    assert readiness.may_serve()
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("_later_step")
@pytest.mark.full
def test_one_of_a_newer_program_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotAdmitted, match=LATER[1]):
        readiness.admit()
    assert not readiness.may_serve()
    assert "changed by a newer program" in capsys.readouterr().err


def test_an_empty_one_is_admitted_only_where_nothing_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "club.db"))
    else:
        monkeypatch.setattr(MigrationRecorder, "applied_migrations", lambda _: {})
    monkeypatch.setattr(settings, "DATA", tmp_path)
    readiness.admit()
    installed_mark.note(tmp_path, readiness.database_name())
    with pytest.raises(NotAdmitted, match="empty"):
        readiness.admit()


def test_one_that_is_away_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[str] = []

    def answers(**_: Any) -> None:
        attempts.append("once")
        if len(attempts) == 1:
            raise OperationalError("the server is starting")

    monkeypatch.setattr(readiness, "admit", answers)
    monkeypatch.setattr(readiness, "AGAIN", 0.01)
    assert readiness.may_serve()
    readiness._ask_again()
    assert len(attempts) >= 2
