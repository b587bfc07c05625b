"""Deals played after the end of a game (局) are shown, but count in no sum."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import NORTH_TAKES_THE_PIG
from tests.tournaments.structure.test_games import EAST_WINS, WEST_LOSES, Evening, begin
from tournaments import results
from tournaments.models import Event, EventState, Seat
from web.publish.club_pages import own_year
from web.publish.pages import entry as entry_page
from web.publish.pages import round as round_page
from web.publish.publications import read_event


@pytest.fixture
def evening(db: None) -> Evening:
    """A game that a correction ended at its second deal, after a third one was played."""
    evening = begin()
    for facts in (WEST_LOSES, NORTH_TAKES_THE_PIG, WEST_LOSES):
        evening.post(facts)
    evening.post(WEST_LOSES, evening.deals[1])
    return evening


@pytest.mark.full
def test_the_table_of_a_round_adds_up_what_counts(evening: Evening) -> None:
    snapshot, published = read_event(evening.cast.event)
    (table,) = round_page.read(snapshot, published, evening.round).tables
    (part,) = table.parts
    assert {seat.label: seat.points for seat in part.seats}["W"] == -1000
    assert [deal.counts for deal in part.deals] == [True, True, False, False]
    west = [seat.label for seat in part.seats].index("W")
    assert part.deals[2].points[west] == -500


@pytest.mark.full
def test_the_page_says_which_deal_does_not_count(evening: Evening, client: Client) -> None:
    address = reverse("round", args=[evening.cast.event.uid, 1])
    page = client.get(address, headers={"accept-language": "en"}).content.decode()
    assert "does not count" in page.partition("<tbody>")[0].partition("Deal 3")[2]
    assert "does not count" not in page.partition("Deal 3")[0]


@pytest.mark.full
def test_a_penalty_in_the_list_of_a_round_is_part_of_its_sum(evening: Evening) -> None:
    evening.penalise("W", -40)
    number = evening.side("W").entries.get().number
    (part,) = entry_page.read(results.read(evening.cast.event), number).parts
    assert part.total == -1040


@pytest.mark.full
def test_a_year_of_a_person_tells_nothing_of_a_deal_that_does_not_count(db: None) -> None:
    evening = begin()
    for facts in (WEST_LOSES, NORTH_TAKES_THE_PIG, EAST_WINS):
        evening.post(facts)
    Event.objects.update(state=EventState.FINISHED)
    first, second, third = evening.deals
    east = Seat.objects.get(sitting=first.sitting_id, label="E").person_id
    counted = own_year.read_year([east])
    assert counted.best is not None
    assert counted.best.uid == third.uid
    evening.post(WEST_LOSES, second)
    told = own_year.read_year([east])
    assert told.best is not None
    assert told.best.uid == first.uid
    assert sum(feat.times for feat in told.feats) < sum(feat.times for feat in counted.feats)
