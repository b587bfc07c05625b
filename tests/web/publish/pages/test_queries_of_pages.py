"""How many questions a page puts to the database: one read of the event, and little beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import cast as people
from tests import games_cast, levels_cast
from tests.samples import sampled
from tests.tournaments import over_boards
from tests.tournaments.drawing import pairs_cast
from tests.tournaments.results.test_level_matches import DEALERS_THREE
from tournaments import organise
from tournaments.models import Board, DrawMethod, Event, Round, Sitting
from web.publish import cache
from web.publish.served.public_page import KINDS

MOST: Final = 16
"""The most queries of a page that nobody has asked for before."""
FEWEST_PAGES: Final = 15
SEASONS: Final = frozenset(
    {"season", "season_person", "season_certificate", "season_certificate_pdf"}
)
ACROSS: Final = SEASONS | {"ratings", "person", "person_year"}
"""Pages across events, which are asked in the tests of seasons and ratings."""
WITHOUT: Final = ACROSS | {"bracket", "document", "articles", "embed"}
"""Pages that an event may not have: the frame of a knockout, a document, which is ordered, the
articles of an official competition, and standings for frames of other sites."""


def individuals(*, finished: bool) -> Event:
    cast = people.assemble()
    Event.objects.update(round_minutes=60)
    return _play(cast, finished=finished)


def level_teams(*, finished: bool) -> Event:
    """Two teams who play games of 升级 in two rooms, with revealed line-ups."""
    options: dict[str, Any] = {"game": "shengji", "rules": {"preset": "lianzhong-2"}}
    options |= {"segments": 1 if finished else 2, "deals_per_round": 1, "round_minutes": 60}
    teams = games_cast.assemble(**options)
    teams.show(1)
    for room in ("open", "closed"):
        teams.play_in(room, DEALERS_THREE)
    if finished:
        _finish(teams.cast.director, teams.round)
    return teams.event


def pairs(*, finished: bool) -> Event:
    """Pairs who play for levels, the sheet of whose game asks questions."""
    cast = levels_cast.assemble(deals=1, ranking="vp_15_10", draw_method="round_robin")
    round_ = cast.round_in_play()
    for deal in cast.deals(round_):
        levels_cast.post(cast, deal, levels_cast.DEALERS_KEEP)
    if finished:
        _finish(cast.director, round_)
    return cast.event


def knockout(*, finished: bool) -> Event:
    cast = pairs_cast(2 if finished else 4)
    Event.objects.update(draw_method=DrawMethod.KNOCKOUT)
    cast.event.refresh_from_db()
    return _play(cast, finished=finished)


def boards(*, finished: bool) -> Event:
    return _play(over_boards.assemble(), finished=finished)


EVENTS: Final[tuple[Callable[..., Event], ...]] = (
    individuals,
    level_teams,
    pairs,
    knockout,
    boards,
)


def _play(cast: Any, *, finished: bool) -> Event:
    round_ = cast.round_in_play()
    cast.play(round_)
    if finished:
        _finish(cast.director, round_)
    event: Event = cast.event
    return event


def _finish(director: Any, round_: Round) -> None:
    organise.close_round(round_, director)
    organise.finish_event(round_.event, director)


def arguments(event: Event) -> dict[str, list[str | int]]:
    """Return the arguments of every page by its name; of most it is the event alone."""
    uid = event.uid
    table = Sitting.objects.filter(segment__match__round__event=event).first()
    deal, board = event.deals.filter(done=True).last(), Board.objects.first()
    special: dict[str, list[str | int]] = {
        "home": [],
        "hall_overview": [event.tournament.uid],
        "schedule_file": [event.tournament.uid, "en"],
        "news_file": [uid, "en"],
        "glossary": [event.game],
        "round": [uid, 1],
        "round_table": [uid, 1, table.table.number if table else 0],
        "entry": [uid, 1],
        "deal": [deal.uid if deal else ""],
        "board": [uid, 1, board.board_no if board else 0],
    }
    return {name: special.get(name, [uid]) for name in KINDS}


def pages_of(event: Event) -> Iterator[tuple[str, str]]:
    """Yield the addresses of all public pages that an event has, each with its name."""
    left_out = WITHOUT if event.draw_method != DrawMethod.KNOCKOUT else WITHOUT - {"bracket"}
    if not Board.objects.exists():
        left_out |= {"board"}
    for name, args in arguments(event).items():
        if name not in left_out:
            yield name, reverse(name, args=args)


def queries_of(client: Client, address: str) -> int:
    cache.forget()
    with CaptureQueriesContext(connection) as captured:
        response = client.get(address)
    assert response.status_code == 200, address
    return len(captured)


@pytest.mark.full
@pytest.mark.parametrize(
    "finished",
    [False, True],
    ids=["in_play", "finished"],
)
@pytest.mark.parametrize("of", sampled(EVENTS, (level_teams,)), ids=lambda of: str(of.__name__))
def test_no_page_asks_much_beside_the_read_of_its_event(
    db: None, client: Client, of: Callable[..., Event], finished: bool
) -> None:
    event = of(finished=finished)
    asked = {name: queries_of(client, address) for name, address in pages_of(event)}
    assert len(asked) > FEWEST_PAGES
    assert {name: number for name, number in asked.items() if number > MOST} == {}


@pytest.mark.full
def test_more_rounds_and_tables_cost_no_more_queries(db: None, client: Client) -> None:
    small = people.assemble(players=8)
    first = small.round_in_play()
    small.play(first)
    organise.close_round(first, small.director)
    small.play(small.round_in_play())
    few = {name: queries_of(client, address) for name, address in pages_of(small.event)}
    for user in (small.alice, small.bob, small.charlie):
        user.username += " the first"
        user.save()
    large = people.assemble(players=12)
    for _ in range(2):
        round_ = large.round_in_play()
        large.play(round_)
        organise.close_round(round_, large.director)
    large.play(large.round_in_play())
    more = {name: queries_of(client, address) for name, address in pages_of(large.event)}
    assert len(few) > FEWEST_PAGES
    assert [name for name in few if more[name] > few[name]] == []
