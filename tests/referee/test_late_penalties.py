"""Once the time for corrections is over only chiefs give penalty points and take them back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from referee import penalties
from referee.penalties import Target
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.models import Adjustment, Entry, Round, Seat


@pytest.fixture
def closed(hall: Hall) -> Hall:
    """A round that was closed longer ago than results may be corrected, with one penalty."""
    hall.cast.play(hall.round)
    penalties.give(Target(entry(hall)), hall.cast.bob, -10, "late")
    organise.close_round(hall.round, hall.cast.director)
    long_ago = timezone.now() - timedelta(minutes=hall.cast.event.correction_minutes + 1)
    Round.objects.filter(pk=hall.round.pk).update(closed_at=long_ago)
    return hall


def entry(hall: Hall) -> Entry:
    return hall.cast.event.entries.select_related("event__tournament").get(number=1)


def page_of(hall: Hall) -> str:
    return reverse("referee_penalties", args=[hall.cast.tournament.uid, hall.cast.event.uid])


def take_back_of(hall: Hall) -> str:
    given = Adjustment.objects.get()
    return reverse("referee_take_back", args=[hall.cast.tournament.uid, given.uid])


@pytest.mark.parametrize("kind", ["entry", "seat"])
def test_a_referee_comes_too_late(closed: Hall, client: Client, kind: str) -> None:
    client.force_login(closed.cast.bob)
    seat = Seat.objects.filter(sitting=closed.deal().sitting).first()
    uid = entry(closed).uid if kind == "entry" else seat.uid if seat else ""
    said = {"whom": f"{kind}:{uid}", "points": "-50", "reason": "late", "key": "0" * 12}
    assert list(client.post(page_of(closed), said).context["form"].errors) == ["whom"]
    page = client.get(page_of(closed), headers={"accept-language": "en"}).content.decode()
    assert "The time for corrections is over." in page
    assert "Take these points back" not in page
    assert client.post(take_back_of(closed), {"reason": "x"}).status_code == 403
    assert Adjustment.objects.count() == 1


def test_the_director_still_gives_and_takes_back(closed: Hall, client: Client) -> None:
    client.force_login(closed.cast.alice)
    said = {"whom": f"entry:{entry(closed).uid}", "points": "-50", "reason": "late"}
    said |= {"key": "0" * 12}
    shown = client.post(page_of(closed), said)
    said |= {"previewed": shown.context["form"]["previewed"].value(), "store": "1"}
    back = take_back_of(closed)
    assert client.post(page_of(closed), said).status_code == 302
    assert client.post(back, {"reason": "the bus was late"}).status_code == 302
    assert sorted(one.amount for one in Adjustment.objects.all()) == [-50, -10, 10]


def test_a_referee_still_fines_in_the_round_that_is_in_play(closed: Hall, client: Client) -> None:
    client.force_login(closed.cast.bob)
    closed.cast.round_in_play()
    page = client.get(page_of(closed))
    places = [place for place, _ in page.context["form"].fields["whom"].choices]
    assert len(places) == len(closed.tables) + 1
