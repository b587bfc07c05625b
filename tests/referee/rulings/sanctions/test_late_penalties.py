"""Once the correction period is over only chiefs give penalty points and take them back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from referee.base.refusals import Code
from referee.rulings import penalties
from referee.rulings.penalties import Target
from tests.referee.hall import Hall
from tournaments import organise
from tournaments.base.refusals import Refused
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
    penalty = Adjustment.objects.get()
    return reverse("referee_take_back", args=[hall.cast.tournament.uid, penalty.uid])


@pytest.mark.full
@pytest.mark.parametrize("kind", ["entry", "seat"])
def test_a_referee_comes_too_late(closed: Hall, client: Client, kind: str) -> None:
    client.force_login(closed.cast.bob)
    seat = Seat.objects.filter(sitting=closed.deal().sitting).first()
    uid = entry(closed).uid if kind == "entry" else seat.uid if seat else ""
    data = {"whom": f"{kind}:{uid}", "points": "-50", "reason": "late", "key": "0" * 12}
    assert list(client.post(page_of(closed), data).context["form"].errors) == ["whom"]
    page = client.get(page_of(closed), headers={"accept-language": "en"}).content.decode()
    assert "The correction period is over." in page
    assert "Take these points back" not in page
    assert client.post(take_back_of(closed), {"reason": "x"}).status_code == 403
    assert Adjustment.objects.count() == 1


@pytest.mark.full
def test_the_director_still_gives_and_takes_back(closed: Hall, client: Client) -> None:
    client.force_login(closed.cast.alice)
    data = {"whom": f"entry:{entry(closed).uid}", "points": "-50", "reason": "late"}
    data |= {"key": "0" * 12}
    preview = client.post(page_of(closed), data)
    data |= {"previewed": preview.context["form"]["previewed"].value(), "store": "1"}
    back = take_back_of(closed)
    assert client.post(page_of(closed), data).status_code == 302
    assert client.post(back, {"reason": "the bus was late"}).status_code == 302
    assert sorted(adjustment.amount for adjustment in Adjustment.objects.all()) == [-50, -10, 10]


@pytest.mark.full
def test_a_referee_still_fines_in_the_round_that_is_in_play(closed: Hall, client: Client) -> None:
    client.force_login(closed.cast.bob)
    closed.cast.round_in_play()
    page = client.get(page_of(closed))
    places = [place for place, _ in page.context["form"].fields["whom"].choices]
    # Nobody at first, the tables of the round in play, and the entries.
    assert len(places) == 1 + len(closed.tables) + 1


@pytest.mark.full
def test_whoever_calls_it_a_referee_comes_too_late(closed: Hall) -> None:
    seat = Seat.objects.get(sitting=closed.deal().sitting, label="N")
    at_table = penalties.target(closed.cast.event, f"seat:{seat.uid}")
    assert at_table is not None
    for whom in (Target(entry(closed)), at_table):
        with pytest.raises(Refused) as refused:
            penalties.give(whom, closed.cast.bob, -50, "late")
        assert [problem.code for problem in refused.value.problems] == [Code.PENALTY_LATE]
    with pytest.raises(Refused) as refused:
        penalties.take_back(Adjustment.objects.get(), closed.cast.bob, "the bus")
    assert [problem.code for problem in refused.value.problems] == [Code.PENALTY_LATE]
    assert Adjustment.objects.count() == 1
    penalties.give(at_table, closed.cast.alice, -50, "late")
    penalties.take_back(Adjustment.objects.earliest("pk"), closed.cast.alice, "the bus")
    assert Adjustment.objects.count() == 3


@pytest.mark.full
def test_what_was_given_in_time_is_answered_again_later(hall: Hall) -> None:
    hall.cast.play(hall.round)
    penalty = penalties.give(Target(entry(hall)), hall.cast.bob, -10, "late", key="0" * 12)
    organise.close_round(hall.round, hall.cast.director)
    Round.objects.filter(pk=hall.round.pk).update(closed_at=timezone.now() - timedelta(days=1))
    assert penalties.give(Target(entry(hall)), hall.cast.bob, -10, "late", key="0" * 12) == penalty


@pytest.mark.full
def test_the_page_asks_no_more_for_more_rounds_and_penalties(closed: Hall, client: Client) -> None:
    client.force_login(closed.cast.alice)
    fine_a_seat(closed, closed.round)
    client.get(page_of(closed))
    with CaptureQueriesContext(connection) as few:
        client.get(page_of(closed))
    for points in (-10, -20, -30):
        penalties.give(Target(entry(closed)), closed.cast.alice, points, "late")
    fine_a_seat(closed, closed.cast.round_in_play())
    with CaptureQueriesContext(connection) as later_queries:
        client.get(page_of(closed))
    assert len(later_queries) == len(few)


def fine_a_seat(hall: Hall, round_: Round) -> None:
    seat = Seat.objects.filter(sitting__segment__match__round=round_)[0]
    whom = penalties.target(hall.cast.event, f"seat:{seat.uid}")
    assert whom is not None
    penalties.give(whom, hall.cast.alice, -10, "talked")
