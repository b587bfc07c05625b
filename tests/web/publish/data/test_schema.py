"""The description of the public data: valid, complete, and true of every answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from typing import Any, Final
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests import cast as people
from tests import teams_cast
from tests.tournaments import over_boards
from tests.web.publish.data import conforming
from tests.web.publish.data.conforming import document, faults, faults_of, shape_of
from tournaments.models import Board, BoardSource, Comparison, Event, Form
from web.publish.data import meanings, openapi, schemas
from web.publish.data.resources import RESOURCES
from web.publish.feeds import problems

SHAPES: Final = schemas.shapes_in(*(each.shape for each in RESOURCES.values()), problems.Problem)
ADDRESS_LINKS: Final = ("url", "deal_url", "tournament_url", "next", "previous", "event")
LISTS: Final = ("entries", "rounds", "tables", "standings", "results", "boards", "tournaments")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_it_is_valid_and_describes_everything(language: str) -> None:
    told = document(language)
    assert [error.message for error in conforming.of_openapi().iter_errors(told)] == []
    assert told["openapi"] == "3.1.1"
    for schema in told["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
        assert schema["description"]
        assert all(key["description"] for key in schema["properties"].values())


def test_every_meaning_is_that_of_a_key() -> None:
    keys = {each.name for shape in SHAPES for each in fields(shape)}
    full = {f"{shape.__name__}.{each.name}" for shape in SHAPES for each in fields(shape)}
    of_lists = set(document()["components"]["schemas"]["EntryList"]["properties"])
    known = keys | full | of_lists | {f"List.{name}" for name in of_lists}
    assert set(meanings.KEYS) - known == set()
    assert set(meanings.SHAPES) == {shape.__name__ for shape in SHAPES}
    codes = {name for name in schemas.CODES if name not in full | keys}
    assert codes == set()


def test_every_resource_has_an_example_that_conforms() -> None:
    assert set(openapi.EXAMPLES) == set(RESOURCES)
    wrong = {name: faults(shape_of(name), value) for name, value in openapi.EXAMPLES.items()}
    assert {name: found for name, found in wrong.items() if found} == {}


def test_it_is_served_to_every_site(client: Client, db: None) -> None:
    answer = client.get(reverse("data_schema"), {"language": "en"})
    assert answer.json()["servers"] == [{"url": "http://testserver"}]
    assert answer["Access-Control-Allow-Origin"] == "*"
    again = client.get(
        reverse("data_schema"), {"language": "en"}, headers={"If-None-Match": answer["ETag"]}
    )
    assert again.status_code == 304
    assert client.get(reverse("data_schema"), headers={"Accept": "text/html"}).status_code == 406


def individuals() -> Event:
    """An event of eight players: a round closed, one in play."""
    cast = people.assemble()
    cast.closed_round()
    round_ = cast.round_in_play()
    cast.post(cast.deals(round_)[0])
    return cast.event


def over_open_boards() -> Event:
    """An event of eight players over boards, all of them played and open."""
    cast = over_boards.assemble(8, form=Form.INDIVIDUAL, comparison=Comparison.MATCHPOINTS)
    cast.closed_round()
    Board.objects.filter(opened_at=None).update(opened_at=cast.event.created_at)
    return cast.event


def over_sealed_boards() -> Event:
    """The same while the boards are sealed."""
    cast = over_boards.assemble(8, form=Form.INDIVIDUAL, comparison=Comparison.MATCHPOINTS)
    cast.post(cast.deals(cast.round_in_play())[0])
    return cast.event


def teams() -> Event:
    """An event of teams: the first segment played, the second awaited."""
    made = teams_cast.assemble(boards=BoardSource.MADE, comparison=Comparison.IMP)
    made.reveal(made.segment(1))
    made.play()
    return made.event


def reachable(client: Client, start: str) -> Iterator[tuple[str, Any]]:
    """Follow every link of the data from an address; yield the resource and the answer of each."""
    asked, waiting = set[str](), [start]
    while waiting:
        address = waiting.pop()
        if address in asked:
            continue
        asked.add(address)
        answer = client.get(address)
        yield answer.resolver_match.kwargs["name"], answer
        waiting += _links(answer.json())


def _links(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            is_link = key in (*ADDRESS_LINKS, *LISTS) and isinstance(part, str)
            if is_link and "/api/1/" in part:
                yield part
            yield from _links(part)
    elif isinstance(value, list):
        for part in value:
            yield from _links(part)


@pytest.mark.full
@pytest.mark.parametrize("made", [individuals, over_open_boards, over_sealed_boards, teams])
def test_every_answer_is_as_it_is_described(
    db: None, client: Client, made: Callable[[], Event]
) -> None:
    event = made()
    seen, wrong = set[str](), dict[str, list[str]]()
    for name, answer in reachable(client, reverse("data_event", args=[event.uid])):
        seen.add(name)
        found = faults_of(name, answer)
        wrong |= {answer.request["PATH_INFO"]: found} if found else {}
    assert wrong == {}
    of_boards = {"board"} if event.boards != BoardSource.TABLE else set()
    assert {*RESOURCES} - {"index", "tournaments", "board"} | of_boards <= seen


ODD: Final = ("0" * 12, "0", "1", "2", "-1", "9" * 30, "..", "é", "%00", "a b")
"""What may stand in an address where nothing of that name is."""
ACCEPTED: Final = ("*/*", "application/json", "text/html", "", "application/*;q=0.1", "a/b;q=x")
METHODS: Final = ("GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "TRACE")
PARAMETERS: Final = st.dictionaries(
    st.sampled_from(["page", "language", "q", "format"]),
    st.one_of(st.sampled_from(["1", "2", "0", "en", "zh-hans", "xx", "-1"]), st.text(max_size=8)),
    max_size=3,
)


@pytest.fixture
def uids(db: None) -> tuple[str, ...]:
    """The identifiers that an address may name, of an event that is in play."""
    event = individuals()
    deals = (deal.uid for deal in event.deals.all()[:2])
    return event.uid, event.tournament.uid, *deals


@pytest.mark.full
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_whatever_is_asked_is_answered_or_refused_in_form(
    uids: tuple[str, ...], data: st.DataObject
) -> None:
    def drawn(among: Iterable[str]) -> str:
        return data.draw(st.sampled_from([*among]))

    name, method = drawn(RESOURCES), drawn(METHODS)
    parts = (
        drawn([*uids, *ODD]) if "<uid" in part else drawn(ODD) if "<" in part else part
        for part in RESOURCES[name].path.split("/")
    )
    address = reverse("data") + quote("/".join(parts), safe="/%")
    answer = Client().generic(
        method,
        address,
        query_params=data.draw(PARAMETERS),
        headers={"Accept": drawn(ACCEPTED), "If-None-Match": drawn(["", "*"])},
    )
    assert answer.status_code < 500
    is_page = answer.get("Content-Type", "").startswith("text/html")
    if method != "HEAD" and not (is_page and name == "index"):
        assert faults_of(name, answer) == []
