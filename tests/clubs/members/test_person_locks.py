"""Changes of two tournaments meet at the persons of their club: nobody waits in a circle."""

from __future__ import annotations

import threading
from collections.abc import Collection
from dataclasses import replace

import pytest
from django.db import connection, transaction

from clubs.members import merging, register
from clubs.members.register import Imported
from tests import cast as casts
from tests.cast import Cast
from tests.clubs.members.test_keys import member
from tests.clubs.registration.conftest import opened
from tests.clubs.registration.test_entered_names import enters
from tests.until import until
from tournaments import organise
from tournaments.models import Person
from tournaments.persons import entered_names, locking, renaming
from tournaments.persons.locking import lock_persons

WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return casts.assemble(players=0)


def is_waited_for() -> bool:
    """Whether somebody waits for a lock; with SQLite a whole change waits for the other one."""
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        row = cursor.fetchone()
    return bool(row and row[0])


@pytest.mark.databases
def test_who_waits_for_a_person_holds_no_double_of_it(cast: Cast) -> None:
    """The double is the later row: locked first it would be held while the person is awaited."""
    person, double = member(cast, "张三", number=1), member(cast, "张叁", number=2)
    merging.merge(cast.club, cast.director, person, double)
    locked: list[Collection[int]] = []

    def other() -> None:
        try:
            with transaction.atomic():
                locked.append(sorted(lock_persons({double.pk})))
        finally:
            connection.close()

    thread = threading.Thread(target=other)
    with transaction.atomic():
        # Where the double is held by the other one, this raises at once.
        rows = Person.objects.select_for_update(no_key=True, nowait=True)
        assert list(rows.filter(pk=person.pk)) == [person]
        thread.start()
        until(is_waited_for)
        assert list(rows.filter(pk=double.pk)) == [double]
    thread.join(60)
    assert locked == [[person.pk, double.pk]]


@pytest.mark.full
def test_a_merge_while_the_locks_are_awaited_takes_them_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, double = member(cast, "张三", number=1), member(cast, "张叁", number=2)
    merging.merge(cast.club, cast.director, person, double)
    together, asked = locking._together, []

    def read_before(wanted: Collection[int], *, doubles: bool) -> set[int]:
        asked.append(wanted)
        return together(wanted, doubles=doubles) if len(asked) > 1 else set(wanted)

    monkeypatch.setattr(locking, "_together", read_before)
    with transaction.atomic():
        rows = lock_persons({double.pk})
    assert len(asked) == 2
    assert sorted(rows) == [person.pk, double.pk]


@pytest.mark.full
def test_who_checks_several_in_locks_all_of_them_at_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tournaments may have the same members in another order."""
    opened(cast, is_approved=False)
    members = {member(cast, name, number=n).pk for n, name in enumerate(("李四", "张三"), 1)}
    numbers = [enters(cast, name, key=name).number for name in ("张三", "李四")]
    asked: list[set[int]] = []

    def noted(wanted: Collection[int], *, doubles: bool = False) -> dict[int, Person]:
        asked.append(set(wanted))
        return lock_persons(wanted, doubles=doubles)

    monkeypatch.setattr(entered_names, "lock_persons", noted)
    for is_here in (True, False):
        asked.clear()
        organise.check_in(cast.event, cast.director, numbers, present=is_here)
        assert members <= asked[0]
        assert all(wanted <= asked[0] for wanted in asked)


@pytest.mark.full
def test_a_list_that_renames_locks_all_of_its_members_and_namesakes_at_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One renamed row locked before the earlier rows of the list is a circle with another list."""
    rows = [member(cast, name, number=n) for n, name in enumerate(("王五", "张三", "李四"), 1)]
    asked: list[set[int]] = []

    def noted(wanted: Collection[int], *, doubles: bool = False) -> dict[int, Person]:
        asked.append(set(wanted))
        return lock_persons(wanted, doubles=doubles)

    monkeypatch.setattr(renaming, "lock_persons", noted)
    same, new = register.data_of(rows[1]), replace(register.data_of(rows[2]), name="王五")
    lines = [Imported(new, rows[2]), Imported(same, rows[1])]
    register.save_members(cast.club, cast.director, lines)
    assert asked == [{row.pk for row in rows}]
