"""The picture of the first page: how those who lead an event came to their places."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.cast import Cast
from tests.web.publish.reading import read
from tournaments.models import BoardSource, DrawMethod, Event, Publication, Round
from web.publish.pages import home_standings
from web.publish.pages.progress import PublicRound


def publish(event: Event, round_: Round, *order: int, places: Sequence[int] = (1, 2, 3, 4)) -> None:
    """Publish standings with the entries of these numbers in this order."""
    uids = dict(event.entries.values_list("number", "uid"))
    shown = [
        {"place": place, "entry": uids[number], "total": "1"}
        for place, number in zip(places, order, strict=True)
    ]
    Publication.objects.create(
        event=event,
        round=round_,
        kind=Publication.Kind.STANDINGS,
        state=Publication.State.PROVISIONAL,
        seq=1,
        digest="0" * 64,
        shown=shown,
    )


@pytest.fixture
def rounds(cast: Cast) -> Sequence[Round]:
    """Two closed rounds."""
    first = cast.closed_round()
    return first, cast.closed_round()


def ranks(cast: Cast) -> home_standings.PublishedRanks:
    return home_standings.read([cast.event], cast.event)


@pytest.mark.full
def test_the_lines_of_the_first_three_have_names_and_end_in_their_order(
    cast: Cast, rounds: Sequence[Round]
) -> None:
    publish(cast.event, rounds[0], 3, 2, 1, 4)
    publish(cast.event, rounds[1], 1, 3, 2, 4)
    picture = ranks(cast).picture
    assert picture
    assert [line.place for line in picture.named] == [1, 2, 3]
    names = dict(cast.event.entries.values_list("number", "members__person__name"))
    assert [line.name for line in picture.named] == [names[1], names[3], names[2]]
    first = picture.named[0]
    starts = re.match(r"M(\d+) (\d+)", first.path)
    assert starts
    assert int(starts[2]) > first.end  # it came from the third place
    assert max(line.end for line in picture.lines) < picture.grid_end < picture.foot
    assert picture.foot < picture.size[1]


def test_entries_that_tie_have_the_published_place_on_lines_of_their_own(
    cast: Cast, rounds: Sequence[Round]
) -> None:
    publish(cast.event, rounds[0], 3, 2, 1, 4)
    publish(cast.event, rounds[1], 1, 3, 2, 4, places=(1, 1, 3, 4))
    picture = ranks(cast).picture
    assert picture
    assert [line.place for line in picture.named] == [1, 1, 3]
    assert [line.place for line in reversed(picture.lines)] == [1, 1, 3, 4]
    assert len({line.end for line in picture.lines}) == 4


def test_a_round_that_was_published_again_counts_once_and_as_it_is_now(
    cast: Cast, rounds: Sequence[Round]
) -> None:
    publish(cast.event, rounds[0], 3, 2, 1, 4)
    publish(cast.event, rounds[1], 1, 3, 2, 4)
    publish(cast.event, rounds[1], 2, 1, 3, 4)
    found = ranks(cast)
    assert found.picture
    assert [tick.number for tick in found.picture.rounds] == [1, 2]
    assert found.leaders[cast.event.pk].name == found.picture.named[0].name


def test_there_is_no_picture_of_one_round(cast: Cast) -> None:
    publish(cast.event, cast.closed_round(), 1, 3, 2, 4)
    assert not ranks(cast).picture


def test_there_is_no_picture_of_two_fields(cast: Cast, rounds: Sequence[Round]) -> None:
    publish(cast.event, rounds[1], 1, 3, 1, 2, places=(1, 2, 1, 2))
    assert not ranks(cast).picture


def test_an_event_of_which_two_rounds_may_be_ranked_is_pictured(cast: Cast) -> None:
    event = cast.event
    state = PublicRound(number=2, is_open=True, deals=4, done=0)
    assert home_standings.to_be_pictured([event], {event.pk: state}) is None
    later = PublicRound(number=3, is_open=True, deals=4, done=0)
    assert home_standings.to_be_pictured([event], {event.pk: later}) == event
    event.draw_method = DrawMethod.KNOCKOUT
    assert home_standings.to_be_pictured([event], {event.pk: later}) is None
    event.draw_method, event.boards = DrawMethod.SWISS, BoardSource.MADE
    assert home_standings.to_be_pictured([event], {event.pk: later}) is None


@pytest.mark.full
def test_the_first_page_has_the_picture_at_no_further_query(
    cast: Cast, rounds: Sequence[Round], english: Client
) -> None:
    publish(cast.event, rounds[0], 3, 2, 1, 4)
    publish(cast.event, rounds[1], 1, 3, 2, 4)
    page = english.get(reverse("home")).content.decode()
    assert page.count("rank-picture-place") == 3
    assert "First after round 2" not in page, "the picture says so"
    with CaptureQueriesContext(connection) as plain:
        home_standings.read([cast.event])
    with CaptureQueriesContext(connection) as pictured:
        home_standings.read([cast.event], cast.event)
    assert len(pictured) == len(plain)


@pytest.mark.full
def test_many_who_share_the_first_place_are_not_named_on_the_first_page(
    cast: Cast, rounds: Sequence[Round], english: Client
) -> None:
    publish(cast.event, rounds[1], 1, 2, 3, 4, places=(1, 1, 1, 4))
    assert ranks(cast).leaders[cast.event.pk].is_named
    publish(cast.event, rounds[1], 1, 2, 3, 4, places=(1, 1, 1, 1))
    assert not ranks(cast).leaders[cast.event.pk].is_named
    assert "First after round" not in read(english, reverse("home"))
