"""What somebody at the desk has to know at once: who gets no seat, where, and what was said."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from referee.base.handed_in import Writer
from referee.sheets import seat_answers
from tests.referee.hall import Hall, Tablet
from tests.referee.sheets.test_proofs import asks_for, person, stored
from tournaments import organise
from tournaments.models import Event
from web.publish.alerts import alert_bar


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    client.force_login(hall.cast.alice)
    client.cookies["django_language"] = "zh-hans"
    return client


def object_at(hall: Hall, tablet: Tablet, words: str) -> None:
    asks_for(hall, "phone")
    sealed = hall.sheet()
    tablet.submits(sealed)
    west = Writer.phone(hall.cast.tournament, person(hall, "W"))
    seat_answers.object_to(west, stored(sealed), "W", words)


@pytest.mark.full
@pytest.mark.databases
def test_an_objection_stands_on_the_deal_s_page_with_its_words(
    hall: Hall, tablet: Tablet, desk: Client
) -> None:
    object_at(hall, tablet, "猪不是我收的")
    deal = hall.deal()
    address = reverse("referee_deal", args=[hall.cast.tournament.uid, deal.uid])
    name = person(hall, "W").name
    assert f"西家{name}：“猪不是我收的”" in desk.get(address).content.decode()


@pytest.mark.full
def test_an_objection_without_words_says_who_and_no_more(
    hall: Hall, tablet: Tablet, desk: Client
) -> None:
    object_at(hall, tablet, "")
    address = reverse("referee_deal", args=[hall.cast.tournament.uid, hall.deal().uid])
    assert "：“”" not in desk.get(address).content.decode()


@pytest.mark.full
@pytest.mark.databases
def test_the_alert_names_table_and_event(hall: Hall, tablet: Tablet, desk: Client) -> None:
    object_at(hall, tablet, "不对")
    alerts = {alert.kind: alert for alert in alert_bar.read([hall.cast.tournament.pk])}
    call = alerts["call"]
    assert (call.table, call.event, call.count) == (str(hall.table.number), "个人赛", 1)
    page = desk.get(reverse("desk_alerts_live", args=[hall.cast.tournament.uid])).content.decode()
    shown = re.sub(r"<[^>]+>", "", page)
    assert f"{hall.table.number}号桌 · 呼叫1个人赛" in shown
    assert "最久" not in page


@pytest.mark.full
def test_a_late_entry_who_is_not_checked_in_is_named_beside_the_next_step(
    hall: Hall, desk: Client
) -> None:
    cast = hall.cast
    for round_ in cast.event.rounds.all():
        cast.play(round_)
        organise.close_round(round_, cast.director)
    address = reverse("desk_event", args=[cast.event.uid])
    assert "尚未签到" not in desk.get(address).content.decode()
    numbers = [entry.number for entry in cast.event.entries.all()]
    organise.check_in(cast.event, cast.director, numbers)
    organise.add_entries(cast.event, cast.director, [["迟到的"]])
    page = desk.get(address).content.decode()
    assert "尚未签到，下一轮不编入：迟到的" in page
    organise.check_in(cast.event, cast.director, [9])
    assert "尚未签到" not in desk.get(address).content.decode()


@pytest.mark.full
def test_who_came_late_and_is_not_checked_in_is_named_while_the_round_is_in_play(
    hall: Hall, desk: Client
) -> None:
    cast = hall.cast
    address = reverse("desk_event", args=[cast.event.uid])
    numbers = [entry.number for entry in cast.event.entries.all()]
    organise.check_in(cast.event, cast.director, numbers[1:])
    assert "尚未签到，下一轮不编入" not in desk.get(address).content.decode()
    organise.add_entries(cast.event, cast.director, [["迟到的"]])
    assert "尚未签到，下一轮不编入：迟到的" in desk.get(address).content.decode()


@pytest.mark.full
def test_a_finished_event_offers_no_further_entries(hall: Hall, desk: Client) -> None:
    cast = hall.cast
    address = reverse("desk_entries", args=[cast.event.uid])
    assert "从下一轮起参赛" in desk.get(address).content.decode()
    for round_ in cast.event.rounds.all():
        cast.play(round_)
        organise.close_round(round_, cast.director)
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    page = desk.get(address).content.decode()
    assert "从下一轮起参赛" not in page
    assert reverse("desk_entry_add", args=[cast.event.uid]) not in page
