"""What a chat shows of a link to a page: its words and its picture."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.web.publish.sharing.test_shared import PUBLIC, finish, snapshot_of
from tests.web.publish.sharing.test_shared_pictures import addresses
from tournaments import results
from tournaments.models import Round


def test_a_link_says_nothing_to_a_chat_without_a_public_address(
    cast: Cast, round_: Round, client: Client
) -> None:
    answer = client.get(reverse("event", args=[cast.event.uid]))
    assert answer.status_code == 200
    page = answer.content.decode()
    assert "og:" not in page
    assert "cover." not in page


@pytest.mark.full
@pytest.mark.parametrize(
    ("name", "picture"),
    [("event", "event_cover"), ("entry", "entry_picture"), ("deal", "deal_picture")],
)
def test_a_link_shows_its_event_in_a_chat(
    cast: Cast, round_: Round, client: Client, settings: Any, name: str, picture: str
) -> None:
    settings.PUBLIC_ADDRESS = PUBLIC
    deal = cast.deals(round_)[0]
    cast.post(deal)
    uid = cast.event.uid
    pages: dict[str, list[Any]] = {"event": [uid], "entry": [uid, 1], "deal": [deal.uid]}
    of = pages[name]
    page = client.get(reverse(name, args=of)).content.decode()
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', page))
    assert cast.event.name in told["title"]
    assert told["url"] == PUBLIC + reverse(name, args=of)
    assert told["image"] == PUBLIC + addresses(cast, deal)[picture]
    assert told["description"]
    first = re.search(r"<img [^>]*src=\"([^\"]*)\"", page)
    assert first is not None
    assert first[1] == addresses(cast, deal)[picture]
    assert client.get(first[1]).status_code == 200


@pytest.mark.full
def test_the_words_of_a_link_name_who_leads(
    cast: Cast, round_: Round, english: Client, settings: Any
) -> None:
    settings.PUBLIC_ADDRESS = PUBLIC
    finish(cast, round_)
    page = english.get(reverse("event", args=[cast.event.uid])).content.decode()
    told = re.search(r'og:description" content="([^"]*)"', page)
    first = results.event_record.standings(snapshot_of(cast))[0]
    assert told is not None
    assert f"Winner: {first.competitor.name}" in told[1]


def test_a_wall_is_no_link(cast: Cast, round_: Round, client: Client, settings: Any) -> None:
    settings.PUBLIC_ADDRESS = PUBLIC
    answer = client.get(reverse("hall_standings", args=[cast.event.uid]))
    assert answer.status_code == 200
    assert "og:" not in answer.content.decode()
