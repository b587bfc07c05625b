"""The page of a round: its tables, what they came to, and how it was drawn."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.web.publish.penalties import fine
from tests.web.publish.reading import MINUS, read
from tournaments import organise
from tournaments.models import Publication, Round
from tournaments.record import ledger
from tournaments.record.audit import SYSTEM, Verb, change
from tournaments.results import queries


@pytest.mark.full
def test_a_round_shows_its_tables_and_how_it_was_drawn(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.post(cast.deals(round_)[0])
    page = read(english, reverse("round", args=[cast.event.uid, 1]))
    assert "1 of 4 deals are in" in page
    markup = english.get(reverse("round", args=[cast.event.uid, 1])).content.decode()
    tiles = markup.split('class="table-tile"')[1:]
    said = [re.findall(r"(\d) of (\d) deals have a result", tile) for tile in tiles]
    assert said == [[("1", "2")], [("0", "2")]]
    assert f"Seed {round_.seed} Procedure {round_.algorithm}" in page
    assert "There are no rematches." in page


@pytest.mark.full
def test_every_page_with_tabs_leads_to_the_last_round(
    cast: Cast, round_: Round, english: Client
) -> None:
    uid, others = cast.event.uid, ("event", "ranks", "about", "rules", "share", "seats", "winners")
    addresses = [reverse(name, args=[uid]) for name in others]
    for address in (*addresses, reverse("entry", args=[uid, 1]), reverse("round", args=[uid, 1])):
        _, has_tabs, tabs = english.get(address).text.partition('<nav class="tabs')
        assert has_tabs, address
        assert f'href="{reverse("round", args=[uid, 1])}"' in tabs.partition("</nav>")[0], address


@pytest.mark.full
def test_a_round_names_those_who_meet_again(cast: Cast, round_: Round, english: Client) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)
    second = cast.round_in_play("another")
    assert any(reason["met_before"] for reason in second.reasons)
    page = read(english, reverse("round", args=[cast.event.uid, 2]))
    assert "who have met 1 time before" in page


@pytest.mark.full
def test_a_table_where_seats_were_exchanged_is_shown_once_with_both_seatings(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    sitting = cast.deals(round_)[0].sitting
    north, west = (sitting.seats.get(label=label).person.name for label in "NW")
    organise.exchange_seats(sitting, cast.director, {"N": "W", "W": "N"}, 1, 1, "wrong chairs")
    page = read(english, reverse("round", args=[cast.event.uid, 1]))
    assert page.count("Table 1 Done") == 1
    parts = page.partition("each part shows who sat where")[2].partition("Table 2 ")[0]
    assert parts.index(f"N {west}") < parts.index(f"W {north}") < parts.index(f"N {north}")
    seats = read(english, reverse("seats", args=[cast.event.uid]))
    assert seats.count("Table 1") == 4


@pytest.mark.full
def test_a_finished_table_says_places_penalties_and_table_points(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    east = cast.deals(round_)[0].sitting.seats.get(label="E").side
    fine(cast, east.entries.get(), -500, east)
    page = read(english, reverse("round", args=[cast.event.uid, 1]))
    name = east.entries.get().members.get().person.name
    assert f"3. {name} points +400, penalties {MINUS}500 · table points 1" in page


@pytest.mark.full
def test_a_table_that_is_not_over_gives_no_places(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.post(cast.deals(round_)[0])
    assert "table points" not in read(english, reverse("round", args=[cast.event.uid, 1]))


@pytest.mark.full
def test_a_draw_that_was_published_twice_says_so(
    cast: Cast, round_: Round, english: Client
) -> None:
    address = reverse("round", args=[cast.event.uid, 1])
    assert "changed afterwards" not in read(english, address)
    with change(cast.tournament, SYSTEM, Verb.PUBLISH) as made:
        shown = queries.shown_draw(round_)
        ledger.publish(made, cast.event, Publication.Kind.DRAW, shown, round_=round_)
    assert "changed afterwards" in read(english, address)
