"""The director's operations, from the club to the closed round, and what each refuses."""

from __future__ import annotations

import pytest

from tests.cast import PLAYERS, Cast
from tests.toy_game import toy_registered
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import (
    Entry,
    Membership,
    Person,
    Result,
    Role,
    Round,
    RuleSet,
    Tournament,
)
from tournaments.organise import EventPlan
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.digest import digest
from tournaments.record.ledger import Origin
from tournaments.results import event_record

CLASSIC: dict[str, object] = {"preset": "classic"}


def test_a_club_begins_with_its_owner(cast: Cast) -> None:
    assert Membership.objects.get(club=cast.club).user == cast.alice


def test_a_tournament_runs_at_once_and_begins_its_log(cast: Cast) -> None:
    assert cast.tournament.state == Tournament.State.RUNNING
    assert cast.tournament.log.earliest("seq").verb == Verb.CREATE_TOURNAMENT


@pytest.mark.databases
def test_an_event_keeps_every_dimension_of_its_rules(cast: Cast) -> None:
    rules = cast.event.ruleset
    assert {"sheep", "exposure", "normalise"} <= rules.rules.keys()
    assert rules.digest == digest(rules.rules)
    assert (rules.name, rules.frozen_at) == ("classic", None)


def test_events_of_a_tournament_are_numbered(cast: Cast) -> None:
    second = organise.create_event(
        cast.tournament, cast.director, EventPlan("二", "gongzhu", CLASSIC)
    )
    assert (cast.event.number, second.number) == (1, 2)


def test_everything_wrong_with_an_event_is_said_at_once(cast: Cast) -> None:
    plan = EventPlan("x", "whist", {}, form="crowds")
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    assert [problem.field for problem in refused.value.problems] == ["form", "game"]


def test_rules_that_the_game_does_not_know_are_refused_by_the_game(cast: Cast) -> None:
    plan = EventPlan("x", "gongzhu", {"preset": "classic", "sheep": 7, "trump": True})
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    assert len(refused.value.problems) == 2
    assert RuleSet.objects.count() == 1


@pytest.mark.full
def test_any_registered_game_can_be_played(cast: Cast) -> None:
    with toy_registered():
        plan = EventPlan("玩具", "toy", {"value": 3}, deals_per_round=1)
        event = organise.create_event(cast.tournament, cast.director, plan)
        organise.add_entries(event, cast.director, [[name] for name in PLAYERS[:4]])
        round_ = organise.draw_round(event, cast.director)
        organise.publish_round(round_, cast.director)
        report = ledger.Report(Result.Kind.PLAYED, {"won": {"N": 13}})
        with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            deal = event.deals.get()
            ledger.post(made, deal, report, seen=0, origin=Origin("x", "x"))
        organise.close_round(round_, cast.director)
        assert [int(row.rank.total) for row in event_record.standings(results.read(event))] == [
            39,
            0,
            0,
            0,
        ]


def test_names_become_numbered_entries_with_their_persons(cast: Cast) -> None:
    entries = Entry.objects.filter(event=cast.event).order_by("number")
    assert [entry.number for entry in entries] == list(range(1, 9))
    assert [entry.members.get().person.name for entry in entries] == list(PLAYERS)
    assert all(entry.members.get().person.club == cast.club for entry in entries)


def test_more_names_are_numbered_on(cast: Cast) -> None:
    added = organise.add_entries(cast.event, cast.director, [["壬"], ["癸"]])
    assert [entry.number for entry in added] == [9, 10]


def test_every_bad_name_is_refused_with_its_line_and_none_is_entered(cast: Cast) -> None:
    lines = [["壬"], [" "], ["甲"], ["长" * 121], ["壬"]]
    with pytest.raises(Refused) as refused:
        organise.add_entries(cast.event, cast.director, lines)
    assert [(problem.code, dict(problem.values)["line"]) for problem in refused.value.problems] == [
        (Reason.ENTRY_NAME_MISSING, 2),
        (Reason.ENTRY_NAME_TWICE, 3),
        (Reason.ENTRY_NAME_TOO_LONG, 4),
        (Reason.ENTRY_NAME_TWICE, 5),
    ]
    assert cast.event.entries.count() == 8


@pytest.mark.databases
def test_a_name_of_the_greatest_length_is_entered(cast: Cast) -> None:
    (entry,) = organise.add_entries(cast.event, cast.director, [["长" * 120]])
    assert event_record.competitors(results.read(cast.event))[entry.uid].name == "长" * 120


@pytest.mark.full
def test_a_removed_entry_leaves_its_name_free_and_no_gap_before_the_draw(cast: Cast) -> None:
    entry = cast.event.entries.get(number=2)
    person = entry.members.get().person
    organise.remove_entry(entry, cast.director)
    numbers = list(cast.event.entries.order_by("number").values_list("number", flat=True))
    assert numbers == [1, 2, 3, 4, 5, 6, 7]
    assert not Person.objects.filter(pk=person.pk).exists()
    (again,) = organise.add_entries(cast.event, cast.director, [[person.name]])
    assert again.number == 8
    log = cast.tournament.log.get(verb="remove_entry")
    assert entry.uid in log.body
    assert person.name not in log.body
    assert verify(Tournament.objects.get()) == []


@pytest.mark.full
@pytest.mark.parametrize("state", [Round.State.DRAFT, Round.State.CANCELLED])
def test_an_entry_that_was_ever_drawn_is_not_removed(cast: Cast, state: str) -> None:
    cast.drawn_round()
    Round.objects.update(state=state)
    with pytest.raises(Refused) as refused:
        organise.remove_entry(cast.event.entries.get(number=1), cast.director)
    assert [problem.code for problem in refused.value.problems] == [Reason.ENTRIES_CLOSED]
    assert cast.event.entries.count() == 8


@pytest.mark.databases
def test_a_role_is_granted_once_however_often(cast: Cast) -> None:
    again = organise.grant_role(cast.director, cast.tournament, cast.bob, Role.REFEREE)
    assert list(Membership.objects.filter(user=cast.bob)) == [again]
