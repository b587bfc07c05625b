"""What a stranger reads without signing in, and what of a tournament or a person is hidden."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.public_addresses import PUBLIC
from tests.samples import sampled
from tests.web.publish.sharing.test_evening import finished
from tests.world import World, assemble, event, with_ratings
from tournaments import organise
from tournaments.models import (
    Club,
    ClubFeature,
    Event,
    Person,
    Round,
    Season,
    Tournament,
)


@pytest.fixture
def world(db: None) -> World:
    return assemble()


class Reader(Client):
    """Notes what a GET did that takes the lock of writing; a transaction takes it even to read."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.wrote: dict[str, list[str]] = {}

    def request(self, **request: Any) -> Any:
        statements: list[str] = []

        # Django's own list of queries would ask the database how each value is written.
        def note(execute: Any, sql: str, *given: Any) -> Any:
            statements.append(sql)
            return execute(sql, *given)

        with connection.execute_wrapper(note):
            answer: Any = super().request(**request)
        # PostgreSQL declares a cursor for rows read one by one, and a union opens a bracket.
        readings = ("SELECT", "WITH", "PRAGMA", "DECLARE")
        written = [each for each in statements if not each.lstrip("( ").startswith(readings)]
        is_reading = request["REQUEST_METHOD"] == "GET"
        self.wrote |= {request["PATH_INFO"]: written} if is_reading and written else {}
        return answer


@pytest.fixture
def reader() -> Reader:
    return Reader()


def public(
    client: Client, world: World, names: Collection[str] = PUBLIC
) -> dict[str, tuple[int, list[str]]]:
    """Ask public addresses, all of them or these; give the status and the cookies of each."""
    by_name = {}
    for name in names:
        answer = client.get(reverse(name, args=PUBLIC[name](world)))
        by_name[name] = (answer.status_code, sorted(answer.cookies))
    return by_name


@pytest.mark.full
def test_a_stranger_reads_what_is_public_writes_nothing_and_gets_no_cookie(
    world: World, reader: Reader
) -> None:
    by_name = public(reader, world)
    assert by_name == dict.fromkeys(PUBLIC, (200, []))
    assert reader.wrote == {}


@pytest.mark.full
@pytest.mark.parametrize(
    "state", sampled([Event.State.DRAFT, Event.State.CANCELLED], [Event.State.DRAFT])
)
def test_an_event_that_is_not_public_is_nowhere(world: World, client: Client, state: str) -> None:
    Event.objects.update(state=state)
    assert public(client, world) == dict.fromkeys(PUBLIC, (404, []))


@pytest.mark.full
@pytest.mark.parametrize(
    "state", sampled([Tournament.State.DRAFT, Tournament.State.CANCELLED], [Tournament.State.DRAFT])
)
def test_a_tournament_that_is_not_public_hides_its_events(
    world: World, client: Client, state: str
) -> None:
    Tournament.objects.update(state=state)
    assert public(client, world) == dict.fromkeys(PUBLIC, (404, []))


@pytest.mark.full
def test_a_season_is_public_where_its_club_says_so(world: World, client: Client) -> None:
    """Its persons are, where they agreed; nothing is where the club does not use seasons."""
    person = world.season.points.get().person
    table = [reverse(name, args=[world.season.uid]) for name in ("season", "season_live")]
    table += [
        reverse(name, args=[world.season.uid, 1]) for name in ("season_part", "season_part_live")
    ]
    own = [
        reverse(name, args=[world.season.uid, person.uid])
        for name in (
            "season_person",
            "season_person_live",
            "season_certificate",
            "season_certificate_pdf",
        )
    ]

    def statuses(paths: list[str]) -> set[int]:
        return {client.get(path).status_code for path in paths}

    assert (statuses(table), statuses(own)) == ({200}, {404})
    Person.objects.filter(pk=person.pk).update(shown=True)
    assert statuses(own) == {200}
    Season.objects.update(is_public=False)
    assert statuses([*table, *own]) == {404}
    Season.objects.update(is_public=True)
    Club.objects.update(features=[])
    assert statuses([*table, *own]) == {404}


