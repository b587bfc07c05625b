"""Sheets and tablets: every deal is listed once, under its own table, room and segment."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests import teams_cast
from tests.teams_cast import Teams
from tests.tournaments import threes as hall_of
from tests.web.publish.reading import words
from tournaments import organise
from tournaments.models import Deal, Sitting, Tournament
from web.desk.sheets import round_tables

SWAP = {"N": "W", "W": "N"}


def listed(tournament: Tournament) -> dict[str, int]:
    """Return under which table each deal is listed. A deal listed twice fails."""
    counts: dict[str, int] = {}
    for table in round_tables.tables(tournament):
        for deal in table.deals:
            assert deal.uid not in counts
            counts[deal.uid] = table.sitting.table.number
    return counts


def stands(tournament: Tournament) -> dict[str, int]:
    """Return at which table each deal is played."""
    deals = Deal.objects.filter(event__tournament=tournament)
    return dict(deals.values_list("uid", "sitting__table__number"))


def of_teams(*, segments: int) -> Teams:
    teams = teams_cast.assemble(segments=segments, deals=4 * segments)
    for match in teams.round.matches.all():
        for segment in match.segments.order_by("number"):
            teams.reveal(segment)
            teams.play()
    return teams


@pytest.mark.full
@pytest.mark.django_db
@pytest.mark.parametrize("segments", [1, 2])
def test_rooms_and_segments_of_a_match_are_listed_apart(segments: int) -> None:
    teams = of_teams(segments=segments)
    assert listed(teams.cast.tournament) == stands(teams.cast.tournament)
    tables = round_tables.tables(teams.cast.tournament)
    assert len(tables) == 4 * segments
    for table in tables:
        assert {deal.sitting_id for deal in table.deals} == {table.sitting.pk}
        assert [deal.play_order for deal in table.deals] == [1, 2, 3, 4]
    assert len({(table.sitting.table.number, table.place) for table in tables}) == 4 * segments


@pytest.mark.full
@pytest.mark.django_db
def test_the_page_names_the_room_and_leads_to_its_deals(client: Client) -> None:
    teams = of_teams(segments=1)
    client.force_login(teams.cast.bob)
    page = client.get(
        reverse("referee_overview", args=[teams.cast.tournament.uid]),
        headers={"accept-language": "en"},
    ).content.decode()
    assert f"{teams.event.name}, round 1" in page
    tiles = page.partition('id="paper"')[2].split("<details>")[1:]
    for number, room in enumerate(("open room", "closed room") * 2, 1):
        table = tiles[number - 1].partition("</details>")[0]
        assert words(table.partition("</summary>")[0]).startswith(f"Table {number} {room}")
        deals = Deal.objects.filter(sitting__table__number=number, event=teams.event)
        addresses = [
            reverse(
                "referee_deal" if deal.done else "referee_type",
                args=[teams.cast.tournament.uid, deal.uid],
            )
            for deal in deals
        ]
        assert addresses
        assert all(f'"{address}"' in table for address in addresses)
        # And to a ruling at this table.
        assert table.count("<a ") == len(addresses) + 1
        assert f"?table={deals[0].sitting.uid}" in table


@pytest.mark.full
@pytest.mark.django_db
def test_deals_for_which_seats_were_mended_stay_with_their_table() -> None:
    cast = people.assemble(deals_per_round=4)
    round_ = cast.round_in_play()
    cast.play(round_)
    table = Sitting.objects.filter(segment__match__round=round_).order_by("pk")[0]
    organise.exchange_seats(table, cast.director, SWAP, 2, 2, "wrong chairs")
    assert listed(cast.tournament) == stands(cast.tournament)
    tables = round_tables.tables(cast.tournament)
    assert [[deal.play_order for deal in table.deals] for table in tables] == [[1, 2, 3, 4]] * 2
    assert {table.place for table in tables} == {""}


@pytest.mark.full
@pytest.mark.django_db
def test_mended_seats_part_no_segment_of_a_team_match() -> None:
    teams = of_teams(segments=2)
    sitting = teams.segment(1).sittings.get(room=Sitting.Room.OPEN)
    partners = {"N": "S", "S": "N"}
    organise.exchange_seats(sitting, teams.cast.director, partners, 2, 2, "wrong chairs")
    assert listed(teams.cast.tournament) == stands(teams.cast.tournament)
    tables = round_tables.tables(teams.cast.tournament)
    assert [[deal.play_order for deal in table.deals] for table in tables] == [[1, 2, 3, 4]] * 8
    assert len({(table.sitting.table.number, table.place) for table in tables}) == 8


@pytest.mark.full
@pytest.mark.django_db
def test_half_matches_are_listed_by_their_halves() -> None:
    threes, cast = hall_of.sealed(7)
    round_ = threes.draw()
    threes.line_up(round_)
    assert stands(cast.tournament)
    assert listed(cast.tournament) == stands(cast.tournament)
