"""How the public data are answered: to whom, in which form, and how often."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from django.core.cache import cache as limits
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from tests import cast as people
from tests.cast import Cast
from web.publish import cache
from web.publish.data import resources
from web.publish.data.resources import RESOURCES
from web.publish.data.views import PublicDataThrottle

PROBLEM = "application/problem+json"


@pytest.fixture
def cast(db: None) -> Cast:
    """An event of eight players with a round in play of which one deal is in."""
    return people.assemble()


def at(name: str, *args: str | int) -> str:
    return reverse(f"data_{name}", args=args)


def problem(answer: Any) -> tuple[int, str]:
    """Return the status of a refusal that has the form of one, and what it says is wrong."""
    told = json.loads(answer.content)
    assert answer["Content-Type"] == PROBLEM
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert set(told) == {"type", "title", "status", "detail", "instance"}
    assert told["status"] == answer.status_code
    return answer.status_code, told["detail"]


def vary(answer: Any) -> list[str]:
    return [name.strip() for name in answer["Vary"].split(",")]


def test_without_its_last_stroke_the_index_is_led_to_for_every_site(client: Client) -> None:
    answer = client.get("/api/1?language=en", headers={"Origin": "https://elsewhere.example"})
    assert (answer.status_code, answer["Location"]) == (301, "/api/1/?language=en")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert client.options("/api/1")["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"


def test_every_site_may_read_without_a_cookie(cast: Cast, client: Client) -> None:
    address = at("event", cast.event.uid)
    answer = client.get(address, headers={"Origin": "https://elsewhere.example"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert not answer.cookies
    assert "cookie" not in answer.get("Vary", "").lower()
    asked = client.options(address, headers={"Access-Control-Request-Headers": "if-none-match"})
    assert (asked.status_code, asked.content) == (204, b"")
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert "If-None-Match" in asked["Access-Control-Allow-Headers"]


def test_what_is_unchanged_is_not_sent_again(cast: Cast, client: Client) -> None:
    address = at("standings", cast.event.uid)
    stamp = client.get(address)["ETag"]
    again = client.get(address, headers={"If-None-Match": stamp})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", stamp)
    assert again["Access-Control-Allow-Origin"] == "*"
    cast.round_in_play()
    cast.event.refresh_from_db()
    changed = client.get(address, headers={"If-None-Match": stamp})
    assert changed.status_code == 200
    assert changed["ETag"].startswith(f'W/"{cast.event.public_revision}.')


def test_what_is_kept_costs_one_query_and_is_packed_once(
    cast: Cast,
    client: Client,
    settings: Settings,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    settings.LIVE_PAUSE = 5
    cache.forget()
    address = at("standings", cast.event.uid)
    first = client.get(address, headers={"Accept-Encoding": "gzip"})
    with django_assert_num_queries(1):
        again = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert again.content == first.content
    assert again["Content-Encoding"] == "gzip"
    assert json.loads(gzip.decompress(again.content))["count"] == 8
    assert cache.SHARED not in again
    # Links are those of the host that was asked, and nobody else's.
    other = json.loads(
        client.get(at("event", cast.event.uid), headers={"Host": "10.1.1.1"}).content
    )
    own = json.loads(client.get(at("event", cast.event.uid)).content)
    assert other["url"].replace("10.1.1.1", "testserver") == own["url"]


@pytest.mark.parametrize(
    "host", ["10.1.1.1", "127.9.9.9", "testserver:81", "224.0.0.1", "[2001:db8::1]"]
)
def test_answers_to_a_host_that_may_be_anything_are_kept_for_nobody(
    cast: Cast, client: Client, settings: Settings, host: str
) -> None:
    settings.LIVE_PAUSE = 5
    cache.forget()
    address = at("event", cast.event.uid)
    strange = client.get(address, headers={"Host": host})
    assert strange.json()["url"] == f"http://{host}{address}"
    assert not cache._places
    for own in ("testserver", "TestServer", "127.0.0.1"):
        answer = client.get(address, headers={"Host": own})
        assert answer.json()["url"] == f"http://{own.lower()}{address}"
        assert answer["ETag"] != strange["ETag"]
    assert {key for key, _language in cache._places} == {
        f"http://testserver{address}?page=1",
        f"http://127.0.0.1{address}?page=1",
    }
    # A stamp of another host is no reason to show its links.
    again = client.get(address, headers={"If-None-Match": strange["ETag"]})
    assert again.json()["url"] == f"http://testserver{address}"


def test_whatever_is_refused_is_a_problem(cast: Cast, client: Client) -> None:
    event = at("event", cast.event.uid)
    assert problem(client.get(at("event", "0" * 12)))[0] == 404
    assert problem(client.get("/api/1/nowhere"))[0] == 404
    for torn in ("/api/1/events/%0A%22/rounds/", "/api/1/events/x/%0A"):
        assert problem(client.get(torn))[0] == 404
    assert problem(client.get(at("entries", cast.event.uid), {"page": 2}))[0] == 404
    for wrong in ({"page": "0"}, {"page": "x"}, {"page": "9" * 5000}, {"language": "xx"}):
        assert problem(client.get(at("entries", cast.event.uid), wrong))[0] == 400
    assert problem(client.get(event, headers={"Accept": "text/html"}))[0] == 406
    refused = Client(enforce_csrf_checks=True).post(event)
    assert problem(refused)[0] == 405
    assert refused["Allow"] == "GET, HEAD, OPTIONS"


def test_words_are_those_of_the_language_in_the_address_alone(cast: Cast, client: Client) -> None:
    cast.round_in_play()
    client.cookies["django_language"] = "en"
    address = at("rounds", cast.event.uid)
    usual = client.get(address, headers={"Accept-Language": "en"})
    assert "第1轮" in usual.json()["items"][0]["sentence"]
    english = client.get(address, {"language": "en"})
    assert "Round 1" in english.json()["items"][0]["sentence"]
    assert english["Content-Language"] == "en"
    assert "nothing public" in problem(client.get(at("event", "0" * 12) + "?language=en"))[1]
    assert "can only be read" in problem(client.post(f"{address}?language=en"))[1]
    assert "只能读取" in problem(client.post(address, headers={"Accept-Language": "en"}))[1]
    html = {"Accept": "text/html", "Accept-Language": "en"}
    assert "does not accept" in problem(client.get(f"{address}?language=en", headers=html))[1]
    other = client.get(address, headers=html)
    assert "JSON" in problem(other)[1]
    assert (other["Content-Language"], usual["Content-Language"]) == ("zh-hans", "zh-hans")
    assert all({"Accept", "Accept-Language"} <= set(vary(each)) for each in (usual, other))


def test_an_address_that_asks_too_often_is_told_when_to_come_back(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits.clear()
    monkeypatch.setattr(PublicDataThrottle, "rate", "3/min", raising=False)
    address = at("event", cast.event.uid)
    stamp = {client.get(address)["ETag"] for _ in range(3)}.pop()
    refused = client.get(address)
    assert problem(refused)[0] == 429
    assert 0 < int(refused["Retry-After"]) <= 61
    assert client.get(address, headers={"If-None-Match": stamp}).status_code == 304
    assert client.get(address, REMOTE_ADDR="10.9.9.9").status_code == 200


def test_a_fault_of_the_program_is_a_problem_too(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def _broken(*_args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(resources, "read", _broken)
    client.raise_request_exception = False
    assert problem(client.get(at("event", cast.event.uid)))[0] == 500


def test_a_browser_is_answered_with_the_page_and_a_program_with_the_index(
    db: None, client: Client
) -> None:
    page = client.get(reverse("data"), headers={"Accept": "text/html,*/*;q=0.8"})
    assert page["Content-Type"].startswith("text/html")
    assert not page.cookies
    assert "Accept" in page["Vary"]
    told = page.content.decode()
    for name, resource in RESOURCES.items():
        assert f'id="{name}"' in told
        assert f'id="shape-{resource.shape.__name__}"' in told
    assert "公开数据" in told
    english = client.get(reverse("data"), headers={"Accept": "text/html", "Accept-Language": "en"})
    assert "Public data" in english.content.decode()
    asked = {"language": "en"}
    named = client.get(reverse("data"), asked, headers={"Accept": "text/html"})
    assert "Public data" in named.content.decode()
    assert named["Content-Language"] == "en"
    unknown = client.get(reverse("data"), {"language": "xx"}, headers={"Accept": "text/html"})
    assert problem(unknown)[0] == 400
    assert client.get(reverse("data")).json()["version"] == "1"
    assert client.get(reverse("data"), headers={"Accept": "image/png"}).status_code == 406
