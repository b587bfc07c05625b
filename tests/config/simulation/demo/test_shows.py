"""The events of the demo: one of each form in a full run, and all of them at night."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

import pytest

from config.simulation.demo import club_day, shows
from config.simulation.demo.bringing import Desk, bring
from config.simulation.demo.moments import DemoMoment, Show
from tests import cast as people
from tournaments import organise
from tournaments.checks.recount import recount, recount_shown
from tournaments.checks.verification import verify
from tournaments.models import Deal, DrawMethod, Event, EventState, Form, Round
from tournaments.record.audit import Actor

STATES = {
    DemoMoment.DRAWN: Round.State.DRAFT,
    DemoMoment.PUBLISHED: Round.State.PUBLISHED,
    DemoMoment.IN_PLAY: Round.State.PUBLISHED,
    DemoMoment.CLOSED: Round.State.CLOSED,
    DemoMoment.FINISHED: Round.State.CLOSED,
}


SAMPLE = {
    min(shows_of_it, key=lambda show: show.steps).key
    for form in Form
    if (shows_of_it := [show for show in shows.SHOWS if show.event.form == form and show.rounds])
}
"""Of each form the one that is soonest there."""


def sampled(every: Iterable[Show]) -> pytest.MarkDecorator:
    shown = [
        pytest.param(
            show, id=show.key, marks=pytest.mark.full if show.key in SAMPLE else pytest.mark.nightly
        )
        for show in every
    ]
    return pytest.mark.parametrize("show", shown)


@pytest.fixture
def desk(db: None) -> Desk:
    """A club of its own for one event."""
    owner = people.account("owner")
    club = organise.create_club("城北棋牌俱乐部", owner)
    day = date(2026, 11, 21)
    actor = Actor.from_user(owner)
    tournament = organise.create_tournament(
        club, actor, name="公开日", starts_on=day, time_zone="UTC"
    )
    return Desk(tournament, actor)


def brought(show: Show, desk: Desk) -> Event:
    """Bring an event to its moment, counting the steps."""
    steps: list[None] = []
    bring(show, desk, lambda: steps.append(None))
    assert len(steps) == show.steps
    assert verify(desk.tournament) == []
    return desk.tournament.events.get()


def begun(show: Show) -> Show:
    """The same event in the middle of its first round."""
    return replace(show, rounds=1, moment=DemoMoment.IN_PLAY)


@pytest.mark.full
@sampled(map(begun, shows.SHOWS))
def test_an_event_of_the_demo_begins(show: Show, desk: Desk) -> None:
    event = brought(show, desk)
    assert event.entries.count() == len(show.entries)
    assert event.rounds.get().state == Round.State.PUBLISHED


@pytest.mark.full
@sampled(shows.SHOWS)
def test_an_event_of_the_demo_comes_to_its_moment(show: Show, desk: Desk) -> None:
    event = brought(show, desk)
    states = list(event.rounds.order_by("number").values_list("state", flat=True))
    assert len(states) == show.rounds
    if states:
        assert states == [Round.State.CLOSED] * (show.rounds - 1) + [STATES[show.moment]]
    assert (event.state == EventState.FINISHED) == (show.moment is DemoMoment.FINISHED)
    playing = Deal.objects.filter(event=event, sitting__segment__match__round__state="published")
    states_of_deals = set(playing.values_list("done", flat=True))
    assert states_of_deals <= ({True, False} if show.moment is DemoMoment.IN_PLAY else {False})
    assert [*recount(desk.tournament), *recount_shown(desk.tournament)] == []


@pytest.mark.full
def test_a_start_that_was_stopped_goes_on(desk: Desk) -> None:
    class Stopped(Exception):
        pass

    def stop() -> None:
        raise Stopped

    show = replace(shows.SHOWS[1], rounds=1, moment=DemoMoment.CLOSED)
    with pytest.raises(Stopped):
        bring(show, desk, stop)
    for _time in range(2):
        event = brought(show, desk)
        assert event.rounds.get().state == Round.State.CLOSED
    before = desk.tournament.log.count()
    bring(show, desk, lambda: None)
    assert desk.tournament.log.count() == before


def test_every_form_and_every_moment_is_shown() -> None:
    assert {show.event.form for show in shows.SHOWS if show.key in SAMPLE} == set(Form)
    assert {show.event.form for show in shows.SHOWS} == set(Form)
    assert {show.moment for show in shows.SHOWS} == set(DemoMoment)
    assert len({show.key for show in shows.SHOWS}) == len(shows.SHOWS)
    plans = [*(show.event for show in shows.SHOWS), *(plan.event for plan in club_day.EVENTS)]
    drawn = {plan.draw_method for plan in plans}
    drawn |= {stage.draw_method for show in shows.SHOWS for stage in show.event.stages}
    assert set(DrawMethod) - drawn - {""} <= {DrawMethod.HIGH_HIGH, DrawMethod.DANISH}
