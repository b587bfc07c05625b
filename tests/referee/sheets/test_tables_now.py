"""What a table plays now: its event, its deals, what it wrote last, who sat where."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from referee.models import Sheet
from referee.sheets import entry, tables
from tests.referee.hall import NOTHING_WON, Hall
from tests.referee.sheets.test_entry import lost
from tests.referee.sheets.test_what_is_read import handed_in, typed
from tournaments import organise
from tournaments.models import (
    Deal,
    Event,
    Person,
    Round,
    RoundState,
    Seat,
    Sitting,
    Table,
)


def second_event(hall: Hall) -> Round:
    """Return a round in play of another event, at the tables of the first."""
    cast = hall.cast
    plan = organise.EventPlan("第二项", "gongzhu", {"preset": "classic"}, 2)
    event = organise.create_event(cast.tournament, cast.director, plan)
    organise.add_entries(event, cast.director, [[name] for name in "子丑寅卯"])
    round_ = organise.draw_round(event, cast.director, seed="seed")
    organise.publish_round(round_, cast.director)
    Sitting.objects.filter(segment__match__round=round_).update(table=hall.table)
    return round_


@pytest.mark.full
def test_events_at_a_table_are_those_with_seats_and_deals_to_be_played_there(hall: Hall) -> None:
    first, later = hall.cast.event, second_event(hall)
    assert tables.events_now(hall.table) == [first, later.event]
    assert tables.events_now(hall.tables[1]) == [first]
    for state in RoundState:
        Round.objects.filter(pk=later.pk).update(state=state)
        is_now = state == RoundState.PUBLISHED
        assert (later.event in tables.events_now(hall.table)) is is_now
    Round.objects.filter(pk=later.pk).update(state=RoundState.PUBLISHED)
    Deal.objects.filter(event=first).update(done=True)
    assert tables.events_now(hall.table) == [later.event]
    Seat.objects.filter(sitting__segment__match__round=later).delete()
    assert tables.events_now(hall.table) == []


@pytest.mark.full
def test_the_event_that_was_chosen_at_a_table_is_played_there(hall: Hall) -> None:
    first, later = hall.cast.event, second_event(hall)

    def played(plays: Event | None) -> Event:
        Table.objects.filter(pk=hall.table.pk).update(plays=plays)
        now = tables.sitting_now(Table.objects.get(pk=hall.table.pk))
        assert now is not None
        return now.segment.match.round.event

    assert [played(plays) for plays in (None, first, later.event)] == [
        later.event,
        first,
        later.event,
    ]
    Deal.objects.filter(event=first).update(done=True)
    assert played(first) == later.event
    Deal.objects.all().update(done=True)
    assert played(first) in {first, later.event}
    Round.objects.update(state=RoundState.CLOSED)
    assert tables.sitting_now(hall.table) is None
    assert tables.table_now(hall.table) is None


def test_the_game_next_at_a_table_is_that_of_the_first_event_that_is_not_cancelled(
    hall: Hall,
) -> None:
    assert tables.game_next_at(hall.table) == "gongzhu"
    Round.objects.update(state=RoundState.CLOSED)
    assert tables.game_next_at(hall.table) == "gongzhu"
    Event.objects.update(state=Event.State.CANCELLED)
    assert tables.game_next_at(hall.table) == ""


@pytest.mark.full
def test_a_table_is_told_which_deals_lack_a_sheet_or_count_for_nothing(hall: Hall) -> None:
    def told() -> tuple[tuple[int, ...], tuple[int, ...]]:
        return tables.deals_without_sheet(hall.table), tables.deals_not_counted(hall.table)

    assert told() == ((1, 2), ())
    handed_in(hall, report=NOTHING_WON)
    assert told() == ((2,), (1,))
    handed_in(hall)
    assert told() == ((2,), ())
    hall.cast.post(hall.deal(2))
    assert told() == ((), ())
    Round.objects.update(state=RoundState.CLOSED)
    assert told() == ((), ())


@pytest.mark.full
def test_what_a_table_wrote_last_is_shown_while_nothing_sound_waits(hall: Hall) -> None:
    def now(number: int = 1) -> tables.DealNow:
        read = tables.table_now(hall.table)
        assert read is not None
        return read.deals[number - 1]

    assert (now().waiting, now().unsound, now().result) == (None, None, None)
    wrong = handed_in(hall, report=NOTHING_WON)
    assert (now().waiting, now().unsound) == (None, wrong)
    assert now(2).unsound is None
    typed(hall, report=NOTHING_WON)
    typed(hall, report=NOTHING_WON, paper=True)
    assert now().unsound == wrong
    sound = handed_in(hall)
    waiting = now().waiting
    assert waiting is not None
    assert (waiting.sheet, now().unsound) == (sound, None)
    hall.cast.post(hall.deal())
    assert (now().waiting, now().unsound) == (None, None)
    assert now().result is not None


def test_a_sheet_of_a_lost_device_is_not_what_its_table_wrote(hall: Hall) -> None:
    stored = entry.submit(writer=lost(hall), sealed=hall.sheet(report=NOTHING_WON))
    late = Sheet.objects.get(pk=stored.pk)
    sound, unsound = tables._newest([hall.deal()], [late])
    assert (sound, unsound) == ({}, {})
    early = Sheet(
        deal=hall.deal(), seen=1, sound=False, lease=late.lease, created_at=early_of(late)
    )
    assert tables._newest([hall.deal()], [early]) == ({}, {})
    early.seen = 0
    assert tables._newest([hall.deal()], [early])[1] == {hall.deal().pk: early}


def early_of(late: Sheet) -> Any:
    assert late.lease is not None
    assert late.lease.released_at is not None
    return late.lease.released_at - timedelta(seconds=1)


def seats(**persons: int) -> list[Seat]:
    return [
        Seat(label=label, person=Person(pk=key, name=str(key))) for label, key in persons.items()
    ]


def test_who_sat_elsewhere_is_told_by_the_seats_then_and_now() -> None:
    now = seats(N=1, W=2, S=3, E=4)
    assert tables._moved(now, now) == tables._sat(now, now) == {}
    then = seats(N=2, W=1, S=3, E=5)
    assert tables._moved(then, now) == {"N": "W", "W": "N"}
    assert tables._sat(then, now) == {"N": "2", "W": "1", "E": "5"}
    shown = tables.DealNow(Deal(), None, None, moved={"N": "W", "W": "N"})
    assert [shown.seat_then(label) for label in "NWS"] == ["W", "N", "S"]


@pytest.mark.full
def test_the_seats_and_deals_of_a_table_are_its_own(hall: Hall) -> None:
    for table in hall.tables:
        now = tables.table_now(table)
        assert now is not None
        assert now.sitting.table == table
        assert {seat.sitting_id for seat in now.seats} == {now.sitting.pk}
        assert {each.deal.sitting_id for each in now.deals} == {now.sitting.pk}
        assert set(now.entries) == {seat.side_id for seat in now.seats}
        assert [len(members) for members in now.entries.values()] == [1] * 4
        assert (len(now.deals), now.sheets) == (2, ())
        assert set(tables.beginnings(now)) == {each.deal.pk for each in now.deals}


@pytest.mark.full
def test_a_deal_with_a_result_begins_no_more(hall: Hall) -> None:
    hall.cast.post(hall.deal())
    now = tables.table_now(hall.table)
    assert now is not None
    assert set(tables.beginnings(now)) == {hall.deal(2).pk}
