"""What `prepare` mends of a start that was broken off."""

from __future__ import annotations

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from tests import cast as people
from tournaments.record import guards

pytestmark = [pytest.mark.django_db, pytest.mark.databases]


@pytest.mark.full
def test_a_record_that_was_left_unguarded_is_guarded_at_the_next_start() -> None:
    people.assemble()
    guards.remove(connection)

    call_command("prepare", "serve")

    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM tournaments_auditentry")


@pytest.mark.full
def test_what_follows_the_last_migration_is_caught_up_with() -> None:
    ContentType.objects.all().delete()
    ContentType.objects.clear_cache()

    call_command("prepare", "serve")

    assert ContentType.objects.filter(app_label="tournaments", model="result").exists()
