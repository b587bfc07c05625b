"""Live pages: the cost of an unchanged one, and what changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries, Settings

from tests import cast as people
from tests.cast import Cast
from tests.referee.hall import Hall, Tablet
from tests.web.publish import addresses
from tournaments import organise
from tournaments.models import Round

FRAGMENTS = [f"{name}_live" for name in addresses.PAGES]
EVERYTHING = [*addresses.PAGES, *FRAGMENTS, "rules"]


@pytest.fixture
def round_(cast: Cast) -> Round:
    return cast.round_in_play()


@pytest.fixture
def ask(cast: Cast, round_: Round, client: Client) -> Callable[..., HttpResponse]:
    """Ask for a page by its name, showing a stamp if there is one."""
    known = addresses.of(cast, round_)

    def asked(name: str, stamp: str = "", method: str = "get", **headers: str) -> Any:
        shown = {"If-None-Match": stamp} if stamp else {}
        return getattr(client, method)(known[name], headers={**shown, **headers})

    return asked


@pytest.mark.full
def test_an_unchanged_page_costs_one_query_and_is_not_sent_again(
    ask: Callable[..., HttpResponse],
) -> None:
    wrong: dict[str, tuple[Any, ...]] = {}
    for name in EVERYTHING:
        stamp = ask(name)["ETag"]
        with CaptureQueriesContext(connection) as asked:
            answer = ask(name, stamp)
        told = (len(asked), answer.status_code, answer.content, answer["ETag"])
        wrong |= {} if told == (1, 304, b"", stamp) else {name: told}
    assert wrong == {}


@pytest.mark.full
def test_a_confirmed_result_moves_every_fragment(
    cast: Cast, round_: Round, ask: Callable[..., HttpResponse]
) -> None:
    stamps = {name: ask(name)["ETag"] for name in FRAGMENTS}
    cast.post(cast.deals(round_)[0])
    answers = {name: ask(name, stamp) for name, stamp in stamps.items()}
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(
        FRAGMENTS, 200
    )
    assert [name for name in FRAGMENTS if answers[name]["ETag"] == stamps[name]] == []


@pytest.mark.full
def test_the_page_holds_its_fragment_and_the_stamp_with_which_to_ask_for_it(
    ask: Callable[..., HttpResponse],
) -> None:
    wrong = []
    for name in addresses.PAGES:
        page, fragment = ask(name), ask(f"{name}_live")
        shown, stamp = page.content, fragment["ETag"].replace('"', "&quot;")
        holds = fragment.content.strip() in shown and f'data-etag="{stamp}"'.encode() in shown
        wrong += [] if holds and page["ETag"] != fragment["ETag"] else [name]
    assert wrong == []


@pytest.mark.full
def test_a_lease_and_an_unconfirmed_sheet_move_nothing_and_the_confirmed_one_does(
    cast: Cast, client: Client
) -> None:
    hall = Hall.of(cast)
    known = addresses.of(cast, hall.round)
    stamps = {name: client.get(known[name])["ETag"] for name in FRAGMENTS}

    tablet = Tablet(Client()).opens(hall.table)
    sheet = hall.sheet()
    tablet.submits(sheet)
    for name, stamp in stamps.items():
        assert client.get(known[name], headers={"If-None-Match": stamp}).status_code == 304

    tablet.confirms(hall.agreement(sheet))
    for name, stamp in stamps.items():
        assert client.get(known[name], headers={"If-None-Match": stamp}).status_code == 200


@pytest.mark.full
def test_a_draft_of_the_next_round_moves_nothing(
    cast: Cast, round_: Round, ask: Callable[..., HttpResponse]
) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)
    stamp = ask("event_live")["ETag"]
    cast.drawn_round()
    assert ask("event_live", stamp).status_code == 304


@pytest.mark.full
def test_each_language_has_a_stamp_of_its_own(ask: Callable[..., HttpResponse]) -> None:
    english = ask("event", **{"Accept-Language": "en"})
    chinese = ask("event", english["ETag"], **{"Accept-Language": "zh-hans"})
    assert chinese.status_code == 200
    assert chinese["ETag"] != english["ETag"]


@pytest.mark.full
def test_a_new_build_of_the_program_has_new_stamps(
    ask: Callable[..., HttpResponse], settings: Settings
) -> None:
    stamp = ask("event")["ETag"]
    settings.BUILD = "another"
    assert ask("event", stamp).status_code == 200


@pytest.mark.full
@pytest.mark.parametrize(
    "changed",
    [
        lambda stamp: stamp,
        lambda stamp: stamp.removeprefix("W/"),
        lambda stamp: f'{stamp[:-1]}-gzip"',
        lambda stamp: f'"another", {stamp}',
        lambda _: "*",
    ],
    ids=["weak", "strong", "compressed on its way", "among others", "any"],
)
def test_a_stamp_is_known_again_whatever_happened_to_it_on_its_way(
    ask: Callable[..., HttpResponse], changed: Callable[[str], str]
) -> None:
    assert ask("event", changed(ask("event")["ETag"])).status_code == 304


@pytest.mark.full
@pytest.mark.parametrize("stamp", ['W/"another"', "no stamp at all", '""'])
def test_a_stamp_of_something_else_is_answered_in_full(
    ask: Callable[..., HttpResponse], stamp: str
) -> None:
    assert ask("event", stamp).status_code == 200


@pytest.mark.nightly
def test_nothing_of_the_reader_is_kept_or_asked_for(ask: Callable[..., HttpResponse]) -> None:
    wrong: dict[str, tuple[Any, ...]] = {}
    for name in EVERYTHING:
        answer = ask(name)
        again = ask(name, answer["ETag"])
        told = (len(answer.cookies), answer["Cache-Control"], answer["Vary"], again["Vary"])
        is_right = told == (0, "no-cache", "Accept-Language", "Accept-Language")
        wrong |= {} if is_right else {name: told}
    assert wrong == {}


@pytest.mark.full
def test_whoever_asks_for_the_head_gets_the_head(ask: Callable[..., HttpResponse]) -> None:
    wrong: dict[str, tuple[Any, ...]] = {}
    for name in EVERYTHING:
        stamp, head = ask(name)["ETag"], ask(name, method="head")
        again = ask(name, stamp, method="head")
        told = (head.status_code, head.content, head["ETag"], again.status_code)
        wrong |= {} if told == (200, b"", stamp, 304) else {name: told}
    assert wrong == {}


def test_nothing_can_be_sent_to_a_page(ask: Callable[..., HttpResponse]) -> None:
    statuses = {name: ask(name, method="post").status_code for name in EVERYTHING}
    assert statuses == dict.fromkeys(EVERYTHING, 405)


@pytest.mark.nightly
@pytest.mark.django_db
def test_a_larger_event_costs_no_more_queries(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    large = people.assemble(players=16, deals_per_round=4)
    round_ = large.round_in_play()
    large.play(round_)
    for name, address in addresses.of(large, round_).items():
        with django_assert_max_num_queries(25):
            assert client.get(address).status_code == 200, name
