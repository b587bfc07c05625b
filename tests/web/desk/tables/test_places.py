"""The tables of a club at the desk: cards before any draw, who has them, and a draft that moves."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.cast import Cast
from tests.tournaments.organise.drawn.test_places import draw, event_beside, held, numbers
from tournaments import organise
from tournaments.models import ClubEntry, Installation
from tournaments.record.audit import Verb


@pytest.fixture
def owner(cast: Cast, client: Client) -> Client:
    client.force_login(cast.alice)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


@pytest.mark.full
def test_a_club_prints_its_cards_before_any_draw(cast: Cast, owner: Client) -> None:
    address = reverse("desk_places", args=[cast.club.uid])
    assert 'value="4"' in text(owner.get(address))
    assert owner.post(address, {"number": "3"}).status_code == 302
    places = list(cast.club.places.order_by("number"))
    assert [place.number for place in places] == [1, 2, 3]
    page = text(owner.get(address))
    assert [place.code for place in places if place.code not in page] == []
    assert ClubEntry.objects.get(verb=Verb.ADD_PLACES).club == cast.club
    answer = owner.get(reverse("desk_place_cards", args=[cast.club.uid]))
    assert answer["Content-Type"] == "application/pdf"
    paper = PdfReader(io.BytesIO(answer.content))
    words = "".join(page.extract_text() for page in paper.pages)
    # The card stands folded on the table: everything on it is there in both directions.
    assert [words.count(place.code) for place in places] == [2, 2, 2]
    assert len(paper.pages) == 2
    assert Installation.objects.get().address
    square = owner.get(reverse("desk_place_qr", args=[cast.club.uid, 2]))
    assert square["Content-Type"] == "image/svg+xml"
    assert owner.get(reverse("desk_place_qr", args=[cast.club.uid, 9])).status_code == 404


@pytest.mark.parametrize("number", ["", "0", "201", "four"])
def test_a_number_that_is_none_is_refused_in_words(number: str, cast: Cast, owner: Client) -> None:
    answer = owner.post(reverse("desk_places", args=[cast.club.uid]), {"number": number})
    assert answer.status_code == 200
    assert answer.context["form"].errors["number"]
    assert not cast.club.places.exists()


@pytest.mark.full
def test_a_draft_around_another_tournament_says_so(cast: Cast, owner: Client) -> None:
    cast.round_in_play()
    event = event_beside(cast)
    draw(cast, event)
    page = text(owner.get(reverse("desk_event", args=[event.uid])))
    assert "秋季赛 plays at table 1–2, so this round is at table 3–4." in page
    assert reverse("desk_move_tables", args=[event.rounds.get().uid]) not in page


@pytest.mark.full
def test_a_draft_whose_tables_were_taken_moves_by_a_button(cast: Cast, owner: Client) -> None:
    event = event_beside(cast)
    draft = draw(cast, event)
    cast.round_in_play()
    event_page = reverse("desk_event", args=[event.uid])
    assert "Play at table 3–4" in text(owner.get(event_page))
    refused = owner.post(reverse("desk_publish", args=[draft.uid]), follow=True)
    assert "秋季赛 plays at table 1–2. Move this round" in text(refused)
    moved = owner.post(reverse("desk_move_tables", args=[draft.uid]), follow=True)
    assert "It is at table 3–4 now." in text(moved)
    assert numbers(draft) == [3, 4]
    owner.post(reverse("desk_publish", args=[draft.uid]))
    assert held(event.tournament) == [3, 4]


@pytest.mark.full
@pytest.mark.databases
def test_an_open_page_of_a_draft_learns_that_another_tournament_took_or_left_its_tables(
    cast: Cast, owner: Client
) -> None:
    event = event_beside(cast)
    draft = draw(cast, event)
    live = reverse("desk_round_live", args=[draft.uid])
    opened = owner.get(reverse("desk_event", args=[event.uid])).context["stamp"]
    unchanged = {"If-None-Match": opened}
    assert owner.get(live, headers=unchanged).status_code == 304
    cast.round_in_play()
    taken = owner.get(live, headers=unchanged)
    assert "Play at table 3–4" in text(taken)
    unchanged = {"If-None-Match": taken["ETag"]}
    assert owner.get(live, headers=unchanged).status_code == 304
    cast.club.places.update(holder=None)
    assert "Play at table" not in text(owner.get(live, headers=unchanged))


@pytest.mark.full
def test_a_single_table_is_no_range(cast: Cast, owner: Client) -> None:
    cast.round_in_play()
    cast.club.places.filter(number=2).update(holder=None)
    owner.defaults["HTTP_ACCEPT_LANGUAGE"] = "zh-Hans"
    page = text(owner.get(reverse("desk_places", args=[cast.club.uid])))
    assert "1–1号桌" not in page
    assert '<span class="muted nowrap">1号桌</span>' in page


@pytest.mark.full
def test_tables_of_a_tournament_that_nobody_finished_are_freed(cast: Cast, owner: Client) -> None:
    round_ = cast.round_in_play()
    address = reverse("desk_places", args=[cast.club.uid])
    back = reverse("desk_places_back", args=[cast.tournament.uid])
    assert "2 tables, 1 to 2" in text(owner.get(address))
    assert "drawn or in play" in text(owner.post(back, follow=True))
    cast.play(round_)
    organise.close_round(round_, cast.director)
    assert "The tables are free." in text(owner.post(back, follow=True))
    assert held(cast.tournament) == []
    assert back not in text(owner.get(address))
