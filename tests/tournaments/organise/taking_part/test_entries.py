"""Who takes part: the late, those who leave, stand-ins, house players, mended names; refusals."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import cast as people
from tests.cast import Cast
from tests.tournaments.drawing import codes, together
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.entries.roster import roster
from tournaments.models import Entry, Event, Person, Round, Seat, Tournament
from tournaments.organise import EventPlan
from tournaments.record.audit import Verb
from tournaments.results import event_record, match_rows


def entry(cast: Cast, number: int) -> Entry:
    return cast.event.entries.select_related("event__tournament").get(number=number)


def names(cast: Cast) -> list[str]:
    return [
        competitor.name
        for competitor in event_record.competitors(results.read(cast.event)).values()
    ]


def last_verb(cast: Cast) -> str:
    return cast.tournament.log.latest("seq").verb


def sitters(round_: Round) -> set[str]:
    seats = Seat.objects.filter(sitting__segment__match__round=round_)
    return set(seats.values_list("person__name", flat=True))


def pairs(cast: Cast) -> Event:
    plan = EventPlan("双人赛", "gongzhu", {"preset": "huapai-pairs"}, 2, form=Event.Form.PAIRS)
    return organise.create_event(cast.tournament, cast.director, plan)


# Late entries


@pytest.mark.full
def test_an_entry_before_the_first_round_is_not_late(cast: Cast) -> None:
    draft = cast.drawn_round()
    (early,) = organise.add_entries(cast.event, cast.director, [["壬"]])
    assert early.from_round is None
    organise.discard_round(draft, cast.director)


def test_whoever_comes_late_takes_part_from_the_next_round_on(cast: Cast) -> None:
    cast.round_in_play()
    late = organise.add_entries(cast.event, cast.director, [[name] for name in "壬癸子丑"])
    assert {entry.from_round for entry in late} == {2}
    assert "壬" in names(cast)
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_late_entries_are_seated_in_the_next_round(cast: Cast) -> None:
    cast.closed_round()
    organise.add_entries(cast.event, cast.director, [[name] for name in "壬癸子丑"])
    assert {"壬", "癸", "子", "丑"} <= sitters(cast.round_in_play("2"))
    assert verify(cast.tournament) == []


# Pairs


def test_a_pair_has_two_members_and_may_have_a_name(cast: Cast) -> None:
    event = pairs(cast)
    organise.add_entries(event, cast.director, [["甲", "乙"], ["丙", "丁"]], names=["东风队"])
    assert [
        competitor.name for competitor in event_record.competitors(results.read(event)).values()
    ] == [
        "东风队",
        "丙／丁",
    ]
    assert [[m.name for m in entrant.members] for entrant in roster(event)] == [
        ["甲", "乙"],
        ["丙", "丁"],
    ]


def test_a_pair_of_one_and_a_player_of_two_are_refused_with_their_lines(cast: Cast) -> None:
    with pytest.raises(Refused) as refused:
        organise.add_entries(pairs(cast), cast.director, [["甲", "乙"], ["丙"]])
    assert [(problem.code, dict(problem.values)) for problem in refused.value.problems] == [
        (Reason.ENTRY_SIZE, {"line": 2, "size": 2, "found": 1})
    ]
    with pytest.raises(Refused) as refused:
        organise.add_entries(cast.event, cast.director, [["壬", "癸"]])
    assert codes(refused) == ["entry_size"]


def test_a_pair_s_own_name_has_a_greatest_length(cast: Cast) -> None:
    with pytest.raises(Refused) as refused:
        organise.add_entries(pairs(cast), cast.director, [["甲", "乙"]], names=["长" * 121])
    assert codes(refused) == ["entry_name_too_long"]


@pytest.mark.full
def test_many_entries_take_no_more_queries_than_few(cast: Cast) -> None:
    def asked(prefix: str, number: int) -> int:
        members = [[f"{prefix}{n}"] for n in range(number)]
        with CaptureQueriesContext(connection) as captured:
            organise.add_entries(cast.event, cast.director, members)
        return len(captured)

    # As many rows as SQLite takes in one statement; more columns make that fewer rows.
    assert asked("a", 2) == asked("b", 30)


# Leaving and coming back


@pytest.mark.full
def test_an_entry_that_goes_home_keeps_what_it_has_played(cast: Cast) -> None:
    cast.closed_round()
    first = entry(cast, 1)
    organise.withdraw_entry(first, cast.director)
    assert (first.state, first.to_round) == (Entry.State.WITHDRAWN, 1)
    assert entry(cast, 1).to_round == 1
    assert len(match_rows.deal_scores(results.read(cast.event))) == 16
    assert first.uid in [
        row.competitor.uid for row in event_record.standings(results.read(cast.event))
    ]
    assert last_verb(cast) == Verb.WITHDRAW_ENTRY
    assert verify(Tournament.objects.get(pk=cast.tournament.pk)) == []


@pytest.mark.full
def test_an_entry_may_leave_while_its_round_is_in_play(cast: Cast) -> None:
    cast.round_in_play()
    organise.withdraw_entry(entry(cast, 3), cast.director)
    assert entry(cast, 3).to_round == 1
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_nobody_leaves_twice_or_in_the_middle_of_a_draft(cast: Cast) -> None:
    draft = cast.drawn_round()
    with pytest.raises(Refused) as refused:
        organise.withdraw_entry(entry(cast, 1), cast.director)
    assert codes(refused) == ["entry_in_draft"]
    organise.discard_round(draft, cast.director)
    organise.withdraw_entry(entry(cast, 1), cast.director)
    with pytest.raises(Refused) as refused:
        organise.withdraw_entry(entry(cast, 1), cast.director)
    assert codes(refused) == ["entry_not_there"]


@pytest.mark.parametrize("after", [0, 2])
@pytest.mark.full
def test_an_entry_leaves_neither_before_its_last_round_nor_after_the_event_s(
    cast: Cast, after: int
) -> None:
    cast.closed_round()
    with pytest.raises(Refused) as refused:
        organise.withdraw_entry(entry(cast, 1), cast.director, after_round=after)
    (problem,) = refused.value.problems
    assert (problem.code, dict(problem.values)) == (
        Reason.WITHDRAWAL_ROUND,
        {"low": 1, "high": 1},
    )


def test_a_withdrawal_is_taken_back_once(cast: Cast) -> None:
    cast.closed_round()
    organise.withdraw_entry(entry(cast, 1), cast.director)
    organise.readmit_entry(entry(cast, 1), cast.director)
    assert (entry(cast, 1).state, entry(cast, 1).to_round) == (Entry.State.ENTERED, None)
    with pytest.raises(Refused) as refused:
        organise.readmit_entry(entry(cast, 1), cast.director)
    assert codes(refused) == ["entry_not_withdrawn"]


@pytest.mark.full
def test_a_late_entry_that_was_never_drawn_is_removed(cast: Cast) -> None:
    cast.round_in_play()
    (late,) = organise.add_entries(cast.event, cast.director, [["壬"]])
    organise.remove_entry(late, cast.director)
    assert "壬" not in names(cast)
    assert not Person.objects.filter(name="壬").exists()


# Removed and put back


@pytest.mark.full
@pytest.mark.databases
def test_numbers_have_no_gap_until_the_draw_and_stay_after_it(cast: Cast) -> None:
    organise.remove_entry(entry(cast, 3), cast.director)
    assert [(one.number, one.name) for one in roster(cast.event)] == [
        *enumerate("甲乙丁戊己庚辛", 1)
    ]
    assert verify(cast.tournament) == []
    cast.round_in_play()
    late, later = organise.add_entries(cast.event, cast.director, [["壬"], ["癸"]])
    organise.remove_entry(late, cast.director)
    later.refresh_from_db()
    assert (later.number, verify(cast.tournament)) == (9, [])


@pytest.mark.full
@pytest.mark.databases
def test_a_removed_entry_is_put_back_in_its_place_as_it_was(cast: Cast) -> None:
    organise.check_in(cast.event, cast.director, [3, 5])
    before = roster(cast.event)
    removed = organise.remove_entry(entry(cast, 3), cast.director)
    back = organise.restore_entry(
        cast.event, cast.director, organise.RemovedEntry.read(removed.as_json())
    )
    shown = [(one.number, one.name, one.is_present) for one in roster(cast.event)]
    assert shown == [(one.number, one.name, one.is_present) for one in before]
    assert (back.number, last_verb(cast)) == (3, Verb.RESTORE_ENTRY)
    assert removed.name not in cast.tournament.log.latest("seq").body
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_removed_entry_is_not_put_back_twice(cast: Cast) -> None:
    removed = organise.remove_entry(entry(cast, 8), cast.director)
    organise.restore_entry(cast.event, cast.director, removed)
    with pytest.raises(Refused) as refused:
        organise.restore_entry(cast.event, cast.director, removed)
    assert codes(refused) == ["entry_name_twice"]
    assert len(roster(cast.event)) == 8


@pytest.mark.full
def test_a_removed_entry_comes_last_once_a_round_was_drawn(cast: Cast) -> None:
    removed = organise.remove_entry(entry(cast, 2), cast.director)
    cast.round_in_play()
    back = organise.restore_entry(cast.event, cast.director, removed)
    assert (back.number, back.from_round) == (8, 2)


@pytest.mark.full
def test_a_team_is_put_back_with_its_club_and_its_captain(cast: Cast) -> None:
    plan = EventPlan("队式赛", "gongzhu", {"preset": "huapai-pairs"}, 2, form=Event.Form.TEAMS)
    event = organise.create_event(cast.tournament, cast.director, plan)
    players = [[f"{team}{n}" for n in range(4)] for team in "东西"]
    first, _other = organise.add_entries(
        event,
        cast.director,
        players,
        names=["东队", "西队"],
        clubs=["城东", ""],
        captains=["老东", "西2"],
    )
    before = roster(event)
    removed = organise.remove_entry(first, cast.director)
    assert [one.number for one in roster(event)] == [1]
    organise.restore_entry(event, cast.director, removed)
    assert [replace(one, uid="") for one in roster(event)] == [
        replace(one, uid="") for one in before
    ]
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_the_wishes_of_a_movement_follow_the_numbers(cast: Cast) -> None:
    Event.objects.filter(pk=cast.event.pk).update(movement={"stay": ["2", "3", "6"]})
    removed = organise.remove_entry(entry(cast, 3), cast.director)
    assert Event.objects.get(pk=cast.event.pk).movement["stay"] == ["2", "5"]
    fresh = Event.objects.select_related("tournament").get(pk=cast.event.pk)
    organise.restore_entry(fresh, cast.director, removed)
    assert Event.objects.get(pk=cast.event.pk).movement["stay"] == ["2", "6"]


def test_who_walks_in_is_present_at_once(cast: Cast) -> None:
    (walk_in,) = organise.enter(
        cast.event, cast.director, [organise.NewEntry(("壬",))], present=True
    )
    assert walk_in.state == Entry.State.CHECKED_IN
    assert [one.name for one in roster(cast.event) if one.is_present] == ["壬"]
    assert verify(cast.tournament) == []


# Presence


@pytest.mark.databases
def test_whoever_is_here_is_noted_once_however_often(cast: Cast) -> None:
    assert organise.check_in(cast.event, cast.director, [1, 3]) == [1, 3]
    assert organise.check_in(cast.event, cast.director, [3, 4]) == [4]
    assert [entrant.number for entrant in roster(cast.event) if entrant.is_present] == [1, 3, 4]
    assert organise.check_in(cast.event, cast.director, [3], present=False) == [3]
    assert [entrant.number for entrant in roster(cast.event) if entrant.is_present] == [1, 4]
    assert last_verb(cast) == Verb.CHECK_IN


def test_nobody_unknown_or_withdrawn_is_noted_and_nothing_is_noted_by_half(cast: Cast) -> None:
    organise.withdraw_entry(entry(cast, 2), cast.director)
    with pytest.raises(Refused) as refused:
        organise.check_in(cast.event, cast.director, [1, 2, 99])
    assert codes(refused) == ["entry_not_there", "entry_not_there"]
    assert not any(entrant.is_present for entrant in roster(cast.event))


# House players


@pytest.mark.full
def test_a_house_player_is_seated_and_not_ranked(db: None) -> None:
    cast = people.assemble(players=7)
    house = organise.add_house_player(cast.event, cast.director, "俱乐部")
    assert house.kind == Entry.Kind.HOUSE
    cast.closed_round()
    places = {
        row.competitor.name: row.rank.place
        for row in event_record.standings(results.read(cast.event))
    }
    assert not places.get("俱乐部")
    assert min(filter(None, places.values())) == 1


# Names


@pytest.mark.databases
def test_a_slip_in_a_name_is_mended_and_the_log_holds_no_name(cast: Cast) -> None:
    member = entry(cast, 1).members.select_related("entry__event__tournament", "person").get()
    organise.rename_member(member, cast.director, " 甲甲 ")
    assert names(cast)[0] == "甲甲"
    body = cast.tournament.log.latest("seq").body
    assert member.person.uid in body
    assert "甲" not in body
    revision = Event.objects.get(pk=cast.event.pk).public_revision
    assert revision == cast.tournament.log.latest("seq").seq


@pytest.mark.parametrize(
    ("name", "reason"),
    [("", "name_missing"), ("长" * 121, "name_too_long"), ("乙", "name_taken")],
)
def test_a_name_is_not_mended_into_a_worse_one(cast: Cast, name: str, reason: str) -> None:
    member = entry(cast, 1).members.get()
    with pytest.raises(Refused) as refused:
        organise.rename_member(member, cast.director, name)
    assert codes(refused) == [reason]


def test_a_name_may_be_mended_into_itself(cast: Cast) -> None:
    organise.rename_member(entry(cast, 1).members.get(), cast.director, "甲")


def test_a_pair_gets_a_name_and_loses_it_again(cast: Cast) -> None:
    event = pairs(cast)
    (entry,) = organise.add_entries(event, cast.director, [["甲", "乙"]])
    organise.rename_entry(entry, cast.director, "东风")
    assert event_record.competitors(results.read(event))[entry.uid].name == "东风"
    organise.rename_entry(entry, cast.director, "")
    competitor = event_record.competitors(results.read(event))[entry.uid]
    assert (competitor.name, competitor.name_in_files) == ("甲／乙", "甲 · 乙")
    with pytest.raises(Refused) as refused:
        organise.rename_entry(entry, cast.director, "长" * 121)
    assert codes(refused) == ["name_too_long"]


# At the same moment


@pytest.mark.full
@pytest.mark.databases
def test_of_the_same_name_entered_twice_at_once_one_stands(transactional_cast: Cast) -> None:
    cast = transactional_cast
    add = partial(organise.add_entries, cast.event, cast.director)
    answers = together(*[lambda: add([["壬"]])] * 3, lambda: add([["癸"]]))
    assert answers.count(["entry_name_twice"]) == 2
    numbers = cast.event.entries.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 11))
    assert verify(Tournament.objects.get()) == []


@pytest.mark.full
@pytest.mark.databases
def test_of_two_withdrawals_at_once_one_is_told(transactional_cast: Cast) -> None:
    cast = transactional_cast
    calls = [partial(organise.withdraw_entry, entry(cast, 1), cast.director) for _ in range(2)]
    assert together(*calls).count(["entry_not_there"]) == 1
