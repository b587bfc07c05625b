"""What of an event a stranger must not see yet; every address is in tests/test_urls_refuse.py."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.web.publish import addresses
from tournaments import organise
from tournaments.models import Round

OF_THE_ROUND = ("round", "round_live", "deal", "deal_live")


@pytest.mark.full
@pytest.mark.parametrize("name", OF_THE_ROUND)
@pytest.mark.parametrize("state", [Round.State.DRAFT, Round.State.CANCELLED])
def test_nobody_finds_a_round_that_is_not_published_nor_its_deals(
    cast: Cast, client: Client, name: str, state: str
) -> None:
    round_ = cast.round_in_play()
    address = addresses.of(cast, round_)[name]
    assert client.get(address).status_code == 200
    Round.objects.filter(pk=round_.pk).update(state=state)
    assert client.get(address).status_code == 404


@pytest.mark.full
def test_the_seats_of_a_draft_are_on_no_page(cast: Cast, client: Client) -> None:
    first = cast.round_in_play()
    cast.play(first)
    organise.close_round(first, cast.director)
    known = addresses.of(cast, first)
    before = {name: client.get(known[name]).content for name in ("event", "entry", "home")}
    draft = cast.drawn_round()
    assert {name: client.get(known[name]).content for name in before} == before
    organise.publish_round(draft, cast.director)
    assert all(client.get(known[name]).content != page for name, page in before.items())


@pytest.mark.full
def test_an_entry_or_a_round_that_is_not_there_is_not_found(cast: Cast, client: Client) -> None:
    cast.round_in_play()
    for name, number in (("entry", 9), ("entry", 0), ("round", 2)):
        assert client.get(reverse(name, args=[cast.event.uid, number])).status_code == 404
