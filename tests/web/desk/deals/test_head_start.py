"""Pairs of 升级 who come late: the first deal is typed at the level at which the others begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest
from django.test import Client
from django.urls import reverse

from referee.arrivals import arrivals
from scoring.game import find_game
from tests import levels_cast
from tests.cast import Cast
from tests.levels_cast import DEALERS_KEEP
from tests.referee.arrivals.lateness import clocked, late, nobody_waits, official
from tests.referee.hall import Hall, Tablet
from tests.web.desk.deals.test_desk_entry import address, fields, text
from tournaments import organise, results
from tournaments.checks.verification import verify
from tournaments.models import Deal, Result, Role
from tournaments.results import event_record
from tournaments.standings.match_scores import Order
from tournaments.structure import procedures

FIRST: Mapping[str, str] = {
    "ask_dealer": "W",
    "ask_trump": "null",
    "ask_attackers_points": "35",
    "ask_last_trick_winner": "W",
}
"""West keeps the deal with two levels; which level it was is not typed."""
CHINESE = {"accept-language": "zh-Hans"}

Hold = Callable[..., None]


@pytest.fixture
def cast(db: None) -> Cast:
    cast = levels_cast.assemble(ranking=Order.VP_15_10)
    official(cast.event, forfeit_minutes=15)
    organise.grant_role(cast.director, cast.tournament, cast.bob, Role.CHIEF_REFEREE)
    return cast


@pytest.fixture
def hall(cast: Cast) -> Hall:
    return Hall.of(cast)


@pytest.fixture
def hold_up(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Hold:
    """Let those at a seat and its partner come after so many minutes."""
    pass_minutes = clocked(hall.cast, hall.round, monkeypatch)

    def held(label: str, minutes: int) -> None:
        pass_minutes(minutes)
        whom = late(hall.round, label)
        arrivals.mark_missing(whom, hall.cast.bob)
        arrivals.mark_arrived(whom, hall.cast.bob)

    return held


@pytest.fixture
def desk(hall: Hall, client: Client) -> Client:
    client.force_login(hall.cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def levels(deal: Deal) -> dict[str, str]:
    """Return at which level each seat would deal."""
    begins = procedures.procedure_of(deal, nobody_waits)
    return {one["dealer"]: one["level"] for one in begins.either}


def totals(hall: Hall) -> dict[str, int]:
    """Return at which total each side of the first table stands in its match, by a seat."""
    rows = event_record.standings(results.read(hall.cast.event))
    found = {row.rank.entry: sums.totals or (0, 0) for row in rows for sums in row.rank.rounds}
    seats = hall.deal().sitting.seats.filter(label__in="NW")
    return {seat.label: int(found[seat.side.entries.get().uid][0]) for seat in seats}


@pytest.mark.full
def test_the_first_deal_is_typed_at_the_level_of_whoever_deals(
    hall: Hall, desk: Client, hold_up: Hold
) -> None:
    """Seven minutes are two levels: East and West begin at 4."""
    hold_up("N", 7)
    first, page = hall.deal(), address(hall)
    said = text(desk.get(page, headers=CHINESE))
    west_and_east = "·".join(
        hall.deal().sitting.seats.get(label=label).person.name for label in "WE"
    )
    assert f"首副：{west_and_east}坐庄打4，对方坐庄打2。" in said
    form = fields(desk.get(page))
    assert "ask_level" not in form
    preview = desk.post(page, {**form, **FIRST})
    assert "level" not in "".join(preview.context["warnings"])
    assert ("Level", "6") in preview.context["leads_to"]
    desk.post(page, {**fields(preview), "store": "1"})
    assert Result.live.get(deal=first).facts["level"] == "4"
    assert totals(hall) == {"N": 0, "W": 4}
    assert verify(hall.cast.tournament) == []


@pytest.mark.full
def test_who_types_the_level_of_before_is_warned(hall: Hall, desk: Client, hold_up: Hold) -> None:
    hold_up("N", 7)
    page = address(hall)
    preview = desk.post(page, {**fields(desk.get(page)), **FIRST, "ask_level": "2"})
    assert preview.context["warnings"] == [
        "In the first deal this dealer plays level 4, not 2. Please check the level."
    ]
    others = {**FIRST, "ask_dealer": "N", "ask_last_trick_winner": "N", "ask_level": "2"}
    assert desk.post(page, {**fields(desk.get(page)), **others}).context["warnings"] == []


@pytest.mark.full
def test_where_both_were_late_the_smaller_number_is_taken_off_both(
    hall: Hall, hold_up: Hold
) -> None:
    hold_up("E", 4)
    hold_up("N", 12)
    first, second = hall.deal(), hall.deal(2)
    assert levels(first) == {"N": "2", "W": "4", "S": "2", "E": "4"}
    dealt = {**DEALERS_KEEP, "dealer": "W", "level": "4", "last_trick": {"winner": "W"}}
    levels_cast.post(hall.cast, first, dealt)
    assert procedures.procedure_of(second, nobody_waits).facts["level"] == "6"
    assert totals(hall) == {"N": 0, "W": 4}


@pytest.mark.full
def test_a_first_deal_that_was_recorded_by_then_keeps_its_level(
    hall: Hall, hold_up: Hold, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older version knew no head start: what it counted stands."""
    hold_up("E", 4)
    hold_up("N", 12)
    first, second = hall.deal(), hall.deal(2)
    with monkeypatch.context() as before:
        before.setattr(type(find_game("shengji")), "engine", "shengji-1")
        levels_cast.post(hall.cast, first, DEALERS_KEEP)
    assert levels(first) == {}
    assert procedures.procedure_of(second, nobody_waits).facts["level"] == "5"
    assert totals(hall) == {"N": 3, "W": 3}


