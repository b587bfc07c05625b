"""When an event begins: entered at the desk, told in public, called at the desk."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Cast
from tournaments import organise
from tournaments.base.announcements import announcements
from tournaments.models import Event
from tournaments.organise.stored_plans import plan_of
from tournaments.progress import table_notes
from web.desk.rounds import desk_stamps
from web.desk.rounds.next_step import SOON

IN_THE_EVENING = datetime(2026, 11, 21, 11, 30, tzinfo=UTC)
"""Half past seven in Shanghai."""


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    desk_stamps.forget()
    return client


def begins(cast: Cast, moment: datetime | None) -> None:
    Event.objects.filter(pk=cast.event.pk).update(starts_at=moment)
    cast.event.refresh_from_db()


@pytest.mark.databases
def test_the_time_of_the_hall_is_stored_as_the_moment(cast: Cast) -> None:
    plan = plan_of(cast.event)
    assert plan.starts_at is None
    plan = organise.EventPlan("晚场", "gongzhu", {"preset": "classic"}, starts_at=time(19, 30))
    event = organise.create_event(cast.tournament, cast.director, plan)
    assert event.starts_at == IN_THE_EVENING
    assert plan_of(event).starts_at == time(19, 30)


@pytest.mark.full
def test_it_is_changed_under_settings_until_the_event_is_over(desk: Client, cast: Cast) -> None:
    address = reverse("desk_settings", args=[cast.event.uid])
    wanted = {
        "name": "个人赛",
        "tournament_name": "秋季赛",
        "deals_per_round": "2",
        "starts_at": "2026-11-21T19:30",
    }
    assert desk.post(address, wanted).status_code == 302
    cast.event.refresh_from_db()
    assert cast.event.starts_at == IN_THE_EVENING
    assert 'value="2026-11-21T19:30"' in desk.get(address).content.decode()
    assert desk.post(address, {**wanted, "starts_at": ""}).status_code == 302
    cast.event.refresh_from_db()
    assert cast.event.starts_at is None


@pytest.mark.full
@pytest.mark.parametrize("page", ["event", "hall_standings"])
def test_it_is_told_in_public_until_there_are_ranks(desk: Client, cast: Cast, page: str) -> None:
    begins(cast, IN_THE_EVENING)
    address = reverse(page, args=[cast.event.uid])
    assert "19:30" in desk.get(address).content.decode()
    round_ = cast.round_in_play()
    assert "begins at 19:30" in desk.get(address).content.decode()
    cast.play(round_)
    organise.close_round(round_, cast.director)
    assert "begins at 19:30" not in desk.get(address).content.decode()


@pytest.mark.full
def test_five_minutes_before_the_desk_calls_the_empty_seats(desk: Client, cast: Cast) -> None:
    now = timezone.now()
    begins(cast, now + SOON + timedelta(minutes=1))
    round_ = cast.round_in_play()
    organise.check_in(cast.event, cast.director, [1, 2, 3, 4, 5, 6, 7], present=True)
    address = reverse("desk_round_live", args=[round_.uid])
    early = desk.get(address)
    said = early.content.decode()
    local = (now + SOON + timedelta(minutes=1)).astimezone(ZoneInfo("Asia/Shanghai"))
    assert f"begins at {local:%H:%M}" in said
    assert "read these sentences out" not in said
    unchanged = {"If-None-Match": early["ETag"]}
    assert desk.get(address, headers=unchanged).status_code == 304
    # The page that is open learns of it by itself, though nothing was done meanwhile.
    begins(cast, now + SOON - timedelta(minutes=1))
    desk_stamps.forget()
    later = desk.get(address, headers=unchanged)
    assert later.status_code == 200
    assert "read these sentences out" in later.content.decode()


@pytest.mark.full
def test_the_stamp_of_the_tables_ends_with_the_five_minutes(cast: Cast) -> None:
    begins(cast, timezone.now() + SOON + timedelta(minutes=1))
    round_ = cast.round_in_play()
    now = timezone.now()
    notes = table_notes.read(round_)
    desk_stamps.forget()
    before = desk_stamps.of_round(round_, now, lambda: notes)
    assert desk_stamps.of_round(round_, now + timedelta(seconds=1), lambda: notes) == before
    assert desk_stamps.of_round(round_, now + timedelta(minutes=2), lambda: notes) != before


@pytest.mark.full
def test_a_round_without_a_clock_is_begun_and_stopped_by_word(desk: Client, cast: Cast) -> None:
    cast.round_in_play()
    address = reverse("desk_event", args=[cast.event.uid])
    page = desk.get(address)
    offered = [button for button, _notice in page.context["announcements"]]
    assert offered == ["To your seats", "Begin", "Two minutes left", "Stop"]
    begin = page.context["announcements"][1][1]
    desk.post(reverse("desk_notice", args=[cast.event.uid]), {"notice": begin})
    wall = desk.get(reverse("hall_standings", args=[cast.event.uid])).content.decode()
    assert begin in wall
    Event.objects.filter(pk=cast.event.pk).update(round_minutes=50)
    offered = [button for button, _notice in desk.get(address).context["announcements"]]
    assert offered == [button for button, _notice in announcements(has_clock=True)]
    assert len(offered) == 2


@pytest.mark.full
def test_nobody_is_said_to_be_here_who_has_no_seat_and_was_not_checked_in(
    desk: Client, cast: Cast
) -> None:
    round_ = cast.round_in_play()
    organise.check_in(cast.event, cast.director, [*range(1, 9)], present=True)
    address = reverse("desk_round_live", args=[round_.uid])
    assert "Everybody is here." in desk.get(address).content.decode()
    organise.add_entries(cast.event, cast.director, [["壬"]])
    desk_stamps.forget()
    page = desk.get(address).content.decode()
    assert "Everybody who has a seat is here. Without a seat and not checked in: 1." in page
    assert "Everybody is here." not in page
