"""What a round brings for a table without a network: tables of points, hands of open boards."""

from __future__ import annotations

import pytest
from django.utils import timezone

from scoring.gongzhu.engine import GONGZHU
from tests.referee.hall import Hall, Tablet
from tournaments.models import Board, BoardSet, Deal

HANDS = {seat: list(GONGZHU.blank(GONGZHU.rules({})).deck[n::4]) for n, seat in enumerate("NWSE")}


@pytest.mark.full
def test_the_round_brings_the_tables_of_its_rules(hall: Hall, tablet: Tablet) -> None:
    rules = GONGZHU.rules(hall.cast.event.ruleset.rules)
    answer = tablet.get("round")
    assert answer.json()["lookup"] == GONGZHU.lookup(rules)
    assert len(answer.content) < 40_000


def test_between_rounds_there_are_none(hall: Hall, tablet: Tablet) -> None:
    hall.round.state = hall.round.State.CLOSED
    hall.round.save()
    assert tablet.get("round").json()["lookup"] is None


@pytest.mark.full
def test_the_hands_of_a_board_come_once_it_is_opened(hall: Hall, tablet: Tablet) -> None:
    boards = BoardSet.objects.create(event=hall.cast.event, number=1)
    board = Board.objects.create(board_set=boards, board_no=1, hands=HANDS)
    Deal.objects.filter(pk=hall.deal().pk).update(board=board)
    assert tablet.get("round").json()["deals"][0]["hands"] is None
    Board.objects.update(opened_at=timezone.now())
    first, other = tablet.get("round").json()["deals"][:2]
    assert first["hands"] == HANDS
    assert other["hands"] is None
