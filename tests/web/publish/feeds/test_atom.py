"""What an event published, as a feed reader gets it: what its pages tell, and no name."""

from __future__ import annotations

from xml.etree.ElementTree import Element, fromstring

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tests.cast import Cast
from tournaments import organise
from tournaments.models import Event, Person, Round

ATOM = "{http://www.w3.org/2005/Atom}"


def read(client: Client, cast: Cast, language: str = "en") -> Element:
    answer = client.get(reverse("news_file", args=[cast.event.uid, language]))
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = fromstring(answer.content.decode())  # noqa: S314
    assert feed.tag == f"{ATOM}feed"
    for each in (feed, *entries(feed)):
        assert {"id", "title", "updated"} <= {child.tag.removeprefix(ATOM) for child in each}
    names = Person.objects.values_list("name", flat=True)
    assert not [name for name in names if name in answer.content.decode()]
    return feed


def entries(feed: Element) -> list[Element]:
    return feed.findall(f"{ATOM}entry")


def told(feed: Element, what: str = "title") -> list[str]:
    return [entry.findtext(f"{ATOM}{what}", "") for entry in entries(feed)]


def links(feed: Element) -> list[str]:
    return [link.attrib["href"] for link in feed.iter(f"{ATOM}link")]


@pytest.mark.full
def test_a_feed_tells_draws_results_and_the_end(
    cast: Cast, client: Client, settings: Settings
) -> None:
    settings.PUBLIC_ADDRESS = "https://cards.example"
    assert told(read(client, cast)) == []
    round_ = cast.round_in_play()
    drawn = read(client, cast)
    assert told(drawn) == ["Draw of round 1 published"]
    cast.play(round_)
    organise.close_round(round_, cast.director)
    closed = read(client, cast, "zh-hans")
    assert told(closed) == ["第1轮成绩已公布", "第1轮编排已公布"]
    assert told(closed, "id")[1:] == told(drawn, "id")
    organise.finish_event(cast.event, cast.director)
    finished = read(client, cast)
    assert told(finished)[0] == "Results official"
    assert len({*told(finished, "id")}) == 3
    assert {link.partition("/e/")[0] for link in links(finished)} == {"https://cards.example"}
    assert {
        client.get(link.removeprefix(settings.PUBLIC_ADDRESS)).status_code
        for link in links(finished)
    } == {200}


def test_what_was_taken_back_is_told_no_more(cast: Cast, client: Client) -> None:
    cast.round_in_play()
    Round.objects.update(state=Round.State.CANCELLED)
    Event.objects.update(public_revision=1000)
    assert told(read(client, cast)) == []
