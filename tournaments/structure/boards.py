"""Boards dealt beforehand: their cards, and when everybody may see them.

A round has boards of its own, a movement over boards one set for all its rounds. If an event is
played over boards they are sealed until the last round that plays them has been closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.models import Q, QuerySet

from tournaments.models import (
    Board,
    BoardSet,
    BoardSource,
    Deal,
    Event,
    Game,
    Round,
    Sitting,
)
from tournaments.pairing.rounds import OVER_BOARDS
from tournaments.structure import dealing

Hands = Mapping[str, tuple[str, ...]]


def hands(board: Board | None) -> Hands | None:
    """Return the hands dealt to a board; None without a board, or if the hands are unknown."""
    if board is None or board.hands is None:
        return None
    return {seat: tuple(cards) for seat, cards in board.hands.items()}


def kitty(event: Event, dealt: Hands | None) -> tuple[str, ...]:
    """Return the cards of a board outside its hands; empty if the hands are unknown."""
    deck = dealing.deck_of(event.game, event.ruleset.rules) if dealt else None
    return dealing.left_over(dealt, deck.cards) if dealt and deck else ()


def is_open(board: Board | None) -> bool:
    """Whether everybody may see the cards of a board; True without one, which nobody else plays."""
    return board is None or board.opened_at is not None


def opened(wanted: Iterable[Board]) -> frozenset[int]:
    """Return the keys of the boards that everybody may see."""
    return frozenset(board.pk for board in wanted if is_open(board))


def is_sealed(event: Event, board: object | None, *, is_opened: bool) -> bool:
    """Whether only the existence of a result is shown: others still have to play its board.

    `DealRow.is_sealed_in` says the same of the rows of a snapshot.
    """
    return event.boards != BoardSource.TABLE and board is not None and not is_opened


UNSEALED: Final = (
    Q(board=None) | Q(board__opened_at__isnull=False) | Q(event__boards=BoardSource.TABLE)
)
"""The deals of which `is_sealed` is false, as a filter on those of several events."""


def sealed_results(event: Event, **within: Any) -> frozenset[int]:
    """Return the keys of deals whose results are sealed, as `is_sealed` says of one.

    `within` is a filter on deals.
    """
    if event.boards == BoardSource.TABLE:
        return frozenset()
    sealed = Deal.objects.filter(event=event, **within).exclude(UNSEALED)
    return frozenset(sealed.values_list("pk", flat=True))


def deals_for(
    event: Event,
    sitting: Sitting,
    boards: Sequence[Board],
    deals: int,
    game: Game | None = None,
) -> list[Deal]:
    """Return new, unsaved deals of a sitting: one for each board, or `deals` without boards."""
    played: Sequence[Board | None] = boards or [None] * deals
    return [
        Deal(
            event=event,
            sitting=sitting,
            game=game,
            board=board,
            board_no=board.board_no if board else order,
            play_order=order,
        )
        for order, board in enumerate(played, 1)
    ]


def by_set(rounds: Iterable[Round]) -> Mapping[int, tuple[Round, ...]]:
    """Return rounds by the number of the boards that they play; their groups are loaded.

    All rounds of a movement have to be included, from the first on.
    """
    first: dict[tuple[int, str], int] = {}
    by_number: dict[int, tuple[Round, ...]] = {}
    for round_ in sorted(rounds, key=lambda round_: round_.number):
        number = round_.number
        if round_.method in OVER_BOARDS:
            number = first.setdefault((round_.group.stage_id, round_.method), number)
        by_number[number] = (*by_number.get(number, ()), round_)
    return by_number


def number_of_set(round_: Round) -> int:
    """Return the number of the board set of a round.

    It is the number of the round, in a movement that of its first round.
    """
    if round_.method not in OVER_BOARDS:
        return round_.number
    return min(round_.number for round_ in (round_, *_movement_rounds(round_)))


def set_of(round_: Round) -> BoardSet | None:
    """Return the boards of a round, if they exist."""
    if round_.event.boards == BoardSource.TABLE:
        return None
    return BoardSet.objects.filter(event=round_.event_id, number=number_of_set(round_)).first()


def rounds_of(board_set: BoardSet) -> list[Round]:
    """Return the rounds in which boards are played, or will be, as far as these are drawn."""
    rounds = Round.objects.filter(event=board_set.event_id).exclude(state=Round.State.CANCELLED)
    first = rounds.filter(number=board_set.number).select_related("event", "group__stage").first()
    if first is None:
        return []
    return list(_movement_rounds(first)) if first.method in OVER_BOARDS else [first]


def _movement_rounds(round_: Round) -> QuerySet[Round]:
    """Return the rounds of the same movement: of one stage, drawn by the same method."""
    return (
        Round.objects.filter(
            event=round_.event_id, group__stage=round_.group.stage_id, method=round_.method
        )
        .exclude(state=Round.State.CANCELLED)
        .select_related("event", "group__stage")
        .order_by("number")
    )
