"""Ratings follow the finished events of a club, and are made again to the last digit."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from clubs import fees
from clubs.members import merging, register
from clubs.members.register import MemberData
from clubs.ratings import making, model
from clubs.ratings.runs import rated_events, values_of
from clubs.ratings.values import BEGINNING, Value
from tests import cast as people
from tests.cast import PLAYERS, Cast
from tests.clubs.ratings.evenings import another, finish, switch_on, work_off
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import (
    ClubEntry,
    ClubFeature,
    Form,
    PaymentMethod,
    Person,
    RatedEvent,
    RatingRun,
    RatingStep,
    Result,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change

GAME = "gongzhu"
EARLIER, LATER = date(2026, 11, 14), date(2026, 11, 28)


def ratings(cast: Cast) -> dict[str, Value]:
    """The last value of everybody by name."""
    values: dict[str, Value] = {}
    for rated in rated_events(cast.club, GAME):
        steps = RatingStep.objects.filter(rated=rated.key).select_related("person")
        values |= {step.person.name: values_of(step)[1] for step in steps}
    return values


def is_the_same_again(cast: Cast) -> bool:
    return not list(making.differences(cast.club, GAME))


def correct(cast: Cast) -> None:
    """A ruling after the finish: nothing of the first table counted."""
    sitting = Result.live.filter(deal__event=cast.event)[0].deal.sitting
    for deal in sitting.deals.order_by("play_order"):
        with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
            report = ledger.Report(Result.Kind.NOT_PLAYED, {})
            origin = ledger.Origin(uid=f"ruling-{deal.play_order}", label="ruling")
            ledger.post(made, deal, report, seen=deal.version, origin=origin, reason="误记")


def test_nothing_is_rated_where_ratings_are_off(cast: Cast) -> None:
    finish(cast)
    assert work_off(cast) == 0
    assert not RatingRun.objects.exists()


@pytest.mark.full
def test_a_finish_orders_the_ratings_of_its_event(cast: Cast) -> None:
    switch_on(cast)
    work_off(cast)
    event = finish(cast)
    assert work_off(cast) > 0
    [rated] = RatedEvent.objects.all()
    assert (rated.event, rated.position) == (event, 0)
    values = ratings(cast)
    assert len(values) == 8
    assert {value.games for value in values.values()} == {1}
    # East has the hearts, which are worth most; North has the pig.
    match = event.rounds.get().matches.order_by("number")[0]
    seats = match.segments.get().sittings.get().seats.select_related("person")
    places = {seat.label: values[seat.person.name].mean for seat in seats}
    assert places["E"] > places["W"] > places["S"] > places["N"]
    assert is_the_same_again(cast)
    # A rated event stands in the log of the club: the tournament's has nothing to say of it.
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_partners_are_rated_by_match_as_a_side(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    switch_on(cast)
    dealt = {"SQ": "N", "DJ": "W", "C10": "S", "HA": "E"}
    told = {**people.NORTH_TAKES_THE_PIG, "dealt": dealt}
    monkeypatch.setattr(people, "NORTH_TAKES_THE_PIG", told)
    rules = {"preset": "huapai-pairs"}
    plan = organise.EventPlan("双人赛", GAME, rules, 2, form=Form.PAIRS, rounds_planned=1)
    event = organise.create_event(cast.tournament, cast.director, plan)
    pairs = [PLAYERS[number : number + 2] for number in range(0, 8, 2)]
    organise.add_entries(event, cast.director, pairs)
    finish(replace(cast, event=event))
    making.update(cast.club)
    values = ratings(cast)
    assert {value.games for value in values.values()} == {1}
    matches = event.rounds.get().matches.order_by("number")
    assert len(matches) == 2
    for match in matches:
        seats = match.segments.get().sittings.get().seats.select_related("person")
        at = {seat.label: values[seat.person.name] for seat in seats}
        # West and East have the sheep and the hearts, North and South the pig.
        assert at["W"] == at["E"]
        assert at["N"] == at["S"]
        assert at["W"].mean > BEGINNING.mean > at["N"].mean
    assert is_the_same_again(cast)


@pytest.mark.full
def test_the_run_stands_in_the_log_with_its_model(cast: Cast) -> None:
    switch_on(cast)
    finish(cast)
    [run] = making.update(cast.club)
    assert (run.model, run.version) == (model.NAME, model.VERSION)
    assert run.parameters["digits"] == 4
    entry = ClubEntry.objects.get(club=cast.club, verb=Verb.RATE_EVENTS)
    assert run.uid in entry.body
    assert making.update(cast.club) == []


@pytest.mark.full
def test_an_event_more_adds_its_steps_alone(cast: Cast) -> None:
    switch_on(cast)
    finish(cast)
    making.update(cast.club)
    first = ratings(cast)
    finish(another(cast, LATER))
    [run] = making.update(cast.club)
    assert (run.number, run.start, run.rated.count()) == (2, 1, 1)
    step = RatingStep.objects.filter(rated__run=run).select_related("person").first()
    assert step is not None
    assert values_of(step)[0] == first[step.person.name]
    assert is_the_same_again(cast)


@pytest.mark.full
@pytest.mark.databases
def test_an_earlier_event_makes_the_later_ones_again(cast: Cast) -> None:
    switch_on(cast)
    finish(cast)
    making.update(cast.club)
    before = ratings(cast)
    finish(another(cast, EARLIER))
    [run] = making.update(cast.club)
    assert (run.start, run.rated.count()) == (0, 2)
    assert RatingStep.objects.count() == 24
    assert {value.games for value in ratings(cast).values()} == {2}
    assert ratings(cast) != before
    assert is_the_same_again(cast)


@pytest.mark.full
def test_a_correction_after_the_finish_makes_its_event_again(cast: Cast) -> None:
    switch_on(cast)
    finish(cast)
    making.update(cast.club)
    work_off(cast)
    correct(cast)
    assert work_off(cast) > 0
    assert RatingRun.objects.count() == 2
    assert len(ratings(cast)) == 4
    assert is_the_same_again(cast)


@pytest.mark.full
def test_reopening_takes_the_ratings_back(cast: Cast) -> None:
    switch_on(cast)
    finish(cast)
    making.update(cast.club)
    organise.reopen_event(cast.event, cast.director)
    [run] = making.update(cast.club)
    assert (run.start, run.rated.count()) == (0, 0)
    assert ratings(cast) == {}
    assert RatingStep.objects.count() == 8
    cast.event.refresh_from_db()
    organise.finish_event(cast.event, cast.director)
    making.update(cast.club)
    assert len(ratings(cast)) == 8
    assert is_the_same_again(cast)


@pytest.mark.full
def test_a_guest_is_rated_from_the_first_event_once_made_a_member(cast: Cast) -> None:
    switch_on(cast)
    finish(cast)
    Person.objects.filter(name="甲").update(guest=True)
    finish(another(cast, LATER))
    making.update(cast.club)
    assert "甲" not in ratings(cast)
    assert len(ratings(cast)) == 7
    first, second = Person.objects.filter(name="甲").order_by("pk")
    register.make_members(cast.club, cast.director, [first])
    [run] = making.update(cast.club)
    assert run.start == 0
    assert ratings(cast)["甲"].games == 1
    merging.merge(cast.club, cast.director, first, second)
    making.update(cast.club)
    assert ratings(cast)["甲"].games == 2
    assert is_the_same_again(cast)


@pytest.mark.full
def test_merged_members_have_one_rating_and_parted_ones_two(cast: Cast) -> None:
    switch_on(cast)
    finish(cast)
    making.update(cast.club)
    [member] = register.add_members(cast.club, cast.director, [MemberData("甲（会员）")])
    double = Person.objects.get(name="甲")
    before = ratings(cast)
    merging.merge(cast.club, cast.director, member, double)
    work_off(cast)
    assert "甲" not in ratings(cast)
    assert ratings(cast)["甲（会员）"] == before["甲"]
    merging.split(cast.club, cast.director, double)
    work_off(cast)
    assert ratings(cast) == before
    assert is_the_same_again(cast)


@pytest.mark.full
def test_changes_that_rate_nothing_store_no_run(cast: Cast) -> None:
    switch_on(cast)
    finish(cast)
    finish(another(cast, LATER))
    work_off(cast)
    before = ratings(cast)
    player = Person.objects.filter(name="甲").order_by("pk")[0]
    for name in ("甲甲", "甲乙"):
        player.refresh_from_db()
        register.change_member(player, cast.director, replace(register.data_of(player), name=name))
        assert work_off(cast) > 0
    assert (RatingRun.objects.count(), RatingStep.objects.count()) == (1, 16)
    correct(cast)
    work_off(cast)
    assert RatingRun.objects.count() == 2
    assert ratings(cast) != before
    assert is_the_same_again(cast)


@pytest.mark.full
def test_a_fee_and_an_account_order_nothing(cast: Cast) -> None:
    switch_on(cast)
    finish(cast)
    work_off(cast)
    fees.set_fee(cast.event, cast.director, 1000)
    entry = cast.event.entries.order_by("number")[0]
    fees.take_fee(entry, cast.alice, PaymentMethod.CASH)
    assert work_off(cast) == 0
    register.add_members(cast.club, cast.director, [MemberData("新会员")])
    assert work_off(cast) == 1


@pytest.mark.full
def test_switching_on_orders_what_was_finished_before(cast: Cast) -> None:
    finish(cast)
    Person.objects.filter(club=cast.club).update(guest=False)
    organise.set_features(cast.club, cast.director, [ClubFeature.RATINGS])
    assert work_off(cast) == 1
    assert len(ratings(cast)) == 8
