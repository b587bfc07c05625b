"""Who may stand in for whom, and in which rounds: both sides of each condition."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tests import pairs_cast, teams_cast
from tests.cast import Cast
from tests.suspending import member, suspend
from tests.tournaments.organise.taking_part.test_bounds import (
    codes,
    round_of,
    second_event,
    stands_in,
)
from tests.tournaments.organise.taking_part.test_bounds import entry as entry_of
from tournaments import organise
from tournaments.base.refusals import Reason
from tournaments.models import (
    Entry,
    EntryMember,
    EntryState,
    Event,
    EventRegulations,
    EventState,
    Person,
    RoundState,
    new_salt,
)
from tournaments.organise import stand_ins
from tournaments.organise.stand_ins import StandInTerms
from tournaments.persons import bans, keys
from tournaments.persons.refusals import PersonReason

DAY = date(2026, 11, 21)


def in_register(cast: Cast, name: str, number: int) -> Person:
    """Return a member of the club."""
    person = Person(club=cast.club, name=name, name_salt=new_salt(), number=number)
    keys.set_keys([person], save=False)
    person.save()
    return person


def ban(cast: Cast, person: Person) -> None:
    bans.ban(cast.club, cast.director, person, bans.BanTerms(DAY, DAY, "理事会", "x"))


@pytest.mark.full
def test_who_is_banned_stands_in_only_where_that_is_allowed(cast: Cast) -> None:
    ban(cast, in_register(cast, "王五", 7))
    asked = StandInTerms("王五", 1)
    assert codes(lambda: stand_ins.name_stand_in(entry_of(cast), cast.director, asked)) == [
        PersonReason.BANNED_PERSON
    ]
    allowed = replace(asked, allow_banned=True)
    made = stand_ins.name_stand_in(entry_of(cast), cast.director, allowed)
    assert made.person.number == 7


@pytest.mark.full
@pytest.mark.parametrize("state", [EventState.FINISHED, EventState.CANCELLED])
def test_nobody_stands_in_any_more_once_an_event_is_over(cast: Cast, state: str) -> None:
    Event.objects.filter(pk=cast.event.pk).update(state=state)
    assert codes(lambda: stands_in(cast, "替补", 1)) == [Reason.EVENT_NOT_RUNNING]


@pytest.mark.full
def test_who_plays_or_stands_in_elsewhere_may_stand_in_here(cast: Cast) -> None:
    other = second_event(cast)
    elsewhere = Entry.objects.select_related("event__tournament__club").get(event=other, number=1)
    organise.stand_in(elsewhere, cast.director, "替补", 1)
    assert stands_in(cast, "替补", 1).person.name == "替补"
    assert stands_in(cast, "子", 1, number=2).person.name == "子"


@pytest.mark.full
def test_who_plays_already_is_named_once_by_whatever_name(cast: Cast) -> None:
    known = in_register(cast, "王五", 7)
    playing = entry_of(cast, 2).members.get()
    Person.objects.filter(pk=playing.person_id).update(same_as=known)
    assert codes(lambda: stands_in(cast, "王五", 1)) == [Reason.NAME_TAKEN]
    EntryMember.objects.filter(pk=playing.pk).update(person=known)
    assert codes(lambda: stands_in(cast, "王五 #7", 1)) == [Reason.NAME_TAKEN]
    in_register(cast, "李六", 8)
    assert stands_in(cast, "李六", 1).person.number == 8


@pytest.mark.full
def test_a_captain_who_does_not_play_is_no_stand_in_and_has_none(cast: Cast) -> None:
    captain = Person.objects.create(club=cast.club, name="领队", guest=True)
    first = entry_of(cast)
    EntryMember.objects.create(entry=first, person=captain, number=0, role="captain")
    assert codes(lambda: stands_in(cast, "领队", 1)) == [Reason.NAME_TAKEN]
    assert codes(lambda: stands_in(cast, "替补", 1, member=0)) == [Reason.MEMBER_NOT_THERE]


@pytest.mark.full
def test_an_entry_that_has_left_has_no_stand_in_and_every_other_may(cast: Cast) -> None:
    Entry.objects.filter(number=2).update(state=EntryState.WITHDRAWN)
    assert codes(lambda: stands_in(cast, "替补", 1, number=2)) == [Reason.ENTRY_NOT_THERE]
    assert stands_in(cast, "替补", 1).from_round == 1


@pytest.mark.full
@pytest.mark.parametrize(
    ("first", "last", "begun", "ends"),
    [
        (None, None, 0, "gone"),
        (None, None, 1, 1),
        (1, 1, 2, 1),
        (1, 3, 2, 2),
        (1, None, 2, 2),
        (2, None, 2, 2),
        (3, None, 2, "gone"),
        (2, 2, 1, "gone"),
    ],
)
def test_a_stand_in_ends_with_the_last_round_that_was_his(
    cast: Cast, first: int | None, last: int | None, begun: int, ends: int | str
) -> None:
    row = stands_in(cast, "替补", 1)
    EntryMember.objects.filter(pk=row.pk).update(from_round=first, to_round=last)
    for number in range(1, begun + 1):
        round_of(cast, number, RoundState.CLOSED)
    organise.end_stand_in(row, cast.director)
    stored = EntryMember.objects.filter(pk=row.pk).first()
    assert (stored.to_round if stored else "gone") == ends


@pytest.mark.full
@pytest.mark.parametrize(
    ("draft", "rounds", "is_refused"),
    [
        (None, (None, None), False),
        (2, (1, None), True),
        (2, (3, None), False),
        (2, (1, 1), False),
        (2, (2, 2), True),
    ],
)
def test_a_stand_in_does_not_end_in_a_draft_that_may_seat_him(
    cast: Cast, draft: int | None, rounds: tuple[int | None, int | None], *, is_refused: bool
) -> None:
    row = stands_in(cast, "替补", 1)
    EntryMember.objects.filter(pk=row.pk).update(from_round=rounds[0], to_round=rounds[1])
    round_of(cast, 1, RoundState.CLOSED)
    if draft:
        round_of(cast, draft, RoundState.DRAFT)
    if is_refused:
        assert codes(lambda: organise.end_stand_in(row, cast.director)) == [Reason.ENTRY_IN_DRAFT]
    else:
        organise.end_stand_in(row, cast.director)


def pair_of(cast: Cast, number: int) -> Entry:
    rows = cast.event.entries.select_related("event__tournament__club")
    return rows.get(number=number)


@pytest.mark.full
@pytest.mark.parametrize(
    ("first", "last", "is_refused"),
    [
        (1, 1, False),
        (1, 2, True),
        (1, None, True),
        (2, 2, True),
        (3, 3, True),
        (3, None, True),
        (4, 4, False),
        (4, None, False),
    ],
)
def test_nobody_scores_for_a_suspended_member_in_the_rounds_of_the_suspension(
    db: None, first: int, last: int | None, *, is_refused: bool
) -> None:
    cast = pairs_cast.assemble()
    entry = pair_of(cast, 2)
    suspend(cast, entry, 2, 3, person=member(entry, 2))
    wrong = stand_ins._suspension_problems(entry, 2, (first, last))
    assert [problem.code for problem in wrong] == [Reason.SUSPENDED_MEMBER] * is_refused


@pytest.mark.full
def test_a_suspension_is_of_one_member_and_one_entry(db: None) -> None:
    cast = pairs_cast.assemble()
    entry, other = pair_of(cast, 2), pair_of(cast, 1)
    suspend(cast, entry, 1, 3, person=member(entry, 2))
    assert stand_ins._suspension_problems(entry, 1, (1, 3)) == []
    assert stand_ins._suspension_problems(entry, 9, (1, 3)) == []
    assert stand_ins._suspension_problems(other, 2, (1, 3)) == []
    assert stand_ins._suspension_problems(entry, 2, (1, 3)) != []


@pytest.mark.full
@pytest.mark.parametrize(
    ("form", "allowed", "is_refused"),
    [
        ("pairs", False, True),
        ("pairs", True, False),
        ("individual", False, True),
        ("individual", True, True),
        ("teams", False, False),
    ],
)
def test_the_regulations_allow_it_to_pairs_alone_and_teams_need_no_leave(
    db: None, form: str, *, allowed: bool, is_refused: bool
) -> None:
    cast = pairs_cast.assemble()
    entry = pair_of(cast, 2)
    suspend(cast, entry, 1, 3, person=member(entry, 2))
    EventRegulations.objects.create(event=cast.event, stand_in_for_suspended=allowed)
    entry.event.form = form
    assert bool(stand_ins._suspension_problems(entry, 2, (1, 1))) is is_refused


@pytest.mark.full
def test_where_points_do_not_count_somebody_may_sit_in_the_seat(db: None) -> None:
    cast = pairs_cast.assemble()
    suspend(cast, pair_of(cast, 2), 1, person=member(pair_of(cast, 2), 2))

    def named(*, counts: bool) -> EntryMember:
        asked = StandInTerms("替补", 1, 1, points_count=counts, member=2)
        return stand_ins.name_stand_in(pair_of(cast, 2), cast.director, asked)

    assert codes(lambda: named(counts=True)) == [Reason.SUSPENDED_MEMBER]
    assert named(counts=False).number == 2


@pytest.mark.full
def test_two_stand_ins_of_a_team_are_of_two_members(db: None) -> None:
    teams = teams_cast.assemble(drawn=False)
    entry = teams.event.entries.select_related("event__tournament__club").get(number=1)
    for number, name in ((1, "替一"), (2, "替二")):
        organise.stand_in(entry, teams.cast.director, name, 1, member=number)
    assert codes(lambda: organise.stand_in(entry, teams.cast.director, "替三", 1, member=2)) == [
        Reason.STAND_IN_TWICE
    ]
