"""What an event shows by its state, who is found by a name, and what a wall shows meanwhile."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast as people
from tests.cast import Cast
from tests.web.publish.reading import read
from tournaments import organise, results
from tournaments.models import Event, Publication, Round
from web.publish.pages import home, home_found, home_standings
from web.publish.pages.walls import wall_screens


def markup(client: Client, name: str, *args: str | int, **asked: str) -> str:
    answer = client.get(reverse(name, args=args), asked)
    assert answer.status_code == 200
    return answer.content.decode()


def finish(cast: Cast, round_: Round) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)


@pytest.mark.full
def test_before_anything_counts_an_event_shows_seats_and_in_play_its_standings(
    cast: Cast, round_: Round, english: Client
) -> None:
    uid = cast.event.uid
    page = markup(english, "event", uid)
    assert page.count('class="seat-line-name"') == len(people.PLAYERS)
    assert "standing-row" not in page
    cast.post(cast.deals(round_)[0])
    page = markup(english, "event", uid)
    assert page.count('<details class="standing-row"') == len(people.PLAYERS)
    assert page.count('class="standing-seat"') == len(people.PLAYERS)
    assert "seat-line-name" not in page


@pytest.mark.full
def test_who_is_entered_stands_there_before_the_first_draw(cast: Cast, english: Client) -> None:
    page = read(english, reverse("event", args=[cast.event.uid]))
    assert f"{len(people.PLAYERS)} players" in page
    assert all(name in page for name in people.PLAYERS)


@pytest.mark.full
def test_the_answer_of_a_search_stands_in_place_of_the_list(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.post(cast.deals(round_)[0])
    page = markup(english, "event", cast.event.uid, q="乙")
    assert "standing-row" not in page
    assert page.count('class="where"') == 1
    assert 'data-me="2"' in page


@pytest.mark.full
def test_a_finished_event_shows_who_won_and_why_it_is_official(
    cast: Cast, round_: Round, english: Client
) -> None:
    finish(cast, round_)
    page = read(english, reverse("event", args=[cast.event.uid]))
    rows = results.event_record.standings(results.read(cast.event))
    first = [row.competitor.name for row in rows if row.rank.place == 1]
    assert f"{', '.join(first)} came first of {len(people.PLAYERS)} players" in page
    told = Publication.objects.filter(state=Publication.State.OFFICIAL).exists()
    assert ('class="seal"' in markup(english, "event", cast.event.uid)) == told


@pytest.mark.full
def test_a_name_is_found_over_all_events(cast: Cast, round_: Round, english: Client) -> None:
    page = markup(english, "home", q="乙")
    assert reverse("entry", args=[cast.event.uid, 2]) in page
    assert 'class="event-card"' not in page
    assert "Nobody called" in read(english, reverse("home"), q="nobody of this name")


def test_no_name_of_an_unpublished_event_is_found(cast: Cast, english: Client) -> None:
    Event.objects.update(state=Event.State.DRAFT)
    assert home_found.read("乙", {}).shown == ()
    assert "Nobody called" in read(english, reverse("home"), q="乙")


@pytest.mark.full
def test_the_first_page_names_the_leader_of_the_last_published_standings(
    cast: Cast, round_: Round, english: Client
) -> None:
    assert home_standings.leaders([cast.event]) == {}
    cast.play(round_)
    organise.close_round(round_, cast.director)
    rows = results.event_record.standings(results.read(cast.event))
    first = ", ".join(row.competitor.name for row in rows if row.rank.place == 1)
    assert f"First after round 1: {first}" in read(english, reverse("home"))
    organise.finish_event(Event.objects.get(pk=cast.event.pk), cast.director)
    assert f"winner {first}" in read(english, reverse("home"))


def test_more_events_in_play_than_a_phone_shows_are_unfolded(
    cast: Cast, round_: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "IN_SIGHT", 0)
    page = home.read(home.events_by_tournament())
    assert [part.tournament for part in page.in_sight] == [cast.tournament]
    assert page.below == ()


@pytest.mark.full
def test_all_walls_say_the_same_before_the_first_round(cast: Cast, english: Client) -> None:
    Event.objects.update(notice="改期至12月5日")
    coming, none = "The seats appear here once they are published.", "No round has been published"
    for name in ("hall_seating", "hall_standings", "hall_winners"):
        wall = markup(english, name, cast.event.uid)
        assert wall.count(none if name == "hall_winners" else coming) == 1, name
        assert wall.count("改期至12月5日") == 1, name
    overview = markup(english, "hall_overview", cast.tournament.uid)
    assert coming in overview
    assert "改期至12月5日" in overview


@pytest.mark.full
def test_a_wall_waits_with_seats_and_a_code(cast: Cast, english: Client) -> None:
    uid = cast.event.uid
    code = reverse("event_qr", args=[uid])
    assert code in markup(english, "hall_standings", uid)
    round_ = cast.round_in_play()
    waiting = markup(english, "hall_standings", uid)
    assert "Round 1: seating" in waiting
    assert code in waiting
    cast.post(cast.deals(round_)[0])
    assert "seating" not in markup(english, "hall_standings", uid)
    picture = english.get(code)
    assert picture["Content-Type"] == "image/svg+xml"
    assert picture.content.startswith(b"<?xml")
    assert english.get(reverse("event_qr", args=["0" * 12])).status_code == 404


@pytest.mark.parametrize(
    ("rows", "lengths"),
    [(4, [[4]]), (16, [[8, 8]]), (29, [[8, 7], [7, 7]]), (200, [[10, 10]] * 10)],
)
def test_more_than_a_column_holds_stands_in_two(rows: int, lengths: list[list[int]]) -> None:
    shown = wall_screens.in_columns(range(rows), wall_screens.ROWS)
    assert [[len(column) for column in screen] for screen in shown] == lengths
    assert [row for screen in shown for column in screen for row in column] == list(range(rows))


def test_long_names_keep_the_whole_width_of_a_wall() -> None:
    shown = wall_screens.in_columns(range(16), wall_screens.ROWS, are_narrow=False)
    assert [[len(column) for column in screen] for screen in shown] == [[8], [8]]


def test_the_overview_turns_between_the_events_in_play(
    cast: Cast, round_: Round, english: Client
) -> None:
    plan = organise.EventPlan("未开始", "gongzhu", {"preset": "classic"})
    other = organise.create_event(cast.tournament, cast.director, plan)
    page = markup(english, "hall_overview", cast.tournament.uid)
    assert reverse("hall_standings_live", args=[cast.event.uid]) in page
    assert reverse("hall_standings_live", args=[other.uid]) not in page
    assert english.get(reverse("hall_overview", args=["0" * 12])).status_code == 404


@pytest.mark.full
def test_the_overview_has_the_standings_of_its_first_event(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.post(cast.deals(round_)[0])
    page = markup(english, "hall_overview", cast.tournament.uid)
    assert "Round 1: standings" in page
    assert page.count('class="hall-name"') == len(people.PLAYERS)


@pytest.mark.full
def test_documents_screens_and_rules_are_on_a_page_about_the_event(
    cast: Cast, round_: Round, english: Client
) -> None:
    page = markup(english, "about", cast.event.uid)
    for name in ("hall_seating", "hall_standings"):
        assert reverse(name, args=[cast.event.uid]) in page
    assert reverse("document_order", args=[cast.event.uid, "standings"]) in page
    assert reverse("about", args=[cast.event.uid]) in markup(english, "event", cast.event.uid)


@pytest.mark.full
def test_a_round_is_left_by_its_neighbours_and_its_tables_open_in_place(
    cast: Cast, round_: Round, english: Client
) -> None:
    cast.play(round_)
    organise.close_round(round_, cast.director)
    cast.round_in_play()
    page = markup(english, "round", cast.event.uid, 2)
    assert f'href="{reverse("round", args=[cast.event.uid, 1])}" rel="prev"' in page
    assert 'rel="next"' not in page
    assert '<h1 class="title-serif">Round 2</h1>' in page
    assert page.count('<summary class="table-tile">') == 2


@pytest.mark.full
def test_more_tables_than_three_screens_hold_are_unfolded(english: Client, db: None) -> None:
    large = people.assemble(players=116)
    large.round_in_play()
    page = markup(english, "round", large.event.uid, 1)
    shown, below = page.split('<details class="fold tiles-below"')
    assert shown.count('<summary class="table-tile">') == 24
    assert below.count('<summary class="table-tile">') == 5
    assert "5 more tables" in below


@pytest.mark.full
def test_the_tables_of_the_charts_are_folded_below_the_chart(db: None, english: Client) -> None:
    cast = people.assemble(players=12)
    cast.closed_round()
    cast.closed_round()
    page = markup(english, "ranks", cast.event.uid)
    assert '<div class="rank-chart"' in page
    assert '<details class="fold table-fold" id="ranks-table">' in page
    assert '<details class="fold table-fold" id="scores-table">' in page
