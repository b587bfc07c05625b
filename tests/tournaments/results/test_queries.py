"""Reading: rows become the values that pages take, in a number of queries that does not grow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import cast as people
from tests.cast import PLAYERS, Cast
from tournaments import organise, results
from tournaments.entries import roster
from tournaments.models import Deal, Event, Match, Round, RuleSet, Stage
from tournaments.progress import event_progress
from tournaments.progress.next_step import EventProgress, RoundProgress
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin
from tournaments.results import event_record, queries
from tournaments.results.reading import with_members
from tournaments.standings.ranking import Rank
from tournaments.standings.round_scores import Counts
from tournaments.structure import games
from web.publish import table_overview


def queries_of(read: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        read()
    return len(captured)


@pytest.mark.databases
def test_the_standings_add_up_what_every_seat_scored(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.play(round_)
    seats = {"N": -200, "W": 200, "S": 100, "E": 400}
    sat = {
        int(number): seats[label]
        for seating in queries.seating_history(cast.event)
        for label, number in seating.seats
    }
    rows = event_record.standings(results.read(cast.event))
    assert {row.competitor.number: row.rank.total for row in rows} == sat
    assert [row.rank.place for row in rows] == [1, 1, 3, 3, 5, 5, 7, 7]


def test_only_live_results_count(cast: Cast) -> None:
    deal = cast.deals(cast.round_in_play())[0]
    cast.post(deal)
    cast.post(deal, seen=1, reason="misread")
    assert sorted(row.rank.total for row in event_record.standings(results.read(cast.event))) == [
        -100, 0, 0, 0, 0, 50, 100, 200,
    ]  # fmt: skip


@pytest.mark.databases
def test_entries_are_named_in_the_order_of_their_numbers(cast: Cast) -> None:
    competitors = event_record.competitors(results.read(cast.event))
    assert [(competitor.number, competitor.name) for competitor in competitors.values()] == list(
        enumerate(PLAYERS, 1)
    )
    assert all(uid == competitor.uid for uid, competitor in competitors.items())


def test_a_stage_may_override_the_rules_of_its_event(cast: Cast) -> None:
    deal = cast.deals(cast.round_in_play())[0]
    assert games.ruleset_of(deal) == cast.event.ruleset
    rules = RuleSet.objects.create(game="gongzhu", name="x", rules={}, schema=1, digest="")
    Stage.objects.update(ruleset=rules)
    again = cast.deals(deal.sitting.segment.match.round)[0]
    assert games.ruleset_of(again) == rules


@pytest.mark.full
def test_a_discarded_draft_leaves_no_history(cast: Cast) -> None:
    organise.discard_round(cast.drawn_round(), cast.director)
    assert queries.seating_history(cast.event) == []
    assert queries.rounds(cast.event) == []


@pytest.mark.full
def test_an_event_stands_where_its_last_round_stands(cast: Cast) -> None:
    assert event_progress.progress_of(results.read(cast.event)) == EventProgress(8, 4)
    draft = cast.drawn_round()
    assert event_progress.progress_of(results.read(cast.event)) == EventProgress(
        8, 4, RoundProgress(1, "draft")
    )
    organise.publish_round(draft, cast.director)
    since = cast.event.rounds.get().published_at
    last = RoundProgress(1, "published", open_deals=4, open_tables=(1, 2), since=since)
    assert event_progress.progress_of(results.read(cast.event)) == EventProgress(8, 4, last)
    cast.post(cast.deals(draft)[0])
    cast.post(cast.deals(draft)[1])
    last = RoundProgress(1, "published", open_deals=2, open_tables=(2,), since=since)
    assert event_progress.progress_of(results.read(cast.event)) == EventProgress(8, 4, last)


@pytest.mark.parametrize("on", ["deal", "match", "round"])
def test_what_is_held_is_counted_once_in_its_round(cast: Cast, on: str) -> None:
    round_ = cast.round_in_play()
    deal = cast.deals(round_)[0]
    match = deal.sitting.segment.match
    targets: dict[str, Deal | Match | Round] = {"deal": deal, "match": match, "round": round_}
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.hold(made, targets[on], "claim", origin=Origin("1", "1"))
        ledger.hold(made, targets[on], "note", origin=Origin("2", "2"), blocks=False)
    last = event_progress.progress_of(results.read(cast.event)).last_round
    assert last is not None
    assert last.holds == 1


def test_a_tile_tells_who_sits_where_and_how_far_they_are(cast: Cast) -> None:
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    first, second = table_overview.table_overviews(results.read(round_.event), round_)
    assert (first.number, first.done, first.deals, first.is_done) == (1, 1, 2, False)
    assert (second.number, second.done) == (2, 0)
    assert [sitter.label for sitter in first.sitters] == ["N", "W", "S", "E"]
    names = {sitter.name for tile in (first, second) for sitter in tile.sitters}
    assert names == set(PLAYERS)


@pytest.mark.full
def test_a_tile_tells_who_meets_again(cast: Cast) -> None:
    first = cast.round_in_play()
    cast.play(first)
    organise.close_round(first, cast.director)
    drawn = cast.drawn_round()
    again = [
        pair
        for tile in table_overview.table_overviews(results.read(cast.event), drawn)
        for pair in tile.met_before
    ]
    assert len(again) == 4
    assert all(
        first in PLAYERS and second in PLAYERS and times == 1 for first, second, times in again
    )


READS: Mapping[str, Callable[[Event], Any]] = {
    "standings": lambda event: event_record.standings(results.read(event)),
    "seating history": queries.seating_history,
    "tiles": lambda event: table_overview.table_overviews(results.read(event), event.rounds.get()),
    "state": lambda event: event_progress.progress_of(results.read(event)),
}


@pytest.mark.full
def test_more_tables_take_no_more_queries(db: None) -> None:
    small = people.assemble(players=8)
    small.play(small.round_in_play())
    few = {name: queries_of(partial(read, small.event)) for name, read in READS.items()}
    for user in (small.alice, small.bob, small.charlie):
        user.username += " the first"
        user.save()
    large = people.assemble(players=16)
    large.play(large.round_in_play())
    assert {name: queries_of(partial(read, large.event)) for name, read in READS.items()} == few


@pytest.mark.full
def test_more_events_take_no_more_queries(cast: Cast) -> None:
    cast.round_in_play()
    queries_of_one = queries_of(
        lambda: event_progress.read_progress(cast.tournament.events.select_related("ruleset"))
    )
    for name in ("二", "三", "四"):
        plan = organise.EventPlan(name, "gongzhu", {"preset": "classic"})
        organise.create_event(cast.tournament, cast.director, plan)
    events = cast.tournament.events.select_related("ruleset")
    assert queries_of(lambda: event_progress.read_progress(events)) == queries_of_one


@pytest.mark.full
def test_the_standings_after_an_earlier_round_leave_out_what_came_later(cast: Cast) -> None:
    first = cast.round_in_play()
    cast.play(first)
    organise.close_round(first, cast.director)
    after_one = [row.rank.total for row in event_record.standings(results.read(cast.event))]
    cast.play(cast.round_in_play())
    fined = cast.event.entries.get(number=1)
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.adjust(made, fined, Fraction(-10), reason="late", origin=Origin("r", "ruling"))
    assert [
        row.rank.total for row in event_record.standings(results.read(cast.event), 1)
    ] == after_one
    assert [row.rank.total for row in event_record.standings(results.read(cast.event))] != after_one
    (reason,) = next(
        row.rank.reasons
        for row in event_record.standings(results.read(cast.event))
        if row.competitor.number == 1
    )
    assert reason.round == 2


@pytest.mark.full
def test_who_sat_out_has_the_mean_of_the_tables_until_two_rounds_were_played(db: None) -> None:
    """A deal comes to −100, +100, +50 and +200: two of them to a mean of 125."""
    odd = people.assemble(players=5)
    first = odd.round_in_play()
    out = first.sit_outs.get().entry
    odd.play(first)
    organise.close_round(first, odd.director)
    assert rank_of(odd, out.number).points == 125
    second = odd.round_in_play()
    assert not second.sit_outs.filter(entry=out).exists()
    odd.play(second)
    rank = rank_of(odd, out.number)
    sat_out, played = rank.rounds
    assert (sat_out.counts, played.counts) == (Counts.SAT_OUT, Counts.PLAYED)
    assert sat_out.points == 125
    assert sat_out.is_mean
    Event.objects.filter(pk=odd.event.pk).update(sit_out_credit="average")
    odd.event.refresh_from_db()
    sat_out, played = rank_of(odd, out.number).rounds
    assert sat_out.points == played.points, "in an event of before"
    assert sat_out.table_points == played.table_points


@pytest.mark.full
@pytest.mark.parametrize(("counts", "deals"), [(True, 2), (False, 0)])
def test_a_stand_in_plays_for_the_entry_or_for_nobody(cast: Cast, counts: bool, deals: int) -> None:
    entry = cast.event.entries.get(number=3)
    organise.stand_in(entry, cast.director, "替补", 1, 1, points_count=counts)
    cast.play(cast.round_in_play())
    assert rank_of(cast, 3).deals == deals
    assert (
        sum(row.rank.deals for row in event_record.standings(results.read(cast.event)))
        == 14 + deals
    )


@pytest.mark.full
def test_house_players_are_not_ranked_and_the_withdrawn_stand_last(cast: Cast) -> None:
    cast.event.entries.filter(number=8).update(kind="house")
    cast.play(cast.round_in_play())
    cast.event.entries.filter(number=1).update(state="withdrawn")
    rows = event_record.standings(results.read(cast.event))
    assert {row.competitor.number for row in rows} == set(range(1, 8))
    assert (rows[-1].competitor.number, rows[-1].rank.withdrawn) == (1, True)


def rank_of(cast: Cast, number: int) -> Rank:
    return next(
        row.rank
        for row in event_record.standings(results.read(cast.event))
        if row.competitor.number == number
    )


@pytest.mark.full
def test_a_thousand_persons_are_read_with_their_entries(cast: Cast) -> None:
    """SQLite takes fewer than a thousand keys that are asked for one by one."""
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, form=Event.Form.PAIRS)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[f"{n}甲", f"{n}乙"] for n in range(500)])
    with CaptureQueriesContext(connection) as captured:
        names = [event_record.entry_name(member) for member in with_members(event.entries.all())]
    assert (len(captured), len(names)) == (2, 500)
    assert "7甲／7乙" in names
    assert len(roster.roster(event)) == 500
