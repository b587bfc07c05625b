"""Boards that were dealt beforehand: the cards on them, and when everybody may see them."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.models import Board, Deal, Round

Hands = Mapping[str, tuple[str, ...]]


def hands(board: Board | None) -> Hands | None:
    """Return the hands that were dealt to a board; None without one, or where nobody noted them."""
    if board is None or board.hands is None:
        return None
    return {seat: tuple(cards) for seat, cards in board.hands.items()}


def is_open(board: Board | None) -> bool:
    """Whether everybody may see the cards of a board; without a board nobody else is to play them.

    It is open from when it is opened, else from when it and every board that goes round with it
    was played wherever it is to be: what is said of a board at one table is heard at the next.
    A round that was cancelled is not waited for; one that is only drawn is.
    """
    if board is None or board.opened_at is not None:
        return True
    going_round = Deal.objects.filter(board__board_set=board.board_set_id).exclude(
        sitting__segment__match__round__state=Round.State.CANCELLED
    )
    states = list(going_round.values_list("board", "done"))
    return all(done for _board, done in states) and board.pk in {one for one, _done in states}
