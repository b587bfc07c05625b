"""What stands around every page of the desk: the bar of what waits, and the rail of the event."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.forms.models import model_to_dict
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from referee.calls import calls
from referee.models import Call, CallReason, CallState, CallStep
from referee.sheets import irregularities
from tests import cast as people
from tests.address_tables import DESK
from tests.cast import Cast
from tests.world import World
from tournaments import organise
from tournaments.base.refusals import refuse
from tournaments.models import (
    EntryRequest,
    Installation,
    User,
)
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin
from tournaments.system import installation
from tournaments.system.storage_problems import CopyProblem
from web.publish.alerts import alert_bar
from web.publish.alerts.alert_bar import AlertCount

WALLS = {"desk_hall_code"}
"""Pages of the desk that hang on a wall for players to read."""


def counts(cast: Cast) -> dict[str, int]:
    return {alert.kind: alert.count for alert in alert_bar.read([cast.tournament.pk])}


def desk(client: Client, user: User) -> Client:
    client.force_login(user)
    client.cookies["django_language"] = "en"
    return client


def words(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.full
def test_what_waits_is_counted_by_kind(of: World) -> None:
    unruled = irregularities.unruled(deal__event__tournament=of.cast.tournament)
    waiting = counts(of.cast)
    assert waiting["call"] == len(calls.open_calls(of.cast.tournament))
    assert waiting.get("irregularity", 0) == len(unruled)
    assert irregularities.unruled_rows().count() == len(unruled)


@pytest.mark.full
def test_requests_to_enter_are_shown_to_directors_alone(of: World, client: Client) -> None:
    EntryRequest.objects.create(event=of.cast.event, names=["张三"], state="asked", secret_hash="0")
    bar = reverse("desk_alerts_live", args=[of.cast.tournament.uid])
    assert 'data-key="entry"' in words(desk(client, of.cast.alice).get(bar))
    page = words(desk(client, of.cast.bob).get(bar))
    assert 'data-key="call"' in page
    assert 'data-key="entry"' not in page


@pytest.mark.full
def test_a_call_that_is_over_waits_no_more(of: World) -> None:
    before = counts(of.cast)["call"]
    call = Call.objects.exclude(steps__state=CallState.DONE).earliest("pk")
    seen = call.steps.count()
    calls.answer(call, of.cast.bob, CallState.DONE, seen=seen)
    assert counts(of.cast).get("call", 0) == before - 1


@pytest.mark.full
def test_the_bar_names_the_table_that_waits_longest(db: None, client: Client) -> None:
    cast = people.assemble(players=8)
    held = {deal.sitting.table.number: deal for deal in cast.deals(cast.round_in_play())}
    for table in (2, 1):
        with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
            ledger.hold(made, held[table], "claim", origin=Origin(f"claim-{table}", "1"))
    bar = reverse("desk_alerts_live", args=[cast.tournament.uid])
    shown = re.sub(r"<[^>]+>", "", words(desk(client, cast.bob).get(bar)))
    assert "Longest: table 2 · 2 deals in dispute" in shown


def test_a_deal_that_is_held_waits_and_another_tournament_has_none(db: None) -> None:
    cast = people.assemble()
    first = cast.deals(cast.round_in_play())[0]
    with change(cast.tournament, SYSTEM, Verb.ADJUST) as made:
        ledger.hold(made, first, "claim", origin=Origin("1", "1"))
    assert counts(cast) == {"dispute": 1}
    assert alert_bar.read([cast.tournament.pk + 1]) == []


@pytest.mark.nightly
def test_every_page_of_a_tournament_says_what_waits(of: World, client: Client) -> None:
    alice = desk(client, of.cast.alice)
    shown = {}
    for name, page in DESK.items():
        uids = page.of(of)
        answer = alice.get(reverse(name, args=uids))
        is_page = answer.status_code == 200 and b"<!doctype html>" in answer.content
        if is_page and answer.context and answer.context.get("bar") is not None:
            shown[name] = b"data-alerts=" in answer.content
        elif is_page and uids and uids[0] == of.cast.tournament.uid and name not in WALLS:
            shown[name] = False
    assert {"desk_tournament", "referee_overview", "referee_calls", "desk_event"} <= shown.keys()
    assert [name for name, has_bar in shown.items() if not has_bar] == []


@pytest.mark.full
def test_the_bar_follows_without_a_reload(of: World, client: Client) -> None:
    bob = desk(client, of.cast.bob)
    address = reverse("desk_alerts_live", args=[of.cast.tournament.uid])
    first = bob.get(address)
    assert reverse("referee_calls", args=[of.cast.tournament.uid]) in words(first)
    again = bob.get(address, headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    call = Call.objects.exclude(steps__state=CallState.DONE).earliest("pk")
    calls.answer(call, of.cast.bob, CallState.DONE, seen=call.steps.count())
    changed = bob.get(address, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


@pytest.mark.full
def test_a_copy_that_failed_is_told_to_directors_alone(of: World, client: Client) -> None:
    fault = json.dumps(refuse(CopyProblem.AWAY, folder="/copies").as_json())
    row = {"copies_to": "/copies", "copy_fault": fault}
    Installation.objects.update_or_create(pk=1, defaults=row)
    address = reverse("desk_alerts_live", args=[of.cast.tournament.uid])
    alice = desk(client, of.cast.alice).get(address)
    assert "copy" in {alert.kind for alert in alice.context["bar"].alerts}
    assert "A copy failed" in words(alice)
    assert "A copy failed" not in words(desk(client, of.cast.bob).get(address))


@pytest.mark.databases
@pytest.mark.parametrize(
    "row",
    [
        None,
        {},
        {"copies_to": "/备份", "copies_own": False, "copied_at": timezone.now()},
        {"copy_fault": '{"code": "x"}', "address": "http://192.168.1.7:8000/"},
    ],
)
def test_the_installation_is_the_same_read_beside_what_waits(
    db: None, row: dict[str, Any] | None
) -> None:
    Installation.objects.all().delete()
    if row is not None:
        Installation.objects.create(pk=1, **row)
    read = alert_bar.read_with([1], (installation.rows, ()))[1]
    assert model_to_dict(installation.of_rows(read)) == model_to_dict(installation.current())
    assert len(read) == (row is not None)


@pytest.mark.full
def test_a_page_of_an_event_counts_its_own_and_names_the_table(of: World, client: Client) -> None:
    cast = of.cast
    tournament, event = cast.tournament, cast.event
    waiting = [
        AlertCount("call", tournament.pk, 1, 7, 7, "3", "双人赛", event.pk + 1),
        AlertCount("call", tournament.pk, 2, 5, 3, "1", event.name, event.pk),
        AlertCount("call", tournament.pk, 1, 6, 6, "2"),
        AlertCount("sheet", tournament.pk, 4, 9, 6, "3", "双人赛", event.pk + 1),
    ]
    request = RequestFactory().get("/")
    bar = alert_bar.alert_bar(request, tournament, cast.bob, waiting, event)
    assert [(each.kind, each.count, each.table, each.event) for each in bar.alerts] == [
        ("call", 3, "1", "")
    ]
    assert (bar.total, bar.others, bar.loud) == (3, 5, "call-7")
    calls_within = reverse("referee_calls", args=[tournament.uid]) + f"?event={event.uid}"
    assert [url for _alert, url in bar.links] == [calls_within]
    whole = alert_bar.alert_bar(request, tournament, cast.bob, waiting)
    assert (whole.total, whole.others, whole.alerts[0].table) == (8, 0, "1")
    shown = desk(client, cast.bob).get(whole.live_address, {"event": event.uid})
    assert shown.context["bar"].event == event


def test_a_call_between_deals_is_of_the_event_last_seated_at_its_table(db: None) -> None:
    cast = people.assemble()
    round_ = cast.round_in_play()
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    other = organise.create_event(cast.tournament, cast.director, plan)
    table = cast.deals(round_)[0].sitting.table
    call = Call.objects.create(key="between-deals", table=table, reason=CallReason.QUESTION)
    CallStep.objects.create(call=call, number=1, state=CallState.CALLED)
    (waiting,) = alert_bar.read_with([cast.tournament.pk])[0]
    assert (waiting.of_event, waiting.event, waiting.table) == (cast.event.pk, "个人赛", "1")
    bars = [
        alert_bar.alert_bar(RequestFactory().get("/"), cast.tournament, cast.bob, [waiting], event)
        for event in (cast.event, other)
    ]
    assert [(bar.total, bar.others) for bar in bars] == [(1, 0), (0, 1)]


@pytest.mark.full
def test_nothing_that_waits_leaves_the_bar_hidden(db: None, client: Client) -> None:
    cast = people.assemble()
    page = words(desk(client, cast.alice).get(reverse("desk_event", args=[cast.event.uid])))
    assert 'data-alerts="0" data-loud="" hidden' in page
