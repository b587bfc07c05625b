"""The parts of a match as they are made and added up: its deals, games (局) and board sets (盘).

Teams meet in two rooms, and in several segments. Without boards each room of a segment plays its
own game (局) if the rules end one; otherwise a room plays on over all segments. The deals of a
sitting are created here when it is drawn, or one by one during a game. Board sets with dealt cards
are `models.BoardSet`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Max

from tournaments.models import Board, Deal, Event, Game, Match, Sitting
from tournaments.structure.boards import deals_for
from tournaments.structure.games import ends_by_rules


def part_of(game: int, rooms: int) -> int:
    """Return the segment of its match in which a game (局) is played, by its number.

    The rooms of a segment begin theirs together. Segment numbers are no guide, because a segment is
    split when seats are corrected for some deals.

    >>> [part_of(number, 2) for number in (1, 2, 3)]
    [1, 1, 2]
    """
    return (game - 1) // rooms + 1


def games_won(winners: Iterable[Sequence[str]], sides: Iterable[str]) -> Mapping[str, Fraction]:
    """Return the number of games (局) won by each side; a shared win is divided.

    >>> won = games_won([["a"], ["a", "b"], []], "ab")
    >>> str(won["a"]), str(won["b"])
    ('3/2', '1/2')
    """
    won = dict.fromkeys(sides, Fraction(0))
    for best in winners:
        for side in best:
            won[side] += Fraction(1, len(best))
    return won


@dataclass(frozen=True, slots=True)
class SetOfDeals:
    """A board set (盘): its number, its deals by the order of play, and their sums by seat."""

    number: int
    first: int
    last: int
    points: tuple[int, ...]


def sets_of_deals(deals: Sequence[tuple[int, Sequence[int]]], size: int) -> tuple[SetOfDeals, ...]:
    """Return the board sets (盘) of deals, each by its order with the points of the seats.

    Empty if there are not several. Deals without points do not count.

    >>> rows = [(1, (30, -30)), (2, (10, -10)), (3, (5, -5))]
    >>> [(one.number, one.last, one.points) for one in sets_of_deals(rows, 2)]
    [(1, 2, (40, -40)), (2, 3, (5, -5))]
    >>> sets_of_deals(rows, 16)
    ()
    """
    if not size or not deals or (deals[-1][0] - 1) // size == 0:
        return ()
    seats = max(len(points) for _, points in deals)
    sums: dict[int, list[int]] = {}
    orders: dict[int, list[int]] = {}
    for order, points in deals:
        number = (order - 1) // size + 1
        orders.setdefault(number, []).append(order)
        total = sums.setdefault(number, [0] * seats)
        for place, value in enumerate(points):
            total[place] += value
    return tuple(
        SetOfDeals(number, orders[number][0], orders[number][-1], tuple(sums[number]))
        for number in sums
    )


def lay_out(
    event: Event, sitting: Sitting, boards: Sequence[Board] = (), deals: int | None = None
) -> None:
    """Create the deals of a newly drawn sitting: all of them, or the first of a game (局).

    Over boards there is one deal for each, in the given order. `deals` is their number without
    boards, by default that of the event. Every room of a segment begins its own game.
    """
    to_limit = not boards and ends_by_rules(event)
    game = begin_game(sitting.segment.match) if to_limit else None
    number = 1 if to_limit else deals or event.deals_per_round
    Deal.objects.bulk_create(deals_for(event, sitting, boards, number, game))


def begin_game(match: Match) -> Game:
    """Create the next game (局) of a match; games are numbered from 1 in the order of play."""
    return Game.objects.create(match=match, number=match.games.count() + 1)


def add_deal(game: Game, sitting: Sitting) -> Deal:
    """Create the next deal of a game (局), at a sitting of its match."""
    last = sitting.deals.aggregate(order=Max("play_order"), number=Max("board_no"))
    return Deal.objects.create(
        event=game.match.round.event,
        sitting=sitting,
        game=game,
        board_no=last["number"] + 1,
        play_order=last["order"] + 1,
    )
