"""The schedule of a tournament, read by a calendar's own parser."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar
from pytest_django import Settings

from tests.cast import Cast
from tournaments import organise
from tournaments.models import Event, Round, Tournament
from web.publish.feeds.calendar import LONGEST, escaped, folded

STARTS = datetime(2026, 9, 27, 5, 30, tzinfo=UTC)
EVIL = "秋季; \\联谊\n赛, 第一站\r" * 4


def read(client: Client, cast: Cast, language: str = "zh-hans") -> Calendar:
    answer = client.get(reverse("schedule_file", args=[cast.tournament.uid, language]))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer.content.endswith(b"END:VCALENDAR\r\n")
    assert all(len(line) <= LONGEST for line in answer.content.split(b"\r\n"))
    return Calendar.from_ical(answer.content)


def test_what_has_no_hour_is_a_whole_day(cast: Cast, client: Client) -> None:
    (event,) = read(client, cast).walk("VEVENT")
    assert event["UID"] == f"{cast.event.uid}@huapai"
    assert event.decoded("DTSTART") == cast.tournament.starts_on
    assert type(event.decoded("DTSTART")) is date
    assert "URL" not in event


def test_hours_are_exact_and_texts_come_through_whole(
    cast: Cast, client: Client, settings: Settings
) -> None:
    settings.PUBLIC_ADDRESS = "https://cards.example"
    Tournament.objects.update(place=EVIL)
    Event.objects.update(starts_at=STARTS, rounds_planned=3, round_minutes=40)
    (event,) = read(client, cast).walk("VEVENT")
    assert event["LOCATION"] == EVIL.replace("\r", "")
    assert event.decoded("DTSTART") == STARTS
    assert event.decoded("DTEND") == STARTS + timedelta(hours=2)
    assert event["URL"] == f"https://cards.example/e/{cast.event.uid}/"


@pytest.mark.full
def test_a_change_keeps_the_uid_and_raises_the_sequence(cast: Cast, client: Client) -> None:
    round_ = cast.round_in_play()
    (before,) = read(client, cast).walk("VEVENT")
    organise.start_clock(Round.objects.get(pk=round_.pk), cast.alice, 40)
    after, of_round = read(client, cast, "en").walk("VEVENT")
    assert after["UID"] == before["UID"]
    assert after.decoded("SEQUENCE") > before.decoded("SEQUENCE")
    assert after.decoded("DTSTAMP") >= before.decoded("DTSTAMP")
    assert of_round["UID"] == f"{round_.uid}@huapai"
    assert str(of_round["SUMMARY"]).startswith("Round 1 · ")
    assert of_round.decoded("DTEND") - of_round.decoded("DTSTART") == timedelta(minutes=40)


def test_an_unchanged_schedule_is_not_sent_again(cast: Cast, client: Client) -> None:
    address = reverse("schedule_file", args=[cast.tournament.uid, "en"])
    stamp = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": stamp}).status_code == 304


@pytest.mark.parametrize("text", ["", "x" * 74, "x" * 75, "x" * 76, "牌" * 25, "x" + "牌" * 60])
def test_lines_are_folded_between_characters(text: str) -> None:
    lines = folded(text).split(b"\r\n")
    assert lines.pop() == b""
    assert all(len(line) <= LONGEST for line in lines)
    assert b"".join([lines[0], *(line[1:] for line in lines[1:])]).decode() == text
    assert all(line.startswith(b" ") for line in lines[1:])


def test_what_means_something_in_a_value_is_escaped() -> None:
    assert escaped("a;b,c\\d\r\ne") == r"a\;b\,c\\d\ne"
