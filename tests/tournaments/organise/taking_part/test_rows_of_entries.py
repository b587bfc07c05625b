"""What is done to one entry is done to no other, of its event or of another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from tests.tournaments import rows_written
from tests.tournaments.organise.taking_part.test_leaving_and_awards import (
    APPROVED,
    OUT,
    PROPOSED,
    decided,
)
from tests.tournaments.rows_written import Three, written
from tournaments import organise
from tournaments.models import AtTheDoor, Entry, EntryMember, EntryState
from tournaments.organise import ExclusionTerms, Seed

Step: TypeAlias = Callable[[Three], object]
Rows: TypeAlias = dict[str, int]


def nothing(_three: Three) -> None:
    """Prepare nothing."""


def all_left(_three: Three) -> None:
    Entry.objects.update(state=EntryState.WITHDRAWN, to_round=0)


def all_here(_three: Three) -> None:
    Entry.objects.update(state=EntryState.CHECKED_IN)


def all_at_the_door(three: Three) -> None:
    for entry in (three.entry(1), three.entry(2), three.entry(1, three.other)):
        AtTheDoor.objects.create(entry=entry)


def stand_ins(three: Three) -> None:
    """Name one for the first two, from the second round on."""
    for number in (1, 2):
        organise.stand_in(three.entry(number), three.director, f"替补{number}", 2)


def substitute() -> EntryMember:
    rows = EntryMember.objects.select_related("entry__event__tournament", "person")
    return rows.get(role="substitute", entry__number=1)


def all_have_left_by_decision(three: Three) -> None:
    all_left(three)
    Entry.objects.update(disqualified=True, without_prizes=True)
    decided(three.cast, 1, APPROVED)
    decided(three.cast, 2, APPROVED)


@pytest.mark.full
@pytest.mark.parametrize(
    ("prepare", "act", "found"),
    [
        pytest.param(
            nothing,
            lambda three: organise.set_remark(three.entry(), three.director, "坐轮椅"),
            {"~entry": 1},
            id="a remark",
        ),
        pytest.param(
            nothing,
            lambda three: organise.rename_entry(three.entry(), three.director, "东风"),
            {"~entry": 1},
            id="a name of its own",
        ),
        pytest.param(
            nothing,
            lambda three: organise.withdraw_entry(three.entry(), three.director),
            {"~entry": 1},
            id="a withdrawal",
        ),
        pytest.param(
            all_left,
            lambda three: organise.readmit_entry(three.entry(), three.director),
            {"~entry": 1},
            id="a readmission",
        ),
        pytest.param(
            nothing,
            lambda three: organise.remove_entry(three.entry(6), three.director),
            {"-entry": 1, "-entrymember": 1, "-person": 1, "~entry": 2},
            id="a removal",
        ),
        pytest.param(
            nothing,
            lambda three: organise.seed_entries(
                three.own, three.director, {three.entry(1).uid: Seed("城北", 1)}
            ),
            {"~entry": 1},
            id="a seed",
        ),
        pytest.param(
            all_at_the_door,
            lambda three: organise.check_in(three.own, three.director, [1]),
            {"~entry": 1, "-atthedoor": 1},
            id="an arrival",
        ),
        pytest.param(
            all_here,
            lambda three: organise.check_in(three.own, three.director, [1], present=False),
            {"~entry": 1},
            id="an absence",
        ),
        pytest.param(
            lambda _three: Entry.objects.update(unplaced=True),
            lambda three: organise.set_unplaced(three.entry(), three.director, unplaced=False),
            {"~entry": 1},
            id="a place again",
        ),
        pytest.param(
            nothing,
            lambda three: organise.stand_in(three.entry(), three.director, "替补", 1),
            {"+entrymember": 1, "+person": 1},
            id="a stand-in",
        ),
        pytest.param(
            stand_ins,
            lambda three: organise.end_stand_in(substitute(), three.director),
            {"-entrymember": 1, "-person": 1},
            id="a stand-in who never began",
        ),
        pytest.param(
            nothing,
            lambda three: organise.propose_exclusion(
                three.entry(), three.cast.alice, ExclusionTerms(OUT, 0, "x")
            ),
            {"+exclusion": 1},
            id="a proposal",
        ),
        pytest.param(
            lambda three: [decided(three.cast, number, PROPOSED) for number in (1, 2)],
            lambda three: organise.approve_exclusion(three.entry(), three.cast.bob),
            {"+exclusion": 1, "~entry": 1},
            id="an approval",
        ),
        pytest.param(
            all_have_left_by_decision,
            lambda three: organise.take_back_exclusion(three.entry(), three.cast.bob, "x"),
            {"+exclusion": 1, "~entry": 1},
            id="a decision taken back",
        ),
    ],
)
def test_what_is_done_to_an_entry_is_done_to_it_alone(
    db: None, prepare: Step, act: Step, found: Rows
) -> None:
    three = rows_written.assemble()
    prepare(three)
    assert written(lambda: act(three)) == found


@pytest.mark.full
def test_a_removed_entry_is_put_back_among_its_own_numbers(db: None) -> None:
    three = rows_written.assemble()
    removed = organise.remove_entry(three.entry(6), three.director)
    found = written(lambda: organise.restore_entry(three.own, three.director, removed))
    assert found == {"+entry": 1, "+entrymember": 1, "+person": 1, "~entry": 2}


@pytest.mark.full
@pytest.mark.parametrize(
    ("prepare", "act", "found"),
    [
        pytest.param(
            lambda three: EntryMember.objects.filter(role="substitute").update(from_round=1),
            lambda three: organise.end_stand_in(substitute(), three.director),
            {"~entrymember": 1},
            id="a stand-in who has played",
        ),
        pytest.param(
            nothing,
            lambda three: organise.withdraw_entry(three.entry(), three.director),
            {"~entry": 1},
            id="a withdrawal",
        ),
    ],
)
def test_what_is_done_to_an_entry_in_play_is_done_to_it_alone(
    db: None, prepare: Step, act: Step, found: Rows
) -> None:
    three = rows_written.assemble("in_play")
    stand_ins(three)
    prepare(three)
    assert written(lambda: act(three)) == found


@pytest.mark.full
def test_numbers_move_within_their_event(db: None) -> None:
    three = rows_written.assemble()
    organise.remove_entry(three.entry(1), three.director)
    counted = {event: event.entries.count() for event in (three.own, three.other, three.away)}
    assert list(counted.values()) == [7, 5, 5]
    for event, count in counted.items():
        numbers = event.entries.order_by("number").values_list("number", flat=True)
        assert list(numbers) == list(range(1, count + 1))
