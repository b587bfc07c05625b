"""到场 at the desk: who is missing, what follows before it is given, and what stands afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from referee.arrivals import arrivals
from referee.arrivals.board import arrival_board, preview_target
from referee.models import Arrival
from tests import teams_cast
from tests.cast import Cast
from tests.referee.arrivals.conftest import cast
from tests.referee.arrivals.lateness import clocked, late, official, play, rank
from tournaments import organise, results
from tournaments.models import Adjustment, Role, Round

__all__ = ["cast"]


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    """A browser in which Bob, the chief referee, has signed in, in English."""
    client.force_login(cast.bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def page_of(round_: Round) -> str:
    return reverse("referee_arrivals", args=[round_.event.tournament.uid, round_.uid])


def press(desk: Client, round_: Round, label: str, **data: Any) -> str:
    """Press a button for who sits at a seat of the first table; the page that follows."""
    whom = late(round_, label)
    sent = {"side": whom.side.uid, "entry": whom.entry.uid, **data}
    return desk.post(page_of(round_), sent, follow=True).content.decode()


def shown(desk: Client, round_: Round) -> dict[str, str]:
    """Return what the page shows of the first who is missing, as its form sends it."""
    (row,) = desk.get(page_of(round_)).context["missing"]
    return {"shown": row.expected.shown, "seen": str(row.expected.mark.number)}


@pytest.mark.full
@pytest.mark.parametrize(("minutes", "said"), [("7", 7), ("0", 0), ("9" * 4400, None), ("x", None)])
def test_minutes_far_too_long_count_as_none(
    cast: Cast, desk: Client, minutes: str, said: int | None
) -> None:
    round_ = cast.round_in_play()
    press(desk, round_, "S", press="missing")
    whom = late(round_, "S")
    asked = {"side": whom.side.uid, "entry": whom.entry.uid, "minutes": minutes}
    answer = desk.get(page_of(round_), asked)
    assert answer.status_code == 200
    (row,) = answer.context["missing"]
    assert row.typed == said


@pytest.mark.full
@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"press": "missing", "minutes": "1000"}, "by the referee&#x27;s watch” must be"),
        ({"press": "forfeit", "reason": "x" * 201}, "“Reason” is too long"),
        ({"press": "burn"}, "No button was pressed."),
    ],
)
def test_the_page_says_which_field_was_not_taken(
    cast: Cast, desk: Client, data: dict[str, str], said: str
) -> None:
    page = press(desk, cast.round_in_play(), "S", **data)
    assert said in page
    assert ("No button" in page) is ("No button" in said)


@pytest.mark.nightly
def test_six_and_sixteen_minutes_late(
    cast: Cast, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    pass_minutes: Callable[[float], None] = clocked(cast, round_, monkeypatch)
    pass_minutes(2)
    assert "Noted as missing." in press(desk, round_, "S", press="missing")
    pass_minutes(6)
    assert "a warning (T-01)" in desk.get(page_of(round_)).content.decode()
    assert "Arrived." in press(desk, round_, "S", press="arrived", **shown(desk, round_))
    press(desk, round_, "W", press="missing")
    pass_minutes(16)
    before = desk.get(page_of(round_))
    # What follows is shown with its effect, and nothing is given yet.
    assert "−100 penalty points at the table (T-02)" in before.content.decode()
    assert not Adjustment.objects.exists()
    (row,) = before.context["missing"]
    # Nothing counted before: with the penalty everybody has a place.
    assert {
        one.competitor.name: (
            one.before.shown_place,
            one.after.shown_place,
            int(one.after.penalties),
        )
        for one in row.effect
    } == {"甲": ("–", "1", 0), "乙": ("–", "4", -100), "丙": ("–", "1", 0), "丁": ("–", "1", 0)}
    press(desk, round_, "W", press="arrived", **shown(desk, round_))
    press(desk, round_, "W", press="arrived", shown="", seen="1")
    assert [int(row.amount) for row in Adjustment.objects.all()] == [-100]
    play(cast, round_)
    whom = late(round_, "W")
    assert rank(cast.event, whom.entry.uid).table_points == 1
    public = desk.get(reverse("entry", args=[cast.event.uid, whom.entry.number])).content.decode()
    assert "16 minutes late" in public
    assert "−40" in public


@pytest.mark.full
def test_a_page_of_before_the_next_step_gives_nothing(
    cast: Cast, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    pass_minutes = clocked(cast, round_, monkeypatch)
    press(desk, round_, "W", press="missing")
    pass_minutes(15)
    seen = shown(desk, round_)
    pass_minutes(15.5)
    assert "the consequence has changed" in press(desk, round_, "W", press="arrived", **seen)
    assert not Adjustment.objects.exists()


@pytest.mark.full
def test_minutes_that_are_typed_lead_to_the_forfeit_like_the_clock_s(
    cast: Cast, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    clocked(cast, round_, monkeypatch)(4)
    press(desk, round_, "N", press="missing")
    page = press(desk, round_, "N", press="arrived", minutes="31", seen="1")
    assert "the match is forfeited (T-03)" in page
    assert "31 minutes" in page
    assert 'name="minutes" value="31"' in page
    done = press(desk, round_, "N", press="forfeit", minutes="31", house_player="替补乙")
    assert "The match is forfeited." in done
    assert Arrival.objects.latest("pk").minutes == 31


@pytest.mark.full
def test_a_forfeit_of_a_single_player_is_pressed_with_a_house_player(
    cast: Cast, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    press_missing = press(desk, round_, "N", press="missing")
    assert "not started" in press_missing
    clocked(cast, round_, monkeypatch)(31)
    assert "the match is forfeited (T-03)" in desk.get(page_of(round_)).content.decode()
    done = press(desk, round_, "N", press="forfeit", house_player="替补乙")
    assert "The match is forfeited." in done
    assert Arrival.objects.latest("pk").state == "forfeited"
    seats = desk.get(reverse("seats", args=[cast.event.uid])).content.decode()
    assert "替补乙" in seats


@pytest.mark.full
def test_more_who_are_missing_take_no_more_queries(
    cast: Cast, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    pass_minutes = clocked(cast, round_, monkeypatch)
    press(desk, round_, "S", press="missing")
    pass_minutes(16)
    asked = []
    for label in "WE":
        with CaptureQueriesContext(connection) as queries:
            page = desk.get(page_of(round_))
        asked.append(len(queries))
        assert all(row.effect for row in page.context["missing"])
        press(desk, round_, label, press="missing")
    assert len(page.context["missing"]) == 2
    assert asked[1] == asked[0]


@pytest.mark.full
def test_the_target_of_a_preview_is_that_of_the_penalty(cast: Cast) -> None:
    round_ = cast.round_in_play()
    snapshot = results.read(cast.event)
    board = arrival_board(snapshot, round_)
    for one in board.tables[0].expected:
        at = arrivals.late_entry(round_, one.side.uid, one.entry.uid)
        given = arrivals.penalty_target(at, board.terms)
        shown = preview_target(snapshot, one, board.terms)
        assert given is not None
        assert shown is not None
        assert given.seat is not None
        assert shown.seat is not None
        assert (shown.entry, shown.seat.side, shown.seat.sitting_id, shown.seat.label) == (
            given.entry,
            given.seat.side,
            given.seat.sitting_id,
            given.seat.label,
        )


@pytest.mark.full
def test_the_page_names_who_forfeits_too_and_asks_again_where_that_changes(
    cast: Cast, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_ = cast.round_in_play()
    press(desk, round_, "N", press="missing")
    clocked(cast, round_, monkeypatch)(31)
    alone = desk.get(page_of(round_))
    assert "is missing as well" not in alone.content.decode()
    shown_alone = alone.context["missing"][0].forfeits
    press(desk, round_, "W", press="missing")
    assert desk.get(page_of(round_)).content.decode().count("is missing as well") == 2
    said = press(desk, round_, "N", press="forfeit", shown=shown_alone)
    assert "decided in the meantime" in said
    together = desk.get(page_of(round_)).context["missing"][0].forfeits
    assert "The match is forfeited." in press(desk, round_, "N", press="forfeit", shown=together)
    assert {row.state for row in Arrival.objects.filter(article="T-03")} == {"forfeited"}
    assert Arrival.objects.filter(article="T-03").count() == 2


@pytest.mark.full
def test_neither_side_of_two_wins_where_both_are_missing(
    client: Client, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    teams = teams_cast.assemble()
    official(teams.event)
    bob = teams.cast.bob
    organise.grant_role(teams.cast.director, teams.cast.tournament, bob, Role.CHIEF_REFEREE)
    for number in (1, 2):
        arrivals.mark_missing(late(teams.round, number=number), bob)
    clocked(teams.cast, teams.round, monkeypatch)(31)
    client.force_login(bob)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(page_of(teams.round)).content.decode()
    assert page.count("Neither side wins the match") == 2
    assert "has a walkover" not in page
    # After the round nobody is noted any more, and what was noted is taken back.
    Round.objects.filter(pk=teams.round.pk).update(state=Round.State.CLOSED)
    page = client.get(page_of(teams.round)).content.decode()
    assert 'value="back"' in page
    assert not [each for each in ("forfeit", "arrived", "missing") if f'value="{each}"' in page]
