"""The tables of the record are only ever added to: the database itself refuses all else."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction

from tests import teams_cast
from tests.cast import Cast
from tournaments.models import (
    Adjustment,
    AuditEntry,
    Entry,
    LineUp,
    LogMention,
    Publication,
    Result,
    RuleSet,
)
from tournaments.record import guards, ledger
from tournaments.record.audit import Verb, change
from tournaments.record.ledger import Origin


@pytest.fixture
def record(cast: Cast) -> Cast:
    """The cast with a row in every table of the record."""
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    entry = Entry.objects.filter(event=cast.event)[0]
    with change(cast.tournament, cast.director, Verb.ADJUST) as made:
        ledger.adjust(made, entry, Fraction(1), reason="late", origin=Origin("ruling", "1"))
    return cast


RECORD: Final[tuple[type[models.Model], ...]] = (
    Result,
    Adjustment,
    Publication,
    AuditEntry,
    LogMention,
)


def test_every_table_of_the_record_is_guarded() -> None:
    assert {model._meta.db_table for model in RECORD} <= set(guards.guarded_tables())


@pytest.mark.full
@pytest.mark.databases
def test_a_row_of_the_record_cannot_be_changed(record: Cast) -> None:
    for model in RECORD:
        row = model._default_manager.first()
        assert row is not None, model
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            model._default_manager.filter(pk=row.pk).update(uid="stolen")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            row.save()


@pytest.mark.databases
def test_a_row_of_the_record_cannot_be_deleted(record: Cast) -> None:
    for model in RECORD:
        table = model._meta.db_table
        before = model._default_manager.count()
        assert before, table
        with (
            pytest.raises(DatabaseError, match="append-only"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608
        assert model._default_manager.count() == before


@pytest.mark.databases
def test_installing_the_guards_again_changes_nothing(record: Cast) -> None:
    guards.install(connection)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Result.objects.update(reason="changed")


@pytest.mark.databases
def test_what_is_lifted_is_back_after_installing(record: Cast) -> None:
    guards.remove(connection)
    assert Result.objects.update(reason="changed") == 1
    guards.install(connection)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Result.objects.update(reason="changed again")


@pytest.mark.sqlite
def test_a_trigger_that_refuses_nothing_is_no_guard(record: Cast) -> None:
    guards.remove(connection)
    guard = next(each for each in guards.guards("sqlite") if each.table == Result._meta.db_table)
    refuses = guard.create("sqlite")
    connection.cursor().execute(refuses.replace("RAISE(ABORT, '", "('RAISE ABORT "))
    assert Result.objects.update(reason="changed") == 1
    guards.install(connection)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Result.objects.update(reason="changed again")


@pytest.mark.databases
def test_the_database_has_both_triggers_of_every_guarded_table(db: None) -> None:
    listing = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
    }
    with connection.cursor() as cursor:
        cursor.execute(listing[connection.vendor])
        there = {name for (name,) in cursor.fetchall()}
    wanted = {guard.name for guard in guards.guards(connection.vendor)}
    assert wanted <= there
    assert {guard.table for guard in guards.guards(connection.vendor)} > set(
        guards.guarded_tables()
    )


@pytest.mark.databases
def test_no_statement_puts_a_row_in_the_place_of_another(record: Cast) -> None:
    result = Result.objects.latest("pk")
    table, columns = (
        Result._meta.db_table,
        [str(field.column) for field in Result._meta.concrete_fields],
    )
    names = ", ".join(columns)
    copied = ", ".join("'void'" if column == "kind" else column for column in columns)
    statement = {
        "sqlite": f"INSERT OR REPLACE INTO {table} ({names}) SELECT {copied} FROM {table}",  # noqa: S608
        "postgresql": f"TRUNCATE {table} CASCADE",
    }
    connection.check_constraints()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(statement[connection.vendor])
    result.refresh_from_db()
    assert result.kind == Result.Kind.PLAYED


@pytest.mark.databases
def test_rules_are_rewritten_until_they_are_frozen_and_never_after(record: Cast) -> None:
    frozen = RuleSet.objects.get(pk=record.event.ruleset_id)
    assert frozen.frozen_at is not None
    with pytest.raises(DatabaseError, match="frozen"), transaction.atomic():
        RuleSet.objects.filter(pk=frozen.pk).update(rules={})
    with pytest.raises(DatabaseError, match="frozen"), transaction.atomic():
        connection.cursor().execute("DELETE FROM tournaments_ruleset")
    loose = RuleSet.objects.create(game="g", name="n", rules={}, schema=1, digest="d")
    assert RuleSet.objects.filter(pk=loose.pk).update(rules={"a": 1}) == 1


@pytest.fixture
def handed_in(db: None) -> LineUp:
    """The second, hidden version of a line-up."""
    teams = teams_cast.assemble()
    segment = teams.segment()
    teams.hand_in(segment, 1)
    return teams.hand_in(segment, 1, shift=1)


@pytest.mark.full
@pytest.mark.databases
def test_no_line_up_that_was_handed_in_is_deleted(handed_in: LineUp) -> None:
    with pytest.raises(DatabaseError, match="handed in"), transaction.atomic():
        handed_in.delete()
    assert LineUp.objects.latest("version") == handed_in


EMPTIES = {"sqlite": "DELETE FROM {}", "postgresql": "TRUNCATE {} CASCADE"}
"""The statement that empties a table."""


@pytest.mark.full
@pytest.mark.databases
def test_the_table_of_line_ups_is_not_emptied(handed_in: LineUp) -> None:
    statement = EMPTIES[connection.vendor].format(LineUp._meta.db_table)
    connection.check_constraints()
    with pytest.raises(DatabaseError, match="handed in stays"), transaction.atomic():
        connection.cursor().execute(statement)
    assert LineUp.objects.count() == 2


@pytest.mark.databases
def test_the_table_of_frozen_rules_is_not_emptied(record: Cast) -> None:
    statement = EMPTIES[connection.vendor].format(RuleSet._meta.db_table)
    connection.check_constraints()
    with pytest.raises(DatabaseError, match="these rules are frozen"), transaction.atomic():
        connection.cursor().execute(statement)
    assert RuleSet.objects.filter(pk=record.event.ruleset_id).exists()


def test_only_models_that_say_so_are_guarded() -> None:
    values = {
        model._meta.db_table for model in apps.get_models() if getattr(model, "append_only", False)
    }
    assert set(guards.guarded_tables()) == values
