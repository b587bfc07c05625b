"""How many questions a page puts to the database: one read of the event, and little beside it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import cast as people
from tests.cast import Cast
from tournaments import organise
from tournaments.publish import cache

pytestmark = pytest.mark.databases

MOST: dict[str, int] = {
    "event": 15,
    "ranks": 15,
    "entry": 15,
    "seats": 15,
    "groups": 15,
    "hall_standings": 15,
    "hall_seating": 15,
    "round": 16,
    "round_table": 15,
}
"""The most queries of a page of an event of individuals that nobody has asked for before."""


def queries_of(client: Client, name: str, args: Sequence[str | int]) -> int:
    cache.forget()
    with CaptureQueriesContext(connection) as captured:
        response = client.get(reverse(name, args=args))
    assert response.status_code == 200
    return len(captured)


def arguments(cast: Cast, name: str) -> list[str | int]:
    uid = cast.event.uid
    return [uid, *{"entry": [1], "round": [1], "round_table": [1, 1]}.get(name, [])]


@pytest.mark.parametrize("name", MOST)
def test_a_page_asks_little_beside_the_read_of_its_event(
    cast: Cast, client: Client, name: str
) -> None:
    cast.play(cast.round_in_play())
    assert queries_of(client, name, arguments(cast, name)) <= MOST[name]


def test_more_rounds_and_tables_cost_no_more_queries(db: None, client: Client) -> None:
    small = people.assemble(players=8)
    small.play(small.round_in_play())
    few = {name: queries_of(client, name, arguments(small, name)) for name in MOST}
    for user in (small.alice, small.bob, small.charlie):
        user.username += " the first"
        user.save()
    large = people.assemble(players=24)
    for _ in range(2):
        round_ = large.round_in_play()
        large.play(round_)
        organise.close_round(round_, large.director)
    large.play(large.round_in_play())
    more = {name: queries_of(client, name, arguments(large, name)) for name in MOST}
    assert [name for name in MOST if more[name] > few[name]] == []
