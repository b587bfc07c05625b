"""What the page of a deal does not show while its board is still to be played elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.cast import Cast
from tests.publish import addresses, replays
from tests.publish.reading import read
from tournaments import boards, ledger
from tournaments.audit import SYSTEM, Verb, change
from tournaments.models import Board, BoardSet, Deal, Result, Round

PLAYED: Mapping[str, Any] = replays.played({"preset": "classic"})
PLAIN = "S2"
"""A card that no sheet asks for; it is in somebody's hand all the same."""


@pytest.fixture
def shared(cast: Cast, round_: Round) -> tuple[Deal, Deal]:
    """Two deals at two tables that share a board, the first of them played."""
    one, other = cast.deals(round_)[0], cast.deals(round_)[2]
    boards_of = BoardSet.objects.create(event=cast.event, number=1)
    board = Board.objects.create(board_set=boards_of, board_no=1, hands=PLAYED["hands"])
    Deal.objects.filter(pk__in=[one.pk, other.pk]).update(board=board)
    one, other = cast.deals(round_)[0], cast.deals(round_)[2]
    replays.post(cast, one, PLAYED)
    return one, other


def page(client: Client, deal: Deal) -> str:
    return client.get(addresses.page_of(deal)).content.decode()


def test_a_board_that_others_have_yet_to_play_shows_only_what_the_deal_came_to(
    shared: tuple[Deal, Deal], english: Client
) -> None:
    one, _other = shared
    shown = page(english, one)
    assert "still to be played elsewhere" in read(english, addresses.page_of(one))
    assert 'data-card="SQ"' in shown
    assert f'data-card="{PLAIN}"' not in shown
    assert "Trick by trick" not in shown
    assert "Exposed cards" not in shown


def test_the_cards_that_count_do_not_stand_in_the_order_of_the_tricks(
    shared: tuple[Deal, Deal], english: Client
) -> None:
    one, _other = shared
    asked = list(replays.GAME.blank(replays.rules_of(one)).cards)
    version = english.get(addresses.page_of(one)).context["page"].live
    for cards in version.facts["won"].values():
        assert cards == sorted(cards, key=asked.index)


def test_neither_an_earlier_version_nor_the_plain_template_tells_more(
    cast: Cast, shared: tuple[Deal, Deal], english: Client
) -> None:
    one, _other = shared
    with change(cast.tournament, SYSTEM, Verb.RECORD_RESULT) as made:
        report = ledger.Report(Result.Kind.PLAYED, PLAYED)
        origin = ledger.Origin("sheet", "sheet")
        ledger.post(made, one, report, seen=1, origin=origin, reason="misread")
    shown = english.get(addresses.page_of(one)).context["page"]
    assert len(shown.versions) == 2
    for version in shown.versions:
        assert [name for name, _text in version.facts_as_text] == ["won"]
        assert PLAIN not in str(version.facts_as_text)
    assert f'data-card="{PLAIN}"' not in page(english, one)


def test_all_is_shown_once_every_table_has_played_it(
    cast: Cast, shared: tuple[Deal, Deal], english: Client
) -> None:
    one, other = shared
    replays.post(cast, other, PLAYED)
    shown = page(english, one)
    assert "Trick by trick" in shown
    assert f'data-card="{PLAIN}"' in shown


def test_a_board_that_was_opened_is_shown(shared: tuple[Deal, Deal], english: Client) -> None:
    one, _other = shared
    Board.objects.update(opened_at=timezone.now())
    assert "Trick by trick" in page(english, one)


def test_boards_that_go_round_together_are_open_together(
    cast: Cast, round_: Round, shared: tuple[Deal, Deal]
) -> None:
    replays.post(cast, shared[1], PLAYED)
    board = Board.objects.get()
    assert boards.is_open(board)
    second = Board.objects.create(board_set=board.board_set, board_no=2)
    Deal.objects.filter(pk=cast.deals(round_)[1].pk).update(board=second)
    assert not boards.is_open(board)
    assert not boards.is_open(second)


def test_a_board_that_nobody_has_played_is_closed_and_no_board_is_open(cast: Cast) -> None:
    board_set = BoardSet.objects.create(event=cast.event, number=1)
    assert not boards.is_open(Board.objects.create(board_set=board_set, board_no=1))
    assert boards.is_open(None)


def test_a_round_that_was_cancelled_is_not_waited_for(
    round_: Round, shared: tuple[Deal, Deal]
) -> None:
    one, other = shared
    board = Board.objects.get()
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CANCELLED)
    assert not boards.is_open(board)
    assert one.board_id == other.board_id == board.pk
