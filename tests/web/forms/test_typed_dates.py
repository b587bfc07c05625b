"""Days and hours as people type them: mistyped years, and the hours at the ends of summer time."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from django import forms
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.cast import Cast
from tests.web.desk.test_forms import every_form
from tournaments import organise
from tournaments.base import local_time
from tournaments.base.refusals import Reason, Refused
from tournaments.models import Event, Tournament
from web.forms.dates import DayField, HourField

SYDNEY = "Australia/Sydney"
TWICE = "2026-04-05T02:30"
"""In Sydney the clocks are put back from three to two on this day,"""
NEVER = "2026-10-04T02:30"
"""and on this one put forward from two to three."""
FIRST, SECOND = (datetime(2026, 4, day, hour, 30, tzinfo=UTC) for day, hour in ((4, 15), (4, 16)))
EDGES = ("0001-01-01", "9999-12-31", "1899-12-31", "20266-11-21")


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.cookies["django_language"] = "en"
    Tournament.objects.update(time_zone=SYDNEY)
    return client


def settings_with(starts_at: str) -> dict[str, str]:
    return {
        "name": "个人赛",
        "tournament_name": "秋季赛",
        "deals_per_round": "2",
        "starts_at": starts_at,
    }


def stored_start(cast: Cast) -> datetime | None:
    cast.event.refresh_from_db()
    return cast.event.starts_at


def test_the_clocks_show_an_hour_once_twice_or_never() -> None:
    zone = ZoneInfo(SYDNEY)
    assert local_time.moments(datetime.fromisoformat(TWICE), zone) == [FIRST, SECOND]
    assert local_time.moments(datetime.fromisoformat(NEVER), zone) == []
    assert len(local_time.moments(datetime.fromisoformat("2026-11-21T19:30"), zone)) == 1


def test_every_form_takes_days_and_hours_by_these_fields() -> None:
    dated = {
        (form.__name__, name): type(field)
        for form in every_form()
        if not form.__module__.startswith("tests")
        for name, field in form.base_fields.items()
        if isinstance(field, forms.DateField | forms.DateTimeField)
    }
    assert len(dated) >= 6
    assert set(dated.values()) == {DayField, HourField}


@pytest.mark.parametrize("day", EDGES)
def test_a_mistyped_year_is_refused(day: str) -> None:
    for field, typed in ((DayField(), day), (HourField(), f"{day}T00:00")):
        with pytest.raises(forms.ValidationError):
            field.clean(typed)


def test_a_new_tournament_of_the_year_one_is_refused(desk: Client, cast: Cast) -> None:
    sent = {"name": "Spring cup", "starts_on": EDGES[0], "place": "", "time_zone": SYDNEY}
    page = desk.post(reverse("desk_tournament_new", args=[cast.club.uid]), sent)
    assert page.status_code == 200
    assert "must be a date, such as 2026-08-31" in page.content.decode()
    assert Tournament.objects.count() == 1


def test_a_start_in_the_year_one_is_refused(desk: Client, cast: Cast) -> None:
    address = reverse("desk_settings", args=[cast.event.uid])
    page = desk.post(address, settings_with(f"{EDGES[0]}T00:00"))
    assert page.status_code == 200
    assert "must be a date and a time, such as" in page.content.decode()
    assert stored_start(cast) is None


@pytest.mark.full
@pytest.mark.databases
def test_an_hour_that_comes_twice_is_the_first_and_saved_again_stays_what_it_was(
    desk: Client, cast: Cast
) -> None:
    address = reverse("desk_settings", args=[cast.event.uid])
    assert desk.post(address, settings_with(TWICE)).status_code == 302
    assert stored_start(cast) == FIRST
    Event.objects.filter(pk=cast.event.pk).update(starts_at=SECOND)
    assert f'value="{TWICE}"' in desk.get(address).content.decode()
    assert desk.post(address, settings_with(TWICE)).status_code == 302
    assert stored_start(cast) == SECOND


def test_an_hour_that_never_comes_is_refused_by_the_settings(desk: Client, cast: Cast) -> None:
    page = desk.post(reverse("desk_settings", args=[cast.event.uid]), settings_with(NEVER))
    assert "“Begins at”: that time does not exist on that day" in page.content.decode()
    assert stored_start(cast) is None


def test_an_hour_typed_with_its_zone_is_taken_as_it_is() -> None:
    with timezone.override(ZoneInfo(SYDNEY)):
        assert HourField().clean(f"{TWICE}+11:00") == FIRST
        assert HourField().clean(f"{TWICE}+10:00") == SECOND


@pytest.mark.databases
def test_a_new_event_begins_at_no_hour_that_the_clocks_leave_out(cast: Cast) -> None:
    plan = organise.EventPlan("夜场", "gongzhu", {"preset": "classic"}, starts_at=time(2, 30))
    Tournament.objects.update(time_zone=SYDNEY, starts_on=date(2026, 4, 5))
    assert organise.create_event(cast.tournament, cast.director, plan).starts_at == FIRST
    Tournament.objects.update(starts_on=date(2026, 10, 4))
    with pytest.raises(Refused) as refused:
        organise.create_event(cast.tournament, cast.director, plan)
    assert [problem.code for problem in refused.value.problems] == [Reason.HOUR_LEFT_OUT]
