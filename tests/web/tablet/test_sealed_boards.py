"""A board that was dealt beforehand tells a table nothing that was not entered there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.cards import DECK
from scoring.game import find_game
from tests import cast as people
from tests.cast import NORTH_TAKES_THE_PIG, Cast
from tests.referee.hall import Hall, Tablet
from tests.tournaments import over_boards
from tests.web.publish import replays
from tournaments.models import Board, BoardSet, Deal, RuleSet

PLAYED: Mapping[str, Any] = replays.played({"preset": "classic"})
HANDS: Mapping[str, list[str]] = PLAYED["hands"]
OWNERS = {
    card: next(seat for seat, hand in HANDS.items() if card in hand)
    for card in ("SQ", "HA", "DJ", "C10")
}
REPORTS: tuple[Mapping[str, Any], ...] = (
    {"won": {}},
    {"won": {"N": ["SQ"]}},
    {"plays": []},
    {"plays": PLAYED["plays"][:3]},
    {"plays": [["N", "S2"], ["W", "S3"]]},
    NORTH_TAKES_THE_PIG,
    *({**NORTH_TAKES_THE_PIG, "dealt": {"SQ": seat}} for seat in "NWSE"),
    *(
        {"plays": [["NWSE"[(at + turn) % 4], card] for at, card in enumerate(DECK)]}
        for turn in range(4)
    ),
)


@pytest.fixture
def cast(db: None) -> Cast:
    return people.assemble(players=4, deals_per_round=2)


@pytest.fixture
def hall(cast: Cast) -> Hall:
    return Hall.of(cast)


@pytest.fixture
def tablet(hall: Hall, client: Client) -> Tablet:
    return Tablet(client).opens(hall.table)


def deal_beforehand(hall: Hall) -> Board:
    board_set = BoardSet.objects.create(event=hall.cast.event, number=1)
    board = Board.objects.create(board_set=board_set, board_no=1, hands=HANDS)
    Deal.objects.filter(pk=hall.deal().pk).update(board=board)
    return board


def previewed(hall: Hall, tablet: Tablet, report: Mapping[str, Any]) -> Any:
    request = {"deal": hall.deal().uid, "report": report, "outlook": True}
    return tablet.post("preview", request).json()


@pytest.mark.full
@pytest.mark.parametrize("preset", ["classic", "huapai"])
def test_a_preview_is_the_same_with_and_without_its_hands(
    cast: Cast, client: Client, preset: str
) -> None:
    rules = find_game("gongzhu").rules({"preset": preset, "game_end": None})
    RuleSet.objects.update(rules=rules.as_dict())
    cast.event.refresh_from_db()
    hall = Hall.of(cast)
    tablet = Tablet(client).opens(hall.table)
    before = [previewed(hall, tablet, report) for report in REPORTS]
    deal_beforehand(hall)
    assert [previewed(hall, tablet, report) for report in REPORTS] == before


@pytest.mark.full
def test_how_the_deal_begins_tells_no_holder(hall: Hall, tablet: Tablet) -> None:
    def begins() -> Any:
        return tablet.get("round").json()["deals"][0]["begins"]

    before = begins()
    board = deal_beforehand(hall)
    assert begins() == before
    assert before["leads"] is None
    Board.objects.filter(pk=board.pk).update(opened_at=timezone.now())
    holder = next(seat for seat, hand in HANDS.items() if "C2" in hand)
    assert begins()["leads"] == holder


def test_a_board_that_was_opened_is_told(hall: Hall, tablet: Tablet) -> None:
    board = deal_beforehand(hall)
    Board.objects.filter(pk=board.pk).update(opened_at=timezone.now())
    hands = previewed(hall, tablet, {"won": {}})["following"]["hands"]
    assert {seat: set(hand) for seat, hand in hands.items()} == {
        seat: set(hand) for seat, hand in HANDS.items()
    }


def test_a_sheet_that_differs_from_the_board_is_told_only_that_it_does(
    hall: Hall, tablet: Tablet
) -> None:
    deal_beforehand(hall)
    right = OWNERS["SQ"]
    wrong = next(seat for seat in "NWSE" if seat != right)
    report = {**NORTH_TAKES_THE_PIG, "dealt": {"SQ": wrong}}
    assert previewed(hall, tablet, report)["problems"] == []
    answer = tablet.submits(hall.sheet(report=report))
    (problem,) = answer["problems"]
    assert (problem["code"], problem["seats"], problem["cards"]) == ("board_differs", [], [])
    assert problem["text"].startswith("This does not agree with the cards of the board.")
    assert (answer["standing"], answer["scores"]) == ("mend", {})
    fits = hall.sheet(report={**NORTH_TAKES_THE_PIG, "dealt": {"SQ": right}})
    assert tablet.submits(fits)["problems"] == []


@pytest.mark.full
def test_the_desk_is_told_no_more_than_the_table(hall: Hall, client: Client) -> None:
    deal_beforehand(hall)
    client.force_login(hall.cast.bob)
    where = reverse("referee_type", args=[hall.cast.tournament.uid, hall.deal().uid])
    page = client.get(where, headers={"accept-language": "en"})
    assert page.context["begins"][-1] == "Whoever holds ♣2 leads it."


@pytest.mark.full
def test_the_pack_asks_for_all_boards_at_once(hall: Hall, tablet: Tablet) -> None:
    def ask() -> CaptureQueriesContext:
        with CaptureQueriesContext(connection) as queries:
            tablet.get("round")
        return queries

    ask()
    without = len(ask())
    board = deal_beforehand(hall)
    second = Board.objects.create(board_set=board.board_set, board_no=2, hands=HANDS)
    Deal.objects.filter(pk=hall.deal(2).pk).update(board=second)
    Board.objects.update(opened_at=timezone.now())
    assert len(ask()) == without


@pytest.mark.full
@pytest.mark.parametrize(("preset", "leads"), [("huapai-duplicate", "E"), ("classic", None)])
def test_a_deal_over_boards_begins_as_its_board_says_and_not_as_the_last_one_ended(
    db: None, client: Client, preset: str, leads: str | None
) -> None:
    cast = over_boards.assemble(preset=preset)
    hall = Hall.of(cast)
    tablet = Tablet(client).opens(hall.table)
    report = {**NORTH_TAKES_THE_PIG, "dealt": _dealt(hall.deal().board)}
    sheet = hall.sheet(report=report)
    tablet.submits(sheet)
    tablet.confirms(hall.agreement(sheet))
    pack = tablet.get("round").json()
    assert pack["event"]["boards"] is True
    second = pack["deals"][1]
    begins = second["begins"]
    assert (second["board_no"], second["hands"]) == (2, None)
    assert (begins["leads"], begins["first_deal"], begins["shuffles"]) == (leads, True, None)
    assert begins["steps"][0]["code"] == "cards_from_board"


def _dealt(board: Board | None) -> dict[str, str]:
    hands = board.hands if board and board.hands else {}
    return {
        card: seat
        for seat, hand in hands.items()
        for card in hand
        if card in {"SQ", "HA", "DJ", "C10"}
    }
