"""The page of a board: every table's result, the datum, and who gained."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import teams_cast
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.tournaments import over_boards
from tests.web.publish import replays
from tests.web.publish.reading import MINUS, read
from tournaments import organise
from tournaments.models import Comparison, Deal, DrawMethod, Form, Round, Sitting

pytestmark = pytest.mark.django_db
ALL = [card for cards in NORTH_TAKES_THE_PIG["won"].values() for card in cards]


def taken_by(seat: str) -> Any:
    return {"won": {seat: ALL}}


def play(cast: Cast, first: Any, other: Any) -> Round:
    """Play a round in which all deals of each of the two tables come to the same, and close it."""
    round_ = cast.round_in_play()
    for deal in cast.deals(round_):
        replays.post(cast, deal, first if deal.sitting.table.number == 1 else other)
    organise.close_round(round_, cast.director)
    return round_


def shown(client: Client, cast: Cast, number: int = 1) -> Any:
    where = reverse("board", args=[cast.event.uid, 1, number])
    return client.get(where).context["page"]


@pytest.mark.full
def test_every_result_stands_beside_the_datum_and_says_who_gained(english: Client) -> None:
    cast = over_boards.assemble()
    play(cast, NORTH_TAKES_THE_PIG, taken_by("W"))
    (part,) = shown(english, cast).parts
    # -100 and 50 against 100 and 200, halved; 800 to east-west, halved.
    assert [(row.table, row.points) for row in part.rows] == [(1, -175), (2, -400)]
    assert part.datum == -290
    assert [(row.difference, row.counts) for row in part.rows] == [(115, (3, -3)), (-110, (-3, 3))]
    assert [row.gained == row.ns for row in part.rows] == [True, False]
    page = read(english, reverse("board", args=[cast.event.uid, 1, 1]))
    assert f"Datum {MINUS}290" in page
    assert "The hands as dealt" in page
    assert "The board is marked for North." in page


@pytest.mark.full
def test_a_table_over_boards_says_no_table_points(english: Client) -> None:
    cast = over_boards.assemble()
    play(cast, taken_by("N"), taken_by("W"))
    page = read(english, reverse("round", args=[cast.event.uid, 1]))
    assert "Results of the round" in page
    assert "table points" not in page


@pytest.mark.full
def test_matchpoints_are_those_of_either_direction(english: Client) -> None:
    cast = over_boards.assemble(comparison=Comparison.MATCHPOINTS)
    play(cast, taken_by("N"), taken_by("W"))
    (part,) = shown(english, cast).parts
    assert part.top == 2
    assert [(row.points, row.counts, row.share) for row in part.rows] == [
        (400, (2, 0), 1),
        (-400, (0, 2), 0),
    ]
    assert "2 : 0" in read(english, reverse("board", args=[cast.event.uid, 1, 1]))


@pytest.mark.full
def test_where_each_plays_for_himself_everybody_is_compared_in_his_seat(english: Client) -> None:
    cast = over_boards.assemble(8, form=Form.INDIVIDUAL, comparison=Comparison.MATCHPOINTS)
    play(cast, taken_by("N"), taken_by("W"))
    parts = {part.seat: part for part in shown(english, cast).parts}
    assert set(parts) == set("NWSE")
    assert [(row.table, row.counts[0]) for row in parts["N"].rows] == [(1, 2), (2, 0)]
    assert [row.counts[0] for row in parts["S"].rows] == [1, 1]
    assert all(len(row.ns) == 1 and not row.ew for part in parts.values() for row in part.rows)


@pytest.mark.full
def test_of_teams_the_two_rooms_are_compared_and_the_field_has_a_datum_too(
    english: Client,
) -> None:
    teams = teams_cast.assemble(segments=1, boards="made", comparison=Comparison.IMP)
    first, other = teams.round.matches.order_by("number")
    teams.reveal(first.segments.get(number=1))
    for deal in teams.cast.deals(teams.round):
        replays.post(teams.cast, deal, taken_by("N"))
    # One match is over, and the other has yet to play these boards.
    where = reverse("board", args=[teams.event.uid, 1, 1])
    assert not english.get(where).context["page"].is_open
    teams.reveal(other.segments.get(number=1))
    for deal in teams.cast.deals(teams.round):
        if not deal.done:
            open_room = deal.sitting.room == Sitting.Room.OPEN
            replays.post(teams.cast, deal, taken_by("N" if open_room else "W"))
    organise.close_round(teams.round, teams.cast.director)
    page = english.get(where).context["page"]
    assert [(match.swing, match.counts) for match in page.matches] == [(0, (0, 0)), (800, (13, 0))]
    assert [match.home.name for match in page.matches] == ["华清队", "铁路队"]
    (part,) = page.parts
    assert (part.datum, len(part.rows)) == (200, 4)
    assert {row.room for row in part.rows} == {"open room", "closed room"}


@pytest.mark.full
def test_a_sealed_board_shows_nothing_and_one_of_a_draft_is_not_there(english: Client) -> None:
    cast = over_boards.assemble()
    round_ = cast.drawn_round()
    where = reverse("board", args=[cast.event.uid, 1, 1])
    assert english.get(where).status_code == 404
    organise.publish_round(round_, cast.director)
    cast.play(round_)
    page = shown(english, cast)
    assert (page.is_open, page.hands, page.parts, page.matches) == (False, None, (), ())
    assert "This board is sealed" in read(english, where)
    assert english.get(reverse("board", args=[cast.event.uid, 1, 3])).status_code == 404
    assert english.get(reverse("board", args=[cast.event.uid, 2, 1])).status_code == 404


@pytest.mark.nightly
def test_the_boards_of_a_movement_stand_together(english: Client) -> None:
    cast = over_boards.assemble(
        6, draw_method=DrawMethod.MITCHELL, rounds_planned=3, comparison=Comparison.MATCHPOINTS
    )
    where = reverse("boards", args=[cast.event.uid])
    for number in (1, 2, 3):
        round_ = cast.round_in_play()
        (set_view,) = english.get(where).context["page"].sets
        assert (set_view.rounds, set_view.secret, set_view.last) == (
            tuple(range(1, number + 1)),
            "",
            6,
        )
        cast.play(round_)
        organise.close_round(round_, cast.director)
    (set_view,) = english.get(where).context["page"].sets
    assert set_view.secret == set_view.board_set.secret != ""
    assert Deal.objects.filter(board__board_no=1).count() == 3
    (part,) = shown(english, cast).parts
    assert (len(part.rows), part.top) == (3, 4)
    assert read(english, where).count("Board ") == 6


@pytest.mark.full
def test_standings_stand_still_while_a_round_over_boards_is_played(english: Client) -> None:
    cast = over_boards.assemble(comparison=Comparison.MATCHPOINTS)
    round_ = cast.round_in_play()
    uid = cast.event.uid
    before = english.get(reverse("event", args=[uid])).context["page"].standings
    for deal in cast.deals(round_):
        replays.post(cast, deal, taken_by("N" if deal.sitting.table.number == 1 else "W"))
    still = english.get(reverse("event", args=[uid])).context["page"].standings
    assert [shown.row.rank.total for shown in still] == [shown.row.rank.total for shown in before]
    organise.close_round(round_, cast.director)
    moved = english.get(reverse("event", args=[uid])).context["page"].standings
    assert [shown.row.rank.total for shown in moved] != [shown.row.rank.total for shown in before]
