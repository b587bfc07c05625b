"""The rail of an event and of a club: where it stands, what it lists, and for whom."""

from __future__ import annotations

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests import world
from tests.web.desk.test_desk_frame import desk, words
from tests.world import World
from tournaments import organise
from tournaments.models import (
    Club,
    ClubFeature,
    EventRegulations,
    Membership,
    Role,
    Round,
    User,
)
from tournaments.models.regulations import Size


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
