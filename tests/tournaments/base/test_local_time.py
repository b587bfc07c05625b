"""A tournament's time zone is chosen with it, and every page tells its times there."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Cast
from tournaments.models import Tournament
from tournaments.organise import clock_moves
from tournaments.rights import access, public_access
from web.desk.accounts import people
from web.desk.accounts.people import TournamentForm


@pytest.fixture
def desk(cast: Cast) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(cast.alice)
    return client


def create(desk: Client, cast: Cast, zone: str) -> int:
    sent = {"name": "Spring cup", "starts_on": "2026-11-21", "place": "", "time_zone": zone}
    return int(desk.post(reverse("desk_tournament_new", args=[cast.club.uid]), sent).status_code)


def test_the_zone_is_chosen_with_the_tournament(desk: Client, cast: Cast) -> None:
    assert create(desk, cast, "Pacific/Auckland") == 302
    assert Tournament.objects.latest("pk").time_zone == "Pacific/Auckland"


def test_a_zone_that_does_not_exist_is_refused(desk: Client, cast: Cast) -> None:
    assert create(desk, cast, "Moon/Tycho") == 200
    assert Tournament.objects.count() == 1


def test_that_of_the_installation_is_proposed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "TIME_ZONE", "Asia/Kathmandu")
    form = TournamentForm()
    assert form["time_zone"].value() == "Asia/Kathmandu"
    assert next(iter(form.fields["time_zone"].choices))[0] == "Asia/Kathmandu"  # type: ignore[attr-defined]


def test_every_zone_that_is_offered_exists() -> None:
    assert set(people.ZONES) <= available_timezones() | {"UTC"}


@pytest.mark.full
def test_pages_tell_the_hours_of_the_tournament_and_the_thread_goes_on_without(
    desk: Client, cast: Cast
) -> None:
    Tournament.objects.update(time_zone="Pacific/Auckland")
    round_ = cast.round_in_play()
    clock_moves.start_clock(round_, cast.bob, 60)
    until = datetime.now(UTC).astimezone(ZoneInfo("Pacific/Auckland"))
    for address in (
        reverse("desk_event", args=[cast.event.uid]),
        reverse("round", args=[cast.event.uid, 1]),
    ):
        page = desk.get(address).content.decode()
        match = re.search(r"until (\d\d):\d\d", page)
        assert match is not None
        assert int(match[1]) in {(until.hour + 1) % 24, (until.hour + 2) % 24}
        assert timezone.get_current_timezone_name() == settings.TIME_ZONE


def test_access_enters_the_zone(cast: Cast) -> None:
    Tournament.objects.update(time_zone="Europe/London")
    access.event_as(cast.alice, cast.event.uid, access.DESK)
    assert timezone.get_current_timezone_name() == "Europe/London"
    timezone.deactivate()
    public_access.public_event(cast.event.uid)
    assert timezone.get_current_timezone_name() == "Europe/London"
    timezone.deactivate()
