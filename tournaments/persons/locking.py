"""Locks on persons, all taken in one order: nobody who waits for a person holds a later one.

Members belong to a club and not to one of its tournaments, so that the lock of a tournament does
not keep two changes from meeting at the same persons.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from tournaments.models import Person
from tournaments.persons import keys


class _MergedMeanwhile(Exception):
    """A person was merged between the reading of the keys and the locks."""


def lock_persons(wanted: Collection[int], *, doubles: bool = False) -> dict[int, Person]:
    """Lock persons, by their keys, with the rows that they were merged into; return all by key.

    With `doubles` their duplicates are locked too. Where a merge comes in between, the locks are
    released and taken again, since a later row must not be held while an earlier one is awaited.
    """
    while True:
        try:
            with transaction.atomic():
                return _lock(wanted, doubles=doubles)
        except _MergedMeanwhile:
            continue


def _lock(wanted: Collection[int], *, doubles: bool) -> dict[int, Person]:
    rows: dict[int, Person] = {}
    for part in keys.slices(sorted(_together(wanted, doubles=doubles))):
        # The canonical rows are not joined: after waiting for a lock a database rereads the locked
        # row, but not a joined one.
        locked = Person.objects.select_for_update(no_key=True).filter(pk__in=part)
        rows |= {row.pk: row for row in locked.order_by("pk")}
    canonical = {row.same_as_id or row.pk for row in rows.values()}
    if canonical - rows.keys() or (doubles and _doubles(canonical) - rows.keys()):
        raise _MergedMeanwhile
    return rows


def _together(wanted: Collection[int], *, doubles: bool) -> set[int]:
    """Return the keys of persons with those of the rows that they were merged into."""
    found: set[int] = set()
    for part in keys.slices(sorted(wanted)):
        rows = Person.objects.filter(pk__in=part).values_list("pk", "same_as")
        found |= {key for row in rows for key in row if key is not None}
    return found | _doubles(found) if doubles else found


def _doubles(canonical: Collection[int]) -> set[int]:
    found: set[int] = set()
    for part in keys.slices(sorted(canonical)):
        found |= set(Person.objects.filter(same_as__in=part).values_list("pk", flat=True))
    return found
