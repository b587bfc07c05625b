"""No module of `referee` knows a game by name: the toy is entered and confirmed like any other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.referee.hall import Hall, Tablet, codes
from tests.toy_game import Toy, ToyCode, toy_registered
from tournaments import wording

WORDS: wording.Words = {
    ToyCode.TRICKS: "tricks: %(points)s",
    ToyCode.NOT_THIRTEEN: "There are thirteen tricks.",
    ToyCode.TRICK_VALUE: "A trick counts %(points)s.",
}


@pytest.fixture
def toy(cast: Cast) -> Iterator[Toy]:
    """The event plays the toy game, whose codes are worded for the time being."""
    wording.register(ToyCode, WORDS)
    with toy_registered() as toy:
        event = cast.event
        event.game = event.ruleset.game = toy.name
        event.ruleset.rules = toy.rules({"value": 2}).as_dict()
        event.ruleset.save()
        event.save()
        yield toy
    wording.unregister(ToyCode)


@pytest.fixture
def hall(cast: Cast, toy: Toy) -> Hall:
    """Its first round in play: published after its rules were set, which freezes them."""
    return Hall.of(cast)


@pytest.mark.full
def test_a_game_that_no_room_knows_by_name_is_entered_and_confirmed(
    hall: Hall, tablet: Tablet
) -> None:
    assert tablet.get("round").json()["event"]["game"] == "toy"
    short = {"deal": hall.deal().uid, "report": {"won": {"N": 12}}}
    assert codes(tablet.post("preview", short)) == ["toy_not_thirteen"]
    sealed = hall.sheet(report={"won": {"N": 10, "S": 3}})
    answer = tablet.submits(sealed)
    assert answer["lines"]["N"][0]["text"] == "tricks: +20"
    assert tablet.confirms(hall.agreement(sealed))["scores"]["S"] == 6


@pytest.mark.full
def test_the_page_of_a_game_without_its_own_is_the_generic_one(
    hall: Hall, stranger: Tablet
) -> None:
    page = stranger.client.get(f"/t/{hall.table.code}/")
    assert page.status_code == 200
    assert "tablet/games/_generic.html" in [template.name for template in page.templates]


@pytest.mark.full
def test_a_game_that_asks_for_no_cards_is_not_typed_but_can_be_ruled_on(hall: Hall) -> None:
    desk = Client(headers={"accept-language": "en"})
    desk.force_login(hall.cast.bob)
    names = [hall.cast.tournament.uid, hall.deal().uid]
    page = desk.get(reverse("referee_type", args=names)).content.decode()
    assert "cannot be entered here yet" in page
    data = {"kind": "not_played", "seen": 0, "reason": "a card was missing"}
    assert desk.post(reverse("referee_rule", args=names), data).status_code == 302
    assert hall.deal().done
