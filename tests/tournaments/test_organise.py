"""The director's operations, from the club to the closed round, and what each refuses."""

from __future__ import annotations

import pytest

from tests import cast as people
from tests.cast import PLAYERS, Cast
from tests.toy_game import toy_registered
from tournaments import ledger, organise, queries
from tournaments.audit import SYSTEM, Verb, change
from tournaments.digest import digest
from tournaments.ledger import Origin
from tournaments.models import (
    Deal,
    Entry,
    Event,
    Match,
    Membership,
    Person,
    Publication,
    Result,
    Role,
    Round,
    RuleSet,
    Seat,
    Table,
    Tournament,
)
from tournaments.organise import EventPlan
from tournaments.refusals import Reason, Refused
from tournaments.verification import verify

CLASSIC: dict[str, object] = {"preset": "classic"}


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [problem.code.value for problem in refused.value.problems]


def test_a_club_begins_with_its_owner(cast: Cast) -> None:
    assert Membership.objects.get(club=cast.club).user == cast.alice


def test_a_tournament_runs_at_once_and_begins_its_log(cast: Cast) -> None:
    assert cast.tournament.state == Tournament.State.RUNNING
    assert cast.tournament.log.earliest("seq").verb == Verb.CREATE_TOURNAMENT


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
    plan = EventPlan("x", "whist", {}, form=Event.Form.TEAMS)
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    assert [problem.field for problem in refused.value.problems] == ["form", "game"]


def test_rules_that_the_game_does_not_know_are_refused_by_the_game(cast: Cast) -> None:
    plan = EventPlan("x", "gongzhu", {"preset": "classic", "sheep": 7, "trump": True})
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    assert len(refused.value.problems) == 2
    assert RuleSet.objects.count() == 1


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
        assert [int(row.rank.total) for row in queries.standings(event)] == [39, 0, 0, 0]


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


def test_a_name_of_the_greatest_length_is_entered(cast: Cast) -> None:
    (entry,) = organise.add_entries(cast.event, cast.director, [["长" * 120]])
    assert queries.competitors(cast.event)[entry.uid].name == "长" * 120


def test_a_removed_entry_leaves_its_name_free_and_the_other_numbers_alone(cast: Cast) -> None:
    entry = cast.event.entries.get(number=2)
    person = entry.members.get().person
    organise.remove_entry(entry, cast.director)
    numbers = list(cast.event.entries.order_by("number").values_list("number", flat=True))
    assert numbers == [1, 3, 4, 5, 6, 7, 8]
    assert not Person.objects.filter(pk=person.pk).exists()
    (again,) = organise.add_entries(cast.event, cast.director, [[person.name]])
    assert again.number == 9
    log = cast.tournament.log.get(verb="remove_entry")
    assert entry.uid in log.body
    assert person.name not in log.body
    assert verify(Tournament.objects.get()) == []


@pytest.mark.parametrize("state", [Round.State.DRAFT, Round.State.CANCELLED])
def test_an_entry_that_was_ever_drawn_is_not_removed(cast: Cast, state: str) -> None:
    cast.drawn_round()
    Round.objects.update(state=state)
    with pytest.raises(Refused) as refused:
        organise.remove_entry(cast.event.entries.get(number=1), cast.director)
    assert [one.code for one in refused.value.problems] == [Reason.ENTRIES_CLOSED]
    assert cast.event.entries.count() == 8


def test_names_are_fixed_once_a_round_is_drawn(cast: Cast) -> None:
    draft = cast.drawn_round()
    with pytest.raises(Refused) as refused:
        organise.add_entries(cast.event, cast.director, [["壬"]])
    assert codes(refused) == [Reason.ENTRIES_CLOSED]
    organise.discard_round(draft, cast.director)
    organise.add_entries(cast.event, cast.director, [["壬"]])


def test_a_draw_seats_everybody_and_lays_out_the_deals(cast: Cast) -> None:
    round_ = cast.drawn_round()
    assert round_.state == Round.State.DRAFT
    assert Match.objects.filter(round=round_).count() == 2
    seats = Seat.objects.filter(sitting__segment__match__round=round_)
    assert {seat.person.name for seat in seats} == set(PLAYERS)
    deals = cast.deals(round_)
    assert [(deal.board_no, deal.play_order, deal.version) for deal in deals] == [
        (1, 1, 0),
        (2, 2, 0),
        (1, 1, 0),
        (2, 2, 0),
    ]


def test_a_draw_can_be_made_again_from_its_seed(cast: Cast) -> None:
    first = cast.drawn_round("the seed")
    seated = queries.seating_history(cast.event)
    organise.discard_round(first, cast.director)
    second = cast.drawn_round("the seed")
    assert queries.seating_history(cast.event) == seated
    assert (second.input_digest, second.algorithm) == (first.input_digest, first.algorithm)


def test_two_events_in_play_never_share_a_table(cast: Cast) -> None:
    plan = EventPlan("二", "gongzhu", CLASSIC, deals_per_round=1)
    other = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(other, cast.director, [[name] for name in PLAYERS])
    rounds = [cast.round_in_play(), organise.draw_round(other, cast.director)]
    seated = [
        set(round_.matches.values_list("segments__sittings__table__number", flat=True))
        for round_ in rounds
    ]
    assert seated == [{1, 2}, {3, 4}]
    assert [reason["table"] for reason in rounds[1].reasons] == [3, 4]


