"""What the scroll of an evening says: who is shown, which deals, and who is told of."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.kept_worlds import kept
from tests.tournaments.results.made.events import made, played, sitting_of
from tournaments import organise
from tournaments.models import Comparison, Event, Form, Person, Room
from tournaments.results.snapshot import EventSnapshot
from tournaments.wording import games
from web.publish import publications
from web.publish.scroll.words import EveningScroll
from web.publish.served import public_picture
from web.publish.sharing import evening

SLAM = {"won": {"N": ["SQ", "DJ", "C10", *(f"H{rank}" for rank in [*"23456789", "10", *"JQKA"])]}}


@kept
def finished(cast: Cast, rounds: int) -> Event:
    """Play rounds in which North takes the pig, but for one slam of hers, and finish."""
    for number in range(rounds):
        round_ = cast.round_in_play(seed=str(number))
        for place, deal in enumerate(cast.deals(round_)):
            cast.post(deal, report=SLAM if (number, place) == (0, 1) else None)
        organise.close_round(round_, cast.director)
    event = Event.objects.get(pk=cast.event.pk)
    organise.finish_event(event, cast.director)
    return event


def evening_of(event: Event) -> EveningScroll | None:
    found = Event.objects.select_related("tournament__club", "ruleset").get(pk=event.pk)
    return evening.evening(*publications.read_event(found, publications.needs_with_highlights))


@pytest.mark.full
def test_three_rounds_have_lines_and_deals_of_note(cast: Cast, client: Client) -> None:
    event = finished(cast, 3)
    shown = evening_of(event)
    assert shown
    [field] = shown.fields
    assert field.has_ranks
    assert all([step.round for step in line.steps] == [1, 2, 3] for line in field.lines)
    assert field.lines[0].place == 1
    slam = shown.notes[0]
    assert slam.title == "满贯"
    assert len(slam.cards) == 16
    assert slam.points.startswith("+")

    page = client.get(reverse("event", args=[event.uid])).content.decode()
    assert 'class="evening-head"' in page
    assert 'id="highlights"' in page


def test_a_deal_of_two_kinds_is_told_of_the_rarer_one_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = played(made(4), {1011: (900, 50, 0, -950), 1012: (100, 50, 0, -150)})
    both = (games.Noted(1, "common", ("W",), ()), games.Noted(0, "rare", ("N",), ()))
    monkeypatch.setattr(games, "noted", lambda *_asked: both)
    told = evening._notes(read, {})
    assert [(note.title, note.points) for note in told] == [("rare", "+900"), ("common", "+50")]


WON: Final = json.dumps(
    [
        {"code": "hearts", "seat": seat, "cards": cards, "points": 0}
        for seat, cards in (("N", ["DJ"]), ("W", ["HA"]), ("S", ["C10", "DJ"]), ("E", ["H2"]))
    ]
)


@pytest.mark.usefixtures("serif_face")
@pytest.mark.parametrize(
    ("scores", "names", "points", "cards", "seals"),
    [
        ((50, -900, 0, 0), "甲乙", "+50", ("DJ",), ["甲乙"]),
        ((50, -900, 50, 0), "甲乙、丙丁", "+50", ("DJ", "C10"), ["甲乙", "丙丁"]),
    ],
    ids=["one", "side"],
)
def test_the_largest_swing_is_told_by_who_won_by_it(
    scores: tuple[int, ...], names: str, points: str, cards: tuple[str, ...], seals: list[str]
) -> None:
    read = named(played(made(4), {1011: scores, 1012: (20, 0, 0, -40)}))
    [note] = evening._notes(read, {1011: WON, 1012: WON})
    assert (note.title, note.names, note.points) == ("分差最大", names, points)
    assert note.cards == cards
    assert [stamp.name for stamp in note.seals] == seals


@pytest.mark.parametrize(
    ("scores", "lines"),
    [
        ((0, -900, 0, 0), WON),
        ((60, 60, -60, -60), WON),
        ((-10, -900, -20, -20), WON),
        ((90, 0, 0, 0), "[]"),
    ],
    ids=["nobody gained", "equals", "all lost", "no cards"],
)
def test_where_nobody_won_by_a_deal_the_next_one_is_told(
    scores: tuple[int, ...], lines: str
) -> None:
    read = named(played(made(4), {1011: scores, 1012: (0, 20, 0, -40)}))
    [note] = evening._notes(read, {1011: lines, 1012: WON})
    assert (note.title, note.names, note.points, note.cards) == ("大分差", "王立", "+20", ("HA",))
    assert not list(evening._notes(read, {1011: lines, 1012: "[]"}))


def named(read: EventSnapshot) -> EventSnapshot:
    """Return the event with players that have seals."""
    return replace(
        read, names=dict(zip(sorted(read.names), ("甲乙", "王立", "丙丁", "陈思"), strict=True))
    )


@pytest.mark.usefixtures("serif_face")
def test_a_name_without_a_seal_has_the_mark_of_the_club_beside_its_deal() -> None:
    read = played(made(4), {1011: (50, -900, 0, 0)})
    [note] = evening._notes(read, {1011: WON})
    assert [stamp.is_of_club for stamp in note.seals] == [True]


@pytest.mark.usefixtures("serif_face")
@pytest.mark.parametrize(
    ("closed", "told"),
    [
        ((-100, 500, -100, 0), ("江滨", "+650", ("H2", "HA"))),
        ((700, -50, 500, 0), ("铁路", "+325", ("DJ", "C10"))),
    ],
    ids=["home", "away"],
)
def test_teams_are_told_the_difference_of_the_two_rooms(
    closed: tuple[int, ...], told: tuple[str, str, tuple[str, ...]]
) -> None:
    read = played(rooms(), {311: (400, 0, 200, 0), 321: closed})
    [note] = evening._notes(read, {311: WON, 321: WON})
    assert (note.title, note.names, note.points) == ("两室分差最大", *told[:2])
    assert note.cards == told[2]
    assert [stamp.name for stamp in note.seals] == [told[0]]


def rooms() -> EventSnapshot:
    """Return a match of two teams over one board, of which the home side sits east-west in the
    closed room.
    """
    read = made(2, at_table=2, form=Form.TEAMS, comparison=Comparison.IMP, rooms=2)
    for entry, name in zip(read.entries, ("江滨", "铁路"), strict=True):
        entry.name = name
    [match], sittings = read.matches, []
    for key, room in ((31, Room.OPEN), (32, Room.CLOSED)):
        sitting = sitting_of(match, 1, room=room, key=key)
        sides = {one.side: other.side for one, other in pairwise(sitting.seats)}
        seats = tuple(
            seat._replace(side=sides[seat.side]) if room == Room.CLOSED else seat
            for seat in sitting.seats
        )
        deals = tuple(deal._replace(board=7, board_no=7) for deal in sitting.deals)
        sittings.append(replace(sitting, seats=seats, deals=deals))
    return replace(read, sittings=tuple(sittings))


@pytest.mark.full
def test_under_three_rounds_the_podium_stands_alone(cast: Cast, client: Client) -> None:
    event = finished(cast, 1)
    shown = evening_of(event)
    assert shown
    assert not shown.fields[0].has_ranks
    assert not shown.notes
    assert "evening-head" not in client.get(reverse("event", args=[event.uid])).content.decode()


def test_an_event_in_play_has_no_scroll(cast: Cast) -> None:
    cast.closed_round()
    assert evening_of(cast.event) is None


def test_where_highlights_are_off_no_deal_is_told(cast: Cast) -> None:
    event = finished(cast, 3)
    Event.objects.filter(pk=event.pk).update(has_highlights=False)
    shown = evening_of(event)
    assert shown
    assert shown.fields[0].has_ranks
    assert not shown.notes


def test_who_is_blanked_is_shown_as_such_and_without_a_seal(cast: Cast) -> None:
    event = finished(cast, 3)
    before = evening_of(event)
    assert before
    Person.objects.update(name=Person.BLANKED)
    shown = evening_of(event)
    assert shown
    assert not shown.fields[0].seals
    assert {line.name for line in shown.fields[0].lines} == {Person.BLANKED}


def test_who_ate_the_pig_is_not_told() -> None:
    lines = [{"code": "pig", "seat": "N", "cards": ["SQ"], "points": -100}]
    assert games.noted("gongzhu", lines, "NWSE") == ()


@pytest.mark.parametrize(
    ("code", "rarity"),
    [("slam", 0), ("slam_fixed", 0), ("slam_in_proportion", 0), ("all_hearts_fixed", 1)],
)
def test_a_slam_is_rarer_than_all_hearts(code: str, rarity: int) -> None:
    lines = [{"code": code, "seat": "E", "cards": ["HA", "H2"], "points": 200}]
    [noted] = games.noted("gongzhu", lines, "NWSE")
    assert (noted.rarity, noted.seats, noted.cards) == (rarity, ("E",), ("H2", "HA"))


def test_the_dealers_are_told_when_the_attackers_have_no_point() -> None:
    lines: list[dict[str, Any]] = [
        {"code": "trick_points", "seat": seat, "cards": [], "points": 0} for seat in ("W", "E")
    ]
    [noted] = games.noted("shengji", lines, "NWSE")
    assert noted.seats == ("N", "S")


def test_the_attackers_are_told_when_they_win_the_kitty() -> None:
    lines = [
        {"code": code, "seat": seat, "cards": cards, "points": points}
        for seat in ("W", "E")
        for code, cards, points in (("trick_points", [], 60), ("kitty_points", ["SA", "SA"], 40))
    ]
    [noted] = games.noted("shengji", lines, "NWSE")
    assert (noted.seats, noted.cards) == (("W", "E"), ("SA", "SA"))


def test_the_long_picture_of_a_finished_event_is_its_scroll(cast: Cast) -> None:
    event = finished(cast, 3)
    shown = public_picture.KINDS["event_poster"].read(public_picture.PictureSource(event, 1))
    assert hasattr(shown, "evening")
    cover = public_picture.KINDS["event_cover"].read(public_picture.PictureSource(event, 1))
    assert cover.felt.cards == shown.evening.notes[0].cards != ()
