"""What the scroll of an evening says: who is shown, which deals, and who is told of."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.kept_worlds import kept
from tests.tournaments.results.made.events import made, played
from tournaments import organise
from tournaments.models import Event, Person
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
    read = played(made(4), {1011: (900, 0, 0, -900), 1012: (100, 0, 0, -100)})
    both = (games.Noted(1, "common", ("W",), ()), games.Noted(0, "rare", ("N",), ()))
    monkeypatch.setattr(games, "noted", lambda *_asked: both)
    told = evening._notes(read, {})
    assert [(note.title, note.points) for note in told] == [("rare", "+900"), ("common", "")]


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
