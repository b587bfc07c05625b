"""Sheets and tablets: every deal is listed once, under its own table, room and segment."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import cast as people
from tests import teams_cast
from tests.referee.hall import Hall, Tablet
from tests.teams_cast import Teams
from tests.tournaments import threes as hall_of
from tests.web.publish.reading import words
from tournaments import organise
from tournaments.models import Deal, Sitting, Tournament
from web.desk.sheets import round_tables
from web.desk.sheets.round_tables import DeskTable

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


def shown(*done: bool, **waits: Any) -> DeskTable:
    """Return a table with deals, whose keys are 1 and on."""
    deals: list[Any] = [SimpleNamespace(pk=pk, done=is_done) for pk, is_done in enumerate(done, 1)]
    sitting: Any = SimpleNamespace(table_id=7)
    named = {name: waits.get(name, ()) for name in ("calling", "disputed", "waiting")}
    (table,) = round_tables.noted([DeskTable(sitting, "", deals)], **named)
    return table


@pytest.mark.parametrize(
    ("table", "state"),
    [
        (shown(False, False), "idle"),
        (shown(True, False), "playing"),
        (shown(True, True), "done"),
        (shown(False, False, waiting={2}), "waiting"),
        (shown(True, True, waiting={3}), "done"),
        (shown(False, False, waiting={2}, disputed={1}), "disputed"),
        (shown(True, True, disputed={1}), "disputed"),
        (shown(False, False, waiting={2}, disputed={1}, calling={7}), "calls"),
        (shown(False, False, calling={8}), "idle"),
    ],
)
def test_a_tile_says_what_its_table_waits_for(table: DeskTable, state: str) -> None:
    assert table.state == state


WORDS = {
    "idle": "not begun",
    "playing": "in play",
    "waiting": "to be confirmed",
    "disputed": "to be decided",
    "calls": "calls the referee",
    "line_ups": "waits for line-ups",
    "done": "Done",
}


@pytest.mark.parametrize("state", WORDS)
def test_every_state_of_a_tile_has_words_of_its_own(state: str) -> None:
    with translation.override("en"):
        said = render_to_string("desk/parts/_table_state.html", {"state": state})
    assert WORDS[state] in said


def test_a_table_in_play_is_told_with_its_deals() -> None:
    table = shown(True, False)
    with translation.override("en"):
        context = {"state": table.state, "done": 1, "deals": 2}
        said = render_to_string("desk/parts/_table_state.html", context)
    assert "in play" in said
    assert "1/2" in said


@pytest.mark.full
def test_a_tile_leads_to_a_sheet_that_waits(hall: Hall, tablet: Tablet, client: Client) -> None:
    tablet.submits(hall.sheet())
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    uid = hall.cast.tournament.uid
    page = client.get(reverse("referee_overview", args=[uid])).content.decode()
    tile, other = page.partition('id="paper"')[2].split("<details>")[1:3]
    assert "0/2" in tile.partition("</summary>")[0]
    assert "to be confirmed" not in tile.partition("</summary>")[0]
    assert "not begun" in other.partition("</summary>")[0]
    assert tile.count(reverse("referee_deal", args=[uid, hall.deal().uid])) == 1
    assert tile.count(reverse("referee_type", args=[uid, hall.deal(2).uid])) == 1
    # There the points of the sheet stand once.
    page = client.get(reverse("referee_deal", args=[uid, hall.deal().uid])).content.decode()
    sheet = page.partition('id="waiting"')[2].partition("</article>")[0]
    assert "Make this the result" in sheet
    assert sheet.count('<li><span><span class="seat-label">') == 4
