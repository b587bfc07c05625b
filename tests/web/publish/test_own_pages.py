"""Pages of one reader: packed for who takes it, and never what repeats what somebody asked."""

from __future__ import annotations

import gzip
from typing import Final

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from tests.address_tables import DESK
from tests.cast import Cast
from tests.referee.hall import Hall
from tests.world import assemble, club, tournament
from tournaments.models import Club, ClubFeature
from web.publish import own_pages

UID: Final = "d3ynt88qcscv"
TEXT: Final = f'<a href="/calls/?event={UID}">呼叫</a>'.encode() * 40


def sent(
    address: str = "/", *, method: str = "GET", takes: str = "gzip", body: bytes = TEXT
) -> HttpResponse:
    request = RequestFactory().generic(method, address, headers={"accept-encoding": takes})
    return own_pages.packed(request, HttpResponse(body))


def test_a_page_is_packed_for_a_browser_that_takes_it() -> None:
    answer = sent()
    assert (answer["Content-Encoding"], answer["Vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(answer.content) == TEXT
    assert "Content-Encoding" not in sent(takes="br")
    assert sent(takes="br")["Vary"] == "Accept-Encoding"


def test_its_size_differs_from_one_time_to_the_next() -> None:
    assert len({len(sent().content) for _ in range(20)}) > 1


@pytest.mark.parametrize(
    "address",
    ["/?q=a", f"/?event={UID}&q=a", f"/?event={UID[:-1]}z", "/?event=", f"/?event={UID}x"],
)
def test_what_asks_more_than_an_event_of_the_page_is_not(address: str) -> None:
    assert sent(address).content == TEXT


def test_an_event_to_which_the_page_leads_is_no_guess() -> None:
    assert "Content-Encoding" in sent(f"/?event={UID}")


def test_what_answers_a_form_or_is_short_or_no_page_is_not() -> None:
    assert "Content-Encoding" not in sent(method="POST")
    assert "Content-Encoding" not in sent(body=b"short")
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
    for answer in (
        HttpResponse(TEXT, content_type="application/json"),
        HttpResponse(TEXT, status=404),
    ):
        assert "Content-Encoding" not in own_pages.packed(request, answer)


@pytest.mark.full
def test_the_desk_is_packed_and_its_codes_are_not(cast: Cast, client: Client) -> None:
    cast.round_in_play()
    client.force_login(cast.alice)
    takes = {"accept-encoding": "gzip"}
    of_event, of_tournament = [cast.event.uid], [cast.tournament.uid]
    overview = reverse("referee_overview", args=of_tournament)
    for address in (
        reverse("desk"),
        reverse("desk_event", args=of_event),
        overview,
        f"{overview}?event={cast.event.uid}",
    ):
        assert client.get(address, headers=takes).headers.get("Content-Encoding") == "gzip"
        assert b"</html>" in client.get(address).content
    for address in (
        f"{overview}?event=000000000000",
        reverse("desk_codes", args=of_tournament),
        reverse("desk_places", args=[cast.club.uid]),
        reverse("desk_slips", args=of_event),
    ):
        answer = client.get(address, headers=takes)
        assert answer.status_code == 200
        assert not answer.has_header("Content-Encoding")


@pytest.mark.full
def test_no_page_with_what_opens_something_is_given_to_be_packed(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what a page shows, not by what it declares: two showed a hall's code, packed."""
    world = assemble()
    Club.objects.filter(pk=world.cast.club.pk).update(features=[one.value for one in ClubFeature])
    given: list[str] = []

    def noted(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
        given.append(request.path)
        return answer

    monkeypatch.setattr(own_pages, "packed", noted)
    client.force_login(world.cast.alice)
    of_desk = {name: page for name, page in DESK.items() if name.startswith("desk_")}
    pages = [client.get(reverse(name, args=page.of(world))) for name, page in of_desk.items()]
    invited = {"username": "", "role": "scorer"}
    channel = {"kind": "webhook", "name": "x", "address": "https://example.org/"}
    officials, channels = (
        reverse(name, args=of(world))
        for name, of in (("desk_officials", tournament), ("desk_messages", club))
    )
    pages += [client.post(officials, invited), client.post(channels, channel)]
    showing = {
        page.request["PATH_INFO"]
        for page in pages
        if page.context and any(page.context.get(key) for key in OPENS)
    }
    assert {officials, channels} < showing
    assert len(showing) > 4
    assert sorted(showing & set(given)) == []


OPENS: Final = ("hall_code", "code", "secret", "link")
"""Names in the context of a page under which stands what opens something to anybody who has it."""


@pytest.mark.full
def test_the_page_of_a_table_is_packed(hall: Hall, client: Client) -> None:
    answer = client.get(f"/t/{hall.table.code}/", headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert {"Accept-Encoding", "Cookie"} <= set(answer["Vary"].replace(" ", "").split(","))
