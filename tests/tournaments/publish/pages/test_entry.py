"""The page of an entry: every deal behind its total."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests import teams_cast
from tests.cast import Cast
from tests.tournaments import over_boards
from tests.tournaments.publish.reading import read
from tournaments import results
from tournaments.models import Comparison, DrawMethod, Entry, Round
from tournaments.results import event_record


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
    assert len(event_record.standings(results.read(cast.event))) == 7


@pytest.mark.django_db
def test_a_team_reads_whom_it_meets_and_where_before_anybody_has_a_seat(english: Client) -> None:
    teams = teams_cast.assemble(segments=1)
    address = reverse("entry", args=[teams.event.uid, 2])
    rooms = teams.segment().sittings.order_by("room", "pk").values_list("table__number", flat=True)
    page = read(english, address)
    assert "Round 1 · 华清队 – 城北队" in page
    assert "Line-ups are awaited." in page
    assert all(f"Table {number}" in page for number in rooms)
    teams.reveal(teams.segment())
    assert "Line-ups are awaited." not in read(english, address)


def test_nobody_has_a_rank_before_anything_counts(
    cast: Cast, round_: Round, english: Client
) -> None:
    address = reverse("entry", args=[cast.event.uid, 1])
    assert "Rank " not in read(english, address)
    cast.play(round_)
    assert "Rank " in read(english, address)


@pytest.mark.django_db
def test_who_sits_out_reads_it_while_the_boards_are_sealed(english: Client) -> None:
    cast = over_boards.assemble(
        5, draw_method=DrawMethod.HOWELL, comparison=Comparison.MATCHPOINTS, rounds_planned=3
    )
    round_ = cast.round_in_play()
    out = round_.sit_outs.get().entry
    page = read(english, reverse("entry", args=[cast.event.uid, out.number]))
    assert "Round 1 Sits out" in page
    assert "Sat out: the round counts nothing so far." in page
