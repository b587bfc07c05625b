"""The clock of a round as everybody sees it: on the page of the round and on the hall screens."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Cast
from tournaments import organise
from tournaments.models import Event, Round
from tournaments.structure import stored_clocks
from web.publish.pages.walls.wall_screens import rows_beside

HALL = ("hall_seating", "hall_standings")


def page(client: Client, cast: Cast, name: str = "round") -> str:
    client.cookies["django_language"] = "en"
    numbered = [1] if name == "round" else []
    answer = client.get(reverse(name, args=[cast.event.uid, *numbered]))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.fixture
def round_(cast: Cast) -> Round:
    return cast.round_in_play()


@pytest.mark.full
@pytest.mark.parametrize("name", ["round", *HALL])
def test_a_round_without_a_clock_shows_none(
    client: Client, cast: Cast, round_: Round, name: str
) -> None:
    assert "data-clock=" not in page(client, cast, name)


@pytest.mark.full
@pytest.mark.parametrize("name", ["round", *HALL])
def test_a_running_clock_says_until_when(
    client: Client, cast: Cast, round_: Round, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    hour = datetime.fromisoformat("2026-11-21T10:00:00+08:00")
    monkeypatch.setattr(timezone, "now", lambda: hour)
    organise.start_clock(round_, cast.alice, 50)
    shown = page(client, cast, name)
    over, last = (hour + timedelta(minutes=minutes) for minutes in (50, 40))
    assert 'data-clock="running"' in shown
    assert f'data-until="{over.timestamp() * 1000:.0f}"' in shown
    assert f'data-last="{last.timestamp() * 1000:.0f}"' in shown
    assert '<span data-clock-when="running">until 10:50</span>' in shown
    assert "clock.js" in shown


@pytest.mark.full
def test_a_clock_that_is_to_be_started_shows_its_time(
    client: Client, cast: Cast, round_: Round
) -> None:
    Event.objects.update(round_minutes=50)
    shown = page(client, cast)
    assert 'role="timer" data-clock-left>50:00</span>' in shown
    assert '<span data-clock-when="waiting">not started</span>' in shown


@pytest.mark.full
def test_a_table_with_time_of_its_own_stands_below_the_hall(
    client: Client, cast: Cast, round_: Round
) -> None:
    organise.start_clock(round_, cast.alice, 50)
    organise.extend_clock(round_, cast.alice, 5, seen=1, table=2)
    organise.hold_clock(round_, cast.alice, seen=2)
    shown = page(client, cast, "hall_seating")
    assert shown.count('data-clock="held"') == 2
    assert '<span class="clock-table">Table 2</span>' in shown


@pytest.mark.full
def test_a_page_is_new_after_every_move_of_the_clock(
    client: Client, cast: Cast, round_: Round
) -> None:
    address = reverse("round_live", args=[cast.event.uid, 1])
    organise.start_clock(round_, cast.alice, 50)
    stamps = [client.get(address)["ETag"]]
    organise.call_time(round_, cast.alice, seen=1)
    stamps.append(client.get(address)["ETag"])
    assert len(set(stamps)) == 2


@pytest.mark.full
def test_the_story_of_the_time_stays_after_the_round(
    client: Client, cast: Cast, round_: Round
) -> None:
    organise.start_clock(round_, cast.alice, 50)
    organise.call_time(round_, cast.alice, seen=1)
    cast.play(round_)
    organise.close_round(round_, cast.director)
    shown = page(client, cast)
    assert "data-clock=" not in shown
    assert "The clock was started with 50 min." in shown
    assert "Deals that had begun were played to their end." in shown


def test_a_hall_screen_leaves_room_for_its_clocks(cast: Cast, round_: Round) -> None:
    organise.start_clock(round_, cast.alice, 50)
    face = stored_clocks.face_of(round_)
    assert face is not None
    assert (rows_beside(""), rows_beside("", face)) == (10, 9)
    organise.extend_clock(round_, cast.alice, 5, seen=1, table=2)
    assert rows_beside("第二轮 14:30 开始", stored_clocks.face_of(round_)) == 6
