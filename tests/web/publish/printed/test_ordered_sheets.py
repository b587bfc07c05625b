"""Papers that are ordered: who may have them, and what the desk offers and remembers."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.web.publish.printed.test_sheets import OFFICIAL
from tournaments import organise
from tournaments.jobs import tasks
from tournaments.jobs.models import Document, Job, JobState
from tournaments.models import Installation
from web.publish import documents


def order(client: Client, cast: Cast, kind: str, number: int | str = "") -> int:
    """Order a document on a public page; return the status of the answer."""
    address = reverse("document_order", args=[cast.event.uid, kind])
    return client.post(address, {"round": number}).status_code


@pytest.mark.full
def test_strangers_order_what_is_public_and_find_nothing_else(cast: Cast, client: Client) -> None:
    cast.play(cast.round_in_play())
    cast.drawn_round()
    for kind in OFFICIAL:
        assert order(client, cast, kind, 1) == 404
    for kind in ("seating", "round_results", "results_csv"):
        assert order(client, cast, kind, 1) == 302
        assert order(client, cast, kind, 2) == 404
        assert order(client, cast, kind, 3) == 404
        assert order(client, cast, kind, "x") == 404
    assert order(client, cast, "seating") == 404
    assert order(client, cast, "standings", 1) == 404
    assert order(client, cast, "final") == 302


def made_at_the_desk(client: Client, cast: Cast, kind: str, number: int) -> tuple[str, Document]:
    """Order a document at the desk and let a worker make it; return where it is shown, and it."""
    address = reverse("desk_document_order", args=[cast.event.uid, kind])
    answer = client.post(address, {"round": number})
    assert answer.status_code == 302
    for job in Job.objects.filter(state=JobState.QUEUED):
        tasks.perform(job.uid)
    return answer["Location"], Document.objects.latest("pk")


@pytest.mark.full
@pytest.mark.parametrize("kind", OFFICIAL)
def test_papers_of_officials_are_read_by_officials_alone(
    cast: Cast, client: Client, kind: str
) -> None:
    cast.round_in_play()
    client.force_login(cast.bob)
    page, document = made_at_the_desk(client, cast, kind, 1)
    file = reverse("desk_document_file", args=[document.uid])
    assert file in client.get(page).content.decode()
    assert client.get(file).content.startswith(b"%PDF-")

    stranger, other = Client(), Client()
    other.force_login(cast.charlie)
    for name in ("document_pdf", "document_file"):
        assert stranger.get(reverse(name, args=[document.uid])).status_code == 404
    public = reverse("document", args=[cast.event.uid, kind, document.input_digest])
    assert stranger.get(public).status_code == 404
    for address in (page, file):
        assert stranger.get(address).status_code == 302
        assert other.get(address).status_code == 404


@pytest.mark.full
def test_a_draft_has_cards_and_blank_sheets_but_no_list(cast: Cast, client: Client) -> None:
    cast.drawn_round()
    client.force_login(cast.alice)
    page = client.get(reverse("desk_documents", args=[cast.event.uid])).content.decode()
    kinds = set(re.findall(r'/documents/(\w+)/"\s+name="round"\s+value="1"', page))
    assert kinds == {"table_cards", "record_sheets"}
    address: Callable[[str], str] = lambda kind: reverse(  # noqa: E731
        "desk_document_order", args=[cast.event.uid, kind]
    )
    assert client.post(address("seating"), {"round": 1}).status_code == 404
    assert client.post(address("table_cards"), {"round": 1}).status_code == 302


@pytest.mark.full
def test_the_address_on_the_cards_is_remembered(cast: Cast, client: Client) -> None:
    client.force_login(cast.alice)
    start = "http://192.0.2.7:8000/"
    address = reverse("desk_document_order", args=[cast.event.uid, "record_sheets"])
    client.post(address, headers={"host": "192.0.2.7:8000"})
    assert not Installation.objects.filter(address=start).exists()
    address = reverse("desk_document_order", args=[cast.event.uid, "table_cards"])
    client.post(address, headers={"host": "192.0.2.7:8000"})
    assert Installation.objects.get().address == start


@pytest.mark.full
def test_the_desk_names_whose_sign_no_typeface_has(cast: Cast, client: Client) -> None:
    client.force_login(cast.alice)
    address = reverse("desk_documents", args=[cast.event.uid])
    assert "〓" not in client.get(address).content.decode()
    organise.add_entries(cast.event, cast.director, [["Łukasz Müller"], ["李\U0002a6a5"]])
    page = client.get(address).content.decode()
    assert "<strong>李\U0002a6a5</strong>" in page
    assert "(\U0002a6a5 U+2A6A5)" in page
    assert "Łukasz" not in page


@pytest.mark.full
def test_the_desk_offers_everything_with_one_tap(cast: Cast, client: Client) -> None:
    cast.round_in_play()
    client.force_login(cast.bob)
    page = client.get(reverse("desk_documents", args=[cast.event.uid])).content.decode()
    stages, kinds = tuple(cast.event.stages.all()), map(documents.find, documents.names())
    suit = {kind.name for kind in kinds if kind.suits(cast.event, stages)}
    assert set(re.findall(r"/documents/(\w+)/", page)) == suit
    assert {"bracket", "cross_table", "groups"}.isdisjoint(suit), "nobody meets anybody in matches"
