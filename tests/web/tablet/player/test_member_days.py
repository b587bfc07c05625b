"""A member's page puts what waits first, dates cards of other days, keeps earlier evenings."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.referee.hall import Hall, Tablet
from tests.web.tablet.player.test_member_page import Phone, sits
from tournaments import organise
from tournaments.models import Entry, Event, Round, Tournament


@pytest.mark.full
def test_a_deal_to_confirm_stands_before_the_seat(hall: Hall, tablet: Tablet) -> None:
    Event.objects.filter(pk=hall.cast.event.pk).update(proof="phone")
    phone = Phone(hall.cast, sits(hall, "W"))
    seat = f"Table {hall.table.number} · West"
    page = phone.page()
    assert page.index(seat) < page.index("Nothing awaits your confirmation")
    tablet.submits(hall.sheet())
    for name in ("member", "member_live"):
        page = phone.page(name)
        assert page.index("Yes, this is right") < page.index(seat)


def test_a_card_of_another_day_says_its_date(hall: Hall) -> None:
    phone = Phone(hall.cast, sits(hall, "W"))
    rounds = Round.objects.filter(pk=hall.round.pk)
    assert "2025" not in phone.page("member_live")
    rounds.update(published_at="2025-03-08T11:00:00Z")
    assert "March 8, 2025" in phone.page("member_live")


@pytest.mark.full
def test_earlier_evenings_stay_where_another_event_is_in_play(hall: Hall) -> None:
    phone = Phone(hall.cast, sits(hall, "W"))
    assert "Earlier evenings" not in phone.page()
    event = hall.cast.event
    entry = Entry.objects.get(event=event, members__person=sits(hall, "W"))
    hall.cast.play(hall.round)
    organise.close_round(hall.round, hall.cast.director)
    organise.finish_event(event, hall.cast.director)
    # As the only one the event has its card, and is not named twice.
    assert "Earlier evenings" not in phone.page()
    Tournament.objects.filter(pk=event.tournament_id).update(starts_on="2025-03-08")
    entered_in_another(entry)
    page = phone.page()
    assert "Earlier evenings" in page
    assert event.name in page.partition("Earlier evenings")[2]
    assert reverse("entry", args=[event.uid, entry.number]) in phone.answers().content.decode()


@pytest.mark.full
def test_the_place_of_an_evening_is_said_once(hall: Hall) -> None:
    event = hall.cast.event
    Tournament.objects.filter(pk=event.tournament_id).update(place="二楼大厅")
    phone = Phone(hall.cast, sits(hall, "W"))
    entered_in_another(Entry.objects.get(event=event, members__person=sits(hall, "W")))
    page = phone.page("member_live")
    assert "Another" in page
    assert page.count("二楼大厅") == 1


def entered_in_another(entry: Entry) -> None:
    """Enter who is in this one in another event of the tournament, which has no round yet."""
    other = Event.objects.get(pk=entry.event_id)
    other.pk, other.uid, other.number = None, "another", 99
    other.name, other.state = "Another", Event.State.PUBLISHED
    other.save()
    again = Entry.objects.get(pk=entry.pk)
    members = list(again.members.values_list("person", flat=True))
    again.pk, again.uid, again.event = None, "again", other
    again.save()
    for person in members:
        again.members.create(person_id=person)
