"""One read of an event: how many queries it takes, that nothing asks again, and previews."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import cast as people
from tests import games_cast, levels_cast, teams_cast
from tests.cast import Cast
from tournaments import organise, results
from tournaments.models import Event, Form, Result
from tournaments.progress import event_progress, extra_deals
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin
from tournaments.results import event_record, event_rows, game_results, match_results
from tournaments.results.reading import read_events
from tournaments.results.snapshot import EventSnapshot
from tournaments.results.standings_input import standings_input
from web.publish import table_overview
from web.publish.pages.matches import outcomes
from web.publish.pages.progress import round_states
from web.publish.pages.ranked import bracket
from web.publish.pages.tables import tables

OF_DEALS = 8
"""The queries of the read of an event of individuals or pairs.

Deals with results, sittings with seats, sides, stages with groups and members, adjustments,
awards, rounds with byes, entries with members.
"""
OF_TEAMS = OF_DEALS + 1
"""Those of an event of teams: line-ups, too."""


def individual() -> Event:
    cast = people.assemble(players=8)
    cast.play(cast.round_in_play())
    return cast.event


def levels() -> Event:
    cast = levels_cast.assemble()
    cast.round_in_play()
    return cast.event


def teams() -> Event:
    playing = teams_cast.assemble()
    playing.reveal(playing.segment(1))
    playing.play()
    return playing.event


def games() -> Event:
    return games_cast.assemble().event


def pairs() -> Event:
    cast = people.assemble(players=0)
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "huapai-pairs"}, form=Form.PAIRS)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[f"{n}.1", f"{n}.2"] for n in range(4)])
    return event


FORMS: list[Callable[[], Event]] = [individual, levels, teams]
MOST = [
    (individual, OF_DEALS),
    (pairs, OF_DEALS),
    (levels, OF_DEALS),
    (teams, OF_TEAMS),
    (games, OF_TEAMS + 1),
]
"""The queries of the read of each form; games (局) are read by one more.

