"""After a test that committed the database is what it was at the beginning."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction

from tests import cast
from tests.services import databases
from tournaments.models import Result


def filled() -> dict[str, int]:
    """How many rows each table holds, of those that hold any."""
    counts = {model._meta.db_table: model._default_manager.count() for model in apps.get_models()}
    return {table: count for table, count in counts.items() if count}


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.django_db(transaction=True)
def test_what_was_committed_is_gone_and_the_guards_stand() -> None:
    before = filled()
    assert set(before) <= databases.FILLED_BY_MIGRATE
    for _ in range(2):
        club = cast.assemble()
        club.closed_round()
        assert Result.objects.exists()
        with pytest.raises(IntegrityError), transaction.atomic():
            connection.cursor().execute(
                f"DELETE FROM {Result._meta.db_table}"  # noqa: S608 - what the guards refuse
            )
        databases.restore()
        assert filled() == before


def test_the_tables_have_a_name_that_changes_with_what_makes_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = databases.digest()
    for other in ("requirements/test.txt", "README.md"):
        more = (*databases.MORE_THAT_MAKES_TABLES, other)
        monkeypatch.setattr(databases, "MORE_THAT_MAKES_TABLES", more)
        assert databases.digest.__wrapped__() != named
