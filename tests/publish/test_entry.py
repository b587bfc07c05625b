"""The page of an entry: every deal behind its total."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests.cast import Cast
from tests.publish.reading import read
from tournaments import queries
from tournaments.models import Entry, Round


def test_an_entry_shows_every_deal_and_they_add_up(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.post(cast.deals(round_)[0])
    seat = cast.deals(round_)[0].sitting.seats.get(label="E")
    entry = seat.side.entries.get()
    page = read(english, reverse("entry", args=[cast.event.uid, entry.number]))
    assert "Table 1 · East" in page
    assert "Deal 1 +200 Deal 2 not in yet +200" in page


@pytest.mark.django_db
def test_a_house_player_has_a_page_and_no_rank(english: Client) -> None:
    cast = people.assemble(players=8)
    Entry.objects.filter(number=8).update(kind=Entry.Kind.HOUSE)
    cast.play(cast.round_in_play())
    own = read(english, reverse("entry", args=[cast.event.uid, 8]))
    assert "A house player: fills a table and is not ranked." in own
    assert "Rank " not in own.partition("Deal 1")[0]
    assert len(queries.standings(cast.event)) == 7
