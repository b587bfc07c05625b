"""Who is entered, leaves and comes back: both sides of each condition."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests import pairs_cast
from tests.cast import Cast
from tests.tournaments.organise.taking_part.test_bounds import codes, entry, round_of, second_event
from tests.tournaments.organise.taking_part.test_stand_in_conditions import in_register
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.models import (
    Entry,
    EntryState,
    Event,
    EventRegulations,
    EventState,
    GroupMember,
    Person,
    RoundState,
    Size,
    Stage,
)
from tournaments.organise import NewEntry, entries, presence
from tournaments.organise.absences.entry_removal import RemovedEntry
from tournaments.organise.entries import NAME_LENGTH
from tournaments.persons import bans
from tournaments.persons.refusals import PersonReason
from tournaments.record.once import Sent

DAY = date(2026, 11, 21)


def banned(cast: Cast, name: str, number: int) -> Person:
    person = in_register(cast, name, number)
    bans.ban(cast.club, cast.director, person, bans.BanTerms(DAY, DAY, "理事会", "x"))
    return person


@pytest.mark.full
def test_who_is_banned_is_entered_only_where_that_is_allowed(cast: Cast) -> None:
    banned(cast, "王五", 7)
    new = [NewEntry(("王五",))]
    assert codes(lambda: organise.enter(cast.event, cast.director, new)) == [
        PersonReason.BANNED_PERSON
    ]
    (made,) = organise.enter(cast.event, cast.director, new, allow_banned=True)
    assert made.number == 9


@pytest.mark.full
def test_a_form_that_is_sent_again_tells_of_its_own_entries_alone(cast: Cast) -> None:
    new, sent = [NewEntry(("壬",)), NewEntry(("癸",))], Sent("key", "content")
    kept, gone = organise.enter(cast.event, cast.director, new, sent=sent)
    organise.enter(cast.event, cast.director, [NewEntry(("子",))])
    organise.remove_entry(gone, cast.director)
    again = organise.enter(Event.objects.get(), cast.director, new, sent=sent)
    assert again == [kept]


@pytest.mark.full
def test_entries_that_are_sent_twice_are_entered_once_and_answered_again(cast: Cast) -> None:
    new = [NewEntry(("壬",)), NewEntry(("癸",))]
    sent = Sent("key", "content")
    first = organise.enter(cast.event, cast.director, new, sent=sent)
    again = organise.enter(cast.event, cast.director, new, sent=sent)
    assert [row.number for row in first] == [row.number for row in again] == [9, 10]
    assert cast.event.entries.count() == 10


@pytest.mark.full
@pytest.mark.parametrize(("new", "is_refused"), [(2, False), (3, True)])
def test_an_event_has_so_many_entries_and_no_more(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, new: int, *, is_refused: bool
) -> None:
    second_event(cast)
    monkeypatch.setattr(entries, "MOST_ENTRIES", 10)
    names = [[name] for name in "壬癸申"[:new]]
    if is_refused:
        assert codes(lambda: organise.add_entries(cast.event, cast.director, names)) == [
            Reason.ENTRIES_TOO_MANY
        ]
    else:
        organise.add_entries(cast.event, cast.director, names)


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("", [Reason.ENTRY_NAME_MISSING]),
        ("长" * NAME_LENGTH, []),
        ("长" * (NAME_LENGTH + 1), [Reason.ENTRY_NAME_TOO_LONG]),
        ("甲", [Reason.ENTRY_NAME_TWICE]),
        ("子", []),
    ],
)
def test_a_new_name_is_there_short_and_nobody_else_s(
    cast: Cast, name: str, found: list[str]
) -> None:
    second_event(cast)

    def add() -> None:
        organise.add_entries(cast.event, cast.director, [[name]])

    if found:
        assert codes(add) == found
    else:
        add()


@pytest.mark.full
def test_the_own_name_of_a_pair_may_be_that_of_a_player_however_long(db: None) -> None:
    cast = pairs_cast.assemble()
    long = "长" * NAME_LENGTH
    organise.add_entries(cast.event, cast.director, [[long, "壬"]])
    (made,) = organise.add_entries(cast.event, cast.director, [["癸", "寅"]], names=[long])
    assert made.name == long


@pytest.mark.full
def test_nobody_is_entered_once_a_later_stage_has_its_members(cast: Cast) -> None:
    final = Stage.objects.create(event=cast.event, number=2)
    group = final.groups.create(number=1)
    organise.add_entries(cast.event, cast.director, [["壬"]])
    GroupMember.objects.create(group=group, entry=entry(cast), number=1)
    assert codes(lambda: organise.add_entries(cast.event, cast.director, [["癸"]])) == [
        Reason.ENTRIES_GONE_ON
    ]


@pytest.mark.full
@pytest.mark.parametrize(
    ("size", "begun", "by_decision"),
    [
        (Size.OFFICIAL, False, False),
        (Size.OFFICIAL, True, True),
        (Size.CLUB, False, False),
        (Size.CLUB, True, False),
    ],
)
def test_an_official_competition_that_has_begun_is_left_by_decision(
    cast: Cast, size: str, *, begun: bool, by_decision: bool
) -> None:
    EventRegulations.objects.create(event=cast.event, size=size)
    if begun:
        round_of(cast, 1, RoundState.PUBLISHED)
    assert organise.leaves_by_exclusion(entry(cast).event) is by_decision
    if by_decision:
        assert codes(lambda: organise.withdraw_entry(entry(cast), cast.director)) == [
            Reason.EXCLUSION_WANTED
        ]
    else:
        organise.withdraw_entry(entry(cast), cast.director)


@pytest.mark.full
@pytest.mark.parametrize(
    ("excused", "reason", "found"),
    [
        (False, "", []),
        (True, "ill", []),
        (False, "ill", []),
        (True, " ", [Reason.REASON_MISSING]),
    ],
)
def test_who_is_excused_has_a_reason(
    cast: Cast, excused: bool, reason: str, found: list[str]
) -> None:
    def leave() -> None:
        organise.withdraw_entry(entry(cast), cast.director, excused=excused, reason=reason)

    if found:
        assert codes(leave) == found
    else:
        leave()
        assert (entry(cast).to_round, entry(cast).excused) == (0, excused)


@pytest.mark.full
def test_an_entry_leaves_after_the_round_that_is_named_or_the_last_one(cast: Cast) -> None:
    for number in (1, 2, 3):
        round_of(cast, number, RoundState.CLOSED)
    round_of(cast, 4, RoundState.CANCELLED).matches.create(number=1).sides.create(
        number=1
    ).entries.add(entry(cast))
    organise.withdraw_entry(entry(cast), cast.director, after_round=1)
    organise.withdraw_entry(entry(cast, 2), cast.director)
    assert [entry(cast, number).to_round for number in (1, 2)] == [1, 3]
    for number in (3, 4):
        Entry.objects.filter(event=cast.event, number=number).update(state=EntryState.WITHDRAWN)
        assert entries._withdrawal_problems(entry(cast, 5), 0, 3) == []


@pytest.mark.full
def test_entries_of_an_event_that_is_over_neither_leave_nor_come_back(cast: Cast) -> None:
    organise.withdraw_entry(entry(cast, 2), cast.director)
    removed = organise.remove_entry(entry(cast, 8), cast.director)
    Event.objects.filter(pk=cast.event.pk).update(state=EventState.FINISHED)
    for call in (
        lambda: organise.withdraw_entry(entry(cast), cast.director),
        lambda: organise.readmit_entry(entry(cast, 2), cast.director),
        lambda: organise.remove_entry(entry(cast), cast.director),
        lambda: organise.restore_entry(cast.event, cast.director, removed),
        lambda: organise.add_entries(cast.event, cast.director, [["壬"]]),
        lambda: organise.set_unplaced(entry(cast), cast.director, unplaced=True),
    ):
        assert codes(call) == [Reason.EVENT_NOT_RUNNING]


@pytest.mark.full
def test_an_entry_that_is_gone_is_not_removed_again(cast: Cast) -> None:
    seen = entry(cast, 8)
    organise.remove_entry(seen, cast.director)
    assert codes(lambda: organise.remove_entry(seen, cast.director)) == [Reason.ENTRY_NOT_THERE]


@pytest.mark.full
@pytest.mark.parametrize(
    ("stay", "after"),
    [(["3", "4", "5"], ["3", "4"]), (["4"], []), (["2"], ["2"]), ([], None), (["8"], ["7"])],
)
def test_wishes_move_with_the_numbers_behind_the_one_that_goes(
    cast: Cast, stay: list[str], after: list[str] | None
) -> None:
    other = second_event(cast)
    movement: dict[str, Any] = {"stay": stay} if stay else {}
    Event.objects.update(movement=movement)
    organise.remove_entry(entry(cast, 4), cast.director)
    assert Event.objects.get(pk=cast.event.pk).movement.get("stay") == after
    assert Event.objects.get(pk=other.pk).movement == movement


@pytest.mark.full
def test_the_last_of_all_is_put_back_at_the_end(cast: Cast) -> None:
    removed = organise.remove_entry(entry(cast, 8), cast.director)
    back = organise.restore_entry(cast.event, cast.director, removed)
    assert back.number == 8
    first = organise.remove_entry(entry(cast, 1), cast.director)
    back = organise.restore_entry(cast.event, cast.director, first)
    assert (back.number, back.members.get().person.name) == (1, "甲")
    assert [row.number for row in cast.event.entries.order_by("pk")] == [2, 3, 4, 5, 6, 7, 8, 1]


def test_what_was_removed_is_called_by_its_own_name_or_those_of_its_members() -> None:
    alone = RemovedEntry(1, NewEntry(("甲 #0", "乙 #7")), "competitor", is_present=False)
    named = RemovedEntry(1, NewEntry(("甲",), "东风"), "competitor", is_present=False)
    assert (alone.name, named.name) == ("甲／乙", "东风")


@pytest.mark.full
@pytest.mark.parametrize(
    ("is_guest", "is_double", "text"),
    [(True, False, "甲 #0"), (True, True, "甲"), (False, False, "甲")],
)
def test_a_guest_who_is_removed_is_put_back_as_one(
    cast: Cast, text: str, *, is_guest: bool, is_double: bool
) -> None:
    person = entry(cast).members.get().person
    columns: dict[str, Any] = {"guest": is_guest, "number": None if is_guest else 7}
    if is_double:
        columns["same_as"] = entry(cast, 2).members.get().person
    Person.objects.filter(pk=person.pk).update(**columns)
    Entry.objects.filter(event=cast.event, number=1).update(state=EntryState.CHECKED_IN)
    removed = organise.remove_entry(entry(cast), cast.director)
    assert removed.entry.members == (text,)
    assert removed.is_present
    assert not organise.remove_entry(entry(cast, 2), cast.director).is_present


@pytest.mark.full
def test_who_plays_is_here_once_a_round_is_published_and_nobody_was_noted(cast: Cast) -> None:
    assert presence.note_who_has_played(cast.event) == frozenset()
    round_ = cast.round_in_play()
    first = cast.deals(round_)[0]
    cast.post(first)
    seated = set(first.sitting.seats.values_list("side__entries__number", flat=True))
    assert presence.note_who_has_played(cast.event) == seated
    here = cast.event.entries.filter(state=EntryState.CHECKED_IN)
    assert set(here.values_list("number", flat=True)) == seated
    assert presence.note_who_has_played(cast.event) == frozenset()


@pytest.mark.full
def test_a_draft_tells_of_nobody_that_he_is_here(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "present_by_play", lambda *_: frozenset({1}))
    round_of(cast, 1, RoundState.DRAFT)
    assert presence.note_who_has_played(cast.event) == frozenset()
    Entry.objects.filter(event=cast.event, number=2).update(state=EntryState.CHECKED_IN)
    round_of(cast, 2, RoundState.PUBLISHED)
    assert presence.note_who_has_played(cast.event) == frozenset()
    Entry.objects.update(state=EntryState.ENTERED)
    assert presence.note_who_has_played(cast.event) == frozenset({1})