@pytest.mark.full
def test_ratings_and_persons_are_public_where_all_agreed(world: World, client: Client) -> None:
    """The club has switched ratings on, and the member agreed to be shown."""
    club, person = with_ratings(world).cast.club, world.cast.club.persons.order_by("pk")[0]
    Person.objects.filter(pk=person.pk).update(shown=False)
    table = [reverse("ratings", args=[club.uid, "gongzhu"])]
    table.append(reverse("ratings_part", args=[club.uid, "gongzhu", 1]))
    own = [reverse("person", args=[person.uid]), reverse("person_part", args=[person.uid, 1])]
    own.append(reverse("person_year", args=[person.uid, world.cast.tournament.starts_on.year]))

    def statuses(paths: list[str]) -> set[int]:
        return {client.get(path).status_code for path in paths}

    Club.objects.filter(pk=club.pk).update(features=[])
    assert (statuses(table), statuses(own)) == ({404}, {404})
    Club.objects.filter(pk=club.pk).update(features=[ClubFeature.RATINGS])
    assert (statuses(table), statuses(own)) == ({200}, {404})
    Person.objects.filter(pk=person.pk).update(shown=True)
    assert (statuses(table), statuses(own)) == ({200}, {200})


@pytest.mark.full
def test_standings_are_framed_by_the_sites_of_the_club_alone(world: World, client: Client) -> None:
    """Without such sites it is refused and says so; no other page is framed by anybody."""
    addresses = [reverse(name, args=event(world)) for name in ("embed", "embed_live")]

    def asked(address: str, **headers: str) -> tuple[int, str | None, str]:
        answer = client.get(address, headers={"Accept-Language": "en", **headers})
        policy = answer["Content-Security-Policy"]
        (framed,) = [each for each in policy.split("; ") if each.startswith("frame-ancestors")]
        return answer.status_code, answer.get("X-Frame-Options"), framed

    refused = (403, "DENY", "frame-ancestors 'none'")
    assert [asked(address) for address in addresses] == [refused, refused]
    assert (
        b"on no other site" in client.get(addresses[0], headers={"Accept-Language": "en"}).content
    )
    origins = ["https://club.example", "http://192.0.2.7:8080"]
    organise.set_embed_origins(world.cast.club, world.cast.director, origins)
    shown = (200, None, "frame-ancestors http://192.0.2.7:8080 https://club.example")
    assert [asked(address) for address in addresses] == [shown, shown]
    stamp = client.get(addresses[0], headers={"Accept-Language": "en"})["ETag"]
    assert asked(addresses[0], **{"If-None-Match": stamp}) == (304, *shown[1:])
    assert asked(reverse("event", args=event(world))) == (200, *refused[1:])
    organise.set_embed_origins(world.cast.club, world.cast.director, [])
    assert asked(addresses[0], **{"If-None-Match": stamp}) == refused
    Event.objects.update(state=Event.State.DRAFT)
    assert client.get(addresses[0]).status_code == 404


@pytest.mark.full
def test_a_draft_of_a_round_shows_nowhere(world: World, client: Client) -> None:
    Round.objects.update(state=Round.State.DRAFT)
    rounds = ("round", "round_part", "round_table")
    drawn = (*rounds, *(f"{name}_live" for name in rounds), "deal", "deal_live", "board")
    statuses = {name: status for name, (status, _) in public(client, world, drawn).items()}
    assert statuses == dict.fromkeys(drawn, 404)


def test_the_whole_scroll_is_there_once_its_event_is_finished(cast: Cast, client: Client) -> None:
    address = reverse("event_scroll", args=[cast.event.uid, "zh-hans"])
    assert client.get(address).status_code == 404
    share = reverse("share", args=[cast.event.uid])
    event = finished(cast, 3)
    answers = [client.get(address) for _ in range(2)]
    assert {answer["Content-Type"] for answer in answers} == {"image/svg+xml"}
    assert "img-src data:" in answers[0]["Content-Security-Policy"]
    again = client.get(address, headers={"If-None-Match": answers[1]["ETag"]})
    assert again.status_code == 304
    drawn = fromstring(answers[0].content)  # noqa: S314 (our own bytes)
    assert drawn.findtext("{*}title") == f"{event.name} · {event.tournament.name}"
    assert address in client.get(share).content.decode()
    Event.objects.filter(pk=event.pk).update(state=Event.State.DRAFT)
    assert client.get(address).status_code == 404