@pytest.mark.full
def test_levels_given_after_the_first_deal_are_no_head_start(hall: Hall, hold_up: Hold) -> None:
    levels_cast.post(hall.cast, hall.deal(), DEALERS_KEEP)
    hold_up("N", 7)
    assert procedures.procedure_of(hall.deal(), nobody_waits).facts == {"level": "2"}
    assert totals(hall) == {"N": 2, "W": 2}


@pytest.mark.full
def test_the_tablet_is_told_of_both_levels_and_still_when_the_deal_is_done(
    hall: Hall, client: Client, hold_up: Hold
) -> None:
    hold_up("N", 7)
    tablet = Tablet(client).opens(hall.table)
    first, second, *_rest = tablet.get("round").json()["deals"]
    told = [{"dealer": seat, "level": level} for seat, level in zip("NWSE", "2424", strict=True)]
    assert (first["either"], second["either"]) == (told, [])
    players = "W", "E"
    west, east = (hall.deal().sitting.seats.get(label=label).person.name for label in players)
    said = f"First deal: level 4 if {west} · {east} deal, level 2 if the other side deals."
    assert said in [step["text"] for step in first["begins"]["steps"]]
    levels_cast.post(hall.cast, hall.deal(), {**DEALERS_KEEP, "level": "2"})
    done = tablet.get("round").json()["deals"][0]
    assert (done["begins"], done["either"]) == (None, told)


@pytest.mark.full
def test_arrivals_say_the_head_start_that_the_game_gives_where_both_came_late(
    hall: Hall, desk: Client, hold_up: Hold
) -> None:
    """Two levels against three: the game gives one, and so does the page."""
    page = reverse("referee_arrivals", args=[hall.cast.tournament.uid, hall.round.uid])
    hold_up("N", 7)
    assert "the opponents start 2 levels higher" in text(desk.get(page))
    hold_up("W", 12)
    said = text(desk.get(page))
    assert "both sides late: the opponents start 1 level higher" in said
    assert "both sides late: no head start for the opponents" in said
    assert "levels higher" not in said
    assert levels(hall.deal()) == {"N": "3", "W": "2", "S": "3", "E": "2"}
