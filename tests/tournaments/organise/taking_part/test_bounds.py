"""The bounds of what the desk enters, renames, withdraws and changes: both sides of each."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.cast import Cast
from tournaments import organise
from tournaments.base.refusals import Reason, Refused, Stale, refuse
from tournaments.checks.verification import verify
from tournaments.models import (
    Adjustment,
    Entry,
    EntryMember,
    EntryState,
    Event,
    EventState,
    Form,
    PenaltyWarning,
    Person,
    Round,
    RoundState,
    SitOut,
    WarningLevel,
)
from tournaments.organise import entries, stand_ins
from tournaments.organise.entries import NAME_LENGTH, REMARK_LENGTH
from tournaments.organise.repairs import check_repair
from tournaments.persons import entering
from tournaments.record.audit import Actor

BY: dict[str, Any] = {"reason": "x", "origin_uid": "x", "origin_label": "x"}


def codes(call: Callable[[], object]) -> list[str]:
    with pytest.raises(Refused) as refused:
        call()
    return [str(problem.code) for problem in refused.value.problems]


def entry(cast: Cast, number: int = 1) -> Entry:
    rows = Entry.objects.select_related("event__tournament__club")
    return rows.get(event=cast.event, number=number)


def second_event(cast: Cast) -> Event:
    plan = organise.EventPlan("第二项", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[name] for name in "子丑寅卯"])
    return event


def round_of(cast: Cast, number: int, state: str, event: Event | None = None) -> Round:
    """Return a round without matches in some state."""
    event = event or cast.event
    group = event.stages.get().groups.get()
    return Round.objects.create(event=event, group=group, number=number, state=state)


@pytest.mark.parametrize(
    ("form", "least", "most"), [(Form.INDIVIDUAL, 1, 1), (Form.PAIRS, 2, 2), (Form.TEAMS, 4, 6)]
)
def test_an_entry_has_as_many_persons_as_its_form(form: str, least: int, most: int) -> None:
    sizes = entries.sizes_of(form)
    assert (entries.members_of(form), sizes[0], sizes[-1]) == (least, least, most)


@pytest.mark.full
def test_a_name_of_an_entry_has_its_limit_and_a_team_has_a_name(cast: Cast) -> None:
    first = entry(cast)
    organise.rename_entry(first, cast.director, "甲" * NAME_LENGTH)
    assert codes(lambda: organise.rename_entry(first, cast.director, "甲" * (NAME_LENGTH + 1))) == [
        Reason.NAME_TOO_LONG
    ]
    organise.rename_entry(first, cast.director, " ")
    assert (entry(cast).name, entry(cast, 2).name) == ("", "")
    first.event.form = Form.TEAMS
    assert codes(lambda: organise.rename_entry(first, cast.director, " ")) == [Reason.NAME_MISSING]
    organise.set_remark(first, cast.director, "坐" * REMARK_LENGTH)
    assert codes(lambda: organise.set_remark(first, cast.director, "坐" * (REMARK_LENGTH + 1))) == [
        Reason.NAME_TOO_LONG
    ]
    assert [entry(cast, number).remark for number in (1, 2)] == ["坐" * REMARK_LENGTH, ""]


@pytest.mark.full
def test_a_guest_is_forgotten_who_takes_part_in_nothing(cast: Cast) -> None:
    club = cast.club
    plays = entry(cast).members.get().person
    alone, member, doubled, double = (
        Person.objects.create(club=club, name=name, guest=guest, number=number)
        for name, guest, number in (
            ("甲一", True, None),
            ("甲二", False, 90),
            ("甲三", True, None),
            ("甲四", True, None),
        )
    )
    Person.objects.filter(pk=double.pk).update(same_as=doubled)
    other = Person.objects.create(club=club, name="甲五", guest=True)
    keys = [row.pk for row in (plays, alone, member, doubled, double)]
    assert [person.name for person in entering.forget_persons(keys)] == ["甲一"]
    assert set(Person.objects.filter(pk__in=[*keys, other.pk])) == {
        plays,
        member,
        doubled,
        double,
        other,
    }


@pytest.mark.full
def test_the_last_round_that_was_published_is_that_of_the_event(cast: Cast) -> None:
    other = second_event(cast)
    assert entries.last_begun(cast.event) == 0
    for number, state in enumerate(RoundState, 1):
        round_of(cast, number, state)
        known = [n for n, each in enumerate(RoundState, 1) if n <= number and each in Round.PUBLIC]
        assert entries.last_begun(cast.event) == max(known, default=0)
    assert entries.last_begun(other) == 0


@pytest.mark.full
@pytest.mark.parametrize("state", EventState)
def test_entries_of_an_event_stay_as_they_are_once_it_is_over(cast: Cast, state: str) -> None:
    Event.objects.filter(pk=cast.event.pk).update(state=state)
    is_over = state in {EventState.FINISHED, EventState.CANCELLED}
    assert bool(entries.event_over_problems(cast.event)) is is_over
    assert entries.event_over_problems(second_event(cast)) == []


@pytest.mark.full
def test_an_entry_is_bound_by_whatever_names_it(cast: Cast) -> None:
    rows = [entry(cast, number) for number in range(1, 6)]
    free, sits, fined, warned, seated = rows
    draft = round_of(cast, 1, RoundState.DRAFT)
    SitOut.objects.create(round=draft, entry=sits)
    Adjustment.objects.create(
        event=cast.event, entry=fined, unit="raw", stage_of_sum="standings", numerator=1, **BY
    )
    PenaltyWarning.objects.create(event=cast.event, entry=warned, level=WarningLevel.SPOKEN, **BY)
    match = draft.matches.create(number=1)
    match.sides.create(number=1).entries.add(seated)
    assert [entries.is_bound(row) for row in rows] == [False, True, True, True, True]
    assert [entries.drafts_with(row) for row in rows] == [[], [1], [], [], [1]]
    Round.objects.update(state=RoundState.PUBLISHED)
    assert [entries.drafts_with(row) for row in rows] == [[]] * 5
    assert [bool(entries.is_bound(row)) for row in (free, seated)] == [False, True]


@pytest.mark.full
@pytest.mark.parametrize(("after", "is_refused"), [(0, True), (1, False), (2, False), (3, True)])
def test_an_entry_withdraws_after_a_round_that_it_played_and_that_had_begun(
    cast: Cast, after: int, is_refused: bool
) -> None:
    gone = entry(cast)
    first = round_of(cast, 1, RoundState.CLOSED)
    first.matches.create(number=1).sides.create(number=1).entries.add(gone)
    round_of(cast, 2, RoundState.PUBLISHED)
    found = [problem.code for problem in entries._withdrawal_problems(gone, after, 2)]
    assert found == ([Reason.WITHDRAWAL_ROUND] if is_refused else [])
    Entry.objects.filter(number=1).update(state=EntryState.WITHDRAWN)
    assert [row.code for row in entries._withdrawal_problems(gone, 1, 2)] == [
        Reason.ENTRY_NOT_THERE
    ]
    assert entries._withdrawal_problems(entry(cast, 2), 0, 2) == []


@pytest.mark.parametrize(
    ("first", "second", "overlap"),
    [
        ((1, 2), (3, 4), False),
        ((1, 3), (3, 4), True),
        ((3, 4), (1, 2), False),
        ((3, None), (1, 2), False),
        ((2, None), (1, 2), True),
        ((None, 2), (3, None), False),
        ((None, None), (9, None), True),
    ],
)
def test_rounds_overlap_where_one_is_in_both(
    first: tuple[int | None, int | None], second: tuple[int | None, int | None], overlap: bool
) -> None:
    assert stand_ins._overlap(first, second) is overlap
    assert stand_ins._overlap(second, first) is overlap


def stands_in(cast: Cast, name: str, *rounds: Any, number: int = 1, **more: Any) -> EntryMember:
    return organise.stand_in(entry(cast, number), cast.director, name, *rounds, **more)


@pytest.mark.full
def test_a_stand_in_begins_with_a_round_that_is_not_drawn_and_ends_no_earlier(cast: Cast) -> None:
    round_of(cast, 1, RoundState.PUBLISHED)
    assert stand_ins.next_drawn(cast.event) == 2
    assert codes(lambda: stands_in(cast, "替补", 1)) == [Reason.ROUND_DRAWN]
    assert codes(lambda: stands_in(cast, "替补", 3, 2)) == [Reason.ROUNDS_NOT_IN_ORDER]
    assert codes(lambda: stands_in(cast, "替补", 2, member=2)) == [Reason.MEMBER_NOT_THERE]
    assert codes(lambda: stands_in(cast, "乙", 2)) == [Reason.NAME_TAKEN]
    stands_in(cast, "替补", 2, 2)
    assert codes(lambda: stands_in(cast, "别人", 2)) == [Reason.STAND_IN_TWICE]
    assert codes(lambda: stands_in(cast, "替补", 2, number=2)) == [Reason.STAND_IN_TWICE]
    stands_in(cast, "别人", 2, number=2)
    stands_in(cast, "替补", 3, number=3)
    stands_in(cast, "第三人", 3)
    Round.objects.update(state=RoundState.CANCELLED)
    assert stand_ins.next_drawn(cast.event) == 1
    assert stand_ins.next_drawn(second_event(cast)) == 1


@pytest.mark.full
def test_a_stand_in_ends_with_the_round_that_began_or_never_was(cast: Cast) -> None:
    now, later, over = (
        stands_in(cast, name, *rounds, number=number)
        for name, rounds, number in (("一", (1, None), 1), ("二", (2, None), 2), ("三", (1, 1), 3))
    )
    round_of(cast, 1, RoundState.CLOSED)
    for member in (now, later):
        organise.end_stand_in(member, cast.director)
    now.refresh_from_db()
    assert now.to_round == 1
    assert not EntryMember.objects.filter(pk=later.pk).exists()
    assert not Person.objects.filter(name="二").exists()
    over.refresh_from_db()
    assert over.to_round == 1
    assert codes(lambda: organise.end_stand_in(later, cast.director)) == [Reason.MEMBER_NOT_THERE]


@pytest.mark.full
def test_a_stand_in_in_a_draft_stays_until_that_is_gone(cast: Cast) -> None:
    first, second = stands_in(cast, "一", 1, 1), stands_in(cast, "二", 2, number=2)
    round_of(cast, 1, RoundState.DRAFT)
    organise.end_stand_in(second, cast.director)
    assert codes(lambda: organise.end_stand_in(first, cast.director)) == [Reason.ENTRY_IN_DRAFT]


@pytest.mark.parametrize(
    ("problems", "reason", "seen", "found"),
    [
        ([], "x", "", None),
        ([], "x", "now", None),
        ([], "x", "before", Stale),
        ([], " ", "now", Refused),
        (["y"], "x", "now", Refused),
    ],
)
def test_a_repair_wants_a_reason_and_the_preview_that_was_seen(
    problems: list[str], reason: str, seen: str, found: type[Exception] | None
) -> None:
    against = [refuse(Reason.SEATS_DIFFER) for _ in problems]
    if found is None:
        check_repair(against, reason, seen, "now")
    else:
        with pytest.raises(found):
            check_repair(against, reason, seen, "now")


@pytest.mark.full
@pytest.mark.parametrize(
    "operation",
    [
        lambda entry, actor: organise.rename_entry(entry, actor, "东风"),
        lambda entry, actor: organise.set_remark(entry, actor, "坐轮椅"),
        organise.withdraw_entry,
    ],
)
def test_the_log_has_the_number_that_an_entry_has_by_then(
    cast: Cast, operation: Callable[[Entry, Actor], None]
) -> None:
    seen, again = entry(cast, 3), entry(cast, 3)
    organise.remove_entry(entry(cast, 1), cast.director)
    operation(seen, cast.director)
    assert json.loads(cast.tournament.log.latest("seq").body)["details"]["number"] == 2
    assert verify(cast.tournament) == []
    organise.remove_entry(entry(cast, 2), cast.director)
    with pytest.raises(Refused) as refused:
        operation(again, cast.director)
    assert refused.value.problems[0].code == Reason.ENTRY_NOT_THERE


def test_a_removal_keeps_the_movement_that_was_chosen_meanwhile(cast: Cast) -> None:
    event = Event.objects.filter(pk=cast.event.pk)
    event.update(movement={"form": "howell", "stay": ["3"]})
    seen = entry(cast, 4)
    event.update(movement={"form": "mitchell", "stay": ["5", "4", "2"]})
    organise.remove_entry(seen, cast.director)
    assert event.get().movement == {"form": "mitchell", "stay": ["4", "2"]}
