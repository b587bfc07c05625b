"""Rows that are gone when they are referred to, and those of other tournaments, are left out."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests import teams_cast
from tests.tournaments import two_events
from tests.tournaments.results.made.events import BEGAN
from tests.tournaments.two_events import BY, Two
from tournaments import results
from tournaments.models import (
    Deal,
    Event,
    Form,
    GroupMember,
    Result,
    Room,
    Round,
    RoundState,
    RuleSet,
    SitOut,
    Sitting,
    Table,
)
from tournaments.results import event_rows, queries, reading, snapshot_rows
from tournaments.results.snapshot import EventSnapshot
from tournaments.structure import games, stages


@pytest.fixture
def two(db: None) -> Two:
    return two_events.assemble()


def read(two: Two) -> EventSnapshot:
    return results.read(two.own)


@pytest.mark.full
def test_of_an_entry_that_is_gone_nothing_is_left(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, entries_by_event = read(two), snapshot_rows.entries_by_event
    gone, other = whole.entries[0], whole.entries[1]
    [group] = whole.groups
    for number, entry in enumerate((gone, other), 1):
        GroupMember.objects.create(group=group, entry=entry, number=number)
    assert [member.entry for member in read(two).members[group.pk]] == [gone, other]

    def without(events: Any) -> Any:
        entries, members = entries_by_event(events)
        return {key: [row for row in rows if row != gone] for key, rows in entries.items()}, members

    monkeypatch.setattr(snapshot_rows, "entries_by_event", without)
    left = read(two)
    assert gone not in left.entries
    assert whole.sat_out == ((two.round().pk, gone.pk),)
    assert left.sat_out == ()
    assert [member.entry for member in left.members[group.pk]] == [other]
    sides = [len(match.sides) for match in whole.matches]
    assert sum(len(match.sides) for match in left.matches) == sum(sides) - 1
    seats = sum(len(sitting.seats) for sitting in whole.sittings)
    assert sum(len(sitting.seats) for sitting in left.sittings) == seats - 1


@pytest.mark.full
def test_of_a_match_or_a_group_that_is_gone_nothing_is_left(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    two.own.form = Form.TEAMS
    whole, sides_by_event = read(two), event_rows.sides_by_event
    gone, other = whole.matches
    games = [(1, gone.key, 1), (2, other.key, 1)]
    monkeypatch.setattr(event_rows, "games_by_event", lambda _events: {two.own.pk: games})
    assert [game.key for game in read(two).games] == [1, 2]

    def without(events: Any) -> Any:
        by_event = sides_by_event(events)
        return {key: [row for row in rows if row[1] != gone.key] for key, rows in by_event.items()}

    monkeypatch.setattr(event_rows, "sides_by_event", without)
    left = read(two)
    assert (left.matches, left.withdrawn_matches) == ((other,), ())
    assert {sitting.match for sitting in left.sittings} == {other.key}
    assert {segment.match for segment in left.segments} == {other.key}
    assert [game.key for game in left.games] == [2]
    assert set(whole.awards) == {gone.key}
    assert left.awards == {}
    stages_by_event = reading.stages_by_event
    rows = stages_by_event([two.own.pk])
    rows[two.own.pk][0].groups.clear()
    monkeypatch.setattr(reading, "stages_by_event", lambda _events: rows)
    nothing = read(two)
    assert (nothing.rounds, nothing.matches, nothing.sat_out, nothing.holds) == ((), (), (), {})


@pytest.mark.full
def test_both_rooms_of_a_segment_are_one_segment_of_teams(two: Two) -> None:
    assert read(two).segments == ()
    two.own.form = Form.TEAMS
    first, second = read(two).segments
    assert (first.is_seated, second.is_seated) == (True, True)
    assert [row.version for row in first.line_ups] == [1]
    match = two.match()
    table = Table.objects.create(tournament=two.own.tournament, number=9, code="x")
    Sitting.objects.create(segment=match.segments.get(), table=table, room=Room.CLOSED)
    assert [row.key for row in read(two).segments] == [first.key, second.key]
    match.segments.get().sittings.order_by("pk")[0].seats.all().delete()
    assert [row.is_seated for row in read(two).segments] == [False, True]


def drawn(key: int, hour: int | None, state: str, *, closed: bool = True) -> Round:
    at = None if hour is None else BEGAN + timedelta(hours=hour)
    return Round(pk=key, published_at=at, state=state, closed_at=BEGAN if closed else None)


CANCELLED, CLOSED = RoundState.CANCELLED, RoundState.CLOSED


@pytest.mark.parametrize(
    ("rounds", "withdrawn"),
    [
        ([], None),
        ([drawn(1, 1, CANCELLED)], 1),
        ([drawn(1, 1, CANCELLED, closed=False)], None),
        ([drawn(1, None, CANCELLED)], None),
        ([drawn(1, 1, CLOSED)], None),
        ([drawn(1, 2, CANCELLED), drawn(2, 1, CLOSED)], 1),
        ([drawn(1, 2, CLOSED), drawn(2, 1, CANCELLED)], None),
        ([drawn(2, 1, CANCELLED), drawn(1, 1, CLOSED)], 2),
        ([drawn(2, 1, CLOSED), drawn(1, 1, CANCELLED)], None),
        ([drawn(1, 1, CANCELLED), drawn(2, None, CLOSED)], 1),
    ],
)
def test_a_draw_is_withdrawn_until_another_one_is_published(
    rounds: list[Round], withdrawn: int | None
) -> None:
    found = reading._withdrawn_draw(rounds)
    assert (None if found is None else found.pk) == withdrawn


def is_read(two: Two, number: int = 1) -> bool:
    """Whether the input of a round is read with its event."""
    rows = event_rows.rounds_by_event({two.own.pk: two.own})[0][two.own.pk]
    return "reasons" not in next(row for row in rows if row.number == number).get_deferred_fields()


def later(two: Two, **columns: Any) -> Round:
    given = {"number": 2, "state": RoundState.PUBLISHED, "method": "random", **columns}
    return Round.objects.create(event=two.own, group=two.round().group, **given)


@pytest.mark.full
@pytest.mark.parametrize(("state", "before"), [("draft", True), ("published", False)])
def test_the_input_of_a_round_is_read_before_a_draft_alone(
    two: Two, state: str, before: bool
) -> None:
    later(two, state=state)
    assert is_read(two) is before


@pytest.mark.full
def test_the_input_of_a_round_is_read_once_whatever_its_byes_and_those_of_others(two: Two) -> None:
    first, second = two.own.entries.order_by("number")[1:3]
    SitOut.objects.create(round=two.round(), entry=first)
    round_ = later(two, method="knockout")
    assert (is_read(two, 1), is_read(two, 2)) == (False, True)
    SitOut.objects.create(round=round_, entry=second)
    assert is_read(two, 2)
    SitOut.objects.create(round=round_, entry=first)
    assert is_read(two, 2)


@pytest.mark.full
def test_the_first_round_of_a_movement_is_read_whatever_was_drawn_before_it(two: Two) -> None:
    later(two, method="whist")
    later(two, method="whist", number=3)
    assert [is_read(two, number) for number in (1, 2, 3)] == [False, True, False]


@pytest.mark.full
def test_the_directions_of_a_movement_are_read_where_both_rank_apart(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    later(two, method="mitchell")
    later(two, method="mitchell", number=3)
    assert [is_read(two, number) for number in (1, 2, 3)] == [False, True, False]
    monkeypatch.setattr(stages, "has_two_winners", lambda event: event == two.own)
    assert [is_read(two, number) for number in (1, 2, 3)] == [False, True, True]


@pytest.mark.full
def test_deals_build_on_one_another_where_rules_end_the_game(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not event_rows._builds_on_earlier_deals(two.own)
    monkeypatch.setattr(games, "ends_by_rules", lambda _event: True)
    assert event_rows._builds_on_earlier_deals(two.own)


@pytest.mark.full
@pytest.mark.parametrize("builds", [True, False])
def test_a_result_that_nobody_scored_in_has_no_scores(
    two: Two, monkeypatch: pytest.MonkeyPatch, builds: bool
) -> None:
    monkeypatch.setattr(event_rows, "_builds_on_earlier_deals", lambda _event: builds)
    deal = two.deals()[0]
    first = Result.objects.get(deal=deal)
    same: dict[str, Any] = {
        "kind": "not_played",
        "facts": {},
        "schema": 1,
        "settlement": {},
        "engine": "x",
    }
    rules = RuleSet.objects.get(pk=first.ruleset_id)
    Result.objects.create(deal=deal, version=2, retires=first, ruleset=rules, **same, **BY)
    Deal.objects.filter(pk=deal.pk).update(version=2)
    rows = event_rows.deals_by_sitting({two.own.pk: two.own}, [two.own.pk])
    [found] = [row.result for of_table in rows.values() for row in of_table if row.result]
    assert (found.kind, found.scores) == ("not_played", {})


@pytest.mark.full
@pytest.mark.parametrize("state", [RoundState.DRAFT, RoundState.PUBLISHED])
def test_the_tables_of_another_tournament_are_not_in_use_here(two: Two, state: str) -> None:
    elsewhere = two_events.another_tournament(two.cast)
    tables = Table.objects.filter(sittings__segment__match__round__event=two.other)
    Table.objects.filter(pk__in=list(tables.values_list("pk", flat=True))).update(
        tournament=elsewhere
    )
    Event.objects.filter(pk=two.other.pk).update(tournament=elsewhere)
    Round.objects.filter(event=two.other).update(state=state)
    assert queries.tables_in_use(two.own.tournament) == {1, 2}
    assert queries.tables_in_use(elsewhere) == {3}


@pytest.mark.full
def test_a_round_of_teams_is_open_while_its_line_ups_are_awaited(db: None) -> None:
    teams = teams_cast.assemble()
    assert queries.open_deals(teams.round) == 0
    assert queries.is_open(teams.round)
    assert queries.tables_in_use(teams.event.tournament) == set(queries.open_tables(teams.round))
    Round.objects.filter(pk=teams.round.pk).update(state=RoundState.CLOSED)
    assert queries.tables_in_use(teams.event.tournament) == set()
