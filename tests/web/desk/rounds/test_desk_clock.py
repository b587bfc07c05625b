"""The clock at the desk: a panel with the time and its buttons, and every button does its thing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tournaments.models import ClockMove, Event, Round


@pytest.fixture
def round_(cast: Cast) -> Round:
    return cast.round_in_play()


@pytest.fixture
def desk(cast: Cast, client: Client) -> Client:
    """A browser in which Bob, who is a referee, has signed in."""
    client.force_login(cast.bob)
    client.cookies["django_language"] = "en"
    return client


def press(desk: Client, round_: Round, move: str, **sent: Any) -> str:
    """Press a button and return the page that comes back."""
    address = reverse("desk_clock", args=[round_.uid])
    answer = desk.post(address, {"move": move, **sent}, follow=True)
    assert answer.redirect_chain == [(reverse("desk_round", args=[round_.uid]), 302)]
    return " ".join(answer.content.decode().split())


def buttons(page: str) -> set[str]:
    return {
        move
        for move in ("start", "pause", "resume", "extend", "call")
        if f'name="move" value="{move}"' in page
    }


@pytest.mark.full
def test_a_clock_can_be_started_although_the_event_has_no_time(desk: Client, round_: Round) -> None:
    page = " ".join(desk.get(reverse("desk_round", args=[round_.uid])).content.decode().split())
    assert (buttons(page), "data-clock=" in page) == ({"start"}, False)
    assert 'max="600" required value="60"' in page


@pytest.mark.full
def test_every_button_does_its_thing(desk: Client, round_: Round) -> None:
    Event.objects.update(round_minutes=50)
    assert buttons(press(desk, round_, "start", seen=0, minutes=50)) == {"pause", "extend", "call"}
    assert buttons(press(desk, round_, "pause", seen=1)) == {"resume", "extend", "call"}
    press(desk, round_, "extend", seen=2, minutes=5, table="")
    press(desk, round_, "extend", seen=3, minutes=3, table=2)
    press(desk, round_, "resume", seen=4)
    assert buttons(press(desk, round_, "call", seen=5)) == {"extend"}
    moves = [(move.kind, move.seconds, move.table_id is None) for move in ClockMove.objects.all()]
    assert moves == [
        ("start", 3000, True),
        ("pause", 0, True),
        ("extend", 300, True),
        ("extend", 180, False),
        ("resume", 0, True),
        ("call", 0, True),
    ]


@pytest.mark.full
@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"move": "start", "seen": 0, "minutes": 601}, "A clock is set in whole minutes"),
        ({"move": "start", "seen": 0}, "A clock is set in whole minutes"),
        ({"move": "wind", "seen": 0}, "A clock is set in whole minutes"),
        ({"move": "pause", "seen": 0}, "not possible in the current state of the clock"),
        ({"move": "start", "seen": 3, "minutes": 50}, "has set the clock of round 1"),
    ],
)
def test_what_cannot_be_done_is_said(
    desk: Client, round_: Round, sent: dict[str, Any], words: str
) -> None:
    assert words in press(desk, round_, **sent)
    assert not ClockMove.objects.exists()


@pytest.mark.full
def test_a_scorer_sees_the_clock_and_has_no_buttons(
    cast: Cast, client: Client, round_: Round
) -> None:
    Event.objects.update(round_minutes=50)
    cast.bob.memberships.update(role="scorer")
    client.force_login(cast.bob)
    page = " ".join(client.get(reverse("desk_round", args=[round_.uid])).content.decode().split())
    assert ("data-clock=" in page, buttons(page)) == (True, set())
    assert client.post(reverse("desk_clock", args=[round_.uid])).status_code == 403


@pytest.mark.full
def test_the_time_of_a_round_is_chosen_with_its_event(cast: Cast, client: Client) -> None:
    client.force_login(cast.alice)
    address = reverse("desk_event_new", args=[cast.tournament.uid])
    page = client.get(address, {"template": "club_evening"})
    form = page.context["form"]
    initial = {name: form.get_initial_for_field(field, name) for name, field in form.fields.items()}
    chosen = {name: value for name, value in initial.items() if value is not None}
    for minutes, status in ((0, 200), (601, 200), (50, 302)):
        sent = {**chosen, "template": "club_evening", "round_minutes": minutes}
        assert client.post(address, sent).status_code == status
    assert Event.objects.order_by("-pk")[0].round_minutes == 50
