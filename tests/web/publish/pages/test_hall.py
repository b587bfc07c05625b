"""The screens of a hall: seats and standings that can be read from afar."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import cast as people
from tests.cast import Cast
from tests.tournaments.results.made import knockouts
from tests.tournaments.results.made.events import made, played
from tournaments import organise
from tournaments.models import Event, Round
from tournaments.results.event_record import standings
from web.publish.pages.walls import hall, wall_parts, wall_screens
from web.publish.publications import Publications, read_event
from web.publish.rank_columns import columns_of_event
from web.templatetags import event_pages


@pytest.mark.full
def test_the_hall_shows_seats_and_standings_in_screens(
    cast: Cast, round_: Round, english: Client
) -> None:
    seating = english.get(reverse("hall_seating", args=[cast.event.uid])).content.decode()
    assert all(name in seating for name in people.PLAYERS)
    assert seating.count("data-hall-screen") == 1
    cast.post(cast.deals(round_)[0])
    standings = english.get(reverse("hall_standings", args=[cast.event.uid])).content.decode()
    assert standings.count('<span class="hall-name">') == len(people.PLAYERS)
    assert 'data-digits="5"' in standings


@pytest.mark.parametrize(("rows", "lengths"), [(0, []), (4, [4]), (12, [6, 6]), (200, [10] * 20)])
def test_no_screen_of_the_hall_is_longer_than_can_be_read(rows: int, lengths: list[int]) -> None:
    assert [len(screen) for screen in wall_screens.screens(range(rows))] == lengths


def test_the_column_of_a_number_has_room_for_the_longest() -> None:
    for points, digits in ((180, 5), (-161250, 7), (-16125000, 10)):
        read = played(made(4), {1011: (points, -points, 0, 0)})
        rows = standings(read)
        assert hall.digits_of(rows, columns_of_event(read.event, rows)) == digits


@pytest.mark.full
def test_a_draw_that_is_withdrawn_is_no_round_of_the_hall(cast: Cast, client: Client) -> None:
    round_ = cast.round_in_play()
    organise.withdraw_draw(round_, cast.director, "the wrong hall")
    shown = hall.seating(*read_event(cast.event, hall.needs_of_seating))
    assert (shown.current, shown.screens, shown.out) == (None, (), ())
    assert shown.withdrawn
    assert hall.standings(*read_event(cast.event, hall.needs_of_standings)).clock is None
    for name in ("hall_seating", "hall_standings"):
        assert client.get(reverse(name, args=[cast.event.uid])).status_code == 200


def test_names_within_a_line_have_one_size() -> None:
    names = ["猛虎", "雄鹰", "红", "城北棋牌俱乐部老年大学队"]
    assert wall_parts.sizes(names, 40).longer == {}
    assert set(wall_parts.sizes(names, 16).longer) == set(names[3:])


def test_the_points_of_rounds_fill_a_wall_of_short_names() -> None:
    """Not that of a knockout, which has the round that was reached, nor beside a second column."""
    read = played(made(4, rounds=2), {1011: (180, -180, 0, 0), 2011: (0, 0, -90, 90)})
    rows = standings(read)
    columns = columns_of_event(read.event, rows)
    shown = wall_parts.rounds_shown(read, rows, columns, 10)
    assert [[column.text_of(row.rank) for column in shown] for row in rows[:2]] == [
        ["+180", "0"],
        ["0", "+90"],
    ]
    assert wall_parts.rounds_shown(read, rows, columns, 3) == ()
    final = played(knockouts.final(), {2011: knockouts.AWAY})
    assert wall_parts.rounds_shown(final, standings(final), columns, 10) == ()


def test_a_wall_of_a_knockout_names_the_round_that_was_reached() -> None:
    read = played(knockouts.final(), {2011: knockouts.AWAY})
    with translation.override("en"):
        page = hall.standings(read, Publications())
        markup = render_to_string(
            "publish/hall/_hall_standings.html", {"page": page, "snapshot": read}
        )
    assert re.findall(r'hall-reached">([^<]+)<', markup)[:2] == ["Final", "Final"]
    assert "Round reached" in markup


def test_who_may_still_win_a_knockout_is_marked() -> None:
    """The final is in play; two of four are in it."""
    read = played(knockouts.final(), {2011: knockouts.AWAY})
    page = hall.standings(read, Publications())
    markup = render_to_string("publish/hall/_hall_standings.html", {"page": page, "snapshot": read})
    rows = re.findall(r"<tr data-key=.*?</tr>", markup, re.DOTALL)
    assert [" data-still" in row for row in rows] == [True, True, False, False]
    # Their place is open; those who lost have theirs.
    assert [re.findall(r'hall-rank">(.*?)</td>', row) for row in rows] == [[""], [""], ["3"], ["3"]]


def test_the_places_of_a_screen_are_as_many_as_its_rows() -> None:
    """The second place is shared by the last two rows of the screen."""
    read = played(made(4, rounds=2), {1011: (180, 0, 0, -180)})
    ((column,),) = hall.standings(read, Publications()).screens
    assert [row.row.rank.shown_place for row in column] == ["1", "2", "2", "4"]
    with translation.override("en"):
        assert event_pages.places_shown([column[:3]]) == "Places 1–3"
        assert event_pages.places_shown([column[:1]]) == "Places 1"


def test_the_foot_says_that_a_long_list_is_cut() -> None:
    read = played(made(4, rounds=2), {1011: (180, -180, 0, 0)})
    with translation.override("en"):
        page = replace(hall.standings(read, Publications()), first=100)
        context = {"page": page, "snapshot": read}
        markup = render_to_string("publish/hall/_hall_standings.html", context)
    assert "The first 100 are shown here" in markup.split("<footer")[1]
    assert "hall-out" not in markup


def sentence(cast: Cast) -> str:
    with translation.override("en"):
        event = Event.objects.select_related("tournament__club", "ruleset").get(pk=cast.event.pk)
        return wall_parts.sentence(*read_event(event, hall.needs_of_standings))


def test_a_wall_says_when_it_goes_on(cast: Cast) -> None:
    """Who waits before it wants the hour and the next round, not how many deals were played."""
    Event.objects.update(rounds_planned=2, starts_at=datetime(2026, 11, 21, 11, 30, tzinfo=UTC))
    round_ = cast.round_in_play()
    assert sentence(cast) == "Round 1 begins at 19:30."
    cast.play(round_)
    assert sentence(cast).startswith("Round 1: all ")
    organise.close_round(round_, cast.director)
    assert sentence(cast) == "Round 1 of 2 is over. Next: the seats of round 2."
    Event.objects.update(rounds_planned=None)
    assert sentence(cast).startswith("Round 1 is closed: ")
    Event.objects.update(rounds_planned=2)
    Round.objects.update(number=2)
    assert sentence(cast) == "All 2 rounds have been played."
    Event.objects.update(rounds_planned=3, state=Event.State.FINISHED)
    assert sentence(cast) == "All 2 rounds have been played."


def test_a_wall_that_waits_says_when_and_how_many_come(cast: Cast, english: Client) -> None:
    address = reverse("hall_standings", args=[cast.event.uid])
    waiting = english.get(address).content.decode()
    assert "Time to be announced" in waiting
    assert f"Entered: {len(people.PLAYERS)} players" in waiting
    Event.objects.update(starts_at=datetime(2026, 11, 21, 11, 30, tzinfo=UTC), public_revision=99)
    assert "begins at 19:30" in english.get(address).content.decode()
