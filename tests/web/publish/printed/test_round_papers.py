"""All papers of a round in one document: which they are, and who orders them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests import cast as people
from tests.cast import Cast
from tests.web.publish.papers import pages, untold
from tournaments import organise
from tournaments.jobs.models import Document, Job, JobState
from tournaments.models import Event, Installation, Round
from web.publish import documents
from web.publish.documents import Subject

HALL = "http://192.0.2.7:8000/"


@pytest.fixture(autouse=True)
def _in_english() -> object:
    with translation.override("en"):
        yield


def fresh(event: Event) -> Event:
    """Return an event as it is now."""
    return Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)


def paper(kind: str, event: Event, round_: Round | None = None, **more: Any) -> list[str]:
    """Return the text of each page of a document."""
    made = documents.find(kind)
    subject = Subject(fresh(event), HALL, round_, **more)
    return pages(made.render(made.prepare(subject).input, untold))


def ordered(client: Client, cast: Cast, **sent: object) -> Mapping[str, Any]:
    """Order everything for the first round at the desk; return what the worker is given."""
    address = reverse("desk_document_order", args=[cast.event.uid, "round_papers"])
    answer = client.post(address, {"round": 1, **sent}, headers={"host": "192.0.2.7:8000"})
    assert answer.status_code == 302
    payload: Mapping[str, Any] = Job.objects.latest("pk").payload
    return payload


def titles(texts: list[str]) -> list[str]:
    """Return the first line of each page."""
    return [text.partition("\n")[0] for text in texts]


@pytest.mark.full
def test_a_round_in_play_has_its_seating_the_round_before_and_blank_sheets(cast: Cast) -> None:
    cast.closed_round()
    round_ = cast.round_in_play()
    assert titles(paper("round_papers", cast.event, round_)) == [
        "Round 2 · Seating",
        "Round 2 · Seating · by table",
        "Round 1 · Results",
        "Round 2 · Record sheet · Table 1",
        "Round 2 · Record sheet · Table 2",
    ]


@pytest.mark.full
def test_sheets_are_laid_out_as_when_they_are_printed_alone(db: None) -> None:
    cast = people.assemble(players=8, deals_per_round=4)
    round_ = cast.round_in_play()
    assert len(paper("record_sheets", cast.event, round_)) == 2
    assert len(paper("round_papers", cast.event, round_)) == 4


@pytest.mark.full
def test_a_round_that_is_played_has_scoresheets(cast: Cast) -> None:
    round_ = cast.round_in_play()
    deals = cast.deals(round_)
    for deal in deals[:-1]:
        cast.post(deal)
    assert "Record sheet" in "".join(paper("round_papers", cast.event, round_))
    cast.post(deals[-1])
    assert titles(paper("round_papers", cast.event, round_))[2:] == [
        "Round 1 · Scoresheet · Table 1",
        "Round 1 · Scoresheet · Table 2",
    ]


@pytest.mark.full
def test_table_cards_come_where_they_are_asked_for(cast: Cast, client: Client) -> None:
    round_ = cast.round_in_play()
    codes = list(cast.tournament.tables.values_list("code", flat=True))
    without = "".join(paper("round_papers", cast.event, round_))
    assert not any(code in without for code in codes)
    together = "".join(paper("round_papers", cast.event, round_, with_cards=True))
    # A card is folded: it has everything twice, once for either side of the table.
    assert all(together.count(code) == 2 for code in codes)
    client.force_login(cast.bob)
    assert "cards" not in ordered(client, cast)["input"]
    assert not Installation.objects.filter(address=HALL).exists()
    assert ordered(client, cast, cards="on")["input"]["cards"]
    assert Installation.objects.get().address == HALL


@pytest.mark.full
def test_what_failed_is_ordered_again_with_its_cards(cast: Cast, client: Client) -> None:
    cast.round_in_play()
    client.force_login(cast.bob)
    digest = ordered(client, cast, cards="on")["digest"]
    Job.objects.update(state=JobState.FAILED, finished_at=timezone.now())
    where = reverse("desk_document", args=[cast.event.uid, "round_papers", digest])
    form = client.get(where).text
    assert '<input type="hidden" name="cards" value="on">' in form
    assert '<input type="hidden" name="round" value="1">' in form


@pytest.mark.full
def test_the_desk_offers_it_for_the_last_published_round_and_strangers_nothing(
    cast: Cast, client: Client
) -> None:
    client.force_login(cast.alice)
    where = reverse("desk_documents", args=[cast.event.uid])
    assert "Print everything" not in client.get(where, headers={"accept-language": "en"}).text
    cast.closed_round()
    drawn = cast.drawn_round()
    page = client.get(where, headers={"accept-language": "en"}).text
    assert "Print everything for round 1" in page
    # Its button stands above the table alone; a round that is no longer the latest has one there.
    assert "round_papers" not in re.findall(r'/documents/(\w+)/"\s+name="round"', page)
    organise.publish_round(drawn, cast.director)
    page = client.get(where, headers={"accept-language": "en"}).text
    for number, is_in_table in ((1, True), (2, False)):
        kinds = re.findall(rf'/documents/(\w+)/"\s+name="round"\s+value="{number}"', page)
        assert ("round_papers" in kinds) == is_in_table
    stranger = Client()
    address = reverse("document_order", args=[cast.event.uid, "round_papers"])
    assert stranger.post(address, {"round": 1}).status_code == 404
    assert Document.objects.count() == 0