def test_a_draw_without_a_seed_makes_one_and_keeps_it(cast: Cast) -> None:
    round_ = organise.draw_round(cast.event, cast.director)
    assert len(round_.seed) == 16


def test_tables_keep_their_codes_from_round_to_round(cast: Cast) -> None:
    first = cast.round_in_play()
    codes_ = list(Table.objects.order_by("number").values_list("code", flat=True))
    cast.play(first)
    organise.close_round(first, cast.director)
    cast.round_in_play("2")
    assert list(Table.objects.order_by("number").values_list("code", flat=True)) == codes_


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (0, Reason.ENTRIES_TOO_FEW),
        (3, Reason.ENTRIES_TOO_FEW),
        (6, Reason.ENTRIES_NOT_DIVISIBLE),
    ],
)
def test_a_draw_that_cannot_fill_the_tables_is_refused(
    db: None, players: int, reason: Reason
) -> None:
    cast = people.assemble(players=players)
    with pytest.raises(Refused) as refused:
        cast.drawn_round()
    assert codes(refused) == [reason]
    assert not Round.objects.exists()


def test_the_withdrawn_are_not_drawn(db: None) -> None:
    cast = people.assemble(players=9)
    Entry.objects.filter(event=cast.event, number=9).update(state=Entry.State.WITHDRAWN)
    seated = [uid for one in _seatings(cast, cast.drawn_round()) for _, uid in one]
    assert len(seated) == 8


def _seatings(cast: Cast, round_: Round) -> list[tuple[tuple[str, str], ...]]:
    assert round_.event == cast.event
    return [seating.seats for seating in queries.seating_history(cast.event)]


def test_a_round_cannot_be_drawn_while_another_is_open(cast: Cast) -> None:
    round_ = cast.drawn_round()
    for _state in ("draft", "published"):
        with pytest.raises(Refused) as refused:
            cast.drawn_round()
        assert codes(refused) == [Reason.ROUND_OPEN]
        if round_.state == Round.State.DRAFT:
            organise.publish_round(round_, cast.director)


def test_publishing_freezes_the_rules_once(cast: Cast) -> None:
    first = cast.round_in_play()
    frozen = RuleSet.objects.get(pk=cast.event.ruleset_id).frozen_at
    assert frozen is not None
    cast.play(first)
    organise.close_round(first, cast.director)
    cast.round_in_play("2")
    assert RuleSet.objects.get(pk=cast.event.ruleset_id).frozen_at == frozen


def test_a_round_is_published_once(cast: Cast) -> None:
    round_ = cast.round_in_play()
    with pytest.raises(Refused) as refused:
        organise.publish_round(round_, cast.director)
    assert codes(refused) == [Reason.ROUND_NOT_DRAFT]
    assert Publication.objects.count() == 1


def test_a_draft_that_is_thrown_away_leaves_its_seed_in_the_log_alone(cast: Cast) -> None:
    organise.discard_round(cast.drawn_round("the seed"), cast.director)
    assert not Round.objects.exists()
    assert not Deal.objects.exists()
    last = cast.tournament.log.latest("seq")
    assert last.verb == Verb.DISCARD_ROUND
    assert "the seed" in last.body


def test_a_published_round_cannot_be_thrown_away(cast: Cast) -> None:
    round_ = cast.round_in_play()
    with pytest.raises(Refused) as refused:
        organise.discard_round(round_, cast.director)
    assert codes(refused) == [Reason.ROUND_NOT_DRAFT]
    assert Round.objects.filter(pk=round_.pk).exists()


def test_a_round_is_closed_when_every_deal_has_a_result(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    assert Round.objects.get().state == Round.State.CLOSED
    shown = Publication.objects.get(kind=Publication.Kind.STANDINGS).shown
    assert len(shown) == 8


def test_a_round_that_waits_is_refused_with_everything_it_waits_for(cast: Cast) -> None:
    round_ = cast.round_in_play()
    first, second, *_ = cast.deals(round_)
    cast.post(first)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.hold(made, second, "claim", origin=Origin("1", "1"))
    with pytest.raises(Refused) as refused:
        organise.close_round(round_, cast.director)
    assert [(one.code, dict(one.values)) for one in refused.value.problems] == [
        (Reason.DEALS_WITHOUT_RESULT, {"deals": 3}),
        (Reason.HOLDS_OPEN, {"holds": 1}),
    ]


def test_a_round_is_closed_once(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    with pytest.raises(Refused) as refused:
        organise.close_round(round_, cast.director)
    assert codes(refused) == [Reason.ROUND_NOT_IN_PLAY]


def test_a_role_is_granted_once_however_often(cast: Cast) -> None:
    again = organise.grant_role(cast.director, cast.tournament, cast.bob, Role.REFEREE)
    assert list(Membership.objects.filter(user=cast.bob)) == [again]
