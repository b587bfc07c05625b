"""Who sits where by surname, while people look for their chairs."""

from __future__ import annotations

import re
from typing import Final

import pytest
from django.test import Client
from django.urls import reverse

from clubs.members import merging
from tests import cast as people
from tests import teams_cast
from tests.cast import Cast
from tests.tournaments.drawing import pairs_cast
from tests.web.publish.reading import read
from tournaments import organise
from tournaments.models import Entry, Person, Seat
from web.publish.pages import parts, seats
from web.publish.pages import round as rounds

NAMES: Final = ("张三", "欧阳修", "Li Na", "曾志伟", "黎明", "李四", "李白", "Édouard")
BY_SURNAME: Final = ["Édouard", "Li Na", "李白", "李四", "黎明", "欧阳修", "曾志伟", "张三"]


@pytest.fixture
def hall(db: None) -> Cast:
    cast = people.assemble(players=0)
    organise.add_entries(cast.event, cast.director, [[name] for name in NAMES])
    return cast


def markup(client: Client, name: str, *args: str | int) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def names(page: str) -> list[str]:
    """Return the names of the list, in order, each with who is told beside it."""
    shown = re.findall(r'class="seat-line-name">(.*?)</span>', page)
    return [re.sub("<[^>]*>", "", name) for name in shown]


def anchors(page: str) -> list[str]:
    return re.findall(r'href="[^"]*#seats-(\w+)"', page)


@pytest.mark.full
def test_names_come_by_pinyin_with_table_and_seat(hall: Cast, english: Client) -> None:
    hall.round_in_play()
    page = markup(english, "event", hall.event.uid)
    assert names(page) == BY_SURNAME
    assert anchors(page) == ["E", "L", "O", "Z"]
    for seat in Seat.objects.select_related("person", "sitting__table"):
        said = f'data-seat="Table {seat.sitting.table.number} {seat.label}"'
        entry = Entry.objects.get(members__person=seat.person)
        assert f'data-who="{entry.number}" {said}' in page
    assert "standing-row" not in page


@pytest.mark.full
def test_a_blanked_name_stands_last_as_it_is_shown_elsewhere(hall: Cast, english: Client) -> None:
    merging.blank(hall.club, hall.director, Person.objects.get(name="李四"))
    hall.round_in_play()
    page = markup(english, "event", hall.event.uid)
    assert names(page)[-1] == Person.BLANKED
    assert anchors(page)[-1] == "other"
    assert "李四" not in page


@pytest.mark.full
def test_standings_are_folded_until_the_next_round_has_a_result(
    hall: Cast, english: Client
) -> None:
    hall.closed_round()
    page = markup(english, "event", hall.event.uid)
    assert "seat-list" not in page
    deal = hall.deals(hall.round_in_play("other"))[0]
    page = markup(english, "event", hall.event.uid)
    folded = page.partition('<details class="fold table-fold" id="standings-so-far">')
    assert "seat-list" in folded[0]
    assert folded[2].count("standing-row") >= len(NAMES)
    hall.post(deal)
    page = markup(english, "event", hall.event.uid)
    assert "seat-list" not in page
    assert "standings-so-far" not in page
    assert reverse("seats", args=[hall.event.uid]) in page


@pytest.mark.full
def test_of_many_a_phone_unfolds_initials_and_of_very_many_they_lead_to_their_page(
    hall: Cast, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.round_in_play()
    uid = hall.event.uid
    monkeypatch.setattr(seats, "ROWS_ON_PHONES", 2)
    page = markup(english, "event", uid)
    assert page.count("data-open-wide") == 4
    assert len(names(page)) == len(NAMES)
    monkeypatch.setattr(seats, "FOLDED", len(NAMES) - 1)
    monkeypatch.setattr(parts, "SEATS", 5)
    page = markup(english, "seats", uid)
    first, second = reverse("seats", args=[uid]), reverse("seats_part", args=[uid, 2])
    linked = re.findall(r'href="([^"]*)#(seats-[\w-]+)">([^<]*)</a>', page)
    assert linked == [
        (first, "seats-E", "E"),
        (first, "seats-L", "L"),
        (first, "seats-L-1", "李"),
        (first, "seats-L-2", "黎"),
        (second, "seats-O", "O"),
        (second, "seats-O", "欧阳"),
        (second, "seats-Z", "Z"),
        (second, "seats-Z", "曾"),
        (second, "seats-Z-2", "张"),
    ]
    assert {f'id="{anchor}"' in page for _, anchor, _ in linked[:4]} == {True}


@pytest.mark.full
def test_a_round_has_the_list_first_while_it_has_no_result(
    hall: Cast, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = hall.round_in_play()
    monkeypatch.setattr(rounds, "SEEN_ON_TILES", len(NAMES) - 1)
    page = markup(english, "round", hall.event.uid, 1)
    listed, _, folded = page.partition('id="by-table"')
    assert len(names(listed)) == len(NAMES)
    assert folded.count("table-tile-name") == len(NAMES)
    hall.post(hall.deals(round_)[0])
    page = markup(english, "round", hall.event.uid, 1)
    assert not names(page)
    assert "by-table" not in page


@pytest.mark.full
def test_few_names_are_seen_on_the_tiles_of_a_round(hall: Cast, english: Client) -> None:
    hall.round_in_play()
    page = markup(english, "round", hall.event.uid, 1)
    assert not names(page)
    assert "by-table" not in page


@pytest.mark.full
def test_a_wall_has_its_tables_in_order(hall: Cast, english: Client) -> None:
    hall.round_in_play()
    page = markup(english, "hall_seating", hall.event.uid)
    assert page.count("hall-name") == len(NAMES)
    assert "seat-list" not in page


@pytest.mark.full
@pytest.mark.django_db
def test_each_of_a_pair_stands_by_the_own_surname_with_the_partner(english: Client) -> None:
    cast = pairs_cast(5)
    cast.round_in_play()
    page = markup(english, "event", cast.event.uid)
    pairs = [
        [member.person.name for member in entry.members.order_by("number")]
        for entry in cast.event.entries.all()
    ]
    expected = [f"{one} with {other}" for pair in pairs for one, other in (pair, pair[::-1])]
    assert sorted(names(page)) == sorted(expected)
    assert page.count('data-seat="sits out"') == 2


@pytest.mark.full
@pytest.mark.django_db
def test_teams_are_listed_and_their_players_once_line_ups_are_revealed(english: Client) -> None:
    teams = teams_cast.assemble()
    page = markup(english, "event", teams.event.uid)
    entered = [entry.name for entry in teams.event.entries.all()]
    shown = names(page)
    assert sorted(name.partition(" against ")[0] for name in shown) == sorted(entered)
    for match in teams.round.matches.all():
        teams.reveal(teams.segment(1, match))
    page = read(english, reverse("event", args=[teams.event.uid]))
    seated = Seat.objects.select_related("person")
    assert seated
    assert all(seat.person.name in page for seat in seated)


def test_an_initial_longer_than_a_part_is_divided_between_surnames(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parts, "SEATS", 4)
    lines = [seats.SeatLine(name + given, 1) for name in "李林刘" for given in "敏强芳"]
    shares = [*seats._shares("L", lines)]
    assert [len(share.lines) for share in shares] == [3, 3, 3]
    assert [share.label for share in shares] == ["L", "L 林", "L 刘"]
    assert [*seats._shares("L", lines[:4])] == [seats.SeatInitial("L", tuple(lines[:4]))]
