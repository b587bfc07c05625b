"""The deals of a sitting: all of them, or those of a game (局) as it goes on."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Max

from tournaments.models import Board, Deal, Event, Game, Match, Sitting
from tournaments.structure.boards import deals_for
from tournaments.structure.match_parts import ends_by_rules


def lay_out(
    event: Event, sitting: Sitting, boards: Sequence[Board] = (), deals: int | None = None
) -> None:
    """Make the deals of a sitting that was just drawn: all of them, or the first of a game (局).

    Over boards there is one deal for each, in the order in which they are given. `deals` is how
    many there are without boards, where it is not what the event says. Every room of a segment
    begins a game of its own.
    """
    to_limit = not boards and ends_by_rules(event)
    game = begin(sitting.segment.match) if to_limit else None
    number = 1 if to_limit else deals or event.deals_per_round
    Deal.objects.bulk_create(deals_for(event, sitting, boards, number, game))


def begin(match: Match) -> Game:
    """Make the next game (局) of a match; they are numbered from 1 in the order of play."""
    return Game.objects.create(match=match, number=match.games.count() + 1)


def add_deal(game: Game, sitting: Sitting) -> Deal:
    """Make the next deal of a game (局), to be played at a sitting of its match."""
    last = sitting.deals.aggregate(order=Max("play_order"), number=Max("board_no"))
    return Deal.objects.create(
        event=game.match.round.event,
        sitting=sitting,
        game=game,
        board_no=last["number"] + 1,
        play_order=last["order"] + 1,
    )
