"""停赛: who is suspended in a round, and which entries are therefore not drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.tournaments.results.changed_rows import changed, with_deals
from tests.tournaments.results.made.events import PERSONS, made, player
from tournaments.models import Form, GroupMember, Person, Suspension
from tournaments.results import snapshot_rows, suspensions
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.snapshot_rows import SuspensionRow
from tournaments.results.standings_input import standings_input
from tournaments.standings.round_scores import Counts
from tournaments.structure.regulations import CLUB

SUBSTITUTE = 900
"""The person who stands in."""


def row(entry: int = 1, persons: Sequence[int] = (), **more: Any) -> SuspensionRow:
    """Return a suspension of the second and third rounds: of persons, or of the whole entry."""
    given = {"first": 2, "last": 3, "ruling": (2026, 1), "origin": "x", **more}
    return SuspensionRow(1, "x", entry, frozenset(persons), **given)


def of_player(entry: int = 1) -> SuspensionRow:
    return row(entry, (PERSONS + entry,))


@pytest.mark.parametrize(
    ("number", "waived", "holds"),
    [
        (1, (), False),
        (2, (), True),
        (3, (), True),
        (4, (), False),
        (2, (2,), False),
        (2, (3,), True),
        (4, (4,), False),
    ],
)
def test_a_suspension_holds_from_its_first_round_to_its_last_unless_one_is_waived(
    number: int, waived: Sequence[int], holds: bool
) -> None:
    assert row(waived=frozenset(waived)).is_in(number) is holds


def suspended(
    *rows: SuspensionRow, form: Form = Form.INDIVIDUAL, allowed: bool = False, **columns: Any
) -> EventSnapshot:
    """Return an event with suspensions, whose first entry has these columns."""
    read = made(4, form=form)
    first = changed(read.entries[0], **columns)
    regulations = replace(CLUB, stand_in_for_suspended=allowed)
    entries = (first, *read.entries[1:])
    return replace(read, entries=entries, suspensions=rows, regulations=regulations)


def stood_in(read: EventSnapshot, **columns: Any) -> EventSnapshot:
    """Return the event with somebody who stands in for the player of its first entry."""
    given = {"key": 1, "person": SUBSTITUTE, "name": "stands in", "role": "substitute", **columns}
    stands_in = player(read.entries[0], **given)
    return replace(read, entered={**read.entered, 1: [*read.entered[1], stands_in]})


def out(read: EventSnapshot, number: int = 2) -> list[tuple[int, str]]:
    """Return who is left out of a round: the number of the entry, and because of whom."""
    found = suspensions.left_out(read, number)
    return [(key, row.name) for key, row in found.items()]


@pytest.mark.parametrize(("number", "left"), [(1, []), (2, [(1, "")]), (3, [(1, "")]), (4, [])])
def test_an_entry_is_left_out_of_the_rounds_of_its_suspension_alone(
    number: int, left: list[tuple[int, str]]
) -> None:
    assert out(suspended(row()), number) == left


def test_who_is_suspended_takes_its_own_entry_out_and_no_other() -> None:
    assert out(suspended()) == []
    assert out(suspended(row(2))) == [(2, "")]
    assert out(suspended(of_player(2))) == [(2, "name 2")]
    assert out(suspended(row(1, (PERSONS + 2,)))) == [(2, "name 2")], "wherever he would play"
    both = suspended(of_player(1), row(1))
    assert out(both) == [(1, "")], "the whole entry comes first"
    assert out(suspended(row(3), of_player(1))) == [(1, "name 1"), (3, "")]


@pytest.mark.parametrize(
    ("columns", "is_left_out"),
    [
        ({"state": "withdrawn", "to_round": None}, False),
        ({"state": "withdrawn", "to_round": 1}, False),
        ({"state": "withdrawn", "to_round": 2}, True),
        ({"state": "entered", "to_round": 1}, True),
        ({"from_round": None}, True),
        ({"from_round": 2}, True),
        ({"from_round": 3}, False),
        ({"state": "withdrawn", "to_round": 2, "from_round": 3}, False),
    ],
)
def test_an_entry_that_is_not_there_in_a_round_is_not_left_out_of_it(
    columns: dict[str, Any], is_left_out: bool
) -> None:
    assert bool(out(suspended(row(), **columns))) is is_left_out


def test_a_suspension_of_an_entry_from_the_first_round_leaves_it_out_of_that() -> None:
    assert out(suspended(row(first=1)), 1) == [(1, "")]
    assert out(suspended(row(first=1), from_round=2), 1) == []
    member = suspended(row(1, (PERSONS + 1,), first=1))
    assert out(member, 1) == [(1, "name 1")]


def test_a_team_is_drawn_although_a_member_is_suspended_and_not_where_it_is_itself() -> None:
    assert out(suspended(of_player(), form=Form.TEAMS)) == []
    assert out(suspended(row(), form=Form.TEAMS)) == [(1, "")]


@pytest.mark.parametrize(
    ("form", "allowed", "counts", "left"),
    [
        (Form.PAIRS, True, True, []),
        (Form.PAIRS, False, True, [(1, "name 1")]),
        (Form.INDIVIDUAL, True, True, [(1, "name 1")]),
        (Form.PARTNERS, True, True, [(1, "name 1")]),
        (Form.PAIRS, False, False, []),
        (Form.INDIVIDUAL, False, False, []),
    ],
)
def test_somebody_plays_for_a_suspended_member_where_that_is_allowed_or_counts_nothing(
    form: Form, allowed: bool, counts: bool, left: list[tuple[int, str]]
) -> None:
    read = suspended(of_player(), form=form, allowed=allowed)
    assert out(stood_in(read, points_count=counts)) == left
    assert out(stood_in(read, number=2, points_count=counts)) == [(1, "name 1")]


def test_a_suspended_stand_in_leaves_out_the_entry_and_is_named() -> None:
    stands_in = row(1, (SUBSTITUTE,))
    for allowed in (True, False):
        read = stood_in(suspended(stands_in, form=Form.PAIRS, allowed=allowed))
        assert out(read) == [(1, "stands in")]
    assert out(stood_in(suspended(of_player(2)))) == [(2, "name 2")]
    assert out(stood_in(suspended(row(1, (999,))))) == []


@pytest.mark.parametrize(
    ("columns", "plays"),
    [
        ({"from_round": 2, "to_round": 2}, True),
        ({"from_round": 3}, False),
        ({"to_round": 1}, False),
        ({"from_round": 1, "to_round": None}, True),
        ({"role": "captain"}, False),
        ({"role": "player"}, True),
    ],
)
def test_a_suspended_person_matters_in_the_rounds_in_which_he_would_play(
    columns: dict[str, Any], plays: bool
) -> None:
    read = stood_in(suspended(row(1, (SUBSTITUTE,))), **columns)
    assert bool(out(read)) is plays


def test_who_plays_from_the_first_round_on_is_in_it() -> None:
    read = stood_in(suspended(row(1, (SUBSTITUTE,), first=1)), from_round=None, to_round=1)
    assert out(read, 1) == [(1, "stands in")]
    assert out(read, 2) == []


@pytest.mark.parametrize(
    ("rows", "counts", "number", "found"),
    [
        ((of_player(),), False, 2, {1}),
        ((of_player(),), True, 2, set()),
        ((of_player(),), False, 1, set()),
        ((of_player(2),), False, 2, set()),
        ((), False, 2, set()),
    ],
)
def test_a_round_of_one_who_scores_nothing_for_a_suspended_member_is_stood_in_for(
    rows: Sequence[SuspensionRow], counts: bool, number: int, found: set[int]
) -> None:
    read = suspended(*rows)
    assert suspensions.stood_in_for(read, number) == set()
    assert suspensions.stood_in_for(stood_in(read, points_count=counts), number) == found


def names(read: EventSnapshot, number: int = 2) -> list[int]:
    round_ = read.rounds[number - 1]
    return [row.entry.number for row in suspensions.not_drawn(read, round_)]


def without(read: EventSnapshot, *entries: int) -> EventSnapshot:
    """Return the event with these entries in no match."""
    matches = tuple(
        replace(
            match,
            sides=tuple(side for side in match.sides if side.entries[0].pk not in entries),
        )
        for match in read.matches
    )
    return replace(read, matches=matches, sittings=())


def test_who_was_drawn_before_he_was_suspended_is_no_longer_missing() -> None:
    read = replace(made(8, rounds=2), suspensions=(row(6), row(3)))
    assert names(read) == []
    assert names(without(read, 3)) == [3]
    assert names(without(read, 3, 6)) == [3, 6]
    assert names(without(read, 3), 1) == []
    assert names(without(replace(read, suspensions=()), 3)) == []


def test_only_members_of_the_stage_that_plays_are_not_drawn_for_it() -> None:
    read = without(replace(made(8, rounds=2), suspensions=(row(3), row(6))), 3, 6)
    [group] = read.groups
    member = GroupMember(entry=read.entries[2], number=1)
    assert names(replace(read, members={group.pk: (member,)})) == [3]
    other = changed(group, pk=2, stage_id=2)
    elsewhere = replace(read, groups=(group, other), members={group.pk: (), 2: (member,)})
    assert names(elsewhere) == [3, 6], "a first stage without members has everybody"


def test_the_round_of_a_suspension_counts_nothing_once_it_is_over() -> None:
    read = without(replace(made(8, rounds=2), suspensions=(row(3),)), 3)

    def lost(known: EventSnapshot) -> list[tuple[str, int]]:
        away = standings_input(known).away
        return [(each.entry, each.round) for each in away if each.counts is Counts.SUSPENDED]

    over = replace(read, sittings=())
    assert lost(over) == [("3", 2)]
    whole = made(8, rounds=2)
    in_play = replace(over, sittings=whole.sittings[2:])
    assert lost(in_play) == []
    assert lost(with_deals(in_play, done=True)) == [("3", 2)]
    assert lost(replace(over, suspensions=())) == []
    stands_in = replace(whole, suspensions=(of_player(1),), sittings=())
    assert lost(stood_in(stands_in, points_count=False)) == [("1", 2)]
    assert lost(stood_in(stands_in)) == []


def test_a_person_is_suspended_under_every_key_that_he_has() -> None:
    suspension = Suspension(first_round=1, last_round=2, ruling_year=2026, ruling_number=3)
    assert snapshot_rows.suspension_row(suspension).persons == frozenset()
    suspension.person = Person(pk=7)
    assert snapshot_rows.suspension_row(suspension).persons == {7}
    suspension.person = Person(pk=7, same_as_id=5)
    assert snapshot_rows.suspension_row(suspension).persons == {5, 7}
