"""Whom the public pages of ratings show: who agreed, under one page, and nobody else."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import merging
from tests.cast import PLAYERS, Cast
from tests.clubs.ratings.evenings import two_rated
from tests.clubs.ratings.test_pages import first, public_addresses, text
from tournaments.models import (
    Person,
)
from tournaments.persons.entering import add_guest


@pytest.fixture
def rated(cast: Cast, client: Client) -> Cast:
    """Two finished evenings, rated; the first player agreed to be shown."""
    two_rated(cast)
    Person.objects.filter(name=PLAYERS[0]).update(shown=True)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return cast


@pytest.mark.full
def test_in_public_stand_those_who_agreed(rated: Cast, client: Client) -> None:
    shown = text(client.get(public_addresses(rated)[0]))
    assert PLAYERS[0] in shown
    assert not any(name in shown for name in PLAYERS[1:])


@pytest.mark.full
def test_a_person_who_agreed_has_a_page_across_events(rated: Cast, client: Client) -> None:
    answer = client.get(reverse("person", args=[first(rated).uid]))
    shown = text(answer)
    assert "Rating in Gongzhu" in shown
    assert reverse("entry", args=[rated.event.uid, 1]) in shown
    assert len(re.findall(r'<span class="muted small">/8</span>', shown)) == 2
    assert "tables against" in shown or "table against" in shown
    again = client.get(
        reverse("person", args=[first(rated).uid]), headers={"if-none-match": answer["ETag"]}
    )
    assert again.status_code == 304


@pytest.mark.full
def test_the_row_of_a_double_leads_to_the_same_page(rated: Cast, client: Client) -> None:
    double = add_guest(rated.club, "甲（来宾）")
    merging.merge(rated.club, rated.director, first(rated), double)
    own, other = (
        client.get(reverse("person", args=[uid])) for uid in (first(rated).uid, double.uid)
    )
    assert own.status_code == other.status_code == 200
    assert PLAYERS[0] in text(other)


@pytest.mark.full
@pytest.mark.parametrize(
    "hidden", [{"shown": False}, {"guest": True}, {"blanked_at": "2026-11-29T00:00:00Z"}]
)
def test_whoever_is_not_to_be_shown_is_not_found(
    rated: Cast, client: Client, hidden: dict[str, Any]
) -> None:
    uid = first(rated).uid
    assert client.get(reverse("person", args=[uid])).status_code == 200
    Person.objects.filter(name=PLAYERS[0]).update(**hidden)
    for path in (reverse("person", args=[uid]), reverse("person_part", args=[uid, 1])):
        assert client.get(path).status_code == 404
    if "guest" not in hidden:
        assert PLAYERS[0] not in text(client.get(public_addresses(rated)[0]))


@pytest.mark.full
def test_an_opponent_who_was_blanked_is_not_named(rated: Cast, client: Client) -> None:
    page = reverse("person", args=[first(rated).uid])
    met = re.findall(r"<span>(.)</span><span class=\"muted\">\d table", text(client.get(page)))
    assert met
    Person.objects.filter(name=met[0]).update(blanked_at="2026-11-29T00:00:00Z")
    assert f"<span>{met[0]}</span>" not in text(client.get(page))


@pytest.mark.full
def test_the_page_of_an_entry_leads_to_those_who_agreed(rated: Cast, client: Client) -> None:
    entries = {entry.members.get().person.name: entry for entry in rated.event.entries.all()}
    own = reverse("person", args=[first(rated).uid])
    for name in PLAYERS[:2]:
        page = client.get(reverse("entry", args=[rated.event.uid, entries[name].number]))
        assert (own in text(page)) == (name == PLAYERS[0])
        assert text(page).count("/persons/") == (name == PLAYERS[0])
