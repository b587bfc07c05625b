"""Whoever is placed with few deals is named before the finish, and can be given no place.

A deal of the cast comes to −100, +100, +50 and +200.
"""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tournaments import organise, results
from tournaments.base.refusals import Reason, Refused
from tournaments.checks.verification import verify
from tournaments.models import Entry, Event
from tournaments.record.audit import Verb
from tournaments.results import event_record
from tournaments.results.snapshot import EventSnapshot

LATE = ("壬", "癸", "子", "丑")


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "zh-hans"
    return client


def read(event: Event) -> EventSnapshot:
    return results.read(Event.objects.select_related("tournament", "ruleset").get(pk=event.pk))


def after_three_rounds(cast: Cast) -> None:
    """Four players come for the third round of two deals each."""
    cast.closed_round()
    cast.closed_round()
    organise.add_entries(cast.event, cast.director, [[name] for name in LATE])
    cast.closed_round()


@pytest.mark.full
@pytest.mark.databases
def test_whoever_is_placed_with_two_of_six_deals_is_named_and_loses_the_place_with_one_tap(
    desk: Client, cast: Cast
) -> None:
    after_three_rounds(cast)
    few = organise.few_deals(read(cast.event))
    assert sorted(row.row.competitor.name for row in few) == sorted(LATE)
    assert {(row.played, row.dealt) for row in few} == {(2, 6)}
    address = reverse("desk_finish", args=[cast.event.uid])
    assert "壬只打了2副（共6副）" in desk.get(address).content.decode()
    entry = Entry.objects.get(event=cast.event, members__person__name="壬")
    unplaced = reverse("desk_unplaced", args=[cast.event.uid, entry.number])
    sent = {"unplaced": "yes", "entry": entry.uid}
    page = desk.post(unplaced, sent, follow=True).content.decode()
    assert "恢复名次" in page
    rows = {row.competitor.name: row.rank for row in event_record.standings(read(cast.event))}
    assert (rows["壬"].shown_place, rows["壬"].is_ranked) == ("–", False)
    assert max(rank.place for rank in rows.values() if rank.is_ranked) <= 11
    public = desk.get(reverse("event", args=[cast.event.uid])).content.decode()
    assert "未打满规定副数，不列名次" in public
    assert cast.tournament.log.filter(verb=Verb.SET_UNPLACED).count() == 1
    desk.post(unplaced, {**sent, "unplaced": "no"})
    assert not Entry.objects.filter(unplaced=True).exists()
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_round_sat_out_by_the_draw_is_held_against_nobody(cast: Cast) -> None:
    organise.add_entries(cast.event, cast.director, [["壬"]])
    cast.closed_round()
    cast.closed_round()
    assert organise.few_deals(read(cast.event)) == []


def test_before_anything_is_played_nobody_is_named(cast: Cast) -> None:
    assert organise.few_deals(read(cast.event)) == []


@pytest.mark.full
def test_who_played_enough_keeps_the_place_and_nobody_loses_it_after_the_finish(
    cast: Cast,
) -> None:
    after_three_rounds(cast)
    first = Entry.objects.get(event=cast.event, number=1)
    with pytest.raises(Refused) as refused:
        organise.set_unplaced(first, cast.director, unplaced=True)
    assert [problem.code for problem in refused.value.problems] == [Reason.PLAYED_ENOUGH]
    late = Entry.objects.get(event=cast.event, members__person__name="壬")
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    with pytest.raises(Refused) as refused:
        organise.set_unplaced(late, cast.director, unplaced=True)
    assert [problem.code for problem in refused.value.problems] == [Reason.EVENT_NOT_RUNNING]