An extra deal (加赛) among the tie-breaks, stages with rules of their own, results by other rules
and penalties that took levels are read by one query more each.
"""


def stored(event: Event) -> Event:
    """Return an event as a page fetches it."""
    return Event.objects.select_related("ruleset", "tournament__club").get(pk=event.pk)


def queries_of(read: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        read()
    return len(captured)


def compute_everything(snapshot: EventSnapshot) -> None:
    """Compute what pages, documents and previews are made of."""
    record = event_record.public_record(snapshot)
    record.standings()
    game_results.game_standings(snapshot)
    list(bracket.public(snapshot))
    round_states(snapshot)
    extra_deals.ties(snapshot)
    event_progress.absent(snapshot)
    for stage in snapshot.stages:
        event_record.stage_standings(snapshot, stage)
        match_results.results_by_match(snapshot, stage)
    tables(snapshot, *snapshot.public_rounds)
    outcomes.outcomes_of_tables(snapshot, *snapshot.public_rounds)
    event_record.compare_standings(snapshot, snapshot)


@pytest.mark.full
@pytest.mark.parametrize("make", FORMS)
def test_what_follows_from_a_snapshot_asks_the_database_nothing(
    db: None, make: Callable[[], Event], django_assert_num_queries: Any
) -> None:
    snapshot = results.read(stored(make()))
    with django_assert_num_queries(0):
        compute_everything(snapshot)


@pytest.mark.full
@pytest.mark.databases
@pytest.mark.parametrize(("make", "most"), MOST)
def test_the_number_of_queries_follows_from_the_form(
    db: None, make: Callable[[], Event], most: int
) -> None:
    event = stored(make())
    assert queries_of(lambda: results.read(event)) == most


@pytest.mark.full
def test_more_rounds_and_tables_take_no_more_queries(db: None) -> None:
    small = people.assemble(players=8)
    small.play(small.round_in_play())
    few = queries_of(lambda: results.read(stored(small.event)))
    for user in (small.alice, small.bob, small.charlie):
        user.username += " the first"
        user.save()
    large = people.assemble(players=12)
    for _ in range(2):
        round_ = large.round_in_play()
        large.play(round_)
        organise.close_round(round_, large.director)
    assert queries_of(lambda: results.read(stored(large.event))) == few


def test_several_events_take_as_many_queries_as_one(cast: Cast) -> None:
    cast.round_in_play()
    first = stored(cast.event)
    one = queries_of(lambda: read_events([first]))
    plan = organise.EventPlan("二", "gongzhu", {"preset": "classic"})
    organise.create_event(cast.tournament, cast.director, plan)
    events = list(cast.tournament.events.select_related("ruleset").order_by("pk"))
    assert queries_of(lambda: read_events(events)) == one
    assert [len(snapshot.entries) for snapshot in read_events(events).values()] == [8, 0]


def test_an_event_that_is_listed_only_is_read_without_results(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    (light,) = read_events([cast.event]).values()
    deals = [deal for sitting in light.sittings for deal in sitting.deals]
    assert deals
    assert all(deal.result is None and not deal.done for deal in deals)
    whole = results.read(cast.event)
    assert sum(deal.done for sitting in whole.sittings for deal in sitting.deals) == 1


def test_a_preview_changes_a_copy_and_nothing_that_is_stored(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    before = results.read(stored(cast.event))
    first, other = cast.deals(round_)[:2]
    live = {deal.pk: Result.live.get(deal=deal) for deal in (first, other)}
    sides = {seat.label: seat.side.uid for seat in first.sitting.seats.select_related("side")}
    after = before.with_results({first.pk: (None, sides)})
    assert event_record.compare_standings(before, before) == ()
    moved = event_record.compare_standings(before, after)
    assert [effect.before.deals - effect.after.deals for effect in moved].count(1) == 4
    assert {deal.pk: Result.live.get(deal=deal) for deal in (first, other)} == live
    assert event_record.standings(results.read(cast.event)) == event_record.standings(before)


def test_a_place_that_is_shown_as_a_dash_before_and_after_is_no_effect(cast: Cast) -> None:
    cast.round_in_play()
    row = event_record.standings(results.read(stored(cast.event)))[0]
    later = replace(row.rank, place=row.rank.place + 1)
    assert not event_record.Effect(row.competitor, row.rank, later).is_changed
    begun = replace(later, begun=True)
    assert event_record.Effect(row.competitor, row.rank, begun).is_changed


@pytest.mark.databases
def test_rows_of_a_draw_that_is_withdrawn_meanwhile_are_left_out(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    read_rounds = event_rows.rounds_by_event

    def withdraw_first(events: dict[int, Event]) -> Any:
        organise.withdraw_draw(round_, cast.director, "the wrong hall")
        return read_rounds(events)

    monkeypatch.setattr(event_rows, "rounds_by_event", withdraw_first)
    snapshot = results.read(stored(cast.event))
    assert (snapshot.rounds, snapshot.matches, snapshot.sittings) == ((), (), ())
    compute_everything(snapshot)


def test_the_tables_at_the_desk_are_those_of_the_snapshot(cast: Cast) -> None:
    round_ = cast.round_in_play()
    snapshot = results.read(stored(cast.event))
    shown = table_overview.table_overviews(snapshot, round_, {})
    assert [table.number for table in shown] == [1, 2]
    assert {table.deals for table in shown} == {cast.event.deals_per_round}
    assert all(len(table.sitters) == 4 for table in shown)


@pytest.mark.full
def test_a_person_may_stand_in_twice_without_counting(cast: Cast) -> None:
    out = cast.event.entries.order_by("number")[0]
    for number in (1, 3):
        organise.stand_in(out, cast.director, "替补", number, number, points_count=False)
    for _ in range(3):
        round_ = cast.round_in_play()
        cast.play(round_)
        organise.close_round(round_, cast.director)
    away = standings_input(results.read(cast.event)).away
    assert [row.round for row in away if row.entry == out.uid] == [1, 3]


def test_a_penalty_at_a_table_of_a_withdrawn_draw_still_counts(cast: Cast) -> None:
    round_ = cast.round_in_play()
    side = round_.matches.get(number=1).sides.order_by("number")[0]
    entry = side.entries.get()
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        origin = Origin("late", "ruling")
        ledger.adjust(made, entry, Fraction(-10), reason="late", origin=origin, side=side)
    organise.withdraw_draw(round_, cast.director, "the wrong hall")
    adjusted = standings_input(results.read(cast.event)).adjusted
    assert [(row.entry, row.amount) for row in adjusted] == [(entry.uid, Fraction(-10))]
