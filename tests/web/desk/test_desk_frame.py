"""What stands around every page of the desk: the bar of what waits, and the rail of the event."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.forms.models import model_to_dict
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from referee.calls import calls
from referee.models import Call, CallState
from referee.sheets import irregularities
from tests import cast as people
from tests import world
from tests.address_tables import DESK
from tests.cast import Cast
from tests.world import World
from tournaments import organise
from tournaments.base.refusals import refuse
from tournaments.models import (
    Club,
    ClubFeature,
    EntryRequest,
    EventRegulations,
    Installation,
    Membership,
    Role,
    Round,
    User,
)
from tournaments.models.regulations import Size
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.record.ledger import Origin
from tournaments.system import installation
from tournaments.system.storage_problems import CopyProblem
from web.publish.alerts import alert_bar
from web.publish.alerts.alert_bar import AlertCount

WALLS = {"desk_hall_code"}
"""Pages of the desk that hang on a wall for players to read."""


@pytest.fixture
def of(db: None) -> World:
    return world.assemble()


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
def test_the_rail_follows_without_a_reload(db: None, client: Client) -> None:
    cast = people.assemble()
    alice = desk(client, cast.alice)
    page = alice.get(reverse("desk_settings", args=[cast.event.uid])).content.decode()
    found = re.search(r'<nav class="rail[^>]* data-live="([^"]+)" data-etag="([^"]+)"', page)
    assert found
    address, stamp = html.unescape(found[1]), html.unescape(found[2])
    unchanged = {"If-None-Match": stamp}
    assert alice.get(address, headers=unchanged).status_code == 304
    first = cast.drawn_round()
    drafted = alice.get(address, headers=unchanged)
    assert reverse("desk_round", args=[first.uid]) in words(drafted)
    assert "draft" in words(drafted)
    here = reverse("desk_settings", args=[cast.event.uid])
    assert f'href="{here}" aria-current="page"' in words(drafted)
    organise.publish_round(first, cast.director)
    playing = alice.get(address, headers={"If-None-Match": drafted["ETag"]})
    assert "in play" in words(playing)


@pytest.mark.full
@pytest.mark.parametrize("query", ["", "here=<b>&shown=0&planned=1", "shown=x&planned=99999"])
def test_a_rail_that_is_asked_for_wrongly_is_shown_all_the_same(
    db: None, client: Client, query: str
) -> None:
    cast = people.assemble()
    address = reverse("desk_rail_live", args=[cast.event.uid])
    answer = desk(client, cast.alice).get(f"{address}?{query}")
    assert answer.status_code == 200
    assert "<b>" not in words(answer)


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


@pytest.mark.full
def test_nothing_that_waits_leaves_the_bar_hidden(db: None, client: Client) -> None:
    cast = people.assemble()
    page = words(desk(client, cast.alice).get(reverse("desk_event", args=[cast.event.uid])))
    assert 'data-alerts="0" data-loud="" hidden' in page


@pytest.mark.full
def test_a_page_of_the_referee_leads_back_to_the_event(db: None, client: Client) -> None:
    cast = people.assemble()
    round_ = cast.round_in_play()
    address = reverse("referee_overview", args=[cast.tournament.uid])
    back = reverse("desk_event", args=[cast.event.uid])
    bob = desk(client, cast.bob)
    # Of several events it is the one in which the page was opened.
    assert back in words(bob.get(address))
    plan = organise.EventPlan("双人赛", "gongzhu", {"preset": "classic"}, 2)
    organise.create_event(cast.tournament, cast.director, plan)
    home = reverse("desk_tournament", args=[cast.tournament.uid])
    assert bob.get(home, {"event": cast.event.uid}).status_code == 200
    for name in ("referee_overview", "referee_calls", "referee_rulings"):
        whole = words(bob.get(reverse(name, args=[cast.tournament.uid])))
        assert reverse("desk_round", args=[round_.uid]) not in whole
        rail = whole.partition('class="rail')[2].partition("</nav>")[0]
        assert rail.count('href="?event=') == 2, name
        assert rail.count('aria-current="page"') == 1, name
    within = words(bob.get(address, {"event": cast.event.uid}))
    assert reverse("desk_round", args=[round_.uid]) in within
    # Who directs finds the pages of the tournament in the rail of each.
    alice = desk(client, cast.alice)
    director = ("desk_tournament", "desk_tournament_settings", "desk_officials", "desk_event_new")
    for name in director:
        whole = words(alice.get(reverse(name, args=[cast.tournament.uid])))
        rail = whole.partition('class="rail')[2].partition("</nav>")[0]
        assert back in rail, name
        assert rail.count('aria-current="page"') == 1, name


@pytest.mark.full
def test_a_page_of_a_club_has_its_rail(db: None, client: Client) -> None:
    cast = people.assemble()
    alice = desk(client, cast.alice)
    for name in ("desk_club", "desk_members", "desk_places", "desk_installation"):
        page = words(alice.get(reverse(name, args=[cast.club.uid])))
        rail = page.partition('class="rail')[2].partition("</nav>")[0]
        here = f'href="{reverse(name, args=[cast.club.uid])}" aria-current="page"'
        assert here in rail, name
        assert reverse("desk_members", args=[cast.club.uid]) in rail


PAGES_WITH_RAILS = (
    ("desk_club", world.club),
    ("account_pin", world.club),
    ("desk_messages", world.club),
    ("desk_season", world.season_of),
    ("desk_tournament", world.tournament),
    ("desk_event", world.event),
    ("desk_codes", world.tournament),
    ("referee_overview", world.tournament),
    ("referee_calls", world.tournament),
    ("referee_rulings", world.tournament),
)
"""One page of every kind that has a rail."""


def rail_links(page: str, here: str) -> set[str]:
    """Return where the rail of a page leads to."""
    rail = page.partition('class="rail')[2].partition("</nav>")[0]
    links = map(html.unescape, re.findall(r'href="([^"]+)"', rail))
    return {here + link if link.startswith("?") else link for link in links}


@pytest.mark.full
def test_a_rail_leads_nobody_to_what_is_refused(of: World, client: Client) -> None:
    cast = of.cast
    organise.create_event(
        cast.tournament, cast.director, organise.EventPlan("双人赛", "gongzhu", {}, 2)
    )
    Club.objects.filter(pk=cast.club.pk).update(features=[*ClubFeature])
    for role in (Role.DIRECTOR, Role.CHIEF_REFEREE, Role.DEPUTY, Role.REFEREE, Role.SCORER):
        user = people.account(role)
        Membership.objects.create(user=user, tournament=cast.tournament, role=role)
    directs = people.account("of club")
    Membership.objects.create(user=directs, club=cast.club, role=Role.DIRECTOR)
    limited = people.account("limited")
    part = Membership.objects.create(user=limited, tournament=cast.tournament, role=Role.REFEREE)
    part.limits.create(event=cast.event)
    at_table = people.account("at table")
    Membership.objects.create(
        user=at_table, tournament=cast.tournament, role=Role.REFEREE, tables="|1|"
    )
    refused: dict[tuple[str, str], int] = {}
    for user in User.objects.exclude(username="charlie"):
        reader, links = desk(client, user), set()
        for name, subject in PAGES_WITH_RAILS:
            here = reverse(name, args=subject(of))
            answer = reader.get(here)
            if answer.status_code == 200:
                links |= rail_links(words(answer), here)
        assert links, user
        answers = {link: reader.get(link).status_code for link in sorted(links)}
        refused |= {(user.username, link): code for link, code in answers.items() if code != 200}
    assert refused == {}


@pytest.mark.full
def test_all_that_belongs_to_a_club_stands_in_its_rail(of: World, client: Client) -> None:
    alice, address = desk(client, of.cast.alice), reverse("desk_club", args=[of.cast.club.uid])
    page = words(alice.get(address))
    listed = page.partition('class="open-list"')[2].partition("</ul>")[0]
    links = set(re.findall(r'href="([^"]+)"', listed)) - {reverse("desk_club_new")}
    assert links <= rail_links(page, address)
    for link in links:
        assert f'href="{link}" aria-current="page"' in words(alice.get(link)), link
    # A page below one of these is found there.
    channel = reverse("desk_message_channel", args=world.channel_of(of))
    here = reverse("desk_messages", args=[of.cast.club.uid])
    assert f'href="{here}" aria-current="page"' in words(alice.get(channel))


@pytest.mark.full
def test_a_page_of_a_season_has_the_rail_of_its_club(of: World, client: Client) -> None:
    Club.objects.filter(pk=of.cast.club.pk).update(features=[*ClubFeature])
    here = f'href="{reverse("desk_seasons", args=[of.cast.club.uid])}" aria-current="page"'
    alice = desk(client, of.cast.alice)
    for name in ("desk_season", "desk_season_rules", "desk_season_events"):
        rail = words(alice.get(reverse(name, args=world.season_of(of)))).partition('class="rail')[2]
        assert here in rail.partition("</nav>")[0], name


@pytest.mark.full
def test_rulings_have_the_rail_for_who_does_not_rule(of: World, client: Client) -> None:
    """An official event is ruled by its officials alone; who directs it reads the rulings."""
    cast = of.cast
    EventRegulations.objects.update_or_create(event=cast.event, defaults={"size": Size.OFFICIAL})
    organise.create_event(
        cast.tournament, cast.director, organise.EventPlan("双人赛", "gongzhu", {}, 2)
    )
    page = words(
        desk(client, cast.alice).get(reverse("referee_rulings", args=[cast.tournament.uid]))
    )
    rail = page.partition('class="rail')[2].partition("</nav>")[0]
    assert rail.count('href="?event=') == 2


@pytest.mark.full
def test_a_referee_has_no_rail_of_the_club(of: World, client: Client) -> None:
    pin = reverse("account_pin", args=[of.cast.club.uid])
    assert 'class="rail' in words(desk(client, of.cast.alice).get(pin))
    page = desk(client, of.cast.bob).get(pin)
    assert page.status_code == 200
    assert 'class="rail' not in words(page)


@pytest.mark.full
def test_the_rail_stands_on_every_page_of_an_event(db: None, client: Client) -> None:
    cast = people.assemble()
    cast.closed_round()
    round_ = cast.drawn_round()
    alice = desk(client, cast.alice)
    for name in ("desk_entries", "desk_check_in", "desk_documents", "desk_prizes", "desk_stages"):
        page = alice.get(reverse(name, args=[cast.event.uid]))
        rail = page.context["rail"]
        assert [(step.number, step.state) for step in rail.rounds] == [
            (1, Round.State.CLOSED),
            (2, Round.State.DRAFT),
        ], name
        assert reverse("desk_round", args=[round_.uid]) in words(page)
