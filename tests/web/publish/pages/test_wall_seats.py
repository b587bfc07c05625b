"""Seats by surname on a wall, while a round has no result."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.cast import PLAYERS, Cast
from web.publish.pages.seats import SeatInitial, SeatLine, seat_list
from web.publish.pages.walls import hall, wall_screens, wall_seats
from web.publish.publications import read_event

INITIALS = "BCDFGHJL"


def initials(each: int, name: str = "白霞静") -> list[SeatInitial]:
    lines = (SeatLine(name, entry, (entry,), "N") for entry in range(len(INITIALS) * each))
    return [SeatInitial(initial, tuple(next(lines) for _ in range(each))) for initial in INITIALS]


@pytest.mark.parametrize(
    ("each", "columns"), [(1, 4), (7, 5), (8, 4), (11, 4), (15, 5), (25, 5), (126, 5)]
)
@pytest.mark.parametrize("is_long", [False, True])
def test_every_line_stands_on_one_screen_in_its_order(
    each: int, columns: int, is_long: bool
) -> None:
    """Four columns of few rows have larger names than five; long names have three."""
    wall = wall_seats.arrange(initials(each, "David Kowalski" if is_long else "白霞静"))
    shown = [
        marked.line.entry
        for screen in wall.screens
        for column in screen.columns
        for marked in column
        if marked
    ]
    assert shown == list(range(len(INITIALS) * each))
    sizes = {len(column) for screen in wall.screens for column in screen.columns}
    assert len(sizes) == 1
    assert max(sizes) <= wall_seats.ROWS[-1]
    assert {len(screen.columns) for screen in wall.screens} == {3 if is_long else columns}


def test_a_screen_tells_its_initials_and_each_column_where_it_begins() -> None:
    first, second = wall_seats.arrange(initials(15)).screens
    assert (first.name, second.name) == ("B–F", "G–L")
    assert [initial for initial, is_here in second.initials if is_here] == list("GHJL")
    marked = [[each for each in column if each] for column in first.columns]
    assert [column[0].initial for column in marked] == ["B", "B", "C", "D", "F"]
    told = [each for column in marked for each in column if each.initial]
    assert [each.initial for each in told if each.only != "upright"] == list("BBCCDDFF")


def test_an_upright_wall_has_longer_columns_that_tell_their_initials() -> None:
    """Of a screen of sixty lines three columns of twenty; of long names two."""
    first, _ = wall_seats.arrange(initials(15)).screens
    assert first.upright == 20
    shown = [each for column in first.columns for each in column if each]
    told = {at: each.initial for at, each in enumerate(shown) if each.initial}
    assert {at: told[at] for at in told if shown[at].only != "wide"} == {
        0: "B",
        15: "C",
        20: "C",
        30: "D",
        40: "D",
        45: "F",
    }
    assert [at for at in told if shown[at].only == "wide"] == [12, 24, 36, 48]
    assert wall_seats.arrange(initials(15, "David Kowalski")).screens[0].upright == 21


def test_each_initial_is_told_once_even_where_its_list_is_divided() -> None:
    parted = [SeatInitial(initial, lines.lines) for lines in initials(9) for initial in "BB"]
    screens = wall_seats.arrange([*parted, *initials(9)]).screens
    assert [initial for initial, _ in screens[0].initials] == list(INITIALS)


def test_long_names_have_one_size_and_two_lines_if_far_longer_than_most() -> None:
    names = ["Alexandra Fitzgerald", "Bernhard Habsburg-Lothringen", "Theodora Rasmussen"]
    lines = [SeatLine(names[n % 3], n, (n % 29 + 1,), "N") for n in range(116)]
    sizes = wall_seats.arrange([SeatInitial("A", tuple(lines))]).sizes
    assert sizes.longer == sizes.narrower == {}
    far = SeatLine("Maximilian von und zu Hohenlohe-Langenburg-Schillingsfürst", 117, (3,), "S")
    with_far = wall_seats.arrange([SeatInitial("A", (*lines, far))]).sizes
    assert with_far.letters == sizes.letters
    assert set(with_far.longer) == {far.name}


def test_beside_a_notice_the_rows_are_fewer() -> None:
    for share in (1, 0.8, 0.1):
        wall = wall_seats.arrange(initials(15), share)
        assert len(wall.screens[0].columns[0]) <= max(1, wall_seats.ROWS[-1] * share)


def test_a_name_is_smaller_where_much_stands_beside_it() -> None:
    with translation.override("en"):
        lines = (
            *(SeatLine("白霞静", entry, (entry,), "N") for entry in range(60)),
            SeatLine("白霞", 61),
            SeatLine("欧阳霞静", 62, (118,), "N"),
            SeatLine("上官霞静", 63, (4,), "N"),
        )
        sizes = wall_seats.arrange([SeatInitial("B", lines)]).sizes
    assert sizes.letters == 8
    assert sizes.narrower == {"欧阳霞静": 9}
    assert sizes.longer == {}


@pytest.mark.parametrize(("each", "has_one"), [(16, True), (3, False)])
def test_a_longer_name_has_one_line_where_rows_are_low(each: int, has_one: bool) -> None:
    names = [SeatLine("白霞静", n, (n % 29 + 1,), "N") for n in range(each * 8)]
    listed = [SeatLine("Ada Kimball", 999, (3,), "W"), *names]
    sizes = wall_seats.arrange([SeatInitial("A", tuple(listed))]).sizes
    assert ("Ada Kimball" in sizes.longer) is not has_one
    assert "Ada Kimball" in sizes.narrower or not has_one


@pytest.mark.full
def test_many_tables_are_listed_by_surname_until_the_round_has_a_result(
    cast: Cast, english: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall_screens, "ROWS", 1)
    round_ = cast.round_in_play()
    addresses = [reverse(f"hall_{of}", args=[cast.event.uid]) for of in ("seating", "standings")]
    for address in addresses:
        page = english.get(address).content.decode()
        assert page.count('class="hall-by-name"') == 1
        assert "hall-seating" not in page
        assert all(page.count(f">{name}</span>") == 1 for name in PLAYERS)
    snapshot, published = read_event(cast.event, hall.needs_of_seating)
    by_name = hall.seating(snapshot, published).by_name
    assert by_name is not None
    (screen,) = by_name.screens
    by_surname = [line for each in seat_list(snapshot).initials for line in each.lines]
    assert [each.line for column in screen.columns for each in column if each] == by_surname

    cast.post(cast.deals(round_)[0])
    page = english.get(addresses[0]).content.decode()
    assert "hall-by-name" not in page
    assert "hall-seating" in page
