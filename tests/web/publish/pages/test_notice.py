"""A notice for the hall: set at the desk, read on the screens and on the public page."""

from __future__ import annotations

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests.cast import Cast, account
from tournaments import organise
from tournaments.checks.verification import verify
from tournaments.models import Event, Role

SHOWN = ("event", "hall_seating", "hall_standings")
WORDS = "Round 2 begins at 14:30 <in room 2>."
ESCAPED = "Round 2 begins at 14:30 &lt;in room 2&gt;."


@pytest.fixture
def cast(db: None) -> Cast:
    """An event with a round in play."""
    cast = people.assemble()
    cast.round_in_play()
    return cast


def pages(client: Client, cast: Cast) -> list[str]:
    """What a stranger reads."""
    responses = [client.get(reverse(name, args=[cast.event.uid])) for name in SHOWN]
    return [answer.content.decode() for answer in responses]


def says(cast: Cast, words: str) -> int:
    """Bob gives a notice at the desk."""
    desk = Client()
    desk.force_login(cast.bob)
    answer = desk.post(reverse("desk_notice", args=[cast.event.uid]), {"notice": words})
    return int(answer.status_code)


@pytest.mark.full
def test_a_notice_stands_on_every_screen_until_it_is_emptied(cast: Cast, client: Client) -> None:
    assert says(cast, WORDS) == 302
    assert all(ESCAPED in page for page in pages(client, cast))
    assert says(cast, "") == 302
    assert not any(ESCAPED in page for page in pages(client, cast))
    assert verify(cast.tournament) == []


@pytest.mark.full
def test_a_page_that_is_open_hears_of_a_notice(cast: Cast, client: Client) -> None:
    address = reverse("hall_standings_live", args=[cast.event.uid])
    etag = client.get(address)["ETag"]
    says(cast, WORDS)
    assert client.get(address, headers={"if-none-match": etag}).status_code == 200
    etag = client.get(address)["ETag"]
    says(cast, f"  {WORDS} ")
    assert client.get(address, headers={"if-none-match": etag}).status_code == 304


def test_a_notice_is_in_the_log_by_its_digest_alone(cast: Cast) -> None:
    says(cast, "甲 is looked for.")
    newest = cast.tournament.log.order_by("seq").last()
    assert newest is not None
    assert newest.verb == "set_notice"
    assert "looked for" not in newest.body


def test_a_notice_that_no_screen_holds_is_refused(cast: Cast) -> None:
    says(cast, "x" * 201)
    assert Event.objects.get().notice == ""


def test_a_notice_of_blanks_takes_the_one_before_down_and_says_so(cast: Cast) -> None:
    organise.set_notice(cast.event, cast.director, WORDS)
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(cast.alice)
    answer = desk.post(reverse("desk_notice", args=[cast.event.uid]), {"notice": "  "})
    said = [str(message) for message in get_messages(answer.wsgi_request)]
    cast.event.refresh_from_db()
    assert (cast.event.notice, said) == ("", ["The notice is taken down."])


@pytest.mark.full
def test_who_only_keys_in_gives_no_notice(cast: Cast) -> None:
    dave = account("dave")
    organise.grant_role(cast.director, cast.tournament, dave, Role.SCORER)
    desk = Client()
    desk.force_login(dave)
    address = reverse("desk_notice", args=[cast.event.uid])
    assert desk.post(address, {"notice": WORDS}).status_code == 403
    page = desk.get(reverse("desk_event", args=[cast.event.uid]))
    assert address not in page.content.decode()
