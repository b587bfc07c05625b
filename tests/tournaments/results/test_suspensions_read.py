"""停赛 as it is stored: what stands of one event, under every key that a person has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.tournaments import two_events
from tests.tournaments.two_events import BY, Two
from tournaments.models import EntryMember, Event, Person, Suspension, SuspensionWaiver
from tournaments.results import snapshot_rows, suspensions

TERMS: Mapping[str, Any] = {
    "first_round": 2,
    "last_round": 3,
    "ruling_year": 2026,
    "ruling_number": 1,
    **BY,
}


@pytest.fixture
def two(db: None) -> Two:
    return two_events.assemble()


def member(event: Event, number: int = 1) -> EntryMember:
    return EntryMember.objects.select_related("entry", "person").get(
        entry__event=event, entry__number=number
    )


def suspend(of: EntryMember, **columns: Any) -> Suspension:
    return Suspension.objects.create(**{**TERMS, "entry": of.entry, "person": of.person, **columns})


def excluded(event: Event, number: int = 2) -> list[int]:
    """Return the numbers of the entries whose member is suspended in a round, as rows tell it."""
    rows = EntryMember.objects.filter(suspensions.is_suspended(event.pk, number))
    return sorted(rows.values_list("entry__number", flat=True))


@pytest.mark.full
def test_the_suspensions_of_an_event_are_those_that_stand_in_it(two: Two) -> None:
    first, other = suspend(member(two.own)), suspend(member(two.other))
    assert snapshot_rows.live_suspensions([]) == {}
    found = snapshot_rows.live_suspensions([two.own.pk])
    assert {key: [row.key for row in rows] for key, rows in found.items()} == {
        two.own.pk: [first.pk]
    }
    both = snapshot_rows.live_suspensions([two.own.pk, two.other.pk])
    assert {key: [row.key for row in rows] for key, rows in both.items()} == {
        two.own.pk: [first.pk],
        two.other.pk: [other.pk],
    }
    suspend(member(two.own), reverses=first)
    assert snapshot_rows.live_suspensions([two.own.pk]) == {}


@pytest.mark.full
@pytest.mark.parametrize(("number", "is_out"), [(1, False), (2, True), (3, True), (4, False)])
def test_a_person_is_suspended_from_the_first_round_to_the_last_in_this_event(
    two: Two, number: int, is_out: bool
) -> None:
    suspend(member(two.own))
    assert excluded(two.own, number) == ([1] if is_out else [])
    assert excluded(two.other, number) == []


@pytest.mark.full
def test_what_is_taken_back_or_waived_excludes_nobody(two: Two) -> None:
    row = suspend(member(two.own))
    SuspensionWaiver.objects.create(
        suspension=row, round_number=3, reason="x", official=two.cast.bob
    )
    assert (excluded(two.own, 2), excluded(two.own, 3)) == ([1], [])
    suspend(member(two.own), reverses=row)
    assert excluded(two.own, 2) == []


@pytest.mark.full
def test_a_person_of_two_keys_is_suspended_under_both(two: Two) -> None:
    one, double = member(two.own, 1), member(two.own, 2)
    Person.objects.filter(pk=double.person.pk).update(same_as=one.person)
    suspend(double)
    assert excluded(two.own) == [1, 2]
    [row] = snapshot_rows.live_suspensions([two.own.pk])[two.own.pk]
    assert row.persons == {one.person.pk, double.person.pk}
