"""The clock of a round in the record: every move is logged, counts once, and fits what was seen."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone, translation

from tests.cast import Cast
from tests.tournaments.drawing import codes
from tournaments import organise
from tournaments.base.refusals import Reason, Refused, Stale
from tournaments.checks import verification
from tournaments.models import ClockMove, Event, Round
from tournaments.record.audit import Verb
from tournaments.structure import round_clock, stored_clocks
from tournaments.structure.round_clock import ClockReading, ClockState
from tournaments.wording import clocks as words

LOGGED = [
    Verb.START_CLOCK,
    Verb.HOLD_CLOCK,
    Verb.RESUME_CLOCK,
    Verb.EXTEND_CLOCK,
    Verb.EXTEND_CLOCK,
    Verb.CALL_TIME,
]


def shown(round_: Round, table: int | None = None, after: float = 0) -> ClockReading:
    clock = stored_clocks.clock_of(round_)
    assert clock is not None
    return round_clock.shown(clock, timezone.now() + timedelta(minutes=after), table)


def fixed(hour: datetime) -> datetime:
    return hour


@pytest.fixture
def round_(cast: Cast) -> Round:
    return cast.round_in_play()


def test_a_round_has_a_clock_once_its_event_has_a_time_or_one_is_started(
    cast: Cast, round_: Round
) -> None:
    assert stored_clocks.clock_of(round_) is None
    Event.objects.update(round_minutes=50)
    round_.event.refresh_from_db()
    assert (shown(round_).state, shown(round_).seconds) == (ClockState.WAITING, 3000)
    organise.start_clock(round_, cast.alice, 40)
    assert (shown(round_).state, shown(round_).seconds) == (ClockState.RUNNING, 2400)


@pytest.mark.databases
@pytest.mark.full
def test_everything_done_to_a_clock_stands_in_the_log_and_is_shown(
    cast: Cast, round_: Round
) -> None:
    before = Event.objects.get(pk=cast.event.pk).public_revision
    organise.start_clock(round_, cast.alice, 50)
    organise.hold_clock(round_, cast.bob, seen=1)
    organise.resume_clock(round_, cast.bob, seen=2)
    organise.extend_clock(round_, cast.bob, 5, seen=3)
    organise.extend_clock(round_, cast.bob, 3, seen=4, table=2)
    organise.call_time(round_, cast.alice, seen=5)
    log = list(cast.tournament.log.order_by("seq"))
    assert [record.verb for record in log[-6:]] == LOGGED
    assert log[-1].actor == f"user:{cast.alice.uid}"
    assert Event.objects.get(pk=cast.event.pk).public_revision == before + 6
    assert verification.verify(cast.tournament) == []


def test_a_table_that_got_time_has_its_own(cast: Cast, round_: Round) -> None:
    organise.start_clock(round_, cast.alice, 50)
    organise.extend_clock(round_, cast.alice, 5, seen=1, table=2)
    assert [shown(round_, table, after=52).state for table in (1, 2)] == ["called", "running"]


@pytest.mark.databases
def test_a_button_that_arrives_twice_counts_once_and_is_logged_once(
    cast: Cast, round_: Round
) -> None:
    organise.start_clock(round_, cast.alice, 50)
    for _ in range(2):
        organise.extend_clock(round_, cast.alice, 5, seen=1)
    assert ClockMove.objects.count() == 2
    assert cast.tournament.log.filter(verb=Verb.EXTEND_CLOCK).count() == 1


def test_who_has_not_seen_what_another_did_is_refused(cast: Cast, round_: Round) -> None:
    organise.start_clock(round_, cast.alice, 50)
    organise.extend_clock(round_, cast.alice, 5, seen=1)
    logged = cast.tournament.log.count()
    with pytest.raises(Stale) as refused:
        organise.extend_clock(round_, cast.bob, 5, seen=1)
    assert codes(refused) == [Reason.CLOCK_MOVED]
    assert (ClockMove.objects.count(), cast.tournament.log.count()) == (2, logged)


def test_what_does_not_fit_the_clock_is_refused(cast: Cast, round_: Round) -> None:
    with pytest.raises(Refused) as refused:
        organise.hold_clock(round_, cast.alice, seen=0)
    assert codes(refused) == [Reason.CLOCK_STANDS_OTHERWISE]
    for minutes in (0, 601):
        with pytest.raises(Refused) as refused:
            organise.start_clock(round_, cast.alice, minutes)
        assert codes(refused) == [Reason.CLOCK_MINUTES]
    organise.start_clock(round_, cast.alice, 50)
    with pytest.raises(Refused) as refused:
        organise.extend_clock(round_, cast.alice, 5, seen=1, table=99)
    assert codes(refused) == [Reason.CLOCK_TABLE]


@pytest.mark.full
def test_a_round_that_is_not_in_play_has_no_clock(cast: Cast) -> None:
    draft = cast.drawn_round()
    with pytest.raises(Refused) as refused:
        organise.start_clock(draft, cast.alice, 50)
    assert codes(refused) == [Reason.ROUND_NOT_IN_PLAY]
    organise.publish_round(draft, cast.director)
    organise.start_clock(draft, cast.alice, 50)
    cast.play(draft)
    organise.close_round(draft, cast.director)
    with pytest.raises(Refused) as refused:
        organise.hold_clock(draft, cast.alice, seen=1)
    assert codes(refused) == [Reason.ROUND_NOT_IN_PLAY]
    assert stored_clocks.clock_of(Round.objects.select_related("event").get()) is None


@pytest.mark.databases
def test_what_was_done_to_a_clock_is_never_changed(cast: Cast, round_: Round) -> None:
    organise.start_clock(round_, cast.alice, 50)
    with pytest.raises(DatabaseError), transaction.atomic():
        ClockMove.objects.update(seconds=60)


def test_the_story_names_the_hour_and_what_becomes_of_a_deal_in_play(
    cast: Cast, round_: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = datetime.fromisoformat("2026-11-21T10:00:00+08:00")
    for seen, minutes in enumerate((0, 20, 21)):
        at = hour + timedelta(minutes=minutes)
        monkeypatch.setattr(timezone, "now", partial(fixed, at))
        if seen == 0:
            organise.start_clock(round_, cast.alice, 50)
        elif seen == 1:
            organise.extend_clock(round_, cast.alice, 5, seen=1, table=2)
        else:
            organise.call_time(round_, cast.alice, seen=2)
    with translation.override("en"):
        _, moments = stored_clocks.face_and_story(
            round_, cast.event.ruleset, stored_clocks.rows(round_)
        )
        story = [words.clock_move_text(moment, "Asia/Shanghai") for moment in moments]
    assert story == [
        "10:00 · The clock was started with 50 min.",
        "10:20 · Table 2 got 5 min more; 30:00 had been left.",
        "10:21 · Time was called with 29:00 left. Deals that had begun were played to their end.",
    ]
